#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "iklab/scene.h"
#include "lab/body/fitted_curve.h"
#include "lab/scene/scene.h"
#include "lab/scene/settings.h"

namespace lab {

/// Names of the options that notes and errors on a body's file advise, in the words of the user.
struct OptionWords {
  const char* base;       ///< before "fixed"
  const char* effectors;  ///< before their names
  const char* package;    ///< before "NAME=DIR"
  const char* angle_cap;  ///< before a number
  const char* slide_cap;  ///< before a number, m
  double angle_unit;      ///< the angle cap's unit per rad
};
inline constexpr OptionWords kCommandLineWords{.base = "--base",
                                               .effectors = "--effectors",
                                               .package = "--package",
                                               .angle_cap = "--max-angle",
                                               .slide_cap = "--max-slide",
                                               .angle_unit = kDegrees};
/// Caps are settings in the window; the others are options of `iklab view`.
inline constexpr OptionWords kWindowWords{.base = "--base",
                                          .effectors = "--effectors",
                                          .package = "--package",
                                          .angle_cap = "Angle cap [deg]",
                                          .slide_cap = "Slide cap [m]",
                                          .angle_unit = kDegrees};
/// Members of ik::BodyChoice, and parameters of ik::Solver.
inline constexpr OptionWords kLibraryWords{.base = "BodyChoice::base",
                                           .effectors = "BodyChoice::effectors",
                                           .package = "BodyChoice::packages",
                                           .angle_cap = "angle-cap",
                                           .slide_cap = "slide-cap",
                                           .angle_unit = 1.0};

/// A joint between two links, with one degree of freedom.
struct ModelJoint {
  std::string name;
  ik::JointType type = ik::JointType::kRevolute;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< in the link's frame, any length but 0
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< a point on the axis, link's frame, m
  double lower = -ik::kUnlimited;                    ///< rad or m
  double upper = ik::kUnlimited;                     ///< rad or m
  double initial = 0.0;                              ///< rad or m
  double reference = 0.0;           ///< theta in the pose that the model's file describes, rad or m
  std::string leader = {};          ///< name of the joint that this one follows, or empty
  double ratio = 1.0, shift = 0.0;  ///< as in ik::Joint
  double pitch = 0.0;               ///< m / rad, screw joints only
  double max_velocity = ik::kUnlimited;  ///< rad/s or m/s
};

/// A slide along an axis of a link, 0 to 2, or a hinge about it. Its name ends in x, y or z.
ModelJoint axis_joint(const std::string& begin, ik::JointType type, Eigen::Index axis);
/// Three hinges through a point: "wrist x", "wrist y", "wrist z".
/// \param anchor in the link's frame, m
std::vector<ModelJoint> ball_joints(const std::string& name,
                                    const Eigen::Vector3d& anchor = Eigen::Vector3d::Zero());
/// Three slides, then three turns: "base x", ..., "base turn z".
std::vector<ModelJoint> floating_joints(const std::string& name);

/// A named frame on a link that a user may want to move: the tip of a tool or a finger.
struct ModelSite {
  std::string name;
  Eigen::Vector3d place = Eigen::Vector3d::Zero();         ///< in the link's frame, m
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< link_from_site
};

/// A loop between two links, or a coupling of two joints, see ik::Loop.
struct ModelLoop {
  std::string name;
  ik::LoopKind kind = ik::LoopKind::kConnect;
  int link_a = 0, link_b = 0;                          ///< indices of links; not for joints
  ik::Isometry a_from_end = ik::Isometry::Identity();  ///< in the frame of link a
  ik::Isometry b_from_end = ik::Isometry::Identity();  ///< in the frame of link b
  std::string joint_a = {}, joint_b = {};              ///< joints; joint_b empty: none
  std::array<double, 5> coefficients{0.0, 1.0, 0.0, 0.0, 0.0};
};

/// The kind of motion that a link's joints form together, as far as Base needs it.
enum class LinkMotion {
  kOther,
  kBall,    ///< three hinges
  kPlanar,  ///< two slides and a hinge
  kFree,    ///< three slides and three hinges
};

/// A rigid part of a body.
struct ModelLink {
  std::string name;
  int parent = -1;       ///< index of a link before this one; -1 for the world
  bool is_root = false;  ///< a separate body in the world: its base link, see Base
  /// The link's frame in its parent's frame, with the joints at 0.
  ik::Isometry parent_from_link = ik::Isometry::Identity();
  std::vector<ModelJoint> joints = {};  ///< from the parent outward; empty: fixed to the parent
  LinkMotion motion = LinkMotion::kOther;
  std::vector<Visual> visuals = {};  ///< placed in the link's frame; their `joint` is unused
  std::vector<ModelSite> sites = {};
  /// A point inside the link, such as its centre of mass, in the link's frame, m.
  std::optional<Eigen::Vector3d> middle = {};
};

/// Recorded motion of a model.
struct RecordedMotion {
  std::string name = {};    ///< in its file; may be empty
  double frame_time = 0.0;  ///< s
  /// (n x frames) rad or m. Joints in the order of the links, then in their order in the link.
  ik::MatrixX theta;
};

/// A body as robot and character files describe it: links, each fixed to its parent or moved by a
/// chain of one or more joints.
struct BodyModel {
  std::string name;
  std::string source = {};       ///< the file
  std::vector<ModelLink> links;  ///< parents first
  std::vector<ModelLoop> loops = {};
  /// True if z points up, as in URDF and MJCF. y points up in scenes: the body is turned by -90
  /// degrees about x.
  bool z_up = true;
  std::optional<RecordedMotion> recording = {};
  /// Names of the recordings that the file has for this body, `recording` among them.
  std::vector<std::string> recordings = {};
};

/// The position of a link on a joint of the multibody, in the given order.
struct PlacedLink {
  int joint = -1;  ///< -1: fixed to the world
  ik::Isometry joint_from_link = ik::Isometry::Identity();
  int joints_above = 0;
};

struct PlacedModel {
  std::vector<ik::Joint> joints;
  std::vector<PlacedLink> links;
};

using ik::Base;
/// Names in options, from kFixed on.
inline constexpr const char* kBases[] = {"fixed", "free"};

/// The joints of a model, and the links placed on them.
PlacedModel place(const BodyModel& model, Base base);

/// A link or a site that becomes an effector.
struct EffectorRequest {
  enum class Kind { kAny, kLink, kSite };

