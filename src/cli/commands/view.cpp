#include <filesystem>
#include <memory>
#include <utility>

#include "app/window/window.h"
#include "cli/commands/commands.h"
#include "cli/options/setup_options.h"
#include "cli/output/table.h"
#include "io/files/error.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/saved/session_file.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"

namespace cli {
namespace {

struct ViewOptions {
  SetupOptions setup;
  std::string method;
  bool dark = false, paused = false, fresh = false;
  std::string scale, crowd, frames, screenshot;
  std::string session, setup_text;
};

std::vector<const ik::MethodInfo*> possible_methods(const std::string& id) {
  if (!id.empty()) return {&method_of("--method", id)};
  std::vector<const ik::MethodInfo*> methods;  // that of the last session, whichever it was
  for (const ik::MethodInfo& method : ik::methods()) methods.push_back(&method);
  return methods;
}

double scale_of(const std::string& text) {
  if (text.empty()) return 0.0;
  const std::optional<double> scale = io::parse_number(text);
  if (!scale || !(*scale > 0.0)) throw io::Error("--scale: expected a number above 0");
  return *scale;
}

int bodies_of(const std::string& text) {
  const long count = count_option("--crowd", text, 1);
  if (count > lab::kMostBodies) {
    throw io::Error("--crowd: expected a whole number from 1 to 20000");
  }
  return static_cast<int>(count);
}

/// A setup as text, or the file that holds one.
lab::Setup setup_of(const std::string& text) {
  if (text.find('{') != std::string::npos) return io::parse_setup(text, "--setup");
  return io::parse_setup(io::read_file(text), text);
}

void view(const ViewOptions& options) {
  app::WindowOptions window;
  if (options.setup.has_scene()) {
    window.scene = options.setup.scene();
  } else if (options.setup.has_group()) {
    throw io::Error("--group: needs --scene");
  }
  if (!options.session.empty()) {
    window.run = io::read_session(options.session);
    window.run_name = options.session;
  }
  if (!options.setup_text.empty()) window.setup = setup_of(options.setup_text);
  window.params = options.setup.params(possible_methods(options.method));
  window.method = options.method;
  window.settings = options.setup.given_settings();
  window.dark = options.dark;
  window.paused = options.paused;
  window.keep_preferences = !options.fresh;
  window.content_scale = scale_of(options.scale);
  if (!options.crowd.empty()) window.crowd = bodies_of(options.crowd);
  if (!options.frames.empty()) window.frames = count_option("--frames", options.frames, 1);
  window.screenshot = options.screenshot;
  if (!window.screenshot.empty()) {
    if (std::filesystem::path(window.screenshot).extension() != ".png") {
      throw io::Error("--screenshot: expected a file that ends in .png");
    }
    // a path that cannot be written is better known before the session than after it
    const io::OutputFile probe(window.screenshot);
  }
  app::run_window(window);
}

}  // namespace

void add_view(CLI::App& program) {
  CLI::App* command = program.add_subcommand("view", "Opens the window (the same as no command)");
  const auto options = std::make_shared<ViewOptions>();
  options->setup.add_to(*command, false);
  add_method_option(*command, options->method);
  const auto flag = [&](const char* name, bool& value, const char* help) {
    command->add_flag(name, value, help)->group("Window");
  };
  const auto option = [&](const char* name, std::string& value, const char* type,
                          const char* help) {
    command->add_option(name, value, help)->type_name(type)->group("Window");
  };
  flag("--paused", options->paused, "Stand at the initial pose instead of playing");
  flag("--fresh", options->fresh, "Forget the last session, and remember nothing of this one");
  flag("--dark", options->dark, "The dark theme, whatever was remembered");
  option("--scale", options->scale, "X", "Pixels a point (default: what the display asks for)");
  option("--crowd", options->crowd, "N",
         "Begin with so many bodies around the one in the middle, 1 to 20000");
  option("--frames", options->frames, "N", "Close after so many frames (default: never)");
  option("--screenshot", options->screenshot, "F.png", "Write the last frame to a file");
  option("--session", options->session, "FILE", "Go through a run that was saved");
  option("--setup", options->setup_text, "TEXT",
         "Begin with a set-up that was copied, or with the file that holds one");
  command->footer("Example: iklab view --scene double-y --method dls --lambda 1.1");
  command->callback([options] { view(*options); });
}

void view_as_last_time() { view({}); }

}  // namespace cli
