#include "ik/batch/batch.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/math/jacobi_turns.h"
#include "ik/simd/check.h"
#include "ik/simd/largest.h"
#include "ik/task/limits.h"
#include "ik/tree/elimination.h"
#include "ik/tree/truncated.h"

namespace ik {
namespace {

/// Rows of scratch of a block's task, see BlockLanes.
int block_scratch(const Multibody& multibody, const LaneForm& form, const SingularPlan& singular,
                  std::span<const LanePart> parts, int kept) {
  const int n = multibody.joint_count(), k = multibody.effector_count();
  int dense = multibody.aim_count() > 0 ? dense_scratch(multibody.row_count(), n) : 0;
  for (const LanePart& part : parts) {
    const int columns = static_cast<int>(part.joints.size());
    const int height = whole_pieces<Lanes>(part.rows);
    dense =
        std::max(dense, height + columns + height * columns + dense_scratch(part.rows, columns));
  }
  const TreePlan& plan = multibody.layout().plan;
  const int truncated = form.truncates ? TruncatedStep<Lanes>::scratch(plan, n) : 0;
  return 2 * n + 12 * kept + 6 * k + multibody.row_count() + refinement_scratch(n, k) +
         std::max({tree_scratch<Lanes>(plan), singular.scratch(), truncated, dense});
}

LaneAim lane_aim(const Multibody& multibody, int i) {
  const Effector& effector = multibody.effector(i);
  LaneAim aim{};
  aim.kind = effector.aim;
  aim.effector = i;
  aim.lever = effector.lever;
  aim.turned = !effector.rotation.isIdentity(0.0);
  const Eigen::Vector3d pointer = effector.rotation * effector.pointer;
  std::copy_n(effector.rotation.data(), 9, aim.rotation.begin());
  std::copy_n(pointer.data(), 3, aim.pointer.begin());
  return aim;
}

}  // namespace

bool has_simd_form(const MethodInfo& method) { return method.simd_lanes != nullptr; }

std::span<const InstructionSet* const> machine_instructions() {
  static const std::vector<const InstructionSet*> sets = [] {
    std::vector<const InstructionSet*> found = {&kBaseline};
#if defined(IK_WIDER_LANES)
    if (__builtin_cpu_supports("avx2")) found.push_back(&kAvx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
      found.push_back(&kAvx512);
    }
#endif
    return found;
  }();
  return sets;
}

SingularPlan::SingularPlan(const TreePlan& tree, int joint_count) : joints(joint_count) {
  const int rows = 3 * static_cast<int>(tree.arms.size());
  count = std::min(joints, rows);
  length = std::max(joints, rows);
  places = jacobi_padded_count(count);
  at_a_time = jacobi_group_size(places);
  wide = rows <= joints;
  meetings = jacobi_groups(places, at_a_time);
  for (const TreePlan::Arm& arm : tree.arms) {
    from.push_back(static_cast<int>(movers.size()));
    for (int i = arm.node; i >= 0; i = tree.nodes[static_cast<std::size_t>(i)].parent) {
      movers.push_back(tree.nodes[static_cast<std::size_t>(i)].joint);
    }
    std::reverse(movers.begin() + from.back(), movers.end());
    movers.insert(movers.end(), tree.arm_joints.begin() + arm.from,
                  tree.arm_joints.begin() + arm.to);
  }
  from.push_back(static_cast<int>(movers.size()));
}

int SingularPlan::scratch() const {
  return joints + 3 * static_cast<int>(movers.size()) + places * (length + 2);
}

BatchSettings::BatchSettings(const MethodInfo& info)
    : method(info.create()), max_angle(info.max_angle) {}

Batch::Scratch::Scratch(const Batch& batch)
    : memory_(static_cast<std::size_t>(block_scratch(
          batch.multibody_, *batch.form_, batch.singular_, batch.parts_, batch.kept_count_))),
      carried_(static_cast<std::size_t>(batch.singular_.memory())),
      targets_(static_cast<std::size_t>(batch.k())),
      d_max_(targets_.size()),
      aims_(batch.aims_.size()),
      weights_(static_cast<std::size_t>(batch.multibody_.goal_count())),
      method_(batch.method_->create()) {
  // so that steps of single bodies allocate nothing
  pose_.theta = batch.multibody_.initial_theta();
  forward_kinematics(batch.multibody_, pose_);
  if (!batch.limbs_.empty()) poles_.emplace(batch.multibody_);
}

Batch::Batch(Multibody multibody, int count, const MethodInfo& method, JacobianKind jacobian)
    : multibody_(std::move(multibody)),
      count_(count),
      method_(&method),
      form_(method.simd_lanes),
      jacobian_(jacobian) {
  require(form_ != nullptr, std::string(method.id) + " cannot run in lanes");
  require(count > 0, "a batch needs a body");
  require(multibody_.aim_count() == 0 || form_->aims,
          std::string(method.id) + " cannot aim in lanes");
  require(multibody_.followers().empty(), "a batch's joints cannot follow others");
  require(multibody_.loops().empty(), "a batch's bodies cannot have loops");
  const auto rows = [this](int of) {
    return static_cast<std::size_t>(of) * static_cast<std::size_t>(blocks());
  };
  targets_.resize(rows(3 * k()));
  wanted_.resize(rows(9 * r()));
  aimed_.resize(rows(9 * r()));
  d_max_.resize(rows(k()));
  theta_.resize(rows(n()));
  dtheta_.resize(rows(n()));
  axes_.resize(rows(3 * n()));
  origins_.resize(rows(3 * n()));
  effectors_.resize(rows(3 * k()));
  method.create().visit([this](const Knob&, KnobValue) { ++parameters_; });
  settings_.resize(rows(setting_rows()));
  const TreePlan& plan = multibody_.layout().plan;
  if (form_->by_singular_values && !(form_->truncates && truncation_pays(plan, n()))) {
    singular_ = SingularPlan(plan, n());
    memory_.resize(rows(singular_.memory()));
  }
  reports_.assign(static_cast<std::size_t>(blocks()) * kWidth,
                  static_cast<std::uint8_t>(Outcome::kReached));
  placed_.assign(static_cast<std::size_t>(blocks()), 0);
  invalid_.assign(reports_.size(), 0);
  lay_out();
  use(*machine_instructions().back());

  const VectorX initial = multibody_.initial_theta();
  const BatchSettings settings(method);
  for (int body = 0; body < blocks() * kWidth; ++body) {
    set_theta(body, {initial.data(), static_cast<std::size_t>(initial.size())});
    set_settings(body, settings);
  }
  Scratch scratch(*this);
  place(0, blocks(), scratch);
  targets_ = effectors_;
  wanted_ = aimed_;
}

void Batch::use(const InstructionSet& instructions) {
  instructions_ = &instructions;
  const auto& rows = instructions.kernels.methods;
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [this](const auto& kernel) { return kernel.form == form_; });
  require(row != rows.end(), std::string(method_->id) + " has no kernel for lanes");
  solve_ = row->solve;
}

