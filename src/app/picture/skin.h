#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "app/picture/housing.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "gfx/draw/skinned.h"
#include "gfx/draw/solids.h"
#include "iklab/problem.h"
#include "lab/scene/scene.h"

namespace app {

struct Materials;

/// The shapes of a scene's links (lab::Visual), ready to be drawn. Immutable. Reads a mesh file
/// once for each of its scales, and shares the mesh between its visuals. The nodes of a character
/// file carry its meshes together.
class Skin {
 public:
  /// Limits for a body: triangles read from files, and triangles drawn by all visuals.
  static constexpr std::size_t kMaxRead = 3'000'000, kMaxDrawn = 10'000'000;

  /// Reads the meshes. A mesh that cannot be read, or exceeds a limit, is left out and noted in
  /// notes().
  explicit Skin(const std::vector<lab::Visual>& visuals, std::size_t most_read = kMaxRead,
                std::size_t most_drawn = kMaxDrawn);
  explicit Skin(const std::vector<Housing>& housings);

  bool empty() const { return pieces_.empty() && characters_.empty(); }
  /// True if a shape moves with joint j, and none of its meshes is left out.
  bool covers(int j) const { return j >= 0 && covered_.contains(j); }
  /// A line for each unreadable file, and one line for all meshes beyond the limits.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Adds the shapes in a pose: in their own colours, housings in these materials.
  void add(const ik::Pose& pose, const Materials& materials, gfx::Picture& picture) const;
  /// Adds the shapes that joints move in one colour, for a second body; an alpha below 1 makes a
  /// ghost. Shapes that are fixed to the world coincide with the first body's.
  void add(const ik::Pose& pose, const gfx::Color& color, gfx::Picture& picture) const;
  /// Adds spheres that contain the shapes and characters in a pose.
  void add_reach(const ik::Pose& pose, std::vector<gfx::Sphere>& spheres) const;

 private:
  /// A shape in the frame that a joint moves. Without a mesh it is a drum, capsule or ball.
  struct Piece {
    int joint;
    ik::Isometry joint_from_shape;
    std::shared_ptr<const gfx::ModelMesh> mesh;
    double radius = 0.0, half_length = 0.0;
    bool capped = false;
    gfx::Surface surface;
    Tone tone = Tone::kOwn;
  };
  /// A sphere of a housing, in the frame that a joint moves.
  struct Bound {
    int joint;
    Eigen::Vector3d place;
    float radius;
  };
  /// A place in the frame that a joint moves.
  struct Carrier {
    int joint;
    Eigen::Affine3d joint_from_mesh;
  };
  struct ShownPart {
    std::shared_ptr<const gfx::SkinnedMesh> mesh;
    gfx::Surface surface;
  };
  /// The meshes of a character file.
  struct ShownCharacter {
    std::vector<ShownPart> parts;
    std::vector<Carrier> carriers;  // in the order of the meshes' joints
  };
  struct MeshModel {
    std::shared_ptr<const gfx::ModelMesh> mesh;
    std::optional<Eigen::Vector3d> color;
  };
  /// The models of a mesh file in one scale, or of a file that cannot be read.
  struct MeshModels {
    std::vector<MeshModel> models;
    std::size_t triangles = 0;
    bool broken = false, too_many = false;
  };
  /// Mesh files while they are read.
  struct Reading {
    std::size_t most_read, most_drawn;
    std::size_t read = 0, drawn = 0, too_many = 0;
    std::map<std::string, std::map<std::array<double, 3>, MeshModels>> files = {};
    std::vector<int> bare = {};  // joints with a mesh that is left out
  };
  void add_visual(const lab::Visual& visual, Reading& reading);
  void add_mesh(const lab::Visual& visual, const lab::MeshShape& shape, Reading& reading);
  const MeshModels& models_of(const lab::MeshShape& shape, Reading& reading);
  void add_characters(const std::vector<lab::Visual>& visuals);
  template <class SurfaceOf>
  void add_in(const ik::Pose& pose, int first_joint, SurfaceOf&& surface_of,
              gfx::Picture& picture) const;

  std::vector<Piece> pieces_;
  std::vector<Bound> bounds_;  // of housings
  std::vector<ShownCharacter> characters_;
  std::set<int> covered_;  // joints that covers() knows
  std::vector<std::string> notes_;
};

}  // namespace app
