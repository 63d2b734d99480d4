#include "iklab/body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/body/link_motion.h"
#include "ik/body/loops.h"
#include "ik/simd/check.h"
#include "ik/simd/sincos.h"

namespace ik {
namespace {

// these build their messages only on failure: a solver's setters allocate nothing

void require_limits(const Joint& joint, int given, double lower, double upper) {
  if (lower <= upper) return;
  throw std::invalid_argument(titled("joint", joint.name, given) +
                              ": its lower limit is above its upper limit");
}

void require_weight(const Joint& joint, int given, double weight) {
  if (std::isfinite(weight) && weight >= 0.0) return;
  throw std::invalid_argument(titled("joint", joint.name, given) +
                              ": its weight must be finite and not negative");
}

void require_motion_limits(const Joint& joint, int given, double velocity, double acceleration) {
  if (velocity > 0.0 && acceleration > 0.0) return;
  throw std::invalid_argument(titled("joint", joint.name, given) +
                              ": its largest velocity and acceleration must be above 0");
}

[[noreturn]] void refuse_limits(const Joint& follower, int its_index, const Joint& leader,
                                int leaders_index) {
  throw std::invalid_argument(
      joined({titled("joint", follower.name, its_index), ": its limits and those of ",
              titled("joint", leader.name, leaders_index), ", which it follows, leave no angle"}));
}

void check(const Joint& joint, int given, int count) {
  const std::string who = titled("joint", joint.name, given) + ": ";
  require(joint.parent >= -1 && joint.parent < count, who + "its parent does not exist");
  require(joint.parent_from_joint.matrix().allFinite(), who + "its placement is not finite");
  require(is_rotation(joint.parent_from_joint.linear(), kRotationRounding),
          who + "its placement is scaled, sheared or mirrored, not a rotation and a shift");
  require(joint.axis.allFinite() && joint.axis.stableNorm() > 0.0,
          who + "its axis must be finite and not zero");
  require(std::isfinite(joint.pitch) && std::isfinite(joint.initial) && std::isfinite(joint.rest),
          who + "pitch, initial and rest must be finite");
  require_limits(joint, given, joint.lower, joint.upper);
  require_weight(joint, given, joint.weight);
  require_motion_limits(joint, given, joint.max_velocity, joint.max_acceleration);
  require(joint.leader >= -1 && joint.leader < count,
          who + "the joint that it follows does not exist");
  require(std::isfinite(joint.ratio) && joint.ratio != 0.0 && std::isfinite(joint.shift),
          who + "ratio and shift must be finite, and the ratio not 0");
}

/// Restricts the leader's limits so that the follower stays within its own limits, to the last bit.
/// \returns false if they leave no angle
bool limit_leader(const Joint& follower, Joint& leader) {
  const auto within = [&follower](double theta) {
    const double followed = follower.ratio * theta + follower.shift;
    return followed >= follower.lower && followed <= follower.upper;
  };
  // the leader's limit, moved inwards while rounding puts the follower beyond its own limit
  const auto bound = [&](double limit, double inwards) {
    double theta = (limit - follower.shift) / follower.ratio;
    for (int i = 0; i < 8 && !within(theta); ++i) theta = std::nextafter(theta, inwards);
    return theta;
  };
  const bool rises = follower.ratio > 0.0;
  const double lower = rises ? follower.lower : follower.upper;
  const double upper = rises ? follower.upper : follower.lower;
  if (std::isfinite(lower)) leader.lower = std::max(leader.lower, bound(lower, kUnlimited));
  if (std::isfinite(upper)) leader.upper = std::min(leader.upper, bound(upper, -kUnlimited));
  return leader.lower <= leader.upper;
}

void check(const Effector& effector, int i, int joints) {
  const std::string who = titled("effector", effector.name, i) + ": ";
  require(effector.joint >= 0 && effector.joint < joints, who + "its joint does not exist");
  require(effector.offset.allFinite(), who + "its offset is not finite");
  require(effector.pointer.allFinite() && effector.pointer.stableNorm() > 0.0,
          who + "its pointer must be finite and not zero");
  require(std::isfinite(effector.lever) && effector.lever >= 0.0,
          who + "its lever must be finite and not negative");
  constexpr double kTolerance = 1e-9;  // suits numbers written by hand
  require(is_rotation(effector.rotation, kTolerance), who + "its rotation is no rotation matrix");
}

void check(const Loop& loop, int i, int joints) {
  const std::string who = titled("loop", loop.name, i) + ": ";
  const auto exists = [joints](int joint) { return joint >= -1 && joint < joints; };
  require(exists(loop.joint_a) && exists(loop.joint_b), who + "its joint does not exist");
  if (loop.kind == LoopKind::kJoint) {
    require(loop.joint_a >= 0, who + "it binds no joint");
    require(loop.joint_a != loop.joint_b, who + "it binds a joint to itself");
  } else {
    require(loop.joint_a != loop.joint_b, who + "both ends are on one link");
  }
  require(std::ranges::all_of(loop.coefficients, [](double c) { return std::isfinite(c); }),
          who + "its coefficients are not finite");
  require(std::isfinite(loop.lever) && loop.lever > 0.0,
          who + "its lever must be finite and above 0");
  for (const Isometry* end : {&loop.a_from_end, &loop.b_from_end}) {
    require(end->matrix().allFinite(), who + "its end is not finite");
    require(is_rotation(end->linear(), kRotationRounding),
            who + "its end is scaled, sheared or mirrored, not a rotation and a shift");
  }
}

/// Throws if two entries have the same name, because a name must identify one entry. Entries may
/// have empty names.
template <class List>
void expect_different_names(const char* kind, const List& list) {
  std::set<std::string_view> names;
  for (const auto& entry : list) {
    require(entry.name.empty() || names.insert(entry.name).second,
            std::string(kind) + " '" + entry.name + "': the name appears twice");
  }
}

/// True if the axis needs no normalisation. Normalising it again would change its last bits, and a
/// multibody built from another's joints would differ.
bool has_unit_length(const Eigen::Vector3d& axis) {
  constexpr double kAxisRounding = 4.0 * std::numeric_limits<double>::epsilon();
  return std::abs(axis.stableNorm() - 1.0) <= kAxisRounding;
}

/// Depth-first order of the given indices: parents first, subtrees contiguous, siblings in the
/// order given.
std::vector<int> depth_first_order(const std::vector<Joint>& joints) {
  const std::size_t count = joints.size();
  std::vector<std::vector<int>> children(count);
  std::vector<int> open;
  for (std::size_t j = count; j-- > 0;) {
    const int parent = joints[j].parent;
    (parent < 0 ? open : children[static_cast<std::size_t>(parent)]).push_back(static_cast<int>(j));
  }

  std::vector<int> order;
  while (!open.empty()) {
    const int j = open.back();
    open.pop_back();
    order.push_back(j);
    const std::vector<int>& below = children[static_cast<std::size_t>(j)];
    open.insert(open.end(), below.begin(), below.end());
  }
  return order;
}

Link link_of(const Joint& joint) {
  const Isometry& placement = joint.parent_from_joint;
  Link link{};
  Eigen::Map<Eigen::Vector3d>(link.offset.data()) = placement.translation();
  Eigen::Map<Eigen::Vector3d>(link.axis.data()) = joint.axis;
  link.shift = shift_axes(link.offset.data());
  link.pitch = joint.pitch;
  link.parent = joint.parent;
  link.type = joint.type;
  link.unit_axis = -1;
  for (int k = 0; k < 3; ++k) {
    if (joint.axis == Eigen::Vector3d::Unit(k)) link.unit_axis = k;
  }
  link.turned = !placement.linear().isIdentity(0.0);
  link.plain = link.type == JointType::kRevolute && link.unit_axis >= 0 && !link.turned;
  Eigen::Map<Eigen::Matrix3d>(link.rotation.data()) = placement.linear();
  return link;
}

std::vector<int> order_by_depth(const std::vector<Link>& links) {
  std::vector<int> depth, order;
  for (const Link& link : links) {
    depth.push_back(link.parent < 0 ? 0 : depth[static_cast<std::size_t>(link.parent)] + 1);
    order.push_back(static_cast<int>(order.size()));
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return depth[static_cast<std::size_t>(a)] < depth[static_cast<std::size_t>(b)];
  });
  return order;
}

}  // namespace

