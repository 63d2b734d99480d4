#include "accuracy.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <Eigen/Dense>

#include "ik/batch/batch.h"
#include "ik/methods/dls.h"
#include "ik/task/damped_step.h"
#include "ik/task/jacobian.h"
#include "ik/task/method.h"
#include "io/scene/scene_file.h"
#include "lap.h"
#include "measure.h"

namespace bench {
namespace {

/// One test problem: a pose and the target positions.
struct Case {
  const ik::Multibody& multibody;
  ik::Pose pose;
  std::vector<Eigen::Vector3d> targets;
  ik::MatrixX J;
  ik::VectorX e;

  ik::Problem problem() const { return {multibody, pose, targets}; }
};

/// Evenly spread, repeatable numbers in (-1, 1): steps by the golden ratio.
class Spread {
 public:
  double next() {
    at_ += 0.6180339887498949;
    at_ -= std::floor(at_);
    return 2.0 * at_ - 1.0;
  }

 private:
  double at_ = 0.0;
};

/// \param bent joints [0, bent) get an angle; the others stay at 0, so the arms end straight
Case make_case(const ik::Multibody& multibody, int bent, Spread& numbers) {
  ik::VectorX theta = ik::VectorX::Zero(multibody.joint_count());
  for (int j = 0; j < bent; ++j) theta[j] = 2.0 * numbers.next();
  Case one{multibody, ik::pose_at(multibody, theta), {}, {}, {}};
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const double x = numbers.next(), y = numbers.next(), z = numbers.next();
    one.targets.emplace_back(one.pose.effector.col(i) + 0.5 * Eigen::Vector3d(x, y, z));
  }
  ik::task_error(one.problem(), one.e);
  ik::task_jacobian(one.problem(), one.J);
  return one;
}

std::vector<Case> make_cases(const ik::Multibody& multibody, bool singular) {
  Spread numbers;
  std::vector<Case> cases;
  const int n = multibody.joint_count();
  constexpr int kCases = 64;
  for (int i = 0; i < kCases; ++i) {
    cases.push_back(make_case(multibody, singular ? i % (n - 1) : n, numbers));
  }
  return cases;
}

/// The reference step in long double, exact up to the rounding of J and e.
ik::VectorX right_step(const Case& one, double lambda) {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Eigen::Index m = one.J.rows(), n = one.J.cols();
  Matrix stacked = Matrix::Zero(m + n, n);
  stacked.topRows(m) = one.J.cast<long double>();
  stacked.bottomRows(n).diagonal().setConstant(lambda);
  Eigen::Matrix<long double, Eigen::Dynamic, 1> right =
      Eigen::Matrix<long double, Eigen::Dynamic, 1>::Zero(m + n);
  right.head(m) = one.e.cast<long double>();
  return stacked.householderQr().solve(right).cast<double>();
}

ik::VectorX library_step(const Case& one, double lambda) {
  ik::Workspace workspace;
  ik::AnyMethod(ik::Dls{lambda}).step(one.problem(), workspace);
  return workspace.dtheta;
}

ik::VectorX plain_step(const Case& one, double lambda) {
  ik::Workspace workspace;
  workspace.begin(one.problem());
  ik::damped_step(one.multibody, one.J, one.e, lambda * lambda, workspace);
  return workspace.dtheta;
}

/// Dense system, m x m.
ik::VectorX rows_step(const Case& one, double lambda) {
  ik::MatrixX A = one.J * one.J.transpose();
  A.diagonal().array() += lambda * lambda;
  return one.J.transpose() * A.ldlt().solve(one.e);
}

/// Dense system, n x n.
ik::VectorX columns_step(const Case& one, double lambda) {
  ik::MatrixX A = one.J.transpose() * one.J;
  A.diagonal().array() += lambda * lambda;
  return A.ldlt().solve(one.J.transpose() * one.e);
}

/// Step by singular value decomposition.
ik::VectorX svd_step(const Case& one, double lambda) {
  ik::Workspace workspace;
  workspace.begin(one.problem());
  const ik::Svd& svd = workspace.svd(one.problem());
  ik::VectorX step = ik::VectorX::Zero(one.J.cols());
  for (int i = 0; i < svd.count(); ++i) ik::add_damped(svd, i, one.e, lambda * lambda, step);
  return step;
}

ik::VectorX batch_step(const Case& one, double lambda) {
  ik::Batch batch(one.multibody, 1, ik::known_method("dls"));
  ik::Batch::Scratch scratch(batch);
  ik::BatchSettings settings(ik::known_method("dls"));
  ik::set_param(settings.method, "lambda", lambda);
  settings.max_angle = ik::kUnlimited;
  batch.set_settings(0, settings);
  batch.keep_limits(ik::LimitRule::kIgnore);
  batch.set_theta(0, {one.pose.theta.data(), static_cast<std::size_t>(one.pose.theta.size())});
  batch.place(0, 1, scratch);
  for (int row = 0; row < batch.targets().rows(); ++row) {
    batch.targets()(row, 0) = one.targets[static_cast<std::size_t>(row / 3)][row % 3];
  }
  batch.step(0, 1, scratch);
  ik::VectorX step(one.J.cols());
  for (int j = 0; j < step.size(); ++j) step[j] = batch.dtheta()(j, 0);
  return step;
}

struct Form {
  AccuracyForm name;
  ik::VectorX (*step)(const Case&, double lambda);
};
constexpr Form kForms[] = {
    {{"rows", "dense, 3k × 3k"}, rows_step},
    {{"columns", "dense, n × n"}, columns_step},
    {{"singular-values", "singular values"}, svd_step},
    {{"plain", "iklab, plain form"}, plain_step},
    {{"library", "iklab"}, library_step},
    {{"batch", "iklab, batch"}, batch_step},
};

}  // namespace

const std::vector<AccuracyForm>& accuracy_forms() {
  static const std::vector<AccuracyForm> all = [] {
    std::vector<AccuracyForm> names;
    for (const Form& form : kForms) names.push_back(form.name);
    return names;
  }();
  return all;
}

const std::vector<double>& accuracy_lambdas() {
  static const std::vector<double> all = {1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
  return all;
}

std::vector<Accuracy> accuracy() {
  std::vector<Accuracy> rows;
  for (const char* scene : kReportScenes) {
    const ik::Multibody multibody = io::find_scene(scene).multibody;
    for (const bool singular : {false, true}) {
      const std::vector<Case> cases = make_cases(multibody, singular);
      for (const double lambda : accuracy_lambdas()) {
        std::vector<ik::VectorX> right;
        for (const Case& one : cases) right.push_back(right_step(one, lambda));
        for (const Form& form : kForms) {
          std::vector<double> errors;
          for (std::size_t i = 0; i < cases.size(); ++i) {
            const ik::VectorX off = form.step(cases[i], lambda) - right[i];
            errors.push_back(off.norm() / right[i].norm());
          }
          rows.push_back({scene, singular ? "singular" : "random", form.name.id, lambda,
                          *std::max_element(errors.begin(), errors.end()), median(errors)});
        }
      }
    }
  }
  return rows;
}

}  // namespace bench
