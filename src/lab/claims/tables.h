#pragma once

#include "lab/claims/claims.h"

namespace lab {

// The rows of claims(), by what they are about.
std::vector<Claim> claims_on_methods();
std::vector<Claim> claims_on_damping();
std::vector<Claim> claims_on_clamps();
std::vector<Claim> claims_on_frames();

/// The result of that series in that scene (any scene if empty).
/// \pre the plan has it
const ClaimResult& result_of(std::span<const ClaimResult> results, std::string_view series,
                             std::string_view scene = {});
/// The results of that series in that scene, in the plan's order.
std::vector<const ClaimResult*> sweep_of(std::span<const ClaimResult> results,
                                         std::string_view series, std::string_view scene = {});

/// A body trembles from here on, degrees of jitter a step: three times what the targets' own
/// motion asks of the calm methods on the report's bodies (0.2 to 0.4).
inline constexpr double kTrembling = 1.0;

/// The result of least mean error in the sweep, among those that do not tremble if `calm`.
const ClaimResult& best_of(const std::vector<const ClaimResult*>& sweep, bool calm);
/// The smallest x of the sweep from which on nothing trembles; infinite if all do.
double calm_from(const std::vector<const ClaimResult*>& sweep);

/// All `hold` of `count`: holds; none: does not; else in part.
Verdict verdict_of(int hold, int count);
/// "0.2091".
std::string four(double value);

}  // namespace lab