Multibody::Multibody(std::vector<Joint> joints, std::vector<Effector> effectors,
                     std::vector<Loop> loops)
    : effectors_(std::move(effectors)), loops_(std::move(loops)) {
  const int count = static_cast<int>(joints.size());
  require(count > 0, "a multibody needs a joint");
  require(!effectors_.empty(), "a multibody needs an effector");
  for (int j = 0; j < count; ++j) check(joints[static_cast<std::size_t>(j)], j, count);
  expect_different_names("joint", joints);
  expect_different_names("effector", effectors_);
  expect_different_names("loop", loops_);
  for (std::size_t i = 0; i < loops_.size(); ++i) check(loops_[i], static_cast<int>(i), count);

  given_index_ = depth_first_order(joints);
  solver_index_.assign(joints.size(), -1);
  for (int j = 0; j < static_cast<int>(given_index_.size()); ++j) {
    solver_index_[static_cast<std::size_t>(given_index(j))] = j;
  }
  for (std::size_t given = 0; given < joints.size(); ++given) {
    require(solver_index_[given] >= 0,
            titled("joint", joints[given].name, static_cast<int>(given)) +
                ": its parents form a cycle");
  }

  const auto layout = std::make_shared<Layout>();
  for (const int given : given_index_) {
    Joint joint = std::move(joints[static_cast<std::size_t>(given)]);
    if (joint.parent >= 0) joint.parent = solver_index(joint.parent);
    if (joint.leader >= 0) joint.leader = solver_index(joint.leader);
    if (!has_unit_length(joint.axis)) joint.axis.stableNormalize();
    layout->links.push_back(link_of(joint));
    layout->all_angular = layout->all_angular && is_angular(joint.type);
    joints_.push_back(std::move(joint));
  }

  layout->by_depth = order_by_depth(layout->links);

  follow_leaders(count);

  subtree_end_.resize(joints_.size());
  for (int j = count - 1; j >= 0; --j) {
    int& end = subtree_end_[static_cast<std::size_t>(j)];
    end = std::max(end, j + 1);
    if (const int parent = joint(j).parent; parent >= 0) {
      int& parent_end = subtree_end_[static_cast<std::size_t>(parent)];
      parent_end = std::max(parent_end, end);
    }
  }

  for (int i = 0; i < effector_count(); ++i) {
    Effector& effector = effectors_[static_cast<std::size_t>(i)];
    check(effector, i, count);
    effector.joint = solver_index(effector.joint);
    if (!has_unit_length(effector.pointer)) effector.pointer.stableNormalize();
    if (effector.aim != AimKind::kNone) aiming_.push_back(i);
  }

  moved_effectors_ = find_moved(0, effector_count());
  moved_aims_ = find_moved(effector_count(), goal_count());
  layout->plan = TreePlan(*this);
  layout_ = layout;
  take_loops();
}

