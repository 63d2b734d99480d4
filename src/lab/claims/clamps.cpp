#include "lab/claims/tables.h"

#include <string_view>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr const char* kFour[] = {"jacobian-transpose", "pseudoinverse", "dls", "sdls"};

std::vector<ClaimRun> cap_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y"}) {
    for (const char* method : kFour) {
      runs.push_back({std::string(method) + " with its cap", scene, method});
      runs.push_back({std::string(method) + " without", scene, method, {{&knob::kMaxAngle, kOff}}});
    }
  }
  return runs;
}

Judgement judge_cap(std::span<const ClaimResult> results) {
  constexpr double kMore = 1.02;  // a difference of 2 % counts
  int better = 0, worse = 0, count = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    for (const char* method : kFour) {
      const Summary& on = result_of(results, std::string(method) + " with its cap", scene).summary;
      const Summary& off = result_of(results, std::string(method) + " without", scene).summary;
      ++count;
      const bool helps = off.mean_error > kMore * on.mean_error ||
                         off.mean_jitter_deg > kMore * on.mean_jitter_deg;
      const bool hurts = on.mean_error > kMore * off.mean_error;
      better += helps && !hurts;
      worse += hurts;
      if (!helps && !hurts) continue;
      sentence += (sentence.empty() ? "" : "; ") + method_name(method) + " on " +
                  scene_name(results, scene) + " " + four(on.mean_error) + " m and " +
                  brief_number(on.mean_jitter_deg) + "° with it, " + four(off.mean_error) +
                  " m and " + brief_number(off.mean_jitter_deg) + "° without";
    }
  }
  const std::string counted = "It helps in " + short_number(better) + " of " + short_number(count) +
                              " cases and costs error in " + short_number(worse);
  return {verdict_of(better, count), counted + (sentence.empty() ? "." : ": " + sentence + "."),
          better == count ? 0 : (better > 0 ? 1 : 2)};
}

constexpr const char* kTurned[] = {"pseudoinverse", "dls", "sdls"};

/// The first 400 steps are not measured: at the start, the angle cap alone limits the steps of a
/// folded arm with either Jacobian.
std::vector<ClaimRun> alternate_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y", "folded-arm"}) {
    for (const char* method : kTurned) {
      runs.push_back({std::string(method) + ", J at the effector", scene, method});
      runs.push_back(
          {std::string(method) + ", J at the target", scene, method, {{&knob::kJacobian, 1.0}}});
    }
  }
  return runs;
}

/// Overshoot is measured as jitter while targets are out of reach, jerks as the largest step.
Judgement judge_alternate(std::span<const ClaimResult> results) {
  constexpr double kLess = 0.9;  // a difference of 10 % counts
  int calmer = 0, jerks = 0, count = 0;
  std::string jitters = "Jitter by J at the effector and at the target: ", steps;
  for (const char* scene : {"y", "double-y", "folded-arm"}) {
    const bool folded = std::string_view(scene) == "folded-arm";
    for (const char* method : kTurned) {
      const std::string name(method);
      const Summary& usual = result_of(results, name + ", J at the effector", scene).summary;
      const Summary& other = result_of(results, name + ", J at the target", scene).summary;
      ++count;
      if (folded) {
        jerks += kLess * other.max_step_deg > usual.max_step_deg;
        steps += (steps.empty() ? "" : "; ") + method_name(method) + " " +
                 brief_number(usual.max_step_deg) + "° and " + brief_number(other.max_step_deg) +
                 "°";
      } else {
        calmer += other.mean_jitter_deg < kLess * usual.mean_jitter_deg;
        jitters += (count > 1 ? "; " : "") + method_name(method) + " on " +
                   scene_name(results, scene) + " " + brief_number(usual.mean_jitter_deg) +
                   "° and " + brief_number(other.mean_jitter_deg) + "°";
      }
    }
  }
  const int answer = calmer + jerks == count ? 0 : (calmer > 0 && jerks > 0 ? 1 : 2);
  return {verdict_of(calmer + jerks, count),
          jitters + ". Largest step of the folded arm once it follows: " + steps + ".", answer};
}

std::vector<ClaimRun> adaptive_plan() {
  return {{"D_max off", "jumping-arms", "dls", {{&knob::kDMax, kOff}}},
          {"D_max 0.03 m", "jumping-arms", "dls", {{&knob::kDMax, 0.03}}},
          {"adaptive D_max",
           "jumping-arms",
           "dls",
           {{&knob::kDMax, 0.03}, {&knob::kAdaptiveDMax, 1.0}}}};
}

Judgement judge_adaptive(std::span<const ClaimResult> results) {
  constexpr double kLess = 0.95;  // a difference of 5 % counts
  const Summary& off = result_of(results, "D_max off").summary;
  const Summary& fixed = result_of(results, "D_max 0.03 m").summary;
  const Summary& adaptive = result_of(results, "adaptive D_max").summary;
  const bool closer = adaptive.mean_error < kLess * fixed.mean_error;
  const bool calmer = adaptive.mean_jitter_deg < kLess * off.mean_jitter_deg;
  const auto numbers = [](const char* name, const Summary& s) {
    return name + four(s.mean_error) + " m and " + brief_number(s.mean_jitter_deg) + "° of jitter";
  };
  return {verdict_of(closer + calmer, 2),
          numbers("After the jumps the adaptive rule leaves ", adaptive) +
              numbers(", a fixed D_max ", fixed) + numbers(", none ", off) + ".",
          closer ? (calmer ? 0 : 1) : 2};
}

}  // namespace

std::vector<Claim> claims_on_clamps() {
  return {
      {.id = "clamping-the-step-helps",
       .sentence = "Clamping the largest angle of a step (ClampMaxAbs) helps every method.",
       .source = "Buss (2009), section 8",
       .question = "The four methods run with and without their angle caps. Whom do caps help?",
       .answers = {"All four", "Some of them", "None"},
       .plan = cap_plan,
       .judge = judge_cap},
      {.id = "alternate-jacobian",
       .sentence = "The Jacobian at the target overshoots less, but jerks when the arm is folded.",
       .source = "Buss (2009), section 2",
       .question = "J is taken at the target instead of the effector. What happens?",
       .answers = {"Calmer out of reach, jerky when folded", "Both, but not for every method",
                   "Neither"},
       .view = ClaimView::kJitterInTime,
       .plan = alternate_plan,
       .judge = judge_alternate},
      {.id = "adaptive-d-max-after-jumps",
       .sentence = "D_max that adapts after jumps gets there sooner than a fixed one, and calmer "
                   "than none.",
       .source = "Buss (2009), section 2; Buss and Kim (2005)",
       .question = "Targets jump. What does the adaptive rule of D_max do?",
       .answers = {"Closer than a fixed one and calmer than none", "Closer, but as wild as none",
                   "Neither is closer"},
       .plan = adaptive_plan,
       .judge = judge_adaptive},
  };
}

}  // namespace lab
