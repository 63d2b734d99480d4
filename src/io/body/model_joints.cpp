#include "io/body/model_joints.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "ik/math/elementary.h"
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

Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before) {
  const Eigen::Index i = first, j = (first + 1) % 3, k = (first + 2) % 3;
  const auto nearest = [](double angle, double to) {
    return angle + 2.0 * std::numbers::pi * std::round((to - angle) / (2.0 * std::numbers::pi));
  };
  const auto with_first = [&](double a) {
    a = nearest(a, before[0]);
    const Eigen::Matrix3d rest = ik::rotation_about(Eigen::Vector3d::Unit(i), -a) * turn;
    return Eigen::Vector3d(a, nearest(ik::arctangent(rest(i, k), rest(k, k)), before[1]),
                           nearest(ik::arctangent(rest(j, i), rest(j, j)), before[2]));
  };
  // if the middle hinge is at a right angle, the first is undetermined: keep its value
  const bool known = ik::hypotenuse(turn(j, k), turn(k, k)) > 1e-9;
  const double a = known ? ik::arctangent(-turn(j, k), turn(k, k)) : before[0];
  const Eigen::Vector3d one = with_first(a), other = with_first(a + std::numbers::pi);
  return (one - before).squaredNorm() <= (other - before).squaredNorm() ? one : other;
}

std::vector<lab::ModelJoint> ball_joints(const std::string& name, const Eigen::Vector3d& anchor) {
  std::vector<lab::ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kRevolute, i));
    joints.back().anchor = anchor;
  }
  return joints;
}

std::vector<lab::ModelJoint> floating_joints(const std::string& name) {
  std::vector<lab::ModelJoint> joints;
  for (Eigen::Index i = 0; i < 3; ++i) {
    joints.push_back(axis_joint(name + " ", ik::JointType::kPrismatic, i));
  }
  for (lab::ModelJoint& turn : ball_joints(name + " turn")) joints.push_back(std::move(turn));
  return joints;
}

std::vector<int> put_parents_first(std::vector<lab::ModelLink>& links) {
  std::vector<std::vector<std::size_t>> below(links.size());
  std::vector<std::size_t> open;
  for (std::size_t i = links.size(); i-- > 0;) {
    const int parent = links[i].parent;
    (parent < 0 ? open : below[static_cast<std::size_t>(parent)]).push_back(i);
  }
  std::vector<int> place(links.size(), -1);
  std::vector<lab::ModelLink> ordered;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    place[i] = static_cast<int>(ordered.size());
    lab::ModelLink& link = ordered.emplace_back(std::move(links[i]));
    if (link.parent >= 0) link.parent = place[static_cast<std::size_t>(link.parent)];
    open.insert(open.end(), below[i].begin(), below[i].end());
  }
  links = std::move(ordered);
  return place;
}

}  // namespace io
