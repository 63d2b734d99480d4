#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <Eigen/Geometry>

#include "io/body/body_formats.h"
#include "io/body/mjcf_parts.h"
#include "io/body/model_parts.h"
#include "io/body/schema.h"

namespace io {
namespace {

using lab::ModelJoint;
using lab::ModelLink;
constexpr std::size_t kMaxBodies = 10'000;

/// A joint of MJCF with its coordinates in qpos.
struct MjcfCoordinate {
  /// kFree: position and quaternion in the world; kBall: quaternion.
  enum class Kind { kScalar, kBall, kFree };

  std::size_t link = 0, joint = 0;  // index of the link, and of its first hinge or slide there
  Kind kind = Kind::kScalar;
};

std::size_t numbers_of(MjcfCoordinate::Kind kind) {
  if (kind == MjcfCoordinate::Kind::kScalar) return 1;
  return kind == MjcfCoordinate::Kind::kBall ? 4 : 7;
}

/// Sets three hinges about x, y and z to the rotation of a quaternion w, x, y, z.
void turn_hinges(const Eigen::Matrix3d& rest, const double* wxyz, lab::ModelJoint* hinges) {
  const Eigen::Quaterniond turn(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  if (!(turn.norm() > 0.0)) return;  // zero quaternion: no rotation, as in MuJoCo
  const Eigen::Matrix3d from_rest = rest.transpose() * turn.normalized().toRotationMatrix();
  const Eigen::Vector3d angles = hinge_angles(from_rest, 0, Eigen::Vector3d::Zero());
  for (Eigen::Index i = 0; i < 3; ++i) hinges[i].initial = angles[i];
}

void take_pose(const double* qpos, const std::vector<MjcfCoordinate>& coordinates,
               lab::BodyModel& model) {
  for (const MjcfCoordinate& at : coordinates) {
    lab::ModelLink& link = model.links[at.link];
    lab::ModelJoint* const first = &link.joints[at.joint];
    const ik::Isometry& rest = link.parent_from_link;  // world_from_link at rest, for a free body
    if (at.kind == MjcfCoordinate::Kind::kScalar) {
      first->initial = qpos[0];
    } else if (at.kind == MjcfCoordinate::Kind::kBall) {
      turn_hinges(Eigen::Matrix3d::Identity(), qpos, first);
    } else {
      const Eigen::Vector3d way = Eigen::Vector3d(qpos) - rest.translation();
      const Eigen::Vector3d slides = rest.linear().transpose() * way;
      for (Eigen::Index i = 0; i < 3; ++i) first[i].initial = slides[i];
      turn_hinges(rest.linear(), qpos + 3, first + 3);
    }
    qpos += numbers_of(at.kind);
  }
}

/// Starts a model in a pose of the `keyframe` section: qpos has the values of all joints in order,
/// rad and m.
/// \param keys elements of the section
/// \param wish name of a key; empty: the first key named "home". Without one, the model keeps its
///   pose, and a note says so
/// \throws Error naming the file if no key has the wished name
void start_at_key(const std::vector<XmlNode>& keys, const std::string& wish,
                  const std::vector<MjcfCoordinate>& coordinates, lab::BodyModel& model,
                  std::vector<std::string>& notes) {
  const std::string wanted = wish.empty() ? "home" : wish;
  std::vector<std::string> names;
  const XmlNode* chosen = nullptr;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].tag() != "key") continue;
    names.push_back(printable(keys[i].text_or("name", concat("key ", i))));
    if (chosen == nullptr && names.back() == wanted) chosen = &keys[i];
  }
  if (chosen == nullptr && !wish.empty()) {
    const std::string there = names.empty() ? "is none" : concat("are ", quoted_names(names, 10));
    throw Error(printable(concat(model.source, ": no key \"", wish, "\"; there ", there)));
  }
  if (chosen == nullptr) {
    if (names.empty()) return;
    notes.push_back(concat("start poses of keys are not used: ", quoted_names(names), "; ",
                           printable(model.source), "#NAME starts in one"));
    return;
  }
  if (!chosen->has("qpos")) return;  // keeps the file's pose
  const auto qpos = parse_numbers(chosen->attribute("qpos"));
  std::size_t needed = 0;
  for (const MjcfCoordinate& at : coordinates) needed += numbers_of(at.kind);
  if (qpos && qpos->size() == needed) return take_pose(qpos->data(), coordinates, model);
  notes.push_back(printable(concat("the start pose of the key \"", wanted, "\" is not used: qpos ",
                                   qpos ? concat("has ", qpos->size(), " numbers, not ", needed)
                                        : "has other than finite numbers")));
}

