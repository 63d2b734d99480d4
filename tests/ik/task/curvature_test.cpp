#include "ik/task/curvature.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "ik/task/objective.h"
#include "support/aiming.h"

// The Hessian along the tree beside the one from the columns of J.
namespace {

using ik::MatrixX;
using ik::VectorX;

constexpr double kWeight = 0.7;

/// A body in a random pose with random errors and scales.
struct Bent {
  Bent(const ik::Multibody& of, int seed) : body(of), numbers(seed) {
    const int n = body.joint_count();
    pose = ik::pose_at(body, 2.0 * numbers.vector(n));
    e = numbers.vector(body.row_count());
    for (int g = 0; g < body.goal_count(); ++g) roots.push_back(1.2 + numbers.next());
    stretch = (numbers.vector(n).array() + 1.1).matrix();
    ik::reached_goals(body, pose, targets, aims);
  }
  ik::Problem problem() const {
    ik::Problem result{body, pose, targets};
    result.aims = aims;
    return result;
  }

  ik::Multibody body;
  bodies::Numbers numbers;
  ik::Pose pose;
  VectorX e, stretch;
  std::vector<double> roots;
  std::vector<Eigen::Vector3d> targets;
  std::vector<ik::Aim> aims;
};

/// Two unknowns per joint; joints that follow others have entries with all.
ik::TreeMatrix matrix_of(const ik::Multibody& body) {
  std::vector<int> parents;
  for (int j = 0; j < body.joint_count(); ++j) {
    const int above = body.followers().empty() ? body.joint(j).parent : j - 1;
    parents.push_back(above < 0 ? -1 : 2 * above + 1);
    parents.push_back(2 * j);
  }
  ik::TreeMatrix H;
  H.resize(parents);
  return H;
}

/// Expects the slopes and the Hessian that J and task_hessian give.
void expect_dense(const Bent& bent, const std::string& name) {
  std::vector<double> weights;
  for (const double root : bent.roots) weights.push_back(root * root);
  ik::Problem weighted = bent.problem();
  weighted.weights = weights;
  weighted.mobility = {bent.stretch.data(), static_cast<std::size_t>(bent.stretch.size())};
  MatrixX J, scratch, dense;
  ik::task_jacobian(weighted, J);
  J *= bent.stretch.asDiagonal();
  ik::task_hessian(weighted, J, bent.e, scratch, dense);
  const VectorX slopes = -kWeight * (J.transpose() * bent.e);

  ik::TreeCurvature curvature;
  curvature.reserve(bent.body);
  for (const int part : {0, 1}) {
    ik::TreeMatrix H = matrix_of(bent.body);
    VectorX g(bent.body.joint_count());
    const ik::Problem problem = bent.problem();
    curvature.expand({problem, bent.e, bent.roots, bent.stretch, kWeight}, part, 2, g.data(), H);
    EXPECT_LT((g - slopes).norm(), 1e-13 * (1.0 + slopes.norm())) << name;
    for (int i = 0; i < H.size(); ++i) {
      for (int d = 0; d <= H.depth(i); ++d) {
        const int j = H.path(i)[d];
        const bool of_part = i % 2 == part && j % 2 == part;
        const double expected = of_part ? kWeight * dense(j / 2, i / 2) : 0.0;
        EXPECT_NEAR(H.row(i)[d], expected, 1e-13 * (1.0 + dense.norm()))
            << name << ' ' << i << ' ' << j;
      }
    }
  }
}

TEST(TreeCurvature, IsTheHessianOfTreesOfAllJoints) {
  for (int seed = 0; seed < 30; ++seed) {
    expect_dense(Bent(bodies::random_tree(seed, 3 + seed % 9, 1 + seed % 4), seed),
                 "tree " + std::to_string(seed));
  }
}

TEST(TreeCurvature, IsAsExactFarFromTheOrigin) {
  const ik::Multibody near = bodies::forked_tree();
  std::vector<ik::Joint> joints(near.joints().begin(), near.joints().end());
  for (ik::Joint& joint : joints) {
    if (joint.parent < 0) joint.parent_from_joint.pretranslate(Eigen::Vector3d(3e4, -7e4, 9e3));
  }
  const ik::Multibody far(joints, {near.effectors().begin(), near.effectors().end()});
  const Bent here(near, 3), there(far, 3);
  ik::TreeCurvature curvature;
  curvature.reserve(near);
  ik::TreeMatrix H[] = {matrix_of(near), matrix_of(near)};
  VectorX g(near.joint_count());
  const ik::Problem problem = here.problem(), moved = there.problem();
  curvature.expand({problem, here.e, here.roots, here.stretch, 1.0}, 0, 2, g.data(), H[0]);
  curvature.expand({moved, there.e, there.roots, there.stretch, 1.0}, 0, 2, g.data(), H[1]);
  for (int i = 0; i < H[0].size(); ++i) {
    for (int d = 0; d <= H[0].depth(i); ++d) {
      EXPECT_NEAR(H[1].row(i)[d], H[0].row(i)[d], 1e-8);  // positions are rounded to 1e-11
    }
  }
}

TEST(TreeCurvature, IsTheHessianOfBodiesThatAimOrFollow) {
  for (int seed = 0; seed < 5; ++seed) {
    const ik::Multibody tree = bodies::random_tree(seed, 8, 3);
    expect_dense(
        Bent(bodies::with_aims(tree, {ik::AimKind::kDirection, ik::AimKind::kOrientation}), seed),
        "aims");
    std::vector<ik::Joint> joints(tree.joints().begin(), tree.joints().end());
    joints[6].leader = 1;
    joints[6].ratio = -1.5;
    expect_dense(Bent({joints, {tree.effectors().begin(), tree.effectors().end()}}, seed),
                 "followers");
  }
}

}  // namespace
