#include "cli/options/setup_options.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "io/saved/preparation_files.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "lab/scene/knobs.h"

namespace cli {
namespace {

/// "Clamp D_max [m]: a number above 0, or off (default: the scene's, else off). No error ...".
std::string help_of(const lab::Knob& knob) {
  constexpr int kDigits = 6;
  const std::optional<double> usual = knob.given(lab::Settings());
  const std::string otherwise =
      usual ? lab::option_text(knob, *usual, kDigits) : "the method's own";
  const std::string unit = *knob.unit != '\0' ? fmt::format(" [{}]", knob.unit) : "";
  return wrapped_help(fmt::format("{}{}: {} (default: the scene's, else {}). {}", knob.label, unit,
                                  knob.expectation(), otherwise, knob.help));
}

const char* placeholder(const lab::Knob& knob) {
  constexpr const char* kPlaceholders[] = {"X", "N", "", "WORD"};  // in the order of KnobKind
  return kPlaceholders[static_cast<std::size_t>(knob.kind)];
}

/// "; did you mean 'dls'?: there are jacobian-transpose, …": the end of a message on an unknown
/// method.
std::string known_methods(const std::string& id) {
  const std::vector<std::string> ids = method_ids();
  return io::did_you_mean(id, ids) + ": there are " + io::joined(ids, ", ");
}

std::string param_names(const std::vector<const ik::MethodInfo*>& methods) {
  std::string names;
  for (const ik::MethodInfo* method : methods) {
    method->make().visit([&](const ik::Knob& knob, ik::KnobValue) {
      names += fmt::format("{}{}: {}", names.empty() ? "" : ", ", method->id, knob.name);
    });
  }
  return names.empty() ? "none" : names;
}

bool is_offered(const lab::Knob& knob, SettingOptions offered) {
  switch (offered) {
    case SettingOptions::kAll:
      break;
    case SettingOptions::kWithoutTolerance:
      return !knob.is_named("tolerance");
    case SettingOptions::kLimits:
      return knob.is_named(lab::knob::kLimits.name);
  }
  return true;
}

/// \param option "--lambda", "--param gain"
double parse_knob(const std::string& option, const lab::Knob& knob, std::string_view text) {
  if (const std::optional<double> value = lab::parse_value(knob, text)) return *value;
  throw io::Error(fmt::format("{}: expected {}", option, knob.expectation()));
}

}  // namespace

void SetupOptions::add_to(CLI::App& command, bool scene_required, const char* scene_names,
                          SettingOptions offered) {
  command
      .add_option(scene_names, scene_,
                  wrapped_help(fmt::format("The scene: {}, or the path of a scene file or of "
                                           "a robot or character ({}); - is standard input",
                                           fmt::join(io::built_in_scenes(), ", "),
                                           io::body_format_names())))
      ->type_name("S")
      ->required(scene_required);

  command
      .add_option(
          "--group", group_,
          wrapped_help("Moves only this group of the scene's joints and freezes all others, "
                       "such as \"arms only\" of the humanoid"))
      ->type_name("NAME");

  settings_.resize(lab::shared_knobs().size());
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const lab::Knob& knob = lab::shared_knobs()[i];
    if (!is_offered(knob, offered)) {
      given_.push_back(nullptr);
      continue;
    }
    const std::string option = fmt::format("--{}", knob.name);
    const bool is_switch = knob.kind == ik::KnobKind::kSwitch;
    given_.push_back(is_switch ? command.add_flag(option, settings_[i], help_of(knob))
                               : command.add_option(option, settings_[i], help_of(knob)));
    given_.back()->type_name(placeholder(knob))->group("Settings");
  }
  body_.add_to(command);
  if (offered == SettingOptions::kLimits) return;
  OptionGroup{command, "Settings"}
      .add("--param", params_, "NAME=VALUE",
           wrapped_help("A parameter of the method, such as gain=0.5; may be given several "
                        "times. `iklab list methods` shows their names, units and defaults"))
      ->allow_extra_args(false);
  cache.add_to(command);
}

lab::Scene SetupOptions::scene() const {
  lab::Scene scene = body_.open(scene_);
  if (group_.empty()) return scene;
  io::choose_group(scene, group_, "--group");
  return scene;
}

SetupOptions::GivenSettings SetupOptions::given_settings() const {
  GivenSettings result;
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    if (given_[i] == nullptr || given_[i]->count() == 0) continue;
    const lab::Knob& knob = lab::shared_knobs()[i];
    result.emplace_back(&knob, parse_knob(std::string("--") + knob.name, knob, settings_[i]));
  }
  return result;
}

