#include "lab/diagnosis/evidence.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"
#include "iklab/problem.h"

namespace lab {
namespace {

constexpr std::size_t kMost = 6;        ///< analysed moments
constexpr double kUnmovedSigma = 1e-9;  ///< of sigma_max: smaller singular values are rounding
constexpr int kUpdates = 80;            ///< at most; Levenberg-Marquardt comes to rest in 10 to 50
constexpr double kUnreachedShare = 0.01;

/// Brings a moment's body to rest and measures the errors there.
class Rest {
 public:
  Rest() : method_(ik::find_method("levenberg-marquardt")->make()) {}

  /// \param goal    the only effector that counts, or -1 for all
  /// \param limited whether the joints' limits hold
  std::vector<double> errors(const ik::Problem& moment, int goal, bool limited) {
    const ik::Multibody& body = moment.multibody;
    weights_.assign(static_cast<std::size_t>(body.goal_count()), goal < 0 ? 1.0 : 0.0);
    if (goal >= 0) weights_[static_cast<std::size_t>(goal)] = 1.0;
    pose_ = moment.pose;
    workspace_ = ik::Workspace();
    ik::Problem problem = moment.at(pose_);
    problem.d_max = {};
    problem.jacobian = ik::JacobianKind::kEffector;
    if (goal >= 0 || problem.weights.empty()) problem.weights = weights_;
    for (int update = 0; update < kUpdates; ++update) {
      if (method_.step(problem, workspace_) != ik::Outcome::kMoved) break;
      if (limited) ik::clamp_to_limits(body, pose_.theta, workspace_.dtheta);
      pose_.theta += workspace_.dtheta;
      ik::forward_kinematics(body, pose_);
      if (workspace_.dtheta.lpNorm<Eigen::Infinity>() < kAtRest) break;
    }
    std::vector<double> left;
    left.reserve(moment.targets.size());
    for (int i = 0; i < body.effector_count(); ++i) {
      left.push_back(
          ik::length(moment.targets[static_cast<std::size_t>(i)] - pose_.effector.col(i)));
    }
    return left;
  }
  /// The error of a goal that alone counts: from the moment's pose, or if that ends in a local
  /// minimum, from the initial pose, if it is less.
  double least(const ik::Problem& moment, int goal, bool limited) {
    const auto at = static_cast<std::size_t>(goal);
    const double here = errors(moment, goal, limited)[at];
    if (here <= unreached(moment.multibody, goal)) return here;
    const ik::Pose start = ik::pose_at(moment.multibody, moment.multibody.initial_theta());
    return std::min(here, errors(moment.at(start), goal, limited)[at]);
  }
  /// The body's pose after the last call.
  const ik::Pose& pose() const { return pose_; }

 private:
  static constexpr double kAtRest = 1e-5;  ///< largest change in an update, rad or m

