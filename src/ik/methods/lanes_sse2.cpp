#include "ik/methods/lane_methods.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(16)));

}  // namespace

const InstructionSet kSse2 = {"SSE2", block_kernels<Doubles>(), block_kernels<Floats>()};

}  // namespace ik
