#include "lab/claims/tables.h"

#include "ik/simd/check.h"
#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"

namespace lab {
std::vector<const ClaimResult*> sweep_of(std::span<const ClaimResult> results,
                                         std::string_view series, std::string_view scene) {
  std::vector<const ClaimResult*> sweep;
  for (const ClaimResult& result : results) {
    const bool fits = scene.empty() || result.run.scene == scene;
    if (fits && result.run.series == series) sweep.push_back(&result);
  }
  ik::require(!sweep.empty(), "no result of '" + std::string(series) + "'");
  return sweep;
}

const ClaimResult& result_of(std::span<const ClaimResult> results, std::string_view series,
                             std::string_view scene) {
  return *sweep_of(results, series, scene).front();
}

std::string scene_name(std::span<const ClaimResult> results, std::string_view scene) {
  for (const ClaimResult& result : results) {
    if (result.run.scene == scene && !result.scene_name.empty()) return result.scene_name;
  }
  return std::string(scene);
}

std::string method_name(const char* id) { return ik::known_method(id).label; }

void add_lambda_sweep(std::vector<ClaimRun>& plan, const ClaimRun& common,
                      std::span<const double> values) {
  for (const double lambda : values) {
    ClaimRun& run = plan.emplace_back(common);
    run.settings.insert(run.settings.begin(), {&knob::kDamping, lambda});
    run.x = lambda;
  }
}

bool shakes(const ClaimResult& result) { return is_shaking(result.summary); }

const ClaimResult& best_of(const std::vector<const ClaimResult*>& sweep, bool calm) {
  const auto allowed = [calm](const ClaimResult& result) { return !calm || !shakes(result); };
  const ClaimResult* best = sweep.front();
  for (const ClaimResult* result : sweep) {
    if (!allowed(*result)) continue;
    if (!allowed(*best) || result->summary.mean_error < best->summary.mean_error) best = result;
  }
  return *best;
}

double calm_from(const std::vector<const ClaimResult*>& sweep) {
  double from = kOff;
  for (const ClaimResult* result : sweep) {
    if (shakes(*result)) {
      from = kOff;
    } else if (from == kOff) {
      from = result->run.x;
    }
  }
  return from;
}

Verdict verdict_of(int hold, int count) {
  if (hold == count) return Verdict::kHolds;
  return hold > 0 ? Verdict::kInPart : Verdict::kDoesNotHold;
}

std::string four(double value) { return number_text(value, 4); }

std::string times(double a, double b) { return brief_number(a / b) + " times"; }

}  // namespace lab