void Batch::set_settings(int body, const BatchSettings& settings) {
  const Rows rows = this->settings();
  int row = 0;
  AnyMethod(settings.method).visit([&](const Knob&, KnobValue value) {
    if (row < parameters_) rows(row++, body) = number_of(value);
  });
  rows(parameters_, body) = settings.max_angle;
  rows(parameters_ + 1, body) = settings.max_slide;
  for (int i = 0; i < k(); ++i) d_max()(i, body) = settings.d_max;
}

void Batch::set_theta(int body, std::span<const double> theta) {
  const Rows rows(first(theta_), n());
  for (int j = 0; j < n(); ++j) {
    rows(j, body) = theta[static_cast<std::size_t>(j)];
  }
  // rotations of another pose are of no use
  if (!memory_.empty()) Rows(first(memory_), singular_.memory())(0, body) = 0;
  placed_[static_cast<std::size_t>(body / kWidth)] = 0;
}

/// Fills the multibody's arrays of BlockTask.
void Batch::lay_out() {
  std::vector<int> kept(static_cast<std::size_t>(n()), 0);
  for (int j = 0; j < n(); ++j) {
    const Joint& joint = multibody_.joint(j);
    if (joint.parent >= 0 && joint.parent != j - 1)
      kept[static_cast<std::size_t>(joint.parent)] = 1;
    lower_.push_back(joint.lower);
    upper_.push_back(joint.upper);
    mobility_.push_back(std::sqrt(joint.weight));
  }
  for (const int keep : kept) kept_.push_back(keep != 0 ? kept_count_++ : -1);
  if (!has_limits(multibody_)) lower_.clear();
  if (all_one(mobility_)) mobility_.clear();
  for (int i = 0; i < k(); ++i) order_.push_back(i);
  std::stable_sort(order_.begin(), order_.end(), [this](int a, int b) {
    return multibody_.effector(a).joint < multibody_.effector(b).joint;
  });
  for (const int i : order_) {
    const Effector& effector = multibody_.effector(i);
    carriers_.push_back(effector.joint);
    offsets_.insert(offsets_.end(), effector.offset.begin(), effector.offset.end());
    aim_at_.push_back(-1);
  }
  for (int g = k(); g < multibody_.goal_count(); ++g) {
    const int i = multibody_.effector_of(g);
    const auto at = std::find(order_.begin(), order_.end(), i) - order_.begin();
    aim_at_[static_cast<std::size_t>(at)] = g - k();
    aims_.push_back(lane_aim(multibody_, i));
  }
  find_parts();
  find_limbs();
}