void Multibody::take_loops() {
  if (loops_.empty()) return;
  for (Loop& loop : loops_) {
    if (loop.joint_a >= 0) loop.joint_a = solver_index(loop.joint_a);
    if (loop.joint_b >= 0) loop.joint_b = solver_index(loop.joint_b);
    loop_rows_ += loop.row_count();
  }
  Pose pose = pose_at(*this, initial_theta());
  VectorX c;
  if (loop_equations(*this, pose, c) <= kClosed) return;
  std::vector<double> mobility;
  for (const Joint& joint : joints_) mobility.push_back(std::sqrt(joint.weight));
  const VectorX within = pose.theta;
  LoopCloser closer;
  const bool closed = closer.close(*this, {mobility, &within}, pose);
  for (int i = 0; !closed && i < static_cast<int>(loops_.size()); ++i) {
    const double gap = loop_gap(*this, pose, i);
    if (gap <= kClosed) continue;
    throw std::invalid_argument(titled("loop", loops_[static_cast<std::size_t>(i)].name, i) +
                                ": it does not close from the initial pose");
  }
  for (int j = 0; j < joint_count(); ++j) {
    joints_[static_cast<std::size_t>(j)].initial = pose.theta[j];
  }
}

/// The goals [first, end) that each joint moves.
Multibody::Moved Multibody::find_moved(int first, int end) const {
  Moved moved;
  std::vector<int>& goals = moved.goals;
  for (int g = first; g < end; ++g) goals.push_back(g);
  const auto carrier = [this](int g) { return goal_effector(g).joint; };
  std::stable_sort(goals.begin(), goals.end(),
                   [&](int a, int b) { return carrier(a) < carrier(b); });
  const auto first_from = [&](int joint) {
    const auto at = std::lower_bound(goals.begin(), goals.end(), joint,
                                     [&](int g, int j) { return carrier(g) < j; });
    return static_cast<std::size_t>(at - goals.begin());
  };
  for (int j = 0; j < joint_count(); ++j) {
    const std::size_t from = first_from(j);
    moved.ranges.push_back({from, first_from(subtree_end_[static_cast<std::size_t>(j)]) - from});
  }
  return moved;
}

