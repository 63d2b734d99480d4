#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/body/body_formats.h"
#include "io/body/model_parts.h"
#include "io/body/schema.h"
#include "io/body/sdf_frames.h"

namespace io {
namespace {

/// The colour of a visual; empty without one.
std::optional<Rgba> surface_color(const XmlNode& visual) {
  const auto material = visual.find("material");
  std::optional<Rgba> color;
  for (const char* tag : {"ambient", "diffuse"}) {  // the second one counts
    if (!material || !material->find(tag)) continue;
    std::vector<double> numbers = material->child_numbers(tag);
    if (numbers.size() == 3) numbers.push_back(1.0);
    color = Rgba(material->counted(tag, 4, std::move(numbers)));
  }
  return color;
}

std::optional<lab::Visual::Shape> read_geometry(const XmlNode& geometry, const MeshPaths& meshes,
                                                ShapeRemarks& remarks) {
  if (auto shape = read_plain_shape(geometry, &XmlNode::child_numbers)) return shape;
  if (const auto ellipsoid = geometry.find("ellipsoid")) {
    const Eigen::Vector3d radii = ellipsoid->child_vector("radii");
    if (!(radii.array() > 0.0).all()) ellipsoid->fail("radii: expected numbers above 0");
    return ellipsoid_shape(radii);
  }
  if (const auto mesh = geometry.find("mesh")) {
    // 1.2 has the name in <filename>, too
    const bool former = !mesh->find("uri") && mesh->find("filename");
    const std::string uri = mesh->child_text(former ? "filename" : "uri");
    if (mesh->find("submesh")) ++remarks.left_out["submesh"];
    const std::vector<double> even = {1.0, 1.0, 1.0};
    return read_mesh_shape(uri, *mesh, mesh->find("scale") ? mesh->child_numbers("scale") : even,
                           meshes, remarks);
  }
  if (geometry.find("plane") || geometry.find("empty")) return std::nullopt;
  for (const char* tag : {"cone", "heightmap", "image", "polyline"}) {
    if (!geometry.find(tag)) continue;
    ++remarks.left_out[tag];
    return std::nullopt;
  }
  geometry.fail("expected a box, cylinder, capsule, ellipsoid, sphere or mesh");
}

/// A <visual> or <collision> in the frame of its link; empty if it has no end (a plane), is
/// transparent, or its mesh is missing. Cones, height maps, images, polylines and parts of meshes
/// are left out, which the remarks say.
std::optional<lab::Visual> read_sdf_shape(const XmlNode& node, int link, const SdfFrames& frames,
                                          ShapeRemarks& remarks) {
  std::optional<Rgba> color;
  remarks.dropped.guard([&] { color = surface_color(node); });
  Rgba shown = color.value_or(Rgba({0.0, 0.0, 0.0, 1.0}));
  shown.alpha *= 1.0 - node.child_number_or("transparency", 0.0);
  if (!shown.visible()) return std::nullopt;
  const auto shape = read_geometry(node.child("geometry"), frames[link].source->meshes, remarks);
  if (!shape) return std::nullopt;
  lab::Visual visual{-1, frames.pose_in(link, node), *shape};
  if (color) visual.color = color->color;
  return visual;
}

using lab::ModelJoint;
using lab::ModelLink;
using Kind = SdfFrame::Kind;

constexpr std::size_t kMaxLinks = 10'000;

/// A limit of a joint; open if it is missing, infinite or as large as files before 1.9 write it.
double bound(const XmlNode& axis, const char* tag, double open) {
  constexpr double kOpen = 1e16;  // rad or m
  const auto limit = axis.find("limit");
  if (!limit || !limit->find(tag)) return open;
  const std::string text = limit->child_text(tag);
  if (text == (open > 0.0 ? "inf" : "-inf") || (open > 0.0 && text == "+inf")) return open;
  const double value = limit->child_number(tag);
  return std::abs(value) >= kOpen && value * open > 0.0 ? open : value;
}

class SdfReader {
 public:
  explicit SdfReader(const BodyInput& input)
      : sdf_(*input.root),
        meshes_(input.meshes),
        sources_(sdf_, input.path, meshes_),
        frames_(sources_),
        shapes_(sdf_.source()) {}

  BodyFile read() {
    read_links();
    for (const int joint : frames_.of_kind(Kind::kJoint)) read_joint(joint);
    follow_leaders();
    free_bases();
    read_sites();
    stand_in(bare_, links_);
    put_parents_first(links_);
    tell_remarks();
    name_model();
    file_.files = sources_.names();
    return std::move(file_);
  }

