#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "lab/sweep/sweep.h"

namespace lab {

/// A method with the settings to try.
struct Candidate {
  const ik::MethodInfo* method = nullptr;
  Settings settings;

  bool operator==(const Candidate&) const = default;
};

/// Why there is no advice on a body, in one line: no effector can move. Empty if there is advice.
std::string no_advice_on(const ik::Multibody& multibody);

/// "Damped least squares, λ 0.4, D_max 0.5 m": the method and all its settings.
std::string describe(const Candidate& candidate);

/// The candidates for a scene, in the order of the methods. Each method starts with its present
/// settings.
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
/// The present values of the experiment are included, for λ also the method's default. Parameters
/// of a method that needs preparation for a body, such as training, keep their values.
/// \param experiment its method may be null. The set parameters of that method are kept; parameters
/// of other methods are kept only if fixed
/// \param methods    to try, in this order; empty: all
/// \param fixed      names of settings and parameters that keep their values
AdvicePlan plan_advice(Experiment experiment, std::span<const ik::MethodInfo* const> methods = {},
                       const std::set<std::string, std::less<>>& fixed = {});

/// The default number of first steps that are not measured: a sixth of all, as in the report, at
/// most 400. It is 0 if no target moves, because then the runs differ only on the way to the
/// targets.
long usual_warmup(std::span<const TargetCurve> targets, long steps);

inline constexpr int kMainValues = 9, kOtherValues = 3;

}  // namespace lab
