#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// What every fuzzer shares: libFuzzer calls LLVMFuzzerTestOneInput with one input after another,
/// and takes an exception that leaves it, a sanitizer's report or an abort for a fault.
namespace fuzz {

/// Where the inputs of a fuzzer are said to come from.
inline const std::string kSource = "input";

inline std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Ends the program unless what the fuzzer claims of its input holds.
inline void expect(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size);