/// Divides the goals among parts that share no joint.
void Batch::find_parts() {
  if (multibody_.aim_count() == 0) return;
  std::vector<int> part_of(static_cast<std::size_t>(k()));  // of an effector: a lowest one of it
  for (int i = 0; i < k(); ++i) part_of[static_cast<std::size_t>(i)] = i;
  const auto moves_goals = [this](int j) {
    return (mobility_.empty() || mobility_[static_cast<std::size_t>(j)] > 0.0) &&
           !multibody_.effectors_of(j).empty();
  };
  for (int j = 0; j < n(); ++j) {
    if (!moves_goals(j)) continue;
    const auto moved = multibody_.effectors_of(j);
    for (const int i : moved) {
      const int from = part_of[static_cast<std::size_t>(i)];
      const int to = part_of[static_cast<std::size_t>(moved[0])];
      std::replace(part_of.begin(), part_of.end(), from, to);
    }
  }
  for (int first = 0; first < k(); ++first) {
    LanePart part{};
    part.rows_of.assign(static_cast<std::size_t>(multibody_.goal_count()), -1);
    part.columns_of.assign(static_cast<std::size_t>(n()), -1);
    for (int g = 0; g < multibody_.goal_count(); ++g) {
      if (part_of[static_cast<std::size_t>(multibody_.effector_of(g))] != first) continue;
      part.rows_of[static_cast<std::size_t>(g)] = part.rows / 3;
      part.rows += 3;
      part.effectors += g < k() ? 1 : 0;
    }
    for (int j = 0; j < n(); ++j) {
      if (!moves_goals(j)) continue;
      const int i = multibody_.effectors_of(j)[0];
      if (part_of[static_cast<std::size_t>(i)] != first) continue;
      part.columns_of[static_cast<std::size_t>(j)] = static_cast<int>(part.joints.size());
      part.joints.push_back(j);
    }
    if (!part.joints.empty()) parts_.push_back(std::move(part));
  }
}

void Batch::find_limbs() {
  const Poles poles(multibody_);
  for (const LimbPole& one : poles.limbs) {
    const bool is_free = std::all_of(one.limb.joints.begin(), one.limb.joints.end(), [this](int j) {
      return j < 0 || multibody_.joint(j).weight > 0.0;
    });
    if (!one.limb.ball || !is_free) continue;
    limbs_.push_back(one);
    lane_limbs_.push_back({.joints = one.limb.joints,
                           .effector = one.effector,
                           .socket = one.socket,
                           .centre_at = one.centre_at});
  }
}

