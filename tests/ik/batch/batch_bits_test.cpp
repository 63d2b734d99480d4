#include <cstring>
#include <limits>
#include <numeric>
#include <string>

#include <gtest/gtest.h>

#include "support/batches.h"

// A lane of a batch and a single body agree to the last bit, for methods that promise it.
namespace {

using namespace batches;

constexpr int kCompared = 11;  // more than one block, with a partly filled second block

/// A single body, moved as the tracking step moves it.
class Alone {
 public:
  Alone(const ik::Multibody& body, const ik::AnyMethod& method, const ik::BatchSettings& settings,
        ik::JacobianKind kind, ik::LimitRule rule)
      : body_(body), method_(method), settings_(settings), kind_(kind), rule_(rule) {
    for (const ik::Joint& joint : body.joints()) mobility_.push_back(std::sqrt(joint.weight));
    if (std::count(mobility_.begin(), mobility_.end(), 1.0) == body.joint_count()) {
      mobility_.clear();
    }
    d_max_.assign(static_cast<std::size_t>(body.effector_count()), settings.d_max);
  }

  void put(const ik::VectorX& theta) { pose_ = ik::pose_at(body_, theta); }

  void step(const std::vector<Eigen::Vector3d>& targets) {
    ik::Problem problem{body_, pose_, targets, kind_, d_max_};
    problem.mobility = mobility_;
    const ik::StepReport report = limited_step_.propose(
        method_, problem, {settings_.max_angle, settings_.max_slide}, rule_, w_);
    outcome_ = report.outcome;
    capped_ = report.capped;
    stopped_ += report.joints_at_limits > 0 ? 1 : 0;
    const ik::VectorX before = pose_.theta;
    pose_.theta = before + w_.dtheta;
    ik::land_on_limits(body_, before, w_.dtheta, pose_.theta);
    ik::forward_kinematics(body_, pose_);
  }

  const ik::Pose& pose() const { return pose_; }
  ik::Outcome outcome() const { return outcome_; }
  bool capped() const { return capped_; }
  int stopped() const { return stopped_; }  ///< steps in which limits were active

