#include "lab/diagnosis/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include "lab/diagnosis/evidence.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// Factor on the measured cliff, for moments that need a little more damping.
constexpr double kExtra = 1.05;
/// The group of methods that use the curvature of the error.
constexpr std::string_view kSecondOrder = "Second order";

bool shares_joints(const ik::Multibody& body) {
  for (int j = 0; j < body.joint_count(); ++j) {
    if (body.effectors_of(j).size() > 1) return true;
  }
  return false;
}

Symptom share_symptom(std::string what, double share, double threshold, std::string meaning) {
  return {std::move(what), 100.0 * share, 100.0 * threshold, "%", std::move(meaning)};
}

std::vector<Symptom> shaking_symptoms(const DiagnosisObserver& observer) {
  return {{"mean jitter of a step", observer.jitter_deg(), kShakingJitter, "°",
           "from which on it is visible"},
          share_symptom("motion that turns back", observer.roughness(), kShakingRoughness,
                        "from which on it is no smooth motion")};
}

/// The evidence, and the causes that it shows.
class Case {
 public:
  Case(const Tracker& tracker, const DiagnosisObserver& observer)
      : tracker_(tracker), observer_(observer), body_(tracker.multibody()) {}

  std::vector<Cause> causes();

 private:
  using Condition = std::function<bool(const Evidence&)>;
  double share_of(const Condition& holds) const;
  /// The moment with the largest share of the shaking among the moments that satisfy the condition.
  const Evidence& heaviest(const Condition& holds) const;

  /// Adds a cause, unless its share is too small.
  void add(CauseId id, double strength, const std::function<void(Cause&)>& describe);
  /// Adds a cause for the moments that satisfy a condition, with the remedies of suggest_calm().
  /// \param describe is called with the heaviest of these moments
  void add_where(CauseId id, const Condition& holds,
                 const std::function<void(Cause&, const Evidence&)>& describe);
  std::vector<int> shaking_joints() const;
  std::vector<int> missing(const std::vector<double>& errors) const {
    return missing_effectors(body_, errors);
  }
  bool misses(const std::vector<double>& errors) const { return !missing(errors).empty(); }
  const std::string& effector_name(int i) const { return body_.effector(i).name; }
  std::string unreached_sentence(const Evidence& m) const;
  Symptom lambda_symptom(double threshold, const char* meaning) const {
    return {knob::kDamping.symbol, *lambda_, threshold, knob::kDamping.unit, meaning};
  }
  void add_rest_symptoms(const std::vector<double>& errors, const char* how, Cause& cause) const;

  void damping();
  void goals();
  void method();
  void others();
  void alternate();
  void suggest_calm(Cause& cause) const;
  bool d_max_matters() const;

  const Tracker& tracker_;
  const DiagnosisObserver& observer_;
  const ik::Multibody& body_;
  std::vector<Evidence> moments_;
  std::optional<double> lambda_;
  ik::MethodTraits traits_;
  double rate_ = 0.0;  // factor of the gradient (MethodTraits::rate); 0 with a line search
  double good_lambda_ = 0.0, half_link_ = 0.0;
  std::vector<Cause> causes_;
};

double Case::share_of(const Condition& holds) const {
  double share = 0.0;
  for (const Evidence& moment : moments_) share += holds(moment) ? moment.share : 0.0;
  return share;
}

const Evidence& Case::heaviest(const Condition& holds) const {
  const Evidence* best = &moments_.front();
  for (const Evidence& moment : moments_) {
    if (holds(moment) && (!holds(*best) || moment.share > best->share)) best = &moment;
  }
  return *best;
}

std::vector<int> Case::shaking_joints() const {
  double most = 0.0;
  for (int j = 0; j < body_.joint_count(); ++j) most = std::max(most, observer_.bend_of(j));
  std::vector<int> joints;
  for (int j = 0; j < body_.joint_count(); ++j) {
    if (most > 0.0 && observer_.bend_of(j) >= 0.5 * most) joints.push_back(j);
  }
  return joints;
}

