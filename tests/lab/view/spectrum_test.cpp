#include "lab/view/spectrum.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/algebra.h"
#include "support/changes.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"

namespace {

TEST(Spectrum, IsThatOfTheJacobianTheLastUpdateUsedAndIfNoneOfThePoseItLedTo) {
  const ik::Multibody body = bodies::forked_tree();
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scenes::circling(body), info);
    lab::Spectrum spectrum;
    for (int k = 0; k < 5; ++k) {
      ik::VectorX theta = tracker.pose().theta;
      tracker.step();
      if (!tracker.workspace().has_jacobian()) theta = tracker.pose().theta;
      lab::analyse(tracker, spectrum);
      const ik::MatrixX J = difference_jacobian(body, theta, 1e-5);
      const ik::VectorX sigma = algebra::singular_values(J);
      ASSERT_EQ(spectrum.components.size(), 6U);
      for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(spectrum.components[static_cast<std::size_t>(i)].sigma, sigma[i], 1e-8);
      }
      EXPECT_NEAR(spectrum.condition, sigma[0] / sigma[5], 1e-4 * spectrum.condition);
      EXPECT_NEAR(spectrum.manipulability, std::sqrt(algebra::determinant(J * J.transpose())),
                  1e-6 * spectrum.manipulability);
      EXPECT_EQ(spectrum.rank, 6);
    }
  }
}

TEST(Spectrum, ShowsTheSameToASecondLook) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), info);
    lab::Spectrum spectrum;
    for (int k = 0; k < 3; ++k) tracker.step();
    lab::analyse(tracker, spectrum);
    const std::vector<lab::SingularComponent> first = spectrum.components;
    lab::analyse(tracker, spectrum);
    for (std::size_t i = 0; i < first.size(); ++i) {
      // the decomposition is warm-started, so rounding differs
      EXPECT_NEAR(spectrum.components[i].sigma, first[i].sigma, 1e-13) << info.id;
      EXPECT_EQ(spectrum.components[i].gain.has_value(), first[i].gain.has_value()) << info.id;
    }
  }
}

TEST(Spectrum, MeasuresTheGainThatTheFilterPromises) {
  lab::Settings settings;
  settings.params["lambda"] = 0.4;
  settings.params["max-angle"] = lab::kOff;
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"), settings);
  for (int k = 0; k < 9; ++k) tracker.step();
  lab::Spectrum spectrum;
  lab::analyse(tracker, spectrum);
  int measured = 0;
  for (const lab::SingularComponent& component : spectrum.components) {
    const double promised = component.sigma / (component.sigma * component.sigma + 0.16);
    EXPECT_NEAR(*component.filter, promised, 1e-12);
    if (!component.gain) continue;
    ++measured;
    EXPECT_NEAR(*component.gain, promised, 1e-6 * promised);
  }
  EXPECT_GT(measured, 3);
}

TEST(Spectrum, MeasuresGainsOfErrorsThatAreSmallAndNoneOfRounding) {
  // the targets are this far from the effectors; the gain must not depend on it
  const ik::Multibody body = bodies::forked_tree();
  for (const double distance : {1e-2, 1e-4, 1e-7, 1e-10}) {
    lab::Scene scene{"near", "Near", "", body, {}, {}};
    for (const Eigen::Vector3d& point : bodies::effectors_at(body, body.initial_theta())) {
      scene.targets.push_back(
          scenes::standing(point + distance * Eigen::Vector3d(0.6, 0.64, 0.48)));
    }
    lab::Settings settings;
    settings.params["lambda"] = 0.4;
    settings.params["max-angle"] = lab::kOff;
    lab::Tracker tracker(scene, *ik::find_method("dls"), settings);
    tracker.step();
    lab::Spectrum spectrum;
    lab::analyse(tracker, spectrum);
    int measured = 0;
    for (const lab::SingularComponent& component : spectrum.components) {
      if (!component.gain) continue;
      ++measured;
      const double promised = component.sigma / (component.sigma * component.sigma + 0.16);
      // targets and effectors are rounded at 1e-16 m
      EXPECT_NEAR(*component.gain, promised, 1e-14 / std::abs(component.error)) << distance;
    }
    if (distance > 1e-8) {
      EXPECT_GE(measured, 5) << distance;
    } else {
      EXPECT_EQ(measured, 0) << distance;
    }
  }
}

TEST(Spectrum, LookingChangesNoFurtherStep) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker watched(scenes::circling(bodies::forked_tree()), info);
    lab::Tracker alone = watched;
    lab::Spectrum spectrum;
    for (int k = 0; k < 30; ++k) {
      watched.step();
      lab::analyse(watched, spectrum);
      if (k == 10) changes::set_method(watched, *ik::find_method("sdls"));
      alone.step();
      if (k == 10) changes::set_method(alone, *ik::find_method("sdls"));
    }
    EXPECT_EQ(watched.pose().theta, alone.pose().theta) << info.id;
  }
}

TEST(Spectrum, OfASingularPoseHasALowerRankAndNoCondition) {
  lab::Scene scene{"", "", "", bodies::planar_arm(3), {scenes::standing({1.0, 1.0, 0.0})}, {}};
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  lab::Spectrum spectrum;
  lab::analyse(tracker, spectrum);  // stretched, before the first step
  EXPECT_EQ(spectrum.rank, 1);
  EXPECT_EQ(spectrum.condition, lab::kOff);
  EXPECT_EQ(spectrum.manipulability, 0.0);
}

}  // namespace
