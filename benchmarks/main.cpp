// Cost of every method on every scene by every path, of the same updates by peers, of the parts of
// an update, and of a step as the body grows. Every result is given in nanoseconds and as a
// multiple of a reference kernel timed in turn with it (measure.h).
//
// Counters beside the time show the tracking quality: a fast method that misses is not fast.

#include <cstdio>
#include <fstream>

#include <benchmark/benchmark.h>

#include "benchmarks.h"
#include "problem.h"

namespace {

/// Name of the processor, its generation and the width of its registers. Virtual machines often
/// leave the generation out of the name.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string name = "unknown processor", family, model;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || colon + 2 >= line.size()) continue;
    const std::string key = line.substr(0, line.find('\t')), value = line.substr(colon + 2);
    if (key == "model name") name = value;
    if (key == "cpu family") family = value;
    if (key == "model") model = value;
  }
  if (!family.empty()) name += " (family " + family + ", model " + model + ")";
#if defined(__x86_64__)
  name += __builtin_cpu_supports("avx512f") ? " with AVX-512"
          : __builtin_cpu_supports("avx2")  ? " with AVX2"
                                            : " without AVX2";
#endif
  return name;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::AddCustomContext("processor", processor());
  benchmark::AddCustomContext("compiler", BENCH_COMPILER);
  benchmark::AddCustomContext("flags", BENCH_FLAGS);
  for (const bench::Peer& peer : bench::peers()) {
    benchmark::AddCustomContext(std::string("peer ") + peer.id, peer.what);
  }
  for (const std::string& line : bench::missing_peers()) std::fprintf(stderr, "%s\n", line.c_str());
  const bool equal =
      bench::register_updates() && bench::register_batches() && bench::register_growth();
  if (!equal) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
