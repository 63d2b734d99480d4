#include <filesystem>
#include <memory>

#include "app/picture/picture.h"
#include "cli/commands/commands.h"
#include "cli/options/setup_options.h"
#include "cli/output/table.h"
#include "io/figure/image_file.h"
#include "io/files/file.h"

namespace cli {
namespace {

struct ShotOptions {
  SetupOptions setup;
  std::string method, steps, out;
  std::string size = "1280x720";
  bool dark = false;
};

struct Size {
  int width, height;
};

Size size_of(const std::string& text) {
  constexpr long kLargest = 16384;  // what graphics drivers draw at most
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) throw io::Error("--size: expected WIDTHxHEIGHT in pixels");
  const long width = count_option("--size", text.substr(0, cross), 1);
  const long height = count_option("--size", text.substr(cross + 1), 1);
  if (width > kLargest || height > kLargest) throw io::Error("--size: at most 16384 pixels a side");
  return {static_cast<int>(width), static_cast<int>(height)};
}

void shot(const ShotOptions& options) {
  const Size size = size_of(options.size);
  const long steps = count_option("--steps", options.steps, 0, lab::kMostRunSteps);
  const ik::MethodInfo& method = method_of("--method", options.method);
  const lab::Scene scene = options.setup.scene();
  lab::Tracker tracker(scene, method, options.setup.settings(scene));
  set_params(tracker, options.setup.params({&method}));
  if (std::filesystem::path(options.out).extension() != ".png") {
    throw io::Error("--out: a picture ends in .png");
  }
  io::OutputFile file(options.out);

  app::Trails trails(scene.targets.size());
  const auto leave_trail = [&] { trails.append(tracker.targets(), tracker.pose().effector); };
  leave_trail();
  for (long step = 0; step < steps; ++step) {
    tracker.step();
    leave_trail();
  }
  app::SnapshotOptions look{.width = size.width, .height = size.height};
  look.style.dark = options.dark;
  const gfx::Image image = app::snapshot(tracker, &trails, look);
  file.stream() << io::png_bytes(image.width, image.height, image.rgba);
  file.commit();
}

}  // namespace

void add_shot(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("shot", "Draws one frame to a file, without a display");
  const auto options = std::make_shared<ShotOptions>();
  options->setup.add_to(*command);
  add_method_option(*command, options->method)->required();
  const auto option = [&](const char* name, std::string& value, const char* type,
                          const char* help) {
    return command->add_option(name, value, help)->type_name(type)->group("Picture");
  };
  option("--steps", options->steps, "N", "Time steps to make before")->required();
  option("--out", options->out, "F.png", "The picture's file")->required();
  option("--size", options->size, "WxH", "In pixels (default: 1280x720)");
  command->add_flag("--dark", options->dark, "The dark theme")->group("Picture");
  command->footer("Example: iklab shot --scene y --method sdls --steps 200 --out y.png");
  command->callback([options] { shot(*options); });
}

}  // namespace cli
