#include "ik/methods/minimization.h"

#include "ik/body/joint.h"
#include "ik/simd/largest.h"
#include "ik/task/damped_step.h"
#include "ik/task/objective.h"
#include "ik/task/products.h"

#include <algorithm>
#include <cmath>

namespace ik {

void JacobianTranspose::step(const Problem& problem, Workspace& w) const {
  if (const std::optional<double> alpha = transpose_tree_step(problem, gain, w)) {
    if (*alpha > 0.0) w.show("α", *alpha, "rad²/m²");
    return;
  }

  const MatrixX& J = w.jacobian(problem);
  w.g.noalias() = J.transpose() * w.error(problem);

  // with g = J^T e, alpha = |g|^2 / |J g|^2; g is normalised, because g^2 would overflow for far
  // targets
  w.f.resize(J.rows());
  const double size = largest(w.g);
  if (!(size > 0.0)) return;
  w.g /= size;
  w.f.noalias() = J * w.g;
  const double square = w.f.squaredNorm();
  if (!(square > 0.0)) return;
  w.dtheta = (gain * size * w.g.squaredNorm() / square) * w.g;
  w.show("α", gain * w.g.squaredNorm() / square, "rad²/m²");
}

namespace {

/// Shortens w.dtheta by line_search, from the length that trial_share allows.
/// \param slope (J^T e) . w.dtheta
/// \returns false, with w.dtheta zero, if no length lowers the error
bool shorten_step(const Problem& problem, double slope, Workspace& w) {
  const double first = trial_share(problem, w.dtheta);
  const double alpha = line_search(problem, w.dtheta, slope, first, w);
  w.dtheta *= alpha;
  return alpha > 0.0;
}

}  // namespace

void GradientDescent::step(const Problem& problem, Workspace& w) const {
  Products(problem, w).descent(w.error(problem), w.g);
  w.dtheta = rate * w.g;
  if (!line_search) return;
  shorten_step(problem, w.g.dot(w.dtheta), w);
}

namespace {

/// w.g = J^T e, the direction of steepest descent. Also reserves the memory that only an accepted
/// step needs: the first step may be rejected or at rest, but a warm step must allocate nothing.
void steepest(const Products& J, const VectorX& e, Workspace& w) {
  J.descent(e, w.g);
  if (J.matrix() != nullptr) w.A.resize(J.matrix()->rows(), J.matrix()->cols());
  w.column.resize(w.g.size());
  w.f.resize(e.size());
}

/// Sets the entries of frozen joints in d (n) to 0.
void zero_frozen_joints(const Problem& problem, VectorX& d) {
  for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
    if (problem.mobility[j] == 0.0) d[static_cast<Eigen::Index>(j)] = 0.0;
  }
}

/// Minimum cosine between d and g: d must be a direction of sufficient descent.
constexpr double kDownhill = 0.1;

}  // namespace