void Multibody::follow_leaders(int count) {
  for (const Joint& joint : joints_) own_limits_.push_back({joint.lower, joint.upper});
  for (int j = 0; j < count; ++j) {
    Joint& joint = joints_[static_cast<std::size_t>(j)];
    if (joint.leader < 0) continue;
    Joint& leader = joints_[static_cast<std::size_t>(joint.leader)];
    if (leader.leader >= 0) {
      throw std::invalid_argument(
          joined({titled("joint", joint.name, given_index(j)), ": it follows ",
                  titled("joint", leader.name, given_index(joint.leader)),
                  ", which follows another joint itself"}));
    }
    if (!limit_leader(joint, leader)) {
      refuse_limits(joint, given_index(j), leader, given_index(joint.leader));
    }
    followers_.push_back(j);
  }
  for (const Joint& joint : joints_) {
    lower_.push_back(joint.leader < 0 ? joint.lower : -kUnlimited);
    upper_.push_back(joint.leader < 0 ? joint.upper : kUnlimited);
  }
  clamp_initial();
}

/// Puts theta at time 0 within the limits, which include the followers' limits.
void Multibody::clamp_initial() {
  for (Joint& joint : joints_) {
    if (joint.leader < 0) joint.initial = std::clamp(joint.initial, joint.lower, joint.upper);
  }
  for (const int j : followers_) {
    Joint& joint = joints_[static_cast<std::size_t>(j)];
    joint.initial =
        joint.ratio * joints_[static_cast<std::size_t>(joint.leader)].initial + joint.shift;
  }
}

/// Sets the limits of joint j, which leads or stands alone, to its own and its followers'.
/// \throws std::invalid_argument, and changes nothing, if they leave no angle
void Multibody::gather_limits(int j) {
  const auto at = static_cast<std::size_t>(j);
  Joint& joint = joints_[at];
  const Limits before{joint.lower, joint.upper};
  joint.lower = own_limits_[at].lower;
  joint.upper = own_limits_[at].upper;
  for (const int f : followers_) {
    const Joint& follower = joints_[static_cast<std::size_t>(f)];
    if (follower.leader != j || limit_leader(follower, joint)) continue;
    joint.lower = before.lower;
    joint.upper = before.upper;
    refuse_limits(follower, given_index(f), joint, given_index(j));
  }
  lower_[at] = joint.lower;
  upper_[at] = joint.upper;
}