void Batch::set_weight(int g, int body, double weight) {
  if (roots_.empty()) {
    if (weight == 1.0) return;
    roots_.resize(static_cast<std::size_t>(multibody_.goal_count() * blocks()));
    for (Line& line : roots_) std::fill_n(line.values, kWidth, 1.0);
  }
  Rows(first(roots_), multibody_.goal_count())(g, body) = std::sqrt(weight);
}

double Batch::weight(int g, int body) const {
  if (roots_.empty()) return 1.0;
  const double root = ConstRows(first(roots_), multibody_.goal_count())(g, body);
  return root * root;
}

bool Batch::has_weights(int body) const {
  for (int g = 0; !roots_.empty() && g < multibody_.goal_count(); ++g) {
    if (ConstRows(first(roots_), multibody_.goal_count())(g, body) != 1.0) return true;
  }
  return false;
}

void Batch::set_pole(int i, int body, const Eigen::Vector3d& pole) {
  const int rows = 3 * static_cast<int>(limbs_.size());
  if (poles_.empty()) {
    poles_.resize(static_cast<std::size_t>(rows * blocks()));
    keep_frames();
  }
  for (int c = 0; c < 3; ++c) Rows(first(poles_), rows)(3 * i + c, body) = pole[c];
}

void Batch::keep_frames() {
  if (keeps_frames()) return;
  world_.resize(static_cast<std::size_t>(12 * n() * blocks()));
  std::fill(placed_.begin(), placed_.end(), std::uint8_t{0});
}

BlockTask Batch::body_task() const {
  BlockTask task{};
  task.links = multibody_.layout().links.data();
  task.plan = &multibody_.layout().plan;
  task.singular = &singular_;
  task.joints = n();
  task.effectors = k();
  task.carriers = carriers_.data();
  task.offsets = offsets_.data();
  task.effector_order = order_.data();
  task.kept = kept_.data();
  task.kept_count = kept_count_;
  task.aims = r();
  task.aim = aims_.data();
  task.aim_at = aim_at_.data();
  task.parts = static_cast<int>(parts_.size());
  task.part = parts_.data();
  return task;
}

BlockTask Batch::task(int block, Scratch& scratch) {
  const auto at = [block](Store& store, int rows) {
    return rows == 0 ? nullptr : Rows(first(store), rows).block(block);
  };
  BlockTask task = body_task();
  if (limits_ != LimitRule::kIgnore && !lower_.empty()) {
    task.lower = lower_.data();
    task.upper = upper_.data();
  }
  task.mobility = mobility_.empty() ? nullptr : mobility_.data();
  task.at_target = jacobian_ == JacobianKind::kTarget;
  task.memory = memory_.empty() ? nullptr : at(memory_, singular_.memory());
  task.targets = at(targets_, 3 * k());
  task.wanted = at(wanted_, 9 * r());
  task.d_max = at(d_max_, k());
  task.roots = roots_.empty() ? nullptr : at(roots_, multibody_.goal_count());
  task.world = world_.empty() ? nullptr : at(world_, 12 * n());
  if (!poles_.empty()) {
    task.limbs = static_cast<int>(limbs_.size());
    task.limb = lane_limbs_.data();
    task.poles = at(poles_, 3 * task.limbs);
  }
  task.parameters = at(settings_, setting_rows());
  task.max_angle = task.parameters + parameters_ * kWidth;
  task.max_slide = task.max_angle + kWidth;
  task.theta = at(theta_, n());
  task.dtheta = at(dtheta_, n());
  task.axis = at(axes_, 3 * n());
  task.origin = at(origins_, 3 * n());
  task.placed = at(effectors_, 3 * k());
  task.aimed = at(aimed_, 9 * r());
  task.reports = reports_.data() + static_cast<std::ptrdiff_t>(block) * kWidth;
  task.scratch = first(scratch.memory_);
  return task;
}

void Batch::place(int first, int last, Scratch& scratch) {
  for (int block = first; block < last; ++block) {
    instructions_->kernels.place(task(block, scratch));
    placed_[static_cast<std::size_t>(block)] = 1;
  }
}

