#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// Shared by all fuzzers. libFuzzer calls LLVMFuzzerTestOneInput with one input after another. An
/// escaping exception, a sanitizer report and an abort count as failures.
namespace fuzz {

/// Name of the source in error messages.
inline const std::string kSource = "input";

inline std::string_view text_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Aborts with the claim unless it holds for the input.
inline void expect(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size);
