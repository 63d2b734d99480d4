#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lab/sweep/batch_sweep.h"
#include "lab/sweep/sweep.h"

namespace lab {

using Candidate = BatchRule;

/// Why there is no advice on a body, in one line: no effector can move. Empty if there is advice.
std::string no_advice_on(const ik::Multibody& multibody);

/// "Damped least squares, λ 0.4, D_max 0.5 m": the method and all its settings.
std::string describe(const Candidate& candidate);

/// The candidates for a scene, in the order of the methods, each method first as it is set.
struct AdvicePlan {
  Experiment experiment;  ///< each candidate replaces its method and settings
  std::vector<Candidate> candidates;
  std::vector<std::string> left_out;  ///< what is not tried, and why, one sentence each

  /// The experiment of a candidate: the one that `iklab run` measures with its settings.
  Experiment of(std::size_t candidate) const;
};

/// For every method:
///   - kMainValues values of its main parameter over the range of its slider. The main parameter
///     is λ, or otherwise the first number. Each value with the present D_max, with D_max off and
///     with D_max at half a link (Buss 2009, section 2), a quarter of a link and a whole link.
///   - kOtherValues values of every other parameter alone, both values of a switch, with the
///     present D_max and with half a link.
///
/// The present values of the experiment are included, for λ also the method's default.
/// Parameters of a method that needs preparation for a body, such as training, keep their values.
/// \param experiment its method may be null. The set parameters of that method are kept;
/// parameters of other methods are kept only if fixed
/// \param methods    to try, in this order; empty: all
/// \param fixed      names of settings and parameters that keep their values
AdvicePlan plan_advice(Experiment experiment, std::span<const ik::MethodInfo* const> methods = {},
                       const std::set<std::string, std::less<>>& fixed = {});

/// The default number of first steps that are not measured: a sixth of all, as in the report, at
/// most 400. 0 if no target moves: then runs differ only on the way to the targets.
long usual_warmup(std::span<const TargetCurve> targets, long steps);

inline constexpr int kMainValues = 9, kOtherValues = 3;

/// The cost of a candidate; smaller is better.
struct Cost {
  double error = 0.0;   ///< error_of(), m
  double jitter = 0.0;  ///< Summary::mean_jitter_deg
  double ns = kOff;     ///< CPU time of an update, ns; infinite without a timing
  bool finite = true;   ///< all numbers of the run are finite
  bool shakes = false;  ///< is_shaking()
};

/// The error that ranks candidates: the mean error of a run over positions and aims. The error of
/// an aim is the body's mean lever times the aim's angle. With k positions and r aims, error_of is
///   (k mean_error + r lever mean_aim_error) / (k + r),   m
/// and equals mean_error without aims.
double error_of(const Summary& summary, const ik::Multibody& multibody);
/// The name of error_of(): "mean error", or "mean error with aims" if the body has aims, because a
/// run's mean error counts positions only.
const char* error_name(const ik::Multibody& multibody);
Cost cost_of(const Summary& summary, const ik::Multibody& multibody);

/// The Pareto front of error and jitter, by rising error and so by falling jitter. A candidate
/// beats another if only the first is finite, or if neither of its numbers is larger and one is
/// smaller. The first of equal candidates stays. Time is ignored: it depends on the machine.
/// \returns indices; empty if no candidate is finite
std::vector<std::size_t> front_of(std::span<const Cost> costs);

/// The bounds of "close" and "calm".
///
/// Close: the error is at most (1 + kCloseShare) times the smallest one, or counts as reached.
/// Calm: not shaking (is_shaking).
struct Bounds {
  double error = 0.0;  ///< m

  static constexpr double kCloseShare = 1.0 / 3.0;