void Batch::step(int first, int last, Scratch& scratch) {
  for (int block = first; block < last; ++block) {
    const BlockTask here = task(block, scratch);
    std::uint8_t& placed = placed_[static_cast<std::size_t>(block)];
    if (placed == 0) instructions_->kernels.place(here);
    const bool some_alone = has_scalar_steps();
    if (some_alone && here.memory != nullptr) {
      std::copy_n(here.memory, scratch.carried_.size() * kWidth, scratch.carried_.front().values);
    }
    solve_(here);
    for (int lane = 0; lane < kWidth; ++lane) {
      if ((here.reports[lane] & kReportUnsolved) != 0) solve_scalar(block * kWidth + lane, scratch);
    }
    for (int lane = 0; some_alone && lane < kWidth; ++lane) {
      const int body = block * kWidth + lane;
      if (body < count_ && meets_limit(body)) step_scalar(body, scratch);
    }
    for (int lane = 0; lane < kWidth; ++lane) {
      if (has_invalid_aim(block * kWidth + lane)) keep_still(block * kWidth + lane);
    }
    instructions_->kernels.apply(here);
    placed = 1;
  }
}

/// The problem of one body; sets the body's parameters in scratch.method_.
Problem Batch::extract_problem(int body, Scratch& scratch) const {
  Pose& pose = scratch.pose_;
  for (int j = 0; j < n(); ++j) pose.theta[j] = theta()(j, body);
  forward_kinematics(multibody_, pose);
  for (int r = 0; r < 3 * k(); ++r) {
    scratch.targets_[static_cast<std::size_t>(r / 3)][r % 3] = targets()(r, body);
  }
  for (int a = 0; a < r(); ++a) scratch.aims_[static_cast<std::size_t>(a)] = wanted_aim(a, body);
  const ConstRows d_max(first(d_max_), k());
  for (int i = 0; i < k(); ++i) {
    scratch.d_max_[static_cast<std::size_t>(i)] = d_max(i, body);
  }
  if (!roots_.empty()) {
    for (int g = 0; g < multibody_.goal_count(); ++g) {
      scratch.weights_[static_cast<std::size_t>(g)] = weight(g, body);
    }
  }
  for (std::size_t i = 0; !poles_.empty() && i < limbs_.size(); ++i) {
    const ConstRows poles(first(poles_), 3 * static_cast<int>(limbs_.size()));
    const int row = 3 * static_cast<int>(i);
    scratch.poles_->find(limbs_[i].effector)->pole = {poles(row, body), poles(row + 1, body),
                                                      poles(row + 2, body)};
  }
  // one capture: std::function would allocate for more
  struct {
    const Batch& batch;
    int body, row = 0;
  } from{*this, body};
  scratch.method_.visit([&from](const Knob&, KnobValue value) {
    set_number(value, from.batch.setting(from.row++, from.body));
  });
  return {.multibody = multibody_,
          .pose = pose,
          .targets = scratch.targets_,
          .jacobian = jacobian_,
          .d_max = scratch.d_max_,
          .mobility = mobility_,
          .aims = scratch.aims_,
          .weights = has_weights(body) ? std::span<const double>(scratch.weights_)
                                       : std::span<const double>(),
          .poles = poles_.empty() ? nullptr : &*scratch.poles_};
}

Aim Batch::wanted_aim(int a, int body) const {
  Aim aim;
  const ConstRows rows = wanted();
  const bool turns = aims_[static_cast<std::size_t>(a)].kind == AimKind::kOrientation;
  double* const to = turns ? aim.orientation.data() : aim.direction.data();
  for (int c = 0; c < (turns ? 9 : 3); ++c) to[c] = rows(9 * a + c, body);
  return aim;
}

void Batch::want_aim(int a, int body, const Aim& aim) {
  const Rows rows(first(wanted_), 9 * r());
  const bool turns = aims_[static_cast<std::size_t>(a)].kind == AimKind::kOrientation;
  const Eigen::Vector3d direction = aim.direction.stableNormalized();
  const double* const from = turns ? aim.orientation.data() : direction.data();
  for (int c = 0; c < (turns ? 9 : 3); ++c) rows(9 * a + c, body) = from[c];
  std::uint8_t& invalid = invalid_[static_cast<std::size_t>(body)];
  invalid = 0;
  for (int other = 0; other < r(); ++other) {
    if (is_invalid_aim(multibody_.aim_of(k() + other), wanted_aim(other, body))) invalid = 1;
  }
}

