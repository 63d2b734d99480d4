#include "ik/methods/constrained.h"

#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/loop_space.h"
#include "ik/task/objective.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

constexpr double kMinLambda = 1e-4;      // times J's size: G keeps 8 digits
constexpr double kLongestError = 100.0;  // times J's size: beyond, only the direction matters
constexpr double kLongestHeld = 0.2;     // times J's size: reachable by small turns
/// Price of missing clearance relative to error, both squared: an error of 1 m leaves 0.1 mm of
/// clearance missing.
constexpr double kPriceOfSlack = 1e4;
constexpr double kMaxRestored = 0.1;  // m of clearance per step: the linear model still holds
constexpr double kClearanceRounding = 1e-12;  // m
constexpr int kHalvings = 10;                 // maximum; a shorter step is not worthwhile
constexpr int kHalvingsForCost = 6;  // then 1/64 of the step may raise the cost, as in LimitedStep
constexpr int kChecks = 4;           // number of checks of the true clearance along a step

/// Adds a constraint with the right side b. \returns its column of N, set to zero; the caller fills
/// it
MatrixX::ColXpr next_constraint(QuadraticProgram& program, double b) {
  program.b[program.count] = b;
  auto column = program.N.col(program.count++);
  column.setZero();
  return column;
}

void add_limits(const Problem& problem, QuadraticProgram& program) {
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    const StepRange range = step_range(problem, j);
    if (std::isfinite(range.least)) next_constraint(program, range.least)[j] = 1.0;
    if (std::isfinite(range.most)) next_constraint(program, -range.most)[j] = -1.0;
  }
}

/// Calls visit(d) for every distance d [m] of a link from an obstacle at `pose` that may be below
/// `bound`. The others are excluded by their clearances `now` at problem.pose: no point of a link
/// moves farther than the link's ends.
template <class Visit>
void for_each_near(const Problem& problem, const Pose& pose, std::span<const Clearance> now,
                   double bound, const Visit& visit) {
  if (now.empty()) return;
  std::size_t at = 0;
  for_each_link(problem.multibody, [&](const LinkSegment& link) {
    const double square = std::max((link.from(pose) - link.from(problem.pose)).squaredNorm(),
                                   (link.to(pose) - link.to(problem.pose)).squaredNorm());
    for (const Obstacle& obstacle : problem.obstacles) {
      const double gap = now[at++].distance - bound - kClearanceRounding;
      if (gap > 0.0 && gap * gap > square) continue;
      visit(clearance(pose, link, obstacle).distance);
    }
  });
}

}  // namespace

/// The program's cost at the true pose after a share of the step x, m^2: the change of F plus the
/// price of missing clearance.
double Constrained::cost_after(const Problem& problem, const VectorX& x, double share, Workspace& w,
                               const Memory& memory) const {
  try_step(problem, x, share, w);
  double squares = 0.0;  // the sum of squared missing clearances, m^2
  for_each_near(problem, w.trial, memory.clearances, margin, [&](double distance) {
    const double lack = margin - distance;
    if (lack > 0.0) squares += lack * lack;
  });
  return objective_change(problem, w.trial) + 0.5 * kPriceOfSlack * squares;
}

namespace {

/// True if the clearance is at least `least` [m] at all checks along the step.
bool is_clear(const Problem& problem, const VectorX& x, double share, double least,
              std::span<const Clearance> now, Workspace& w) {
  bool clear = true;
  for (int check = kChecks; check > 0 && clear; --check) {
    try_step(problem, x, share * check / kChecks, w);
    for_each_near(problem, w.trial, now, least,
                  [&](double distance) { clear = clear && !(distance < least); });
  }
  return clear;
}

}  // namespace

void Constrained::step(const Problem& problem, Workspace& w) const {
  Memory& memory = w.memory<Memory>();
  measure_clearances(problem.multibody, problem.pose, problem.obstacles, memory.clearances);
  const auto solve = [&](bool held) {
    make_program(problem, held, w, memory);
    const bool solved = memory.solver.solve(memory.program) == ProgramStatus::kSolved;
    w.dtheta = memory.solver.x().head(w.dtheta.size());
    return solved;
  };
  const bool held = hold && solve(true) && trial_share(problem, w.dtheta) == 1.0;
  if (!held && !solve(false)) {
    w.dtheta.setZero();
    return;
  }
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    const StepRange range = step_range(problem, j);
    w.dtheta[j] = std::clamp(w.dtheta[j], range.least, range.most);
  }
  w.show("constraints active", memory.solver.active_count());

  const double share = share_of(problem, w, memory);
  if (share != 1.0) w.dtheta *= share;
}

