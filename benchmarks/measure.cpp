#include "measure.h"

#include <ctime>

#include <algorithm>

#include <Eigen/Dense>

namespace bench {
namespace {

/// A J without zeros and without random numbers. Its rank is 2, which the times do not depend on.
Eigen::Matrix<double, 12, 16> reference_jacobian() {
  Eigen::Matrix<double, 12, 16> J;
  for (int row = 0; row < J.rows(); ++row) {
    for (int column = 0; column < J.cols(); ++column) {
      J(row, column) = std::sin(1.0 + 7.0 * row + 3.0 * column * column);
    }
  }
  return J;
}

}  // namespace

double thread_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

double reference_ns() {
  constexpr int kRuns = 32;
  static const Eigen::Matrix<double, 12, 16> J = reference_jacobian();
  static Eigen::Matrix<double, 12, 1> e = Eigen::Matrix<double, 12, 1>::Ones();
  static Eigen::Matrix<double, 16, 1> step;
  const double start = thread_ns();
  for (int i = 0; i < kRuns; ++i) {
    benchmark::DoNotOptimize(e.data());
    benchmark::ClobberMemory();
    Eigen::Matrix<double, 12, 12> A = J * J.transpose();
    A.diagonal().array() += 1.0;
    step.noalias() = J.transpose() * A.ldlt().solve(e);
    benchmark::DoNotOptimize(step.data());
  }
  return (thread_ns() - start - clock_cost()) / kRuns;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double clock_cost() {
  static const double cost = [] {
    std::vector<double> times;
    for (int i = 0; i < 2001; ++i) {
      const double start = thread_ns();
      times.push_back(thread_ns() - start);
    }
    return median(times);
  }();
  return cost;
}

}  // namespace bench
