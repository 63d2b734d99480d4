#pragma once

#include <vector>

#include <benchmark/benchmark.h>

namespace bench {

/// CPU time of this thread, ns. Time given to other programs does not count.
double thread_ns();

/// Runs the reference kernel a fixed number of times: Eigen's product, LDLT and solve of a damped
/// step with a fixed-size 12 x 16 J. Measurements are also given as multiples of it, because
/// nanoseconds vary with the machine's clock rate.
/// \returns time of one run, ns
double reference_ns();

double median(std::vector<double> values);

/// Times pieces of work, each followed by the reference, until Google Benchmark has enough.
/// Reports medians over the pieces as counters: `ns`, the time of one of the piece's `count` items,
/// and `ratio`, the same as a multiple of the reference.
/// \param prepare runs before each piece, untimed
/// \param untimed ns to subtract from each of the `count` items
template <class Prepare, class Work>
void measure(benchmark::State& state, int count, const Prepare& prepare, const Work& work,
             double untimed = 0.0);

/// Cost of reading the clock twice, ns.
double clock_cost();

template <class Prepare, class Work>
void measure(benchmark::State& state, int count, const Prepare& prepare, const Work& work,
             double untimed) {
  std::vector<double> times, ratios;
  const double left_out = clock_cost() + count * untimed;
  while (state.KeepRunningBatch(count)) {
    prepare();
    const double start = thread_ns();
    work();
    const double time = thread_ns() - start - left_out;
    times.push_back(time / count);
    ratios.push_back(times.back() / reference_ns());
    state.SetIterationTime(1e-9 * time);
  }
  state.counters["ns"] = median(times);
  state.counters["ratio"] = median(ratios);
}

}  // namespace bench
