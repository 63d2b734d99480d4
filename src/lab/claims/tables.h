#pragma once

#include "lab/claims/claims.h"

namespace lab {

// The rows of claims(), by subject.
std::vector<Claim> claims_on_methods();
std::vector<Claim> claims_on_damping();
std::vector<Claim> claims_on_clamps();
std::vector<Claim> claims_on_frames();

/// The first result of that series in that scene (any scene if empty).
/// \throws std::invalid_argument where there is none
const ClaimResult& result_of(std::span<const ClaimResult> results, std::string_view series,
                             std::string_view scene = {});
/// All results of that series in that scene, in the plan's order; throws likewise.
std::vector<const ClaimResult*> sweep_of(std::span<const ClaimResult> results,
                                         std::string_view series, std::string_view scene = {});

/// The scene's name in words; its id where no result knows it.
std::string scene_name(std::span<const ClaimResult> results, std::string_view scene);
/// The method's label.
std::string method_name(const char* id);

/// Adds copies of a run to the plan, one for each value of lambda, which is also its x.
void add_lambda_sweep(std::vector<ClaimRun>& plan, const ClaimRun& common,
                      std::span<const double> values);

/// Whether the measured steps shake (is_shaking), by their jitter and roughness.
bool shakes(const ClaimResult& result);

/// The result of least mean error in the sweep; if `calm`, among those that do not shake.
const ClaimResult& best_of(const std::vector<const ClaimResult*>& sweep, bool calm);
/// The smallest x of the sweep from which on nothing shakes; infinite if the last one does.
double calm_from(const std::vector<const ClaimResult*>& sweep);

/// kHolds if all `count` conditions hold, kDoesNotHold if none does, else kInPart.
Verdict verdict_of(int hold, int count);
/// A number with 4 significant digits: "0.2091".
std::string four(double value);

}  // namespace lab