/// The share of the program's solution w.dtheta that is taken as the step.
double Constrained::share_of(const Problem& problem, Workspace& w, const Memory& memory) const {
  const bool held = memory.holds;
  const bool bound = !held && memory.program.count > 0;
  const bool among_obstacles = !problem.obstacles.empty();
  if (!bound && !among_obstacles) return 1.0;

  const VectorX& x = w.dtheta;
  const double cost = bound ? cost_after(problem, x, 0.0, w, memory) : 0.0;
  double least = 0.0;  // smallest clearance, m
  if (among_obstacles) {
    const double now = least_distance(memory.clearances);
    least = std::min(now - kClearanceRounding, 0.0);
    w.show("clearance", now, "m");
  }
  double share = trial_share(problem, x);
  for (int halvings = 0; halvings <= kHalvings; ++halvings, share *= 0.5) {
    if (bound && halvings < kHalvingsForCost &&
        !(cost_after(problem, x, share, w, memory) <= cost)) {
      continue;
    }
    if (!among_obstacles || is_clear(problem, x, share, least, memory.clearances, w)) return share;
  }
  return 0.0;
}

void Constrained::make_program(const Problem& problem, bool held, Workspace& w,
                               Memory& memory) const {
  const MatrixX& J = w.jacobian(problem);
  const Eigen::Index n = J.cols();
  const double most = longest_column(J);
  const double size = most > 0.0 ? most : 1.0;
  w.f = w.error(problem);
  const double error = w.f.norm();
  if (error > kLongestError * size) w.f *= kLongestError * size / error;

  QuadraticProgram& program = memory.program;
  const double damping = std::max(lambda, kMinLambda * size);
  w.show_damping(damping);
  program.G.setZero(n + 1, n + 1);
  program.G.topLeftCorner(n, n).noalias() = J.transpose() * J;
  program.G.diagonal().head(n).array() += damping * damping;
  program.G(n, n) = kPriceOfSlack;
  program.g.setZero(n + 1);
  program.g.head(n).noalias() = J.transpose() * w.f;

  const auto links = n + problem.multibody.effector_count();
  const auto obstacles = static_cast<Eigen::Index>(problem.obstacles.size());
  const Eigen::Index loops = problem.multibody.loop_row_count();
  const Eigen::Index columns = loops + 3 + 2 * n + 2 * links * obstacles;  // upper bound
  program.N.resize(n + 1, columns);
  program.b.resize(columns);
  program.count = 0;
  program.equalities = 0;
  memory.holds = held;
  if (loops > 0) {
    const LoopSpace& space = w.loops(problem);
    for (int i = 0; i < space.rank(); ++i) {
      next_constraint(program, space.offset(i)).head(n) = space.normals().col(i);
      ++program.equalities;
    }
  }
  const double first = w.f.head<3>().norm();
  const double share = first > kLongestHeld * size ? kLongestHeld * size / first : 1.0;
  for (int i = 0; held && i < 3; ++i) {
    next_constraint(program, share * w.f[i]).head(n) = J.row(i).transpose();
    ++program.equalities;
  }
  add_limits(problem, program);
  add_clearances(problem, memory);
}

void Constrained::add_clearances(const Problem& problem, Memory& memory) const {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  std::size_t at = 0;
  for_each_link(multibody, [&](const LinkSegment& link) {
    for (std::size_t o = 0; o < problem.obstacles.size(); ++o) {
      const Clearance& found = memory.clearances[at++];
      VectorX& gradient = memory.gradient;
      clearance_gradient(multibody, problem.pose, link, found, gradient);
      double distance = found.distance;
      for (int j = 0; j < n; ++j) {
        if (!problem.held.empty()) {
          distance += gradient[j] * problem.held[static_cast<std::size_t>(j)];
        }
        gradient[j] *= problem.mobility_of(j);
      }
      // no free joint moves this link
      if (!std::isfinite(distance) || gradient.isZero(0.0)) continue;
      const double lack = margin - distance;
      next_constraint(memory.program, std::min(lack, 0.0)).head(n) = gradient;
      if (lack <= 0.0) continue;
      auto restored = next_constraint(memory.program, std::min(lack, kMaxRestored));
      restored.head(n) = gradient;
      restored[n] = 1.0;
    }
  });
}

