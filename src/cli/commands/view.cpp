#include "cli/commands/view.h"

#include "app/window/window.h"
#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/saved/preferences.h"
#include "io/saved/session_file.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"
#include "lab/scene/number_text.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

struct ViewOptions {
  SetupOptions setup;
  std::string method, methods;
  bool dark = false, paused = false, fresh = false, no_panels = false;
  std::string page, signals, scale, crowd, frames, screenshot;
  std::string session, setup_text;
};

/// The methods that may be active when the window opens.
std::vector<const ik::MethodInfo*> possible_methods(const ViewOptions& options) {
  if (!options.methods.empty()) return methods_of(options.methods);
  if (!options.method.empty()) return {&method_of("--method", options.method)};
  return methods_of("all");  // the last session's method may be any of them
}

double scale_of(const std::string& text) {
  if (text.empty()) return 0.0;
  const std::optional<double> scale = lab::parse_number(text);
  if (scale && *scale >= io::kMinScale && *scale <= io::kMaxScale) return *scale;
  throw io::Error(
      fmt::format("--scale: expected a number from {} to {}", io::kMinScale, io::kMaxScale));
}

std::optional<std::size_t> page_of(const std::string& name) {
  if (name.empty()) return std::nullopt;
  const std::vector<std::string> names = app::page_names();
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw io::Error(fmt::format("--page: no page '{}'; there are {}", name, fmt::join(names, ", ")));
}

std::string signal_names() { return io::joined(lab::signals(), ", ", &lab::SignalInfo::id); }

std::vector<lab::Signal> signals_of(const std::string& list) {
  std::vector<lab::Signal> result;
  if (list.empty()) return result;
  for (const std::string& id : io::parts_of(list)) {
    const auto signal = std::ranges::find(lab::signals(), id, &lab::SignalInfo::id);
    if (signal == lab::signals().end()) {
      throw io::Error("--signals: no signal '" + id + "'; there are " + signal_names());
    }
    result.push_back(signal->signal);
  }
  if (result.size() > app::live_plots()) {
    throw io::Error("--signals: at most one for each of the two live plots");
  }
  return result;
}

/// Reads a setup from JSON text or from a file.
lab::Setup setup_of(const std::string& text) {
  if (text.find('{') != std::string::npos) return io::parse_setup(text, "--setup");
  return io::parse_setup(io::read_file(text), text);
}

void view(const ViewOptions& options) {
  app::WindowOptions window;
  if (options.setup.reads_input()) {
    throw io::Error("--scene -: the window opens files alone, to find them at the next start");
  }
  if (options.setup.has_scene()) {
    window.scene = options.setup.scene();
  } else if (const std::string option = options.setup.option_of_scene(); !option.empty()) {
    throw io::Error(option + ": needs --scene");
  }
  if (!options.session.empty()) {
    window.run = io::read_session(options.session);
    window.run_name = options.session;
  }
  if (!options.setup_text.empty()) window.setup = setup_of(options.setup_text);
  const std::vector<const ik::MethodInfo*> methods = possible_methods(options);
  window.params = options.setup.params(methods);
  window.method = options.method;
  if (!options.methods.empty()) {
    window.method = methods.front()->id;
    window.further_lanes.assign(methods.begin() + 1, methods.end());
  }
  window.settings = options.setup.given_settings();
  window.dark = options.dark;
  window.no_panels = options.no_panels;
  window.page = page_of(options.page);
  window.signals = signals_of(options.signals);
  window.paused = options.paused;
  window.keep_preferences = !options.fresh;
  window.content_scale = scale_of(options.scale);
  if (!options.crowd.empty()) {
    window.crowd = static_cast<int>(count_option("--crowd", options.crowd, 1, lab::kMaxBodies));
  }
  if (!options.frames.empty()) window.frames = count_option("--frames", options.frames, 1);
  window.cache = options.setup.cache.folder();
  window.screenshot = options.screenshot;
  if (!window.screenshot.empty()) {
    expect_png("--screenshot", window.screenshot);
    Inputs inputs = window.scene ? Inputs(*window.scene) : Inputs();
    if (window.run) inputs.add("--session", options.session);
    if (window.setup) inputs.add("--setup", options.setup_text);
    // fail before the session, not after it, if the path cannot be written
    const Output probe("--screenshot", window.screenshot, inputs);
  }
  app::run_window(window);
}

}  // namespace

void add_view(CLI::App& program) {
  CLI::App* command = program.add_subcommand("view", "Opens the window (the same as no command)");
  const auto options = std::make_shared<ViewOptions>();
  options->setup.add_to(*command, false, "--scene,FILE");
  CLI::Option* const method = add_method_option(*command, options->method);
  command
      ->add_option("--methods", options->methods,
                   wrapped_help(std::string("Lanes to begin with, side by side: ") + kMethodsHelp))
      ->type_name("M1,M2,...")
      ->excludes(method);
  const OptionGroup group{*command, "Window"};
  group.add_flag("--paused", options->paused, "Begin paused, at the initial pose");
  group.add_flag("--fresh", options->fresh,
                 "Ignore the saved preferences, and save none at the end");
  group.add_flag("--dark", options->dark, "The dark theme; overrides the saved preferences");
  group.add_flag("--no-panels", options->no_panels, "Start with hidden panels; H shows them");
  group.add(
      "--page", options->page, "NAME",
      wrapped_help(fmt::format("Begin with this page: {}", fmt::join(app::page_names(), ", "))));
  group.add("--signals", options->signals, "ID,ID",
            wrapped_help("Begin with these live plots, one or two of: " + signal_names()));
  group.add("--scale", options->scale, "X", "Pixels per point (default: from the display)");
  group.add("--crowd", options->crowd, "N",
            "Begin with a crowd of N bodies around the one in the middle, 1 to 20000");
  group.add("--frames", options->frames, "N", "Close after N frames (default: never)");
  group.add("--screenshot", options->screenshot, "F.png", "Write the last frame to a file");
  group.add("--session", options->session, "FILE", "Replay a saved run");
  group.add("--setup", options->setup_text, "TEXT",
            "Start with a set-up: text copied from the window, or a file with it");
  command->footer("Example: iklab view --scene double-y --method dls --lambda 1.1");
  command->callback([options] { view(*options); });
}

void view_as_last_time() { view({}); }

}  // namespace cli
