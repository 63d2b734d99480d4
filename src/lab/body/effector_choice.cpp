#include "lab/body/effector_choice.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

#include "lab/body/goals.h"

namespace lab {
namespace {

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool has_word(const std::string& name, std::initializer_list<std::string_view> words) {
  const std::string lower = lower_case(name);
  return std::ranges::any_of(
      words, [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// 3 for tools, 2 for hands and feet, 1 for other links, 0 for wheels, sensors, and the links that
/// Franka's robots have for self-collision: "fr3_link4_sc".
int effector_rank(const std::string& name) {
  if (lower_case(name).ends_with("_sc")) return 0;
  if (has_word(name, {"wheel", "caster", "laser", "camera", "sensor", "hokuyo", "imu", "optical",
                      "kinect", "lidar"})) {
    return 0;
  }
  if (has_word(name, {"tool", "tcp", "grasp", "grip", "end_effector", "endeffector"})) return 3;
  return has_word(name, {"hand", "palm", "foot", "feet", "sole", "ankle_roll"}) ? 2 : 1;
}

bool is_foot(const std::string& name) { return has_word(name, {"foot", "feet", "sole", "ankle"}); }

/// True for "head" and for names with the last word "head": "rig:Head", "Bip01 Head".
bool is_head(const std::string& name) {
  constexpr std::string_view kHead = "head";
  const std::string lower = lower_case(name);
  if (!lower.ends_with(kHead)) return false;
  return lower.size() == kHead.size() ||
         !std::isalnum(static_cast<unsigned char>(lower[lower.size() - kHead.size() - 1]));
}

/// Properties of the branch at a link.
struct LinkBranch {
  bool ends = true;    ///< no joint is below
  int forks = 0;       ///< branches with joints that begin here
  double below = 0.0;  ///< longest path to an end, m
  double above = 0.0;  ///< path from the first joint, m
  int own_joints = 0;  ///< joints above the link and below the last fork
};

/// The branches at all links.
std::vector<LinkBranch> branches_of(const BodyModel& model, const PlacedModel& placed) {
  std::vector<LinkBranch> result(model.links.size());
  for (std::size_t i = result.size(); i-- > 0;) {
    const ModelLink& link = model.links[i];
    const bool moves = !link.joints.empty() && effector_rank(link.name) > 0;
    if (link.parent < 0 || (!moves && result[i].ends)) continue;
    LinkBranch& parent = result[static_cast<std::size_t>(link.parent)];
    parent.ends = false;
    parent.forks += moves ? 1 : result[i].forks;
    const double length = link.parent_from_link.translation().norm();
    parent.below = std::max(parent.below, result[i].below + length);
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    const ModelLink& link = model.links[i];
    result[i].own_joints = static_cast<int>(link.joints.size());
    if (link.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(link.parent);
    if (result[parent].forks <= 1) result[i].own_joints += result[parent].own_joints;
    if (placed.links[parent].joint < 0) continue;
    result[i].above = result[parent].above + link.parent_from_link.translation().norm();
  }
  return result;
}

/// The corners and ends of a shape, in its own frame; empty for a mesh.
std::vector<Eigen::Vector3d> ends_of(const Visual::Shape& shape) {
  std::vector<Eigen::Vector3d> ends;
  const auto add = [&ends](int axis, double length) {
    for (const double side : {0.5, -0.5}) {
      ends.emplace_back(Eigen::Vector3d::Zero())[axis] = side * length;
    }
  };
  if (const auto* box = std::get_if<BoxShape>(&shape)) {
    for (int axis = 0; axis < 3; ++axis) add(axis, box->size[axis]);
  }
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) add(2, cylinder->length);
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) add(2, capsule->length);
  if (std::holds_alternative<BallShape>(shape)) ends.emplace_back(Eigen::Vector3d::Zero());
  return ends;
}

/// The effector's point on a link without a site. At the end of a branch: the end that is farthest
/// from the joint. Otherwise a point inside the link, or its origin.
Eigen::Vector3d point_of(const BodyModel& model, std::size_t at, bool is_end) {
  const ModelLink& link = model.links[at];
  const Eigen::Vector3d joint =
      link.joints.empty() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : link.joints.back().anchor;
  if (is_end && !model.recording) {
    std::vector<Eigen::Vector3d> ends;
    for (const Visual& visual : link.visuals) {
      for (const Eigen::Vector3d& end : ends_of(visual.shape)) {
        ends.emplace_back(visual.joint_from_shape * end);
      }
    }
    const auto tip = std::ranges::max_element(
        ends, {}, [&joint](const Eigen::Vector3d& end) { return (end - joint).squaredNorm(); });
    // a shape around the joint has no tip
    if (tip != ends.end() && (*tip - joint).norm() > 0.0) return *tip;
  }
  if (link.middle) return *link.middle;
  for (const Visual& visual : link.visuals) return visual.joint_from_shape.translation();
  return Eigen::Vector3d::Zero();
}

/// True if link a is link b or an ancestor of it.
bool is_ancestor(const BodyModel& model, std::size_t a, std::size_t b) {
  for (int link = static_cast<int>(b); link >= 0;
       link = model.links[static_cast<std::size_t>(link)].parent) {
    if (link == static_cast<int>(a)) return true;
  }
  return false;
}

/// True if `one` is farther than `other` from the joint that carries both.
bool farther_out(const PlacedModel& placed, const EffectorChoice& one,
                 const EffectorChoice& other) {
  const PlacedLink &a = placed.links[one.link], &b = placed.links[other.link];
  return a.joint == b.joint &&
         (a.joint_from_link * one.place).norm() > (b.joint_from_link * other.place).norm() + 1e-9;
}

/// Links with several short branches, such as a palm with fingers. Of nested ones, only the nearest
/// to the root.
std::vector<bool> palms_of(const BodyModel& model, const PlacedModel& placed,
                           const std::vector<LinkBranch>& branches) {
  constexpr double kShort = 0.3;  // a share of the path from the root to the fingertip
  constexpr int kArm = 3;         // joints
  std::vector<bool> palms(model.links.size(), false), inside(model.links.size(), false);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    if (link.parent >= 0 && inside[static_cast<std::size_t>(link.parent)]) {
      inside[i] = true;
      continue;
    }
    const LinkBranch& branch = branches[i];
    if (branch.forks < 2 || placed.links[i].joints_above < kArm) continue;
    if (!(branch.below < kShort * (branch.above + branch.below))) continue;
    palms[i] = inside[i] = true;
  }
  return palms;
}

}  // namespace

std::vector<EffectorChoice> effector_candidates(const BodyModel& model, const PlacedModel& placed) {
  const std::vector<LinkBranch> branches = branches_of(model, placed);
  std::vector<EffectorChoice> result;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const ModelLink& link = model.links[i];
    if (placed.links[i].joint < 0) continue;
    // a fixed link is a separate frame only if it is a tool's frame
    int rank = effector_rank(link.name);
    if (rank == 1 && model.recording && is_head(link.name)) rank = 2;
    const bool frame = rank == 3 && link.visuals.empty();
    const bool tip = branches[i].ends && !is_foot(link.name);
    result.push_back(
        {link.name, i, frame ? Eigen::Vector3d::Zero() : point_of(model, i, tip), rank});
    for (const ModelSite& site : link.sites) {
      result.push_back(
          {site.name, i, site.place, std::max(1, effector_rank(site.name)), site.rotation, true});
    }
  }
  return result;
}

std::vector<EffectorChoice> proposed_choices(const BodyModel& model, const PlacedModel& placed) {
  constexpr int kFewJoints = 3;  // fewer joints move a neck or a finger, not an arm
  const std::vector<LinkBranch> branches = branches_of(model, placed);
  std::vector<EffectorChoice> all = effector_candidates(model, placed);
  std::erase_if(all, [](const EffectorChoice& c) { return c.rank == 0; });
  const bool named = std::ranges::any_of(all, [&](const EffectorChoice& c) {
    return c.rank >= 2 && placed.links[c.link].joints_above >= kFewJoints;
  });
  const bool recorded = model.recording.has_value();
  const std::vector<bool> palms = recorded || named ? std::vector<bool>(model.links.size(), false)
                                                    : palms_of(model, placed, branches);
  // a palm counts as a hand
  for (EffectorChoice& one : all) {
    if (palms[one.link] && one.rank == 1 && one.name == model.links[one.link].name) one.rank = 2;
  }
  int most_joints = 0;  // largest number of own joints in a branch
  for (const EffectorChoice& one : all) {
    const bool last = branches[one.link].ends || palms[one.link];
    if (last) most_joints = std::max(most_joints, branches[one.link].own_joints);
  }
  const auto is_neck = [&](const EffectorChoice& one) {
    return !recorded && 2 * branches[one.link].own_joints <= most_joints;
  };
  std::vector<EffectorChoice> chosen;
  const int least = named && !recorded ? 2 : 1;
  for (int rank = 3; rank >= least; --rank) {
    for (const EffectorChoice& one : all) {
      if (one.rank != rank) continue;
      if (named && placed.links[one.link].joints_above < kFewJoints) continue;
      if (rank == 1 && (!branches[one.link].ends || is_neck(one))) continue;
      const auto taken = std::ranges::find_if(chosen, [&](const EffectorChoice& other) {
        return is_ancestor(model, one.link, other.link) ||
               is_ancestor(model, other.link, one.link) ||
               placed.links[other.link].joint == placed.links[one.link].joint;
      });
      if (taken == chosen.end()) {
        chosen.push_back(one);
      } else if (rank == 1 && taken->rank == 1 && !recorded && farther_out(placed, one, *taken)) {
        *taken = one;
      }
    }
  }
  std::ranges::sort(chosen, {}, &EffectorChoice::link);
  return chosen;
}

namespace {

bool fits(const EffectorRequest& wish, const EffectorChoice& choice) {
  using enum EffectorRequest::Kind;
  return choice.name == wish.name && (wish.kind == kAny || (wish.kind == kSite) == choice.is_site);
}

/// The names of all candidates; a name that is both a link and a site is listed with its kind.
std::string known_names(const std::vector<EffectorChoice>& all) {
  std::string known;
  for (const EffectorChoice& one : all) {
    const bool twofold = std::ranges::any_of(all, [&one](const EffectorChoice& other) {
      return other.name == one.name && other.is_site != one.is_site;
    });
    known.append(known.empty() ? "" : ", ");
    if (twofold) known.append(one.is_site ? "site:" : "link:");
    known.append(one.name);
  }
  return known;
}

/// The candidate that a wish refers to.
const EffectorChoice& candidate_of(EffectorRequest& wish, const std::vector<EffectorChoice>& all) {
  // a name may look like another kind of wish: "site:a", "a@0,0,1"
  const bool literal = std::ranges::count(all, wish.text, &EffectorChoice::name) > 0;
  if (literal) wish = EffectorRequest(wish.text);
  const auto meant = [&wish](const EffectorChoice& choice) { return fits(wish, choice); };
  const auto found = std::ranges::find_if(all, meant);
  if (found == all.end()) {
    constexpr const char* kKinds[] = {"link or site", "link", "site"};
    throw std::invalid_argument(std::string("no moving ")
                                    .append(kKinds[static_cast<std::size_t>(wish.kind)])
                                    .append(" '")
                                    .append(wish.name)
                                    .append("'; there are ")
                                    .append(known_names(all)));
  }
  const bool twofold = std::any_of(found, all.end(), [&](const EffectorChoice& other) {
    return meant(other) && other.is_site != found->is_site;
  });
  if (twofold) {
    throw std::invalid_argument("'" + wish.name + "' is a link and a site; name link:" + wish.name +
                                " or site:" + wish.name);
  }
  return *found;
}

}  // namespace

std::vector<EffectorChoice> choices_named(const BodyModel& model, const PlacedModel& placed,
                                          const BodyRequest& wish) {
  const std::vector<EffectorChoice> all = effector_candidates(model, placed);
  std::vector<EffectorChoice> chosen;
  std::vector<std::string> names;  // names of what is chosen, before they are numbered
  for (EffectorRequest one : wish.effectors) {
    EffectorChoice choice = candidate_of(one, all);
    const bool own_frame = !choice.is_site && (one.tool || !wish.at_tips);
    if (own_frame) choice.place.setZero();
    if (one.tool) {
      choice.place += choice.rotation * one.tool->translation();
      choice.rotation = choice.rotation * one.tool->linear();
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const EffectorChoice& other = chosen[i];
      if (names[i] == choice.name && other.is_site == choice.is_site && other.link == choice.link &&
          other.place == choice.place && other.rotation == choice.rotation) {
        throw std::invalid_argument("the effector '" + choice.name + "' is named twice");
      }
    }
    names.push_back(choice.name);
    choice.name = new_name(choice.name, chosen);
    chosen.push_back(std::move(choice));
  }
  return chosen;
}

}  // namespace lab
