#pragma once

#include <string>

#include "iklab/method.h"
#include "lab/scene/scene.h"
#include "problem.h"

namespace bench {

/// A stretch of the tracking experiment that can be run again and again, by whoever makes updates:
/// from `start` after `targets`, one set of them an update.
struct Lap {
  static constexpr int kUpdates = 256;

  ik::Multibody multibody;
  ik::AnyMethod method;
  Body body;                    ///< the same in plain numbers
  Numbers numbers;              ///< likewise
  std::vector<double> start;    ///< (n) rad
  std::vector<double> targets;  ///< (kUpdates x 3k) one after the other, m

  const double* targets_of(int update) const {
    return targets.data() + static_cast<std::size_t>(update) * body.rows();
  }
};

/// The scenes of the report, whose bodies every peer can have: hinges and positions alone.
inline constexpr const char* kReportScenes[] = {"y", "double-y", "double-y-25"};

/// The registered methods that are a Rule, and which.
struct RuledMethod {
  const char* id;
  Rule rule;
};
inline constexpr RuledMethod kRuledMethods[] = {{"jacobian-transpose", Rule::kTranspose},
                                                {"pseudoinverse", Rule::kPseudoinverse},
                                                {"dls", Rule::kDls},
                                                {"sdls", Rule::kSdls}};

/// The updates after the `warmup` first of one of kRuledMethods on one of kReportScenes, with the
/// scene's settings. By default enough to leave the transient behind.
Lap make_lap(const std::string& scene, const RuledMethod& method, int warmup = 400);

/// The body in plain numbers. \pre all joints are revolute
Body plain_body(const ik::Multibody& multibody);

/// Updates by iklab's own library: AnyMethod::step, the cap on angles, forward kinematics.
std::unique_ptr<Updater> make_own(const Lap& lap);

/// The same with the step of damped least squares by J and the matrix of 3k rows, the plain form
/// that tests hold the others to. Null for other methods.
std::unique_ptr<Updater> make_plain(const Lap& lap);

/// The largest difference between the peer's steps and iklab's own at poses all along the lap, rad;
/// infinity where a step is no number.
double difference_from_own(const Lap& lap, Updater& peer);

}  // namespace bench
