#include "lab/crowd/crowd.h"

#include <cmath>
#include <cstring>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/scenes.h"

namespace {

using lab::Crowd;

/// The same curve, later: by another phase of its waves, or by points that are looked up.
lab::TargetCurve delayed(const lab::TargetCurve& curve, double delay) {
  lab::TargetCurve::Shape shape = curve.shape();
  if (auto* waves = std::get_if<lab::WaveCurve>(&shape)) {
    for (lab::Wave& wave : waves->waves) wave.phase -= wave.frequency * delay;
  }
  return lab::TargetCurve(shape);
}

lab::BatchRule rule_of(const lab::Scene& scene, const char* method) {
  return {ik::find_method(method), scene.settings};
}

std::vector<double> delays(int count) {
  std::vector<double> result;
  for (int b = 0; b < count; ++b) result.push_back(0.37 * b - 1.0);
  return result;
}

std::vector<double> times(int first, int count, double step) {
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back((first + i) * step);
  return result;
}

void step(Crowd& crowd, Crowd::Scratch& scratch, double time) {
  crowd.plan_steps({&time, 1});
  crowd.advance(0, crowd.blocks(), scratch);
}

/// Trackers whose targets come later, beside the crowd, for so many steps.
void expect_trackers(const lab::Scene& scene, const lab::BatchRule& rule, int steps,
                     double tolerance) {
  const std::vector<double> late = delays(11);
  Crowd crowd(scene, late, rule);
  Crowd::Scratch scratch = crowd.make_scratch();
  std::vector<lab::Tracker> trackers;
  for (const double delay : late) {
    lab::Scene own = scene;
    own.settings = rule.settings;
    for (lab::TargetCurve& curve : own.targets) curve = delayed(curve, delay);
    trackers.emplace_back(own, *rule.method);
  }
  for (int k = 1; k <= steps; ++k) {
    step(crowd, scratch, k * rule.settings.time_step);
    double sum = 0.0;
    for (std::size_t b = 0; b < trackers.size(); ++b) {
      trackers[b].step();
      const auto body = static_cast<int>(b);
      for (int j = 0; j < crowd.multibody().joint_count(); ++j) {
        ASSERT_NEAR(crowd.batch().theta()(j, body), trackers[b].pose().theta[j], tolerance)
            << scene.id << ' ' << rule.method->id << " step " << k << " body " << b;
      }
      for (int r = 0; r < 3 * crowd.multibody().effector_count(); ++r) {
        ASSERT_NEAR(crowd.targets()(r, body),
                    trackers[b].targets()[static_cast<std::size_t>(r / 3)][r % 3], 1e-12);
      }
      for (const double error : trackers[b].errors()) sum += error;
    }
    ASSERT_NEAR(crowd.errors(0, crowd.blocks()).sum, sum, 1e-6);
  }
}

TEST(Crowd, IsATrackerABodyWithTheTargetsLater) {
  for (const char* id : {"y", "double-y"}) {
    const lab::Scene scene = io::find_scene(id);
    for (const char* method : {"dls", "sdls"}) {
      expect_trackers(scene, rule_of(scene, method), 300, 1e-9);
    }
    // these two are chaotic: rounding grows from step to step
    for (const char* method : {"jacobian-transpose", "pseudoinverse"}) {
      expect_trackers(scene, rule_of(scene, method), 8, 1e-9);
    }
  }
}

TEST(Crowd, TakesTheSettingsThatABatchHas) {
  const lab::Scene scene = io::find_scene("double-y");
  lab::BatchRule rule = rule_of(scene, "dls");
  rule.settings.params["lambda"] = 0.7;
  rule.settings.d_max = 0.4;
  expect_trackers(scene, rule, 200, 1e-9);
  rule.settings.adaptive_d_max = true;
  expect_trackers(scene, rule, 200, 1e-9);
  rule.settings.iterations = 3;
  rule.settings.params["max-angle"] = 0.05;
  expect_trackers(scene, rule, 100, 1e-9);
  rule.settings.jacobian = ik::JacobianKind::kTarget;
  expect_trackers(scene, rule, 50, 1e-9);
  rule.method = ik::find_method("sdls");
  rule.settings.params = {{"gamma-max", 0.3}, {"hard-clamp", 1.0}};
  expect_trackers(scene, rule, 20, 1e-9);
}

TEST(Crowd, HoldsLimitsOnlyWhereTheRuleSaysSo) {
  lab::Scene scene = io::find_scene("y");
  std::vector<ik::Joint> joints(scene.multibody.joints().begin(), scene.multibody.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = -0.15;
    joint.upper = 0.2;
  }
  const auto effectors = scene.multibody.effectors();
  scene.multibody = ik::Multibody(joints, {effectors.begin(), effectors.end()});
  for (const lab::LimitRule limits : {lab::LimitRule::kIgnore, lab::LimitRule::kClamp}) {
    lab::BatchRule rule = rule_of(scene, "dls");
    rule.settings.limits = limits;
    expect_trackers(scene, rule, 200, 1e-9);
  }
}

TEST(Crowd, FollowsSplinesAndJumpsLater) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  const std::vector<Eigen::Vector3d> points{{0.5, 1.0, 0.1}, {0.9, 0.4, -0.2}, {-0.3, 0.8, 0.4}};
  scene.targets[0] = lab::TargetCurve(lab::SplineCurve{points, 1.3});
  scene.targets[1] = lab::TargetCurve(lab::JumpCurve{points, 0.7});
  const std::vector<double> late = delays(9);
  Crowd crowd(scene, late, rule_of(scene, "dls"));
  Crowd::Scratch scratch = crowd.make_scratch();
  for (int k = 1; k < 200; ++k) {
    step(crowd, scratch, 0.013 * k);
    for (int b = 0; b < crowd.count(); ++b) {
      for (int i = 0; i < crowd.multibody().effector_count(); ++i) {
        const Eigen::Vector3d place = scene.targets[static_cast<std::size_t>(i)].at(
            0.013 * k - late[static_cast<std::size_t>(b)]);
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(crowd.targets()(3 * i + c, b), place[c], 1e-12);
      }
    }
  }
}

