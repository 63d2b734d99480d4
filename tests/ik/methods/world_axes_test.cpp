#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/aiming.h"
#include "support/step.h"

// The world's axes are nobody's business: where body, targets, aims and obstacles turn together,
// every step stays the same.
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const Matrix3d& turned() {
  static const Matrix3d R(Eigen::AngleAxisd(1.1, Vector3d(1.0, -2.0, 3.0).normalized()));
  return R;
}

ik::Multibody turned(const ik::Multibody& body) {
  std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  for (ik::Joint& joint : joints) {
    if (joint.parent < 0) joint.parent_from_joint = turned() * joint.parent_from_joint;
  }
  return {joints, {body.effectors().begin(), body.effectors().end()}};
}

/// What a body is asked, in one world.
struct World {
  World(ik::Multibody of, bool is_turned) : body(std::move(of)), R(Matrix3d::Identity()) {
    if (!is_turned) return;
    body = turned(body);
    R = turned();
  }

  /// \param step the aims differ in each, since an orientation that stands still moves by rounding
  void put_goals(int number, double far, int step) {
    bodies::Numbers numbers(number), more(1000 + step);
    targets.clear();
    for (int i = 0; i < body.effector_count(); ++i) {
      targets.emplace_back(R * (far * numbers.vector()));
    }
    aims = bodies::random_aims(body, more);
    for (ik::Aim& aim : aims) {
      aim.direction = R * aim.direction;
      aim.orientation = R * aim.orientation;
    }
    obstacles.clear();
    for (int i = 0; i < 2; ++i) {
      const Vector3d a = R * (2.0 * numbers.vector()), b = R * (2.0 * numbers.vector());
      obstacles.push_back({"", a, b, 0.1});
    }
  }

  const ik::VectorX& step(const ik::AnyMethod& method, const ik::VectorX& theta) {
    pose = ik::pose_at(body, theta);
    ik::Problem problem{body, pose, targets};
    problem.aims = aims;
    problem.obstacles = obstacles;
    method.step(problem, workspace);
    return workspace.dtheta;
  }

  ik::Multibody body;
  Matrix3d R;
  std::vector<Vector3d> targets;
  std::vector<ik::Aim> aims;
  std::vector<ik::Obstacle> obstacles;
  ik::Workspace workspace;
  ik::Pose pose;
};

const std::vector<ik::Multibody>& some_bodies() {
  static const std::vector<ik::Multibody> all = {
      bodies::forked_tree(), bodies::random_tree(1, 9, 3), bodies::limited_arm(),
      bodies::aiming()[1].body, bodies::aiming()[2].body};
  return all;
}

/// The method as it comes, and with each of its switches turned over.
std::vector<ik::AnyMethod> variants(const ik::MethodInfo& info) {
  std::vector<ik::AnyMethod> all = {info.create()};
  std::vector<std::pair<const char*, double>> switches;
  all[0].visit([&switches](const ik::Knob& row, ik::KnobValue value) {
    if (const auto* const* flag = std::get_if<bool*>(&value)) {
      switches.emplace_back(row.name, **flag ? 0.0 : 1.0);
    }
  });
  for (const auto& [name, value] : switches) {
    all.push_back(info.create());
    ik::set_param(all.back(), name, value);
  }
  return all;
}

class WorldAxes : public testing::TestWithParam<ik::MethodInfo> {};

TEST_P(WorldAxes, ChangeNoStep) {
  // a network's first weights are random numbers for rows of J, which are axes
  if (std::string_view(GetParam().id) == "learned") return;
  for (const ik::AnyMethod& method : variants(GetParam())) {
    for (const ik::Multibody& body : some_bodies()) {
      World world(body, false), other(body, true);
      ik::VectorX theta = body.initial_theta();
      for (int k = 0; k < 40; ++k) {
        // near, out of reach, and so far that only the direction counts
        const double far = k % 10 == 9 ? 1e4 : (k % 3 == 0 ? 4.0 : 1.0);
        world.put_goals(k / 4, far, k);
        other.put_goals(k / 4, far, k);
        const ik::VectorX step = world.step(method, theta);
        const ik::VectorX same = other.step(method, theta);
        ASSERT_LT((step - same).norm(), 1e-7 * (1e-3 + step.norm())) << "step " << k;
        const double most = step.lpNorm<Eigen::Infinity>();
        // shortened, as by a cap, so that rounding makes no difference to what a method remembers
        theta += std::min(0.9, 0.3 / std::max(most, 1e-9)) * step;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, WorldAxes, testing::ValuesIn(ik::methods()), method_test_name);

TEST(WorldAxes, ChangeTheLargestEntryOfTheJacobianButNotItsLongestColumn) {
  double most = 0.0;
  for (const ik::Multibody& body : some_bodies()) {
    World world(body, false), other(body, true);
    ik::MatrixX J, turned_J;
    for (World* one : {&world, &other}) {
      one->put_goals(0, 1.0, 0);
      one->pose = ik::pose_at(one->body, body.initial_theta());
      ik::Problem problem{one->body, one->pose, one->targets};
      problem.aims = one->aims;
      ik::task_jacobian(problem, one == &world ? J : turned_J);
    }
    EXPECT_NEAR(ik::longest_column(J), ik::longest_column(turned_J), 1e-14);
    most = std::max(most, std::abs(J.cwiseAbs().maxCoeff() / turned_J.cwiseAbs().maxCoeff() - 1.0));
  }
  EXPECT_GT(most, 0.05) << "no test of axes";
}

}  // namespace
