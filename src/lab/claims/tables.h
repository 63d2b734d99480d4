#pragma once

#include "lab/claims/claims.h"

namespace lab {

// the rows of claims(), by subject
std::vector<Claim> claims_on_basins();
std::vector<Claim> claims_on_clamps();
std::vector<Claim> claims_on_damping();
std::vector<Claim> claims_on_frames();
std::vector<Claim> claims_on_methods();

/// The first result of a series in a scene (any scene if empty).
/// \throws std::invalid_argument if there is none
const ClaimResult& result_of(std::span<const ClaimResult> results, std::string_view series,
                             std::string_view scene = {});
/// All results of a series in a scene (any scene if empty), in the plan's order.
/// \throws std::invalid_argument if there is none
std::vector<const ClaimResult*> sweep_of(std::span<const ClaimResult> results,
                                         std::string_view series, std::string_view scene = {});

/// The scene's name; its id if no result has the name.
std::string scene_name(std::span<const ClaimResult> results, std::string_view scene);
std::string method_name(const char* id);

/// Adds copies of a run to the plan, one for each value of lambda. The value is also the run's x.
void add_lambda_sweep(std::vector<ClaimRun>& plan, const ClaimRun& common,
                      std::span<const double> values);

/// Whether the measured steps shake, see is_shaking().
bool shakes(const ClaimResult& result);

/// The result with the smallest mean error in the sweep; if `calm`, among the calm runs.
const ClaimResult& best_of(const std::vector<const ClaimResult*>& sweep, bool calm);
/// The smallest x from which no run of the sweep shakes; infinite if the last one shakes.
double calm_from(const std::vector<const ClaimResult*>& sweep);

/// kHolds if all `count` conditions hold, kDoesNotHold if none does, else kInPart.
Verdict verdict_of(int hold, int count);
/// A number with 4 significant digits: "0.2091".
std::string four(double value);
/// A ratio in words: "1.5 times".
std::string times(double a, double b);

}  // namespace lab
