#include "lab/advise/candidates.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

using Names = std::set<std::string, std::less<>>;

/// Adds the candidates of one method.
class MethodCandidates {
 public:
  MethodCandidates(const Experiment& experiment, const ik::MethodInfo& method, const Names& fixed,
                   AdvicePlan& plan)
      : method_(method),
        fixed_(fixed),
        body_(experiment.scene.multibody),
        base_(shared_settings(experiment.settings)),
        plan_(plan) {
    for (const auto& [name, value] : own_params(experiment.settings)) {
      const bool holds = &method == experiment.method || fixed.contains(name);
      if (holds && find_param(method, name)) base_.set_param(name, value);
    }
  }

  void add_all() {
    const std::vector<double> d_max = d_max_values();
    const auto add_with_d_max = [&](const Settings& settings) {
      add(settings);
      for (const double value : d_max) {
        Settings with = settings;
        with.d_max = value;
        add(with);
      }
    };
    add_with_d_max(base_);
    if (make_method(method_, base_).prepared(body_) < 1.0) {
      plan_.left_out.push_back(std::string(method_.label) +
                               ": its parameters keep their values, because each other value would "
                               "need its own training.");
      return;
    }
    const std::vector<SweepAxis> axes = axes_of_method();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      for (const double value : values(axes[i], i == 0 ? kMainValues : kOtherValues)) {
        Settings settings = base_;
        axes[i].set(settings, value);
        if (i == 0) {
          add_with_d_max(settings);
          continue;
        }
        add(settings);
        if (d_max.empty() || half_link_ <= 0.0) continue;
        settings.d_max = half_link_;
        add(settings);
      }
    }
  }

 private:
  void add(const Settings& settings) {
    const Candidate candidate{&method_, settings};
    const auto own = plan_.candidates.begin() + static_cast<std::ptrdiff_t>(first_);
    if (std::find(own, plan_.candidates.end(), candidate) == plan_.candidates.end()) {
      plan_.candidates.push_back(candidate);
    }
  }

  /// Values of D_max besides the present one; none where it has no effect.
  std::vector<double> d_max_values() const {
    const bool used = knob::kDMax.why_unused({method_, base_, &body_}).empty();
    if (fixed_.contains(knob::kDMax.name) || !used) return {};
    std::vector<double> values{kOff};
    if (half_link_ <= 0.0) return values;
    for (const double factor : {0.5, 1.0, 2.0}) {
      values.push_back(rounded_to_digits(factor * half_link_, 2));
    }
    return values;
  }

  /// The parameters that are varied, the main one first.
  std::vector<SweepAxis> axes_of_method() const {
    std::vector<SweepAxis> axes;
    method_.make().visit([&](const ik::Knob& param, ik::KnobValue) {
      if (fixed_.contains(param.name)) return;
      const std::optional<SweepAxis> axis = find_axis(method_, param.name);
      if (axis && axis->why_unused({method_, base_, &body_}).empty()) axes.push_back(*axis);
    });
    const auto is_damping = [](const SweepAxis& axis) {
      return axis.is_named(knob::kDamping.name);
    };
    std::stable_partition(axes.begin(), axes.end(), is_damping);
    return axes;
  }

  /// Values of an axis with two digits, without the one that is in force.
  std::set<double> values(SweepAxis axis, int count) const {
    constexpr int kDigits = 2;
    if (axis.kind == ik::KnobKind::kNumber) axis.count = count;
    std::set<double> values;
    for (int i = 0; i < axis.count; ++i) {
      const double value = value_of(axis, i);
      const bool is_end = i == 0 || i + 1 == axis.count;
      values.insert(is_end ? value : rounded_to_digits(value, kDigits));
    }
    values.insert(axis.usual.value());
    values.erase(axis.in_force(base_));
    return values;
  }

  const ik::MethodInfo& method_;
  const Names& fixed_;
  const ik::Multibody& body_;
  Settings base_;
  AdvicePlan& plan_;
  std::size_t first_ = plan_.candidates.size();
  double half_link_ = rounded_to_digits(half_link(body_), 2);
};

}  // namespace

std::string no_advice_on(const ik::Multibody& multibody) {
  const auto unmoved = static_cast<int>(unmoved_effectors(multibody).size());
  return unmoved < multibody.effector_count() ? ""
                                              : "no effector can move: there is nothing to advise";
}

std::string describe(const Candidate& candidate) {
  return describe(*candidate.method, candidate.settings);
}

Experiment AdvicePlan::of(std::size_t candidate) const {
  Experiment own = experiment;
  own.method = candidates[candidate].method;
  own.settings = candidates[candidate].settings;
  return own;
}

long usual_warmup(std::span<const TargetCurve> targets, long steps) {
  constexpr long kShare = 6, kMax = 400;
  return std::ranges::all_of(targets, stands) ? 0 : std::min(steps / kShare, kMax);
}

AdvicePlan plan_advice(Experiment experiment, std::span<const ik::MethodInfo* const> methods,
                       const Names& fixed) {
  std::vector<const ik::MethodInfo*> all(methods.begin(), methods.end());
  if (all.empty()) {
    for (const ik::MethodInfo& method : ik::methods()) all.push_back(&method);
  }
  AdvicePlan plan{.experiment = std::move(experiment), .candidates = {}, .left_out = {}};
  for (const ik::MethodInfo* method : all) {
    MethodCandidates(plan.experiment, *method, fixed, plan).add_all();
  }
  return plan;
}

}  // namespace lab