void Case::add(CauseId id, double strength, const std::function<void(Cause&)>& describe) {
  if (strength < kMinReportedShare) return;
  Cause cause;
  cause.id = id;
  cause.strength = std::min(strength, 1.0);
  cause.joints = shaking_joints();
  describe(cause);
  causes_.push_back(std::move(cause));
}

void Case::add_where(CauseId id, const Condition& holds,
                     const std::function<void(Cause&, const Evidence&)>& describe) {
  add(id, share_of(holds), [&](Cause& cause) {
    describe(cause, heaviest(holds));
    suggest_calm(cause);
  });
}

/// Adds the distances of the cause's effectors from their targets when the body rests.
void Case::add_rest_symptoms(const std::vector<double>& errors, const char* how,
                             Cause& cause) const {
  constexpr std::size_t kMaxErrors = 3;  // number of listed errors
  for (std::size_t n = 0; n < std::min(cause.effectors.size(), kMaxErrors); ++n) {
    const int i = cause.effectors[n];
    cause.symptoms.push_back({effector_name(i) + "'s error at rest, " + how,
                              errors[static_cast<std::size_t>(i)], unreached(body_, i), "m",
                              "a hundredth of its reach"});
  }
}

/// Suggests the remedies for all cases that damping helps: more damping, a shorter error, a method
/// that uses the curvature of the error.
void Case::suggest_calm(Cause& cause) const {
  const bool raise = lambda_ && good_lambda_ > *lambda_ && traits_.damped_by_lambda;
  cause.remedies.push_back(raise ? raise_lambda(good_lambda_) : switch_to_damping(good_lambda_));
  if (d_max_matters()) cause.remedies.push_back(turn_on_d_max(half_link_));
  for (const ik::MethodInfo& method : ik::methods()) {
    const bool knows_curvature = std::string_view(method.group) == kSecondOrder;
    if (knows_curvature && &method != &tracker_.method_info()) {
      cause.remedies.push_back(switch_to(method));
    }
  }
}

/// Whether a D_max of half a link would shorten errors in most of the shaking.
bool Case::d_max_matters() const {
  if (half_link_ <= 0.0 || tracker_.settings().d_max <= half_link_) return false;
  return share_of([this](const Evidence& m) {
           return *std::ranges::max_element(m.error) > half_link_;
         }) >= kMainCauseShare;
}

void Case::damping() {
  if (!lambda_) return;
  const auto below = [this](const Evidence& m) { return m.cliff > *lambda_; };
  const auto far = [this, below](const Evidence& m) {
    return below(m) && d_max_matters() && m.cliff_with_d_max < *lambda_;
  };
  const auto little = [far, below](const Evidence& m) { return below(m) && !far(m); };

  add_where(CauseId::kNoDMax, far, [&](Cause& cause, const Evidence& m) {
    const auto farthest = std::ranges::max_element(m.error);
    const auto at = static_cast<int>(farthest - m.error.begin());
    cause.effectors = {at};
    cause.motion = m.steep;
    cause.sentence = "D_max is off and " + effector_name(at) + "'s target was " +
                     brief_number(*farthest) + " m away: errors that long need λ ≥ " +
                     brief_number(m.cliff) + ", cut to half a link λ ≥ " +
                     brief_number(m.cliff_with_d_max) + " would do, and λ is " +
                     brief_number(*lambda_) + ".";
    cause.source = "Buss (2009), section 2, ClampMag";
    cause.symptoms = {
        {effector_name(at) + "'s distance from its target", *farthest, half_link_, "m",
         "half a link"},
        lambda_symptom(m.cliff, "the least that comes to rest with errors so long"),
        lambda_symptom(m.cliff_with_d_max, "the least with errors cut to half a link")};
  });
  add_where(CauseId::kLittleDamping, little, [&](Cause& cause, const Evidence& m) {
    cause.motion = m.steep;
    cause.direction = m.weak_u;
    cause.effectors = missing(m.together);
    cause.sentence = "λ is " + brief_number(*lambda_) + ", below the " + brief_number(m.cliff) +
                     " that the curvature of the error asked for in that moment (σ_min " +
                     brief_number(m.sigma_min) + " m/rad): each step overshoots and turns back.";
    cause.source = "Buss (2009), sections 5 and 8";
    cause.symptoms = {lambda_symptom(m.cliff, "the least that comes to rest here")};
  });
}

