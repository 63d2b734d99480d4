#include "lab/sweep/axis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

/// How many significant digits round every value by a thousandth of a step at most.
int digits_of(const SweepAxis& axis) {
  constexpr int kOfAStep = 4, kMostDigits = 17;
  const double steps = axis.count - 1;
  const double relative_step = axis.logarithmic ? std::expm1(std::log(axis.high / axis.low) / steps)
                                                : (axis.high - axis.low) / axis.high / steps;
  const double digits = kOfAStep + std::ceil(-std::log10(relative_step) - 1e-9);
  return static_cast<int>(std::clamp(digits, 1.0 * kOfAStep, static_cast<double>(kMostDigits)));
}

/// The number of values of a switch or a choice; 0 for numbers.
int word_count(const SweepAxis& axis) {
  if (axis.kind == SettingKind::kSwitch) return 2;
  return axis.kind == SettingKind::kChoice ? static_cast<int>(axis.setting->choices.size()) : 0;
}

/// \param info of a setting or a parameter
SweepAxis over_slider(const auto& info) {
  constexpr int kUsualCount = 11;
  return {.name = info.name,
          .label = info.label,
          .unit = info.unit,
          .help = info.help,
          .low = info.min,
          .high = info.max,
          .count = kUsualCount,
          .logarithmic = info.logarithmic};
}

bool takes(const SweepAxis& axis, double value) {
  if (axis.setting != nullptr) return value != kOff && accepts(*axis.setting, value);
  if (axis.kind == SettingKind::kSwitch) return value == 0.0 || value == 1.0;
  return value >= axis.least && value <= axis.most;
}

/// What an end of the axis may be, for messages.
std::string expectation(const SweepAxis& axis) {
  if (axis.setting == nullptr) {
    return lab::expectation(
        {.info = {.name = "", .label = "", .least = axis.least, .most = axis.most},
         .is_switch = axis.kind == SettingKind::kSwitch,
         .usual = 0.0});
  }
  SettingInfo info = *axis.setting;
  info.can_be_off = false;
  return lab::expectation(info);
}

}  // namespace

std::optional<SweepAxis> find_axis(const ik::MethodInfo& method, std::string_view name) {
  SweepAxis axis;
  if (const SettingInfo* info = find_setting(name)) {
    if (!is_of(*info, method)) return std::nullopt;
    axis = over_slider(*info);
    axis.setting = info;
    axis.kind = info->kind;
  } else {
    const auto param = find_param(method, name);
    if (!param) return std::nullopt;
    axis = over_slider(param->info);
    axis.least = param->info.least;
    axis.most = param->info.most;
    if (param->is_switch) axis.kind = SettingKind::kSwitch;
  }
  if (const int words = word_count(axis)) {
    axis.low = 0.0;
    axis.high = words - 1.0;
    axis.count = words;
  }
  return axis;
}

std::vector<std::string> axis_names(const ik::MethodInfo& method) {
  std::vector<std::string> names;
  for (const SettingInfo& info : settings()) {
    if (find_axis(method, info.name)) names.emplace_back(info.name);
  }
  method.make().visit([&names](const ik::ParamInfo& param, ik::ParamValue) {
    if (setting_of_param(param.name) == nullptr) names.emplace_back(param.name);
  });
  return names;
}

std::string fault(const SweepAxis& axis) {
  if (axis.count < 2) return "COUNT is a whole number of at least 2";
  if (axis.count > kMostCells) return "at most " + std::to_string(kMostCells) + " values";
  for (const double end : {axis.low, axis.high}) {
    if (!takes(axis, end)) return "LO and HI are each " + expectation(axis);
  }
  if (!(axis.low < axis.high)) return "LO must be below HI";
  if (axis.logarithmic && !(axis.low > 0.0)) {
    return "even ratios need LO above 0; with :lin the steps are even";
  }
  double before = axis.low;
  for (int i = 1; i < axis.count; ++i) {
    const double value = value_of(axis, i);
    if (!(value > std::exchange(before, value))) return "too many values between LO and HI";
    if (axis.kind != SettingKind::kNumber && value != std::floor(value)) {
      return "COUNT must step by whole numbers";
    }
  }
  return "";
}

double value_of(const SweepAxis& axis, int i) {
  if (i <= 0) return axis.low;
  if (i >= axis.count - 1) return axis.high;
  const double share = static_cast<double>(i) / (axis.count - 1);
  return rounded_to_digits(axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                            : axis.low + (axis.high - axis.low) * share,
                           digits_of(axis));
}

void set(const SweepAxis& axis, double value, Settings& settings) {
  if (axis.setting != nullptr) {
    axis.setting->set(settings, value);
  } else {
    settings.set_param(axis.name, value);
  }
}

void reset(const SweepAxis& axis, Settings& settings) {
  if (axis.setting != nullptr) {
    axis.setting->set(settings, axis.setting->get(Settings()));
  } else {
    settings.set_param(axis.name, std::nullopt);
  }
}

std::string text_of(const SweepAxis& axis, double value) {
  if (axis.kind == SettingKind::kSwitch) return value != 0.0 ? "true" : "false";
  if (axis.kind == SettingKind::kChoice) {
    return axis.setting->choices[static_cast<std::size_t>(value)];
  }
  return exact_number(value);
}

std::string shown_text(const SweepAxis& axis, double value) {
  if (axis.kind == SettingKind::kSwitch) return value != 0.0 ? "on" : "off";
  if (axis.kind == SettingKind::kChoice) {
    return choice_labels(*axis.setting)[static_cast<std::size_t>(value)];
  }
  const bool whole = axis.kind == SettingKind::kCount;
  return (whole ? exact_number(value) : brief_number(value)) +
         (axis.unit.empty() ? "" : " " + axis.unit);
}

std::optional<double> parse_value(const SweepAxis& axis, std::string_view text) {
  for (int word = 0; word < word_count(axis); ++word) {
    if (text == text_of(axis, word)) return word;
  }
  return word_count(axis) > 0 ? std::nullopt : parse_number(text);
}

}  // namespace lab
