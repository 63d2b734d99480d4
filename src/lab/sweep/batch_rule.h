#pragma once

#include "ik/batch/batch.h"
#include "lab/track/setup.h"

namespace lab {

/// How bodies of a batch move: one of the methods that a batch knows, with its parameters, and what
/// of the settings a batch has: lambda, d_max, the Jacobian, caps on angles and slides, and whether
/// limits hold. The adaptive rule of d_max and updates in a step are for those who step it.
struct BatchRule {
  ik::BatchMethod method = ik::BatchMethod::kDls;
  Settings settings;
  Params params;  ///< those of them that the method has

  bool operator==(const BatchRule&) const = default;
};

/// The rule as a body of a batch takes it.
ik::BatchSettings batch_settings(const BatchRule& rule);

/// What of the rule holds for all bodies of a batch: whether limits do, and sdls' clamps.
void set_switches(const BatchRule& rule, ik::Batch<double>& batch);

}  // namespace lab
