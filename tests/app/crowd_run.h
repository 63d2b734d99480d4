#pragma once

#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "app/crowd/runner.h"
#include "io/scene/scene_file.h"
#include "lab/track/tracker.h"
#include "support/scenes.h"

/// A crowd run by a test, and the expected state of its bodies.
namespace crowd_run {

using Clock = std::chrono::steady_clock;

inline lab::Setup setup_of(lab::Scene scene, const char* method = "dls") {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method));
}

/// A runner and the session's step, which the test advances.
class Runner {
 public:
  explicit Runner(int threads = 3) : pool(threads), runner(io::find_scene, pool) {}

  void follow() { runner.follow(wish, setup, {step, time(), frozen}); }
  double time() const { return static_cast<double>(step) * setup.front_lane().settings.time_step; }

  /// Polls until there is a newer frame. \returns it
  const app::CrowdFrame& next() {
    const long before = number;
    const auto late = Clock::now() + std::chrono::seconds(60);
    while (Clock::now() < late) {
      const app::CrowdFrame* frame = runner.frame();
      if (frame != nullptr && frame->number != before) {
        number = frame->number;
        return *frame;
      }
      pool.work_for(0.0);  // without threads
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    throw std::runtime_error("no frame came");
  }
  const app::CrowdFrame& begin() {
    follow();
    return next();
  }
  /// Runs a number of steps, one frame each.
  const app::CrowdFrame& steps(int count) {
    for (int i = 0; i < count; ++i) {
      ++step;
      follow();
      next();
    }
    return *runner.frame();
  }

  lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
  std::optional<ui::CrowdWish> wish = ui::CrowdWish{.count = 20};
  long step = 0;
  bool frozen = false;
  long number = 0;
  work::Pool pool;
  app::CrowdRunner runner;
};

inline const float* body_of(const app::CrowdFrame& frame, std::size_t kind, int body) {
  const app::CrowdKindPlaces& places = frame.field->kinds[kind];
  const ik::Multibody& multibody = places.scene->multibody;
  const int points = multibody.joint_count() + 2 * multibody.effector_count();
  return frame.points.data() + static_cast<std::ptrdiff_t>(4) * (places.first + body * points);
}

/// Compares every body with a tracker of the same delay after the same number of steps.
inline void expect_trackers(const app::CrowdFrame& frame, const lab::Setup& setup, long steps) {
  ASSERT_TRUE(frame.field);
  for (std::size_t kind = 0; kind < frame.field->kinds.size(); ++kind) {
    const app::CrowdKindPlaces& places = frame.field->kinds[kind];
    for (std::size_t b = 0; b < places.places.size(); b += 3) {
      lab::Scene scene = *places.scene;
      for (lab::TargetCurve& curve : scene.targets) {
        auto waves = std::get<lab::WaveCurve>(curve.shape());
        for (lab::Wave& wave : waves.waves) wave.phase -= wave.frequency * places.delays[b];
        curve = lab::TargetCurve(waves);
      }
      lab::Tracker tracker(scene, *setup.front_lane().method, setup.front_lane().settings);
      for (long k = 0; k < steps; ++k) tracker.step();
      const float* point = body_of(frame, kind, static_cast<int>(b));
      const auto expect = [&point, b, kind](const Eigen::Vector3d& place) {
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(point[c], place[c], 1e-5) << kind << ' ' << b;
        point += 4;
      };
      const ik::Pose& pose = tracker.pose();
      for (Eigen::Index j = 0; j < pose.origin.cols(); ++j) expect(pose.origin.col(j));
      for (Eigen::Index i = 0; i < pose.effector.cols(); ++i) expect(pose.effector.col(i));
      for (const Eigen::Vector3d& target : tracker.targets()) expect(target);
    }
  }
}

}  // namespace crowd_run
