#include "ik/methods/lane_methods.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(64)));

}  // namespace

const InstructionSet kAvx512 = {"AVX-512", block_kernels<Doubles>()};
const AttemptKernel kAvx512Attempt = attempt<Doubles>;

}  // namespace ik
