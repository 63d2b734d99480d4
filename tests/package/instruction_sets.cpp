// Uses the library's types in a program that may be compiled for another instruction set than the
// library: makes, copies, returns and frees them beside the program's own matrices. Prints their
// layout, which must be the same for all instruction sets.

#include <iklab/iklab.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t kPlain = alignof(std::max_align_t);

template <class T>
void print_layout(const char* name) {
  static_assert(alignof(T) <= kPlain, "aligned for an instruction set");
  std::printf("%s %zu %zu\n", name, sizeof(T), alignof(T));
}

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "FAILED: %s\n", what);
  std::exit(1);
}

/// A method that uses its own and the workspace's matrices.
struct Transposed {
  double rate = 0.2;
  void step(const ik::Problem& problem, ik::Workspace& w) const {
    const Eigen::MatrixXd J = w.jacobian(problem);
    w.A.noalias() = J.transpose() * J;
    w.memory<ik::MatrixX>() = w.A;
    w.trial = problem.pose;
    w.dtheta.noalias() = rate * (w.jacobian(problem).transpose() * w.error(problem));
    w.column = w.dtheta;
  }
  void visit(const ik::KnobVisitor& visitor) { visitor({.name = "rate", .label = "Rate"}, &rate); }
};

ik::Multibody spatial_arm(int joints) {
  std::vector<ik::Joint> list;
  for (int j = 0; j < joints; ++j) {
    ik::Joint joint;
    joint.name = "joint " + std::to_string(j);
    joint.parent = j - 1;
    const Eigen::Isometry3d turned(Eigen::AngleAxisd(0.1 * j, Eigen::Vector3d::UnitX()));
    joint.parent_from_joint = Eigen::Translation3d(0.3, 0.0, 0.1) * turned;
    joint.axis = Eigen::Vector3d::Unit(j % 3);
    joint.initial = 0.1;
    list.push_back(joint);
  }
  ik::Effector hand{"hand", joints - 1, {0.2, 0.0, 0.0}};
  hand.aim = ik::AimKind::kOrientation;
  return ik::Multibody(list, {hand});
}

}  // namespace

int main() {
  print_layout<ik::Joint>("Joint");
  print_layout<ik::Effector>("Effector");
  print_layout<ik::Obstacle>("Obstacle");
  print_layout<ik::Aim>("Aim");
  print_layout<ik::Multibody>("Multibody");
  print_layout<ik::Pose>("Pose");
  print_layout<ik::Problem>("Problem");
  print_layout<ik::Svd>("Svd");
  print_layout<ik::Workspace>("Workspace");
  print_layout<ik::Report>("Report");
  print_layout<ik::Solver>("Solver");
  print_layout<ik::BatchSolver>("BatchSolver");
  print_layout<ik::Scene>("Scene");
  print_layout<lab::Summary>("Summary");

  // these sizes put data at every multiple of 16 bytes
  for (int joints = 1; joints < 12; ++joints) {
    const ik::Multibody arm = spatial_arm(joints);
    ik::VectorX theta = arm.initial_theta();
    Eigen::VectorXd own = arm.initial_theta();
    theta.conservativeResize(joints + 5);
    own.conservativeResize(joints + 7);
    theta = arm.initial_theta();

    ik::Pose pose = ik::pose_at(arm, theta);
    ik::Pose copy = pose;
    std::swap(pose, copy);
    std::vector<ik::Pose> poses(3, copy);
    poses.push_back(ik::pose_at(arm, 0.5 * theta));
    expect((poses[0].effector - pose.effector).norm() == 0.0, "a copied pose is equal");
    const Eigen::Isometry3d end = pose.world_from_joint(joints - 1);
    expect((end * Eigen::Vector3d(0.2, 0.0, 0.0) - pose.effector.col(0)).norm() < 1e-12,
           "a frame carries the effector");

    ik::Svd svd;
    const Eigen::MatrixXd J = Eigen::MatrixXd::Random(6, joints);
    svd.compute(J);
    const ik::Svd other = svd;
    const Eigen::MatrixXd made = other.U() * other.sigma().asDiagonal() * other.V().transpose();
    expect((made - J).norm() < 1e-12, "U diag(sigma) V^T is the matrix");

    ik::Solver solver(arm, Transposed{});
    solver.target("hand") = {0.3, 0.2, 0.1};
    for (int step = 0; step < 5; ++step) solver.step();
    ik::Solver second = solver;
    expect((second.jacobian() - solver.jacobian()).norm() == 0.0, "a copied solver is equal");
    // gradient of |e|^2 / 2, by the program's code on the library's memory
    const Eigen::VectorXd gradient = second.jacobian().transpose() * second.error_vector();
    double sum = 0.0;
    for (int j = 0; j < joints; ++j) sum += gradient[j] * gradient[j];
    expect(std::abs(gradient.squaredNorm() - sum) <= 1e-12 * (1.0 + sum), "sums agree");
    for (const ik::MethodInfo& method : ik::methods()) {
      ik::Solver any(arm, method.id);
      any.target("hand") = {0.3, 0.2, 0.1};
      any.step();
      any.set_theta(Eigen::VectorXd::Constant(joints, 0.2));
      expect(any.theta().allFinite() && any.singular_values().size() > 0, method.id);
    }
  }
  std::vector<ik::Joint> many(7);
  many.insert(many.begin() + 3, many.begin(), many.begin() + 2);
  expect(many[4].parent_from_joint.matrix().isIdentity(), "joints move in a list");
  return 0;
}
