#include "cli/commands/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/options/measurement.h"
#include "cli/output/output.h"
#include "cli/output/progress.h"
#include "io/figure/plot_file.h"
#include "io/files/text.h"
#include "io/saved/preparation_files.h"
#include "io/setup/provenance.h"
#include "lab/plot/recording_plots.h"
#include "lab/scene/number_text.h"
#include "lab/solve/basin_figure.h"
#include "lab/solve/branch_plots.h"
#include "lab/view/spectrum.h"

namespace cli {
namespace {

constexpr long kMaxSteps = 100'000;  // a recorded step of a large body takes a kilobyte
constexpr std::size_t kMaxPanels = 24;
constexpr double kEllipseFactor = 0.25;  // rad

struct FigureOptions {
  SetupOptions setup;
  std::string kind, methods, steps, plot;
};

/// What a figure is drawn from: a tracker for each method, at row 0.
struct Subject {
  std::vector<lab::Tracker> trackers;
  std::vector<long> steps;  ///< as --steps names them, ascending
  io::PlotFormat format;
  std::string provenance;
  ProgressLine& line;

  long last() const { return steps.back(); }
  /// Runs a tracker to a step.
  void run(lab::Tracker& tracker, long to) {
    while (tracker.step_count() < to) {
      tracker.step();
      show(tracker);
    }
  }
  void show(const lab::Tracker& tracker) {
    if (tracker.step_count() % kShownSteps == 0) line.show(0.0, tracker.method_info().id);
  }
};

std::string draw_filters(Subject& subject) {
  for (lab::Tracker& tracker : subject.trackers) {
    if (!tracker.method().filter(1.0, 1.0)) {
      throw io::Error(fmt::format("--methods: {} has no filter", tracker.method_info().id));
    }
    subject.run(tracker, subject.last());
  }
  const lab::Plot plot = lab::filter_plot(subject.trackers);
  return io::draw_plots(std::span(&plot, 1), subject.format, subject.provenance);
}

std::string draw_strip(Subject& subject, lab::PoseStripPlan plan) {
  plan.steps = subject.steps;
  const lab::PoseStrip strip =
      lab::pose_strip(subject.trackers, plan, [&] { subject.show(subject.trackers.front()); });
  return io::draw_poses(strip, subject.format, subject.provenance);
}

std::string draw_poses(Subject& subject) { return draw_strip(subject, {.steps = {}}); }

std::string draw_ellipses(Subject& subject) {
  return draw_strip(subject, {.steps = {}, .before = 0, .ellipses = kEllipseFactor});
}

std::string draw_landscape(Subject& subject) {
  if (subject.trackers.front().multibody().joint_count() != 2) {
    throw io::Error("--scene: a landscape is of a body of two joints, such as two-link-arm");
  }
  const int updates = static_cast<int>(subject.last());
  return io::draw_landscape(lab::landscape_figure(subject.trackers, updates), subject.format,
                            subject.provenance);
}

std::string draw_basins(Subject& subject) {
  if (subject.trackers.size() > 1) throw io::Error("--methods: basins are of one method");
  const lab::StandingLane lane(subject.trackers.front());
  const auto joints = lab::plane_joints(lane);
  if (!joints) throw io::Error("--scene: basins need two joints that move the first effector");
  const lab::Basins basins(lane, lab::plane_of(lane, (*joints)[0], (*joints)[1]),
                           {.budget = std::max(1, static_cast<int>(subject.last()))});
  lab::BasinMap map(basins);
  for (int part = 1; part <= basins.count(); ++part) {
    map.compute(basins, part);
    subject.line.show(static_cast<double>(part) / basins.count());
  }
  return io::draw_basins(lab::basin_figure(basins, map, false), subject.format, subject.provenance);
}

std::string draw_shaking(Subject& subject) {
  const long from = subject.steps.size() > 1 ? subject.steps.front() : 0;
  std::vector<lab::Recording> recordings;
  for (lab::Tracker& tracker : subject.trackers) {
    lab::Recording& recording = recordings.emplace_back(tracker);
    recording.add(tracker);
    while (tracker.step_count() < subject.last()) {
      // the mean of the jitter begins with the run
      if (tracker.step_count() < from) recording.clear();
      subject.run(tracker, tracker.step_count() + 1);
      recording.add(tracker);
    }
  }
  return io::draw_plots(lab::shaking_plots(recordings), subject.format, subject.provenance);
}

std::string draw_branches(Subject& subject) {
  return io::draw_plots(lab::branch_plots(subject.trackers.front(), subject.last()), subject.format,
                        subject.provenance);
}

std::string draw_regular_way(Subject& subject) {
  const lab::StandingLane lane(subject.trackers.front());
  const auto way = lab::regular_way(lane);
  if (!way) {
    throw io::Error(
        "--scene: no two solutions of the goals are joined by a straight way of the joints on "
        "which "
        "det J keeps its sign");
  }
  return io::draw_plots(lab::regular_way_plots(lane, *way), subject.format, subject.provenance);
}

struct FigureKind {
  const char* name;
  const char* steps;      ///< default of --steps
  std::size_t max_steps;  ///< how many numbers --steps takes
  const char* help;
  std::string (*draw)(Subject& subject);
  lab::KnobTask task = lab::KnobTask::kTracking;
};

constexpr FigureKind kKinds[] = {
    {.name = "poses",
     .steps = "0,1,2,4,8,16",
     .max_steps = kMaxPanels,
     .help = "a strip of poses for each method, after each of the steps",
     .draw = draw_poses},
    {.name = "ellipses",
     .steps = "0,1,2,4,8,16",
     .max_steps = kMaxPanels,
     .help = "the same with the effectors' velocity ellipses",
     .draw = draw_ellipses},
    {.name = "filters",
     .steps = "0",
     .max_steps = 1,
     .help = "the methods' filters over σ beside 1/σ, in the pose after the step",
     .draw = draw_filters},
    {.name = "landscape",
     .steps = "60",
     .max_steps = 1,
     .help = "the error over both joints, with the methods' paths of so many updates",
     .draw = draw_landscape,
     .task = lab::KnobTask::kStanding},
    {.name = "basins",
     .steps = "60",
     .max_steps = 1,
     .help = "the solution that each start reaches within so many updates",
     .draw = draw_basins,
     .task = lab::KnobTask::kStanding},
    {.name = "shaking",
     .steps = "0,400",
     .max_steps = 2,
     .help = "a joint's angle and the jitter over time, between two steps",
     .draw = draw_shaking},
    {.name = "branches",
     .steps = "200",
     .max_steps = 1,
     .help = "the joints of all solutions over so many steps of the targets",
     .draw = draw_branches,
     .task = lab::KnobTask::kStanding},
    {.name = "regular-way",
     .steps = "0",
     .max_steps = 1,
     .help = "a way between two solutions without a singular pose",
     .draw = draw_regular_way,
     .task = lab::KnobTask::kStanding}};

const FigureKind& kind_of(const std::string& name) {
  std::vector<std::string> names;
  for (const FigureKind& kind : kKinds) {
    if (name == kind.name) return kind;
    names.emplace_back(kind.name);
  }
  throw io::Error(fmt::format("no figure '{}'{}: there are {}", name, io::did_you_mean(name, names),
                              io::joined(names, ", ")));
}

std::vector<long> steps_of(const FigureKind& kind, const std::string& text) {
  std::vector<long> steps;
  for (const std::string& part : io::parts_of(text)) {
    steps.push_back(count_option("--steps", part, 0, kMaxSteps));
    if (steps.size() > 1 && steps.back() <= steps[steps.size() - 2]) {
      throw io::Error("--steps: every number is larger than the one before");
    }
  }
  if (steps.empty()) throw io::Error("--steps: no number");
  if (steps.size() > kind.max_steps) {
    throw io::Error(
        fmt::format("--steps: {}: at most {}", kind.name, lab::counted(kind.max_steps, "number")));
  }
  return steps;
}

void figure(const FigureOptions& options) {
  const FigureKind& kind = kind_of(options.kind);
  const std::vector<const ik::MethodInfo*> methods = methods_of(options.methods);
  const std::vector<long> steps =
      steps_of(kind, options.steps.empty() ? kind.steps : options.steps);
  const io::PlotFormat format = plot_format_of(options.plot);
  const lab::Scene scene = options.setup.scene();
  const lab::Settings settings = options.setup.settings(scene);
  const lab::Params params = options.setup.params(methods);
  Output file("--plot", options.plot, Inputs(scene));

  lab::Experiment experiment{scene, methods.front(), settings, steps.back(),
                             kind.draw == draw_shaking && steps.size() > 1 ? steps.front() : 0};
  experiment.settings.set_params(params);
  const std::vector<lab::KnobUse> uses =
      io::tracking_uses(experiment.scene, experiment.settings, methods, kind.task);
  tell_unused(options.setup.given_settings(), uses);
  tell_if_slow(methods, scene.multibody);
  const std::string origin =
      io::provenance(experiment, uses, io::joined(methods, ",", &ik::MethodInfo::id));
  io::PreparationFiles store(options.setup.cache.folder());
  ProgressLine line("figure");
  Subject subject{{}, steps, format, origin, line};
  for (const ik::MethodInfo* method : methods) {
    lab::Tracker& tracker = subject.trackers.emplace_back(scene, *method, settings);
    set_params(tracker, params);
    prepare(tracker, store, line);
  }
  file.stream() << kind.draw(subject);
  file.commit();
  tell_written({file.file_name()});
}

}  // namespace

void add_figure(CLI::App& program) {
  const auto [app, options] = add_command(
      program, "figure",
      "Draws a figure that explains methods: poses, filters, paths, basins, shaking", figure);
  std::string kinds = "What to draw:";
  for (const FigureKind& kind : kKinds) kinds += fmt::format(" {}, {};", kind.name, kind.help);
  kinds.back() = '.';
  app.add_option("kind", options.kind, wrapped_help(kinds))->type_name("KIND")->required();
  options.setup.add_to(app);
  add_methods_option(app, options.methods)->required();
  const OptionGroup group{app, "Figure"};
  group.add("--steps", options.steps, "N1,N2,...",
            wrapped_help("Time steps, ascending: what they mean depends on what is drawn"));
  group.add_file("--plot", options.plot, "The file: .svg, .png or .pdf")->required();
  app.footer(
      "Example: iklab figure poses --scene y --methods pseudoinverse,dls --steps 0,4,16,64 \\\n"
      "           --plot poses.svg");
}

}  // namespace cli