  ik::AnyMethod method_;
  ik::Workspace workspace_;
  ik::Pose pose_;
  std::vector<double> weights_;
};

void look_at_directions(const ik::MatrixX& J, const ik::VectorX& bend, Evidence& evidence) {
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

/// Whether the method's step leaves no less error than before.
bool goes_too_far(const ik::AnyMethod& method, const ik::Problem& problem) {
  ik::Workspace w;
  if (method.step(problem, w) != ik::Outcome::kMoved) return false;
  const double before = w.error(problem).norm();
  const ik::Pose after = ik::pose_at(problem.multibody, problem.pose.theta + w.dtheta);
  ik::VectorX left;
  return !(ik::task_error(problem.at(after), left) && left.norm() < before);
}

/// The largest eigenvalue of a symmetric matrix, and unless null a unit vector of its direction.
double largest_eigenvalue(const ik::MatrixX& A, ik::VectorX* direction = nullptr) {
  // no eigenvalue is below -shift (Gershgorin), so those of A + shift I are its singular values
  const double shift = A.cwiseAbs().rowwise().sum().maxCoeff();
  ik::Svd svd;
  svd.compute(A + shift * ik::MatrixX::Identity(A.rows(), A.cols()));
  if (direction != nullptr) *direction = svd.V().col(0);
  return svd.sigma()[0] - shift;
}

/// Evidence::cliff, and unless null the motion that overshoots and the curvature.
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

void look_at_goals(const Tracker& tracker, const ik::Problem& problem, Evidence& evidence) {
  const ik::Multibody& body = problem.multibody;
  const bool limited = tracker.settings().limits != LimitRule::kIgnore && ik::has_limits(body);
  Rest rest;
  evidence.together = rest.errors(problem, -1, limited);
  evidence.cliff_at_rest = cliff_at(problem.at(rest.pose()), nullptr);
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Eigen::Vector3d target = problem.targets[at];
    evidence.error.push_back(ik::length(target - problem.pose.effector.col(i)));
    const Reach reach = reach_of(body, i);
    const double distance = ik::length(target - reach.center);
    evidence.beyond.push_back(std::max({0.0, distance - reach.most, reach.least - distance}));
    const bool left = evidence.together[at] > unreached(body, i);
    evidence.alone.push_back(left ? rest.least(problem, i, limited) : evidence.together[at]);
    const bool limits_matter = limited && evidence.alone[at] > unreached(body, i);
    evidence.unlimited.push_back(limits_matter ? rest.least(problem, i, false)
                                               : evidence.alone[at]);
  }
}

Evidence look_into(const Tracker& tracker, const ObservedMoment& moment, double half_link) {
  Evidence evidence;
  const ik::Multibody& body = tracker.multibody();
  const ik::Pose pose = ik::pose_at(body, moment.theta);
  ik::Problem problem = tracker.problem().at(pose);
  problem.targets = moment.targets;
  problem.aims = moment.aims;
  problem.d_max = moment.d_max;
  problem.held = {};

  evidence.capped = moment.capped;
  evidence.overshoots = goes_too_far(tracker.method(), problem);
  ik::Workspace w;
  w.begin(problem);
  if (problem.jacobian == ik::JacobianKind::kTarget) {
    const ik::MatrixX at_target = w.jacobian(problem);
    problem.jacobian = ik::JacobianKind::kEffector;
    w.begin(problem);
    const double size = w.jacobian(problem).norm();
    if (size > 0.0) evidence.alternate = (at_target - w.jacobian(problem)).norm() / size;
  }
  const ik::MatrixX& J = w.jacobian(problem);
  look_at_directions(J, moment.bend, evidence);
  evidence.cliff = cliff_at(problem, &evidence.steep, &evidence.curvature);
  std::vector<double> clamped(moment.d_max);
  for (double& d : clamped) d = half_link > 0.0 ? std::min(d, half_link) : d;
  problem.d_max = clamped;
  evidence.cliff_with_d_max = cliff_at(problem, nullptr);
  problem.d_max = moment.d_max;
  look_at_goals(tracker, problem, evidence);
  return evidence;
}

bool is_finite(const ObservedMoment& moment) {
  return moment.theta.allFinite() && moment.bend.allFinite() &&
         std::ranges::all_of(moment.targets,
                             [](const Eigen::Vector3d& target) { return target.allFinite(); });
}

}  // namespace

double unreached(const ik::Multibody& multibody, int effector) {
  const double most = reach_of(multibody, effector).most;
  return kUnreachedShare * (std::isfinite(most) ? most : 1.0);
}

std::vector<Evidence> evidence_of(const Tracker& tracker, const DiagnosisObserver& observer) {
  std::vector<const ObservedMoment*> moments;
  for (const ObservedMoment& moment : observer.moments()) {
    if (is_finite(moment)) moments.push_back(&moment);
  }
  std::ranges::sort(moments, [](const ObservedMoment* a, const ObservedMoment* b) {
    return a->weight != b->weight ? a->weight > b->weight : a->step < b->step;
  });
  moments.resize(std::min(moments.size(), kMost));
  double all = 0.0;
  for (const ObservedMoment* moment : moments) all += moment->weight * moment->weight;

  std::vector<Evidence> result;
  const double half = half_link(tracker.multibody());
  for (const ObservedMoment* moment : moments) {
    result.push_back(look_into(tracker, *moment, half));
    result.back().share = moment->weight * moment->weight / all;
  }
  return result;
}

}  // namespace lab
