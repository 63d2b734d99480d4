#include "ik/math/jacobi_kernel.h"

namespace ik {

IK_MULTIVERSION bool jacobi_sweep(const JacobiColumns& columns) {
  return columns.at_a_time == 2 ? jacobi_sweep_by<Lanes, 2>(columns)
                                : jacobi_sweep_by<Lanes, 4>(columns);
}

}  // namespace ik
