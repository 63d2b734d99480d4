#pragma once

#include <vector>

#include <benchmark/benchmark.h>

namespace bench {

/// Nanoseconds that this thread has computed. Other programs' turns on the core do not count.
double thread_ns();

/// Runs the reference a fixed number of times: Eigen's product, LDLT and solve of a damped step
/// whose J is 12 x 16, at fixed sizes. What is measured is given as a multiple of it too, which
/// says more than nanoseconds on a machine whose clock goes up and down.
/// \returns what one run took, ns
double reference_ns();

double median(std::vector<double> values);

/// Times pieces of work, each followed by the reference, until Google Benchmark has enough.
/// Reports the medians over the pieces as counters: `ns`, of one of the `count` things that a piece
/// does, and `ratio`, the same in runs of the reference.
/// \param prepare runs before each piece, untimed
/// \param untimed ns of each of the `count` that are to be left out
template <class Prepare, class Work>
void measure(benchmark::State& state, int count, const Prepare& prepare, const Work& work,
             double untimed = 0.0);

/// What reading the clock twice takes, ns.
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
