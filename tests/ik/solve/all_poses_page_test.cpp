#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "ik/solve/hinge_elimination.h"
#include "iklab/body.h"
#include "support/bodies.h"

// The formulas of docs/all-poses.md.

namespace {

using std::numbers::pi;

using SixAngles = std::array<double, 6>;
using SixAxes = std::array<ik::HingeAxis, 6>;

/// Six axes anyhow, within a length of 1.
SixAxes drawn_axes(bodies::Numbers& numbers) {
  SixAxes axes;
  for (ik::HingeAxis& axis : axes) {
    axis.point = 0.5 * numbers.vector();
    axis.direction = numbers.vector().normalized();
  }
  return axes;
}

SixAngles drawn_angles(bodies::Numbers& numbers) {
  SixAngles angles;
  for (double& angle : angles) angle = pi * numbers.next();
  return angles;
}

/// exp(theta_from) ... exp(theta_to), numbered from 0.
ik::Isometry motion_of(const SixAxes& axes, const SixAngles& theta, std::size_t from,
                       std::size_t to) {
  ik::Isometry motion = ik::Isometry::Identity();
  for (std::size_t j = from; j <= to; ++j) motion = motion * ik::motion_about(axes[j], theta[j]);
  return motion;
}

/// l, p, p x l, |p|^2, p . l, |p|^2 l - 2 (p . l) p.
Eigen::Matrix<double, 14, 1> fourteen(const Eigen::Vector3d& p, const Eigen::Vector3d& l) {
  Eigen::Matrix<double, 14, 1> sides;
  sides << l, p, p.cross(l), p.squaredNorm(), p.dot(l), p.squaredNorm() * l - 2.0 * p.dot(l) * p;
  return sides;
}

TEST(AllPosesPage, MotionsOfHingesOneAfterTheOtherMoveTheHand) {
  bodies::Numbers numbers(1);
  std::vector<ik::Joint> joints(6);
  for (int j = 0; j < 6; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = std::to_string(j);
    joint.parent = j - 1;
    joint.parent_from_joint.linear() = numbers.rotation(pi);
    joint.parent_from_joint.translation() = 0.3 * numbers.vector();
    joint.axis = numbers.vector().normalized();
  }
  const Eigen::Vector3d offset = 0.2 * numbers.vector();
  const ik::Multibody arm(joints, {{.name = "hand", .joint = 5, .offset = offset}});
  const ik::Pose zero = ik::pose_at(arm, ik::VectorX::Zero(6));
  SixAxes axes;
  for (int j = 0; j < 6; ++j) {
    axes[static_cast<std::size_t>(j)] = {zero.origin.col(j), zero.axis.col(j)};
  }
  for (int i = 0; i < 20; ++i) {
    const SixAngles theta = drawn_angles(numbers);
    const ik::Pose pose = ik::pose_at(arm, Eigen::Map<const ik::VectorX>(theta.data(), 6));
    const ik::Isometry moved = motion_of(axes, theta, 0, 5);
    EXPECT_LT((moved * Eigen::Vector3d(zero.effector.col(0)) - pose.effector.col(0)).norm(), 1e-13);
    EXPECT_LT((moved.linear() * zero.axis.col(5) - pose.axis.col(5)).norm(), 1e-13);
  }
}

TEST(AllPosesPage, ThePointOfAWristFeelsThreeHingesAlone) {
  bodies::Numbers numbers(2);
  SixAxes axes = drawn_axes(numbers);
  const Eigen::Vector3d p = numbers.vector();
  for (std::size_t j = 3; j < 6; ++j) axes[j].point = p + numbers.next() * axes[j].direction;
  for (int i = 0; i < 20; ++i) {
    const SixAngles theta = drawn_angles(numbers);
    const ik::Isometry H = motion_of(axes, theta, 0, 5);
    EXPECT_LT((motion_of(axes, theta, 0, 2) * p - H * p).norm(), 1e-13);
  }
}

TEST(AllPosesPage, AFlippedWristKeepsTheHand) {
  const Eigen::Vector3d z = Eigen::Vector3d::UnitZ(), y = Eigen::Vector3d::UnitY();
  bodies::Numbers numbers(3);
  for (int i = 0; i < 20; ++i) {
    const double a = pi * numbers.next(), b = pi * numbers.next(), c = pi * numbers.next();
    const auto wrist = [&](double one, double two, double three) {
      return Eigen::Matrix3d(
          (Eigen::AngleAxisd(one, z) * Eigen::AngleAxisd(two, y) * Eigen::AngleAxisd(three, z))
              .toRotationMatrix());
    };
    EXPECT_LT((wrist(a, b, c) - wrist(a + pi, -b, c + pi)).norm(), 1e-14);
  }
}

TEST(AllPosesPage, FourteenNumbersAreTheSameOnBothSidesAndHaveNoSquares) {
  bodies::Numbers numbers(4);
  for (int i = 0; i < 20; ++i) {
    const SixAxes axes = drawn_axes(numbers);
    const SixAngles theta = drawn_angles(numbers);
    const ik::Isometry H = motion_of(axes, theta, 0, 5);
    const Eigen::Vector3d &p = axes[5].point, &l = axes[5].direction, &middle = axes[2].point;
    const auto left = [&](const SixAngles& t) {
      const ik::Isometry motion = motion_of(axes, t, 2, 4);
      return fourteen(motion * p - middle, motion.linear() * l);
    };
    const auto right = [&](const SixAngles& t) {
      const ik::Isometry motion =
          ik::motion_about(axes[1], -t[1]) * ik::motion_about(axes[0], -t[0]) * H;
      return fourteen(motion * p - middle, motion.linear() * l);
    };
    EXPECT_LT((left(theta) - right(theta)).norm(), 1e-12);
    // a sum of 1, cosine and sine has no second harmonic, in any angle
    const auto second = [&](const auto& side, std::size_t j) {
      Eigen::Matrix<double, 14, 1> harmonic = Eigen::Matrix<double, 14, 1>::Zero();
      for (int quarter = 0; quarter < 4; ++quarter) {
        SixAngles turned = theta;
        turned[j] += 0.5 * pi * quarter;
        harmonic += (quarter % 2 == 0 ? 0.25 : -0.25) * side(turned);
      }
      return harmonic.norm();
    };
    for (const std::size_t j : {0U, 1U}) EXPECT_LT(second(right, j), 1e-12) << j;
    for (const std::size_t j : {2U, 3U, 4U}) EXPECT_LT(second(left, j), 1e-12) << j;
  }
}

/// J of position and rotation, axes at a pose.
Eigen::Matrix<double, 6, 6> jacobian_of_axes(const SixAxes& axes, const SixAngles& theta) {
  const ik::Isometry all = motion_of(axes, theta, 0, 5);
  const Eigen::Vector3d tip = all * axes[5].point;
  Eigen::Matrix<double, 6, 6> J;
  ik::Isometry world = ik::Isometry::Identity();
  for (std::size_t j = 0; j < 6; ++j) {
    const Eigen::Vector3d axis = world.linear() * axes[j].direction;
    J.col(static_cast<Eigen::Index>(j)) << axis.cross(tip - world * axes[j].point), axis;
    world = world * ik::motion_about(axes[j], theta[j]);
  }
  return J;
}

TEST(AllPosesPage, JChangesByAtMostTheBoundOfTheCertificate) {
  bodies::Numbers numbers(5);
  double closest = 0.0;
  for (int i = 0; i < 400; ++i) {
    const SixAxes axes = drawn_axes(numbers);
    const SixAngles a = drawn_angles(numbers);
    SixAngles b = a;
    double way = 0.0, reach = 1.0;
    for (std::size_t j = 0; j < 6; ++j) {
      const double step = 0.3 * numbers.next();
      b[j] += step;
      way += step * step;
      // no pose has the tip farther from an axis than along the points of the axes
      double chain = 0.0;
      for (std::size_t k = j; k < 5; ++k) chain += (axes[k + 1].point - axes[k].point).norm();
      reach = std::max(reach, chain);
    }
    const double bound = 6.0 * std::numbers::sqrt2 * reach * std::sqrt(way);
    const double change = (jacobian_of_axes(axes, a) - jacobian_of_axes(axes, b)).norm();
    EXPECT_LE(change, bound);
    closest = std::max(closest, change / bound);
  }
  EXPECT_GT(closest, 0.05) << "a bound, and not far from what happens";
}

/// The cuspidal arm: the hand's distance from the first axis, height, and the printed det J.
struct Cuspidal {
  static constexpr double d2 = 1.0, d3 = 2.0, d4 = 1.5, r2 = 1.0;

