#include "lab/diagnosis/cause.h"

#include <algorithm>

#include "lab/diagnosis/diagnosis.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace lab {
namespace {

constexpr std::size_t kMostEffectors = 3;  ///< whose errors are listed

class Symptoms {
 public:
  Symptoms(const Cause& cause, const SymptomsBasis& basis) : cause_(cause), basis_(basis) {}

  std::vector<Symptom> list() {
    find();
    return std::move(found_);
  }

 private:
  const ik::Multibody& body() const { return basis_.tracker.multibody(); }
  const Evidence& moment() const { return *basis_.moment; }
  std::optional<double> lambda() const { return ik::get_param(basis_.tracker.method(), "lambda"); }

  void add(std::string what, double value, double threshold, const char* unit,
           std::string meaning) {
    found_.push_back({std::move(what), value, threshold, unit, std::move(meaning)});
  }
  void add_share(std::string what, double share, double threshold, std::string meaning) {
    add(std::move(what), 100.0 * share, 100.0 * threshold, "%", std::move(meaning));
  }
  void add_lambda(double threshold, const char* meaning) {
    if (lambda()) add("λ", *lambda(), threshold, "m/rad", meaning);
  }
  /// How far effectors are from their targets when the body has come to rest.
  void add_rest(const std::vector<double>& errors, const char* how);
  void add_motion();
  void add_leap();
  void add_rate();
  void add_weak_directions();
  void add_long_error();
  void add_reach();
  void find();

  const Cause& cause_;
  const SymptomsBasis& basis_;
  std::vector<Symptom> found_;
};

void Symptoms::add_rest(const std::vector<double>& errors, const char* how) {
  const std::size_t count = std::min(cause_.effectors.size(), kMostEffectors);
  for (std::size_t n = 0; n < count; ++n) {
    const int i = cause_.effectors[n];
    add(body().effector(i).name + "'s error at rest, " + how, errors[static_cast<std::size_t>(i)],
        unreached(body(), i), "m", "a hundredth of its reach");
  }
}

void Symptoms::add_motion() {
  add("jitter of a step", basis_.observer.jitter_deg(), kShakingJitter, "°",
      "from which on it is visible");
  add_share("motion that turns back", basis_.observer.roughness(), kShakingRoughness,
            "from which on it is no smooth motion");
}

void Symptoms::add_leap() {
  const int i = cause_.effectors.front();
  const double reach = std::min(reach_of(body(), i).most, kOff);
  add("jump of " + body().effector(i).name + "'s target", basis_.observer.leap(),
      DiagnosisObserver::kLeapShare * reach, "m",
      percent(DiagnosisObserver::kLeapShare) + " of its reach");
  add_share(
      "shaking in the " + std::to_string(DiagnosisObserver::kSettling) + " steps after such jumps",
      basis_.observer.after_leap(), kLeastTold, "the least share of a cause");
}

void Symptoms::add_rate() {
  const char* name = basis_.tracker.method().traits().rate;
  const auto param = find_param(basis_.tracker.method_info(), name);
  add(name, basis_.rate, 2.0 / moment().curvature, param ? param->info.unit : "",
      "2 / largest curvature of the error");
}

void Symptoms::add_weak_directions() {
  add_share("shaking along weak directions", moment().weak_share, kMostly, "half of it");
  add("σ of the weak direction that shakes most", moment().weak_sigma, kWeak * moment().sigma_max,
      "m/rad", "a fifth of the largest σ");
}

void Symptoms::add_long_error() {
  const int i = cause_.effectors.front();
  add(body().effector(i).name + "'s distance from its target",
      moment().error[static_cast<std::size_t>(i)], basis_.half_link, "m", "half a link");
  add_lambda(moment().cliff, "the least that comes to rest with errors so long");
  add_lambda(moment().cliff_with_d_max, "the least with errors cut to half a link");
}

void Symptoms::add_reach() {
  add_rest(moment().alone, "its target alone");
  const int i = cause_.effectors.front();
  const double beyond = moment().beyond[static_cast<std::size_t>(i)];
  if (beyond > 0.0) {
    add(body().effector(i).name + "'s target, distance beyond its links", beyond, 0.0, "m", "");
  }
}

void Symptoms::find() {
  switch (cause_.id) {
    case CauseId::kCalm:
    case CauseId::kMethod:
      return add_motion();
    case CauseId::kNotFinite:
      return add_share("steps that are not finite", basis_.observer.not_finite(), 0.0, "");
    case CauseId::kLeap:
      return add_leap();
    case CauseId::kAlternate:
      add_share("difference of the Jacobians", moment().alternate, kAnother, "of the true one");
      return add_lambda(moment().cliff, "the least that comes to rest with the true one");
    case CauseId::kNoDMax:
      return add_long_error();
    case CauseId::kLittleDamping:
      return add_lambda(moment().cliff, "the least that comes to rest here");
    case CauseId::kRate:
      return add_rate();
    case CauseId::kLimits:
      add_rest(moment().alone, "within limits");
      return add_rest(moment().unlimited, "without limits");
    case CauseId::kConflict:
      add_rest(moment().together, "all targets together");
      return add_rest(moment().alone, "its target alone");
    case CauseId::kOutOfReach:
      return add_reach();
    case CauseId::kSingular:
      return add_weak_directions();
    case CauseId::kCap:
      return add_share("shaking in steps that a cap cut short", cause_.strength, kLeastTold,
                       "the least share of a cause");
  }
}

}  // namespace

std::vector<Symptom> symptoms_of(const Cause& cause, const SymptomsBasis& basis) {
  return Symptoms(cause, basis).list();
}

}  // namespace lab