/// The name of a constraint, or the names of its ends: `"shin" to "foot"`.
std::string named_constraint(const MjcfElement& element) {
  const XmlNode& node = element.node;
  const std::string name = node.attribute("name");
  if (!name.empty()) return concat("\"", name, "\"");
  std::string text;
  for (const char* kind : {"body", "site", "joint", "tendon", "geom", "flex"}) {
    for (const char* number : {"1", "2", ""}) {
      const char* end = element.value(concat(kind, number).c_str());
      if (end != nullptr) text += concat(text.empty() ? "\"" : " to \"", end, "\"");
    }
  }
  return text.empty() ? concat("line ", node.element()->GetLineNum()) : text;
}

/// Reads the `equality` section. A linear coupling of two joints, relative to their references,
/// makes y follow x:
///   y - y0 = a + b (x - x0)
/// Other couplings, locks, `connect` and `weld` become loops. Without sites and relpose the ends of
/// a loop are where they meet in the pose of the file, as in MuJoCo. Tendons, and loops of unknown
/// parts or of bodies that others move, are not held: one note per kind gives their number and the
/// first names.
/// \throws Error naming file and line of a coupling with an unknown joint
class ConstraintReader {
 public:
  /// \param moved_by_others the bodies whose place a program gives in every step (mocap): a loop to
  ///   one would hold its end where the file has it
  ConstraintReader(const MjcfParts& parts, const std::set<std::string>& moved_by_others,
                   lab::BodyModel& model)
      : parts_(parts), model_(model) {
    for (lab::ModelLink& link : model.links) {
      const int at = static_cast<int>(world_from_link_.size());
      for (ModelJoint& joint : link.joints) joints_.emplace(joint.name, &joint);
      for (const lab::ModelSite& site : link.sites) {
        End& end = sites_[site.name];
        end.link = at;
        end.frame.translation() = site.place;
        end.frame.linear() = site.rotation;
      }
      if (!moved_by_others.contains(link.name)) links_.emplace(link.name, at);
      world_from_link_.push_back(link.parent < 0
                                     ? link.parent_from_link
                                     : world_from_link_[static_cast<std::size_t>(link.parent)] *
                                           link.parent_from_link);
    }
  }

  void read(std::vector<std::string>& notes) {
    for (const XmlNode& node : parts_.inside("equality")) {
      const MjcfElement element = parts_.with_defaults(node, "", "equality");
      if (element.text_or("active", "true") != "false") read_equality(element);
    }
    for (const XmlNode& node : parts_.inside("tendon")) {
      add("tendon", "", parts_.with_defaults(node, "", "tendon"));
    }
    for (const auto& [words, found] : kinds_) {
      const auto& [noun, rest] = words;
      const bool one = found.count == 1;
      std::string line = concat(found.count, " ", noun, one ? "" : "s", rest, one ? " is" : " are",
                                " not held: ", found.names);
      if (found.count > kMaxNames) line += concat(" and ", found.count - kMaxNames, " more");
      notes.push_back(printable(line));
    }
  }

 private:
  static constexpr int kMaxNames = 3;

  void read_equality(const MjcfElement& element) {
    const XmlNode& node = element.node;
    if (node.tag() == "connect" || node.tag() == "weld") {
      if (!tie(element)) add("loop", concat(" by <", node.tag(), ">"), element);
    } else if (node.tag() != "joint") {
      add("constraint", concat(" by <", node.tag(), ">"), element);
    } else if (element.value("joint2") == nullptr) {
      if (!bind(element)) add("lock", " of a joint", element);
    } else if (!couple(element) && !bind(element)) {
      add("coupling", " of two joints", element);
    }
  }

  /// Adds a coupling. \returns false unless it is linear, between joints with one degree of freedom
  bool couple(const MjcfElement& element) {
    std::vector<double> terms = element.numbers("polycoef");
    if (terms.empty()) terms = {0.0, 1.0};
    const bool linear =
        terms.size() >= 2 && terms[1] != 0.0 &&
        std::all_of(terms.begin() + 2, terms.end(), [](double term) { return term == 0.0; });
    if (!linear) return false;
    const auto follower = joints_.find(element.node.text("joint1"));
    const auto leader = joints_.find(element.node.text("joint2"));
    if (follower == joints_.end()) return false;
    if (leader == joints_.end()) element.node.fail("joint2: expected a hinge or a slide");
    ModelJoint& joint = *follower->second;
    joint.leader = leader->second->name;
    joint.ratio = terms[1];
    joint.shift = joint.reference + terms[0] - terms[1] * leader->second->reference;
    return true;
  }

