#pragma once

#include <string>

#include <CLI/App.hpp>

#include "cli/output/output.h"

namespace cli {

/// Adds options to a group of a command's help.
struct OptionGroup {
  CLI::App& command;
  const char* name;

  /// \param type placeholder for the value
  CLI::Option* add(const char* names, auto& value, const char* type,
                   const std::string& help) const {
    return command.add_option(names, value, help)->type_name(type)->group(name);
  }
  /// The path of a file.
  CLI::Option* add_file(const char* names, std::string& path, const std::string& help) const {
    return add(names, path, "FILE", help);
  }
  CLI::Option* add_flag(const char* names, bool& value, const std::string& help) const {
    return command.add_flag(names, value, help)->group(name);
  }
};

}  // namespace cli
