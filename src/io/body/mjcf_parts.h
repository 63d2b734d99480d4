#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "io/body/mjcf_element.h"
#include "io/body/notes.h"
#include "io/body/visuals.h"
#include "io/body/xml.h"

namespace io {

/// A mesh among the assets.
struct MjcfMesh {
  std::string file = {};  ///< below the folder of meshes; empty for one without a file
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  Eigen::AlignedBox3d box = {};  ///< of its points, where they are written in the model, m
};

/// The sections of an MJCF file and of the files that it includes: conventions, defaults and assets
/// are read, in whatever order they stand; bodies, constraints, tendons and keys are there as
/// elements.
class MjcfParts {
 public:
  /// \param folder of the file: names of included files count from it
  MjcfParts(const XmlNode& mujoco, std::filesystem::path folder);

  const MjcfConventions& conventions() const { return conventions_; }
  /// The included files.
  std::vector<std::string> files() const;
  /// The elements in all sections of a tag: the bodies of "worldbody", the keys of "keyframe".
  std::vector<XmlNode> inside(const std::string& section) const;
  /// The elements inside one, with those of the file instead of an <include>.
  std::vector<XmlNode> children(const XmlNode& parent);

  /// An element with the defaults of its class. \param inherited the class of an element without
  /// one \param kind the tag of its defaults; empty: its own
  MjcfElement with_defaults(const XmlNode& node, const std::string& inherited,
                            const std::string& kind = {}) const;

  /// Null if there is none of that name.
  const MjcfMesh* mesh(const std::string& name) const;
  /// Assets and, by the reader, shapes that are left out.
  DroppedLooks& looks() { return looks_; }
  /// The colour of a material; empty if there is none, or it has no colour.
  std::optional<Rgba> color_of(const std::string& material) const;

 private:
  /// What a class of defaults says of each kind of element.
  using DefaultClass = std::map<std::string, Attributes>;
  struct Included {
    tinyxml2::XMLDocument document;
    std::string source;
  };

  XmlNode included(const XmlNode& node);
  void read_compiler(const XmlNode& node);
  void read_default(const XmlNode& node, DefaultClass inherited, bool top);
  void read_asset(const XmlNode& node);

  std::filesystem::path folder_;
  DroppedLooks looks_;
  std::vector<std::unique_ptr<Included>> documents_;  // outlive the elements
  MjcfConventions conventions_;
  std::map<std::string, std::vector<XmlNode>> sections_;  // by tag, what is inside
  std::map<std::string, DefaultClass> classes_;           // "": those without a name
  std::map<std::string, MjcfMesh> meshes_;
  std::map<std::string, Rgba> materials_;
};

}  // namespace io