std::string Case::unreached_sentence(const Evidence& m) const {
  const auto at = static_cast<std::size_t>(std::ranges::max_element(m.alone) - m.alone.begin());
  const std::string who = effector_name(static_cast<int>(at)) + "'s target ";
  if (m.beyond[at] > 0.0) {
    return who + "was " + brief_number(m.beyond[at]) + " m beyond what its links reach";
  }
  return who + "was not reached alone: " + brief_number(m.alone[at]) +
         " m are left at the best rest found from " +
         counted(static_cast<std::size_t>(m.starts_alone[at]), "start");
}

void Case::goals() {
  const auto limits = [this](const Evidence& m) { return misses(m.alone) && !misses(m.unlimited); };
  const auto out = [this, limits](const Evidence& m) { return misses(m.alone) && !limits(m); };
  const auto conflict = [this](const Evidence& m) {
    return misses(m.together) && !misses(m.alone);
  };
  const auto singular = [this](const Evidence& m) {
    return !misses(m.together) && m.weak_share >= kMainCauseShare;
  };

  add_where(CauseId::kLimits, limits, [&](Cause& cause, const Evidence& m) {
    cause.effectors = missing(m.alone);
    cause.motion = m.weak_v;
    std::string names;
    cause.joints.clear();
    for (int j = 0; j < body_.joint_count(); ++j) {
      if (observer_.limit_hits(j) < kMinReportedShare) continue;
      cause.joints.push_back(j);
      names += (names.empty() ? "" : ", ") + body_.joint(j).name;
    }
    const auto first = static_cast<std::size_t>(cause.effectors.front());
    cause.sentence = "Limits keep " + effector_name(cause.effectors.front()) +
                     " from its target, as far as found from " +
                     counted(static_cast<std::size_t>(m.starts_alone[first]), "start") +
                     (names.empty() ? std::string() : " (at them: " + names + ")") +
                     ", and the step does not account for that: " + percent(observer_.at_limits()) +
                     " of the shaking was in steps that they cut.";
    cause.source = "docs/methods/frame.md, joint limits";
    add_rest_symptoms(m.alone, "within limits", cause);
    add_rest_symptoms(m.unlimited, "without limits", cause);
    if (tracker_.settings().limits != LimitRule::kProject) {
      cause.remedies.push_back(set(knob::kLimits, static_cast<double>(LimitRule::kProject),
                                   "Hold the joints that are pushed against a limit (project)"));
    }
  });
  add_where(CauseId::kConflict, conflict, [&](Cause& cause, const Evidence& m) {
    cause.effectors = missing(m.together);
    cause.direction = m.weak_u;
    cause.motion = m.weak_v;
    cause.sentence =
        "Each target could be reached alone, but no pose was found that reaches all together: the "
        "effectors pulled against each other, and " +
        brief_number(*std::ranges::max_element(m.together)) +
        " m are left in the best pose found from " +
        counted(static_cast<std::size_t>(m.starts_together), "start") + ".";
    cause.source = "Buss (2009), sections 1 and 8";
    add_rest_symptoms(m.together, "all targets together", cause);
    add_rest_symptoms(m.alone, "its target alone", cause);
  });
  add_where(CauseId::kOutOfReach, out, [&](Cause& cause, const Evidence& m) {
    cause.effectors = missing(m.alone);
    cause.direction = m.weak_u;
    cause.motion = m.weak_v;
    cause.sentence = unreached_sentence(m) + ".";
    if (m.weak_share >= kMainCauseShare) {
      cause.sentence += " The limbs stretch towards it until σ falls to " +
                        brief_number(m.sigma_min) + " m/rad, and " + percent(m.weak_share) +
                        " of the shaking is along such lost directions.";
    }
    cause.source = "Buss (2009), sections 4 and 8";
    add_rest_symptoms(m.alone, "its target alone", cause);
    const int first = cause.effectors.front();
    if (const double beyond = m.beyond[static_cast<std::size_t>(first)]; beyond > 0.0) {
      cause.symptoms.push_back(
          {effector_name(first) + "'s target, distance beyond its links", beyond, 0.0, "m", ""});
    }
  });
  add_where(CauseId::kSingular, singular, [&](Cause& cause, const Evidence& m) {
    cause.direction = m.weak_u;
    cause.motion = m.weak_v;
    cause.sentence =
        "The pose is near a singular one: σ fell to " + brief_number(m.weak_sigma) +
        " m/rad beside a largest of " + brief_number(m.sigma_max) + ", " +
        (lambda_ ? "beside λ = " + brief_number(*lambda_) : std::string("which nothing damps")) +
        ", and " + percent(m.weak_share) + " of the shaking is along that direction.";
    cause.source = "Buss (2009), sections 4 and 5";
    cause.symptoms = {
        share_symptom("shaking along weak directions", m.weak_share, kMainCauseShare, "half of it"),
        {"σ of the weak direction that shakes most", m.weak_sigma, kWeak * m.sigma_max, "m/rad",
         "a fifth of the largest σ"}};
  });
}