void Batch::take(int body, const VectorX& dtheta, int report) {
  const Rows taken(first(dtheta_), n());
  for (int j = 0; j < n(); ++j) taken(j, body) = dtheta[j];
  reports_[static_cast<std::size_t>(body)] = static_cast<std::uint8_t>(report);
}

/// Replaces the body's step by none, for an invalid aim.
void Batch::keep_still(int body) {
  const Rows step(first(dtheta_), n());
  for (int j = 0; j < n(); ++j) step(j, body) = 0;
  reports_[static_cast<std::size_t>(body)] = static_cast<std::uint8_t>(Outcome::kInvalidAim);
}

/// The single body's step before caps, where lanes cannot solve it: from a cold start of the SVD,
/// so that bodies are independent.
void Batch::solve_scalar(int body, Scratch& scratch) {
  const Problem problem = extract_problem(body, scratch);
  const Outcome outcome = step_with_poles(scratch.method_, problem, scratch.workspace_);
  take(body, scratch.workspace_.dtheta, static_cast<int>(outcome));
}

/// Whether the body is at a limit, or its step after caps would move it beyond one.
bool Batch::meets_limit(int body) const {
  const ConstRows theta = this->theta(), dtheta = this->dtheta();
  double angle = 0, slide = 0, by_angle = 1, by_slide = 1;
  for (int j = 0; j < n(); ++j) {
    double& most =
        is_angular(multibody_.layout().links[static_cast<std::size_t>(j)].type) ? angle : slide;
    most = std::max(most, std::abs(dtheta(j, body)));
  }
  // as in BlockLanes::apply
  const double max_angle = this->max_angle(body), max_slide = this->max_slide(body);
  if (angle > max_angle) {
    by_angle = max_angle / angle;
    slide *= by_angle;
  }
  if (slide > max_slide) by_slide = max_slide / slide;
  for (int j = 0; j < n(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const double lower = lower_[at], upper = upper_[at];
    const double now = theta(j, body), sum = now + dtheta(j, body) * by_angle * by_slide;
    if (now <= lower || now >= upper || sum < lower || sum > upper) return true;
  }
  return false;
}

/// Copies the rotations from a lane's memory before the step to the body's SVD.
void Batch::hand_over(int lane, const ConstRows& carried, Svd& svd) const {
  MatrixX& rotation = svd.resume(3 * k(), n(), static_cast<int>(carried(0, lane)));
  for (Eigen::Index i = 0; i < rotation.size(); ++i) {
    rotation.data()[i] = carried(1 + static_cast<int>(i), lane);
  }
}

/// Copies the rotations of a body's SVD to its lane's memory.
void Batch::hand_back(const Svd& svd, int body) {
  const Rows memory(first(memory_), singular_.memory());
  // a lane's age is 1 again after kReorthonormaliseAge
  memory(0, body) = svd.age() == 0 ? 0 : (svd.age() - 1) % kReorthonormaliseAge + 1;
  for (Eigen::Index i = 0; i < svd.rotation().size(); ++i) {
    memory(1 + static_cast<int>(i), body) = svd.rotation().data()[i];
  }
}

/// The single body's step by the rule for limits, within caps.
void Batch::step_scalar(int body, Scratch& scratch) {
  const Problem problem = extract_problem(body, scratch);
  Svd& svd = scratch.workspace_.carried_svd();
  if (!memory_.empty()) {
    hand_over(body % kWidth, {scratch.carried_.front().values, singular_.memory()}, svd);
  }
  const StepReport report = scratch.limited_step_.propose(
      scratch.method_, problem, {max_angle(body), max_slide(body)}, limits_, scratch.workspace_);
  if (!memory_.empty()) hand_back(svd, body);
  take(body, scratch.workspace_.dtheta,
       static_cast<int>(report.outcome) | (report.capped ? kReportCapped : 0) | kReportFinal);
}

}  // namespace ik
