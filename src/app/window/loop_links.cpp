// Links and messages: what the window takes from outside, and what it copies for others.
#include <imgui.h>

#include <algorithm>

#include "app/session/files.h"
#include "app/window/address.h"
#include "app/window/figure.h"
#include "app/window/loop.h"
#include "app/window/platform.h"
#include "app/window/preferences.h"
#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "ui/shell/command_palette.h"

namespace app {
namespace {

/// The controls of a figure: the method, λ where the method has it, the timeline.
ui::Kept usual_controls(const ik::MethodInfo& method) {
  ui::Kept kept{.controls = {.method = true}, .time = true};
  const char* const lambda = lab::knob::kDamping.name;
  const bool has_lambda = std::ranges::any_of(
      lab::knobs(method), [lambda](const lab::Knob& knob) { return knob.is_named(lambda); });
  if (has_lambda) kept.controls.knobs.push_back(lab::find_shared_knob(lambda));
  return kept;
}

}  // namespace

void Loop::place_linked_camera() {
  const bool crowd_comes = panels_.crowd.on && crowd_frame_ == nullptr;
  if (!linked_camera_ || session_.opening() || crowd_comes) return;
  view_.set_camera(*linked_camera_);
  linked_camera_.reset();
}

LinkedView Loop::linked_view() const {
  const bool open = panels_.arrangement.page.shown();
  LinkedView view{.run = run_of_link(session_.timeline()),
                  .camera = view_.camera_view(),
                  .page = open ? ui::side_pages()[panels_.page].name : "",
                  .signals = {},
                  .crowd = panels_.crowd.on ? panels_.crowd.wish.count : 0,
                  .apart = panels_.lanes.apart,
                  .paused = !session_.playing(),
                  .embedded = std::nullopt};
  for (const ui::PlotView& plot : panels_.plots.views) view.signals.push_back(plot.choice.signal);
  if (panels_.hidden) view.embedded = panels_.arrangement.kept;
  return view;
}

void Loop::copy_link(ui::Command command) {
  const std::string own = page_address(), address = own.empty() ? panels_.web_page : own;
  if (address.empty()) {
    panels_.palette = {.open = true, .text = std::string(ui::kWebPage) + " "};
    return session_.say("Where is the page in the web that the link is to open?");
  }
  if (command != ui::Command::kCopyLink) {
    return copy_view(address, command == ui::Command::kCopyFrame);
  }
  ImGui::SetClipboardText((address + link_to_setup(session_.setup())).c_str());
  session_.say("The link is on the clipboard: it opens this set-up");
}

void Loop::copy_view(const std::string& address, bool as_frame) {
  LinkedView view = linked_view();
  const lab::Tracker& tracker = session_.tracker();
  if (as_frame && !view.embedded) view.embedded = usual_controls(tracker.method_info());
  bool cut = false;
  std::string text = address + link_to_view(view, cut);
  const lab::Scene& scene = tracker.scene();
  if (as_frame) text = frame_line(text, "iklab: " + (scene.name.empty() ? scene.id : scene.name));
  ImGui::SetClipboardText(text.c_str());
  const std::string what = as_frame ? "The line of HTML" : "The link";
  session_.say(
      what + " is on the clipboard: it opens " +
      (cut ? "the present set-up. The run has too many changes for an address" : "this view"));
}

void Loop::open_link(const std::string& link) {
  const Asked asked = options_from_address(parts_of_link(link));
  // what is copied afterwards opens in the same place
  if (page_address().empty() && panels_.web_page.empty())
    panels_.web_page = link.substr(0, link.find_first_of("?#"));
  const WindowOptions& options = asked.options;
  if (!asked.trouble.empty()) session_.warn(asked.trouble);
  lab::Setup next = setup_of(options, session_.setup());
  const std::string load = heavy_load(next, options.crowd.value_or(0));
  set_view(options, panels_);
  if (options.camera) set_camera(*options.camera);
  auto run = run_of(options, next);
  if (run && load.empty()) {
    session_.open_run(*std::move(run), options.run_name, Session::Before::kKept);
  } else {
    session_.change(std::move(next), "open a link");
    if (asked.trouble.empty()) session_.say("Opened a link");
  }
  if (options.paused || !load.empty()) session_.set_playing(false);
  if (!load.empty()) session_.warn("This link asks for " + load + ": it is paused. Play starts it");
}

void Loop::obey_messages() {
  const FigureWindow window{.camera = [this] { return view_.camera_view(); },
                            .set_camera =
                                [this](const std::optional<CameraView>& camera) {
                                  linked_camera_ = camera;
                                  if (!camera) obey(ui::Command::kFrameCamera);
                                },
                            .set_scale = [this](double scale) { content_scale_ = scale; }};
  // the next message finds the run where the last one led it
  while (!session_.has_orders() && !session_.opening()) {
    if (!answer_.empty()) answer_message(std::exchange(answer_, {}));
    const auto message = take_message();
    if (!message) return;
    answer_ = app::obey(message_of(*message), session_, panels_, window);
  }
}

void Loop::tell_change(const std::string& what) {
  const std::pair now(session_.run_number(), session_.timeline().revision());
  if (std::exchange(told_run_, now) != now) tell_page_change(change_text(what, session_));
}

void Loop::tell_state() const {
  const lab::Tracker& tracker = session_.tracker();
  double error = 0.0;
  for (const double each : tracker.errors()) error = std::max(error, each);
  tell_frame_state({.step = tracker.step_count(),
                    .time_s = tracker.time(),
                    .error_m = error,
                    .jitter_deg = lab::jitter_deg(tracker),
                    .playing = session_.playing()});
}

}  // namespace app
