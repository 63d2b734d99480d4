#include "ik/methods/lane_methods.h"

namespace ik {
namespace {

typedef double Doubles __attribute__((vector_size(16)));

// 16-byte vectors, available on every supported machine
#if defined(__x86_64__)
constexpr const char* kName = "SSE2";
#elif defined(__aarch64__)
constexpr const char* kName = "NEON";
#elif defined(__wasm__)
constexpr const char* kName = "SIMD128";
#else
constexpr const char* kName = "16 bytes";
#endif

}  // namespace

const InstructionSet kBaseline = {kName, block_kernels<Doubles>()};
const AttemptKernel kBaselineAttempt = attempt<Doubles>;

}  // namespace ik
