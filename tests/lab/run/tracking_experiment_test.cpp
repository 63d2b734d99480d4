#include "iklab/experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include "io/scene/scene_file.h"
#include "lab/run/run.h"

namespace {

/// Whether an ik::Solver follows all settings; programs step when they want.
bool is_for_solvers(const lab::Settings& settings) {
  return std::ranges::all_of(lab::shared_knobs(), [&settings](const lab::Knob& knob) {
    const std::optional<double> value = knob.given(settings);
    if (!value || value == knob.given(lab::Settings())) return true;
    const lab::SolverCall call = knob.solver_call(settings);
    if (std::holds_alternative<std::monostate>(call)) return false;
    const auto* left = std::get_if<lab::LeftToProgram>(&call);
    return left == nullptr || left->what.empty();
  });
}

/// Damped least squares, written once more.
struct OwnDls {
  double lambda = 0.9;
  void step(const ik::Problem& problem, ik::Workspace& w) const {
    const ik::MatrixX& J = w.jacobian(problem);
    Eigen::MatrixXd A = J * J.transpose();
    A.diagonal().array() += lambda * lambda;
    w.dtheta = J.transpose() * A.ldlt().solve(w.error(problem));
  }
  void visit(const ik::KnobVisitor& visitor) {
    visitor({.name = "own-damping", .label = "λ", .max = 2.0}, &lambda);
  }
};

TEST(TrackingExperiment, RunsAMethodOfTheCallers) {
  const ik::Scene scene = ik::read_scene("double-y");
  lab::TrackingExperiment own(scene, OwnDls{});
  own.set("own-damping", 1.1);
  lab::TrackingExperiment other(scene, "dls");
  other.set("lambda", 1.1);
  other.set("max-angle", std::numeric_limits<double>::infinity());
  const lab::TrackingExperiment copy = own;
  const lab::Summary a = own.run(200), b = other.run(200);
  EXPECT_NEAR(a.mean_error, b.mean_error, 1e-9);
  EXPECT_LT((own.theta() - other.theta()).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_EQ(copy.time(), 0.0);
  EXPECT_THROW(own.set("gain", 1.0), std::invalid_argument);
}

TEST(TrackingExperiment, HasTheNumbersOfTheTrackerToTheBit) {
  for (const char* name : {"double-y", "humanoid"}) {
    for (const char* method : {"dls", "sdls"}) {
      lab::TrackingExperiment experiment(ik::read_scene(name), method);
      experiment.set("d-max", 0.4);
      experiment.set("max-angle", 10.0);
      lab::Scene scene = io::find_scene(name);
      lab::Settings settings = scene.settings;
      settings.d_max = 0.4;
      settings.params["max-angle"] = 10.0 / lab::kDegrees;
      lab::Tracker tracker(std::move(scene), *ik::find_method(method), settings);
      const lab::Summary one = experiment.run(120, 20);
      const lab::Summary other = lab::run(tracker, 120, 20);
      EXPECT_EQ(one.mean_error, other.mean_error) << name << method;
      EXPECT_EQ(one.mean_jitter_deg, other.mean_jitter_deg);
      EXPECT_EQ(experiment.time(), tracker.time());
      EXPECT_EQ(experiment.error(0), tracker.errors()[0]);
      EXPECT_EQ(experiment.position(1), tracker.pose().effector.col(1));
      EXPECT_EQ(experiment.target(1), tracker.targets()[1]);
      EXPECT_EQ(experiment.outcome(), tracker.outcome());
      const int given = tracker.multibody().given_index(3);
      EXPECT_EQ(experiment.theta()[given], tracker.pose().theta[3]);
      experiment.reset();
      EXPECT_EQ(experiment.time(), 0.0);
    }
  }
}

TEST(TrackingExperiment, RefusesWhatThereIsNot) {
  const ik::Scene scene = ik::read_scene("y");
  EXPECT_THROW(lab::TrackingExperiment(scene, "dsl"), std::invalid_argument);
  lab::TrackingExperiment experiment(scene, "dls");
  EXPECT_THROW(experiment.set("d-mix", 1.0), std::invalid_argument);
  EXPECT_THROW(experiment.set("d-max", -1.0), std::invalid_argument);
  EXPECT_THROW(experiment.set("lambda", -1.0), std::invalid_argument);
  EXPECT_NO_THROW(experiment.set("lambda", 0.4));
}

TEST(TrackingExperiment, TellsSettingsFromParameters) {
  const ik::Scene scene = ik::read_scene("humanoid");
  lab::TrackingExperiment ignoring(scene, "nullspace"), avoiding(scene, "nullspace");
  lab::TrackingExperiment usual(scene, "nullspace");
  ignoring.set("limits", 0.0);  // the rule "off"
  avoiding.set("limit-avoidance", 0.5);
  for (lab::TrackingExperiment* one : {&ignoring, &avoiding, &usual}) one->run(200, 0);
  EXPECT_NE(ignoring.theta(), usual.theta());
  EXPECT_NE(avoiding.theta(), usual.theta());
  EXPECT_NE(avoiding.theta(), ignoring.theta());
  EXPECT_THROW(usual.set("limit-avoidance", -1.0), std::invalid_argument);
  EXPECT_THROW(lab::TrackingExperiment(scene, "dls").set("limit-avoidance", 1.0),
               std::invalid_argument);
}

TEST(PublicScene, MakesASolverThatStepsAsATrackerOfTheSameScene) {
  for (const std::string& name : io::built_in_scenes()) {
    const ik::Scene scene = ik::read_scene(name);
    const lab::Scene& data = *scene.data();
    if (!is_for_solvers(data.settings)) continue;
    ik::Solver solver = scene.solver("dls");
    lab::Tracker tracker(data, *ik::find_method("dls"));
    for (int step = 1; step <= 40; ++step) {
      scene.move_goals(solver, step * scene.time_step());
      solver.step();
      tracker.step();
      ASSERT_EQ(solver.pose().theta, tracker.pose().theta) << name << " step " << step;
    }
    EXPECT_EQ(scene.target(0, tracker.time()), tracker.targets()[0]);
    EXPECT_EQ(solver.target(0), tracker.targets()[0]);
  }
}

TEST(PublicScene, IsAMultibodyWhereOneIsAskedFor) {
  const ik::Multibody body = ik::read_scene("y");
  EXPECT_EQ(body.joint_count(), io::find_scene("y").multibody.joint_count());
  EXPECT_THROW(ik::read_scene("no-such-scene"), std::runtime_error);
}

}  // namespace