  EffectorRequest(std::string whole) : text(whole), name(std::move(whole)) {}
  EffectorRequest(const char* whole) : EffectorRequest(std::string(whole)) {}

  std::string text;  ///< as a user writes it: "link:hand@0,0,0.1"
  std::string name;  ///< as the link or site is named: "hand"
  Kind kind = Kind::kAny;
  /// The tool's frame relative to the link or site.
  std::optional<ik::Isometry> tool = {};
};

/// How to make a scene from a model.
struct BodyRequest {
  Base base = Base::kAsFile;
  /// Links or sites that become effectors; empty: proposed_choices().
  std::vector<EffectorRequest> effectors = {};
  /// True: the effectors of named links are at the links' tips, as in proposed_choices().
  bool at_tips = false;
  CurveFit fit = CurveFit::kInAndOut;
  /// The aim of every effector; the initial orientation is its target. A direction is the
  /// effector's z axis, along which robot tools point, or its x axis in bodies with y up.
  ik::AimKind aim = ik::AimKind::kNone;
  const OptionWords* words = &kCommandLineWords;  ///< what notes and errors call the options
};

/// The smallest rotation from the z axis to a direction. For the opposite direction: half a turn
/// about x, as in MuJoCo.
Eigen::Matrix3d z_to(const Eigen::Vector3d& direction);

/// A capsule from a link's frame origin to a point in that frame [m].
Visual bone(const Eigen::Vector3d& to, double radius);
/// Radius of a bone that stands for a link, as a share of its length.
inline constexpr double kSlender = 0.06;

/// A model has no joint.
class NothingMoves : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Sets λ to 0.3 of the mean chain_length() of the effectors, rounded to two digits. A share of the
/// chain length keeps the body calm when targets leave the reach. Short joints such as wrists and
/// fingers do not change it. A body without length keeps the λ that it has.
void damp_by_size(Scene& scene);

/// The scene of a model. Fixed links are merged with their parents. Every effector gets a fitted
/// target curve (fitted_curves), and the body starts at the middle of the curves; with standing
/// targets it starts as in the file. damp_by_size() sets λ.
///
/// With a recording, which stays in reach and is to be followed closely, λ is half_link(), the body
/// starts in the first frame, the targets follow the recorded positions of the effectors, and a
/// step is a frame. The description then states the jitter of the recorded joints. \throws
/// std::invalid_argument that names what is missing: a joint (NothingMoves), a leader, or an
/// effector that is not in effector_candidates()
Scene scene_of(const BodyModel& model, const BodyRequest& wish = {});

}  // namespace lab