void Multibody::set_limits(int given, double lower, double upper) {
  const auto at = static_cast<std::size_t>(solver_index(checked("joint", given, joint_count())));
  Joint& joint = joints_[at];
  require_limits(joint, given, lower, upper);
  const Limits before = own_limits_[at];
  own_limits_[at] = {lower, upper};
  const bool follows = joint.leader >= 0;
  if (follows) {
    joint.lower = lower;
    joint.upper = upper;
  }
  try {
    gather_limits(follows ? joint.leader : static_cast<int>(at));
  } catch (...) {
    own_limits_[at] = before;
    if (follows) {
      joint.lower = before.lower;
      joint.upper = before.upper;
    }
    throw;
  }
  clamp_initial();
}

void Multibody::set_weight(int given, double weight) {
  Joint& joint =
      joints_[static_cast<std::size_t>(solver_index(checked("joint", given, joint_count())))];
  require_weight(joint, given, weight);
  joint.weight = weight;
}

void Multibody::set_rest(int given, double rest) {
  Joint& joint =
      joints_[static_cast<std::size_t>(solver_index(checked("joint", given, joint_count())))];
  if (!std::isfinite(rest)) {
    throw std::invalid_argument(titled("joint", joint.name, given) + ": its rest must be finite");
  }
  joint.rest = rest;
}

void Multibody::set_motion_limits(int given, double max_velocity, double max_acceleration) {
  Joint& joint =
      joints_[static_cast<std::size_t>(solver_index(checked("joint", given, joint_count())))];
  require_motion_limits(joint, given, max_velocity, max_acceleration);
  joint.max_velocity = max_velocity;
  joint.max_acceleration = max_acceleration;
}

