#include "lab/scene/settings.h"

#include <algorithm>
#include <cmath>

#include "ik/task/method.h"
#include "lab/scene/number_text.h"

namespace lab {

std::optional<double> Settings::param(std::string_view name) const {
  const auto known = params.find(name);
  return known == params.end() ? std::nullopt : std::optional(known->second);
}

void Settings::set_param(std::string_view name, std::optional<double> value) {
  if (value) {
    params.insert_or_assign(std::string(name), *value);
  } else if (const auto known = params.find(name); known != params.end()) {
    params.erase(known);
  }
}

void Settings::set_params(const Params& values) {
  for (const auto& [name, value] : values) params.insert_or_assign(name, value);
}

Params own_params(const Settings& settings) {
  Params own = settings.params;
  std::erase_if(own, [](const auto& param) { return setting_of_param(param.first) != nullptr; });
  return own;
}

Params non_default_params(const ik::MethodInfo& method, const Settings& settings) {
  Params own = own_params(settings);
  std::erase_if(own, [&method](const auto& given) {
    const auto param = find_param(method, given.first);
    return !param || param->usual == given.second;
  });
  return own;
}

Settings shared_settings(Settings settings) {
  std::erase_if(settings.params,
                [](const auto& param) { return setting_of_param(param.first) == nullptr; });
  return settings;
}

const SettingInfo* find_setting(std::string_view name) {
  std::string hyphened(name);
  std::ranges::replace(hyphened, '_', '-');
  const auto info = std::ranges::find(lab::settings(), hyphened, &SettingInfo::name);
  return info == lab::settings().end() ? nullptr : &*info;
}

const SettingInfo* setting_of_param(std::string_view name) {
  const SettingInfo* info = find_setting(name);
  return info != nullptr && info->own != nullptr ? info : nullptr;
}

bool is_of(const SettingInfo& setting, const ik::MethodInfo& method) {
  return setting.own == nullptr || setting.own(method).has_value();
}

double value_in_force(const SettingInfo& setting, const Settings& settings,
                      const ik::MethodInfo& method) {
  const double value = setting.get(settings);
  if (!std::isnan(value) || setting.own == nullptr) return value;
  return setting.own(method).value_or(setting.min);
}

double angle_cap(const Settings& settings, const ik::MethodInfo& method) {
  return settings.param(kMaxAngleParam).value_or(method.max_angle);
}

Settings settings_in_force(const Settings& settings, const ik::MethodInfo& info,
                           const ik::AnyMethod& method) {
  Settings result = settings;
  result.set_param(kLambdaParam, ik::get_param(method, kLambdaParam));
  result.set_param(kMaxAngleParam, angle_cap(settings, info));
  return result;
}

std::string why_unused(const SettingInfo& setting, const SettingUse& use) {
  return setting.unused == nullptr ? std::string() : setting.unused(use);
}

std::string describe(const ik::MethodInfo& method, const Settings& settings) {
  std::string text = method.label;
  for (const SettingInfo& info : lab::settings()) {
    const std::string words = info.words == nullptr ? std::string() : info.words(settings);
    if (!words.empty() && is_of(info, method)) text += ", " + words;
  }
  for (const auto& [name, value] : non_default_params(method, settings)) {
    const auto param = find_param(method, name);
    text += ", " + within_sentence(param->info.label) + " " + value_text(*param, value);
    if (*param->info.unit != '\0') text += std::string(" ") + param->info.unit;
  }
  return text;
}

namespace {

/// The upper bound of a setting that counts: it keeps a typing error from looking like a hang.
constexpr int kMostCount = 1'000'000;

}  // namespace

bool accepts(const SettingInfo& info, double value) {
  if (value == kOff) return info.can_be_off;
  if (info.kind == SettingKind::kNumber) {
    return std::isfinite(value) && (info.may_be_least ? value >= info.least : value > info.least);
  }
  if (value != std::floor(value)) return false;
  if (info.kind == SettingKind::kSwitch) return value == 0.0 || value == 1.0;
  if (info.kind == SettingKind::kChoice) {
    return value >= 0.0 && value < static_cast<double>(info.choices.size());
  }
  return value >= info.least && value <= kMostCount;
}

std::string expectation(const SettingInfo& info) {
  const std::string least = std::to_string(static_cast<int>(info.least));
  const std::string off = info.can_be_off ? ", or off" : "";
  if (info.kind == SettingKind::kSwitch) return "true or false";
  if (info.kind == SettingKind::kCount) {
    return "a whole number from " + least + " to " + std::to_string(kMostCount);
  }
  if (info.kind == SettingKind::kNumber) {
    return (info.may_be_least ? "a number of at least " : "a number above ") + least + off;
  }
  std::string words;
  for (const char* choice : info.choices)
    words += (words.empty() ? "" : " or ") + std::string(choice);
  return words;
}

std::optional<double> parse_setting(const SettingInfo& info, std::string_view text) {
  std::optional<double> value;
  if (info.kind == SettingKind::kChoice) {
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      if (text == info.choices[i]) value = static_cast<double>(i);
    }
  } else if (info.kind == SettingKind::kSwitch) {
    if (text == "true") value = 1.0;
    if (text == "false") value = 0.0;
  } else {
    value = text == "off" ? std::optional<double>(kOff) : parse_number(text);
  }
  return value && accepts(info, *value) ? value : std::nullopt;
}

std::span<const char* const> choice_labels(const SettingInfo& info) {
  return info.labels.empty() ? info.choices : info.labels;
}

std::optional<MethodParam> find_param(const ik::MethodInfo& method, std::string_view name) {
  std::optional<MethodParam> param;
  method.make().visit([&](const ik::ParamInfo& info, ik::ParamValue value) {
    if (!info.is_named(name)) return;
    param = {info, std::holds_alternative<bool*>(value), ik::number_of(value)};
  });
  return param;
}

std::string value_text(const MethodParam& param, double value) {
  constexpr int kDigits = 4;
  if (param.is_switch) return value != 0.0 ? "on" : "off";
  return number_text(value, kDigits);
}

std::string within_sentence(std::string_view label) {
  std::string text(label);
  const auto is_between = [](char c, char first, char last) { return c >= first && c <= last; };
  if (text.size() > 1 && is_between(text[0], 'A', 'Z') && is_between(text[1], 'a', 'z')) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

std::string expectation(const MethodParam& param) {
  if (param.is_switch) return "true or false";
  const bool has_most = param.info.most < std::numeric_limits<double>::max();
  return (has_most ? "a number " : "a number of ") + ik::range_text(param.info);
}

std::string param_expectation(const ik::MethodInfo& method, std::string_view name) {
  const auto param = find_param(method, name);
  return param ? expectation(*param) : std::string();
}

std::optional<double> parse_param(const ik::MethodInfo& method, std::string_view name,
                                  std::string_view text) {
  const auto param = find_param(method, name);
  std::optional<double> value = parse_number(text);
  if (param && param->is_switch && (text == "true" || text == "false"))
    value = text == "true" ? 1.0 : 0.0;
  return value && accepts_param(method, name, *value) ? value : std::nullopt;
}

bool accepts_param(const ik::MethodInfo& method, std::string_view name, double value) {
  const auto param = find_param(method, name);
  if (!param) return false;
  return param->is_switch ? value == 0.0 || value == 1.0 : param->info.accepts(value);
}

ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings) {
  ik::AnyMethod method = info.make();
  for (const auto& [name, value] : settings.params) ik::set_param(method, name, value);
  return method;
}

}  // namespace lab