  struct End {
    int link = 0;
    ik::Isometry frame = ik::Isometry::Identity();  // in the link's frame
  };

  /// Adds the loop of a connect or a weld. \returns false if an end is unknown
  bool tie(const MjcfElement& element) {
    const bool welds = element.node.tag() == "weld";
    End a, b;
    if (element.value("site1") != nullptr && element.value("site2") != nullptr) {
      const auto one = sites_.find(element.text_or("site1", ""));
      const auto other = sites_.find(element.text_or("site2", ""));
      if (one == sites_.end() || other == sites_.end()) return false;
      a = one->second;
      b = other->second;
    } else {
      const auto one = links_.find(element.text_or("body1", ""));
      const auto other = links_.find(element.text_or("body2", model_.links.front().name));
      if (one == links_.end() || other == links_.end()) return false;
      a.link = one->second;
      b.link = other->second;
      const ik::Isometry a_from_b = world_from_link_[static_cast<std::size_t>(a.link)].inverse() *
                                    world_from_link_[static_cast<std::size_t>(b.link)];
      const Eigen::Vector3d anchor = element.vector_or("anchor", Eigen::Vector3d::Zero());
      if (welds) {
        b.frame.translation() = anchor;
        a.frame = relative_pose(element).value_or(a_from_b) * b.frame;
      } else {
        a.frame.translation() = anchor;
        b.frame.translation() = a_from_b.inverse() * anchor;
      }
    }
    model_.loops.push_back({.name = loop_name(element),
                            .kind = welds ? ik::LoopKind::kWeld : ik::LoopKind::kConnect,
                            .link_a = a.link,
                            .link_b = b.link,
                            .a_from_end = a.frame,
                            .b_from_end = b.frame});
    return true;
  }

  /// The pose of body 2 in body 1 that a weld gives, unless its quaternion is 0.
  static std::optional<ik::Isometry> relative_pose(const MjcfElement& element) {
    const std::vector<double> given = element.numbers("relpose", 7);
    if (given.empty()) return std::nullopt;
    const Eigen::Quaterniond turn(given[3], given[4], given[5], given[6]);
    if (!(turn.norm() > 0.0)) return std::nullopt;
    ik::Isometry pose = ik::Isometry::Identity();
    pose.translation() = Eigen::Vector3d(given.data());
    pose.linear() = turn.normalized().toRotationMatrix();
    return pose;
  }

  /// Adds a polynomial coupling or a lock, y = y0 + sum a_i (x - x0)^i. \returns false if a joint
  /// is unknown
  bool bind(const MjcfElement& element) {
    const auto bound = joints_.find(element.text_or("joint1", ""));
    if (bound == joints_.end()) return false;
    lab::ModelLoop loop{
        .name = loop_name(element), .kind = ik::LoopKind::kJoint, .joint_a = bound->second->name};
    std::vector<double> terms = element.numbers("polycoef");
    if (terms.empty()) terms = {0.0, 1.0};
    terms.resize(loop.coefficients.size());
    loop.coefficients = {};
    double from = 0.0;  // x0
    if (element.value("joint2") != nullptr) {
      const auto leader = joints_.find(element.text_or("joint2", ""));
      if (leader == joints_.end()) return false;
      loop.joint_b = leader->second->name;
      from = leader->second->reference;
      // Horner's scheme: the polynomial so far, times x - x0, plus the next term
      for (std::size_t i = terms.size(); i-- > 0;) {
        for (std::size_t k = loop.coefficients.size(); k-- > 0;) {
          loop.coefficients[k] =
              (k > 0 ? loop.coefficients[k - 1] : 0.0) - from * loop.coefficients[k];
        }
        loop.coefficients[0] += terms[i];
      }
    } else {
      loop.coefficients[0] = terms[0];
    }
    loop.coefficients[0] += bound->second->reference;
    model_.loops.push_back(std::move(loop));
    return true;
  }

  static std::string loop_name(const MjcfElement& element) {
    const std::string name = named_constraint(element);
    std::string plain;
    for (const char letter : name) {
      if (letter != '"') plain += letter;
    }
    return plain;
  }