 private:
  /// The link of a frame that is one, or the world.
  ModelLink& link_at(int frame) { return links_[index_.at(frame)]; }

  void read_links() {
    index_.emplace(SdfFrames::kWorld, 0);
    links_.push_back({.name = "world"});
    for (const int at : frames_.of_kind(Kind::kLink)) {
      const SdfFrame& frame = frames_[at];
      if (links_.size() > kMaxLinks) frame.node.fail("too many links");
      index_.emplace(at, links_.size());
      ModelLink& link = links_.emplace_back();
      link.name = frame.name;
      hang(at, SdfFrames::kWorld);
      const bool looks = read_link_shapes(
          frame.node,
          [this, at](const XmlNode& node, ShapeRemarks& remarks) {
            return read_sdf_shape(node, at, frames_, remarks);
          },
          link, shapes_);
      if (!looks) bare_.push_back(links_.size() - 1);
      if (const auto inertial = frame.node.find("inertial"); inertial && inertial->find("pose")) {
        link.middle = frames_.pose_in(at, *inertial).translation();
      }
    }
  }

  /// Places a link on another one, or in the world.
  void hang(int link, int parent) {
    link_at(link).parent = static_cast<int>(index_.at(parent));
    link_at(link).parent_from_link = frames_.between(parent, link);
  }

  // --- joints ---

  /// The link at an end of a joint; empty if it is in what is not read.
  std::optional<int> end_of(const SdfFrame& joint, const char* end) {
    const std::string name = joint.node.child_text(end);
    const auto frame = frames_.find(name, joint.scope);
    if (!frame && !sources_.missing().empty()) return std::nullopt;
    if (!frame) joint.node.fail(concat("no such ", end, " link \"", name, "\""));
    return frames_.link_of(*frame);
  }

  /// Whether a link is, or hangs on, another one.
  bool hangs_on(int link, int other) {
    auto at = static_cast<int>(index_.at(link));
    const auto wanted = static_cast<int>(index_.at(other));
    while (at >= 0 && at != wanted) at = links_[static_cast<std::size_t>(at)].parent;
    return at == wanted;
  }

  void read_joint(int at) {
    const SdfFrame& joint = frames_[at];
    const std::string type = joint.node.text("type");
    const auto parent = end_of(joint, "parent"), child = end_of(joint, "child");
    if (!parent || !child) {
      astray_.push_back(joint.name);
      return;
    }
    if (joint.node.child_text("child") == "world") {
      joint.node.fail("child: expected a link or a frame, not the world: make it the parent");
    }
    if (type == "gearbox") {
      gears_.push_back(joint.name);
      return;
    }
    if (joint.is_static || (*parent == *child && *child == SdfFrames::kWorld)) return;
    if (*parent == *child) {
      joint.node.fail(concat("both of its ends are on the link \"", frames_[*child].name, "\""));
    }
    if (*child == SdfFrames::kWorld || held_.contains(*child) || hangs_on(*parent, *child)) {
      loops_.push_back(joint.name);
      return;
    }
    held_.insert(*child);
    hang(*child, *parent);
    read_motion(at, type, *child);
  }

  void read_motion(int at, const std::string& type, int child) {
    const SdfFrame& joint = frames_[at];
    ModelLink& link = link_at(child);
    const bool two = is_double(at);
    if (type == "ball") {
      link.joints = lab::ball_joints(joint.name, frames_.between(child, at).translation());
      link.motion = lab::LinkMotion::kBall;
    } else if (type == "revolute" || type == "continuous" || type == "prismatic" ||
               type == "screw" || two) {
      for (const char* tag : {"axis", "axis2"}) {
        auto moved = read_axis(at, type, child, tag);
        if (moved) link.joints.push_back(*std::move(moved));
        if (!two) break;
      }
    } else if (type != "fixed") {
      joint.node.fail(
          "type: expected revolute, continuous, prismatic, fixed, ball, universal, revolute2, "
          "screw or gearbox, not " +
          type);
    }
  }

  /// The name of what an axis of a joint moves.
  std::string axis_name(int at, const std::string& tag) const {
    return frames_[at].name + (!is_double(at) ? "" : tag == "axis" ? " 1" : " 2");
  }

  bool is_double(int at) const {
    const std::string type = frames_[at].node.text_or("type", "");
    return type == "universal" || type == "revolute2";
  }

