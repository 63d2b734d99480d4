#include "ik/batch/singular_plan.h"

#include <algorithm>

namespace ik {

SingularPlan::SingularPlan(const TreePlan& tree, int joint_count)
    : joints(joint_count), columns(static_cast<int>(tree.arm_joints.size()) + tree.columns) {
  const int rows = 3 * static_cast<int>(tree.arms.size());
  count = std::min(joints, rows);
  length = std::max(joints, rows);
  places = std::max(4, count + count % 2);
  wide = rows <= joints;
  meetings = jacobi_meetings(places, 4);
}

int SingularPlan::scratch() const { return joints + 3 * columns + places * (length + 2); }

}  // namespace ik
