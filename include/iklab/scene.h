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

/// A scene: a body, a target for each effector that moves in time, obstacles, and the settings that
/// suit them. docs/adding.md has the format of its files. A value; copies share what they hold.
class Scene {
 public:
  explicit Scene(std::shared_ptr<const lab::Scene> scene) : scene_(std::move(scene)) {}

  const std::string& name() const;
  const std::string& description() const;
  const Multibody& multibody() const;
  operator const Multibody&() const { return multibody(); }
  const std::vector<Obstacle>& obstacles() const;
  double time_step() const;  ///< s

  /// Where effector i is to be at a time in s, world axes, m.
  Eigen::Vector3d target(int effector, double time) const;

  /// A solver with the scene's obstacles, weights, λ, caps and D_max, and its goals at time 0.
  /// \throws std::invalid_argument for a method that there is not
  Solver solver(std::string_view method = "dls") const;
  /// Moves the goals of such a solver, targets and aims, to where they are at a time in s.
  void move_goals(Solver& solver, double time) const;

  /// The same as the library's own code reads it.
  const std::shared_ptr<const lab::Scene>& data() const { return scene_; }

 private:
  std::shared_ptr<const lab::Scene> scene_;
};

/// The scene of a file, or a built-in one by its name. In the library iklab::scene.
/// \throws std::runtime_error of one line that names the file and the place of what is wrong
Scene read_scene(const std::string& name_or_path);

}  // namespace ik
