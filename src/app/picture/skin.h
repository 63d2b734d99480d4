#pragma once

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "gfx/draw/skinned.h"
#include "gfx/draw/solids.h"
#include "iklab/problem.h"
#include "lab/scene/scene.h"

namespace app {

/// The shapes of a scene's links (lab::Visual), ready to be drawn. Immutable; reads each mesh file
/// once. The nodes of one character file carry its meshes together.
class Skin {
 public:
  /// Reads the meshes. A mesh that cannot be read is left out, and said in notes().
  explicit Skin(const std::vector<lab::Visual>& visuals);

  bool empty() const { return pieces_.empty() && characters_.empty(); }
  /// True if some shape moves with joint j.
  bool covers(int j) const {
    return j >= 0 && static_cast<std::size_t>(j) < covered_.size() &&
           covered_[static_cast<std::size_t>(j)];
  }
  /// A line for each mesh that is not shown.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Adds the shapes in a pose. \param color replaces the shapes' own colours where its alpha is
  /// not 0; below 1 it makes a ghost
  void add(const ik::Pose& pose, const gfx::Color& color, gfx::Picture& picture) const;
  /// Adds spheres around the characters in a pose.
  void add_reach(const ik::Pose& pose, std::vector<gfx::Sphere>& spheres) const;

 private:
  /// A shape in the frame that a joint moves. Without a mesh it is a drum, capsule or ball.
  struct Piece {
    int joint;
    Eigen::Isometry3d joint_from_shape;
    std::shared_ptr<const gfx::ModelMesh> mesh;
    double radius = 0.0, half_length = 0.0;
    bool capped = false;
    gfx::Color color;
  };
  /// A place in the frame that a joint moves.
  struct Carrier {
    int joint;
    Eigen::Affine3d joint_from_mesh;
  };
  struct ShownPart {
    std::shared_ptr<const gfx::SkinnedMesh> mesh;
    gfx::Color color;
  };
  /// The meshes of a character file.
  struct ShownCharacter {
    std::vector<ShownPart> parts;
    std::vector<Carrier> carriers;  // in the order of the meshes' joints
  };
  void add_visual(const lab::Visual& visual);
  void add_characters(const std::vector<lab::Visual>& visuals);
  void cover(int joint);

  std::vector<Piece> pieces_;
  std::vector<ShownCharacter> characters_;
  std::vector<bool> covered_;  // by joint
  std::vector<std::string> notes_;
};

}  // namespace app
