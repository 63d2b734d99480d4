#include <cstdio>

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

struct Form {
  const char* id;
  const ik::VectorX& (Growing::*step)();
};
constexpr Form kForms[] = {{"library", &Growing::library},
                           {"plain", &Growing::plain},
                           {"rows", &Growing::rows},
                           {"columns", &Growing::columns}};

/// Number of steps per measurement: enough to make the clock's cost negligible.
int stretch_of(Growing& body, const Form& form) {
  constexpr double kMinTime = 2e4;  // ns
  const double start = thread_ns();
  (body.*form.step)();
  return 1 + static_cast<int>(kMinTime / (thread_ns() - start + 1.0));
}

void grow(benchmark::State& state, Growing& body, const Form& form, int steps) {
  measure(
      state, steps, [] {},
      [&] {
        for (int i = 0; i < steps; ++i) benchmark::DoNotOptimize((body.*form.step)().data());
      });
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
    const int steps = stretch_of(*body, form);
    benchmark::RegisterBenchmark((name + form.id).c_str(), [body, form,
                                                            steps](benchmark::State& state) {
      grow(state, *body, form, steps);
    })->UseManualTime();
  }
  return true;
}

}  // namespace

bool register_growth() {
  bool equal = true;
  for (const Shape& shape : shapes()) {
    for (int n = 8; n <= 512; n *= 2) {
      equal &= register_body(shape, n, 1);
      if (n / 16 > 1) equal &= register_body(shape, n, n / 16);
      equal &= register_body(shape, n, n / 4);
    }
  }
  return equal;
}

}  // namespace bench
