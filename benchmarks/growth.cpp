#include <cstdio>
#include <memory>
#include <string>

#include <Eigen/Cholesky>

#include "benchmarks.h"
#include "bodies.h"
#include "ik/methods/dls.h"
#include "ik/task/damped_step.h"
#include "ik/task/jacobian.h"
#include "measure.h"

namespace bench {
namespace {

constexpr double kLambda = 0.6;
constexpr int kMaxDense = 512;  ///< joints of the bodies that dense forms step, too

/// A body in a pose, its targets, and one step towards them in several forms.
class Growing {
 public:
  Growing(const Shape& shape, int n, int k)
      : multibody_(shape.make(n, k)),
        pose_(ik::pose_at(multibody_, bent_pose(multibody_))),
        targets_(near_targets(multibody_, pose_.theta)),
        method_(ik::Dls{kLambda}) {}

  const ik::VectorX& library() {
    method_.step(problem(), workspace_);
    return workspace_.dtheta;
  }

  const ik::VectorX& plain() {
    workspace_.begin(problem());
    ik::damped_step(multibody_, workspace_.jacobian(problem()), workspace_.error(problem()),
                    kLambda * kLambda, workspace_);
    return workspace_.dtheta;
  }

  /// (J J^T + lambda^2 I) f = e, 3k x 3k.
  const ik::VectorX& rows() {
    look();
    factor(J_);
    llt_.solveInPlace(e_);
    step_.noalias() = J_.transpose() * e_;
    return step_;
  }

  /// (J^T J + lambda^2 I) dtheta = J^T e, n x n.
  const ik::VectorX& columns() {
    look();
    factor(J_.transpose());
    step_.noalias() = J_.transpose() * e_;
    llt_.solveInPlace(step_);
    return step_;
  }

 private:
  ik::Problem problem() const { return {multibody_, pose_, targets_}; }
  /// Factors B B^T + lambda^2 I by Eigen's blocked product and Cholesky, its fastest at this size.
  template <class Matrix>
  void factor(const Matrix& B) {
    A_.setZero(B.rows(), B.rows());
    A_.diagonal().setConstant(kLambda * kLambda);
    A_.selfadjointView<Eigen::Lower>().rankUpdate(B);
    llt_.compute(A_);
  }
  void look() {
    ik::task_error(problem(), e_);
    ik::task_jacobian(problem(), J_);
  }

  ik::Multibody multibody_;
  ik::Pose pose_;
  std::vector<Eigen::Vector3d> targets_;
  ik::AnyMethod method_;
  ik::Workspace workspace_;
  ik::MatrixX J_, A_;
  ik::VectorX e_, step_;
  Eigen::LLT<ik::MatrixX> llt_;
};

/// A body in a pose, its targets, and a method's step towards them.
class Stepping {
 public:
  Stepping(const ik::Multibody& multibody, const char* method)
      : multibody_(multibody),
        pose_(ik::pose_at(multibody_, bent_pose(multibody_))),
        targets_(near_targets(multibody_, pose_.theta)),
        method_(ik::known_method(method).create()) {}

  const ik::VectorX& step() {
    method_.step({multibody_, pose_, targets_}, workspace_);
    return workspace_.dtheta;
  }

 private:
  ik::Multibody multibody_;
  ik::Pose pose_;
  std::vector<Eigen::Vector3d> targets_;
  ik::AnyMethod method_;
  ik::Workspace workspace_;
};

struct Form {
  const char* id;
  const ik::VectorX& (Growing::*step)();
};
constexpr Form kForms[] = {{"library", &Growing::library},
                           {"plain", &Growing::plain},
                           {"rows", &Growing::rows},
                           {"columns", &Growing::columns}};

/// Registers the measurement of step() under that name.
template <class Step>
void register_step(const std::string& name, Step step) {
  // enough steps per measurement to make the clock's cost negligible
  constexpr double kMinTime = 2e4;  // ns
  const double start = thread_ns();
  step();
  const int steps = 1 + static_cast<int>(kMinTime / (thread_ns() - start + 1.0));
  benchmark::RegisterBenchmark(name.c_str(), [step, steps](benchmark::State& state) {
    measure(
        state, steps, [] {},
        [&] {
          for (int i = 0; i < steps; ++i) benchmark::DoNotOptimize(step().data());
        });
  })->UseManualTime();
}

/// \returns false, with a message on stderr, if a form's step differs from the library's
bool register_body(const Shape& shape, int n, int k) {
  const auto body = std::make_shared<Growing>(shape, n, k);
  const std::string name =
      std::string("growth/") + shape.id + "/" + std::to_string(n) + "/" + std::to_string(k) + "/";
  for (const Form& form : kForms) {
    const ik::VectorX step = (*body.*form.step)();
    const double difference = (step - body->library()).norm();
    if (!(difference <= 1e-9 * step.norm())) {
      std::fprintf(stderr, "%s%s: the step differs from the library's by %g\n", name.c_str(),
                   form.id, difference);
      return false;
    }
    register_step(name + form.id,
                  [body, step = form.step]() -> const ik::VectorX& { return (*body.*step)(); });
  }
  return true;
}

/// Steps of the linear methods; that of dls is the form "library".
void register_large_body(const Shape& shape, int n, int k) {
  const ik::Multibody multibody = shape.make(n, k);
  const std::string name =
      std::string("growth/") + shape.id + "/" + std::to_string(n) + "/" + std::to_string(k) + "/";
  for (const char* method : linear_methods()) {
    const bool is_dls = std::string(method) == "dls";
    if (is_dls && n <= kMaxDense) continue;  // register_body has it
    const auto body = std::make_shared<Stepping>(multibody, method);
    register_step(name + (is_dls ? "library" : method),
                  [body]() -> const ik::VectorX& { return body->step(); });
  }
}

}  // namespace

bool register_growth() {
  bool equal = true;
  for (const Shape& shape : shapes()) {
    for (int n = 8; n <= kMaxDense; n *= 2) {
      equal &= register_body(shape, n, 1);
      if (n / 16 > 1) equal &= register_body(shape, n, n / 16);
      equal &= register_body(shape, n, n / 4);
    }
    for (const int n : kLargeSizes) register_large_body(shape, n, n / 4);
  }
  return equal;
}

}  // namespace bench
