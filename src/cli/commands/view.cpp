#include "cli/commands/commands.h"

#include "app/window/address.h"
#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/saved/session_file.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

struct ViewOptions {
  SetupOptions setup;
  std::string method, methods;
  bool dark = false, calm = false, paused = false, fresh = false, no_panels = false;
  std::string page, signals, scale, crowd, frames, screenshot;
  std::string session, setup_text;
};

/// The methods that may be active when the window opens.
std::vector<const ik::MethodInfo*> possible_methods(const ViewOptions& options) {
  if (!options.methods.empty()) return methods_of(options.methods);
  if (!options.method.empty()) return {&method_of("--method", options.method)};
  return methods_of("all");  // the last session's method may be any of them
}

/// The options in a link to a page's window.
app::WindowOptions options_of_link(const std::string& link) {
  app::Asked asked = app::options_from_address(app::parts_of_link(link));
  if (!asked.trouble.empty()) throw io::Error("--setup: " + asked.trouble);
  return std::move(asked.options);
}

/// Reads a setup from JSON text or from a file.
lab::Setup setup_of(const std::string& text) {
  if (text.find('{') != std::string::npos) return io::parse_setup(text, "--setup");
  return io::parse_setup(io::read_file(text), text);
}

void view(const ViewOptions& options) {
  app::WindowOptions window;
  const bool from_link = app::is_link(options.setup_text);
  if (from_link) window = options_of_link(options.setup_text);
  if (options.setup.scene_name == "-") {
    throw io::Error("--scene -: the window opens files alone, to find them at the next start");
  }
  if (!options.setup.scene_name.empty()) {
    window.scene = options.setup.scene();
  } else if (const std::string option = options.setup.option_of_scene(); !option.empty()) {
    throw io::Error(option + ": needs --scene");
  }
  if (!options.session.empty()) {
    window.run = io::read_session(options.session);
    window.run_name = options.session;
  }
  if (!options.setup_text.empty() && !from_link) window.setup = setup_of(options.setup_text);
  const std::vector<const ik::MethodInfo*> methods = possible_methods(options);
  for (const auto& [name, value] : options.setup.params(methods)) window.params[name] = value;
  if (!options.method.empty()) window.method = options.method;
  if (!options.methods.empty()) {
    window.method = methods.front()->id;
    window.further_lanes.assign(methods.begin() + 1, methods.end());
  }
  const auto settings = options.setup.given_settings();
  window.settings.insert(window.settings.end(), settings.begin(), settings.end());
  if (options.dark) window.dark = true;
  window.calm = options.calm;
  window.no_panels |= options.no_panels;
  if (!options.page.empty()) window.page = app::page_called("--page", options.page);
  if (!options.signals.empty()) window.signals = app::signals_called("--signals", options.signals);
  window.paused |= options.paused;
  window.keep_preferences &= !options.fresh;
  if (!options.scale.empty()) window.content_scale = app::scale_called("--scale", options.scale);
  if (!options.crowd.empty()) {
    window.crowd = static_cast<int>(count_option("--crowd", options.crowd, 1, lab::kMaxBodies));
  }
  if (!options.frames.empty()) window.frames = count_option("--frames", options.frames, 1);
  window.cache = options.setup.cache.folder();
  window.screenshot = options.screenshot;
  if (!window.screenshot.empty()) {
    expect_png("--screenshot", window.screenshot);
    Inputs inputs = window.scene ? Inputs(*window.scene) : Inputs();
    if (!options.session.empty()) inputs.add("--session", options.session);
    if (window.setup && !from_link) inputs.add("--setup", options.setup_text);
    // fail before the session, not after it, if the path cannot be written
    const Output probe("--screenshot", window.screenshot, inputs);
  }
  print_notes();
  app::run_window(window);
}

}  // namespace

void add_view(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "view", "Opens the window (the same as no command)", view);
  options.setup.body.words = &lab::kWindowWords;
  options.setup.add_to(app, false, "--scene,FILE");
  CLI::Option* const method = add_method_option(app, options.method);
  add_methods_option(app, options.methods, "Lanes to begin with, side by side: ")->excludes(method);
  const OptionGroup group{app, "Window"};
  group.add_flag("--paused", options.paused, "Begin paused, at the initial pose");
  group.add_flag("--fresh", options.fresh,
                 "Ignore the saved preferences, and save none at the end");
  group.add_flag("--dark", options.dark, "The dark theme; overrides the saved preferences");
  group.add_flag("--calm", options.calm,
                 "30 frames a second, as on battery; overrides the saved preferences");
  group.add_flag("--no-panels", options.no_panels, "Start with hidden panels; H shows them");
  group.add(
      "--page", options.page, "NAME",
      wrapped_help(fmt::format("Begin with this page: {}", fmt::join(app::page_names(), ", "))));
  group.add("--signals", options.signals, "ID,ID",
            wrapped_help("Begin with these live plots, one or two of: " +
                         io::joined(lab::signals(), ", ", &lab::SignalInfo::id)));
  group.add("--scale", options.scale, "X", "Pixels per point (default: from the display)");
  group.add("--crowd", options.crowd, "N",
            "Begin with a crowd of N bodies around the one in the middle, 1 to 20000");
  group.add("--frames", options.frames, "N", "Close after N frames (default: never)");
  group.add("--screenshot", options.screenshot, "F.png", "Write the last frame to a file");
  group.add("--session", options.session, "FILE", "Replay a saved run");
  group.add("--setup", options.setup_text, "TEXT",
            "Start with a set-up: text copied from the window, a link, or a file with it");
  app.footer("Example: iklab view --scene double-y --method dls --lambda 1.1");
}

void view_as_last_time() { view({}); }

}  // namespace cli