void Case::method() {
  const auto too_fast = [this](const Evidence& m) { return rate_ * m.curvature > 2.0; };
  add_where(CauseId::kRate, too_fast, [&](Cause& cause, const Evidence& m) {
    double most = 0.0;
    for (const Evidence& moment : moments_) most = std::max(most, moment.curvature);
    cause.motion = m.steep;
    cause.sentence = std::string("The ") + traits_.rate + " is " + brief_number(rate_) +
                     ", and the curvature of the error allows less than " +
                     brief_number(2.0 / m.curvature) +
                     " here: each step along the gradient goes too far and turns back.";
    cause.source = "Cauchy (1847); docs/methods/transpose-and-gradient.md";
    const auto parameter = [this](const char* name) {
      return find_param(tracker_.method_info(), name).value();
    };
    const Knob rate = parameter(traits_.rate);
    cause.symptoms = {
        {rate.name, rate_, 2.0 / m.curvature, rate.unit, "2 / largest curvature of the error"}};
    // with a rate of 1 / curvature, one step reaches the bottom of the steepest valley
    const double slow = rounded_down(1.0 / most);
    cause.remedies = {
        set(rate, slow, "Lower the " + within_sentence(rate.label) + " to " + brief_number(slow))};
    if (traits_.line_search != nullptr) {
      const Knob search = parameter(traits_.line_search);
      cause.remedies.push_back(set(search, 1.0, "Turn on the " + within_sentence(search.label)));
    }
  });
  if (traits_.habit != nullptr && (!traits_.habit_of_several || shares_joints(body_))) {
    add(CauseId::kMethod, 1.0, [&](Cause& cause) {
      cause.sentence = traits_.habit;
      cause.source = traits_.habit_source;
      cause.symptoms = shaking_symptoms(observer_);
      suggest_calm(cause);
    });
    return;
  }
  const bool explained = std::ranges::any_of(
      causes_, [](const Cause& cause) { return cause.strength >= kMainCauseShare; });
  if (explained) return;
  add(CauseId::kMethod, kMainCauseShare, [&](Cause& cause) {
    cause.sentence = std::string(tracker_.method_info().label) + " shakes by " +
                     brief_number(observer_.jitter_deg()) +
                     "° a step here, and no target, limit or damping explains it: it is a "
                     "property of the method.";
    cause.source = tracker_.method_info().reference;
    cause.symptoms = shaking_symptoms(observer_);
    suggest_calm(cause);
  });
}

