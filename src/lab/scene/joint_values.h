#pragma once

#include "iklab/body.h"

namespace lab {

/// Values that a joint may have, rad or m.
struct JointRange {
  double from, to;
};
/// Between the limits; a hinge without limits has [-pi, pi], a slide [-1, 1] m, and a joint with
/// one limit a range of that length from it.
JointRange joint_range(const ik::Joint& joint);

/// to - from, rad or m; of a hinge modulo whole turns, within [-pi, pi].
double joint_difference(const ik::Joint& joint, double from, double to);

}  // namespace lab
