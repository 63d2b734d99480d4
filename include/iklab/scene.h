#pragma once

#include <iklab/solver.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lab {
struct Scene;
}

namespace ik {

/// A scene: a body, a moving target for each effector, obstacles, and the settings that suit them.
/// docs/adding.md defines the file format. Copies share their contents.
class Scene {
 public:
  /// From the library's own form, see data().
  explicit Scene(std::shared_ptr<const lab::Scene> scene) : scene_(std::move(scene)) {}

  const std::string& name() const;                           ///< for people: "Double-Y"
  const std::string& description() const;                    ///< a sentence
  const Multibody& multibody() const;                        ///< the body
  operator const Multibody&() const { return multibody(); }  ///< the body
  const std::vector<Obstacle>& obstacles() const;            ///< world axes, m
  double time_step() const;                                  ///< s
  /// Import notes, one line each: parts of a robot or character file that were unreadable or
  /// skipped.
  const std::vector<std::string>& notes() const;

  /// The target of effector i at a time in s, world axes, m.
  Eigen::Vector3d target(int effector, double time) const;

  /// A solver with the scene's obstacles, weights, λ, caps and D_max, and its goals at time 0.
  /// \throws std::invalid_argument for an unknown method
  Solver solver(std::string_view method = "dls") const;
  /// Sets the solver's goals (targets and aims) to the scene's goals at a time in s.
  void move_goals(Solver& solver, double time) const;

  /// The scene as the library itself uses it.
  const std::shared_ptr<const lab::Scene>& data() const { return scene_; }

 private:
  std::shared_ptr<const lab::Scene> scene_;
};

/// Reads the scene of a file, or a built-in scene by its name. Link with iklab::scene.
/// \throws std::runtime_error with one line that names the file and the wrong field; for a robot or
///   character file the line refers to open_scene()
Scene read_scene(const std::string& name_or_path);

/// How a body's base link moves. The base link is the root, or, if the root is fixed to the world,
/// the free or planar link below it.
enum class Base {
  kAsFile,  ///< as the file says
  kFixed,   ///< held: the joints of a free, planar or ball-jointed base are left out
  kFree,    ///< three slides and three hinges; a ball joint gets only the slides
};

/// Options for turning a robot or character file into a scene, see docs/bodies.md.
struct BodyChoice {
  Base base = Base::kAsFile;  ///< as `--base`
  /// Links or sites that become effectors, in the syntax of `--effectors`; empty: the ends of the
  /// body.
  std::vector<std::string> effectors = {};
  AimKind aim = AimKind::kNone;  ///< what every effector aims at: its orientation in the file
  /// Package folders by name, for `package://NAME/...`.
  std::map<std::string, std::string> packages = {};
};

/// Reads a robot or a character (URDF, MJCF, SDF, BVH, glTF), or any input of read_scene().
/// Scene::notes() lists the import notes. Link with iklab::bodies.
/// \throws std::runtime_error with one line that names the file, and the line and element or field
Scene open_scene(const std::string& name_or_path, const BodyChoice& choice = {});

/// Reads a scene, a robot or a character from memory, recognised by its beginning. Link with
/// iklab::bodies. \param source names the text in messages, without an extension
/// \throws std::runtime_error as open_scene()
Scene parse_scene(std::string_view bytes, const std::string& source, const BodyChoice& choice = {});

}  // namespace ik
