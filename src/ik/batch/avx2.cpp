#include "ik/batch/lanes.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(32)));

}  // namespace

const InstructionSet kAvx2 = {"AVX2", LaneKernels<Doubles>::all(), LaneKernels<Floats>::all()};

}  // namespace ik
