#include "ik/batch/lanes.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(64)));
typedef float Floats __attribute__((vector_size(64)));

}  // namespace

const InstructionSet kAvx512 = {"AVX-512", LaneKernels<Doubles>::all(), LaneKernels<Floats>::all()};

}  // namespace ik
