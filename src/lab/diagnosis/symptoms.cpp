#include "lab/diagnosis/symptoms.h"

#include <algorithm>

#include "lab/diagnosis/alternate.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {

std::vector<Symptom> symptoms_of(const Cause& cause, const SymptomsBasis& basis) {
  constexpr std::size_t kMaxErrors = 3;  // number of listed errors
  const ik::Multibody& body = basis.tracker.multibody();
  const DiagnosisObserver& observer = basis.observer;
  const Evidence* const moment = basis.moment;
  const int first = cause.effectors.empty() ? 0 : cause.effectors.front();
  const auto at = static_cast<std::size_t>(first);
  const std::string name = cause.effectors.empty() ? "" : body.effector(first).name;
  std::vector<Symptom> found;
  const auto add = [&found](std::string what, double value, double threshold, const char* unit,
                            std::string meaning) {
    found.push_back({std::move(what), value, threshold, unit, std::move(meaning)});
  };
  const auto add_share = [&add](std::string what, double share, double threshold,
                                std::string meaning) {
    add(std::move(what), 100.0 * share, 100.0 * threshold, "%", std::move(meaning));
  };
  const auto add_lambda = [&](double threshold, const char* meaning) {
    const auto lambda = ik::get_param(basis.tracker.method(), knob::kDamping.name);
    if (lambda) add(knob::kDamping.symbol, *lambda, threshold, knob::kDamping.unit, meaning);
  };
  // distance of effectors from their targets when the body rests
  const auto add_rest = [&](const std::vector<double>& errors, const char* how) {
    for (std::size_t n = 0; n < std::min(cause.effectors.size(), kMaxErrors); ++n) {
      const int i = cause.effectors[n];
      add(body.effector(i).name + "'s error at rest, " + how, errors[static_cast<std::size_t>(i)],
          unreached(body, i), "m", "a hundredth of its reach");
    }
  };
  switch (cause.id) {
    case CauseId::kSaddle:
      break;  // saddle_of() adds them
    case CauseId::kCalm:
    case CauseId::kMethod:
      add("jitter of a step", observer.jitter_deg(), kShakingJitter, "°",
          "from which on it is visible");
      add_share("motion that turns back", observer.roughness(), kShakingRoughness,
                "from which on it is no smooth motion");
      break;
    case CauseId::kNotFinite:
      add_share("steps that are not finite", observer.not_finite(), 0.0, "");
      break;
    case CauseId::kLeap:
      add("jump of " + name + "'s target", observer.leap(),
          DiagnosisObserver::kLeapShare * std::min(reach_of(body, first).most, kOff), "m",
          percent(DiagnosisObserver::kLeapShare) + " of its reach");
      add_share("shaking in the " + std::to_string(kSettling) + " steps after such jumps",
                observer.after_leap(), kMinReportedShare, "the least share of a cause");
      break;
    case CauseId::kAlternate:
      add_share("shaking of the next " + std::to_string(kTried) +
                    " steps with the Jacobian at the effector",
                moment->bends_at_effector, kMaxBendRatio,
                "of that with the Jacobian at the target");
      add_share("difference of the Jacobians", moment->alternate, 0.0, "of the true one");
      break;
    case CauseId::kNoDMax:
      add(name + "'s distance from its target", moment->error[at], basis.half_link, "m",
          "half a link");
      add_lambda(moment->cliff, "the least that comes to rest with errors so long");
      add_lambda(moment->cliff_with_d_max, "the least with errors cut to half a link");
      break;
    case CauseId::kLittleDamping:
      add_lambda(moment->cliff, "the least that comes to rest here");
      break;
    case CauseId::kRate: {
      const char* rate = basis.tracker.method().traits().rate;
      const auto param = find_param(basis.tracker.method_info(), rate);
      add(rate, basis.rate, 2.0 / moment->curvature, param ? param->unit : "",
          "2 / largest curvature of the error");
      break;
    }
    case CauseId::kLimits:
      add_rest(moment->alone, "within limits");
      add_rest(moment->unlimited, "without limits");
      break;
    case CauseId::kConflict:
      add_rest(moment->together, "all targets together");
      add_rest(moment->alone, "its target alone");
      break;
    case CauseId::kOutOfReach:
      add_rest(moment->alone, "its target alone");
      if (moment->beyond[at] > 0.0) {
        add(name + "'s target, distance beyond its links", moment->beyond[at], 0.0, "m", "");
      }
      break;
    case CauseId::kSingular:
      add_share("shaking along weak directions", moment->weak_share, kMainCauseShare, "half of it");
      add("σ of the weak direction that shakes most", moment->weak_sigma, kWeak * moment->sigma_max,
          "m/rad", "a fifth of the largest σ");
      break;
    case CauseId::kCap:
      add_share("shaking in steps that a cap cut short", cause.strength, kMinReportedShare,
                "the least share of a cause");
      break;
  }
  return found;
}

}  // namespace lab
