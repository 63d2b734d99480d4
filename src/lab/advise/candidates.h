#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "lab/sweep/sweep.h"

namespace lab {

/// A method with the settings that it is tried with.
struct Candidate {
  const ik::MethodInfo* method = nullptr;
  Settings settings;

  bool operator==(const Candidate&) const = default;
};

/// Why there is no advice on a body, one line; empty if there is: nothing moves any effector.
std::string no_advice_on(const ik::Multibody& multibody);

/// "Damped least squares, λ 0.4, D_max 0.5 m": the method and everything that is set.
std::string describe(const Candidate& candidate);

/// The candidates for a scene, in the order of the methods; a method begins with its present
/// settings.
struct AdvicePlan {
  Experiment experiment;  ///< each candidate replaces its method and settings
  std::vector<Candidate> candidates;
  std::vector<std::string> left_out;  ///< what is not tried, and why, a sentence each

  /// The experiment of a candidate: what `iklab run` measures with its settings.
  Experiment of(std::size_t candidate) const;
};

/// Every method with
///   - kMainValues values of its main parameter, over the range of its slider: λ, or else its first
///     number, each with D_max off and with D_max at half a link, at half of that and at double
///     (Buss 2009, section 2, has half a link), and
///   - kOtherValues values of every other parameter alone, a switch either way, with the present
///     D_max and with half a link.
/// The present values of the experiment are among them, for λ also the method's own. Parameters of
/// a method that prepares itself for a body, as by training, keep their values.
/// \param experiment its method, which may be null, keeps the parameters that are set; of those of
///                   other methods only the fixed ones hold
/// \param methods    to try, in this order; empty: all
/// \param fixed      names of settings and parameters that keep their values
AdvicePlan plan_advice(Experiment experiment, std::span<const ik::MethodInfo* const> methods = {},
                       const std::set<std::string, std::less<>>& fixed = {});

/// First steps that are not measured unless a user says otherwise: a sixth of all, as in the
/// report, at most 400; none where no target moves, because the way there is all that differs.
long usual_warmup(std::span<const TargetCurve> targets, long steps);

inline constexpr int kMainValues = 9, kOtherValues = 3;

}  // namespace lab
