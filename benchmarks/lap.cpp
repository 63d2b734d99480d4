#include "lap.h"

#include "ik/body/joint.h"
#include "ik/task/damped_step.h"
#include "ik/task/method.h"
#include "iklab/problem.h"
#include "io/scene/scene_file.h"
#include "lab/run/run.h"

namespace bench {
namespace {

std::array<double, 3> plain(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

class OwnUpdater : public Updater {
 public:
  explicit OwnUpdater(const Lap& lap)
      : multibody_(lap.multibody),
        method_(lap.method),
        max_angle_(lap.numbers.max_angle),
        targets_(lap.body.tips.size()) {}

  void place(const double* theta) override {
    pose_.theta = Eigen::Map<const ik::VectorX>(theta, multibody_.joint_count());
    ik::forward_kinematics(multibody_, pose_);
  }

  void update(const double* targets) override {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      targets_[i] = Eigen::Map<const Eigen::Vector3d>(targets + 3 * i);
    }
    step({multibody_, pose_, targets_}, workspace_);
    ik::clamp_max_angle(multibody_, max_angle_, workspace_.dtheta);
    pose_.theta += workspace_.dtheta;
    ik::forward_kinematics(multibody_, pose_);
  }

  const double* theta() const override { return pose_.theta.data(); }

 protected:
  virtual void step(const ik::Problem& problem, ik::Workspace& w) { method_.step(problem, w); }

 private:
  ik::Multibody multibody_;
  ik::AnyMethod method_;
  double max_angle_;
  ik::Pose pose_;
  ik::Workspace workspace_;
  std::vector<Eigen::Vector3d> targets_;
};

class PlainUpdater final : public OwnUpdater {
 public:
  explicit PlainUpdater(const Lap& lap)
      : OwnUpdater(lap), square_(lap.numbers.lambda * lap.numbers.lambda) {}

 private:
  void step(const ik::Problem& problem, ik::Workspace& w) override {
    w.begin(problem);
    ik::damped_step(problem.multibody, w.jacobian(problem), w.error(problem), square_, w);
  }

  double square_;
};

/// The scene without the orientations and directions of its targets.
lab::Scene positions_of(lab::Scene scene) {
  std::vector<ik::Effector> effectors(scene.multibody.effectors().begin(),
                                      scene.multibody.effectors().end());
  for (ik::Effector& effector : effectors) effector.aim = ik::AimKind::kNone;
  scene.multibody = ik::Multibody(
      {scene.multibody.joints().begin(), scene.multibody.joints().end()}, std::move(effectors));
  scene.aims.clear();
  scene.weights.clear();
  return scene;
}

}  // namespace

Body plain_body(const ik::Multibody& multibody) {
  Body body;
  for (const ik::Joint& joint : multibody.joints()) {
    Hinge hinge{joint.parent, {}, plain(joint.parent_from_joint.translation()), plain(joint.axis)};
    Eigen::Map<Eigen::Matrix3d>(hinge.rotation.data()) = joint.parent_from_joint.linear();
    body.hinges.push_back(hinge);
  }
  for (const ik::Effector& effector : multibody.effectors()) {
    body.tips.push_back({effector.joint, plain(effector.offset)});
  }
  return body;
}

Lap make_lap(const std::string& scene, const RuledMethod& ruled, int warmup) {
  const ik::MethodInfo& info = *ik::find_method(ruled.id);
  lab::Tracker tracker(positions_of(io::find_scene(scene)), info);
  lab::run(tracker, warmup);

  const auto number = [&](const char* name) {
    return ik::get_param(tracker.method(), name).value_or(0.0);
  };
  Lap lap{tracker.multibody(), tracker.method(), plain_body(tracker.multibody()), {}, {}, {}};
  lap.numbers = {ruled.rule, number("lambda"), number("cutoff"), number("gamma-max"),
                 tracker.max_angle()};
  const ik::VectorX& theta = tracker.pose().theta;
  lap.start.assign(theta.begin(), theta.end());
  for (int update = 0; update < Lap::kUpdates; ++update) {
    tracker.advance();
    for (const Eigen::Vector3d& target : tracker.targets()) {
      lap.targets.insert(lap.targets.end(), target.begin(), target.end());
    }
  }
  return lap;
}

std::unique_ptr<Updater> make_own(const Lap& lap) { return std::make_unique<OwnUpdater>(lap); }

std::unique_ptr<Updater> make_plain(const Lap& lap) {
  if (lap.numbers.rule != Rule::kDls) return nullptr;
  return std::make_unique<PlainUpdater>(lap);
}

double difference_from_own(const Lap& lap, Updater& peer) {
  const std::unique_ptr<Updater> own = make_own(lap);
  own->place(lap.start.data());
  double largest = 0.0;
  for (int update = 0; update < Lap::kUpdates; ++update) {
    peer.place(own->theta());
    own->update(lap.targets_of(update));
    peer.update(lap.targets_of(update));
    for (std::size_t j = 0; j < lap.body.n(); ++j) {
      const double difference = std::abs(own->theta()[j] - peer.theta()[j]);
      if (!(difference <= largest)) largest = difference;  // also true for NaN
      if (std::isnan(largest)) return std::numeric_limits<double>::infinity();
    }
  }
  return largest;
}

}  // namespace bench