  /// The joint about or along an axis; empty if it has no direction and is locked.
  std::optional<ModelJoint> read_axis(int at, const std::string& type, int child, const char* tag) {
    const SdfFrame& own = frames_[at];
    // an <axis> that is not there has the defaults, as the joint has none of what is in it
    const auto written = own.node.find(tag);
    if (!written && is_double(at)) axisless_.push_back(axis_name(at, tag));
    const XmlNode axis = written.value_or(own.node);
    ModelJoint joint{.name = axis_name(at, tag),
                     .type = type == "prismatic" ? ik::JointType::kPrismatic
                             : type == "screw"   ? ik::JointType::kScrew
                                                 : ik::JointType::kRevolute,
                     .axis = axis_in(child, at, axis, default_axis(at, tag)),
                     .anchor = frames_.between(child, at).translation()};
    if (type == "screw") joint.pitch = screw_pitch(own.node);
    if (type != "continuous") {
      set_limits(bound(axis, "lower", -ik::kUnlimited), bound(axis, "upper", ik::kUnlimited), joint,
                 limits_);
    }
    if (!(joint.axis.stableNorm() > 0.0)) {
      if (joint.lower != joint.upper) axis.fail("xyz: the axis is zero");
      return std::nullopt;
    }
    if (const auto limit = axis.find("limit")) {
      limits_.add_velocity(joint, limit->child_text_or_empty("velocity"));
    }
    if (const auto mimic = axis.find("mimic")) read_mimic(at, *mimic, joint);
    return joint;
  }

  /// The axis of a joint without an <axis>: z; the two axes of universal joints are x and y, as in
  /// ODE and DART.
  Eigen::Vector3d default_axis(int at, std::string_view tag) const {
    if (frames_[at].node.find(std::string(tag).c_str()) || !is_double(at))
      return Eigen::Vector3d::UnitZ();
    return Eigen::Vector3d::Unit(tag == "axis" ? 0 : 1);
  }

  /// The way of a screw in m / rad. `screw_thread_pitch` is in m / turn, right-handed;
  /// `thread_pitch`, which it replaces, in rad / m, left-handed.
  static double screw_pitch(const XmlNode& joint) {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    const bool former = !joint.find("screw_thread_pitch") && joint.find("thread_pitch");
    if (!former) return joint.child_number_or("screw_thread_pitch", 1.0) / kTurn;
    const double turned = joint.child_number("thread_pitch");
    if (turned == 0.0) joint.fail("thread_pitch: expected a number other than 0");
    return -1.0 / turned;
  }

  /// The axis in the frame of the child link.
  Eigen::Vector3d axis_in(int child, int at, const XmlNode& axis, Eigen::Vector3d direction) const {
    const SdfFrame& joint = frames_[at];
    int frame = at;
    if (const auto xyz = axis.find("xyz")) {
      direction = axis.child_vector("xyz");
      const std::string name = xyz->attribute("expressed_in");
      if (!name.empty()) frame = frames_.find(name, joint.scope, joint.node, "xyz: expressed_in");
    }
    // before 1.5 axes are in the model's frame, in 1.5 and 1.6 where the file says so
    const int version = joint.source->minor_version;
    const std::string of_model = axis.child_text_or_empty("use_parent_model_frame");
    if (version < 7 && (of_model.empty() ? version < 5 : is_true(of_model))) frame = joint.scope;
    return frames_.between(child, frame).linear() * direction;
  }

  void read_mimic(int at, const XmlNode& mimic, ModelJoint& joint) {
    const int leader = frames_.find(mimic.text("joint"), frames_[at].scope, mimic, "joint");
    if (frames_[leader].kind != Kind::kJoint) mimic.fail("joint: expected the name of a joint");
    joint.leader = axis_name(leader, mimic.text_or("axis", "axis"));
    joint.ratio = mimic.child_number_or("multiplier", 1.0);
    joint.shift = mimic.child_number_or("offset", 0.0) -
                  joint.ratio * mimic.child_number_or("reference", 0.0);
    check_mimic(mimic, joint);
  }

  /// A joint with a leader that does not move becomes independent.
  void follow_leaders() {
    std::set<std::string> moving;
    for (const ModelLink& link : links_) {
      for (const ModelJoint& joint : link.joints) moving.insert(joint.name);
    }
    for (ModelLink& link : links_) {
      for (ModelJoint& joint : link.joints) {
        if (joint.leader.empty() || moving.contains(joint.leader)) continue;
        joint.leader.clear();
        leaderless_.push_back(joint.name);
      }
    }
  }

  // --- the whole ---

