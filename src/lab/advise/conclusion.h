#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/advise/advice.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/plot/scatter.h"

namespace lab {

struct Recommendation {
  Choice choice;
  /// "Closest while calm: Newton, λ 1.1: mean error 0.432 m, jitter 0.252°, 8.95 µs an update."
  std::string sentence;
  /// Why the rival is not recommended, by the diagnosis of its run, and what limits this candidate.
  std::string reason;
  bool repeated = false;  ///< an earlier recommendation names the same candidate
};

struct Advice {
  std::vector<Cost> costs;         ///< by candidate; not finite without a result
  std::vector<std::size_t> front;  ///< see front_of()
  std::optional<Bounds> bounds;    ///< none if no candidate is finite
  std::vector<Recommendation> recommendations;
  /// Targets out of the links' reach (reach_of) in the measured steps. `beyond_share`: share of the
  /// steps with any target out of reach. `beyond_each`: share of the steps in which a target is
  /// out of reach, mean over the targets. `beyond`: mean distance of the targets from the reach, m;
  /// no pose has a smaller mean error.
  double beyond_share = 0.0, beyond_each = 0.0, beyond = 0.0;

  /// The recommendation for a purpose, or null.
  const Recommendation* of(Purpose purpose) const;
  bool on_front(std::size_t candidate) const;
  /// The candidates to list, by rising error: the recommended ones, and those on the front with an
  /// error of at most kListed times Bounds::error. Front candidates with a larger error are calm
  /// only because they hardly move.
  std::vector<std::size_t> listed() const;
  static constexpr double kListed = 1.5;
};

/// The results of a plan by candidate; an entry is empty without a result.
using AdviceResults = std::vector<std::optional<Summary>>;

struct Advised {
  AdvicePlan plan;
  AdviceResults results;
  Advice advice;
};

/// The purposes that recommend a candidate, "closest, calmest"; empty if none does.
std::string purposes_of(const Advice& advice, std::size_t candidate);

/// Costs, front and bounds of the results so far, without recommendations.
Advice advice_so_far(const AdvicePlan& plan, const AdviceResults& results);

/// Chooses the recommendations. Then it runs these candidates and their rivals again under a
/// DiagnosisObserver to find the reasons. The work can be divided into calls.
/// Deterministic, except for what depends on times.
class Conclusion {
 public:
  /// \param plan  outlives this
  /// \param store see ik::AnyMethod; outlives this; null: none
  Conclusion(const AdvicePlan& plan, AdviceResults results, ik::PreparationStore* store = nullptr);

  /// See Run::advance.
  double advance(long steps);
  /// \pre advance() has returned 1
  Advice advice() const { return advice_; }

 private:
  struct Observed {
    std::size_t candidate;
    Diagnosis diagnosis;
    double at_limits = 0.0;  ///< share of the measured steps in which a limit stopped a joint
  };
  struct Running;

  void choose_observed();
  void finish();
  const Observed& observed(std::size_t candidate) const;
  std::string error_text(std::size_t candidate) const;  ///< "mean error 0.432 m"
  std::string text_of(std::size_t candidate) const;  ///< "Newton, λ 1.1: mean error 0.432 m, ..."
  /// The closest calm candidate with another method than `candidate`.
  std::optional<std::size_t> next_to(std::size_t candidate) const;
  std::string reason(const Choice& choice) const;
  std::string rival_in_words(const Choice& choice) const;

  const AdvicePlan& plan_;
  AdviceResults results_;
  ik::PreparationStore* store_;
  Advice advice_;
  std::vector<Choice> choices_;
  std::vector<Observed> observed_;
  std::size_t done_ = 0;  // finished entries of observed_
  std::shared_ptr<Running> running_;
};

/// The candidates as a scatter plot of error against jitter, both axes logarithmic. Each dot has
/// its method's colour; its area grows with the logarithm of the update time. The front is strong
/// and joined by a line, marks name the purposes of recommended dots, dashed lines are the
/// bounds of close and calm. The axes end at multiples of the bounds. Dot i is candidate i; one
/// without a finite result is not drawn.
Scatter advice_figure(const Advised& advised);

/// The bounds of close and calm in words: "Close is a mean error of at most 0.475 m, ...".
/// \pre advised.advice.bounds
std::string bounds_in_words(const Advised& advised);

}  // namespace lab
