#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include "lab/track/tracker.h"

namespace cli {

/// What an experiment is made of, as options: the scene, every row of lab::settings() and the
/// parameters of methods. The reading functions throw io::Error naming the option.
class SetupOptions {
 public:
  /// \param scene_required otherwise an empty scene is left for the caller to choose
  void add_to(CLI::App& command, bool scene_required = true);

  bool has_scene() const { return !scene_.empty(); }
  bool has_group() const { return !group_.empty(); }
  /// The scene that was named, with the group of joints that is to move alone.
  lab::Scene scene() const;

  using GivenSettings = std::vector<std::pair<const lab::SettingInfo*, double>>;
  /// The settings that were given, in the outside's unit.
  GivenSettings given_settings() const;
  /// The scene's settings with those that were given on top.
  lab::Settings settings(const lab::Scene& scene) const;

  using Params = std::vector<std::pair<std::string, double>>;
  /// The parameters that were given, each of which one of the methods must have.
  Params params(const std::vector<const ik::MethodInfo*>& methods) const;

 private:
  std::string scene_, group_;
  std::vector<std::string> settings_;  // (of lab::settings()) as given
  std::vector<CLI::Option*> given_;    // likewise
  std::vector<std::string> params_;    // NAME=VALUE
};

/// Gives the tracker's method those of the parameters that it has.
void set_params(lab::Tracker& tracker, const SetupOptions::Params& params);

/// The option that names a method.
CLI::Option* add_method_option(CLI::App& command, std::string& method);

/// The method of that id.
/// \throws io::Error listing the known ones
const ik::MethodInfo& method_of(const char* option, const std::string& id);

}  // namespace cli
