#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "cli/output/output.h"
#include "iklab/body.h"

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

/// A number given to an option. \param what stands before the message
/// \throws io::Error
double number_of(std::string_view text, const std::string& what);
/// An angle given to an option: "1.5" is rad, "90deg" degrees.
/// \returns rad \throws io::Error
double angle_of(std::string_view text, const std::string& what);
/// The numbers of a list. \throws io::Error
std::vector<double> numbers_of(const std::string& list, const std::string& what);

/// Says in one line that an angle of more than three turns may be meant in degrees; nothing for a
/// smaller one. \param what the option and its value
void ask_for_degrees(const std::string& what, double angle);

/// The theta of every joint: "0.1,90deg,..."; only joints that turn may have degrees.
/// \returns (n) in the order given \throws io::Error
ik::VectorX theta_of(const ik::Multibody& multibody, const std::string& list,
                     const std::string& what);

/// An option of an effector, such as "tool=1,2".
struct EffectorOption {
  int effector = -1;
  std::string value;  ///< behind the equals sign
};
/// \param option   "--goal"
/// \param expected "EFFECTOR=x,y,z", for the message
/// \throws io::Error naming the effectors that there are
EffectorOption effector_option(const ik::Multibody& multibody, const std::string& option,
                               const std::string& text, const char* expected);

}  // namespace cli
