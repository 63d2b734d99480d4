#include "lab/sweep/batch_sweep.h"

#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "ik/task/limits.h"
#include "io/scene/scene_file.h"
#include "support/bodies.h"

namespace {

lab::SweepAxis axis(const char* method, const char* name, double low, double high, int count) {
  lab::SweepAxis axis = lab::find_axis(*ik::find_method(method), name).value();
  axis.low = low;
  axis.high = high;
  axis.count = count;
  return axis;
}

lab::Experiment experiment(const char* scene, const char* method, long steps, long warmup) {
  lab::Scene loaded = io::find_scene(scene);
  lab::Settings settings = loaded.settings;
  settings.limits = lab::LimitRule::kClamp;  // the rule that batches support
  return {std::move(loaded), ik::find_method(method), settings, steps, warmup};
}

/// Summaries of one part. \param cells at most one block
std::vector<lab::Summary> together(const lab::Sweep& sweep, const std::vector<int>& cells) {
  const lab::SweepParts parts(sweep, cells);
  EXPECT_TRUE(parts.in_blocks());
  EXPECT_EQ(parts.count(), 1);
  lab::SweepRun run = parts.begin(0);
  while (run.advance(100) < 1.0) {
  }
  std::vector<lab::Summary> summaries;
  for (const lab::SweepCell& cell : run.results()) summaries.push_back(cell.summary);
  return summaries;
}

bool in_blocks(const lab::Sweep& sweep) { return lab::SweepParts(sweep, {}).in_blocks(); }

/// Expects batches and single runs to agree to the bit.
void expect_agrees(const lab::Sweep& sweep) {
  ASSERT_TRUE(in_blocks(sweep));
  std::vector<int> cells(static_cast<std::size_t>(sweep.cell_count()));
  std::iota(cells.begin(), cells.end(), 0);
  ASSERT_LE(cells.size(), static_cast<std::size_t>(lab::BatchRuns::kWidth));
  const std::vector<lab::Summary> summaries = together(sweep, cells);
  for (const int cell : cells) {
    const lab::Summary one = sweep.compute(cell), &same = summaries[static_cast<std::size_t>(cell)];
    EXPECT_EQ(same.steps, one.steps);
    EXPECT_EQ(same.warmup, one.warmup);
    for (const lab::MeasureInfo& measure : lab::measures()) {
      EXPECT_TRUE(bodies::same_bits(measure.get(same), measure.get(one)))
          << sweep.experiment().scene.id << ", " << sweep.experiment().method->id << ", "
          << measure.name << " of cell " << cell << ": " << measure.get(same) - measure.get(one);
    }
  }
}

TEST(BatchSweep, AgreesWithSingleRuns) {
  expect_agrees({experiment("y", "dls", 300, 100),
                 {axis("dls", "lambda", 0.6, 2.0, 3), axis("dls", "d-max", 0.2, 1.0, 2)}});
  expect_agrees({experiment("double-y", "dls", 200, 0), {axis("dls", "lambda", 1.1, 3.0, 8)}});
  expect_agrees({experiment("double-y", "jacobian-transpose", 30, 10),
                 {axis("jacobian-transpose", "gain", 0.5, 1.0, 3)}});
  expect_agrees({experiment("y", "sdls", 60, 0), {axis("sdls", "gamma-max", 0.4, 0.8, 3)}});
  expect_agrees({experiment("slider-arm", "dls", 200, 1),
                 {axis("dls", "max-slide", 0.001, 0.1, 3), axis("dls", "max-angle", 1.0, 5.0, 2)}});
  expect_agrees({experiment("folded-arm", "dls", 200, 0), {axis("dls", "lambda", 1.0, 2.0, 2)}});
}

/// Every scene with only position goals, from shaking to calm parameters.
TEST(BatchSweep, HasTheBitsOfSingleRunsOnEveryScene) {
  struct Case {
    const char *method, *parameter;
    double low, high;
    const char* other;
    double other_low, other_high;
  };
  constexpr Case kSweptMethods[] = {
      {"dls", "lambda", 0.02, 1.2, "d-max", 0.05, 0.7},
      {"jacobian-transpose", "gain", 0.3, 1.9, "max-angle", 2.0, 45.0},
      {"pseudoinverse", "cutoff", 1e-5, 0.2, "d-max", 0.05, 0.7},
      {"sdls", "gamma-max", 0.1, 1.5, "d-max", 0.05, 0.7}};
  int scenes = 0;
  for (const std::string& name : io::built_in_scenes()) {
    for (const auto kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      for (const auto rule : {lab::LimitRule::kClamp, lab::LimitRule::kIgnore,
                              lab::LimitRule::kProject, lab::LimitRule::kActiveSet}) {
        for (const Case& one : kSweptMethods) {
          lab::Experiment run = experiment(name.c_str(), one.method, 1000, 100);
          run.settings.jacobian = kind;
          run.settings.limits = rule;
          const lab::Sweep sweep(run,
                                 {axis(one.method, one.parameter, one.low, one.high, 4),
                                  axis(one.method, one.other, one.other_low, one.other_high, 2)});
          if (!in_blocks(sweep)) continue;
          ++scenes;
          expect_agrees(sweep);
        }
      }
    }
  }
  EXPECT_GE(scenes, 2 * 4 * 4 * 12);
}

TEST(BatchSweep, HasTheBitsOfSingleRunsWithALeadAndSeveralUpdates) {
  lab::Experiment other = experiment("double-y", "dls", 500, 3);
  other.settings.set_number("lead", 2.5);
  other.settings.iterations = 3;
  other.settings.time_step = 0.011;
  expect_agrees({other, {axis("dls", "lambda", 0.05, 1.2, 8)}});
  // jumping targets get no lead
  for (const std::string& name : io::built_in_scenes()) {
    lab::Experiment jumping = experiment(name.c_str(), "dls", 900, 1);
    jumping.settings.set_number("lead", 3.0);
    const auto& targets = jumping.scene.targets;
    if (std::none_of(targets.begin(), targets.end(),
                     [](const lab::TargetCurve& curve) { return curve.jumps_between(0.0, 5.0); })) {
      continue;
    }
    const lab::Sweep sweep(jumping, {axis("dls", "lambda", 0.05, 1.2, 8)});
    if (in_blocks(sweep)) expect_agrees(sweep);
  }
}

TEST(BatchSweep, KeepsToTheJacobianTheLimitsAndTheParameters) {
  lab::Experiment at_target = experiment("y", "dls", 200, 0);
  at_target.settings.jacobian = ik::JacobianKind::kTarget;
  at_target.settings.limits = lab::LimitRule::kIgnore;
  at_target.settings.params = {{"lambda", 1.5}};
  expect_agrees({at_target, {axis("dls", "d-max", 0.2, 1.0, 4)}});
  lab::Experiment hard = experiment("y", "sdls", 60, 0);
  hard.settings.params = {{"hard-clamp", 1.0}};
  expect_agrees({hard, {axis("sdls", "gamma-max", 0.4, 0.8, 2)}});
  expect_agrees({hard, {axis("sdls", "hard-clamp", 0.0, 1.0, 2)}});
}

TEST(BatchSweep, GivesTheSameBitsWhateverStandsBeside) {
  const lab::Sweep sweep(experiment("double-y", "dls", 120, 20),
                         {axis("dls", "lambda", 0.05, 2.0, 11)});
  ASSERT_TRUE(in_blocks(sweep));
  const auto many = together(sweep, {0, 1, 2, 3, 4, 5, 6, 7});
  const auto few = together(sweep, {5, 0, 9});
  for (const lab::MeasureInfo& measure : lab::measures()) {
    EXPECT_EQ(measure.get(many[5]), measure.get(few[0])) << measure.name;
    EXPECT_EQ(measure.get(many[0]), measure.get(few[1])) << measure.name;
  }
}

TEST(BatchSweep, LeavesToOthersWhatBatchesDoNotKnow) {
  const std::vector lambdas{axis("dls", "lambda", 0.5, 2.0, 3)};
  const auto knows = [&](const lab::Experiment& e) { return in_blocks({e, lambdas}); };
  const lab::Experiment plain = experiment("y", "dls", 10, 0);
  EXPECT_TRUE(knows(plain));
  EXPECT_FALSE(knows(experiment("six-axis-arm", "dls", 10, 0))) << "aims";
  EXPECT_FALSE(knows(experiment("y", "dls-error", 10, 0)));
  for (const auto& [name, value] : {std::pair{"adaptive-d-max", 1.0}, {"tolerance", 0.1}}) {
    lab::Experiment other = plain;
    lab::find_shared_knob(name)->set(other.settings, value);
    EXPECT_FALSE(knows(other)) << name;
  }
  lab::Experiment weighted = plain;
  weighted.scene.weights = {1.0, 0.5};
  EXPECT_FALSE(knows(weighted));
  lab::SweepAxis words = lab::find_axis(*ik::find_method("dls"), "jacobian").value();
  EXPECT_FALSE(in_blocks({plain, {words}}));
}

}  // namespace
