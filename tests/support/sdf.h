#pragma once

#include <string>

#include "io/body/body_file.h"

/// Small robots in SDF.
namespace sdf {

inline io::BodyFile read(const std::string& contents, const std::string& version = "1.9") {
  return io::parse_body("<sdf version='" + version + "'>" + contents + "</sdf>", "r.sdf");
}

inline std::string model(const std::string& contents, const std::string& name = "m") {
  return "<model name='" + name + "'>" + contents + "</model>";
}

/// \param rest what is in the joint besides
inline std::string joint(const std::string& name, const std::string& type,
                         const std::string& parent, const std::string& child,
                         const std::string& rest = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" +
         child + "</child>" + rest + "</joint>";
}

/// Holds the link "a" in the world.
inline const std::string kHold = joint("hold", "fixed", "world", "a");

}  // namespace sdf