  bool close(const Cost& cost) const { return cost.finite && cost.error <= error; }
  bool calm(const Cost& cost) const { return cost.finite && !cost.shakes; }
};

/// \param reached error that counts as reached, m
/// \returns nothing if no candidate is finite
std::optional<Bounds> bounds_of(std::span<const Cost> costs, double reached);

/// The error that counts as reached: kReachedShare of the longest reach, m.
double reached_error(const ik::Multibody& multibody);

enum class Purpose {
  kClosest,   ///< smallest error among the calm candidates
  kCalmest,   ///< smallest jitter among the close candidates
  kQuickest,  ///< shortest time among the candidates that are calm and close
};
/// "closest", "calmest", "quickest".
const char* name(Purpose purpose);
/// "Closest while calm", "Calmest while close", "Quickest while both".
const char* words(Purpose purpose);

struct Choice {
  Purpose purpose;
  std::size_t candidate;
  /// The rival, none if nothing is better. kClosest: the closest of all. kCalmest: the closest of
  /// the calmer candidates. kQuickest: the quickest of the candidates that are clearly quicker and
  /// not both close and calm.
  std::optional<std::size_t> instead;
};

/// Times up to this share above the shortest count as equal. The closest of these candidates is
/// chosen, so that clock noise does not decide.
inline constexpr double kSameTime = 0.25;

/// A time below this share of another is shorter by more than clock noise.
inline constexpr double kClearlyLess = 0.9;

/// The three recommendations. Without times there is no quickest; if all candidates shake there is
/// only the calmest; if no candidate is finite there is none. The first of equal candidates is
/// chosen.
std::vector<Choice> choose(std::span<const Cost> costs, double reached);

/// Clocks that time the updates, see UpdateTime; both empty: no times.
struct AdviceClocks {
  Clock wall = {};
  Clock cpu = {};
};

/// The summary of a candidate, with ns_per_update if there are clocks.
struct CandidateSummary {
  std::size_t candidate;
  Summary summary;
};

class AdviceParts;

/// Candidates that are computed together; the work can be divided into calls.
class AdviceRun {
 public:
  /// See Run::advance.
  double advance(long steps);
  /// \pre advance() has returned 1
  std::vector<CandidateSummary> results() const { return results_; }

 private:
  friend class AdviceParts;
  AdviceRun(const AdviceParts& parts, std::size_t first, std::size_t count)
      : parts_(parts), first_(first), count_(count) {}
  void begin_alone(long steps, long warmup);
  double advance_block(long steps);

  const AdviceParts& parts_;
  std::size_t first_, count_;  // range of candidates
  std::vector<CandidateSummary> results_;
  std::optional<BatchRun> block_;     // all candidates, until it is done
  std::unique_ptr<Tracker> tracker_;  // for the candidate that runs alone
  std::unique_ptr<Run> alone_;
  std::size_t timed_ = 0;  // number of the block's candidates that are timed
};

/// The candidates of a plan, divided into parts: blocks of BatchRuns if the method can run in a
/// batch, otherwise single candidates. Except for times, the summaries equal lab::run bit for bit.
/// Immutable: any number of threads may begin and advance parts at the same time.
///
/// An update in a block has no time of its own: a separate run of kTimedSteps times it.
class AdviceParts {
 public:
  static constexpr long kTimedSteps = 400, kTimedWarmup = 80;

  /// \param store cache of the methods' preparations, see ik::AnyMethod; outlives this; null: none
  explicit AdviceParts(AdvicePlan plan, AdviceClocks clocks = {},
                       ik::PreparationStore* store = nullptr);

  const AdvicePlan& plan() const { return plan_; }
  int count() const { return static_cast<int>(parts_.size()); }
  /// \pre this outlives the run
  AdviceRun begin(int part) const;

 private:
  friend class AdviceRun;
  /// Candidates that share a block of runs. A single candidate if `runs` is null.
  struct Part {
    std::size_t turn;          ///< position among the parts of its method
    std::size_t first, count;  ///< range of candidates
    std::shared_ptr<const BatchRuns> runs;
  };

  AdvicePlan plan_;
  AdviceClocks clocks_;
  ik::PreparationStore* store_;
  std::vector<Part> parts_;
};

}  // namespace lab
