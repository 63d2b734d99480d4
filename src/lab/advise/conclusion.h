#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/advise/advice.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/plot/scatter.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// A recommended candidate, in words.
struct Recommendation {
  Choice choice;
  /// "Closest while calm: Newton, λ 1.1: mean error 0.432 m, jitter 0.252°, 8.95 µs an update."
  std::string sentence;
  /// Why not the one that would be better, by the diagnosis of its run, and what kept this one.
  std::string reason;
  bool repeated = false;  ///< an earlier one has the same candidate, and says so where all have
};

/// Results of all trials.
struct Advice {
  std::vector<Cost> costs;         ///< by candidate; not finite where it has no result
  std::vector<std::size_t> front;  ///< see front_of()
  std::optional<Bounds> bounds;    ///< none if no candidate is finite
  std::vector<Recommendation> recommendations;
  /// The share of the measured steps with a target out of the links' reach (reach_of), with any of
  /// them and the mean of those of each; and the mean distance of the targets from it, m: no pose
  /// has a smaller mean error.
  double beyond_share = 0.0, beyond_each = 0.0, beyond = 0.0;

  /// The recommendation for a purpose, or null.
  const Recommendation* of(Purpose purpose) const;
  bool on_front(std::size_t candidate) const;
  /// The candidates to list, by rising error: those of the front with an error of at most kListed
  /// times Bounds::error, and the recommended. What is farther is calm because it hardly moves.
  std::vector<std::size_t> listed() const;
  static constexpr double kListed = 1.5;
};

/// The results of a plan by candidate; empty where there is none.
using AdviceResults = std::vector<std::optional<Summary>>;

/// A question with its results and their advice.
struct Advised {
  AdvicePlan plan;
  AdviceResults results;
  Advice advice;
};

/// The purposes for which a candidate is recommended, "closest, calmest"; empty for the others.
std::string purposes_of(const Advice& advice, std::size_t candidate);

/// Costs, front and bounds of the results so far, without recommendations.
Advice advice_so_far(const AdvicePlan& plan, const AdviceResults& results);

/// Chooses the recommendations, and runs those candidates and their rivals once more under a
/// DiagnosisObserver to say why; in portions. Whether they shake is then known by their roughness,
/// and where that differs from what their reversals said, it chooses again. Deterministic, except
/// for what depends on times.
class Conclusion {
 public:
  /// \param plan  outlives this
  /// \param store see ik::AnyMethod; outlives this; null: none
  Conclusion(const AdvicePlan& plan, AdviceResults results, ik::PreparationStore* store = nullptr);

  /// As Run::advance, over all its runs known so far: the share may fall when it chooses again.
  double advance(long steps);
  /// \pre advance() has returned 1
  Advice advice() const { return advice_; }

 private:
  /// A candidate that is observed.
  struct Observed {
    std::size_t candidate;
    Diagnosis diagnosis;
    double at_limits = 0.0;  ///< share of the measured steps in which a limit stopped a joint
  };
  struct Running;

  /// Chooses by the costs so far. \returns whether all that this names has been observed
  bool choose_observed();
  void finish();
  const Observed& observed(std::size_t candidate) const;
  std::string error_text(std::size_t candidate) const;  ///< "mean error 0.432 m"
  std::string text_of(std::size_t candidate) const;  ///< "Newton, λ 1.1: mean error 0.432 m, ..."
  /// The closest calm candidate of another method than that of `candidate`.
  std::optional<std::size_t> next_to(std::size_t candidate) const;
  std::string reason(const Choice& choice) const;
  std::string rival_in_words(const Choice& choice) const;

  const AdvicePlan& plan_;
  AdviceResults results_;
  ik::PreparationStore* store_;
  Advice advice_;
  std::vector<Choice> choices_;
  std::vector<Observed> observed_;
  std::size_t done_ = 0;  // of observed_
  std::shared_ptr<Running> running_;
};

/// The candidates of an advice as a picture of error against jitter, both logarithmic: a dot for
/// each in its method's colour, whose area grows with the logarithm of an update's time. The front
/// is strong and joined, the recommended are marked by their purposes, and dashed lines are the
/// bounds of close and calm. The axes end at some multiples of the bounds. Dot i is candidate i;
/// one without a finite result or beyond the axes has no place.
Scatter advice_figure(const Advised& advised);

/// What the rules of close and calm come to: "Close: an error of at most 0.475 m, ... Calm: ...".
/// \pre advised.advice.bounds
std::string bounds_in_words(const Advised& advised);

/// The options of `iklab run` that differ from the scene's settings: "--method dls --lambda 0.4".
std::string options_of(const Experiment& experiment);

/// The command that repeats an experiment's run, for a shell:
/// "iklab run --scene y --method dls --lambda 0.4 --steps 2400 --warmup 400".
std::string command_of(const Experiment& experiment);

/// The command that opens the window with an experiment's method and settings:
/// "iklab view y --method dls --lambda 0.4".
std::string view_command_of(const Experiment& experiment);

/// A C++ function NAME that makes an `ik::Solver` with the experiment's method and settings for any
/// body, behind a comment: the text, and the command that measures it. Settings that a solver has
/// no counterpart of are named in a comment. It needs `#include <iklab/iklab.h>`.
/// \param text one line, or several
std::string code_of(const Experiment& experiment, const std::string& name, const std::string& text);

}  // namespace lab
