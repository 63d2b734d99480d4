#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "app/session/session.h"

/// User actions for tests, one frame each.
namespace edits {

inline void edit(app::Session& session, const std::function<void(ui::Edit&)>& change) {
  ui::Edit edit(session.setup());
  change(edit);
  session.apply(edit);
}

template <class Kind>
void send(app::Session& session, const Kind& action) {
  edit(session, [&action](ui::Edit& edit) { edit.send(action); });
}

inline void set(app::Session& session, const char* name, double value) {
  edit(session, [&](ui::Edit& edit) { ui::set(*lab::find_shared_knob(name), value, edit); });
}

inline void set_param(app::Session& session, const std::string& name, double value) {
  edit(session,
       [&](ui::Edit& edit) { edit.change(name).front_lane().settings.set_param(name, value); });
}

inline void choose(app::Session& session, const ik::MethodInfo& method) {
  edit(session, [&](ui::Edit& edit) { ui::choose_method(method, edit); });
}

/// Advances by frames of no duration until the file is open or has failed to open.
inline void wait_for_file(app::Session& session) {
  while (session.opening()) {
    session.advance(0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// History of the front lane.
inline const lab::History& history(const app::Session& session) {
  return *session.shown().seen.histories[session.setup().front];
}

}  // namespace edits