  /// Frees the roots that nothing holds, unless no joint moves anything below them.
  void free_bases() {
    std::vector<std::size_t> root(links_.size());
    std::set<std::size_t> moving;
    for (std::size_t i = 1; i < links_.size(); ++i) {
      std::size_t at = i;
      while (links_[at].parent > 0) at = static_cast<std::size_t>(links_[at].parent);
      root[i] = at;
      if (!links_[i].joints.empty()) moving.insert(at);
    }
    for (const auto& [frame, i] : index_) {
      if (i == 0 || root[i] != i || frames_[frame].is_static || !moving.contains(i)) continue;
      links_[i].is_root = true;
      if (held_.contains(frame)) continue;
      links_[i].joints = lab::floating_joints(links_[i].name);
      links_[i].motion = lab::LinkMotion::kFree;
      free_.push_back(links_[i].name);
    }
  }

  void read_sites() {
    for (const int frame : frames_.of_kind(Kind::kFrame)) {
      const int link = frames_.link_of(frame);
      if (link == SdfFrames::kWorld) continue;
      const ik::Isometry pose = frames_.between(link, frame);
      link_at(link).sites.push_back({frames_[frame].name, pose.translation(), pose.linear()});
    }
  }

  void tell_remarks() {
    std::vector<std::string>& notes = file_.notes;
    tell_missing_includes();
    tell_names(astray_, "joint to what is not read is left out",
               "joints to what is not read are left out", notes);
    tell_names(loops_, "loop by <joint> is not held", "loops by <joint> are not held", notes);
    tell_names(gears_, "gearbox is not held", "gearboxes are not held", notes);
    tell_names(axisless_,
               "axis is missing, taken as x for the first of a joint and y for the second",
               "axes are missing, taken as x for the first of a joint and y for the second", notes);
    tell_names(leaderless_, "joint follows none, as its leader does not move",
               "joints follow none, as their leaders do not move", notes);
    const std::string unless = concat(" free unless ", meshes_.words().base, " fixed holds ");
    tell_names(free_, ("base is" + unless + "it, as no joint does").c_str(),
               ("bases are" + unless + "them, as no joints do").c_str(), notes);
    shapes_.tell(meshes_, notes);
    std::map<std::string, int> left_out;
    for (const char* tag : {"actor", "population"}) {
      if (const int count = frames_.count(tag); count > 0) left_out[tag] = count;
    }
    const auto worlds = static_cast<int>(sdf_.children("world").size());
    if (worlds > 1) left_out["world"] = worlds - 1;
    tell_left_out(left_out, notes);
    drop_conflicting_limits(file_.model, notes);
    limits_.tell(meshes_.words(), notes);
    UnreadParts unread;
    for (const SdfSource* source : sources_.all()) {
      unread.count(source->root, kSdfSchema, source->minor_version >= 7);
    }
    unread.tell(notes);
  }

  void tell_missing_includes() {
    const std::vector<std::string>& uris = sources_.missing();
    tell_names(uris, "<include> is missing", "<include> are missing", file_.notes);
    if (uris.empty() || uris.front().rfind("model://", 0) != 0) return;
    const std::string name = uris.front().substr(8);
    file_.notes.back() += printable(
        concat("; use ", meshes_.words().package, " ", name.substr(0, name.find('/')), "=DIR"));
  }

  /// By its only model, or its world.
  void name_model() {
    std::vector<std::string> names;
    for (const int model : frames_.of_kind(Kind::kModel)) {
      if (frames_[model].scope == SdfFrames::kWorld) names.push_back(frames_[model].name);
    }
    file_.model.name = names.size() == 1 ? names.front()
                                         : frames_[SdfFrames::kWorld].node.text_or("name", "robot");
  }

  const XmlNode& sdf_;
  const MeshPaths& meshes_;
  SdfSources sources_;
  SdfFrames frames_;
  BodyFile file_;
  std::vector<ModelLink>& links_ = file_.model.links;  // first the world, then in the file's order
  std::vector<std::size_t> bare_;                      // indices in links_: a mesh is missing
  std::map<int, std::size_t> index_;                   // in links_, by frame
  std::set<int> held_;                                 // frames of links below a joint
  // names for notes
  std::vector<std::string> astray_, loops_, gears_, axisless_, leaderless_, free_;
  ShapeRemarks shapes_;
  LimitRemarks limits_;
};

}  // namespace

BodyFile read_sdf(const BodyInput& input) { return SdfReader(input).read(); }

}  // namespace io