lab::Settings SetupOptions::settings(const lab::Scene& scene) const {
  lab::Settings settings = scene.settings;
  for (const auto& [knob, value] : given_settings()) knob->set(settings, value);
  return settings;
}

lab::Params SetupOptions::params(const std::vector<const ik::MethodInfo*>& methods) const {
  lab::Params result;
  for (const std::string& text : params_) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw io::Error(fmt::format("--param {}: expected NAME=VALUE", text));
    }
    const std::string given = text.substr(0, equals);
    const auto owner = std::ranges::find_if(methods, [&given](const ik::MethodInfo* method) {
      return lab::find_param(*method, given).has_value();
    });
    if (owner == methods.end()) {
      throw io::Error(
          fmt::format("--param {}: no such parameter; there are {}", given, param_names(methods)));
    }
    const std::string name = lab::find_param(**owner, given)->name;
    for (const ik::MethodInfo* method : methods) {
      const std::optional<lab::Knob> knob = lab::find_param(*method, name);
      if (!knob) continue;
      const double value =
          parse_knob("--param " + name, *knob, std::string_view(text).substr(equals + 1));
      if (result.emplace(name, value).first->second == value) continue;
      throw io::Error(fmt::format("--param {}: given twice, with different values", name));
    }
  }
  expect_one_value(result);
  return result;
}

/// λ is a setting and a parameter: both may be given only if they agree.
void SetupOptions::expect_one_value(const lab::Params& params) const {
  for (const auto& [knob, value] : given_settings()) {
    const auto param = params.find(knob->name);
    if (param == params.end() || param->second == value) continue;
    throw io::Error(fmt::format("--param {} and --{}: {} and {} are two values for one number",
                                knob->name, knob->name, param->second, value));
  }
}

std::vector<lab::KnobUse> tracking_uses(const lab::Scene& scene, const lab::Settings& settings,
                                        const std::vector<const ik::MethodInfo*>& methods,
                                        lab::KnobTask task) {
  std::vector<lab::KnobUse> uses;
  for (const ik::MethodInfo* method : methods) {
    uses.push_back({*method, settings, &scene.multibody, task, &scene});
  }
  return uses;
}

void tell_no_effect(const std::string& option, const std::string& why) {
  if (!why.empty()) tell_note(fmt::format("{} has no effect: {}", option, why));
}

void tell_unused(const SetupOptions::GivenSettings& given, std::span<const lab::KnobUse> uses) {
  const lab::Settings usual;
  for (const auto& [knob, value] : given) {
    if (value == knob->given(usual)) continue;
    tell_no_effect(fmt::format("--{}", knob->name), lab::why_no_effect(*knob, uses));
  }
}

void set_params(lab::Tracker& tracker, const lab::Params& params) {
  tracker.change([&params](lab::Setup& setup) {
    const ik::AnyMethod method = setup.front_lane().method->make();
    for (const auto& [name, value] : params) {
      if (ik::get_param(method, name)) setup.front_lane().settings.set_param(name, value);
    }
  });
}

void CacheOption::add_to(CLI::App& command) {
  command.add_flag(
      "--no-cache", without_,
      wrapped_help("Neither read nor keep trained networks (learned) in the cache folder"));
}

std::filesystem::path CacheOption::folder() const {
  return without_ ? std::filesystem::path() : io::cache_folder();
}

std::vector<std::string> method_ids() {
  std::vector<std::string> ids;
  for (const ik::MethodInfo& method : ik::methods()) ids.emplace_back(method.id);
  return ids;
}

CLI::Option* add_method_option(CLI::App& command, std::string& method) {
  return command
      .add_option("--method", method, wrapped_help("The method: " + io::joined(method_ids(), ", ")))
      ->type_name("M");
}

const ik::MethodInfo& method_of(const char* option, const std::string& id) {
  if (const ik::MethodInfo* method = ik::find_method(id)) return *method;
  throw io::Error(fmt::format("{}: no method '{}'{}", option, id, known_methods(id)));
}

std::vector<const ik::MethodInfo*> methods_of(const std::string& list) {
  std::vector<const ik::MethodInfo*> methods = lab::methods_of_group(list);
  if (!methods.empty()) return methods;
  for (const std::string& id : io::parts_of(list)) {
    const ik::MethodInfo& method = method_of("--methods", id);
    if (std::ranges::find(methods, &method) != methods.end()) {
      throw io::Error(fmt::format("--methods: '{}' appears twice", method.id));
    }
    methods.push_back(&method);
  }
  if (methods.empty()) throw io::Error("--methods \"\": a name is empty");
  return methods;
}

}  // namespace cli