  void add(const std::string& noun, const std::string& rest, const MjcfElement& element) {
    Found& found = kinds_[{noun, rest}];
    if (found.count++ >= kMaxNames) return;
    if (!found.names.empty()) found.names += ", ";
    found.names += named_constraint(element);
  }

  struct Found {
    int count = 0;
    std::string names;  // the first few
  };

  const MjcfParts& parts_;
  lab::BodyModel& model_;
  std::map<std::string, ModelJoint*> joints_;
  std::map<std::string, int> links_;
  std::map<std::string, End> sites_;
  std::vector<ik::Isometry> world_from_link_;                   // in the pose of the file
  std::map<std::pair<std::string, std::string>, Found> kinds_;  // by the words for one constraint
};

class MjcfReader {
 public:
  explicit MjcfReader(const BodyInput& input)
      : mujoco_(*input.root), parts_(mujoco_, input.path.parent_path()), meshes_(input.meshes) {
    const std::string folder = input.path.parent_path().filename().string();
    file_.model.name = mujoco_.text_or("model", folder);
    file_.model.source = mujoco_.source();
  }

  /// \param key see start_at_key()
  BodyFile read(const std::string& key) {
    file_.model.links.push_back({.name = "world"});
    read_contents(parts_.inside("worldbody"), {0, ""});
    ConstraintReader(parts_, moved_by_others_, file_.model).read(file_.notes);
    stand_in({bare_.begin(), bare_.end()}, file_.model.links);
    tell_remarks();
    start_at_key(parts_.inside("keyframe"), key, coordinates_, file_.model, file_.notes);
    file_.files = parts_.files();
    return std::move(file_);
  }

 private:
  void tell_remarks() {
    std::vector<std::string>& notes = file_.notes;
    if (!missing_.empty()) notes.push_back(meshes_.note_on_missing(missing_, "capsules"));
    parts_.looks().tell(notes);
    if (fitted_ > 0)
      notes.push_back(concat("shapes fitted to a mesh are drawn as it", times(fitted_)));
    tell_names({boxed_.begin(), boxed_.end()}, "mesh without a file is drawn as the box around it",
               "meshes without a file are drawn as the box around it", notes);
    tell_left_out(left_out_, notes);
    if (ball_ranges_ > 0) {
      notes.push_back(concat("the range of a ball joint is left out", times(ball_ranges_)));
    }
    drop_conflicting_limits(file_.model, notes);
    limits_.tell(meshes_.words(), notes);
    UnreadParts unread;
    unread.count(mujoco_, kMjcfSchema, true,
                 [this](const XmlNode& node) { return parts_.children(node); });
    unread.tell(notes);
  }

  // --- bodies ---

  /// Context of an element: its body, or a frame in the body.
  struct Inside {
    std::size_t at;     // index of the body among the links
    std::string style;  // class of defaults
    ik::Isometry body_from_here = ik::Isometry::Identity();
  };

  /// Reads the joints, geoms, sites and bodies inside a body or a frame.
  void read_contents(const std::vector<XmlNode>& nodes, const Inside& inside) {
    for (const XmlNode& node : nodes) {
      const std::string tag(node.tag());
      if (tag == "joint" || tag == "freejoint") {
        if (inside.at == 0) node.fail("the world has no joints");
        read_joint(parts_.with_defaults(node, inside.style), inside);
      } else if (tag == "geom") {
        parts_.looks().guard([&] { read_geom(parts_.with_defaults(node, inside.style), inside); });
      } else if (tag == "site") {
        read_site(parts_.with_defaults(node, inside.style), inside);
      } else if (tag == "inertial") {
        file_.model.links[inside.at].middle =
            inside.body_from_here * node.vector_or("pos", Eigen::Vector3d::Zero());
      } else if (tag == "body") {
        read_body_of(node, inside);
      } else if (tag == "frame") {
        read_contents(parts_.children(node),
                      {inside.at, node.text_or("childclass", inside.style),
                       inside.body_from_here * placement_of({node, nullptr}, conventions_)});
      } else if (tag == "replicate" || tag == "composite" || tag == "flexcomp" || tag == "attach") {
        ++left_out_[tag];
      }
    }
  }

