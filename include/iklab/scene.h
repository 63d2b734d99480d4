#pragma once

#include <iklab/solver.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lab {
struct Scene;
}

namespace ik {

/// A scene: a body, a moving target for each effector, obstacles, and the settings that suit them.
/// docs/adding.md defines the file format. A value; copies share their contents.
class Scene {
 public:
  explicit Scene(std::shared_ptr<const lab::Scene> scene) : scene_(std::move(scene)) {}

  const std::string& name() const;
  const std::string& description() const;
  const Multibody& multibody() const;
  operator const Multibody&() const { return multibody(); }
  const std::vector<Obstacle>& obstacles() const;
  double time_step() const;  ///< s

  /// The target of effector i at a time in s, world axes, m.
  Eigen::Vector3d target(int effector, double time) const;

  /// A solver with the scene's obstacles, weights, λ, caps and D_max, and its goals at time 0.
  /// \throws std::invalid_argument for an unknown method
  Solver solver(std::string_view method = "dls") const;
  /// Sets the goals of such a solver, targets and aims, to those at a time in s.
  void move_goals(Solver& solver, double time) const;

  /// The scene as the library itself uses it.
  const std::shared_ptr<const lab::Scene>& data() const { return scene_; }

 private:
  std::shared_ptr<const lab::Scene> scene_;
};

/// Reads the scene of a file, or a built-in scene by its name. Link with iklab::scene.
/// \throws std::runtime_error with one line that names the file and the wrong field
Scene read_scene(const std::string& name_or_path);

}  // namespace ik
