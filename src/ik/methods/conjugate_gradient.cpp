#include "ik/methods/conjugate_gradient.h"

#include <cmath>

#include "ik/task/line_search.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

/// Cosine between d and g below which d is a poor way down.
constexpr double kDownhill = 0.1;

}  // namespace

void ConjugateGradient::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const Eigen::Index n = J.cols();
  Memory& m = w.memory<Memory>();
  w.g.noalias() = J.transpose() * e;
  // what only a step that is taken needs: the first may not be, and a warm one allocates nothing
  w.A.resize(J.rows(), n);
  w.column.resize(n);

  const auto descend = [&] {
    const double first = model_length(J, e, m.d, w);
    w.dtheta = first * m.d;
    const double share = trial_share(problem, w.dtheta);
    w.dtheta *= line_search(problem, w.dtheta, w.g.dot(w.dtheta), share, w);
    return !w.dtheta.isZero(0.0);
  };

  bool moved = false;
  if (m.beta > 0.0 && m.d.size() == n && m.age < restart * static_cast<double>(n)) {
    m.d = w.g + m.beta * m.d;
    for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
      if (problem.mobility[j] == 0.0) m.d[static_cast<Eigen::Index>(j)] = 0.0;
    }
    ++m.age;
    moved = m.d.dot(w.g) > kDownhill * m.d.norm() * w.g.norm() && descend();
  }
  if (!moved) {
    m.d = w.g;
    m.age = 1;
    moved = descend();
  }
  m.beta = 0.0;
  if (!moved) return;

  descent_at_trial(problem, w, w.column);
  const double beta = w.column.dot(w.column - w.g) / w.g.squaredNorm();
  w.show("β", beta);
  m.beta = beta > 0.0 && std::isfinite(beta) ? beta : 0.0;
}

}  // namespace ik