void Case::others() {
  add(CauseId::kNotFinite, observer_.not_finite() > 0.0 ? 1.0 : 0.0, [&](Cause& cause) {
    for (int i = 0; i < body_.effector_count(); ++i) {
      const bool target = tracker_.targets()[static_cast<std::size_t>(i)].allFinite();
      if (!target || !tracker_.pose().effector.col(i).allFinite()) cause.effectors.push_back(i);
    }
    cause.sentence = "In " + percent(observer_.not_finite()) +
                     " of the steps a target or the pose was not finite: the body stopped, and "
                     "it starts again with a jerk.";
    cause.source = "docs/architecture.md, error handling";
    cause.symptoms = {share_symptom("steps that are not finite", observer_.not_finite(), 0.0, "")};
  });
  if (moments_.empty()) return;

  add(CauseId::kLeap, observer_.after_leap(), [&](Cause& cause) {
    const int leaping = observer_.leaping_effector();
    cause.effectors = {leaping};
    cause.sentence = effector_name(leaping) + "'s target jumped " + brief_number(observer_.leap()) +
                     " m in one step, and " + percent(observer_.after_leap()) +
                     " of the shaking came right after such jumps.";
    cause.source = "Buss (2009), section 2, on D_max after jumps";
    cause.symptoms = {
        {"jump of " + effector_name(leaping) + "'s target", observer_.leap(),
         DiagnosisObserver::kLeapShare * std::min(reach_of(body_, leaping).most, kOff), "m",
         percent(DiagnosisObserver::kLeapShare) + " of its reach"},
        share_symptom("shaking in the " + std::to_string(kSettling) + " steps after such jumps",
                      observer_.after_leap(), kMinReportedShare, "the least share of a cause")};
    if (half_link_ > 0.0 && half_link_ < std::min(observer_.leap(), tracker_.settings().d_max)) {
      cause.remedies.push_back(turn_on_d_max(half_link_));
    }
    suggest_calm(cause);
  });
  if (tracker_.settings().jacobian == ik::JacobianKind::kTarget) alternate();
  // if the full step overshoots, the cap only bounds the oscillation and does not cause it
  const auto cut = [](const Evidence& m) { return m.capped && !m.overshoots; };
  add_where(CauseId::kCap, cut, [&](Cause& cause, const Evidence&) {
    const double cap = tracker_.max_angle() * kDegrees;
    cause.sentence = percent(cause.strength) + " of the shaking was in steps that a cap of " +
                     brief_number(cap) +
                     "° a joint cut short, though they would not go too far by themselves.";
    cause.source = "Buss (2009), section 8, ClampMaxAbs";
    cause.symptoms = {share_symptom("shaking in steps that a cap cut short", cause.strength,
                                    kMinReportedShare, "the least share of a cause")};
    if (std::isfinite(cap)) {
      const double half = rounded_up(0.5 * cap);
      cause.remedies = {
          set(knob::kMaxAngle, kOff, "Turn off the angle cap"),
          set(knob::kMaxAngle, half, "Lower the angle cap to " + brief_number(half) + "°")};
    }
  });
}

/// Tries the Jacobian at the effector from every moment and in a run from the start. If it shakes
/// as much, the cause is another.
void Case::alternate() {
  const Remedy remedy = set(knob::kJacobian, 0.0, "Take the Jacobian at the effector");
  const std::string source = "Buss (2009), section 2, the alternate Jacobian";
  const auto cured = [](const Evidence& m) { return m.bends_at_effector < kMaxBendRatio; };
  const double cured_share = share_of(cured);
  // two long runs; they count only if they remove more of the shaking
  const auto run = cured_share < 1.0 ? run_at_effector(tracker_, observer_) : std::nullopt;
  const double gone =
      run && run->at_target.bends > 0.0 ? 1.0 - run->at_effector.bends / run->at_target.bends : 0.0;
  if (gone > 1.0 - kMaxBendRatio && gone > cured_share &&
      !is_shaking(run->at_effector.jitter_deg, run->at_effector.roughness)) {
    add(CauseId::kAlternate, gone, [&](Cause& cause) {
      const AlternateRun::Measured &with = run->at_effector, &without = run->at_target;
      cause.sentence =
          "The Jacobian is taken at the target. Tried from the start, the same run with "
          "the Jacobian at the effector takes another path and does not shake over "
          "these steps: jitter " +
          brief_number(with.jitter_deg) + "° instead of " + brief_number(without.jitter_deg) + "°.";
      cause.source = source;
      cause.symptoms = {
          share_symptom("shaking of the same run with the Jacobian at the effector", 1.0 - gone,
                        kMaxBendRatio, "of that with the Jacobian at the target"),
          share_symptom("its motion that turns back", with.roughness, kShakingRoughness,
                        "from which on it is no smooth motion")};
      cause.remedies = {remedy};
    });
    return;
  }
  add_where(CauseId::kAlternate, cured, [&](Cause& cause, const Evidence& m) {
    cause.motion = m.weak_v;
    cause.sentence = "The Jacobian is taken at the target and differs from the true one by " +
                     percent(m.alternate) +
                     " of its size here. Tried from the same pose, the next " +
                     std::to_string(kTried) + " steps shake only " + percent(m.bends_at_effector) +
                     " as much with the Jacobian at the effector.";
    cause.source = source;
    cause.symptoms = {
        share_symptom("shaking of the next " + std::to_string(kTried) +
                          " steps with the Jacobian at the effector",
                      m.bends_at_effector, kMaxBendRatio,
                      "of that with the Jacobian at the target"),
        share_symptom("difference of the Jacobians", m.alternate, 0.0, "of the true one")};
    cause.remedies = {remedy};
  });
}

