#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "io/body/body_file.h"

namespace cli {

/// The options that say how a robot or character file becomes a scene.
class BodyOptionSet {
 public:
  void add_to(CLI::App& command);
  /// \throws io::Error naming the option
  io::BodyOptions options() const;
  /// The first of these options that the user gave: "--base"; empty without any.
  std::string first_given() const;

  bool has_curve() const { return !curve_.empty(); }
  bool has_aim() const { return !aim_.empty(); }

  /// The scene with this name or path; "-": of standard input. What could not be shown goes to
  /// standard error, a line each.
  lab::Scene open(const std::string& name_or_path) const;

 private:
  std::string base_, curve_, aim_;
  std::optional<std::string> effectors_;
  bool tip_ = false;
  std::vector<std::string> packages_;  // NAME=DIR
  std::vector<CLI::Option*> given_;    // in the order of the help
};

}  // namespace cli