TEST(Crowd, KeepsItsTargetsOnTheirCurvesForTenThousandSteps) {
  for (const std::string& id : io::built_in_scenes()) {
    const lab::Scene scene = io::find_scene(id);
    if (scene.multibody.aim_count() > 0) continue;
    const std::vector<double> late = delays(3);
    const lab::DelayedTargets targets(scene.targets, late);
    lab::DelayedTargets::Moment moment;
    std::vector<double> rows(scene.targets.size() * 3 * Crowd::kWidth);
    const lab::DelayedTargets::Rows out(rows.data(), static_cast<int>(3 * scene.targets.size()));
    for (int k = 0; k <= 10000; ++k) {
      const double time = 0.005 * k;
      targets.set(moment, time);
      targets.write(moment, 0, out);
      for (int b = 0; b < 3; ++b) {
        for (std::size_t i = 0; i < scene.targets.size(); ++i) {
          const Eigen::Vector3d place =
              scene.targets[i].at(time - late[static_cast<std::size_t>(b)]);
          const auto row = static_cast<int>(3 * i);
          for (int c = 0; c < 3; ++c) ASSERT_NEAR(out(row + c, b), place[c], 1e-9) << id << k;
        }
      }
    }
  }
}

/// Everything that a picture shows, after so many steps by so many threads.
std::vector<float> picture_of(int threads, int count, int steps) {
  const lab::Scene scene = io::find_scene("y");
  Crowd crowd(scene, delays(count), rule_of(scene, "sdls"));
  for (int frame = 0; frame < steps; ++frame) {
    crowd.plan_steps(times(1 + 2 * frame, 2, 0.005));
    std::vector<std::thread> workers;
    for (int w = 0; w < threads; ++w) {
      workers.emplace_back([&crowd, w, threads] {
        Crowd::Scratch scratch = crowd.make_scratch();
        // from the last block to the first, so that the order differs too
        for (int block = crowd.blocks() - 1 - w; block >= 0; block -= threads) {
          crowd.advance(block, block + 1, scratch);
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
  }
  std::vector<float> points(static_cast<std::size_t>(4 * crowd.point_count() * crowd.count()));
  crowd.write_points(0, crowd.blocks(), points);
  return points;
}

TEST(Crowd, HasTheSameBitsWithAnyNumberOfThreadsAndBodies) {
  const std::vector<float> one = picture_of(1, 61, 20);
  for (const int threads : {2, 3, 7}) {
    const std::vector<float> many = picture_of(threads, 61, 20);
    ASSERT_EQ(one.size(), many.size());
    EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof(float)), 0) << threads;
  }
  const std::vector<float> few = picture_of(1, 5, 20);
  EXPECT_EQ(std::memcmp(one.data(), few.data(), few.size() * sizeof(float)), 0);
}

TEST(Crowd, WritesASceneWithZUpTurnedAboutX) {
  lab::Scene scene = io::find_scene("y");
  const std::vector<double> late = delays(5);
  std::vector<std::vector<float>> written;
  for (const bool z_up : {false, true}) {
    scene.z_up = z_up;
    Crowd crowd(scene, late, rule_of(scene, "dls"));
    Crowd::Scratch scratch = crowd.make_scratch();
    step(crowd, scratch, 0.005);
    auto& points = written.emplace_back(4 * crowd.point_count() * crowd.count());
    crowd.write_points(0, crowd.blocks(), points);
  }
  for (std::size_t i = 0; i < written[0].size(); i += 4) {
    EXPECT_EQ(written[1][i], written[0][i]);
    EXPECT_EQ(written[1][i + 1], written[0][i + 2]) << "z is up";
    EXPECT_EQ(written[1][i + 2], -written[0][i + 1]);
  }
}

TEST(Crowd, WritesJointsEffectorsAndTargetsBodyByBody) {
  const lab::Scene scene = io::find_scene("double-y");
  const std::vector<double> late = delays(10);
  Crowd crowd(scene, late, rule_of(scene, "dls"));
  Crowd::Scratch scratch = crowd.make_scratch();
  for (int k = 1; k <= 5; ++k) step(crowd, scratch, 0.005 * k);
  const int n = crowd.multibody().joint_count(), k = crowd.multibody().effector_count();
  ASSERT_EQ(crowd.point_count(), n + 2 * k);
  std::vector<float> points(static_cast<std::size_t>(4 * crowd.point_count() * crowd.count()));
  // what lies beyond is another crowd's
  const std::vector<float> beyond(64, 7.0F);
  points.insert(points.end(), beyond.begin(), beyond.end());
  crowd.write_points(0, crowd.blocks(), points);
  EXPECT_TRUE(std::equal(beyond.begin(), beyond.end(), points.end() - 64));
  double farthest = 0.0;
  const Eigen::Vector3d place(0.3, -1.0, 0.2);
  for (int b = 0; b < crowd.count(); ++b) {
    ik::VectorX theta(n);
    for (int j = 0; j < n; ++j) theta[j] = crowd.batch().theta()(j, b);
    const ik::Pose pose = ik::pose_at(crowd.multibody(), theta);
    const float* point = points.data() + static_cast<std::ptrdiff_t>(4) * crowd.point_count() * b;
    const auto expect = [&point](const Eigen::Vector3d& expected) {
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(point[c], expected[c], 1e-5);
      EXPECT_EQ(point[3], 0.0F);
      point += 4;
    };
    for (int j = 0; j < n; ++j) expect(pose.origin.col(j));
    for (int i = 0; i < k; ++i) expect(pose.effector.col(i));
    for (int i = 0; i < k; ++i) {
      expect(
          scene.targets[static_cast<std::size_t>(i)].at(0.025 - late[static_cast<std::size_t>(b)]));
    }
    for (int j = 0; j < n; ++j) farthest = std::max(farthest, (pose.origin.col(j) - place).norm());
    for (int i = 0; i < k; ++i) {
      farthest = std::max(farthest, (pose.effector.col(i) - place).norm());
    }
  }
  const double reach = crowd.reach_from(0, crowd.blocks(), place);
  EXPECT_GE(reach, farthest - 1e-5);
}

TEST(Crowd, GoesOnFromItsPosesUnderAnotherRule) {
  const lab::Scene scene = io::find_scene("y");
  Crowd crowd(scene, delays(4), rule_of(scene, "dls"));
  Crowd::Scratch scratch = crowd.make_scratch();
  for (int k = 1; k <= 30; ++k) step(crowd, scratch, 0.005 * k);
  std::vector<double> theta;
  for (int j = 0; j < 7; ++j) theta.push_back(crowd.batch().theta()(j, 2));
  crowd.set_rule(rule_of(scene, "sdls"));
  Crowd::Scratch other = crowd.make_scratch();
  for (int j = 0; j < 7; ++j)
    EXPECT_EQ(crowd.batch().theta()(j, 2), theta[static_cast<std::size_t>(j)]);
  // one step from there is the single method's
  lab::Scene own = scene;
  for (lab::TargetCurve& curve : own.targets) curve = delayed(curve, delays(4)[2]);
  ik::Pose pose = ik::pose_at(scene.multibody, Eigen::Map<ik::VectorX>(theta.data(), 7));
  std::vector<Eigen::Vector3d> targets;
  for (const lab::TargetCurve& curve : own.targets) targets.push_back(curve.at(0.155));
  ik::Workspace w;
  ik::AnyMethod sdls = ik::find_method("sdls")->create();
  sdls.step({scene.multibody, pose, targets}, w);
  step(crowd, other, 0.155);
  for (int j = 0; j < 7; ++j) EXPECT_NEAR(crowd.batch().dtheta()(j, 2), w.dtheta[j], 1e-10);
}

TEST(Crowd, StandsStillWhereOnlyAPlaceIsPlannedAndStartsAgain) {
  const lab::Scene scene = io::find_scene("y");
  Crowd crowd(scene, delays(9), rule_of(scene, "dls"));
  Crowd::Scratch scratch = crowd.make_scratch();
  for (int k = 1; k <= 30; ++k) step(crowd, scratch, 0.005 * k);
  const double before = crowd.batch().theta()(3, 8);
  crowd.plan_place(2.0);
  crowd.advance(0, crowd.blocks(), scratch);
  EXPECT_EQ(crowd.batch().theta()(3, 8), before);
  EXPECT_NEAR(crowd.targets()(0, 8), scene.targets[0].at(2.0 - delays(9)[8]).x(), 1e-12);
  crowd.restart();
  crowd.plan_place(0.0);
  crowd.advance(0, crowd.blocks(), scratch);
  EXPECT_EQ(crowd.batch().theta()(3, 8), scene.multibody.initial_theta()[3]);
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  EXPECT_NEAR(crowd.batch().effectors()(1, 8), pose.effector(1, 0), 1e-12);
}

TEST(Crowd, FollowsOtherCurvesFromThenOn) {
  const lab::Scene scene = io::find_scene("y");
  Crowd crowd(scene, delays(2), rule_of(scene, "dls"));
  Crowd::Scratch scratch = crowd.make_scratch();
  crowd.set_curves({scenes::standing({1, 2, 3}), scenes::standing({4, 5, 6})});
  step(crowd, scratch, 0.1);
  EXPECT_EQ(crowd.targets()(2, 1), 3.0);
  EXPECT_EQ(crowd.targets()(3, 0), 4.0);
}

TEST(Crowd, TakesTheLanesMethodWhereABatchHasItAndElseAnother) {
  lab::Lane lane{1, ik::find_method("sdls"), {.params = {{"gamma-max", 0.2}, {"lambda", 0.3}}}};
  EXPECT_EQ(lab::crowd_rule(lane).method, lane.method);
  EXPECT_EQ(ik::get_param(lab::batch_settings(lab::crowd_rule(lane)).method, "gamma-max"), 0.2);
  lane.method = ik::find_method("ccd");
  const lab::BatchRule other = lab::crowd_rule(lane);
  EXPECT_EQ(other.method, ik::find_method("dls"));
  EXPECT_EQ(ik::get_param(lab::batch_settings(other).method, "lambda"), 0.3);
  EXPECT_EQ(lab::batch_settings(other).max_angle, ik::find_method("dls")->max_angle);
  EXPECT_EQ(other.settings.params, (lab::Params{{"lambda", 0.3}}));
  const ik::MethodInfo* wanted = ik::find_method("jacobian-transpose");
  EXPECT_EQ(lab::crowd_rule(lane, wanted).method, wanted);
}

TEST(Crowd, MakesAFewUpdatesAStepOnly) {
  lab::Lane lane{1, ik::find_method("dls"), {}};
  for (const auto& [wanted, made] : {std::pair(1, 1), {50, 50}, {51, 50}, {1'000'000, 50}}) {
    lane.settings.iterations = wanted;
    EXPECT_EQ(lab::crowd_rule(lane).settings.iterations, made);
  }
}

TEST(Crowd, IgnoresTheSettingsWhoseRowsSaySo) {
  int ignored = 0;
  for (const lab::Knob& info : lab::shared_knobs()) {
    lab::Lane lane{1, ik::find_method("dls"), {}};
    const lab::Settings usual = lab::crowd_rule(lane).settings;
    const bool is_word = info.kind == ik::KnobKind::kSwitch || info.kind == ik::KnobKind::kChoice;
    info.set(lane.settings, is_word ? 1.0 : info.max);
    EXPECT_EQ(lab::crowd_rule(lane).settings == usual, !info.crowds) << info.name;
    ignored += info.crowds ? 0 : 1;
  }
  EXPECT_GE(ignored, 2) << "at least aim weight and lead";
}

TEST(Crowd, RefusesNoBodiesAndEffectorsThatAim) {
  const lab::Scene scene = io::find_scene("y");
  EXPECT_THROW(Crowd(scene, {}, rule_of(scene, "dls")), std::invalid_argument);
  const lab::Scene aiming = io::find_scene("searchlights");
  EXPECT_THROW(Crowd(aiming, {0.0}, rule_of(aiming, "dls")), std::invalid_argument);
}

TEST(DelayedTargets, AllocateNothingOnceWarm) {
  const lab::Scene scene = io::find_scene("double-y");
  const lab::DelayedTargets targets(scene.targets, delays(20));
  lab::DelayedTargets::Moment moment;
  std::vector<double> rows(scene.targets.size() * 3 * Crowd::kWidth * 3);
  const lab::DelayedTargets::Rows out(rows.data(), 12);
  targets.set(moment, 0.0);
  const std::size_t before = allocation_count();
  for (int k = 0; k < 10; ++k) {
    targets.set(moment, 0.1 * k);
    for (int block = 0; block < 3; ++block) targets.write(moment, block, out);
  }
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
