#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/run.h"
#include "lab/solve/basin_map.h"
#include "lab/solve/convergence.h"
#include "lab/track/setup.h"

namespace lab {

struct ClaimRun {
  std::string series;  ///< the group it is compared in: "D_max 0.4 m"
  std::string scene;   ///< id of a built-in scene
  const char* method;  ///< id
  /// Knobs that differ from the scene's, and their values.
  std::vector<std::pair<const Knob*, double>> settings = {};
  double x = 0.0;  ///< the varied value, where the series is a sweep: lambda, for example
  // Buss (2009), section 8: 400 steps to come to the targets, then 2000 that are measured
  long steps = 2400;  ///< all time steps
  long warmup = 400;  ///< how many of the first are not measured
  /// Cells of a side of the map of basins that is measured besides, with the goals of time 0 and
  /// the first two joints; 0: none.
  int basin_side = 0;
};

/// What a map of basins says, see BasinMap.
struct BasinReading {
  double reached_share = 0.0;  ///< the share of the starts that reached
  double mean_updates = 0.0;   ///< the mean of those that reached
  /// The borders between basins.
  std::optional<BoxDimension> dimension = {};
  /// From the scene's initial pose.
  std::optional<ConvergenceOrder> order = {};
};

/// The scene's settings, changed as the run says.
Settings settings_of(const ClaimRun& run, const Scene& scene);

struct ClaimResult {
  ClaimRun run;
  std::string scene_name;  ///< how the run's scene is called
  Summary summary;
  /// Mean jitter over the steps with a target out of the links' reach (reach_of), and over the
  /// other steps, degrees; 0 where there are no such steps.
  double jitter_beyond_deg = 0.0, jitter_within_deg = 0.0;
  /// Distance of the targets from the links' reach, mean over measured steps and effectors, m: a
  /// lower bound of the mean error, whatever the pose.
  double beyond = 0.0;
  std::vector<double> error;                ///< at every measured step, mean over the effectors, m
  std::vector<double> jitter;               ///< at every measured step, degrees
  std::optional<BasinReading> basins = {};  ///< if the run asks for them
};

enum class Verdict {
  kHolds,
  kInPart,
  kDoesNotHold,
  kNotJudged,  ///< the claim is about time, and the runs had no clock
};
/// "holds", "holds in part", "does not hold", "not judged".
const char* name(Verdict verdict);
/// "This holds in part.", "This is not judged."
std::string statement(Verdict verdict);

struct Judgement {
  Verdict verdict = Verdict::kNotJudged;
  std::string sentence;  ///< with the numbers
  int answer = -1;       ///< index of the claim's answer that the numbers confirm, or -1
};

enum class ClaimView {
  kErrorInTime,    ///< mean error of every run, one plot a scene
  kJitterInTime,   ///< jitter of every run, one plot a scene
  kErrorBySweep,   ///< mean error over x, one line a series; below it the jitter
  kBasinsBySweep,  ///< share of starts that reach no solution over x; below it the mean updates
};

/// A published sentence about inverse kinematics, and the runs that test it.
struct Claim {
  const char* id;
  const char* sentence;
  const char* source;
  const char* question;              ///< asked before the numbers are shown
  std::vector<const char*> answers;  ///< two or three
  /// The varied value of a sweep.
  Axis x = {.label = knob::kDamping.symbol, .unit = knob::kDamping.unit};
  ClaimView view = ClaimView::kErrorInTime;
  bool about_time = false;  ///< judged by ns_per_update, so its runs are timed one by one
  std::vector<ClaimRun> (*plan)();
  Judgement (*judge)(std::span<const ClaimResult> results);  ///< by the results alone
};

/// All claims, in teaching order.
std::span<const Claim> claims();
/// The claim of that id, or null.
const Claim* find_claim(std::string_view id);

/// The scenes of a claim's plan, each once, in the plan's order.
std::vector<std::string> scenes_of(const Claim& claim);

/// The most lanes of setup_of(claim): more bodies side by side are hard to compare.
inline constexpr std::size_t kMaxClaimLanes = 8;

/// A setup that shows the claim's runs on one scene side by side: a lane a run, and of a sweep the
/// first, the middle and the last run.
/// \param id of the scene in the plan
/// \pre the plan has a run on that scene
Setup setup_of(const Claim& claim, const std::string& id, std::shared_ptr<const Scene> scene);

struct Finding {
  const Claim* claim = nullptr;
  std::vector<ClaimResult> results;
  Judgement judgement;
  std::vector<Plot> plots;  ///< from top to bottom
};

std::vector<Plot> plots_of(const Claim& claim, std::span<const ClaimResult> results);

/// "dls, λ 0.6, D_max 0.4": the method and the run's settings.
std::string describe(const ClaimRun& run);

}  // namespace lab
