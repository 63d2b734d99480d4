#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "iklab/method.h"
#include "support/bodies.h"

/// A method's id as the name of a test.
inline std::string method_test_name(const testing::TestParamInfo<ik::MethodInfo>& method) {
  std::string name = method.param.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// A registered method that learns briefly, if it learns at all: what holds of it holds however
/// well it has learnt.
inline ik::AnyMethod brief(const ik::MethodInfo& info) {
  ik::AnyMethod method = info.create();
  ik::set_param(method, "training", 100.0);
  return method;
}

/// The largest length of a goal's three rows in a column of J (m x n).
inline double longest_rows(const ik::MatrixX& J) {
  return J.reshaped(3, J.size() / 3).colwise().norm().maxCoeff();
}

/// One step of a method, with everything it refers to kept alive.
class Step {
 public:
  Step(const ik::Multibody& body, const ik::VectorX& theta, std::vector<Eigen::Vector3d> targets,
       ik::JacobianKind kind = ik::JacobianKind::kEffector)
      : body_(body), pose_(ik::pose_at(body, theta)), targets_(std::move(targets)), kind_(kind) {}

  ik::Problem problem() const { return {body_, pose_, targets_, kind_, d_max_}; }

  /// The step that `method` proposes, by a workspace that knows nothing yet.
  ik::VectorX take(const ik::AnyMethod& method) {
    workspace = ik::Workspace();
    outcome = method.step(problem(), workspace);
    return workspace.dtheta;
  }
  ik::VectorX take(const char* id) { return take(ik::find_method(id)->create()); }
  template <ik::IkMethod M>
  ik::VectorX take(const M& method) {
    return take(ik::AnyMethod(method));
  }

  const ik::MatrixX& J() { return workspace.jacobian(problem()); }
  const ik::VectorX& e() { return workspace.error(problem()); }

  void clamp(double d_max) { d_max_.assign(targets_.size(), d_max); }

  ik::Workspace workspace;
  ik::Outcome outcome = ik::Outcome::kMoved;

 private:
  const ik::Multibody& body_;
  ik::Pose pose_;
  std::vector<Eigen::Vector3d> targets_;
  ik::JacobianKind kind_;
  std::vector<double> d_max_;
};

/// A step at a random pose towards random targets.
inline Step random_step(const ik::Multibody& body, int seed,
                        ik::JacobianKind kind = ik::JacobianKind::kEffector) {
  bodies::Numbers numbers(seed);
  const ik::VectorX theta = 2.0 * numbers.vector(body.joint_count());
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
  return Step(body, theta, std::move(targets), kind);
}
