#include "ik/batch/singular_lanes.h"

#include <gtest/gtest.h>

#include "ik/body/layout.h"
#include "support/algebra.h"
#include "support/bodies.h"

namespace {

typedef double Doubles __attribute__((vector_size(16)));

/// Two lanes of vectors for the Jacobi rotations, and the memory that holds them.
template <class N>
struct Lanes {
  static constexpr int kStride = ik::Lanewise<N>::kStride;

  /// \param count or length must be a multiple of 3
  Lanes(int count, int length)
      : plan(count % 3 == 0 ? ik::SingularPlan(tree(count / 3), length)
                            : ik::SingularPlan(tree(length / 3), count)) {
    memory.resize(static_cast<std::size_t>(plan.places * (length + count + 2) * kStride));
  }
  static ik::TreePlan tree(int effectors) {
    ik::TreePlan plan;
    plan.arms.resize(static_cast<std::size_t>(effectors), {0, -1, 0, 0, 0});
    return plan;
  }
  double* vectors() { return memory.data(); }
  double* rotation() { return vectors() + plan.places * plan.length * kStride; }
  ik::JacobiLanes<N> jacobi() {
    return {plan, vectors(), rotation(), rotation() + plan.places * plan.count * kStride};
  }
  static void set(double* rows, int lane, const ik::MatrixX& matrix) {
    for (int i = 0; i < matrix.size(); ++i) {
      rows[i * kStride + lane] = matrix.reshaped()[i];
    }
  }
  static ik::MatrixX matrix(const double* rows, int lane, int height, int width) {
    ik::MatrixX result(height, width);
    for (int i = 0; i < result.size(); ++i) result.reshaped()[i] = rows[i * kStride + lane];
    return result;
  }

  /// The rotated vectors of a lane, scaled to their lengths.
  ik::MatrixX turned(int lane) {
    ik::MatrixX result = matrix(vectors(), lane, plan.length, plan.count);
    for (int i = 0; i < plan.count; ++i) result.col(i) *= jacobi().length(i)[lane];
    return result;
  }