  void read_site(const MjcfElement& element, const Inside& inside) {
    const std::string name = element.node.text_or("name", "");
    if (name.empty()) return;
    ik::Isometry placement = placement_of(element, conventions_);
    const std::vector<double> ends = element.numbers("fromto", 6);
    if (!ends.empty()) {
      const Eigen::Vector3d from(ends.data()), to(ends.data() + 3);
      placement.translation() = 0.5 * (from + to);
      // as MuJoCo compiles it; its reference says the opposite: z from the first to the second
      if (from != to) placement.linear() = lab::z_to(from - to);
    }
    placement = inside.body_from_here * placement;
    file_.model.links[inside.at].sites.push_back(
        {name, placement.translation(), placement.linear()});
  }

  void read_body_of(const XmlNode& node, const Inside& inside) {
    if (file_.model.links.size() > kMaxBodies) node.fail("too many bodies");
    ModelLink link;
    link.name = node.text_or("name", concat("body ", file_.model.links.size()));
    link.parent = static_cast<int>(inside.at);
    link.is_root = inside.at == 0;
    link.parent_from_link = inside.body_from_here * placement_of({node, nullptr}, conventions_);
    if (node.text_or("mocap", "false") == "true") moved_by_others_.insert(link.name);
    const std::size_t at = file_.model.links.size();
    file_.model.links.push_back(std::move(link));
    read_contents(parts_.children(node), {at, node.text_or("childclass", inside.style)});
  }

  void read_joint(const MjcfElement& element, const Inside& inside) {
    ModelLink& link = file_.model.links[inside.at];
    const XmlNode& node = element.node;
    const std::string type = node.tag() == "freejoint" ? "free" : element.text_or("type", "hinge");
    const std::string name =
        node.text_or("name", concat(link.name, " joint ", link.joints.size() + 1));
    if (!joint_names_.insert(name).second) node.fail("the name appears twice");
    const Eigen::Vector3d anchor =
        inside.body_from_here * element.vector_or("pos", Eigen::Vector3d::Zero());
    if (type == "ball" && element.value("range") != nullptr) ++ball_ranges_;
    if (type == "free" || type == "ball") {
      const bool is_free = type == "free";
      using Kind = MjcfCoordinate::Kind;
      coordinates_.push_back({inside.at, link.joints.size(), is_free ? Kind::kFree : Kind::kBall});
      if (is_free) link.motion = lab::LinkMotion::kFree;
      const auto joints = is_free ? lab::floating_joints(name) : lab::ball_joints(name, anchor);
      link.joints.insert(link.joints.end(), joints.begin(), joints.end());
      return;
    }
    if (type != "hinge" && type != "slide") {
      node.fail("type: expected hinge, slide, ball or free");
    }
    const bool slides = type == "slide";
    ModelJoint joint{
        .name = name,
        .type = slides ? ik::JointType::kPrismatic : ik::JointType::kRevolute,
        .axis = inside.body_from_here.linear() *
                unit(element, "axis", element.vector_or("axis", Eigen::Vector3d::UnitZ())),
        .anchor = anchor};
    const double scale = slides ? 1.0 : conventions_.angle;
    joint.reference = scale * element.number_or("ref", 0.0);
    joint.initial = joint.reference;
    const std::string limited = element.text_or("limited", "auto");
    const std::vector<double> range = element.numbers("range", 2);
    const bool has_range = range.size() == 2 && range[0] != range[1];
    if (limited == "true" && !has_range) node.fail("expected a range of two numbers that differ");
    if (has_range && (limited == "true" || (limited == "auto" && conventions_.limits_by_range))) {
      set_limits(scale * range[0], scale * range[1], joint, limits_);
    }
    coordinates_.push_back({inside.at, link.joints.size()});
    link.joints.push_back(std::move(joint));
  }

  static std::optional<Rgba> color_of(const MjcfElement& element) {
    const std::vector<double> rgba = element.numbers("rgba", 4);
    return rgba.empty() ? std::nullopt : std::optional(Rgba(rgba));
  }

