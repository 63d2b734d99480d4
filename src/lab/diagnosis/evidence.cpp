#include "lab/diagnosis/evidence.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"
#include "iklab/problem.h"
#include "lab/diagnosis/alternate.h"

namespace lab {
namespace {

constexpr std::size_t kMax = 6;         ///< analysed moments
constexpr double kUnmovedSigma = 1e-9;  ///< share of sigma_max; smaller values are rounding

void measure_directions(const ik::MatrixX& J, const ik::VectorX& bend, Evidence& evidence) {
  ik::Svd svd;
  svd.compute(J);
  evidence.sigma_max = evidence.sigma_min = svd.sigma()[0];
  double most = -1.0;
  for (int i = 0; i < svd.count(); ++i) {
    const double sigma = svd.sigma()[i];
    if (sigma <= kUnmovedSigma * evidence.sigma_max) break;
    evidence.sigma_min = sigma;
    if (sigma >= kWeak * evidence.sigma_max) continue;
    const double along = svd.V().col(i).dot(bend);
    const double share = along * along / bend.squaredNorm();
    evidence.weak_share += share;
    if (share <= most) continue;
    most = share;
    evidence.weak_sigma = sigma;
    evidence.weak_u = svd.U().col(i);
    evidence.weak_v = svd.V().col(i);
  }
}

/// Whether the method's step does not reduce the error.
bool overshoots_alone(const ik::AnyMethod& method, const ik::Problem& problem) {
  ik::Workspace w;
  if (method.step(problem, w) != ik::Outcome::kMoved) return false;
  const double before = w.error(problem).norm();
  const ik::Pose after = ik::pose_at(problem.multibody, problem.pose.theta + w.dtheta);
  ik::VectorX left;
  return !(ik::task_error(problem.at(after), left) && left.norm() < before);
}

/// Evidence::cliff.
/// \param[out] motion the motion that overshoots; may be null
/// \param[out] curvature Evidence::curvature; may be null
double cliff_at(const ik::Problem& problem, ik::VectorX* motion, double* curvature = nullptr) {
  ik::Workspace w;
  w.begin(problem);
  const ik::MatrixX& J = w.jacobian(problem);
  const ik::VectorX& e = w.error(problem);
  ik::MatrixX scratch, H;
  ik::task_hessian(problem, J, e, scratch, H);
  if (curvature != nullptr) *curvature = largest_eigenvalue(H);
  const double steepest = largest_eigenvalue(H - 2.0 * J.transpose() * J, motion);
  return std::sqrt(std::max(0.0, 0.5 * steepest));
}

void measure_goals(const ik::Problem& problem, Rest& rest, Evidence& evidence) {
  const ik::Multibody& body = problem.multibody;
  const bool limited = ik::has_limits(body);
  const auto missed = [&body](const std::vector<double>& errors, std::size_t i) {
    return errors[i] > unreached(body, static_cast<int>(i));
  };
  evidence.together = rest.here(problem, {-1, limited});
  evidence.cliff_at_rest = cliff_at(problem.at(rest.pose()), nullptr);
  bool any_together = false, any_alone = false;
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Eigen::Vector3d target = problem.targets[at];
    evidence.error.push_back(ik::length(target - problem.pose.effector.col(i)));
    const Reach reach = reach_of(body, i);
    const double distance = ik::length(target - reach.center);
    evidence.beyond.push_back(std::max({0.0, distance - reach.most, reach.least - distance}));
    // no start reaches a target beyond the links
    const bool hopeless = evidence.beyond[at] > unreached(body, i);
    const auto alone = [&, i](bool within_limits) {
      const Rest::Question question{i, within_limits};
      return hopeless ? Rest::Answer{rest.here(problem, question), 1}
                      : rest.best(problem, question);
    };
    Rest::Answer answer{evidence.together, 1};
    if (missed(evidence.together, at)) answer = alone(limited);
    evidence.alone.push_back(answer.errors[at]);
    evidence.starts_alone.push_back(answer.starts);
    const bool limits_matter = limited && missed(evidence.alone, at);
    evidence.unlimited.push_back(limits_matter ? alone(false).errors[at] : evidence.alone[at]);
    any_together |= missed(evidence.together, at);
    any_alone |= missed(evidence.alone, at);
  }
  if (!any_together || any_alone) return;
  const Rest::Answer answer = rest.best(problem, {-1, limited});
  evidence.together = answer.errors;
  evidence.starts_together = answer.starts;
}

Evidence analyse_moment(const Tracker& tracker, const ObservedMoment& moment, double half_link,
                        Rest& rest) {
  Evidence evidence;
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose pose = ik::pose_at(body, moment.theta);
  ik::Problem problem = tracker.problem().at(pose);
  problem.targets = moment.targets;
  problem.aims = moment.aims;
  problem.d_max = moment.d_max;
  problem.held = {};

  evidence.capped = moment.capped;
  evidence.overshoots = overshoots_alone(tracker.method(), problem);
  ik::Workspace w;
  w.begin(problem);
  if (problem.jacobian == ik::JacobianKind::kTarget) {
    const ik::MatrixX at_target = w.jacobian(problem);
    problem.jacobian = ik::JacobianKind::kEffector;
    w.begin(problem);
    const double size = w.jacobian(problem).norm();
    if (size > 0.0) evidence.alternate = (at_target - w.jacobian(problem)).norm() / size;
    evidence.bends_at_effector = bends_at_effector(tracker, moment);
  }
  const ik::MatrixX& J = w.jacobian(problem);
  measure_directions(J, moment.bend, evidence);
  evidence.cliff = cliff_at(problem, &evidence.steep, &evidence.curvature);
  std::vector<double> clamped(moment.d_max);
  for (double& d : clamped) d = half_link > 0.0 ? std::min(d, half_link) : d;
  problem.d_max = clamped;
  evidence.cliff_with_d_max = cliff_at(problem, nullptr);
  problem.d_max = moment.d_max;
  measure_goals(problem, rest, evidence);
  return evidence;
}

bool is_finite(const ObservedMoment& moment) {
  return moment.theta.allFinite() && moment.bend.allFinite() &&
         std::ranges::all_of(moment.targets,
                             [](const Eigen::Vector3d& target) { return target.allFinite(); });
}

}  // namespace

double largest_eigenvalue(const ik::MatrixX& A, ik::VectorX* direction) {
  // no eigenvalue is below -shift (Gershgorin), so the eigenvalues of A + shift I are its singular
  // values
  const double shift = A.cwiseAbs().rowwise().sum().maxCoeff();
  ik::Svd svd;
  svd.compute(A + shift * ik::MatrixX::Identity(A.rows(), A.cols()));
  if (direction != nullptr) *direction = svd.V().col(0);
  return svd.sigma()[0] - shift;
}

std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer) {
  std::vector<const ObservedMoment*> moments;
  for (const ObservedMoment& moment : observer.moments()) {
    if (is_finite(moment)) moments.push_back(&moment);
  }
  std::ranges::sort(moments, [](const ObservedMoment* a, const ObservedMoment* b) {
    return a->weight != b->weight ? a->weight > b->weight : a->step < b->step;
  });
  moments.resize(std::min(moments.size(), kMax));
  double all = 0.0;
  for (const ObservedMoment* moment : moments) all += moment->weight * moment->weight;

  std::vector<Evidence> result;
  const double half = half_link(tracker.multibody());
  Rest rest;
  for (const ObservedMoment* moment : moments) {
    result.push_back(analyse_moment(tracker, *moment, half, rest));
    result.back().share = moment->weight * moment->weight / all;
  }
  return result;
}

}  // namespace lab