namespace {

/// Singular values of J_c up to this share of the largest count as 0, as in pseudoinverse.
constexpr double kSingular = 0.01;
constexpr double kMaxFedBack = 0.2;  // per step, times J's size: reachable by small turns
/// Below this share of the gradient, its part that keeps the constraints is rounding.
constexpr double kNothingLeft = 1e-10;

/// step += J_c^+ x, which changes C by x (3).
void add_force(const Svd& svd, const Eigen::Vector3d& x, VectorX& step) {
  for (int i = 0; i < svd.rank(kSingular); ++i) {
    step += svd.U().col(i).dot(x) / svd.sigma()[i] * svd.V().col(i);
  }
}

}  // namespace

void ConstraintForces::step(const Problem& problem, Workspace& w) const {
  Memory& memory = w.memory<Memory>();
  const int n = problem.multibody.joint_count();
  memory.settled.setZero(n);
  memory.is_settled.assign(static_cast<std::size_t>(n), 0);
  // terminates: every round except the last settles a joint
  for (bool settled = true; settled;) {
    propose(problem, w, memory);
    settled = false;
    for (int j = 0; j < n; ++j) {
      char& is_settled = memory.is_settled[static_cast<std::size_t>(j)];
      const StepRange range = step_range(problem, j);
      const double allowed = std::clamp(w.dtheta[j], range.least, range.most);
      if (is_settled != 0 || allowed == w.dtheta[j]) continue;
      is_settled = 1;
      memory.settled[j] = allowed;
      settled = true;
    }
  }
}

/// Computes the step of the joints that are not settled.
void ConstraintForces::propose(const Problem& problem, Workspace& w, Memory& memory) const {
  const MatrixX& J = w.jacobian(problem);
  const VectorX& e = w.error(problem);
  const auto clear_settled = [&memory](auto&& columns) {
    for (std::size_t j = 0; j < memory.is_settled.size(); ++j) {
      if (memory.is_settled[j] != 0) columns.col(static_cast<Eigen::Index>(j)).setZero();
    }
  };

  // the constraint force keeps the constraints and corrects the drift
  memory.force.setZero(J.cols());
  memory.free.noalias() = J.transpose() * e;
  clear_settled(memory.free.transpose());
  const double pull = memory.free.norm();
  const double most = kMaxFedBack * longest_column(J);
  const bool drifted = e.head<3>().norm() <= most;
  if (pin) {
    memory.Jc = J.topRows(3);
    Eigen::Vector3d wanted = feedback * e.head<3>();
    if (wanted.norm() > most) wanted *= most / wanted.norm();
    wanted.noalias() -= memory.Jc * memory.settled;
    clear_settled(memory.Jc);
    memory.svd.compute(memory.Jc);
    add_force(memory.svd, wanted, memory.force);
    const Eigen::Vector3d lost = memory.Jc * memory.free;
    add_force(memory.svd, -lost, memory.free);
  }

  // alpha: step length along the gradient, for the error that remains under the constraints
  if (memory.free.norm() > kNothingLeft * pull) {
    memory.free.normalize();
  } else {
    memory.free.setZero();
  }
  w.f.resize(J.rows());
  memory.left = e;
  memory.left.noalias() -= J * memory.settled;
  memory.left.noalias() -= J * memory.force;
  memory.free *= gain * std::max(model_length({problem, w}, memory.left, memory.free, w), 0.0);
  memory.free *= trial_share(problem, memory.free);
  w.show("α |Jᵀe|", memory.free.norm(), "rad");
  w.show("|Gᵀβ|", memory.force.norm(), "rad");

  // if the first error is too large to be drift, the whole error must fall: e . J dtheta >= 0
  w.g.noalias() = J.transpose() * e;
  const double against = -w.g.dot(memory.force);
  const double with = w.g.dot(memory.free);
  if (!drifted && against > with) memory.force *= with / against;
  w.dtheta = memory.settled + memory.force + memory.free;
}

}  // namespace ik