  void read_geom(const MjcfElement& element, const Inside& inside) {
    constexpr double kHidden = 3.0;  // MuJoCo hides this group and higher ones by default
    lab::Visual visual;
    visual.joint_from_shape = placement_of(element, conventions_);
    std::optional<Rgba> color = color_of(element);
    if (!color) color = parts_.color_of(element.text_or("material", ""));
    const bool hidden = element.number_or("group", 0.0) >= kHidden || (color && !color->visible());
    if (color) visual.color = color->color;
    const std::string type = element.text_or("type", element.value("mesh") ? "mesh" : "sphere");
    if (hidden || type == "plane") return;
    if (type == "hfield" || type == "sdf") {
      ++left_out_[concat("geom type=\"", type, "\"")];
      return;
    }
    if (element.value("mesh") != nullptr) {
      const auto shape = mesh_shape(element, visual.joint_from_shape);
      if (!shape) {
        if (inside.at > 0) bare_.insert(inside.at);
        return;
      }
      visual.shape = *shape;
      if (type != "mesh") ++fitted_;
    } else {
      visual.shape = plain_shape(element, type, visual.joint_from_shape);
    }
    visual.joint_from_shape = inside.body_from_here * visual.joint_from_shape;
    file_.model.links[inside.at].visuals.push_back(std::move(visual));
  }

  /// The mesh of a geom; empty if its file is missing. A mesh without a file becomes its box.
  std::optional<lab::Visual::Shape> mesh_shape(const MjcfElement& element,
                                               ik::Isometry& placement) {
    const std::string name = element.text_or("mesh", "");
    const MjcfMesh* const mesh = parts_.mesh(name);
    if (mesh == nullptr) element.node.fail(concat("no mesh \"", name, "\""));
    placement = placement * mesh->geom_from_points;
    if (!mesh->box.isEmpty()) {
      boxed_.insert(name);
      placement.translate(mesh->box.center());
      return lab::BoxShape{mesh->box.sizes()};
    }
    if (mesh->file.empty()) element.node.fail(concat("the mesh \"", name, "\" has no file"));
    const auto file = meshes_.find(mesh->file, conventions_.mesh_folder());
    if (file) return lab::MeshShape{file->string(), mesh->scale};
    missing_.push_back(mesh->file);
    return std::nullopt;
  }

  /// A sphere, capsule, cylinder, box or ellipsoid. `fromto` gives its z axis.
  lab::Visual::Shape plain_shape(const MjcfElement& element, const std::string& type,
                                 ik::Isometry& placement) const {
    const std::vector<double> size = element.numbers("size");
    const std::vector<double> ends = element.numbers("fromto", 6);
    const std::size_t needed = type == "sphere" || !ends.empty()         ? 1
                               : type == "capsule" || type == "cylinder" ? 2
                                                                         : 3;
    if (size.size() < needed || !(*std::min_element(size.begin(), size.end()) >= 0.0)) {
      element.node.fail(concat("size: expected ", needed, " numbers of at least 0"));
    }
    double length = ends.empty() && needed == 2 ? 2.0 * size[1] : 0.0;
    if (!ends.empty()) {
      const Eigen::Vector3d from(ends.data()), to(ends.data() + 3);
      length = (to - from).norm();
      placement.translation() = 0.5 * (from + to);
      placement.linear() =
          length > 0.0 ? lab::z_to((to - from) / length) : Eigen::Matrix3d::Identity();
    }
    if (type == "sphere") return lab::BallShape{size[0]};
    if (type == "capsule") return lab::CapsuleShape{size[0], length};
    if (type == "cylinder") return lab::CylinderShape{size[0], length};
    if (type == "box" && ends.empty())
      return lab::BoxShape{{2.0 * size[0], 2.0 * size[1], 2.0 * size[2]}};
    if (type == "box") return lab::BoxShape{{2.0 * size[0], 2.0 * size[0], length}};
    if (type == "ellipsoid" && ends.empty()) {
      return ellipsoid_shape(Eigen::Vector3d(size.data()));
    }
    element.node.fail("type: expected sphere, capsule, cylinder, box, ellipsoid or mesh");
  }

  const XmlNode& mujoco_;
  MjcfParts parts_;
  const MjcfConventions& conventions_ = parts_.conventions();
  const MeshPaths& meshes_;
  std::set<std::string> joint_names_;
  std::vector<MjcfCoordinate> coordinates_;
  LimitRemarks limits_;
  int ball_ranges_ = 0, fitted_ = 0;
  std::vector<std::string> missing_;       // mesh files
  std::set<std::string> boxed_;            // mesh names
  std::set<std::size_t> bare_;             // links with a missing mesh
  std::set<std::string> moved_by_others_;  // bodies with mocap
  std::map<std::string, int> left_out_;    // number of elements, by tag
  BodyFile file_;
};

}  // namespace

BodyFile read_mjcf(const BodyInput& input) { return MjcfReader(input).read(input.choice); }

}  // namespace io
