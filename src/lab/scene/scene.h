#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "ik/body/joint.h"
#include "ik/body/obstacle.h"
#include "iklab/body.h"
#include "lab/scene/settings.h"

namespace lab {

/// Limits for bodies that are read or built, see docs/formats.md: the n x n and (m x n) matrices of
/// a method have at most 128 MiB each.
inline constexpr std::size_t kMaxJoints = 4096;
inline constexpr std::size_t kMaxEffectors = 512;
/// Farther places hide all digits of short lengths, and their squares may overflow, m.
inline constexpr double kMaxPlace = 1e6;
/// A start beyond has lost the digits of a turn, rad or m.
inline constexpr double kMaxTheta = 1e6;

/// \throws std::invalid_argument "joints: 5000, at most 4096", if a body exceeds these limits
void expect_size(std::size_t joints, std::size_t effectors);

struct Wave {
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  ///< m
  double frequency = 0.0;                               ///< rad / s
  double phase = 0.0;                                   ///< rad

  bool operator==(const Wave&) const = default;
};

/// center + sum amplitude sin(frequency t + phase): the curves of Buss (2009), section 8.
struct WaveCurve {
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  std::vector<Wave> waves;

  bool operator==(const WaveCurve&) const = default;
};

/// A closed Catmull-Rom spline through points at equal time intervals, with one round per period.
/// Catmull and Rom (1974), with tension 1/2: passes every point, C1 everywhere.
struct SplineCurve {
  std::vector<Eigen::Vector3d> points;  ///< at least one, m
  double period = 4.0;                  ///< s, positive

  bool operator==(const SplineCurve&) const = default;
};

/// Stays at each point in turn and jumps to the next, with one round per period.
struct JumpCurve {
  std::vector<Eigen::Vector3d> points;  ///< at least one, m
  double period = 4.0;                  ///< s, positive

  bool operator==(const JumpCurve&) const = default;
};

/// The position of a target as a pure function of time.
class TargetCurve {
 public:
  using Shape = std::variant<WaveCurve, SplineCurve, JumpCurve>;

  /// \throws std::invalid_argument for a curve without points or with a period that is not positive
  TargetCurve(Shape shape);

  Eigen::Vector3d at(double time) const;  ///< m, world axes; time in s

  /// True if the target jumps in (from, to], where it has no velocity.
  bool jumps_between(double from, double to) const;

  const Shape& shape() const { return shape_; }

  bool operator==(const TargetCurve&) const = default;

 private:
  Shape shape_;
};

/// True if the target never moves.
bool stands(const TargetCurve& curve);

/// The curve moved by `offset`, m.
TargetCurve shifted(const TargetCurve& curve, const Eigen::Vector3d& offset);

/// The target of an effector's aim as a pure function of time: `base`, rotated about an axis by
/// amplitude sin(frequency t + phase).
struct AimCurve {
  ik::Aim base;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();  ///< world axes, any length but 0
  double amplitude = 0.0;                           ///< rad
  double frequency = 0.0;                           ///< rad / s
  double phase = 0.0;                               ///< rad

  ik::Aim at(double time) const;  ///< time in s
};

using ik::aim_angle;

/// The index of the effector's aim among the aims of the multibody; -1 without an aim.
int aim_of(const ik::Multibody& multibody, int effector);

/// Joints that move together while all others are frozen: "arms only".
struct JointGroup {
  std::string name;
  std::vector<int> joints;  ///< in the solver's order
};

// The shapes of visuals, in their own frames, m.
struct BoxShape {
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< edge lengths, centred
  bool operator==(const BoxShape&) const = default;
};
struct CylinderShape {
  double radius = 0.0, length = 0.0;  ///< along z, centred
  bool operator==(const CylinderShape&) const = default;
};
struct CapsuleShape {
  double radius = 0.0, length = 0.0;  ///< along z, centred; the length without the caps
  bool operator==(const CapsuleShape&) const = default;
};
struct BallShape {
  double radius = 0.0;
  bool operator==(const BallShape&) const = default;
};
struct MeshShape {
  std::string file;  ///< a path
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  bool operator==(const MeshShape&) const = default;
};
/// A node of a character file (glTF). The meshes of the file are skinned by all its nodes that a
/// scene contains.
struct NodeShape {
  std::string file;  ///< a path
  int node = 0;      ///< index among the nodes of the file
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  bool operator==(const NodeShape&) const = default;
};

/// The visible shape of a link, carried by a joint.
struct Visual {
  using Shape =
      std::variant<BoxShape, CylinderShape, CapsuleShape, BallShape, MeshShape, NodeShape>;

