#include "lab/scene/knobs.h"

#include <algorithm>
#include <functional>

#include "ik/task/method.h"
#include "lab/scene/knob_text.h"

namespace lab {
namespace {

/// The default of a knob with that method; empty if the method lacks it.
std::optional<double> usual_of(const Knob& knob, const ik::MethodInfo& method) {
  if (knob.read != nullptr) return knob.read(Settings());
  if (knob.of_method != nullptr) return knob.of_method(method) * knob.scale;
  return ik::get_param(method.make(), knob.name);
}

}  // namespace

std::optional<double> Knob::given(const Settings& settings) const {
  if (read != nullptr) return read(settings);
  const std::optional<double> value = settings.param(name);
  return value ? std::optional(*value * scale) : std::nullopt;
}

double Knob::in_force(const Settings& settings) const {
  return given(settings).value_or(usual.value_or(min));
}

bool Knob::is_set(const Settings& settings) const {
  const std::optional<double> value = given(settings);
  if (!usual || !value) return false;
  return (may_be_unset() && !is_own) || value != usual;
}

void Knob::set(Settings& settings, std::optional<double> value) const {
  if (write != nullptr) {
    write(settings, value ? *value : read(Settings()));
  } else {
    settings.set_param(name, value ? std::optional(*value * (1.0 / scale)) : std::nullopt);
  }
}

SolverCall Knob::solver_call(const Settings& settings) const {
  if (solver != nullptr) return solver(settings);
  if (!may_be_unset()) return std::monostate();
  return SolverNumber{name, in_force(settings), unit};
}

std::string Knob::why_unused(const KnobUse& use) const {
  if (!usual_of(*this, use.method)) {
    return std::string(use.method.label) + " has no " + within_sentence(label) + ".";
  }
  return unused == nullptr ? std::string() : unused(use);
}

std::vector<Knob> knobs(const ik::MethodInfo& method) {
  std::vector<Knob> list;
  for (const Knob& shared : shared_knobs()) {
    list.push_back(shared);
    list.back().usual = usual_of(shared, method);
  }
  method.make().visit([&list](const ik::Knob& row, ik::KnobValue value) {
    if (find_shared_knob(row.name) != nullptr) return;
    list.push_back(
        {row, {.is_own = true, .usual = ik::number_of(value), .batch = BatchUse::kOneEach}});
  });
  return list;
}

const Knob* find_shared_knob(std::string_view name) {
  std::string hyphened(name);
  std::ranges::replace(hyphened, '_', '-');
  const auto found = std::ranges::find(shared_knobs(), hyphened, &Knob::name);
  return found == shared_knobs().end() ? nullptr : &*found;
}

std::optional<Knob> find_knob(const ik::MethodInfo& method, std::string_view name) {
  const Knob* shared = find_shared_knob(name);
  for (const Knob& knob : knobs(method)) {
    if (shared != nullptr ? std::string_view(knob.name) == shared->name : knob.is_named(name))
      return knob;
  }
  return std::nullopt;
}

std::optional<Knob> find_param(const ik::MethodInfo& method, std::string_view name) {
  for (const Knob& knob : knobs(method)) {
    const bool is_param = knob.may_be_unset() && knob.of_method == nullptr;
    if (is_param && knob.usual && knob.is_named(name)) return knob;
  }
  return std::nullopt;
}

namespace {

bool is_shared(const Params::value_type& param) { return find_shared_knob(param.first) != nullptr; }

}  // namespace

Settings shared_settings(Settings settings) {
  std::erase_if(settings.params, std::not_fn(is_shared));
  return settings;
}

Params own_params(const Settings& settings) {
  Params own = settings.params;
  std::erase_if(own, is_shared);
  return own;
}

double angle_cap(const Settings& settings, const ik::MethodInfo& method) {
  return settings.param(knob::kMaxAngle.name).value_or(method.max_angle);
}

Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info,
                           const ik::AnyMethod& method) {
  Settings result = settings;
  result.set_param(knob::kDamping.name, ik::get_param(method, knob::kDamping.name));
  result.set_param(knob::kMaxAngle.name, angle_cap(settings, info));
  return result;
}

}  // namespace lab
