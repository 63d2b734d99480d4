#include "ik/batch/lanes.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(16)));

}  // namespace

const InstructionSet kSse2 = {"SSE2", LaneKernels<Doubles>::all(), LaneKernels<Floats>::all()};

}  // namespace ik