  double A, B, rho, z, det;

  Cuspidal(double t2, double t3) {
    A = d3 + d4 * std::cos(t3);
    B = r2 + d4 * std::sin(t3);
    rho = std::hypot(d2 + A * std::cos(t2), B);
    z = -A * std::sin(t2);
    det = d4 * A * (d2 * std::sin(t3) + (d3 * std::sin(t3) - r2 * std::cos(t3)) * std::cos(t2));
  }
};

TEST(AllPosesPage, TheCuspidalArmHasThePrintedHandAndDeterminant) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = std::to_string(j);
    joint.parent = j - 1;
    const double roll = j == 0 ? 0.0 : j == 1 ? -0.5 * pi : 0.5 * pi;
    joint.parent_from_joint.linear() =
        Eigen::AngleAxisd(roll, Eigen::Vector3d::UnitX()).toRotationMatrix();
  }
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(Cuspidal::d2, 0.0, 0.0);
  joints[2].parent_from_joint.translation() = Eigen::Vector3d(Cuspidal::d3, 0.0, Cuspidal::r2);
  const ik::Multibody arm(joints,
                          {{.name = "hand", .joint = 2, .offset = {Cuspidal::d4, 0.0, 0.0}}});
  bodies::Numbers numbers(6);
  for (int i = 0; i < 50; ++i) {
    const ik::VectorX theta = pi * numbers.vector(3);
    const ik::Pose pose = ik::pose_at(arm, theta);
    const Cuspidal printed(theta[1], theta[2]);
    EXPECT_NEAR(std::hypot(pose.effector(0, 0), pose.effector(1, 0)), printed.rho, 1e-13);
    EXPECT_NEAR(pose.effector(2, 0), printed.z, 1e-13);
    Eigen::Matrix3d J;
    constexpr double h = 1e-5;
    for (int j = 0; j < 3; ++j) {
      ik::VectorX more = theta, less = theta;
      more[j] += h;
      less[j] -= h;
      J.col(j) = (ik::pose_at(arm, more).effector.col(0) - ik::pose_at(arm, less).effector.col(0))
                     .head<3>() /
                 (2.0 * h);
    }
    EXPECT_NEAR(J.determinant(), printed.det, 1e-8);
  }
}

