#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/run/experiment.h"
#include "lab/track/setup.h"

namespace lab {

/// One run of a guided experiment, as data.
struct ClaimRun {
  std::string series;  ///< what it is compared as: "D_max 0.4 m"
  std::string scene;   ///< a built-in scene's id
  const char* method;  ///< its id
  std::vector<std::pair<const char*, double>> settings = {};  ///< by name, the outside's unit
  double x = 0.0;     ///< where it stands in a sweep, such as lambda
  long steps = 2400;  ///< time steps ...
  long warmup = 400;  ///< ... of which the first are not measured
};

/// What a run came to.
struct ClaimResult {
  ClaimRun run;
  Summary summary;
  /// Mean jitter over the steps in which some target is beyond what links reach (reach_of), and
  /// over the others, degrees; 0 where there are none.
  double jitter_beyond_deg = 0.0, jitter_within_deg = 0.0;
  /// How far targets are outside what links reach, mean over the measured steps and effectors, m:
  /// no pose at all leaves a smaller mean error.
  double beyond = 0.0;
  std::vector<double> error;   ///< of every measured step, mean over the effectors, m
  std::vector<double> jitter;  ///< of every measured step, degrees
};

enum class Verdict {
  kHolds,
  kInPart,
  kDoesNotHold,
  kNotJudged,  ///< it is about time, and nobody held a clock
};
/// "holds", "holds in part", "does not hold", "not judged".
const char* name(Verdict verdict);

/// What the numbers say of a claim.
struct Judgement {
  Verdict verdict = Verdict::kNotJudged;
  std::string sentence;  ///< with the numbers
  int answer = -1;       ///< which of the claim's answers they bear out, or -1
};

/// What is plotted of the results.
enum class ClaimView {
  kErrorInTime,   ///< mean error of every run, one scene below the other
  kJitterInTime,  ///< likewise
  kErrorBySweep,  ///< mean error over x, a line a series, and the jitter below it
};

/// A sentence about inverse kinematics that somebody published, and how to see whether it is so.
struct Claim {
  const char* id;
  const char* sentence;
  const char* source;
  const char* question;              ///< asked before the numbers are shown
  std::vector<const char*> answers;  ///< two or three
  const char* x_label = "";          ///< of a sweep; "λ"
  const char* x_unit = "";
  ClaimView view = ClaimView::kErrorInTime;
  bool about_time = false;  ///< judged by ns_per_update, so that its runs are timed one by one
  std::vector<ClaimRun> (*plan)();
  Judgement (*judge)(std::span<const ClaimResult> results);  ///< by the results alone
};

/// All guided experiments, in the order in which they teach.
std::span<const Claim> claims();
/// The claim of that id, or null.
const Claim* find_claim(std::string_view id);

/// A claim, measured.
struct Finding {
  const Claim* claim = nullptr;
  std::vector<ClaimResult> results;
  Judgement judgement;
  std::vector<Plot> plots;  ///< below each other
};

/// Where scenes come from, by id: the laboratory reads no files.
using SceneSource = std::function<Scene(const std::string&)>;

/// A claim that is being measured, in portions. Runs that may stand side by side do, see
/// BatchRuns, but for a claim about times under a clock. The same bits every time, and as run by
/// run, but for what the clock says.
class Measurement {
 public:
  /// \param clock for ns_per_update; may be empty
  Measurement(const Claim& claim, SceneSource scenes, Clock clock = {});
  Measurement(Measurement&&) noexcept;
  ~Measurement();

  const Claim& claim() const { return claim_; }
  /// Makes so many steps of a run, or those that are left of it.
  /// \returns the share of the whole plan that is done; 1 ends it
  double advance(long steps);
  /// What came of it, judged and plotted. \pre it is over
  Finding finding();

  struct Running;  ///< runs that are under way

 private:
  void begin();

  const Claim& claim_;
  SceneSource scenes_;
  Clock clock_;
  std::vector<ClaimRun> plan_;
  std::vector<std::optional<ClaimResult>> results_;
  std::vector<std::size_t> group_;    // of the plan, that are under way ...
  std::unique_ptr<Running> running_;  // ... or null between them
  std::size_t done_ = 0;
};

/// The whole plan at once.
Finding conduct(const Claim& claim, const SceneSource& scenes, const Clock& clock = {});
/// One run of a plan.
ClaimResult conduct(const ClaimRun& run, const SceneSource& scenes, const Clock& clock = {});

/// What is shown of results.
std::vector<Plot> plots_of(const Claim& claim, std::span<const ClaimResult> results);

/// "dls, λ 0.6, D_max 0.4": the method and what was set.
std::string describe(const ClaimRun& run);

}  // namespace lab
