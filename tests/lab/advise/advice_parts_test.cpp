#include "lab/advise/advice.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "lab/advise/code.h"
#include "lab/advise/conclusion.h"
#include "lab/track/reach.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

constexpr long kAdvisedSteps = 40, kAdvisedWarmup = 10;

lab::AdvicePlan plan_of(std::vector<const char*> ids,
                        const std::set<std::string, std::less<>>& fixed = {}) {
  std::vector<const ik::MethodInfo*> methods;
  for (const char* id : ids) methods.push_back(ik::find_method(id));
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  const lab::Settings settings = scene.settings;
  return lab::plan_advice({std::move(scene), nullptr, settings, kAdvisedSteps, kAdvisedWarmup},
                          methods, fixed);
}

lab::AdviceResults results_of(const lab::AdviceParts& parts, long portion) {
  lab::AdviceResults results(parts.plan().candidates.size());
  for (int part = 0; part < parts.count(); ++part) {
    lab::AdviceRun run = parts.begin(part);
    double share = 0.0;
    while (share < 1.0) {
      const double before = share;
      share = run.advance(portion);
      EXPECT_GE(share, before);
    }
    for (const auto& [candidate, summary] : run.results()) {
      EXPECT_FALSE(results[candidate]) << "computed twice";
      results[candidate] = summary;
    }
  }
  return results;
}

TEST(AdvicePlan, BeginsEachMethodWithThePresentSettings) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.settings.set_param("lambda", 0.37);
  scene.settings.d_max = 0.21;
  const lab::Settings settings = scene.settings;
  const auto plan = lab::plan_advice({scene, nullptr, settings, kAdvisedSteps, kAdvisedWarmup});
  std::map<const ik::MethodInfo*, const lab::Candidate*> first;
  for (const lab::Candidate& candidate : plan.candidates) {
    first.emplace(candidate.method, &candidate);
  }
  EXPECT_EQ(first.size(), ik::methods().size()) << "every method";
  for (const auto& [method, candidate] : first) EXPECT_EQ(candidate->settings, settings);
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const auto begin = plan.candidates.begin();
    EXPECT_EQ(std::count(begin, plan.candidates.end(), plan.candidates[i]), 1) << i;
  }
}

TEST(AdvicePlan, VariesLambdaOverItsSliderAndDMaxByTheLinks) {
  const auto plan = plan_of({"dls"});
  const lab::Knob& info = *lab::find_shared_knob("lambda");
  std::set<double> lambdas, d_max;
  for (const lab::Candidate& candidate : plan.candidates) {
    d_max.insert(candidate.settings.d_max);
    if (const auto lambda = candidate.settings.param("lambda")) lambdas.insert(*lambda);
  }
  EXPECT_EQ(*lambdas.begin(), info.min);
  EXPECT_EQ(*lambdas.rbegin(), info.max);
  EXPECT_GE(lambdas.size(), 8U);
  const double half = lab::half_link(plan.experiment.scene.multibody);
  ASSERT_EQ(d_max.size(), 4U);
  EXPECT_EQ(*d_max.rbegin(), lab::kOff);
  double expected = 0.5 * half;
  for (auto value = d_max.begin(); expected < 2.1 * half; ++value, expected *= 2.0) {
    EXPECT_NEAR(*value, expected, 0.05 * expected);
  }
}

TEST(AdvicePlan, KeepsWhatIsFixed) {
  for (const lab::Candidate& candidate : plan_of({"dls", "sdls"}, {"lambda", "d-max"}).candidates) {
    EXPECT_EQ(candidate.settings.d_max, lab::kOff);
    EXPECT_FALSE(candidate.settings.param("lambda"));
  }
  EXPECT_EQ(plan_of({"dls"}, {"lambda", "d-max"}).candidates.size(), 1U);
}

TEST(AdvicePlan, LeavesOutTrainingsAndSaysSo) {
  const auto plan = plan_of({"learned"});
  for (const lab::Candidate& candidate : plan.candidates) {
    EXPECT_TRUE(lab::own_params(candidate.settings).empty());
  }
  EXPECT_GT(plan.candidates.size(), 1U) << "D_max is varied";
  ASSERT_EQ(plan.left_out.size(), 1U);
  EXPECT_NE(plan.left_out[0].find("Learned"), std::string::npos);
  EXPECT_TRUE(plan_of({"dls", "newton"}).left_out.empty());
}