  ik::SingularPlan plan;
  std::vector<double> memory;
};

/// Nearly dependent columns, with lengths from 1 down to `least`.
ik::MatrixX graded(int seed, int length, int count, double least) {
  const auto random = [seed](int rows, int cols) {
    return ik::MatrixX(bodies::Numbers(seed).vector(rows * cols).reshaped(rows, cols));
  };
  ik::MatrixX result = algebra::orthogonal_factor(random(length, length)).leftCols(count);
  result += 0.5 / count * result * random(count, count);
  for (int i = 0; i < count; ++i) {
    result.col(i) *= std::pow(least, i / std::max(1.0, count - 1.0));
  }
  return result;
}

template <class N>
void expect_turns(int count, int length, double least, double tolerance) {
  using Limits = ik::JacobiLimits;
  Lanes<N> lanes(count, length);
  std::vector<ik::MatrixX> given;
  for (int lane = 0; lane < 2; ++lane) {
    given.push_back(graded(lane + count, length, count, lane == 0 ? least : 1.0));
    // lane 1 is rank deficient: its second column repeats the first
    if (lane == 1 && count > 1) given[1].col(1) = given[1].col(0);
    lanes.set(lanes.vectors(), lane, given.back());
    lanes.set(lanes.rotation(), lane, ik::MatrixX::Identity(count, count));
  }
  lanes.jacobi().run();
  const N longest = lanes.jacobi().length(0) * lanes.jacobi().length(0);
  for (int lane = 0; lane < 2; ++lane) {
    const ik::MatrixX unit = lanes.matrix(lanes.vectors(), lane, length, count);
    const ik::MatrixX T = lanes.turned(lane);
    const ik::MatrixX R = lanes.matrix(lanes.rotation(), lane, count, count);
    const ik::MatrixX gram = T.transpose() * T;
    EXPECT_NEAR(longest[lane], gram.diagonal().maxCoeff(), tolerance * longest[lane]);
    EXPECT_LT((R.transpose() * R - ik::MatrixX::Identity(count, count)).norm(), tolerance);
    for (int i = 0; i < count; ++i) {
      const double size = lanes.jacobi().length(i)[lane];
      EXPECT_NEAR(unit.col(i).norm(), size > 0.0 ? 1.0 : 0.0, tolerance);
      EXPECT_GE(lanes.jacobi().length(std::max(i - 1, 0))[lane], size) << "they fall";
      for (int k = 0; k < i; ++k) {
        const double both = std::sqrt(gram(i, i) * gram(k, k));
        const double rounding = Limits::kNothing * Limits::kLastSweep * longest[lane];
        EXPECT_LE(std::abs(gram(i, k)), tolerance * both + rounding) << count << " in " << length;
      }
    }
    EXPECT_LT((T - given[static_cast<std::size_t>(lane)] * R).norm(),
              tolerance * std::sqrt(longest[lane]));
    // small singular values have the same relative accuracy as large ones
    const ik::VectorX sigma = gram.diagonal().cwiseSqrt();
    const ik::VectorX expected =
        algebra::long_singular_values(given[static_cast<std::size_t>(lane)]);
    const double floor = lane == 1 ? sigma[0] : 0.0;
    for (int i = 0; i < count; ++i) {
      EXPECT_NEAR(sigma[i], expected[i], tolerance * std::max(expected[i], floor)) << i;
    }
  }
}

TEST(JacobiLanes, MakeVectorsOrthogonalByARotation) {
  for (const auto& [count, length] :
       {std::pair{1, 3}, {2, 3}, {3, 3}, {3, 8}, {6, 7}, {9, 9}, {12, 16}, {15, 24}}) {
    expect_turns<Doubles>(count, length, 1e-12, 3e-14);
  }
}

TEST(JacobiLanes, MakeVectorsOfNearlyEqualLengthOrthogonal) {
  // such a pair needs a large rotation for a tiny cosine, which disturbs other pairs again
  for (const double apart : {1e-9, 1e-8, 1e-7, 1e-5}) {
    Lanes<Doubles> lanes(6, 7);
    for (int lane = 0; lane < 2; ++lane) {
      const ik::MatrixX even = algebra::orthogonal_factor(graded(lane, 7, 7, 1.0));
      lanes.set(lanes.vectors(), lane, even.leftCols(6) + apart * graded(lane + 9, 7, 6, 1.0));
      lanes.set(lanes.rotation(), lane, ik::MatrixX::Identity(6, 6));
    }
    lanes.jacobi().run();
    for (int lane = 0; lane < 2; ++lane) {
      const ik::MatrixX T = lanes.turned(lane);
      ik::MatrixX gram = T.transpose() * T;
      gram.diagonal().setZero();
      EXPECT_LT(gram.norm(), 3e-14) << apart;
    }
  }
}

TEST(JacobiLanes, NeedFewSweeps) {
  struct Case {
    int count, length, sweeps;
  };
  for (const auto& [count, length, sweeps] : {Case{6, 7, 6}, {12, 16, 7}, {24, 30, 8}}) {
    const ik::VectorX sigma = ik::VectorX::LinSpaced(count, 1.0, 0.05);
    for (int seed = 0; seed < 20; seed += 2) {
      Lanes<Doubles> lanes(count, length);
      for (int lane = 0; lane < 2; ++lane) {
        const auto orthonormal = [&, at = seed + lane](int size) {
          return algebra::orthogonal_factor(graded(at, size, size, 1.0));
        };
        lanes.set(lanes.vectors(), lane,
                  orthonormal(length).leftCols(count) * sigma.asDiagonal() * orthonormal(count));
        lanes.set(lanes.rotation(), lane, ik::MatrixX::Identity(count, count));
      }
      lanes.jacobi().run(sweeps);
      for (int lane = 0; lane < 2; ++lane) {
        const ik::MatrixX T = lanes.matrix(lanes.vectors(), lane, length, count);
        const ik::MatrixX identity = ik::MatrixX::Identity(count, count);
        EXPECT_LT((T.transpose() * T - identity).norm(), 1e-13) << count << ' ' << seed;
      }
    }
  }
}

TEST(JacobiLanes, LeaveTurnedVectorsAlone) {
  Lanes<Doubles> lanes(6, 7);
  std::vector<ik::MatrixX> turned, rotation;
  for (int lane = 0; lane < 2; ++lane) {
    lanes.set(lanes.vectors(), lane, graded(lane, 7, 6, 0.1));
    lanes.set(lanes.rotation(), lane, ik::MatrixX::Identity(6, 6));
  }
  lanes.jacobi().run();
  for (int lane = 0; lane < 2; ++lane) {
    turned.push_back(lanes.turned(lane));
    rotation.push_back(lanes.matrix(lanes.rotation(), lane, 6, 6));
  }
  for (int lane = 0; lane < 2; ++lane) {
    lanes.set(lanes.vectors(), lane, turned[static_cast<std::size_t>(lane)]);
  }
  lanes.jacobi().run();
  for (int lane = 0; lane < 2; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    EXPECT_LT((lanes.turned(lane) - turned[at]).lpNorm<Eigen::Infinity>(), 1e-14);
    EXPECT_LT((lanes.matrix(lanes.rotation(), lane, 6, 6) - rotation[at]).lpNorm<Eigen::Infinity>(),
              1e-14);
  }
}

TEST(JacobiLanes, TakeRoundingOutOfTheRotationOfSomeLanes) {
  Lanes<Doubles> lanes(6, 7);
  const ik::MatrixX nearly = ik::MatrixX::Identity(6, 6) + 1e-6 * graded(3, 6, 6, 1.0);
  for (int lane = 0; lane < 2; ++lane) lanes.set(lanes.rotation(), lane, nearly);
  const Doubles old = {8.0, 7.0}, eight = {8.0, 8.0};
  lanes.jacobi().orthonormalise(old == eight);
  const ik::MatrixX R = lanes.matrix(lanes.rotation(), 0, 6, 6);
  EXPECT_LT((R.transpose() * R - ik::MatrixX::Identity(6, 6)).norm(), 1e-14);
  EXPECT_LT((R - nearly).norm(), 1e-4);
  EXPECT_EQ(lanes.matrix(lanes.rotation(), 1, 6, 6), nearly);
}

/// Inputs and outputs of two lanes of a step by singular values, at a body's initial pose.
class SingularStep {
 public:
  explicit SingularStep(const ik::Multibody& body)
      : body_(body), pose_(ik::pose_at(body, body.initial_theta())), plan(body.layout().plan, n()) {
    axis_ = spread(bodies::three_rows(pose_.axis).reshaped());
    origin_ = spread(bodies::three_rows(pose_.origin).reshaped());
    point_ = spread(pose_.effector.reshaped());
    error_ = spread(ik::VectorX::LinSpaced(3 * body.effector_count(), -0.5, 0.7));
    scratch_.resize(static_cast<std::size_t>(plan.scratch() * kStride));
    dtheta_.resize(static_cast<std::size_t>(n() * kStride));
    memory.resize(static_cast<std::size_t>(plan.memory() * kStride));
  }
  int n() const { return body_.joint_count(); }
  ik::MatrixX rotation(int lane) const {
    return Lanes<Doubles>::matrix(memory.data() + kStride, lane, plan.count, plan.count);
  }
  void take() {
    const ik::TreeStep<Doubles> tree = {body_.joint_count(),
                                        body_.layout().plan.hinges,
                                        body_.layout().links.data(),
                                        body_.layout().plan,
                                        axis_.data(),
                                        origin_.data(),
                                        point_.data(),
                                        error_.data(),
                                        nullptr,
                                        nullptr,
                                        scratch_.data(),
                                        nullptr,
                                        dtheta_.data()};
    ik::SingularLanes<Doubles>(tree, plan, memory.data()).decompose();
  }

