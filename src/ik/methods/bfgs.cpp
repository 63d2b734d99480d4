#include "ik/methods/bfgs.h"

#include "ik/task/line_search.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

/// Curvature below this share of |y| |s| is rounding, or the error bends the other way.
constexpr double kLeastCurvature = 1e-6;

/// d = H g, in the joints that can move. With a part of H left out the rest is still definite.
void direction(const Problem& problem, const Eigen::MatrixXd& H, const Eigen::VectorXd& g,
               Eigen::VectorXd& d) {
  d.noalias() = H * g;
  for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
    if (problem.mobility[j] == 0.0) d[static_cast<Eigen::Index>(j)] = 0.0;
  }
}

/// Learns from s and y. The result is symmetric to the last bit.
/// \returns false, with H as it was, where the curvature is not positive
bool learn(Bfgs::Memory& m) {
  const double curvature = m.y.dot(m.s);
  if (!(curvature > kLeastCurvature * m.y.norm() * m.s.norm())) return false;
  m.Hy.noalias() = m.H * m.y;
  const double ss = (1.0 + m.y.dot(m.Hy) / curvature) / curvature;
  for (Eigen::Index c = 0; c < m.H.cols(); ++c) {
    for (Eigen::Index r = 0; r < m.H.rows(); ++r) {
      const double cross = m.s[r] * m.Hy[c] + m.Hy[r] * m.s[c];
      m.H(r, c) += ss * (m.s[r] * m.s[c]) - cross / curvature;
    }
  }
  return true;
}

}  // namespace

void Bfgs::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const Eigen::Index n = J.cols();
  Memory& m = w.memory<Memory>();
  w.g.noalias() = J.transpose() * e;
  // what only a step that is taken needs: the first may not be, and a warm one allocates nothing
  w.A.resize(J.rows(), n);
  w.column.resize(n);
  for (Eigen::VectorXd* scratch : {&m.s, &m.y, &m.Hy}) scratch->resize(n);

  double alpha = 0.0;
  if (m.age > 0 && m.age < memory && m.H.rows() == n) {
    direction(problem, m.H, w.g, w.dtheta);
    const double slope = w.g.dot(w.dtheta);
    if (slope > 0.0) {
      alpha = line_search(problem, w.dtheta, slope, trial_share(problem, w.dtheta), w);
    }
  }
  if (!(alpha > 0.0)) {
    const double scale = model_length(J, e, w.g, w);
    w.dtheta = scale * w.g;
    m.age = 0;
    m.H.setZero(n, n);
    m.H.diagonal().setConstant(scale);
    alpha = line_search(problem, w.dtheta, w.g.dot(w.dtheta), trial_share(problem, w.dtheta), w);
  }
  w.dtheta *= alpha;
  if (!(alpha > 0.0)) return;

  descent_at_trial(problem, w, w.column);
  m.s = w.dtheta;
  m.y = w.g - w.column;
  if (learn(m)) ++m.age;
  if (!m.H.allFinite()) m.age = 0;
}

}  // namespace ik
