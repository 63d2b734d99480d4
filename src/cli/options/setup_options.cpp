#include "cli/options/setup_options.h"

#include <algorithm>

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

std::string param_names(const std::vector<const ik::MethodInfo*>& methods) {
  std::string names;
  for (const ik::MethodInfo* method : methods) {
    method->create().visit([&](const ik::Knob& knob, ik::KnobValue) {
      names += fmt::format("{}{}: {}", names.empty() ? "" : ", ", method->id, knob.name);
    });
  }
  return names.empty() ? "none" : names;
}

bool is_offered(const lab::Knob& knob, SettingOptions offered) {
  if (offered == SettingOptions::kLimits) return knob.is_named(lab::knob::kLimits.name);
  return offered == SettingOptions::kAll || !knob.is_named("tolerance");
}

/// \param option "--lambda", "--param gain"
double parse_knob(const std::string& option, const lab::Knob& knob, std::string_view text) {
  if (const std::optional<double> value = lab::parse_value(knob, text)) return *value;
  throw io::Error(fmt::format("{}: expected {}", option, knob.expectation()));
}

}  // namespace

void BodyOptionSet::add_to(CLI::App& command) {
  const OptionGroup group{command, "Robot and character files"};
  const auto option = [&](const char* name, auto& value, const char* type, const char* help) {
    return all.emplace_back(group.add(name, value, type, wrapped_help(help)));
  };
  option("--base", base, "fixed|free",
         "Holds the root link, or lets it slide and turn (default: as the file says)");
  option("--effectors", effectors, "N1,N2,...",
         "Links or sites whose frames become effectors; NAME@x,y,z[,roll,pitch,yaw] adds a tool "
         "(default: tools, hands and feet, or the ends of branches)");
  all.push_back(group.add_flag("--tip", tip,
                               wrapped_help("Puts effectors at the tips of the links that "
                                            "--effectors names, not at their origins")));
  option("--curve", curve, "KIND",
         "The targets' curves: in-reach, in-and-out (default), edge or standing");
  option("--aim", aim, "direction|orientation",
         "What effectors have to do besides reaching a point (default: nothing)");
  option("--package", packages, "NAME=DIR",
         "The folder of a package that package:// names; may be given several times")
      ->allow_extra_args(false);
}

io::BodyOptions BodyOptionSet::options() const {
  io::BodyOptions options;
  options.wish.words = words;
  if (!base.empty()) {
    options.wish.base = static_cast<lab::Base>(1 + choice_of("--base", base, lab::kBases));
  }
  if (!curve.empty()) {
    options.wish.fit = static_cast<lab::CurveFit>(choice_of("--curve", curve, lab::kCurveFits));
  }
  if (!aim.empty()) {
    options.wish.aim = static_cast<ik::AimKind>(1 + choice_of("--aim", aim, io::kAimKinds));
  }
  if (effectors) options.wish.effectors = io::effector_list(*effectors);
  if (tip && !effectors) throw io::Error("--tip: --effectors has to name the links");
  options.wish.at_tips = tip;
  for (const std::string& text : packages) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw io::Error(fmt::format("--package {}: expected NAME=DIR", text));
    }
    const std::string folder = text.substr(equals + 1);
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
      throw io::Error(
          io::printable(fmt::format("--package {}: there is no folder {}", text, folder)));
    }
    options.packages[text.substr(0, equals)] = folder;
  }
  return options;
}

std::string BodyOptionSet::first_given() const {
  for (const CLI::Option* option : all) {
    if (option->count() > 0) return option->get_name();
  }
  return {};
}

lab::Scene BodyOptionSet::open(const std::string& name_or_path) const {
  const bool from_input = name_or_path == "-";
  lab::Scene scene = from_input ? io::parse_any_scene(standard_input(), "standard-input", options())
                                : io::open_scene(name_or_path, options());
  const std::string& name = from_input ? scene.id : name_or_path;
  const bool from_body = !io::is_built_in(name) && io::is_body_file(name);
  if (!from_body && !first_given().empty()) {
    throw io::Error(io::printable(
        fmt::format("{}: only for robot and character files; {} is a scene", first_given(), name)));
  }
  if (!curve.empty() && scene.recorded_jitter_deg && from_body) {
    throw io::Error(io::printable(fmt::format(
        "--curve: the targets of {} follow its recording; --base fixed or free gives them curves",
        name)));
  }
  for (const std::string& note : scene.notes) tell_note(name + ": " + note);
  return scene;
}

void SetupOptions::add_to(CLI::App& command, bool scene_required, const char* scene_names,
                          SettingOptions offered) {
  command
      .add_option(scene_names, scene_name,
                  wrapped_help(fmt::format("The scene: {}, or the path of a scene file or of "
                                           "a robot or character ({}); - is standard input",
                                           fmt::join(io::built_in_scenes(), ", "),
                                           io::body_format_names())))
      ->type_name("S")
      ->required(scene_required);

  command
      .add_option(
          "--group", group,
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
  body.add_to(command);
  if (offered == SettingOptions::kLimits) return;
  OptionGroup{command, "Settings"}
      .add("--param", params_, "NAME=VALUE",
           wrapped_help("A parameter of the method, such as gain=0.5; may be given several "
                        "times. `iklab list methods` shows their names, units and defaults"))
      ->allow_extra_args(false);
  cache.add_to(command);
}

lab::Scene SetupOptions::scene() const {
  lab::Scene scene = body.open(scene_name);
  if (group.empty()) return scene;
  io::choose_group(scene, group, "--group");
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
    const ik::AnyMethod method = setup.front_lane().method->create();
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

CLI::Option* add_methods_option(CLI::App& command, std::string& methods, const char* before) {
  return command.add_option("--methods", methods, wrapped_help(std::string(before) + kMethodsHelp))
      ->type_name("M1,M2,...");
}

const ik::MethodInfo& method_of(const char* option, const std::string& id) {
  if (const ik::MethodInfo* method = ik::find_method(id)) return *method;
  const std::vector<std::string> ids = method_ids();
  throw io::Error(fmt::format("{}: no method '{}'{}: there are {}", option, id,
                              io::did_you_mean(id, ids), io::joined(ids, ", ")));
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