std::vector<Cause> Case::causes() {
  moments_ = evidence_of(tracker_, observer_);
  lambda_ = ik::get_param(tracker_.method(), knob::kDamping.name);
  traits_ = tracker_.method().traits();
  const auto parameter = [this](const char* name) {
    return name != nullptr ? ik::get_param(tracker_.method(), name).value_or(0.0) : 0.0;
  };
  // with a line search the rate is only the first trial length
  rate_ = parameter(traits_.line_search) != 0.0 ? 0.0 : parameter(traits_.rate);
  half_link_ = rounded_up(half_link(body_));
  for (const Evidence& m : moments_) {
    good_lambda_ = std::max(good_lambda_, rounded_up(kExtra * std::max(m.cliff, m.cliff_at_rest)));
  }
  // never less than the scene's lambda or the present one
  good_lambda_ =
      std::max({good_lambda_, knob::kDamping.given(tracker_.scene().settings).value_or(0.0),
                knob::kDamping.given(tracker_.settings()).value_or(0.0)});
  if (good_lambda_ == 0.0 && !moments_.empty()) {
    good_lambda_ = rounded_up(0.1 * moments_.front().sigma_max);
  }
  others();
  if (!moments_.empty()) {
    damping();
    goals();
    method();
  }
  std::ranges::stable_sort(causes_, is_above);
  for (std::size_t i = 1; i < causes_.size(); ++i) {
    causes_[i - 1].above = why_above(causes_[i - 1], causes_[i]);
  }
  return std::move(causes_);
}

/// The cause of a body that does not shake: kSaddle, or kCalm.
Cause still_cause(const Tracker& tracker, const DiagnosisObserver& observer) {
  if (std::optional<Cause> saddle = saddle_of(tracker)) return std::move(*saddle);
  Cause calm;
  const std::string first = "the first " + std::to_string(kSettling) + " steps";
  calm.source = "Buss (2009), section 8";
  if (observer.weight() == 0.0) {
    calm.sentence = "Too few steps to tell: " + first + ", in which a body sets out, are left out.";
    return calm;
  }
  calm.strength = 1.0;
  const std::string jitter = brief_number(observer.jitter_deg()) + "°";
  const std::string turns = percent(observer.roughness()) + " of the motion turns back.";
  calm.sentence =
      observer.jitter_deg() < kShakingJitter
          ? "Nothing shakes after " + first + ": " + jitter + " of jitter a step, and " + turns
          : "Fast, but smooth: after " + first + " the steps of the joints change by " + jitter +
                ", which is visible, but only " + turns;
  calm.symptoms = shaking_symptoms(observer);
  return calm;
}

}  // namespace

Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer) {
  Diagnosis diagnosis;
  diagnosis.jitter_deg = observer.jitter_deg();
  diagnosis.roughness = observer.roughness();
  diagnosis.shakes = observer.shakes();
  if (diagnosis.shakes || observer.not_finite() > 0.0) {
    diagnosis.causes = Case(tracker, observer).causes();
  }
  if (diagnosis.causes.empty()) {
    diagnosis.causes.push_back(still_cause(tracker, observer));
  }
  return diagnosis;
}

Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer) {
  RemedyTrials trials(tracker, name_causes(tracker, observer));
  while (!trials.advance(RemedyTrials::kMeasured)) {
  }
  return trials.diagnosis();
}

}  // namespace lab
