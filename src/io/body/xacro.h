#pragma once

#include <filesystem>

#include "io/body/xml.h"

namespace io {

/// Refuses a .xacro file: it holds macros, and a program of ROS makes a URDF from them.
/// \throws Error with the command that makes it
void expect_expanded(const std::filesystem::path& path);

/// Refuses a URDF that uses xacro: includes, conditions, expressions, calls of its own macros.
/// Definitions alone, such as an unused macro, are passed over. \throws Error with the first line
/// and the command that expands them
void expect_expanded(const XmlNode& robot, const std::filesystem::path& path);

}  // namespace io