TEST(AdviceParts, HaveTheNumbersOfLoneRunsInLanesAndInPortions) {
  // two with lanes, two without
  const auto plan = plan_of({"dls", "sdls", "ccd", "newton"});
  const lab::AdviceResults results = results_of(lab::AdviceParts(plan), kAdvisedSteps);
  const lab::AdviceResults portions = results_of(lab::AdviceParts(plan), 3);
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    ASSERT_TRUE(results[i]) << i;
    ASSERT_TRUE(portions[i]) << i;
    EXPECT_FALSE(results[i]->ns_per_update);
    const lab::Experiment own = plan.of(i);
    lab::Tracker tracker(own.scene, *own.method, own.settings);
    const lab::Summary one = lab::run(tracker, kAdvisedSteps, kAdvisedWarmup);
    for (const lab::MeasureInfo& measure : lab::measures()) {
      const std::string what = lab::describe(plan.candidates[i]) + ", " + measure.name;
      EXPECT_TRUE(bodies::same_bits(measure.get(*results[i]), measure.get(one))) << what;
      EXPECT_TRUE(bodies::same_bits(measure.get(*portions[i]), measure.get(one))) << what;
    }
  }
}

TEST(AdviceParts, TimeEveryCandidateByTheClockThatIsGiven) {
  const auto plan = plan_of({"dls", "ccd"});
  double now = 0.0;
  // each reading is 5 ns after the last: so is every update
  const lab::Clock clock = [&now] { return now += 5.0; };
  const lab::AdviceParts parts(plan, {clock, {}});
  for (const std::optional<lab::Summary>& summary : results_of(parts, 7)) {
    ASSERT_TRUE(summary && summary->ns_per_update);
    EXPECT_DOUBLE_EQ(*summary->ns_per_update, 5.0);
  }
}

TEST(AdviceConclusion, RecommendsWhatIsChosenAndSaysWhy) {
  const auto plan = plan_of({"pseudoinverse", "dls"});
  const lab::AdviceResults results = results_of(lab::AdviceParts(plan), kAdvisedSteps);
  lab::Conclusion conclusion(plan, results);
  while (conclusion.advance(5) < 1.0) {
  }
  const lab::Advice advice = conclusion.advice();
  const auto choices =
      lab::choose(advice.costs, lab::reached_error(plan.experiment.scene.multibody));
  ASSERT_EQ(advice.recommendations.size(), choices.size());
  ASSERT_EQ(choices.size(), 2U) << "nothing was timed";
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const lab::Recommendation& r = advice.recommendations[i];
    EXPECT_EQ(r.choice.candidate, choices[i].candidate);
    EXPECT_NE(r.sentence.find(lab::describe(plan.candidates[r.choice.candidate])),
              std::string::npos);
    const std::string rival = r.choice.instead ? lab::describe(plan.candidates[*r.choice.instead])
                                               : std::string("No candidate is");
    EXPECT_EQ(r.reason.rfind(rival, 0), 0U) << r.reason;
    EXPECT_EQ(advice.of(r.choice.purpose), &advice.recommendations[i]);
  }
  EXPECT_EQ(advice.front, lab::front_of(advice.costs));
}

lab::Summary made_up(double error, double jitter_deg, double roughness) {
  lab::Summary summary;
  summary.mean_error = error;
  summary.mean_jitter_deg = jitter_deg;
  summary.roughness = roughness;
  return summary;
}

/// The advice on results that say of every candidate but these that it is far.
lab::Advice advice_on(const lab::AdvicePlan& plan,
                      const std::map<std::size_t, lab::Summary>& results) {
  lab::AdviceResults all(plan.candidates.size(), made_up(100.0, 0.3, 0.0));
  for (const auto& [candidate, summary] : results) all[candidate] = summary;
  lab::Conclusion conclusion(plan, all);
  while (conclusion.advance(1000) < 1.0) {
  }
  return conclusion.advice();
}

std::size_t first_of(const lab::AdvicePlan& plan, const char* id) {
  const auto found =
      std::find_if(plan.candidates.begin(), plan.candidates.end(),
                   [id](const lab::Candidate& c) { return c.method->id == std::string(id); });
  return static_cast<std::size_t>(found - plan.candidates.begin());
}