 private:
  const ik::Multibody& body_;
  ik::AnyMethod method_;
  ik::BatchSettings settings_;
  ik::JacobianKind kind_;
  ik::LimitRule rule_;
  std::vector<double> mobility_, d_max_;
  ik::Pose pose_;
  ik::Workspace w_;
  ik::LimitedStep limited_step_;
  ik::Outcome outcome_ = ik::Outcome::kReached;
  bool capped_ = false;
  int stopped_ = 0;
};

/// Settings per lane: lambdas from values that need the SVD, over values with jitter, to calm ones;
/// caps that act alone, together and not at all.
ik::BatchSettings settings_in_lane(const char* method, int b) {
  constexpr double kLambdas[kCompared] = {0.0, 1e-4, 2e-3, 6e-3, 0.012, 0.03,
                                          0.1, 0.1,  0.3,  1.1,  4.0};
  ik::BatchSettings settings = settings_of(method, b);
  ik::set_param(settings.method, "lambda", kLambdas[b]);
  ik::set_param(settings.method, "gain", 0.3 + 0.17 * b);
  ik::set_param(settings.method, "hard-clamp", b % 3 == 2 ? 1.0 : 0.0);
  settings.max_slide = b % 2 == 0 ? 0.004 * (b + 1) : ik::kUnlimited;
  if (b % 4 == 0) settings.max_angle = 0.03 * (b + 1);  // so that both caps act
  if (b == 4) settings.d_max = 1e-13;
  if (b == 6) settings.max_angle = ik::kUnlimited;
  return settings;
}

/// Targets in reach, out of reach, exactly at the effectors, too large to square, almost at the
/// effectors, or NaN.
std::vector<Eigen::Vector3d> targets_in_step(const ik::Multibody& body, int b, int step,
                                             const ik::Pose& pose) {
  std::vector<Eigen::Vector3d> targets = targets_of(body, b, step / 40);
  for (Eigen::Vector3d& target : targets) {
    target *= 0.2 + 0.7 * (1.0 + std::sin(0.11 * step + b));
    if ((step + 17 * b) % 150 == 3) target *= 1e80;
    if ((step + 17 * b) % 150 == 4) target *= 1e307;
  }
  if ((step + 13 * b) % 90 == 5) targets[0] = pose.effector.col(0);
  if ((step + 13 * b) % 90 == 6) targets[0] = pose.effector.col(0) * (1.0 + 1e-15);
  if ((step + 11 * b) % 120 == 7) targets[0].y() = std::numeric_limits<double>::quiet_NaN();
  return targets;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// \returns number of a body's steps in which limits were active
int expect_same_bits(const bodies::Named& named, const char* method, ik::JacobianKind kind,
                     const ik::InstructionSet& set, int steps,
                     ik::LimitRule rule = ik::LimitRule::kClamp) {
  const ik::Multibody& body = named.body;
  ik::Batch batch(body, kCompared, ik::known_method(method), kind);
  batch.use(set);
  ik::Batch::Scratch scratch(batch);
  std::vector<Alone> alone;
  for (int b = 0; b < kCompared; ++b) {
    const ik::BatchSettings settings = settings_in_lane(method, b);
    batch.set_settings(b, settings);
    set_theta(batch, b, theta_of(body, b, 0));
    alone.emplace_back(body, settings.method, settings, kind, rule);
    alone.back().put(theta_of(body, b, 0));
  }
  batch.keep_limits(rule);
  for (int step = 0; step < steps; ++step) {
    for (int b = 0; b < kCompared; ++b) {
      Alone& other = alone[static_cast<std::size_t>(b)];
      const auto targets = targets_in_step(body, b, step, other.pose());
      aim(batch, b, targets);
      other.step(targets);
    }
    batch.step(0, batch.blocks(), scratch);
    for (int b = 0; b < kCompared; ++b) {
      const ik::Pose& pose = alone[static_cast<std::size_t>(b)].pose();
      std::string where = std::string(named.name) + ", " + method + ", " + set.name;
      where += ", body " + std::to_string(b) + ", step " + std::to_string(step);
      EXPECT_EQ(batch.outcome(b), alone[static_cast<std::size_t>(b)].outcome()) << where;
      EXPECT_EQ(batch.capped(b), alone[static_cast<std::size_t>(b)].capped()) << where;
      for (int j = 0; j < body.joint_count(); ++j) {
        EXPECT_TRUE(same_bits(batch.theta()(j, b), pose.theta[j]))
            << where << ", joint " << j << ": " << batch.theta()(j, b) << " and " << pose.theta[j]
            << ", " << batch.theta()(j, b) - pose.theta[j];
      }
      for (int r = 0; r < 3 * body.effector_count(); ++r) {
        EXPECT_EQ(batch.effectors()(r, b), pose.effector(r % 3, r / 3)) << where;
      }
    }
    if (testing::Test::HasFailure()) break;  // the following steps would differ too
  }
  return std::accumulate(alone.begin(), alone.end(), 0,
                         [](int sum, const Alone& one) { return sum + one.stopped(); });
}

/// A spine with a hand at every second vertebra. Shared joints are eliminated link by link.
ik::Multibody comb() {
  const ik::Multibody bare = bodies::random_tree(3, 6, 1);
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  for (int j = 0; j < 30; ++j) {
    joints.push_back(bare.joint(j % 6));
    joints.back().name.clear();
    joints.back().parent = j - 1;
    if (j % 2 == 1) effectors.push_back({"", j, {0.1, 0.2, 0.0}});
  }
  return {joints, effectors};
}

ik::Multibody weighted(const ik::Multibody& plain) {
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].weight = 0.25;
  joints[2].weight = 0.0;
  joints[1].weight = 2.0;
  return {joints, {plain.effectors().begin(), plain.effectors().end()}};
}

std::vector<bodies::Named> many() {
  std::vector<bodies::Named> all = bodies::all();
  all.push_back({"comb", comb()});
  all.push_back({"weighted comb", weighted(comb())});
  all.push_back({"weighted tree", weighted(bodies::forked_tree())});
  return all;
}

class BatchBits : public testing::TestWithParam<const char*> {};

TEST_P(BatchBits, AreThoseOfABodyAlone) {
  for (const bodies::Named& named : many()) {
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      expect_same_bits(named, GetParam(), kind, *ik::machine_instructions().back(), 400);
      if (HasFailure()) break;
    }
  }
}

TEST_P(BatchBits, AreThoseOfABodyAloneByEverySetOfInstructions) {
  for (const ik::InstructionSet* set : ik::machine_instructions()) {
    for (const bodies::Named& named : many()) {
      expect_same_bits(named, GetParam(), ik::JacobianKind::kEffector, *set, 200);
      if (HasFailure()) break;
    }
  }
}

/// The body with limits near its initial pose: most steps meet one.
ik::Multibody limited(const ik::Multibody& plain) {
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  const ik::VectorX theta = theta_of(plain, 0, 0);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const double middle = theta[static_cast<Eigen::Index>(j)];
    const double room = 0.1 + 0.15 * static_cast<double>(j % 5);
    joints[j].lower = j % 4 == 3 ? -ik::kUnlimited : middle - room;
    joints[j].upper = j % 4 == 1 ? ik::kUnlimited : middle + room;
  }
  return {joints, {plain.effectors().begin(), plain.effectors().end()}};
}

TEST_P(BatchBits, AreThoseOfABodyAloneThatMeetsLimits) {
  constexpr int kSteps = 100;
  for (const ik::LimitRule rule : {ik::LimitRule::kProject, ik::LimitRule::kActiveSet}) {
    for (const bodies::Named& named : many()) {
      const bodies::Named tight = {named.name, limited(named.body)};
      for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
        const int stopped = expect_same_bits(tight, GetParam(), kind,
                                             *ik::machine_instructions().back(), kSteps, rule);
        EXPECT_GT(stopped, kSteps) << named.name;
        EXPECT_LT(stopped, kSteps * kCompared) << named.name << ": none went in lanes";
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, BatchBits, testing::ValuesIn(methods()), test_name);

}  // namespace
