#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/session.h"
#include "app/window/address.h"
#include "app/window/window.h"

// What the page around a frame asks, reads and hears of the window in it: docs/page.md.
namespace app {

/// A message of the page around: "set", "seek", …, with its parts.
struct Message {
  std::string verb;
  Query parts;
};

/// The message in lines: the verb, then NAME=VALUE.
Message message_of(std::string_view lines);

/// The window's part in obeying messages.
struct FigureWindow {
  std::function<CameraView()> camera;
  /// \param view none: the first view
  std::function<void(const std::optional<CameraView>& view)> set_camera;
  /// \param scale pixels per point; 0: the display's
  std::function<void(double scale)> set_scale;
};

/// Does what a message asks. A long way in the run is begun only, see Session::has_orders(). What
/// is valid in a message is done, even if other parts are wrong.
/// \returns the answer, as a JSON object: "why" it is refused, a "note" on what was done, or the
/// "value" that was asked for; empty: done
std::string obey(const Message& message, Session& session, ui::Panels& panels,
                 const FigureWindow& window);

/// A changed set-up as a JSON object: "set" with the parts of an address for scene, methods and the
/// settings of the front lane.
/// \param what the reader's change, "λ", which becomes "what"; empty: somebody else's
std::string change_text(const std::string& what, const Session& session);

}  // namespace app
