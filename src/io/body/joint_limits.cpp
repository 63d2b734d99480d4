#include "io/body/joint_limits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "io/body/notes.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace io {
namespace {

using lab::ModelJoint;

/// The range of a leader left by its own limits and its followers' limits.
struct Range {
  double lower, upper;
  bool is_open() const { return lower < upper; }
};

/// The joint at the end of a chain of leaders, with theta_f = ratio theta + shift.
struct Lead {
  const ModelJoint* joint = nullptr;  // null: a leader is missing, or the chain is a cycle
  double ratio = 1.0, shift = 0.0;
};

Lead lead_of(const ModelJoint& follower, const std::map<std::string, ModelJoint*>& joints) {
  Lead lead{&follower};
  for (std::size_t passed = 0; !lead.joint->leader.empty(); ++passed) {
    const auto next = joints.find(lead.joint->leader);
    if (next == joints.end() || passed > joints.size()) return {};  // reported elsewhere
    lead.shift += lead.ratio * lead.joint->shift;
    lead.ratio *= lead.joint->ratio;
    lead.joint = next->second;
  }
  return lead;
}

std::string limited_step(const char* option, double most) {
  return concat(option, " ", lab::number_text(most, 3));
}

}  // namespace

void drop_conflicting_limits(lab::BodyModel& model, std::vector<std::string>& notes) {
  std::map<std::string, ModelJoint*> joints;
  for (lab::ModelLink& link : model.links) {
    for (ModelJoint& joint : link.joints) joints.emplace(joint.name, &joint);
  }
  std::map<const ModelJoint*, Range> ranges;
  std::vector<std::string> released;
  for (lab::ModelLink& link : model.links) {
    for (ModelJoint& joint : link.joints) {
      const Lead lead = joint.leader.empty() ? Lead{} : lead_of(joint, joints);
      if (lead.joint == nullptr || lead.ratio == 0.0) continue;
      Range& range =
          ranges.try_emplace(lead.joint, Range{lead.joint->lower, lead.joint->upper}).first->second;
      const double a = (joint.lower - lead.shift) / lead.ratio;
      const double b = (joint.upper - lead.shift) / lead.ratio;
      const Range left{std::max(range.lower, std::min(a, b)),
                       std::min(range.upper, std::max(a, b))};
      const bool holds = left.lower > left.upper || (range.is_open() && !left.is_open());
      if (holds) {
        released.push_back(joint.name);
        joint.lower = -ik::kUnlimited;
        joint.upper = ik::kUnlimited;
      } else {
        range = left;
      }
    }
  }
  tell_names(released, "joint would hold the joint that it follows: its own limits are not used",
             "joints would hold the joints that they follow: their own limits are not used", notes);
}

void LimitRemarks::add_velocity(const std::string& joint, bool slides, double velocity) {
  if (!(velocity > 0.0)) return;
  ++with_velocity;
  std::optional<Slowest>& slowest = slides ? slide : hinge;
  if (!slowest || velocity < slowest->velocity) slowest = {joint, velocity};
}

void LimitRemarks::tell(const lab::OptionWords& words, std::vector<std::string>& notes) const {
  tell_names(unlimited, "joint has no limits, as the file gives it none",
             "joints have no limits, as the file gives them none", notes);
  tell_names(exchanged, "joint has its lower limit above the upper one, which are exchanged",
             "joints have their lower limit above the upper one, which are exchanged", notes);
  tell_names(held, "joint cannot move, as both of its limits are the same",
             "joints cannot move, as both of their limits are the same", notes);
  if (with_velocity == 0) return;
  const double time_step = lab::Settings().time_step;
  std::string remedy;
  if (hinge) {
    remedy = limited_step(words.angle_cap, words.angle_unit * hinge->velocity * time_step);
  }
  if (slide) {
    remedy +=
        (remedy.empty() ? "" : " ") + limited_step(words.slide_cap, slide->velocity * time_step);
  }
  notes.push_back(printable(
      concat("limits of velocity are not used (",
             counted_words(static_cast<std::size_t>(with_velocity), "joint", "joints"),
             "): ", remedy, " keeps to that of \"", (hinge ? hinge : slide)->joint,
             "\", the slowest, with one update in ", lab::number_text(time_step, 3), " s")));
}

void set_limits(double lower, double upper, ModelJoint& joint, LimitRemarks& remarks) {
  if (lower == upper) remarks.held.push_back(joint.name);
  if (lower > upper) remarks.exchanged.push_back(joint.name);
  joint.lower = std::min(lower, upper);
  joint.upper = std::max(lower, upper);
}

}  // namespace io
