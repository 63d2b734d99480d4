#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "lab/body/fitted_curve.h"
#include "lab/scene/scene.h"

namespace lab {

/// A joint between two links, with one degree of freedom.
struct ModelJoint {
  std::string name;
  ik::JointType type = ik::JointType::kRevolute;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   ///< in the link's frame, any length but 0
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< a point on the axis, link's frame, m
  double lower = -ik::kUnlimited;                    ///< rad or m
  double upper = ik::kUnlimited;                     ///< rad or m
  double initial = 0.0;                              ///< rad or m
  double reference = 0.0;   ///< theta at which the link is where its file places it, rad or m
  std::string leader = {};  ///< the joint that it follows, or empty
  double ratio = 1.0, shift = 0.0;  ///< as in ik::Joint
};

/// A named frame on a link that a user may want to move: a tool's tip, the end of a finger.
struct ModelSite {
  std::string name;
  Eigen::Vector3d place = Eigen::Vector3d::Zero();         ///< in the link's frame, m
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< link_from_site
};

/// What the joints of a link are together, where it matters to Base.
enum class LinkMotion {
  kOther,
  kBall,    ///< three hinges
  kPlanar,  ///< two slides and a turn
  kFree,    ///< three slides and three turns
};

/// A rigid part of a body.
struct ModelLink {
  std::string name;
  int parent = -1;       ///< index of a link before this one; -1 for the world
  bool is_root = false;  ///< a body of its own in the world: the link that Base speaks of
  /// The link's frame in its parent's, with its joints at 0.
  ik::Isometry parent_from_link = ik::Isometry::Identity();
  std::vector<ModelJoint> joints = {};  ///< from the parent on; none: fixed to the parent
  LinkMotion motion = LinkMotion::kOther;
  std::vector<Visual> visuals = {};  ///< placed in the link's frame; their `joint` is not used
  std::vector<ModelSite> sites = {};
  /// A point inside the link, such as its centre of mass, in its frame, m.
  std::optional<Eigen::Vector3d> middle = {};
};

/// Recorded motion of a model.
struct RecordedMotion {
  std::string name = {};    ///< in its file; may be empty
  double frame_time = 0.0;  ///< s
  /// (n x frames) rad or m, the joints in the order of the links, and within a link in theirs.
  ik::MatrixX theta;
};

/// A body as robot and character files describe it: links, each fixed to its parent or moved by one
/// or more joints one after the other.
struct BodyModel {
  std::string name;
  std::string source = {};       ///< the file
  std::vector<ModelLink> links;  ///< parents first
  /// True where z points up, as in URDF and MJCF. In scenes y does: the body is turned by -90
  /// degrees about x.
  bool z_up = true;
  std::optional<RecordedMotion> recording = {};
  /// Names of the recordings that the file has for this body, of which `recording` is one.
  std::vector<std::string> recordings = {};
};

/// What becomes of the base: a link at the root, or below one that is fixed to the world the link
/// that is free or planar.
enum class Base {
  kAsFile,  ///< as the file says
  kFixed,   ///< held: the joints of a base that is free, planar or a ball joint are left out
  kFree,    ///< three slides and three turns; a ball joint gets slides alone
};
/// Names in options, from kFixed on.
inline constexpr const char* kBases[] = {"fixed", "free"};

/// A link or a site that becomes an effector.
struct EffectorWish {
  enum class Kind { kAny, kLink, kSite };

  EffectorWish(std::string whole) : text(whole), name(std::move(whole)) {}
  EffectorWish(const char* whole) : EffectorWish(std::string(whole)) {}

  std::string text;  ///< as a user writes it: "link:hand@0,0,0.1"
  std::string name;  ///< of the link or site: "hand"
  Kind kind = Kind::kAny;
  /// A tool's frame in that of the link or site.
  std::optional<ik::Isometry> tool = {};
};

/// What a scene made from a model has to look like.
struct BodyWish {
  Base base = Base::kAsFile;
  /// Links or sites whose frames become effectors; empty: proposed_choices().
  std::vector<EffectorWish> effectors = {};
  /// Puts the effectors of named links where those of proposed_choices() are: at the link's tip.
  bool at_tips = false;
  CurveFit fit = CurveFit::kInAndOut;
  /// Of every effector; its orientation is kept. A direction is that of the effector's z axis, in
  /// which tools of robots point, and of its x axis in bodies whose y axis points up.
  ik::AimKind aim = ik::AimKind::kNone;
};

/// The shortest turn from the z axis to a direction; to the opposite one, half a turn about x, as
/// MuJoCo has it.
Eigen::Matrix3d z_to(const Eigen::Vector3d& direction);

/// A capsule from a link's frame to a point in it [m].
Visual bone(const Eigen::Vector3d& to, double radius);
inline constexpr double kSlender =
    0.06;  ///< radius of a bone that stands for a link, by its length

/// A model has no joint.
class NothingMoves : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The scene of a model: fixed links are merged with their parents, every effector gets a target
/// curve that is made to measure (fitted_curves), the body starts in the middle of them (of
/// standing targets as the file has it), and λ is 0.3 of the mean chain_length() of the effectors.
/// With a recording, λ is half_link(), the body starts in its first frame, the targets are the
/// effectors' recorded places, a step is a frame, and the description says how much the recorded
/// joints jitter. \throws std::invalid_argument that names what is missing: a joint (NothingMoves),
/// a leader, an effector that is none of effector_candidates()
Scene scene_of(const BodyModel& model, const BodyWish& wish = {});

}  // namespace lab