TEST(AdviceConclusion, NamesAsTheNextOneThatIsCalm) {
  const auto plan = plan_of({"dls", "sdls", "ccd"});
  const std::size_t best = first_of(plan, "dls"), shaky = first_of(plan, "sdls"),
                    calm = first_of(plan, "ccd");
  const lab::Advice advice = advice_on(plan, {{best, made_up(1.0, 0.05, 0.0)},
                                              {shaky, made_up(1.1, 5.0, 0.4)},
                                              {calm, made_up(1.2, 0.06, 0.0)}});
  ASSERT_EQ(advice.recommendations.at(0).choice.candidate, best);
  const std::string& reason = advice.recommendations.at(0).reason;
  const std::string next = "The next, of another method: ";
  EXPECT_NE(reason.find(next + lab::describe(plan.candidates[calm])), std::string::npos) << reason;
}

TEST(AdviceConclusion, SaysWhyTheClosestShakes) {
  // with hardly any damping and its target out of reach, the run itself turns back in much of its
  // motion
  lab::Scene scene = scenes::hinge(scenes::standing({2.88, 0.84, 0.0}));
  scene.settings.set_param("lambda", 0.1);
  scene.settings.set_param("max-angle", 0.5);
  const lab::Settings settings = scene.settings;
  const auto plan = lab::plan_advice({std::move(scene), nullptr, settings, 200, 0},
                                     std::vector{ik::find_method("dls"), ik::find_method("ccd")});
  const std::size_t shaky = first_of(plan, "dls"), calm = first_of(plan, "ccd");
  const lab::Advice advice =
      advice_on(plan, {{shaky, made_up(1.0, 2.0, 0.5)}, {calm, made_up(1.1, 0.01, 0.0)}});
  EXPECT_TRUE(advice.costs[shaky].shakes);
  ASSERT_FALSE(advice.recommendations.empty());
  EXPECT_EQ(advice.recommendations.at(0).choice.purpose, lab::Purpose::kClosest);
  EXPECT_EQ(advice.recommendations.at(0).choice.candidate, calm);
  EXPECT_EQ(advice.recommendations.at(0).choice.instead, shaky);
  EXPECT_NE(advice.recommendations.at(0).reason.find("It shakes, "), std::string::npos)
      << advice.recommendations.at(0).reason;
}

/// After 400 steps of 10 ms by DLS with the scene's settings.
lab::Advice advice_by_dls(lab::Scene scene) {
  scene.settings.time_step = 0.01;
  const lab::Settings settings = scene.settings;
  const auto plan = lab::plan_advice({std::move(scene), nullptr, settings, 401, 1},
                                     std::vector{ik::find_method("dls")}, {"lambda", "d-max"});
  lab::Conclusion conclusion(plan, results_of(lab::AdviceParts(plan), 400));
  while (conclusion.advance(50) < 1.0) {
  }
  return conclusion.advice();
}

