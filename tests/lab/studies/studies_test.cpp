#include "iklab/studies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include "iklab/scene.h"

namespace {

/// Damped least squares, written once more.
struct StudiedDls {
  double lambda = 0.9;
  void step(const ik::Problem& problem, ik::Workspace& w) const {
    const ik::MatrixX& J = w.jacobian(problem);
    Eigen::MatrixXd A = J * J.transpose();
    A.diagonal().array() += lambda * lambda;
    w.dtheta = J.transpose() * A.ldlt().solve(w.error(problem));
  }
  void visit(const ik::KnobVisitor& visitor) {
    visitor({.name = "own-damping", .label = "λ", .min = 0.1, .max = 2.0}, &lambda);
  }
};

lab::MethodTable with_own() {
  lab::MethodTable table;
  table.add("mine", StudiedDls{});
  return table;
}

constexpr double kNoCap = std::numeric_limits<double>::infinity();

TEST(Studies, CompareMeasuresWhatATrackingExperimentMeasures) {
  const ik::Scene scene = ik::read_scene("double-y");
  lab::StudyOptions options{.steps = 120, .warmup = 20, .settings = {{"d-max", 0.4}}};
  const std::vector<lab::ComparedMethod> rows = lab::compare(scene, {}, {"sdls", "dls"}, options);
  ASSERT_EQ(rows.size(), 2u);
  for (const lab::ComparedMethod& row : rows) {
    lab::TrackingExperiment experiment(scene, row.method);
    experiment.set("d-max", 0.4);
    const lab::Summary expected = experiment.run(120, 20);
    EXPECT_EQ(row.summary.mean_error, expected.mean_error) << row.method;
    EXPECT_EQ(row.summary.mean_jitter_deg, expected.mean_jitter_deg) << row.method;
    EXPECT_FALSE(row.summary.ns_per_update);
  }
}

TEST(Studies, AnOwnMethodStandsBesideTheSameMethodOfTheLibrary) {
  const ik::Scene scene = ik::read_scene("double-y");
  const lab::MethodTable table = with_own();
  lab::StudyOptions options{.steps = 60, .settings = {{"max-angle", kNoCap}, {"lambda", 0.9}}};
  const auto rows = lab::compare(scene, table, {"mine", "dls"}, options);
  EXPECT_NEAR(rows[0].summary.mean_error, rows[1].summary.mean_error, 1e-9);

  options.settings = {{"max-angle", kNoCap}};
  const auto mine = lab::sweep(scene, table, "mine", {{"own-damping", 0.5, 1.5, 3}}, options);
  const auto theirs = lab::sweep(scene, table, "dls", {{"lambda", 0.5, 1.5, 3}}, options);
  ASSERT_EQ(mine.size(), 3u);
  EXPECT_EQ(mine[1].values, std::vector<double>{1.0});
  for (const lab::SweptCell& cell : mine) {
    options.settings = {{"max-angle", kNoCap}, {"lambda", cell.values[0]}};
    const auto alone = lab::compare(scene, {}, {"dls"}, options);
    EXPECT_NEAR(cell.summary.mean_error, alone[0].summary.mean_error, 1e-9);
  }
  EXPECT_EQ(theirs.front().values.front(), 0.5);

  // advised on with its own parameter
  options = {.steps = 60};
  const lab::StudiedAdvice told = lab::advise(scene, table, {"mine", "dls"}, options);
  EXPECT_FALSE(told.advice.empty());
  std::vector<double> dampings;
  for (const lab::TriedCandidate& one : told.candidates) {
    if (one.method != "mine") continue;
    for (const auto& [name, value] : one.settings) {
      if (name == "own-damping") dampings.push_back(value);
    }
  }
  ASSERT_FALSE(dampings.empty());
  EXPECT_LT(*std::ranges::min_element(dampings), *std::ranges::max_element(dampings));
  for (const lab::MethodAdvice& one : told.advice) {
    const lab::TriedCandidate& chosen = told.candidates[one.candidate];
    EXPECT_TRUE(chosen.finite);
    options.settings = chosen.settings;
    options.warmup = chosen.summary.warmup;
    const auto again = lab::compare(scene, table, {chosen.method}, options);
    EXPECT_EQ(again[0].summary.mean_error, chosen.summary.mean_error) << chosen.words;
  }

  // and solves poses to the end
  const auto reached = lab::reach(ik::read_scene("y"), table, {"solve", "mine"}, {.poses = 20});
  ASSERT_EQ(reached.size(), 2u);
  EXPECT_EQ(reached[1].method, "mine");
  EXPECT_EQ(reached[0].poses, 20);
  EXPECT_GT(reached[0].reached, 0);
  EXPECT_GT(reached[1].mean_updates, reached[0].mean_updates);
}

TEST(Studies, DoNotDependOnTheOrderOfTheWork) {
  const ik::Scene scene = ik::read_scene("y");
  lab::StudyOptions forwards{.steps = 40}, backwards{.steps = 40};
  double last = 0.0;
  forwards.progress = [&last](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  backwards.for_each = [](int count, const std::function<void(int)>& work) {
    for (int i = count; i-- > 0;) work(i);
  };
  const std::vector<lab::SweptSetting> vary = {{"lambda", 0.1, 1.0, 3}, {"d-max", 0.2, 0.8, 2}};
  const auto a = lab::sweep(scene, {}, "dls", vary, forwards);
  const auto b = lab::sweep(scene, {}, "dls", vary, backwards);
  EXPECT_NEAR(last, 1.0, 1e-6);
  ASSERT_EQ(a.size(), 6u);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].values, b[i].values);
    EXPECT_EQ(a[i].summary.mean_error, b[i].summary.mean_error);
  }
  EXPECT_EQ(a[1].values[1], 0.8);  // the last setting is the fastest
}

