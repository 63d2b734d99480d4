#pragma once

#include <filesystem>

#include "io/body/xml.h"

namespace io {

/// Refuses a .xacro file: it holds macros, and a program of ROS makes a URDF from them.
/// \throws Error with the command that makes it
void expect_expanded(const std::filesystem::path& path);

/// Refuses a URDF that has elements or expressions of xacro. \throws Error with the first line and
/// the command that expands them
void expect_expanded(const XmlNode& robot, const std::filesystem::path& path);

}  // namespace io
