#include "io/body/mjcf_constraints.h"

#include <algorithm>
#include <map>
#include <utility>

#include <Eigen/Geometry>

#include "io/body/model_joints.h"
#include "io/body/notes.h"

namespace io {
namespace {

constexpr const char* kHome = "home";

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

using lab::ModelJoint;

/// The name of a constraint, or the names of its ends: `"shin" to "foot"`.
std::string named_constraint(const MjcfElement& element) {
  const XmlNode& node = element.node;
  const char* const name = node.element()->Attribute("name");
  if (name != nullptr && *name != '\0') return concat("\"", name, "\"");
  std::string text;
  for (const char* kind : {"body", "site", "joint", "tendon", "geom", "flex"}) {
    for (const char* number : {"1", "2", ""}) {
      const char* end = element.value(concat(kind, number).c_str());
      if (end != nullptr) text += concat(text.empty() ? "\"" : " to \"", end, "\"");
    }
  }
  return text.empty() ? concat("line ", node.element()->GetLineNum()) : text;
}

class ConstraintReader {
 public:
  ConstraintReader(const MjcfParts& parts, lab::BodyModel& model) : parts_(parts) {
    for (lab::ModelLink& link : model.links) {
      for (ModelJoint& joint : link.joints) joints_.emplace(joint.name, &joint);
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
      add("loop", concat(" by <", node.tag(), ">"), element);
    } else if (node.tag() != "joint") {
      add("constraint", concat(" by <", node.tag(), ">"), element);
    } else if (element.value("joint2") == nullptr) {
      add("lock", " of a joint", element);
    } else if (!couple(element)) {
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
  std::map<std::string, ModelJoint*> joints_;
  std::map<std::pair<std::string, std::string>, Found> kinds_;  // by the words for one constraint
};

}  // namespace

void start_at_key(const std::vector<XmlNode>& keys, const std::string& wish,
                  const std::vector<MjcfCoordinate>& coordinates, lab::BodyModel& model,
                  std::vector<std::string>& notes) {
  const std::string wanted = wish.empty() ? kHome : wish;
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
  const auto qpos = parse_numbers(chosen->element()->Attribute("qpos"));
  std::size_t needed = 0;
  for (const MjcfCoordinate& at : coordinates) needed += numbers_of(at.kind);
  if (qpos && qpos->size() == needed) return take_pose(qpos->data(), coordinates, model);
  notes.push_back(printable(concat("the start pose of the key \"", wanted, "\" is not used: qpos ",
                                   qpos ? concat("has ", qpos->size(), " numbers, not ", needed)
                                        : "has other than finite numbers")));
}

void read_mjcf_constraints(const MjcfParts& parts, lab::BodyModel& model,
                           std::vector<std::string>& notes) {
  ConstraintReader(parts, model).read(notes);
}

}  // namespace io
