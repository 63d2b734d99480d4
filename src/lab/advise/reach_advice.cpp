#include "lab/advise/reach_advice.h"

#include <algorithm>
#include <optional>

#include "lab/advise/advice.h"
#include "lab/advise/code.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

double mean_cost(const ReachSummary& summary) {
  return summary.mean_us.value_or(summary.mean_updates);
}

std::string cost_in_words(const ReachSummary& summary) {
  const std::string updates = brief_number(summary.mean_updates) + " updates";
  return summary.mean_us ? updates + ", " + brief_number(*summary.mean_us) + " µs a pose" : updates;
}

std::string share_in_words(const ReachSummary& summary) {
  return brief_number(100.0 * summary.reached_share()) + " %";
}

/// The index of the picked method with the least cost.
template <class Picks>
std::optional<std::size_t> quickest_of(const std::vector<ReachSummary>& all, const Picks& picks) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (picks(i) && (!least || mean_cost(all[i]) < mean_cost(all[*least]))) least = i;
  }
  return least;
}

/// A method with the settings that affect it.
/// \param others where settings have no effect
Experiment experiment_of_method(const ReachPlan& plan, const ReachMethod& method,
                                const Settings& others) {
  Experiment experiment{plan.scene, method.alone, plan.settings};
  if (method.alone == nullptr) {
    experiment.method = &ik::known_method("dls");
    experiment.settings = solve_settings(plan.settings, others);
  }
  const auto at = std::ranges::find(plan.methods, method) - plan.methods.begin();
  const KnobUse use = uses_of(plan)[static_cast<std::size_t>(at)];
  for (const Knob& knob : shared_knobs()) {
    if (!knob.why_no_effect(use).empty()) knob.set(experiment.settings, knob.given(others));
  }
  return experiment;
}

}  // namespace

ReachAdvice reach_advice(const ReachStudy& study, const ReachResults& results) {
  ReachAdvice advice;
  advice.summaries = summaries(study, results);
  const std::vector<ReachSummary>& all = advice.summaries;
  const double surest =
      std::ranges::max_element(all, {}, &ReachSummary::reached_share)->reached_share();
  const auto is_sure = [&](std::size_t i) { return all[i].reached_share() >= surest - kLess; };
  const double least = mean_cost(all[quickest_of(all, is_sure).value()]);
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_sure(i) || mean_cost(all[i]) > (1.0 + kSameTime) * least) continue;
    if (!best || all[i].reached > all[*best].reached) best = i;
  }
  advice.best = *best;

  const ReachSummary& chosen = all[advice.best];
  advice.sentence = std::string(chosen.method.label()) + ": " + share_in_words(chosen) + " of " +
                    std::to_string(chosen.poses) + " poses reached, " + cost_in_words(chosen) + ".";
  const auto described = [&all](std::size_t i) {
    return std::string(all[i].method.label()) + " (" + cost_in_words(all[i]) + ")";
  };
  const auto quicker = quickest_of(all, [&](std::size_t i) {
    return !is_sure(i) && mean_cost(all[i]) < kClearlyLess * mean_cost(chosen);
  });
  advice.reason = quicker ? described(*quicker) + " is quicker, but reaches only " +
                                share_in_words(all[*quicker]) + "."
                          : "No method that was tried is clearly quicker.";
  if (const auto next =
          quickest_of(all, [&](std::size_t i) { return is_sure(i) && i != advice.best; })) {
    advice.reason += " Next of those that reach as many: " + described(*next) + ".";
  } else if (all.size() > 1) {
    advice.reason += " No other method reaches as many.";
  }
  return advice;
}

std::string reach_command_of(const ReachPlan& plan, const ReachMethod& method) {
  const Settings& usual = plan.scene.settings;
  std::string text = "iklab reach --scene " + scene_words(plan.scene) + " --method " + method.id() +
                     settings_options(experiment_of_method(plan, method, usual));
  if (plan.tolerance != ik::Stop().error) text += " --tolerance " + exact_number(plan.tolerance);
  return text + " --poses " + std::to_string(plan.pose_count()) + " --start " + name(plan.start) +
         " --seed " + std::to_string(plan.seed);
}

std::string reach_code(const ReachStudy& study, const ReachAdvice& advice) {
  const ReachPlan& plan = study.plan();
  const ReachMethod& method = advice.summaries[advice.best].method;
  std::string stop = ".error = " + exact_number(plan.tolerance) +
                     ", .aim_error = " + exact_number(plan.aim_tolerance) +
                     ", .updates = " + std::to_string(plan.updates_of(method));
  if (method.alone != nullptr) stop += ", .restarts = 0";
  return "#include <iklab/iklab.h>\n\n" + commented(advice.sentence) + "//   " +
         reach_command_of(plan, method) + "\n" +
         solver_function(experiment_of_method(plan, method, Settings()), "make_solver") +
         "\n// Reaches the goals of a solver: its targets, directions and orientations.\n"
         "ik::Report reach(ik::Solver& solver) {\n  return solver.solve({" +
         stop + "});\n}\n";
}

}  // namespace lab
