#include "ik/methods/lane_methods.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(32)));

}  // namespace

const InstructionSet kAvx2 = {"AVX2", block_kernels<Doubles>()};
const AttemptKernel kAvx2Attempt = attempt<Doubles>;

}  // namespace ik