void ConjugateGradient::step(const Problem& problem, Workspace& w) const {
  const Products J(problem, w);
  const VectorX& e = w.error(problem);
  const Eigen::Index n = problem.multibody.joint_count();
  Memory& m = w.memory<Memory>();
  steepest(J, e, w);

  const auto descend = [&] {
    const double first = model_length(J, e, m.d, w);
    w.dtheta = first * m.d;
    shorten_step(problem, w.g.dot(w.dtheta), w);
    return !w.dtheta.isZero(0.0);
  };

  bool moved = false;
  if (m.beta > 0.0 && m.d.size() == n && m.age < restart * static_cast<double>(n)) {
    m.d = w.g + m.beta * m.d;
    zero_frozen_joints(problem, m.d);
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

namespace {

/// Minimum curvature relative to |y| |s|; smaller values are rounding or negative.
constexpr double kMinCurvature = 1e-6;

/// Updates H from s and y; H stays symmetric to the last bit.
/// \returns false, with H unchanged, if the curvature is not positive
bool learn(Bfgs::Memory& m) {
  const double curvature = m.y.dot(m.s);
  if (!(curvature > kMinCurvature * m.y.norm() * m.s.norm())) return false;
  if (m.pairs) {
    m.S.col(m.age) = m.s;
    m.Y.col(m.age) = m.y;
    m.curvatures[m.age] = curvature;
    return true;
  }
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

/// d = H g from the pairs, two passes: Nocedal and Wright (2006), algorithm 7.4.
void apply_pairs(Bfgs::Memory& m, const VectorX& g, VectorX& d) {
  d = g;
  for (int i = m.age; i-- > 0;) {
    m.shares[i] = m.S.col(i).dot(d) / m.curvatures[i];
    d -= m.shares[i] * m.Y.col(i);
  }
  d *= m.scale;
  for (int i = 0; i < m.age; ++i) {
    d += (m.shares[i] - m.Y.col(i).dot(d) / m.curvatures[i]) * m.S.col(i);
  }
}

}  // namespace

void Bfgs::step(const Problem& problem, Workspace& w) const {
  const Products J(problem, w);
  const VectorX& e = w.error(problem);
  const Eigen::Index n = problem.multibody.joint_count();
  Memory& m = w.memory<Memory>();
  steepest(J, e, w);
  for (VectorX* scratch : {&m.s, &m.y, &m.Hy}) scratch->resize(n);
  const bool pairs = J.matrix() == nullptr && 2.0 * memory < static_cast<double>(n);
  if (pairs != m.pairs) m.age = 0;
  m.pairs = pairs;
  if (pairs) {
    const auto most = static_cast<Eigen::Index>(std::ceil(std::max(1.0, memory)));
    if (m.S.rows() != n || m.S.cols() != most) m.age = 0;
    for (MatrixX* vectors : {&m.S, &m.Y}) vectors->resize(n, most);
    for (VectorX* numbers : {&m.curvatures, &m.shares}) numbers->resize(most);
  }

  bool moved = false;
  if (m.age > 0 && m.age < memory && (pairs || m.H.rows() == n)) {
    if (pairs) {
      apply_pairs(m, w.g, w.dtheta);
    } else {
      w.dtheta.noalias() = m.H * w.g;
    }
    zero_frozen_joints(problem, w.dtheta);
    const double slope = w.g.dot(w.dtheta);
    moved = slope > 0.0 && shorten_step(problem, slope, w);
  }
  if (!moved) {
    const double scale = model_length(J, e, w.g, w);
    w.dtheta = scale * w.g;
    m.age = 0;
    m.scale = scale;
    if (!pairs) {
      m.H.setZero(n, n);
      m.H.diagonal().setConstant(scale);
    }
    if (!shorten_step(problem, w.g.dot(w.dtheta), w)) return;
  }

  descent_at_trial(problem, w, w.column);
  m.s = w.dtheta;
  m.y = w.g - w.column;
  if (learn(m)) ++m.age;
  if (!pairs && !m.H.allFinite()) m.age = 0;
}

void GaussNewton::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  const int kept = svd.rank(cutoff);
  double slope = 0.0;  // (J^T e) . d = |the part of e that d removes|^2
  for (int i = 0; i < kept; ++i) {
    add_damped(svd, i, e, 0.0, w.dtheta);
    const double part = svd.U().col(i).dot(e);
    slope += part * part;
  }
  shorten_step(problem, slope, w);
}

namespace {

/// Minimum lever arm, relative to the longest.
constexpr double kMinLever = 0.1;
/// Maximum number of tries; with growing factors, nu crosses its whole range in them.
constexpr int kMaxDampings = 12;
/// Errors below this angle, seen at the longest lever, lower the damping, rad. A larger one follows
/// more closely out of reach and shakes more.
constexpr double kNear = 0.06;

/// lambda^2 / nu: 1 far from the targets, proportional to a small |e|; 1 if no joint turns.
/// \param levers (n) lengths of J's columns
double share_of_damping(const Multibody& multibody, const VectorX& levers, const VectorX& e) {
  double longest = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (is_angular(multibody.joint(j).type)) longest = std::max(longest, levers[j]);
  }
  return longest > 0.0 ? std::min(1.0, e.norm() / (kNear * longest)) : 1.0;
}

}  // namespace

void LevenbergMarquardt::step(const Problem& problem, Workspace& w) const {
  const Products J(problem, w);
  const VectorX& e = w.error(problem);
  Memory& memory = w.memory<Memory>();
  const double lowest = std::clamp(least, kMinGamma, kMaxGamma);
  const double start = std::clamp(gamma, lowest, kMaxGamma);
  memory.nu = memory.nu < 0.0 ? start : std::max(memory.nu, lowest);

  // in joints scaled by D^1/2 the columns of J have length 1, and the step is a damped step
  J.column_lengths(memory.shorten);
  const double longest = memory.shorten.maxCoeff();
  if (!(longest > 0.0)) return;
  const double share = share_of_damping(problem.multibody, memory.shorten, e);
  memory.shorten = memory.shorten.cwiseMax(kMinLever * longest).cwiseInverse();
  if (J.matrix() != nullptr) memory.J.noalias() = *J.matrix() * memory.shorten.asDiagonal();
  const auto solve = [&](double square) {
    if (J.matrix() != nullptr) return damped_step(problem.multibody, memory.J, e, square, w);
    rough_tree_step(scaled_by(memory.shorten, problem, memory.mobility), square, w);
    return true;
  };

  const double held = held_change(problem, w);
  double growth = 2.0;
  for (int i = 0; i < kMaxDampings; ++i) {
    const double damping = std::max(memory.nu * share, kMinGamma);
    if (solve(damping)) {
      w.dtheta.array() *= memory.shorten.array();
      w.dtheta *= trial_share(problem, w.dtheta);
      J.motion(w.dtheta, w.f);
      const double promised = e.dot(w.f) - 0.5 * w.f.squaredNorm();
      try_step(problem, w.dtheta, 1.0, w);
      const double gain = (held - objective_change(problem, w.trial)) / promised;
      if (promised > 0.0 && gain > kSufficientDecrease) {
        const double surplus = 2.0 * std::min(gain, 2.0) - 1.0;
        w.show("λ²", damping);
        w.show("gain ratio", gain);
        memory.nu *= std::max(1.0 / 3.0, 1.0 - surplus * surplus * surplus);
        memory.nu = std::max(memory.nu, lowest);
        return;
      }
    }
    memory.nu = std::min(memory.nu * growth, kMaxGamma);
    growth *= 2.0;
  }
  w.dtheta.setZero();
  memory.nu = start;
}

}  // namespace ik
