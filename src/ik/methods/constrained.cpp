#include "ik/methods/constrained.h"

#include <algorithm>
#include <cmath>

#include "ik/simd/largest.h"
#include "ik/task/limits.h"
#include "ik/task/line_search.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

constexpr double kLeastLambda = 1e-4;    // share of J's size: G keeps 8 of its digits
constexpr double kLongestError = 100.0;  // in J's sizes: farther targets are a direction
constexpr double kLongestHeld = 0.2;     // in J's sizes, what joints reach without turning far
/// What a metre of missing clearance costs beside a metre of error, both squared: an error of 1 m
/// leaves a tenth of a millimetre missing.
constexpr double kPriceOfSlack = 1e4;
constexpr double kMostWonBack =
    0.1;  // m of clearance in a step, where linear still means something
/// m: a link that stands still inside an obstacle is deeper in by less, for rounding.
constexpr double kStandsStill = 1e-12;
constexpr int kHalvings = 10;  // a thousandth of a step is none
constexpr int kLooks = 4;      // at the true clearance along a step

/// The next column of N and its b, to be filled.
Eigen::MatrixXd::ColXpr next_constraint(QuadraticProgram& program, double b) {
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

/// Whether the body keeps at least this clear of the obstacles all along a step.
bool is_clear(const Problem& problem, const Eigen::VectorXd& x, double share, double least,
              Workspace& w) {
  for (int look = kLooks; look > 0; --look) {
    try_step(problem, x, share * look / kLooks, w);
    if (!(least_clearance(problem.multibody, w.trial, problem.obstacles) >= least)) return false;
  }
  return true;
}

}  // namespace

void Constrained::step(const Problem& problem, Workspace& w) const {
  Memory& memory = w.memory<Memory>();
  const auto solve = [&](bool held) {
    pose_program(problem, held, w, memory);
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
  w.show("λ", lambda, "m/rad");
  w.show("constraints active", memory.solver.active_count());
  if (problem.obstacles.empty()) return;

  const double now = least_clearance(problem.multibody, problem.pose, problem.obstacles);
  double share = trial_share(problem, w.dtheta);
  int halvings = 0;
  const double least = std::min(now - kStandsStill, 0.0);
  while (halvings <= kHalvings && !is_clear(problem, w.dtheta, share, least, w)) {
    share *= 0.5;
    ++halvings;
  }
  w.dtheta *= halvings <= kHalvings ? share : 0.0;
  w.show("clearance", now, "m");
}

void Constrained::pose_program(const Problem& problem, bool held, Workspace& w,
                               Memory& memory) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::Index n = J.cols();
  const double most = largest(J);
  const double size = most > 0.0 ? most : 1.0;
  w.f = w.error(problem);
  const double error = w.f.norm();
  if (error > kLongestError * size) w.f *= kLongestError * size / error;

  QuadraticProgram& program = memory.program;
  const double damping = std::max(lambda, kLeastLambda * size);
  program.G.setZero(n + 1, n + 1);
  program.G.topLeftCorner(n, n).noalias() = J.transpose() * J;
  program.G.diagonal().head(n).array() += damping * damping;
  program.G(n, n) = kPriceOfSlack;
  program.g.setZero(n + 1);
  program.g.head(n).noalias() = J.transpose() * w.f;

  const auto links = n + problem.multibody.effector_count();
  const auto obstacles = static_cast<Eigen::Index>(problem.obstacles.size());
  const Eigen::Index columns = 3 + 2 * n + 2 * links * obstacles;  // at most
  program.N.resize(n + 1, columns);
  program.b.resize(columns);
  program.count = 0;
  program.equalities = held ? 3 : 0;
  const double first = w.f.head<3>().norm();
  const double share = first > kLongestHeld * size ? kLongestHeld * size / first : 1.0;
  for (int i = 0; i < program.equalities; ++i) {
    next_constraint(program, share * w.f[i]).head(n) = J.row(i).transpose();
  }
  add_limits(problem, program);
  add_clearances(problem, memory);
}

void Constrained::add_clearances(const Problem& problem, Memory& memory) const {
  const Multibody& multibody = problem.multibody;
  const int n = multibody.joint_count();
  for_each_link(multibody, [&](const LinkSegment& link) {
    for (const Obstacle& obstacle : problem.obstacles) {
      const Clearance found = clearance(problem.pose, link, obstacle);
      Eigen::VectorXd& gradient = memory.gradient;
      clearance_gradient(multibody, problem.pose, link, found, gradient);
      double distance = found.distance;
      for (int j = 0; j < n; ++j) {
        if (!problem.held.empty()) {
          distance += gradient[j] * problem.held[static_cast<std::size_t>(j)];
        }
        gradient[j] *= problem.mobility_of(j);
      }
      // a link that no free joint moves cannot be helped
      if (!std::isfinite(distance) || gradient.isZero(0.0)) continue;
      const double lack = margin - distance;
      next_constraint(memory.program, std::min(lack, 0.0)).head(n) = gradient;
      if (lack <= 0.0) continue;
      auto won_back = next_constraint(memory.program, std::min(lack, kMostWonBack));
      won_back.head(n) = gradient;
      won_back[n] = 1.0;
    }
  });
}

}  // namespace ik
