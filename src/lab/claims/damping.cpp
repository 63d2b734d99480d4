#include "lab/claims/tables.h"

#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// 0.05, 0.10, ..., m / rad.
std::vector<double> lambdas(int count) {
  std::vector<double> values;
  for (int i = 1; i <= count; ++i) values.push_back(0.05 * i);
  return values;
}

std::vector<ClaimRun> cliff_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y"}) {
    add_lambda_sweep(runs, {"DLS", scene, "dls"}, lambdas(32));
  }
  return runs;
}

/// Judges two conditions separately: the run with the smallest error shakes, and the smallest calm
/// lambda costs error.
Judgement judge_cliff(std::span<const ClaimResult> results) {
  int apart = 0, hold = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    const auto sweep = sweep_of(results, "DLS", scene);
    const ClaimResult& best = best_of(sweep, false);
    const ClaimResult& calm = best_of(sweep, true);
    const bool shaky = shakes(best);
    const bool dearer = calm.summary.mean_error > best.summary.mean_error;
    hold += shaky + dearer;
    apart += shaky && dearer;
    const double from = calm_from(sweep);
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, scene) + ": least error " +
                four(best.summary.mean_error) + " m at λ " + short_number(best.run.x) + " with " +
                brief_number(best.summary.mean_jitter_deg) + "° of jitter" +
                (shaky ? ", which shakes" : ", which is calm") + "; calm from λ " +
                (std::isfinite(from) ? short_number(from) + " on, there at best " +
                                           four(calm.summary.mean_error) + " m"
                                     : std::string("nowhere on"));
  }
  return {verdict_of(hold, 4), sentence + ".", apart == 2 ? 0 : (apart == 1 ? 1 : 2)};
}

std::vector<ClaimRun> y_plan() {
  std::vector<ClaimRun> runs;
  // 200 measured steps, as in the published software
  add_lambda_sweep(runs,
                   {.series = "DLS", .scene = "y", .method = "dls", .steps = 220, .warmup = 20},
                   lambdas(20));
  return runs;
}

Judgement judge_y(std::span<const ClaimResult> results) {
  constexpr double kHalfDigit = 0.005;  // half a digit of the published 83.09 m
  const auto sweep = sweep_of(results, "DLS");
  const ClaimResult& best = best_of(sweep, false);
  const bool same_lambda = std::abs(best.run.x - 0.40) < 1e-9;
  const bool same_total = std::abs(best.summary.total_error - 83.09) <= kHalfDigit;
  return {verdict_of(same_lambda + same_total, 2),
          "The least total error is " + four(best.summary.total_error) + " m, at λ " +
              short_number(best.run.x) + "; published are 83.09 at 0.40.",
          same_lambda ? 1 : (best.run.x < 0.4 ? 0 : 2)};
}

std::vector<ClaimRun> double_y_plan() {
  return {{"λ 1.1", "double-y-25", "dls", {{&knob::kDamping, 1.1}}},
          {"λ 2.2", "double-y-25", "dls", {{&knob::kDamping, 2.2}}}};
}

Judgement judge_double_y(std::span<const ClaimResult> results) {
  constexpr double kHalfDigit = 0.05;  // half a digit of the published 3957.7 m
  const double total = result_of(results, "λ 1.1").summary.total_error;
  const double twice = result_of(results, "λ 2.2").summary.total_error;
  const bool same = std::abs(total - 3957.7) <= kHalfDigit;
  return {same ? Verdict::kHolds : Verdict::kDoesNotHold,
          "The total error is " + short_number(std::round(total * 100.0) / 100.0) +
              " m; published are 3957.7. With λ 2.2 it is " + four(twice) + " m.",
          twice > total ? 0 : 1};
}

std::vector<ClaimRun> d_max_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y"}) {
    add_lambda_sweep(runs, {"D_max off", scene, "dls"}, lambdas(26));
    add_lambda_sweep(runs, {"D_max 0.4 m", scene, "dls", {{&knob::kDMax, 0.4}}}, lambdas(26));
  }
  return runs;
}

Judgement judge_d_max(std::span<const ClaimResult> results) {
  int hold = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    const double off = calm_from(sweep_of(results, "D_max off", scene));
    const double on = calm_from(sweep_of(results, "D_max 0.4 m", scene));
    hold += on < off;
    sentence += (sentence.empty() ? "On " : "; on ") + scene_name(results, scene) +
                " DLS is calm from λ " + short_number(on) + " on with D_max and from λ " +
                short_number(off) + " on without";
  }
  const Verdict verdict = verdict_of(hold, 2);
  return {verdict, sentence + ".", verdict == Verdict::kDoesNotHold ? 1 : 0};
}

}  // namespace

std::vector<Claim> claims_on_damping() {
  return {
      {.id = "least-error-at-the-cliff",
       .sentence = "Where the error of DLS is least it already shakes: λ has to be raised until "
                   "shaking is rare, which costs accuracy.",
       .source = "Buss (2009), section 8, the choice of λ",
       .question = "λ is lowered step by step. Where is the mean error least?",
       .answers = {"Where the body already shakes",
                   "There on one body, where it is calm on the other", "Where it is calm"},
       .view = ClaimView::kErrorBySweep,
       .plan = cliff_plan,
       .judge = judge_cliff},
      {.id = "best-lambda-of-the-y",
       .sentence = "On the Y the best λ is 0.40, with a total error of 83.09 over 200 steps.",
       .source = "Buss and Kim's published software (2005)",
       .question = "Which λ suits the Y best?",
       .answers = {"Less than 0.4", "0.4", "More than 0.4"},
       .view = ClaimView::kErrorBySweep,
       .plan = y_plan,
       .judge = judge_y},
      {.id = "published-double-y-25",
       .sentence = "DLS with λ 1.1 has a total error of 3957.7 on the double-Y of 25 hinges.",
       .source = "Buss and Kim's published software (2005)",
       .question = "What does twice the λ do to the total error?",
       .answers = {"It rises", "It falls"},
       .plan = double_y_plan,
       .judge = judge_double_y},
      {.id = "d-max-allows-a-smaller-lambda",
       .sentence = "With the errors clamped to D_max a smaller λ is calm.",
       .source = "Buss (2009), sections 2 and 8, DLS'",
       .question = "D_max is switched on. Can λ be smaller before shaking begins?",
       .answers = {"Yes", "No"},
       .view = ClaimView::kErrorBySweep,
       .plan = d_max_plan,
       .judge = judge_d_max},
  };
}

}  // namespace lab
