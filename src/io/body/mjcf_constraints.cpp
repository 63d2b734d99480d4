#include "io/body/mjcf_constraints.h"

#include <algorithm>
#include <map>
#include <utility>

#include "io/body/notes.h"

namespace io {
namespace {

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

void read_mjcf_constraints(const MjcfParts& parts, lab::BodyModel& model,
                           std::vector<std::string>& notes) {
  ConstraintReader(parts, model).read(notes);
}

}  // namespace io
