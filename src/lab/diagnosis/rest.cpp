#include "lab/diagnosis/rest.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/math/mixed_bits.h"
#include "ik/task/method.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

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

}  // namespace

Rest::Rest() : method_(ik::find_method("levenberg-marquardt")->make()) {}

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
  const double most = reach_of(multibody, effector).most;
  return kUnreachedShare * (std::isfinite(most) ? most : 1.0);
}

}  // namespace lab
