#pragma once

#include "lab/claims/measurement.h"

namespace support {

/// Measures the whole plan of a claim.
inline lab::Finding conduct(const lab::Claim& claim, const lab::SceneSource& scenes,
                            const lab::Clock& clock = {}) {
  lab::Measurement measurement(claim, scenes, clock);
  while (measurement.advance(1000) < 1.0) {
  }
  return measurement.finding();
}

/// Measures a single run.
inline lab::ClaimResult conduct(const lab::ClaimRun& run, const lab::SceneSource& scenes) {
  static lab::ClaimRun only;
  only = run;
  const lab::Claim claim{
      .id = "one-run",
      .sentence = "",
      .source = "",
      .question = "",
      .answers = {},
      .plan = [] { return std::vector{only}; },
      .judge = [](std::span<const lab::ClaimResult>) { return lab::Judgement(); }};
  return conduct(claim, scenes).results.front();
}

}  // namespace support