namespace {

/// The index in a list of the element of that name; an empty name is none.
template <class At>
std::optional<int> index_of_name(std::string_view name, int count, At&& at) {
  for (int i = 0; i < count && !name.empty(); ++i) {
    if (at(i).name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> Multibody::find_joint(std::string_view name) const {
  return index_of_name(name, joint_count(),
                       [this](int i) -> const Joint& { return joint(solver_index(i)); });
}

std::optional<int> Multibody::find_effector(std::string_view name) const {
  return index_of_name(name, effector_count(),
                       [this](int i) -> const Effector& { return effector(i); });
}

VectorX Multibody::initial_theta() const {
  VectorX theta(joint_count());
  for (int j = 0; j < joint_count(); ++j) theta[j] = joint(j).initial;
  return theta;
}

Multibody Multibody::without_limits() const {
  Multibody body = *this;
  for (Joint& joint : body.joints_) {
    joint.lower = -kUnlimited;
    joint.upper = kUnlimited;
  }
  body.own_limits_.assign(joints_.size(), {-kUnlimited, kUnlimited});
  body.lower_.assign(joints_.size(), -kUnlimited);
  body.upper_.assign(joints_.size(), kUnlimited);
  return body;
}

Multibody chain(const std::vector<double>& lengths, AimKind aim) {
  constexpr double kBend = 0.2;  // rad, far enough from the singular straight arm
  require(!lengths.empty(), "a chain needs a link");
  std::vector<Joint> joints;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    require(std::isfinite(lengths[i]) && lengths[i] > 0.0,
            "link " + std::to_string(i) + ": its length must be finite and above 0");
    Joint& joint = joints.emplace_back();
    joint.name = "joint " + std::to_string(i);
    joint.parent = static_cast<int>(i) - 1;
    if (i > 0) joint.parent_from_joint.translation().x() = lengths[i - 1];
    joint.initial = kBend;
  }
  Effector tip{"tip", static_cast<int>(lengths.size()) - 1, {lengths.back(), 0.0, 0.0}, aim};
  return Multibody(std::move(joints), {std::move(tip)});
}

namespace {

// homogeneous matrix: the 4th lane of a column is 0, or 1 for the origin
using LaneFrame = Frame<Lanes>;

IK_INLINE void load_frame(const double* from, LaneFrame& frame) {
  load(from, frame.x);
  load(from + 4, frame.y);
  load(from + 8, frame.z);
  load(from + 12, frame.p);
}

IK_INLINE void store_frame(const LaneFrame& frame, double* to) {
  store(frame.x, to);
  store(frame.y, to + 4);
  store(frame.z, to + 8);
  store(frame.p, to + 12);
}

/// Stores point `at` of `count`. Call in rising order: a store of four lanes overwrites a part of
/// the next point.
IK_INLINE void store_point(const Lanes& point, double* points, std::size_t at, std::size_t count) {
  double* const to = points + 3 * at;
  if (at + 1 < count) {
    store(point, to);
  } else {
    for (int i = 0; i < 3; ++i) to[i] = point[i];
  }
}

// column by column: clang keeps a frame that is copied as a whole in memory, not in registers
IK_INLINE void begin_at_world(LaneFrame& frame) {
  frame.x = Lanes{1.0, 0.0, 0.0, 0.0};
  frame.y = Lanes{0.0, 1.0, 0.0, 0.0};
  frame.z = Lanes{0.0, 0.0, 1.0, 0.0};
  frame.p = Lanes{0.0, 0.0, 0.0, 1.0};
}

IK_MULTIVERSION void move_all(std::span<const Link> links, Pose& pose) {
  double* const frames = pose.frames.data();
  double* const origin = pose.origin.data();
  double* const axis = pose.axis.data();
  const double* const theta = pose.theta.data();
  const double* const sine = pose.sine.data();
  const double* const cosine = pose.cosine.data();
  const int count = static_cast<int>(links.size());
  LaneFrame frame;  // frame of the last joint, most often the parent
  begin_at_world(frame);
  for (int j = 0; j < count; ++j) {
    const Link& link = links[static_cast<std::size_t>(j)];
    if (link.parent < 0) {
      begin_at_world(frame);
    } else if (link.parent != j - 1) {
      load_frame(frames + 16 * link.parent, frame);
    }
    Lanes v;
    move(link, theta[j], sine[j], cosine[j], frame, v);
    store_frame(frame, frames + 16 * j);
    store(frame.p, origin + 4 * j);
    store(v, axis + 4 * j);
  }
}

IK_MULTIVERSION void place_effectors(std::span<const Effector> effectors, Pose& pose) {
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    LaneFrame frame;
    load_frame(pose.frames.data() + 16 * effectors[i].joint, frame);
    store_point(shifted(frame, effectors[i].offset.data()), pose.effector.data(), i,
                effectors.size());
  }
}

}  // namespace

void forward_kinematics(const Multibody& multibody, Pose& pose) {
  const int n = multibody.joint_count();
  IK_ASSERT(pose.theta.size() == n);
  if (pose.cosine.size() != n || pose.effector.cols() != multibody.effector_count()) {
    pose.origin.resize(n);
    pose.axis.resize(n);
    pose.frames.resize(4, 4 * n);
    pose.effector.resize(3, multibody.effector_count());
    pose.sine.resize(n);
    pose.cosine.resize(n);
  }
  for (const int j : multibody.followers()) {
    const Joint& joint = multibody.joint(j);
    pose.theta[j] = joint.ratio * pose.theta[joint.leader] + joint.shift;
  }
  sincos(pose.theta.data(), pose.theta.size(), pose.sine.data(), pose.cosine.data());
  move_all(multibody.layout().links, pose);
  place_effectors(multibody.effectors(), pose);
}

Isometry Pose::world_from_joint(int j) const {
  return Isometry(Eigen::Matrix4d(frames.middleCols<4>(4 * j)));
}

Pose pose_at(const Multibody& multibody, const VectorX& theta) {
  Pose pose;
  pose.theta = theta;
  forward_kinematics(multibody, pose);
  return pose;
}

}  // namespace ik