TEST(AdviceConclusion, TellsHowOftenTargetsAreOutOfReach) {
  // an arm of one metre: its target is at 1.5 m in half of the time, at 0.5 m in the other half
  lab::Scene scene =
      scenes::hinge(lab::TargetCurve(lab::JumpCurve{{{1.5, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 0.4}));
  const lab::Advice advice = advice_by_dls(scene);
  EXPECT_NEAR(advice.beyond_share, 0.5, 0.01);
  EXPECT_EQ(advice.beyond_each, advice.beyond_share) << "the only one";
  EXPECT_NEAR(advice.beyond, 0.25, 0.005);
}

TEST(AdviceConclusion, CountsATargetThatIsTooNear) {
  // a hinge of one metre reaches nothing nearer than that
  const lab::Advice advice = advice_by_dls(scenes::hinge(scenes::standing({0.6, 0.0, 0.0})));
  EXPECT_EQ(advice.beyond_share, 1.0);
  EXPECT_NEAR(advice.beyond, 0.4, 1e-12);
}

TEST(AdviceConclusion, TellsHowOftenEachOfSeveralTargetsIsOutOfReach) {
  const double far = 1e3;  // of one target always, of the other in half of the time
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.targets.at(0) = scenes::standing({far, 0.0, 0.0});
  const Eigen::Vector3d near = lab::reach_of(scene.multibody, 1).center +
                               Eigen::Vector3d(lab::reach_of(scene.multibody, 1).most, 0.0, 0.0);
  scene.targets.at(1) = lab::TargetCurve(
      lab::JumpCurve{{{far, 0.0, 0.0}, {near.x() - 1e-3, near.y(), near.z()}}, 0.4});
  const lab::Advice advice = advice_by_dls(scene);
  EXPECT_EQ(advice.beyond_share, 1.0);
  const auto targets = static_cast<double>(scene.targets.size());
  EXPECT_NEAR(advice.beyond_each, 1.5 / targets, 0.01);
  EXPECT_NE(advice.recommendations.at(0).reason.find("in 100 % of the steps, each on average in"),
            std::string::npos)
      << advice.recommendations.at(0).reason;
}

TEST(AdviceCode, WritesOptionsThatDifferFromTheScene) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.id = "a folder/it's.json";
  lab::Settings settings = scene.settings;
  settings.set_param("gain", 0.5);
  settings.set_param("max-angle", 0.25);
  settings.d_max = 0.3;
  settings.limits = lab::LimitRule::kClamp;
  const lab::Experiment experiment{scene, ik::find_method("jacobian-transpose"), settings, 100, 20};
  const std::string command = lab::command_of(experiment);
  EXPECT_EQ(
      command.rfind("iklab run --scene 'a folder/it'\\''s.json' --method jacobian-transpose", 0),
      0U)
      << command;
  for (const char* option : {" --d-max 0.3", " --limits clamp", " --param gain=0.5",
                             " --steps 100 --warmup 20", " --max-angle 14.3"}) {
    EXPECT_NE(command.find(option), std::string::npos) << option << " in " << command;
  }
  const std::string code = lab::code_of(experiment, "mine", "Some words.");
  for (const char* line :
       {"// Some words.\n", "ik::Solver mine(const ik::Multibody& body) {\n",
        "ik::Solver solver(body, \"jacobian-transpose\");\n", "solver.set(\"gain\", 0.5);",
        "solver.set(\"angle-cap\", 0.25);", "solver.set(\"d-max\", 0.3);",
        "solver.set_limits(ik::LimitRule::kClamp);\n"}) {
    EXPECT_NE(code.find(line), std::string::npos) << line << " in\n" << code;
  }
}

TEST(AdviceCode, SaysOfEverySettingWhatASolverTakesOrDoesNot) {
  const lab::Scene scene = scenes::circling(bodies::forked_tree());
  for (const lab::Knob& info : lab::shared_knobs()) {
    lab::Settings settings;
    const bool is_switch = info.kind == ik::KnobKind::kSwitch;
    info.set(settings, is_switch || info.kind == ik::KnobKind::kChoice ? 1.0 : info.max);
    if (settings == lab::Settings()) info.set(settings, info.min);  // the default is the largest
    const std::string code =
        lab::code_of({scene, ik::find_method("dls"), settings, 100, 20}, "mine", "");
    const std::string usual =
        lab::code_of({scene, ik::find_method("dls"), {}, 100, 20}, "mine", "");
    const auto lines = [](const std::string& text) {
      return text.substr(text.find("ik::Solver mine"));
    };
    EXPECT_EQ(lines(code) == lines(usual), info.name == std::string("time-step")) << code;
    const bool lacks = std::holds_alternative<std::monostate>(info.solver_call(settings));
    EXPECT_EQ(code.find("// not of the solver: " + std::string(info.name) + " ") != code.npos,
              lacks)
        << code;
  }
}

TEST(AdvicePlan, LeavesJointLimitsAsTheyAre) {
  for (const char* id : {"nullspace", "dls"}) {
    for (const lab::Candidate& candidate : plan_of({id}).candidates) {
      EXPECT_EQ(candidate.settings.limits, lab::Settings().limits);
    }
  }
}

TEST(UsualWarmup, IsASixthOrNoneWhereNoTargetMoves) {
  const std::vector<lab::TargetCurve> still = {scenes::standing({1.0, 0.0, 0.0}),
                                               scenes::standing({0.0, 1.0, 0.0})};
  EXPECT_EQ(lab::usual_warmup(still, 2400), 0);
  std::vector<lab::TargetCurve> moving = still;
  lab::Wave wave;
  wave.amplitude = {0.1, 0.0, 0.0};
  moving[1] = lab::TargetCurve(lab::WaveCurve{.center = {0.0, 1.0, 0.0}, .waves = {wave}});
  EXPECT_EQ(lab::usual_warmup(moving, 2400), 400);
  EXPECT_EQ(lab::usual_warmup(moving, 12000), 400);
  EXPECT_EQ(lab::usual_warmup(moving, 60), 10);
}

}  // namespace
