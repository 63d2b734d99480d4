#include "lab/claims/tables.h"

#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr const char* kBodies[] = {"y", "double-y", "double-y-25"};
constexpr double kLambdas[] = {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.3};  // m / rad

/// Runs of the methods on the Y and the double-Y.
std::vector<ClaimRun> runs_of(std::initializer_list<const char*> methods) {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y"}) {
    for (const char* method : methods) runs.push_back({method, scene, method});
  }
  return runs;
}

std::vector<ClaimRun> transpose_plan() { return runs_of({"jacobian-transpose", "dls"}); }

Judgement judge_transpose(std::span<const ClaimResult> results) {
  constexpr double kMoreError = 1.1;  // 10 % more
  constexpr double kMoreJitter = 5.0;
  int hold = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    const Summary& transpose = result_of(results, "jacobian-transpose", scene).summary;
    const Summary& dls = result_of(results, "dls", scene).summary;
    hold += transpose.mean_error > kMoreError * dls.mean_error;
    hold += transpose.mean_jitter_deg > kMoreJitter * dls.mean_jitter_deg;
    sentence += (sentence.empty() ? "On " : ", on ") + scene_name(results, scene) +
                " the transpose is " + times(transpose.mean_error, dls.mean_error) +
                " as far away as DLS and jitters " +
                times(transpose.mean_jitter_deg, dls.mean_jitter_deg) + " as much";
  }
  const Verdict verdict = verdict_of(hold, 4);
  return {verdict, sentence + ".", verdict == Verdict::kDoesNotHold ? 1 : 0};
}

std::vector<ClaimRun> reach_plan() {
  return {{"pseudoinverse", "y", "pseudoinverse"}, {"dls", "y", "dls"}};
}

constexpr double kFarApart = 5.0;  ///< factor between jitters that everybody sees

Judgement judge_pseudoinverse(std::span<const ClaimResult> results) {
  const ClaimResult& r = result_of(results, "pseudoinverse");
  const bool beyond = r.jitter_beyond_deg >= kShakingJitter && shakes(r);
  const bool within = r.jitter_beyond_deg > kFarApart * r.jitter_within_deg;
  return {verdict_of(beyond + within, 2),
          "The pseudoinverse jitters by " + brief_number(r.jitter_beyond_deg) +
              "° a step while a target is beyond what links reach, and by " +
              brief_number(r.jitter_within_deg) + "° while none is.",
          beyond ? (within ? 0 : 1) : 2};
}

Judgement judge_calm_dls(std::span<const ClaimResult> results) {
  const ClaimResult& dls = result_of(results, "dls");
  const ClaimResult& other = result_of(results, "pseudoinverse");
  const bool calm = dls.jitter_beyond_deg < kShakingJitter || !shakes(dls);
  const bool calmer = kFarApart * dls.jitter_beyond_deg < other.jitter_beyond_deg;
  return {verdict_of(calm + calmer, 2),
          "While a target is out of reach DLS jitters by " + brief_number(dls.jitter_beyond_deg) +
              "° a step, the pseudoinverse by " + brief_number(other.jitter_beyond_deg) + "°.",
          calm ? 0 : 1};
}

std::vector<ClaimRun> runtime_plan() { return runs_of({"jacobian-transpose", "dls", "sdls"}); }

Judgement judge_runtime(std::span<const ClaimResult> results) {
  int hold = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    const auto time = [&](const char* method) {
      return result_of(results, method, scene).summary.ns_per_update;
    };
    const auto transpose = time("jacobian-transpose"), dls = time("dls"), sdls = time("sdls");
    if (!transpose || !dls || !sdls) {
      return {Verdict::kNotJudged, "The runs were not timed, so the claim cannot be judged.", -1};
    }
    hold += *transpose < *dls;
    hold += *dls < *sdls;
    sentence += (sentence.empty() ? "On " : "; on ") + scene_name(results, scene) +
                " an update of the transpose takes " + brief_number(*transpose) + " ns, DLS " +
                times(*dls, *transpose) + " and SDLS " + times(*sdls, *transpose) + " that";
  }
  const Verdict verdict = verdict_of(hold, 4);
  return {verdict, sentence + ".", verdict == Verdict::kHolds ? 0 : 1};
}

constexpr double kRivalLambdas[] = {0.18, 0.2, 0.25, 0.3, 0.35, 0.41, 0.5,
                                    0.6,  0.7, 0.8,  0.9, 1.0,  1.1,  1.3};  // m / rad

std::vector<ClaimRun> newton_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : kBodies) {
    runs.push_back({"newton", scene, "newton"});
    add_lambda_sweep(runs, {"dls", scene, "dls"}, kRivalLambdas);
    add_lambda_sweep(runs, {"dls, D_max 0.2 m", scene, "dls", {{&knob::kDMax, 0.2}}},
                     kRivalLambdas);
  }
  return runs;
}

