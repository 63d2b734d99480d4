#include "lab/diagnosis/evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/math/mixed_bits.h"
#include "ik/task/jacobian.h"
#include "ik/task/method.h"
#include "ik/task/objective.h"
#include "lab/run/metrics.h"

namespace lab {
namespace {

/// Moves targets and aims to where they are k steps after a moment.
void move_goals(const Tracker& tracker, const ObservedMoment& moment, int k,
                std::vector<Eigen::Vector3d>& targets, std::vector<ik::Aim>& aims) {
  if (tracker.targets_frozen()) return;
  const long steps = moment.step + k - tracker.step_count();
  const double step_time = tracker.settings().time_step;
  const double time = tracker.target_time() + static_cast<double>(steps) * step_time;
  const double lead = tracker.settings().number(knob::kLead.name);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const TargetSetup& target = tracker.setup().targets[i];
    if (target.held) continue;
    const Eigen::Vector3d now = target.curve.at(time);
    const bool jumps = target.curve.jumps_between(time - step_time, time);
    targets[i] =
        jumps ? now : Eigen::Vector3d(now + lead * (now - target.curve.at(time - step_time)));
  }
  for (std::size_t i = 0; i < aims.size(); ++i) aims[i] = tracker.scene().aims[i].at(time);
}

/// The sum of |bend|^2 over kTried steps from a moment, by a method without memory.
double bends_by(ik::JacobianKind kind, const Tracker& tracker, const ObservedMoment& moment) {
  const Settings& settings = tracker.settings();
  const ik::Multibody& body = tracker.multibody();
  const LimitRule rule = ik::has_limits(body) ? settings.limits : LimitRule::kIgnore;
  ik::LimitedStep limited_step;
  ik::Workspace workspace;
  ik::Pose pose = ik::pose_at(body, moment.theta), before;
  std::vector<Eigen::Vector3d> targets = moment.targets;
  std::vector<ik::Aim> aims = moment.aims;
  ik::VectorX last;
  double sum = 0.0;
  for (int k = 0; k <= kTried; ++k) {
    if (k > 0) move_goals(tracker, moment, k, targets, aims);
    const ik::VectorX start = pose.theta;
    for (int update = 0; update < settings.iterations; ++update) {
      ik::Problem problem = tracker.problem().at(pose);
      problem.targets = targets;
      problem.aims = aims;
      problem.d_max = moment.d_max;
      problem.jacobian = kind;
      limited_step.propose(tracker.method(), problem, {tracker.max_angle(), settings.max_slide},
                           rule, workspace);
      ik::take_step(body, workspace.dtheta, rule != LimitRule::kIgnore, pose, before);
    }
    const ik::VectorX step = pose.theta - start;
    if (k > 0) sum += (step - last).squaredNorm();
    last = step;
  }
  return sum;
}

/// Repeats a run from its start.
/// \param left_out steps before the measured ones
/// \returns the tracker at its end
Tracker repeat(const Tracker& tracker, ik::JacobianKind kind, long left_out,
               AlternateRun::Measured& measured) {
  Tracker again = tracker;
  again.change([kind](Setup& setup) { setup.front_lane().settings.jacobian = kind; });
  again.reset();
  Metrics metrics(left_out);
  for (long k = 1; k <= tracker.step_count(); ++k) {
    again.step();
    metrics.add(again);
    if (k > left_out) measured.bends += motion_of(again).all_bends;
  }
  const Summary summary = metrics.summary();
  measured.jitter_deg = summary.mean_jitter_deg;
  measured.roughness = summary.roughness;
  return again;
}

constexpr int kMaxUpdates = 80;          ///< at most; Levenberg-Marquardt comes to rest in 10 to 50
constexpr double kLargestAtRest = 1e-5;  ///< largest change in an update, rad or m
constexpr double kUnreachedShare = 0.01;

/// Entry `index` of a fixed pseudo-random sequence, -1 to 1.
double number(std::uint64_t index) {
  return 2.0 * ik::unit_number(ik::hash_bits(~0ULL, index + 1)) - 1.0;
}

bool is_missed(const ik::Multibody& body, const Rest::Question& question,
               const std::vector<double>& errors) {
  for (int i = 0; i < body.effector_count(); ++i) {
    const bool counts = question.goal < 0 || question.goal == i;
    if (counts && !(errors[static_cast<std::size_t>(i)] <= unreached(body, i))) return true;
  }
  return false;
}

double cost_of(const Rest::Question& question, const std::vector<double>& errors) {
  if (question.goal >= 0) return errors[static_cast<std::size_t>(question.goal)];
  double sum = 0.0;
  for (const double error : errors) sum += error * error;
  return sum;
}

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
    evidence.beyond.push_back(std::max(0.0, reach.beyond(distance)));
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

double bends_at_effector(const Tracker& tracker, const ObservedMoment& moment) {
  const double bends = bends_by(ik::JacobianKind::kTarget, tracker, moment);
  return bends > 0.0 ? bends_by(ik::JacobianKind::kEffector, tracker, moment) / bends : 1.0;
}

std::optional<AlternateRun> run_at_effector(const Tracker& tracker,
                                            const DiagnosisObserver& observer) {
  const long steps = tracker.step_count();
  const long observed = std::lround(observer.weight());
  if (steps > kMaxRepeatedSteps || observed < 1 || observed > steps) return std::nullopt;
  AlternateRun run;
  const Tracker same =
      repeat(tracker, tracker.settings().jacobian, steps - observed, run.at_target);
  if (same.pose().theta != tracker.pose().theta) return std::nullopt;
  repeat(tracker, ik::JacobianKind::kEffector, steps - observed, run.at_effector);
  return run;
}

Rest::Rest() : method_(ik::find_method("levenberg-marquardt")->create()) {}

std::vector<double> Rest::from(const ik::Problem& moment, const Question& question,
                               const ik::VectorX& start) {
  std::optional<ik::Multibody> unlimited;
  if (!question.limited) unlimited = moment.multibody.without_limits();
  const ik::Multibody& body = unlimited ? *unlimited : moment.multibody;
  pose_.theta = start;
  ik::forward_kinematics(body, pose_);
  workspace_ = ik::Workspace();
  ik::Problem problem{body, pose_, moment.targets};
  problem.mobility = moment.mobility;
  problem.obstacles = moment.obstacles;
  problem.aims = moment.aims;
  problem.weights = moment.weights;
  weights_.assign(static_cast<std::size_t>(body.goal_count()), question.goal < 0 ? 1.0 : 0.0);
  if (question.goal >= 0) weights_[static_cast<std::size_t>(question.goal)] = 1.0;
  if (question.goal >= 0 || problem.weights.empty()) problem.weights = weights_;
  const LimitRule rule = question.limited ? LimitRule::kProject : LimitRule::kIgnore;
  for (int update = 0; update < kMaxUpdates; ++update) {
    const ik::StepReport report = limited_step_.propose(method_, problem, {}, rule, workspace_);
    if (report.outcome != ik::Outcome::kMoved) break;
    ik::take_step(body, workspace_.dtheta, question.limited, pose_, before_);
    if (workspace_.dtheta.lpNorm<Eigen::Infinity>() < kLargestAtRest) break;
  }
  std::vector<double> left;
  left.reserve(moment.targets.size());
  for (int i = 0; i < body.effector_count(); ++i) {
    left.push_back(ik::length(moment.targets[static_cast<std::size_t>(i)] - pose_.effector.col(i)));
  }
  return left;
}

std::vector<double> Rest::here(const ik::Problem& moment, const Question& question) {
  return from(moment, question, moment.pose.theta);
}

Rest::Answer Rest::best(const ik::Problem& moment, const Question& question) {
  const ik::Multibody& body = moment.multibody;
  Memory& memory = memory_[question];
  Answer answer{here(moment, question), 1};
  ik::VectorX best = pose_.theta;
  const auto try_from = [&](const ik::VectorX& start) {
    const std::vector<double> errors = from(moment, question, start);
    ++answer.starts;
    if (!(cost_of(question, errors) < cost_of(question, answer.errors))) return;
    answer.errors = errors;
    best = pose_.theta;
  };
  const auto missed = [&] { return is_missed(body, question, answer.errors); };
  if (missed()) try_from(body.initial_theta());
  if (missed() && memory.best.size() == best.size()) try_from(memory.best);
  if (missed() && memory.searches < kSearches) {
    ++memory.searches;
    for (int i = 0; missed() && answer.starts < kStarts; ++i) {
      try_from(random_start(moment, question.limited, i));
    }
  }
  memory.best = best;
  return answer;
}

/// A random start: angular joints within half a turn of their initial value, slides within a link's
/// length of the moment's value, joints with two limits anywhere between them. Frozen joints stay.
ik::VectorX Rest::random_start(const ik::Problem& moment, bool limited, int start_index) const {
  const ik::Multibody& body = moment.multibody;
  const double link = link_length(body);
  ik::VectorX start = moment.pose.theta;
  for (int j = 0; j < body.joint_count(); ++j) {
    if (moment.mobility_of(j) == 0.0) continue;
    const ik::Joint& joint = body.joint(j);
    const auto index =
        static_cast<std::uint64_t>(start_index) * static_cast<std::uint64_t>(body.joint_count()) +
        static_cast<std::uint64_t>(j);
    const double share = number(index);
    const bool turns = ik::is_angular(joint.type);
    const double middle = turns ? joint.initial : start[j];
    const double way = turns ? std::numbers::pi : (link > 0.0 ? link : 1.0);
    const bool between = limited && joint.lower > -ik::kUnlimited && joint.upper < ik::kUnlimited;
    start[j] = between ? joint.lower + 0.5 * (1.0 + share) * (joint.upper - joint.lower)
                       : middle + share * way;
    if (limited) start[j] = std::clamp(start[j], joint.lower, joint.upper);
  }
  return start;
}

double unreached(const ik::Multibody& multibody, int effector) {
  return kUnreachedShare * outer_radius(reach_of(multibody, effector));
}

std::vector<int> missing_effectors(const ik::Multibody& multibody,
                                   const std::vector<double>& errors) {
  std::vector<int> effectors;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    if (errors[static_cast<std::size_t>(i)] > unreached(multibody, i)) effectors.push_back(i);
  }
  return effectors;
}

double largest_eigenvalue(const ik::MatrixX& A, ik::VectorX* direction) {
  // no eigenvalue is below -shift (Gershgorin), so the eigenvalues of A + shift I are singular
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
