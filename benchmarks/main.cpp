// What things cost: updates of every method on every scene by every path, the same by peers, parts
// of an update, and how a step grows with the body. Every figure comes in nanoseconds and as a
// multiple of a reference kernel that is timed in turn with it (measure.h).
//
// Counters beside the time say how well a method tracks: a fast method that misses is not fast.

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