Judgement judge_newton(std::span<const ClaimResult> results) {
  int hold = 0;
  std::string sentence;
  for (const char* scene : kBodies) {
    const ClaimResult& newton = result_of(results, "newton", scene);
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, scene) + ": Newton " +
                four(newton.summary.mean_error) + " m and " +
                brief_number(newton.summary.mean_jitter_deg) + "°";
    bool closest = !shakes(newton);
    for (const char* rival : {"dls", "dls, D_max 0.2 m"}) {
      const ClaimResult best = best_of(sweep_of(results, rival, scene), true);
      closest = closest && newton.summary.mean_error <= best.summary.mean_error;
      sentence +=
          std::string(", ") + (std::string_view(rival) == "dls" ? "DLS" : "DLS with D_max 0.2 m") +
          " at its best calm λ " + short_number(best.run.x) + " " + four(best.summary.mean_error) +
          " m and " + brief_number(best.summary.mean_jitter_deg) + "°";
    }
    hold += closest;
  }
  const Verdict verdict = verdict_of(hold, 3);
  return {verdict, sentence + ".", verdict == Verdict::kHolds ? 0 : 1};
}

std::vector<ClaimRun> sdls_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : kBodies) {
    runs.push_back({"SDLS", scene, "sdls"});
    runs.push_back({"SDLS, D_max 0.4 m", scene, "sdls", {{&knob::kDMax, 0.4}}});
    add_lambda_sweep(runs, {"DLS", scene, "dls"}, kLambdas);
  }
  return runs;
}

Judgement judge_sdls(std::span<const ClaimResult> results) {
  constexpr double kAsWell = 1.05;  // within 5 %
  int close = 0, calm = 0;
  std::string sentence;
  for (const char* scene : kBodies) {
    const ClaimResult& own = result_of(results, "SDLS", scene);
    const Summary& sdls = own.summary;
    const Summary& clamped = result_of(results, "SDLS, D_max 0.4 m", scene).summary;
    const auto sweep = sweep_of(results, "DLS", scene);
    const Summary& best = best_of(sweep, true).summary;
    close += sdls.mean_error <= kAsWell * best.mean_error;
    calm += !shakes(own);
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, scene) + ": " +
                four(sdls.mean_error) + " m against " + four(best.mean_error) +
                " m of DLS at its best calm λ, but " + brief_number(sdls.mean_jitter_deg) +
                "° of jitter against " + brief_number(best.mean_jitter_deg) +
                "° (with D_max 0.4 m " + brief_number(clamped.mean_jitter_deg) + "°)";
  }
  const int answer = close == 3 ? (calm == 3 ? 0 : 1) : 2;
  return {verdict_of(close + calm, 6), sentence + ".", answer};
}

}  // namespace

std::vector<Claim> claims_on_methods() {
  return {
      {.id = "transpose-on-several-effectors",
       .sentence = "The Jacobian transpose is poor on multibodies with several effectors.",
       .source = "Buss (2009), sections 3 and 8",
       .question = "Two and four hands share a trunk. How does the transpose do beside DLS?",
       .answers = {"Worse: further away and shakier", "About as well"},
       .plan = transpose_plan,
       .judge = judge_transpose},
      {.id = "pseudoinverse-out-of-reach",
       .sentence = "The pseudoinverse shakes when targets are out of reach.",
       .source = "Buss (2009), sections 4 and 8",
       .question = "The targets of the Y leave its reach and come back. When does it shake?",
       .answers = {"While a target is out of reach", "All the time", "Hardly ever"},
       .view = ClaimView::kJitterInTime,
       .plan = reach_plan,
       .judge = judge_pseudoinverse},
      {.id = "dls-is-calm",
       .sentence = "Damped least squares stays calm when targets are out of reach.",
       .source = "Buss (2009), sections 5 and 8",
       .question = "The same targets, followed by DLS with λ 0.6. Does it shake out of reach?",
       .answers = {"No", "Yes"},
       .view = ClaimView::kJitterInTime,
       .plan = reach_plan,
       .judge = judge_calm_dls},
      {.id = "sdls-needs-no-lambda",
       .sentence = "SDLS has no λ to choose, and does as well as DLS with the λ that suits best.",
       .source = "Buss and Kim (2005), section 6; Buss (2009), section 8",
       .question = "How does SDLS compare with DLS at its best calm λ?",
       .answers = {"As close and as calm", "As close, but shakier", "Not even as close"},
       .view = ClaimView::kErrorBySweep,
       .plan = sdls_plan,
       .judge = judge_sdls},
      {.id = "newton-needs-no-lambda",
       .sentence = "With the exact Hessian there is no λ to choose: closer than DLS with its best "
                   "calm λ, with D_max or without.",
       .source = "docs/newton.md",
       .question =
           "Newton knows the error's curvature. Does it beat DLS with the best λ, also where "
           "D_max helps it?",
       .answers = {"Yes, on all three bodies", "No, or not on all"},
       .view = ClaimView::kErrorBySweep,
       .plan = newton_plan,
       .judge = judge_newton},
      {.id = "runtimes",
       .sentence = "An update costs least by the transpose, more by DLS, most by SDLS.",
       .source = "Buss (2009), section 8, runtimes",
       .question = "Which order have the runtimes?",
       .answers = {"Transpose, DLS, SDLS", "Another"},
       .about_time = true,
       .plan = runtime_plan,
       .judge = judge_runtime},
  };
}

}  // namespace lab