TEST(AllPosesPage, TheCuspidalArmHasFourPosesForTheHand) {
  // sin theta_2 = -z / A leaves two angles theta_2, and one equation in theta_3
  constexpr double kRho = 2.5, kHeight = 0.5;
  constexpr int kParts = 100'000;
  int roots = 0;
  for (const bool front : {true, false}) {
    double before = std::nan("");
    for (int i = 0; i <= kParts; ++i) {
      const double t3 = 2.0 * pi * i / kParts;
      const double sine = -kHeight / Cuspidal(0.0, t3).A;
      const double t2 = front ? std::asin(sine) : pi - std::asin(sine);
      const double off = Cuspidal(t2, t3).rho - kRho;
      roots += before * off < 0.0 ? 1 : 0;
      before = off;
    }
  }
  EXPECT_EQ(roots, 4);
}

TEST(AllPosesPage, NearAMeetingTheAnglesDifferByTheRootOfTheWay) {
  // two links of a plane, stretched at distance a + b: the elbow's angle from the law of cosines
  constexpr double a = 0.43, b = 0.4;
  const auto elbow = [](double way) {
    const double far = a + b - way;
    return std::acos((far * far - a * a - b * b) / (2.0 * a * b));
  };
  for (const double way : {1e-3, 1e-5, 1e-7}) {
    EXPECT_NEAR(elbow(way) / elbow(0.25 * way), 2.0, way) << way;
  }
}

}  // namespace
