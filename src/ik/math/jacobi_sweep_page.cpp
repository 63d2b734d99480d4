#include "ik/math/jacobi_kernel.h"

namespace ik {
namespace {

/// In a browser a comparison holds two numbers, and compilers repack the results of wider ones at
/// every use.
typedef double Two __attribute__((vector_size(16)));

}  // namespace

IK_MULTIVERSION bool jacobi_sweep(const JacobiColumns& columns) {
  return columns.at_a_time == 2 ? jacobi_sweep_by<Two, 2>(columns)
                                : jacobi_sweep_by<Two, 4>(columns);
}

}  // namespace ik
