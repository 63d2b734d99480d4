// Cost of every method on every scene by every path, of the same updates by peers, of the parts of
// an update, and of a step as the body grows. Every result is given in nanoseconds and as a
// multiple of a reference kernel timed in turn with it (measure.h).
//
// Counters beside the time show the tracking quality: a fast method that misses is not fast.

#include <cstdio>

#include <benchmark/benchmark.h>

#include "benchmarks.h"
#include "problem.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
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
