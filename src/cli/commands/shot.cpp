#include "cli/commands/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/picture/picture.h"
#include "cli/options/measurement.h"
#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/figure/image_file.h"
#include "io/saved/preparation_files.h"
#include "io/setup/provenance.h"

namespace cli {
namespace {

struct ShotOptions {
  SetupOptions setup;
  std::string method, steps, out;
  std::string size = "1280x720";
  std::string scale_up = "1";
  bool dark = false, transparent = false, solutions = false;
};

constexpr long kLargest = 16384;  // pixels, the limit of most graphics drivers

/// Parses width and height.
std::pair<int, int> size_of(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) throw io::Error("--size: expected WIDTHxHEIGHT in pixels");
  const auto pixels = [](const std::string& part) {
    return static_cast<int>(count_option("--size", part, 1, kLargest));
  };
  return {pixels(text.substr(0, cross)), pixels(text.substr(cross + 1))};
}

/// All poses that reach the tracker's goals, in the colours of the page "Reach".
std::vector<ui::ShownSolution> all_solutions(const lab::Tracker& tracker) {
  lab::SolutionSearch search{lab::StandingLane(tracker)};
  while (search.advance(1) < 1.0) continue;
  const ik::Multibody& body = tracker.multibody();
  const lab::Postures postures(tracker.scene().multibody, lab::up_axis(tracker.scene()));
  std::vector<ui::ShownSolution> solutions;
  for (const ik::VectorX& theta : search.found()) {
    ui::ShownSolution& solution = solutions.emplace_back();
    solution.theta = theta;
    solution.pose = ik::pose_at(body, theta);
    solution.hue = postures.hue(postures.of(solution.pose), [&](int hue) {
      return std::none_of(solutions.begin(), solutions.end() - 1,
                          [hue](const ui::ShownSolution& other) { return other.hue == hue; });
    });
  }
  return solutions;
}

void shot(const ShotOptions& options) {
  const auto [width, height] = size_of(options.size);
  const int larger = static_cast<int>(count_option("--scale-up", options.scale_up, 1, 16));
  if (std::max(width, height) * larger > kLargest) {
    throw io::Error(fmt::format("--scale-up: more than {} pixels per side", kLargest));
  }
  const long steps = count_option("--steps", options.steps, 0, lab::kMaxRunSteps);
  const ik::MethodInfo& method = method_of("--method", options.method);
  const lab::Scene scene = options.setup.scene();
  const lab::Settings settings = options.setup.settings(scene);
  lab::Tracker tracker(scene, method, settings);
  set_params(tracker, options.setup.params({&method}));
  expect_png("--out", options.out);
  Output file("--out", options.out, Inputs(scene));

  tell_unused(options.setup.given_settings(), io::tracking_uses(scene, settings, {&method}));
  tell_if_slow({&method}, scene.multibody);

  app::Trails trails(scene.targets.size());
  const auto leave_trail = [&] { trails.append(tracker.targets(), tracker.pose().effector); };
  leave_trail();
  io::PreparationFiles store(options.setup.cache.folder());
  std::optional<ProgressLine> line("shot");
  prepare(tracker, store, *line);
  for (long step = 0; step < steps; ++step) {
    if (step % kShownSteps == 0) line->show(static_cast<double>(step) / static_cast<double>(steps));
    tracker.step();
    leave_trail();
  }
  line.reset();
  std::vector<ui::ShownSolution> solutions;
  if (options.solutions) solutions = all_solutions(tracker);
  std::vector<std::string> notes;
  const gfx::Image image = app::snapshot(tracker, &trails,
                                         {.width = width * larger,
                                          .height = height * larger,
                                          .dark = options.dark,
                                          .transparent = options.transparent,
                                          .solutions = solutions},
                                         &notes);
  constexpr std::size_t kMaxNotes = 10;
  for (std::size_t i = 0; i < std::min(notes.size(), kMaxNotes); ++i) tell_note(notes[i]);
  if (notes.size() > kMaxNotes) {
    tell_note(fmt::format("{} more meshes are not shown", notes.size() - kMaxNotes));
  }
  file.stream() << io::png_bytes(image.width, image.height, image.rgba);
  file.commit();
  tell_written({file.file_name()});
}

}  // namespace

void add_shot(CLI::App& program) {
  const auto [app, options] =
      add_command(program, "shot", "Draws one frame to a file, without a display", shot);
  options.setup.add_to(app);
  add_method_option(app, options.method)->required();
  const OptionGroup group{app, "Picture"};
  group.add("--steps", options.steps, "N", "Time steps before the picture")->required();
  group.add("--out", options.out, "F.png", "The picture's file")->required();
  group.add("--size", options.size, "WxH", "Pixels (default: 1280x720)");
  group.add("--scale-up", options.scale_up, "N",
            "Pixels of the file per pixel of --size and side, 1 to 16 (default: 1)");
  group.add_flag("--transparent", options.transparent, "Without floor and background");
  group.add_flag("--dark", options.dark, "The dark theme");
  group.add_flag("--solutions", options.solutions,
                 "All poses that reach the targets then, as ghosts");
  app.footer("Example: iklab shot --scene y --method sdls --steps 200 --out y.png");
}

}  // namespace cli
