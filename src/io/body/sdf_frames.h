#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "iklab/body.h"
#include "io/body/mesh_paths.h"
#include "io/body/xml.h"

namespace io {

/// An SDF file: the robot's own or an included one.
struct SdfSource {
  XmlNode root;
  std::filesystem::path path;  ///< canonical, to tell files apart
  const MeshPaths& meshes;     ///< the search for what it names
  /// 6 of version 1.6. \throws Error where it is older than 1.2
  int minor_version = 0;
};

/// The files of a robot in SDF. Included ones are read once.
class SdfSources {
 public:
  /// \param path the robot's own file
  SdfSources(const XmlNode& sdf, const std::filesystem::path& path, const MeshPaths& meshes);
  SdfSources(const SdfSources&) = delete;

  const SdfSource& own() const { return own_; }
  /// The file that an <include> names; null if there is none. \throws Error naming file and line
  const SdfSource* included(const XmlNode& include, const SdfSource& from);
  /// The robot's own file, then the included ones.
  std::vector<const SdfSource*> all() const;
  /// The included files.
  std::vector<std::string> names() const;
  /// What <include>s name without a file of that name.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  struct Included;

  SdfSource own_;
  std::map<std::filesystem::path, std::shared_ptr<Included>> files_;
  std::vector<std::string> missing_;
};

/// What has a pose and a name in an SDF file.
struct SdfFrame {
  enum class Kind { kWorld, kModel, kLink, kJoint, kFrame };

  Kind kind = Kind::kWorld;
  XmlNode node;            ///< its element; of the world <world>, or <sdf> where there is none
  int scope = 0;           ///< the model that it is in, or the world; of the world itself
  std::string name;        ///< with the models that it is in: "gripper::palm"
  bool is_static = false;  ///< it stands in the world
  const SdfSource* source = nullptr;    ///< the file that has it
  std::optional<XmlNode> include = {};  ///< the <include> that brought a model
  bool is_merged = false;               ///< the model's names are its scope's, too
  int parent = 0;                       ///< the frame in which its pose is written
  ik::Isometry parent_from_frame = ik::Isometry::Identity();
  int depth = -1;  ///< number of poses up to the world; -1: not known yet
};

/// The frames of an SDF file, and where they are before anything moves: sdformat.org, "Pose Frame
/// Semantics". A name is known in its own model; a nested model's names begin with that model's
/// name and "::". Files older than 1.7 have frames of models, links and joints alone. An included
/// model is a nested one: its <include> may give it another name and pose, hold it in the world, or
/// merge its contents into the model around.
class SdfFrames {
 public:
  static constexpr int kWorld = 0;

  /// \throws Error naming line, element and field, also of poses that are relative to each other
  explicit SdfFrames(SdfSources& sources);

  /// The frames of a kind; each model comes before what it has.
  std::vector<int> of_kind(SdfFrame::Kind kind) const;
  const SdfFrame& operator[](int frame) const { return frames_[static_cast<std::size_t>(frame)]; }

  /// The frame that a name means in a model or the world; empty if there is none.
  std::optional<int> find(const std::string& name, int scope) const;
  /// The same. \throws Error naming the element and its field
  int find(const std::string& name, int scope, const XmlNode& node, const char* field) const;

  /// The pose of b in a: exact, if b's pose is written in a.
  ik::Isometry between(int a, int b) const;
  /// The pose of an element in a frame: of its <pose>, in this frame unless it names another.
  ik::Isometry pose_in(int frame, const XmlNode& node) const;

  /// The link that a frame moves with: of a joint, its child; of a model, the canonical one.
  /// kWorld, if it is fixed in the world.
  int link_of(int frame) const;

  /// The number of such elements in models and worlds.
  int count(const char* tag) const;

 private:
  int add(SdfFrame frame, const char* tag);
  /// A model and the file and <include> that it is from.
  struct Model {
    XmlNode node;
    const SdfSource* source;
    std::optional<XmlNode> include = {};

    std::string name() const;
    bool merges() const;
  };

  void add_contents(const Model& model, int scope, const std::string& prefix);
  void add_model(const Model& model, int scope, const std::string& prefix);
  std::vector<Model> models_in(const Model& outer);
  int attached_to(int frame) const;
  int canonical_of(int model) const;
  int relative_to(int frame) const;
  void measure_depth(int frame);
  void place_model(int model);
  SdfFrame& at(int frame) { return frames_[static_cast<std::size_t>(frame)]; }

  SdfSources& sources_;
  std::vector<const SdfSource*> open_;  // files that include each other, while they are read
  int included_ = 0;                    // number of included models
  std::map<int, int> first_;            // first link of a model, or else its first model
  std::vector<SdfFrame> frames_;
  std::map<std::pair<int, std::string>, int> names_;  // by scope and name
};

}  // namespace io
