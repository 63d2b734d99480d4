// Target curves fitted to real robots.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <span>

#include "iklab/solver.h"
#include "io/body/body_file.h"
#include "lab/body/reach_trial.h"
#include "lab/track/tracker.h"
#include "robots/robot_files.h"

namespace {

namespace fs = std::filesystem;
using robots::all_bodies, robots::Motion, robots::urdf_files;

/// How well a solver with many updates follows an effector's curve.
struct Follow {
  std::string name;
  double radius = 0.0;  ///< of the curve, as a fraction of the chain's length
  int missed = 0;       ///< number of the kPoints points
};
constexpr int kPoints = 100;

std::vector<Follow> followed(const lab::Scene& scene) {
  const ik::Multibody& body = scene.multibody;
  ik::Solver solver(body, "newton");
  const ik::VectorX start = solver.theta();
  std::vector<Follow> result(body.effectors().size());
  for (int point = 0; point < kPoints; ++point) {
    const double time = 2.0 * std::numbers::pi * point / kPoints;
    for (std::size_t i = 0; i < result.size(); ++i) {
      solver.target(static_cast<int>(i)) = scene.targets[i].at(time);
    }
    const ik::Stop stop = {.error = 1e-4, .aim_error = 1e-3, .updates = 300};
    // if a limit blocks it, once more from the start
    if (solver.solve(stop).outcome != ik::Outcome::kReached) {
      const ik::VectorX theta = solver.theta();
      const double error = solver.solve(stop).error;
      solver.set_theta(start);
      if (solver.solve(stop).error > error) solver.set_theta(theta);
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double length = lab::chain_length(body, static_cast<int>(i));
      const auto& curve = std::get<lab::WaveCurve>(scene.targets[i].shape());
      const Eigen::Vector3d there = scene.targets[i].at(time);
      Follow& own = result[i];
      own.name = body.effector(static_cast<int>(i)).name;
      own.radius = std::max(own.radius, (there - curve.center).norm() / length);
      own.missed += (solver.position(static_cast<int>(i)) - there).norm() > 0.01 * length;
    }
  }
  return result;
}

lab::Scene fitted_scene(const fs::path& path, lab::CurveFit fit, ik::AimKind aim) {
  io::BodyOptions options;
  options.wish.fit = fit;
  options.wish.aim = aim;
  // with a moving base everything is in reach
  if (path.filename() == "humanoid.xml") options.wish.base = lab::Base::kFixed;
  return io::open_scene(path.string(), options);
}

class FittedBody : public testing::TestWithParam<int> {};

TEST_P(FittedBody, HasLargeCurvesThatLieBesideItsReachAsTheirNamesSay) {
  const fs::path path = all_bodies()[static_cast<std::size_t>(GetParam())];
  SCOPED_TRACE(path);
  for (const Follow& own :
       followed(fitted_scene(path, lab::CurveFit::kInReach, ik::AimKind::kNone))) {
    EXPECT_GE(own.radius, 0.05) << own.name;
    EXPECT_EQ(own.missed, 0) << own.name;
  }
  if (path.filename() == "reach.xml") return;  // its slides have no end
  for (const Follow& own :
       followed(fitted_scene(path, lab::CurveFit::kInAndOut, ik::AimKind::kNone))) {
    EXPECT_GE(own.missed, kPoints / 20) << own.name;
    EXPECT_LE(own.missed, kPoints * 9 / 10) << own.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, FittedBody, testing::Range(0, 8));

TEST(Robots, CurvesOfALinkInAThinShellLeaveItVisibly) {
  io::BodyOptions options;
  options.wish.effectors = {"/wam4"};
  for (const Follow& own : followed(io::open_scene(urdf_files()[2].string(), options))) {
    EXPECT_GE(own.missed, kPoints / 10) << "beyond a hundredth of the chain";
    EXPECT_LE(own.missed, kPoints * 9 / 10);
  }
}

TEST(Robots, CurvesInReachKeepAimsToo) {
  for (const int arm : {2, 3}) {
    const fs::path path = all_bodies()[static_cast<std::size_t>(arm)];
    SCOPED_TRACE(path);
    for (const ik::AimKind aim : {ik::AimKind::kDirection, ik::AimKind::kOrientation}) {
      for (const Follow& own : followed(fitted_scene(path, lab::CurveFit::kInReach, aim))) {
        EXPECT_EQ(own.missed, 0) << own.name;
      }
    }
  }
}

TEST(Robots, StandingTargetsAreReachedFromTheStart) {
  for (int b = 0; b < 8; ++b) {
    const fs::path path = all_bodies()[static_cast<std::size_t>(b)];
    SCOPED_TRACE(path);
    const lab::Scene scene = fitted_scene(path, lab::CurveFit::kStanding, ik::AimKind::kNone);
    lab::Tracker tracker(scene, *ik::find_method("dls"));
    const std::span<const double> errors = tracker.errors();
    const double first = *std::ranges::max_element(errors);
    for (int step = 0; step < 3000; ++step) tracker.step();
    for (int i = 0; i < scene.multibody.effector_count(); ++i) {
      const double length = lab::chain_length(scene.multibody, i);
      EXPECT_LE(tracker.errors()[static_cast<std::size_t>(i)], 3e-3 * length)
          << scene.multibody.effector(i).name;
      EXPECT_GE(first, 0.05 * length) << "the body has nothing to do";
    }
  }
}

TEST(Robots, DlsIsCalmOnTheCurvesThatABodyOpensWith) {
  for (int i = 0; i < 8; ++i) {
    const fs::path path = all_bodies()[static_cast<std::size_t>(i)];
    const lab::Scene scene = io::open_scene(path.string());
    lab::Tracker tracker(scene, *ik::find_method("dls"));
    Motion motion;
    for (int step = 0; step < 1657; ++step) {
      tracker.step();
      if (step >= 400) motion.add(scene.multibody, tracker.pose().theta);
    }
    EXPECT_LT(motion.jitter_deg(), 0.5) << path;
  }
}

}  // namespace