TEST(Studies, EndWithTheCallersException) {
  struct Enough {};
  lab::StudyOptions options{.steps = 100000};
  options.progress = [](double) { throw Enough(); };
  EXPECT_THROW(lab::compare(ik::read_scene("y"), {}, {"dls"}, options), Enough);
  EXPECT_THROW(lab::reach(ik::read_scene("y"), {}, {"solve"}, {}, options), Enough);
}

TEST(Studies, NameWhatIsWrong) {
  const ik::Scene scene = ik::read_scene("y");
  const auto says = [](const auto& work, const char* words) {
    try {
      work();
      ADD_FAILURE() << "nothing thrown: " << words;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  lab::MethodTable table = with_own();
  says([&] { table.add("mine", StudiedDls{}); }, "mine");
  says([&] { table.add("dls", StudiedDls{}); }, "dls");
  says([&] { table.add("solve", StudiedDls{}); }, "solve");
  says([&] { table.add("", StudiedDls{}); }, "id");
  says([&] { (void)lab::compare(scene, table, {"yours"}); }, "mine");
  says(
      [&] {
        (void)lab::compare(scene, table, {"dls"}, {.settings = {{"colour", 1.0}}});
      },
      "colour");
  says(
      [&] {
        (void)lab::compare(scene, table, {"dls"}, {.settings = {{"lambda", -1.0}}});
      },
      "lambda");
  says([&] { (void)lab::compare(scene, table, {"dls"}, {.steps = 0}); }, "steps");
  says([&] { (void)lab::compare(scene, table, {"dls"}, {.steps = 5, .warmup = 5}); }, "warmup");
  says(
      [&] {
        (void)lab::sweep(scene, table, "dls", {{"own-damping", 0.0, 1.0, 2}});
      },
      "own-damping");
  says([&] { (void)lab::reach(scene, table, {"solve"}, {.start = "top"}); }, "middle");
  says([&] { (void)lab::reach(scene, table, {"solve"}, {.poses = 0}); }, "poses");
  says([&] { (void)lab::reach(scene, table, {"solve"}, {.given = {ik::VectorX::Zero(1)}}); },
       "given");
  // a copy of a table has its methods, and outlives it
  const lab::MethodTable copy = lab::MethodTable(table);
  EXPECT_STREQ(copy.at("mine").id, "mine");
  EXPECT_EQ(copy.ids().back(), "mine");
}

}  // namespace
