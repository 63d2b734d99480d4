#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include "cli/options/option.h"
#include "io/body/body_file.h"
#include "lab/track/tracker.h"

namespace cli {

/// The options that say how a robot or character file becomes a scene.
struct BodyOptionSet {
  std::string base, curve, aim;
  std::optional<std::string> effectors;
  bool tip = false;
  std::vector<std::string> packages;                        ///< NAME=DIR
  std::vector<CLI::Option*> all;                            ///< in the order of the help
  const lab::OptionWords* words = &lab::kCommandLineWords;  ///< of notes

  void add_to(CLI::App& command);
  /// \throws io::Error naming the option
  io::BodyOptions options() const;
  /// The first of these options that the user gave: "--base"; empty without any.
  std::string first_given() const;

  /// The scene with this name or path; "-": of standard input. What could not be shown goes to
  /// standard error, a line each.
  lab::Scene open(const std::string& name_or_path) const;
};

/// The option --no-cache.
class CacheOption {
 public:
  void add_to(CLI::App& command);
  /// The folder of io::PreparationFiles; empty: none.
  std::filesystem::path folder() const;

 private:
  bool without_ = false;
};

/// The settings that a command has options for.
enum class SettingOptions {
  kAll,
  kWithoutTolerance,  ///< the command has a --tolerance of its own
  kLimits,            ///< only --limits, and no parameters of methods
};

/// The options of an experiment: scene, every row of lab::shared_knobs() and parameters of methods.
/// The reading functions throw io::Error naming the option.
class SetupOptions {
 public:
  /// \param scene_required false lets the caller choose a scene when none is given
  /// \param scene_names    of the scene's option; a name without dashes is positional
  void add_to(CLI::App& command, bool scene_required = true, const char* scene_names = "--scene",
              SettingOptions offered = SettingOptions::kAll);

  std::string scene_name, group;
  BodyOptionSet body;
  CacheOption cache;

  /// The first given option that needs a scene: --group, or one of robot and character files. Empty
  /// without any.
  std::string option_of_scene() const { return group.empty() ? body.first_given() : "--group"; }
  /// The given scene, with the given group of joints.
  lab::Scene scene() const;

  using GivenSettings = std::vector<std::pair<const lab::Knob*, double>>;
  /// The shared knobs that were given, and their values.
  GivenSettings given_settings() const;
  /// The scene's settings, overridden by the given ones.
  lab::Settings settings(const lab::Scene& scene) const;

  /// The given parameters; at least one of the methods must have each.
  lab::Params params(const std::vector<const ik::MethodInfo*>& methods) const;

 private:
  void expect_one_value(const lab::Params& params) const;

  std::vector<std::string> settings_;  // texts, by row of lab::shared_knobs()
  std::vector<CLI::Option*> given_;    // by the same row, null without an option
  std::vector<std::string> params_;    // NAME=VALUE
};

/// Notes each given setting that differs from the default and has no effect in any of the uses.
void tell_unused(const SetupOptions::GivenSettings& given, std::span<const lab::KnobUse> uses);
/// "--lead has no effect: WHY", if there is a reason.
void tell_no_effect(const std::string& option, const std::string& why);

/// Sets the parameters that the tracker's method has.
void set_params(lab::Tracker& tracker, const lab::Params& params);

/// The ids of all methods, in the order of the registry.
std::vector<std::string> method_ids();

/// Adds the option --method.
CLI::Option* add_method_option(CLI::App& command, std::string& method);

/// The method with this id. \throws io::Error listing the known ones
const ik::MethodInfo& method_of(const char* option, const std::string& id);

/// What lists of methods accept, in help texts.
inline constexpr const char* kMethodsHelp =
    "methods separated by commas, report for the four of Buss (2009), or all";
/// Adds the option --methods. \param before begins its help, before kMethodsHelp
CLI::Option* add_methods_option(CLI::App& command, std::string& methods,
                                const char* before = "The ");
/// The methods of --methods: ids separated by commas, "report" or "all".
/// \throws io::Error where one is unknown or appears twice
std::vector<const ik::MethodInfo*> methods_of(const std::string& list);

}  // namespace cli
