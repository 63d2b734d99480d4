#include "ik/math/jacobi_sweep.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <random>

#include "iklab/body.h"

namespace {

// The dot products of later pairs follow from the rotations of earlier ones. Only if these are
// right are the last two pairs, which are disjoint, orthogonal after one sweep over the block; a
// second sweep would hide an error.
TEST(JacobiSweep, LeavesThePairsThatMeetLastOrthogonal) {
  constexpr int kCount = 4, kLength = 8;
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  ik::CacheLine memory[kCount * kLength / 8];
  Eigen::Map<ik::MatrixX> vectors(memory[0].values, kLength, kCount);
  for (double& number : vectors.reshaped()) number = normal(generator);
  const ik::MatrixX before = vectors;
  std::array<double, kCount + 1> square, shrunk;
  shrunk.fill(1.0);
  const ik::JacobiGroup all = {{0, 1, 2, 3}, true};
  const ik::JacobiGroup nobody = {{kCount, kCount, kCount, kCount}, false};
  const std::array<ik::JacobiGroup, ik::kParallelGroups> meetings = {all, nobody, nobody, nobody};
  EXPECT_TRUE(ik::jacobi_sweep({.data = vectors.data(),
                                .height = kLength,
                                .length = kLength,
                                .count = kCount,
                                .at_a_time = 4,
                                .square = square.data(),
                                .shrunk = shrunk.data(),
                                .meetings = meetings}));

  for (int i = 0; i < kCount; ++i) vectors.col(i) *= std::sqrt(shrunk[static_cast<std::size_t>(i)]);
  const auto cosine = [&](int a, int b) {
    return std::abs(vectors.col(a).normalized().dot(vectors.col(b).normalized()));
  };
  EXPECT_LT(cosine(0, 3), 1e-14);
  EXPECT_LT(cosine(1, 2), 1e-14);
  EXPECT_GT(cosine(0, 1), 1e-3) << "later rotations disturb earlier pairs";
  // rotations preserve the sum of all outer products
  EXPECT_LT((vectors * vectors.transpose() - before * before.transpose()).norm(), 1e-13);
}

}  // namespace