  int joint = -1;  ///< in the solver's order; -1: fixed to the world
  ik::Isometry joint_from_shape = ik::Isometry::Identity();
  Shape shape;
  std::optional<Eigen::Vector3d> color = {};  ///< sRGB, 0 to 1; none: the shape's own, or grey
};

/// A multibody with a target for each effector, and suitable settings. Plain data: menu, command
/// line, tests and benchmarks run the same scenes.
struct Scene {
  std::string id;  ///< the built-in name, or the path of the file
  std::string name;
  std::string description;
  ik::Multibody multibody;
  std::vector<TargetCurve> targets;  ///< (k) in the effectors' order
  Settings settings;                 ///< defaults overridden by the scene
  bool z_up = false;  ///< z points up in pictures, as in robot files, else y; the numbers stay
  std::vector<ik::Obstacle> obstacles = {};  ///< obstacles that links avoid
  std::vector<AimCurve> aims = {};           ///< (r) in the order of the multibody's goals
  /// (k + r) weight of each goal, see Problem::weights; empty: all 1.
  std::vector<double> weights = {};
  std::vector<JointGroup> groups = {};    ///< groups that a user may want to move alone
  std::optional<std::size_t> group = {};  ///< the group that initially moves alone
  std::vector<Visual> visuals = {};       ///< drawn instead of plain links, if not empty
  bool housed = false;  ///< without visuals, drawn with a robot's housings instead of plain links
  std::string source = {};  ///< the robot or character file that the scene was made from
  /// The command-line options that the file was opened with: "--base", "fixed". Empty for a scene
  /// file, which contains this information.
  std::vector<std::string> source_options = {};
  std::vector<std::string> recordings = {};  ///< names of the recordings in that file
  std::string recording = {};  ///< the recording that the targets follow; may be empty
  /// Jitter of the recorded joints, degrees, see Summary::mean_jitter; none without a recording.
  std::optional<double> recorded_jitter_deg = {};
  std::vector<std::string> notes = {};  ///< notes on the file for the user, a line each
  std::vector<std::string> files = {};  ///< other files that were read for it, without meshes
};

/// The direction that points up in pictures of a scene, unit, world axes.
inline Eigen::Vector3d up_axis(const Scene& scene) {
  return scene.z_up ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
}

/// The scene's body for a run with these settings: without limits if they are off.
ik::Multibody body_in_force(const Scene& scene, const Settings& settings);

/// A note for the user if initial values of joints were moved to their limits: 'joint "elbow"
/// starts at its limit, 0.4 rad: -1 is outside'. Empty if none were.
/// \param given the joints that `made` was made from
std::string start_note(std::span<const ik::Joint> given, const ik::Multibody& made);

/// Returns the scene with an id. The lab library itself reads no files.
using SceneSource = std::function<Scene(const std::string&)>;

/// Values that a joint may have, rad or m.
struct JointRange {
  double from, to;
};
/// Between the limits; a hinge without limits has [-pi, pi], a slide [-1, 1] m, and a joint with
/// one limit a range of that length from it.
JointRange joint_range(const ik::Joint& joint);

/// to - from, rad or m; of a hinge modulo whole turns, within [-pi, pi].
double joint_difference(const ik::Joint& joint, double from, double to);

}  // namespace lab
