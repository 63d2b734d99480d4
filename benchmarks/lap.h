#pragma once

#include <string>

#include "iklab/method.h"
#include "lab/scene/scene.h"
#include "problem.h"

namespace bench {

/// A stretch of the tracking experiment that any updater can run repeatedly: from `start` towards
/// `targets`, one set of targets per update.
struct Lap {
  static constexpr int kUpdates = 256;

  ik::Multibody multibody;
  ik::AnyMethod method;
  Body body;                    ///< the multibody in plain numbers
  Numbers numbers;              ///< the method's parameters in plain numbers
  std::vector<double> start;    ///< (n) rad
  std::vector<double> targets;  ///< (kUpdates x 3k) in order, m

  const double* targets_of(int update) const {
    return targets.data() + static_cast<std::size_t>(update) * body.rows();
  }
};

/// The scenes of the report: trees.
inline constexpr const char* kReportScenes[] = {"y", "double-y", "double-y-25"};
/// The scenes on which peers are measured: a chain, and those of the report. All peers support
/// their bodies: only hinges. A lap has only position targets.
inline constexpr const char* kPeerScenes[] = {"six-axis-arm", "y", "double-y", "double-y-25"};

/// A registered method and its Rule.
struct RuledMethod {
  const char* id;
  Rule rule;
};
inline constexpr RuledMethod kRuledMethods[] = {{"jacobian-transpose", Rule::kTranspose},
                                                {"pseudoinverse", Rule::kPseudoinverse},
                                                {"dls", Rule::kDls},
                                                {"sdls", Rule::kSdls}};

/// The lap after the first `warmup` updates of a method of kRuledMethods on a scene of
/// kPeerScenes, with the scene's settings and without aims. The default warmup leaves the transient
/// behind.
Lap make_lap(const std::string& scene, const RuledMethod& method, int warmup = 400);

/// The body in plain numbers. \pre all joints are revolute
Body plain_body(const ik::Multibody& multibody);

/// Updates by iklab's library: AnyMethod::step, the cap on angles, forward kinematics.
std::unique_ptr<Updater> make_own(const Lap& lap);

/// As make_own, with damped least squares by J and the 3k x 3k matrix: the plain form, which the
/// tests take as reference. Null for other methods.
std::unique_ptr<Updater> make_plain(const Lap& lap);

/// Largest difference between the peer's steps and iklab's at poses along the lap, rad; infinity
/// if a step is NaN.
double difference_from_own(const Lap& lap, Updater& peer);

}  // namespace bench