 private:
  static constexpr int kStride = ik::Lanewise<Doubles>::kStride;
  static std::vector<double> spread(const ik::VectorX& rows) {
    std::vector<double> result;
    for (const double x : rows) result.insert(result.end(), kStride, x);
    return result;
  }

  const ik::Multibody& body_;
  ik::Pose pose_;
  std::vector<double> axis_, origin_, point_, error_, scratch_, dtheta_;

 public:
  ik::SingularPlan plan;
  std::vector<double> memory;
};

TEST(SingularLanes, TakeRoundingOutOfTheRotationEveryEightSteps) {
  const ik::Multibody body = bodies::forked_tree();
  SingularStep step(body);
  const ik::MatrixX identity = ik::MatrixX::Identity(6, 6);
  const auto drift = [&](int lane) {
    return (step.rotation(lane).transpose() * step.rotation(lane) - identity).norm();
  };
  step.take();  // zero memory: starts afresh
  EXPECT_LT(drift(0), 1e-14);
  for (int at = ik::Lanewise<Doubles>::kStride; at < static_cast<int>(step.memory.size()); ++at) {
    step.memory[static_cast<std::size_t>(at)] *= 1.0 + 1e-6;
  }
  step.memory[1] = 5.0;  // lane 1 is four steps ahead
  for (int i = 1; i <= 8; ++i) {
    EXPECT_EQ(step.memory[0], i);
    step.take();
    EXPECT_EQ(drift(0) > 1e-7, i < 8) << i;
    EXPECT_EQ(drift(1) > 1e-7, i < 4) << i;
  }
  EXPECT_EQ(step.memory[0], 1.0);
  EXPECT_EQ(step.memory[1], 5.0);
}

TEST(SingularPlan, LetsEveryPairMeetInASweep) {
  for (int n = 1; n < 30; ++n) {
    for (const int effectors : {1, 2, 3, 5}) {
      const ik::Multibody body = bodies::random_tree(n, n, effectors);
      const ik::SingularPlan plan(body.layout().plan, n);
      EXPECT_EQ(plan.count, std::min(n, 3 * effectors));
      EXPECT_EQ(plan.length, std::max(n, 3 * effectors));
      Eigen::MatrixXi met = Eigen::MatrixXi::Zero(plan.places, plan.places);
      int repeated = 0;
      for (std::size_t i = 0; i < plan.meetings.size(); ++i) {
        const auto& [v, inside] = plan.meetings[i];
        for (int a = 0; a < 4; ++a) {
          for (int b = a + 1; b < 4; ++b) {
            if (a / 2 != b / 2 || inside) ++met(std::min(v[a], v[b]), std::max(v[a], v[b]));
          }
        }
        if (i == 0) continue;
        for (const int a : v) {
          for (const int b : plan.meetings[i - 1].vectors) repeated += a == b ? 1 : 0;
        }
      }
      for (int b = 1; b < plan.count; ++b) {
        for (int a = 0; a < b; ++a) EXPECT_GE(met(a, b), 1) << n << ' ' << a << ' ' << b;
      }
      if (plan.places >= 12 && plan.places % 4 == 0) {
        EXPECT_EQ(repeated, 0) << n;
      }
    }
  }
}

TEST(InversePower, BringsAnyNumberBetweenOneAndTwo) {
  for (int power = -1022; power <= 1023; ++power) {
    const double number = std::ldexp(1.0 + (power & 7) / 8.0, power);
    const Doubles given = {number, number};
    const Doubles scaled = given * ik::inverse_power<Doubles>(given);
    EXPECT_GE(scaled[0], 1.0) << power;
    EXPECT_LT(scaled[1], power == 1023 ? 4.0 : 2.0) << power;
  }
  const Doubles nothing = {0.0, 1e-310};
  const Doubles none = ik::inverse_power<Doubles>(nothing);
  EXPECT_EQ(none[0], 1.0);
  EXPECT_EQ(none[1], 1.0);
}

}  // namespace
