#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ik/batch/kernel.h"
#include "ik/batch/lane_step.h"
#include "ik/task/limits.h"
#include "ik/task/method.h"
#include "ik/task/poles.h"

namespace ik {

/// True if a method has a SIMD form, so that it can run in a batch.
bool has_simd_form(const MethodInfo& method);

/// The instruction sets with kernels that this machine supports, narrowest first.
std::span<const InstructionSet* const> machine_instructions();

/// The settings of one body; same valid ranges as outside a batch.
struct BatchSettings {
  AnyMethod method;               ///< the batch's method; holds the parameters
  double max_angle;               ///< cap on each angle of an update, rad
  double max_slide = kUnlimited;  ///< cap on each slide of an update, m
  double d_max = kUnlimited;      ///< D_max of every effector, m

  /// The defaults of the registry: parameters and angle cap.
  explicit BatchSettings(const MethodInfo& method);
};

/// Rows of numbers; a row holds one number of each body. The bodies of a block are adjacent in
/// memory: row r of body b is at
///   ((b / width) rows + r) width + b % width
template <class Number, int kLaneCount>
class LaneRows {
 public:
  static constexpr int kWidth = kLaneCount;

  LaneRows(Number* data, int rows) : data_(data), rows_(rows) {}

  int rows() const { return rows_; }
  Number& operator()(int row, int body) const {
    return block(body / kWidth)[row * kWidth + body % kWidth];
  }
  /// Start of a block; a block has rows() * kWidth numbers.
  Number* block(int b) const { return data_ + static_cast<std::ptrdiff_t>(b) * rows_ * kWidth; }

 private:
  Number* data_;
  int rows_;
};

/// Many copies ("bodies") of one multibody, each with its own targets and settings. A block of
/// bodies is updated at once, one body per lane.
///
/// An update of a body is a tracking step: e clamped to D_max, the method's step, caps on angles
/// and slides, joint limits, theta += dtheta, forward kinematics. Joint::weight is used; obstacles
/// are not supported, aims by methods with LaneForm::aims. A body without aims that has goal
/// weights is solved outside the lanes.
///
/// A step has the same bits as ik::AnyMethod; with aims it is equal up to rounding. A body's bits
/// depend only on its own goals, settings and updates since set_theta: not on other bodies, their
/// number, the order of blocks, threads, or the machine's instruction set.
///
/// Rows have room for blocks() * kWidth bodies; bodies beyond count() have no effect.
class Batch {
 public:
  static constexpr int kWidth = 8;  ///< bodies in a block
  /// A row of a block.
  struct alignas(64) Line {
    double values[kWidth];
  };
  using Rows = LaneRows<double, kWidth>;
  using ConstRows = LaneRows<const double, kWidth>;

  /// Scratch of one thread, for this batch only.
  class Scratch {
   public:
    explicit Scratch(const Batch& batch);

   private:
    friend class Batch;
    std::vector<Line> memory_;
    std::vector<Line> carried_;  // method memory of a block's bodies before the step
    // for bodies that are solved one by one, outside the lanes
    Pose pose_;
    std::vector<Eigen::Vector3d> targets_;
    std::vector<double> d_max_;
    std::vector<Aim> aims_;
    std::vector<double> weights_;
    std::optional<Poles> poles_;
    Workspace workspace_;
    LimitedStep limited_step_;
    AnyMethod method_;
  };

  /// Every body starts in the initial pose, every target at its effector.
  /// \param method a row of the registry
  /// \throws std::invalid_argument if the method has no SIMD form, or none for effectors that aim;
  ///   if count < 1 or a joint follows another
  Batch(Multibody multibody, int count, const MethodInfo& method,
        JacobianKind jacobian = JacobianKind::kEffector);

  const Multibody& multibody() const { return multibody_; }
  const MethodInfo& method() const { return *method_; }
  int count() const { return count_; }  ///< N, number of bodies
  int blocks() const { return (count_ + kWidth - 1) / kWidth; }

  void set_settings(int body, const BatchSettings& settings);
  /// The settings in rows, writable: the method's parameters in the order of AnyMethod::visit (a
  /// switch is 0 or 1), then max_angle and max_slide.
  Rows settings() { return {first(settings_), setting_rows()}; }
  /// Sets the rule for joint limits of all bodies, initially LimitRule::kClamp. With kActiveSet and
  /// kProject, a body that is at a limit or would reach one is updated outside the lanes.
  void keep_limits(LimitRule rule) { limits_ = rule; }
  /// Selects instructions other than machine_instructions().back(), to compare speed.
  /// \pre the machine supports them
  void use(const InstructionSet& instructions);

  /// (3k) t_i in world axes, m: row 3i + c is coordinate c of target i. Writable.
  Rows targets() { return {first(targets_), 3 * k()}; }
  ConstRows targets() const { return {first(targets_), 3 * k()}; }
  /// (9r) Wanted aims: world_from_effector of an orientation, column-major; in the first three of
  /// the nine rows the unit vector of a direction.
  ConstRows wanted() const { return {first(wanted_), 9 * r()}; }
  void want_aim(int a, int body, const Aim& aim);
  Aim wanted_aim(int a, int body) const;
  /// True if a wanted aim is invalid, see is_invalid_aim: the body then keeps still.
  bool has_invalid_aim(int body) const { return invalid_[static_cast<std::size_t>(body)] != 0; }
  /// (k) D_max,i, m: initially the settings' d_max. Writable.
  Rows d_max() { return {first(d_max_), k()}; }

  /// Weights of the squared errors of goal g of a body. The first call allocates.
  void set_weight(int g, int body, double weight);
  double weight(int g, int body) const;
  /// True if some weight of the body is not 1.
  bool has_weights(int body) const;

  /// The limbs with ball joints, which may have poles.
  std::span<const LimbPole> limbs() const { return {limbs_.data(), limbs_.size()}; }
  /// Sets the pole of limb i: unit, or 0. The first call allocates, and keeps frames.
  void set_pole(int i, int body, const Eigen::Vector3d& pole);

  /// From now on world() is up to date after steps and place(). Allocates.
  void keep_frames();
  bool keeps_frames() const { return !world_.empty(); }
  /// (12n) world_from_joint in rows: the axes x, y, z and the origin.
  ConstRows world() const { return {first(world_), 12 * n()}; }

  /// (n) theta, solver's order, rad or m.
  ConstRows theta() const { return {first(theta_), n()}; }
  /// Moves a body to theta (n); the next place() or step() updates origins and effectors. The next
  /// SVD is a cold start.
  void set_theta(int body, std::span<const double> theta);
  /// (n) step of the last update, rad or m.
  ConstRows dtheta() const { return {first(dtheta_), n()}; }
  /// (3n) p_j, a point on joint j's axis, and (3k) s_i, world axes, m.
  ConstRows origins() const { return {first(origins_), 3 * n()}; }
  ConstRows effectors() const { return {first(effectors_), 3 * k()}; }
  /// (9r) world_from_effector of an orientation, or the pointer of a direction, as in wanted().
  ConstRows aimed() const { return {first(aimed_), 9 * r()}; }
  /// The outcome of the body's last update.
  Outcome outcome(int body) const { return static_cast<Outcome>(report(body) & kReportOutcome); }
  /// True if a cap shortened the body's last update.
  bool capped(int body) const { return (report(body) & kReportCapped) != 0; }

  /// Updates the bodies of the blocks [first, last) once. Blocks are independent and may be divided
  /// among threads in any way, each thread with its own scratch. Several successive updates of one
  /// block are fastest, because its data stays in the cache. Allocates nothing.
  void step(int first, int last, Scratch& scratch);
  /// Updates origins and effectors from theta.
  void place(int first, int last, Scratch& scratch);

  /// The multibody's arrays for kernels, and the instructions in use.
  BlockTask body_task() const;
  const InstructionSet& instructions() const { return *instructions_; }

 private:
  using Store = std::vector<Line>;

  static double* first(Store& store) { return store.data()->values; }
  static const double* first(const Store& store) { return store.data()->values; }
  int report(int body) const { return reports_[static_cast<std::size_t>(body)]; }
  int n() const { return multibody_.joint_count(); }
  int k() const { return multibody_.effector_count(); }
  int r() const { return multibody_.aim_count(); }
  int setting_rows() const { return parameters_ + 2; }
  double setting(int row, int body) const {
    return ConstRows(first(settings_), setting_rows())(row, body);
  }
  double max_angle(int body) const { return setting(parameters_, body); }
  double max_slide(int body) const { return setting(parameters_ + 1, body); }
  void lay_out();
  void find_parts();
  void find_limbs();
  BlockTask task(int block, Scratch& scratch);
  Problem extract_problem(int body, Scratch& scratch) const;
  void solve_scalar(int body, Scratch& scratch);
  bool meets_limit(int body) const;
  bool has_scalar_steps() const {
    return !lower_.empty() && limits_ != LimitRule::kClamp && limits_ != LimitRule::kIgnore;
  }
  void step_scalar(int body, Scratch& scratch);
  void keep_still(int body);
  void hand_over(int lane, const ConstRows& carried, Svd& svd) const;
  void hand_back(const Svd& svd, int body);
  void take(int body, const VectorX& dtheta, int report);

  Multibody multibody_;
  int count_;
  const MethodInfo* method_;
  const LaneForm* form_;
  int parameters_ = 0;  // number of the method's parameters
  JacobianKind jacobian_;
  const InstructionSet* instructions_;
  void (*solve_)(const BlockTask&);  // the method's entry in instructions_
  LimitRule limits_ = LimitRule::kClamp;
  Store roots_;  // (k + r) square roots of weights; empty: all 1
  Store poles_;  // (3 limbs); empty: none
  Store world_;  // (12n); empty: not kept
  std::vector<LimbPole> limbs_;
  std::vector<LaneLimb> lane_limbs_;
  std::vector<LanePart> parts_;
  Store targets_, wanted_, d_max_, theta_, dtheta_, axes_, origins_, effectors_, aimed_;
  Store settings_;
  SingularPlan singular_;  // methods by SVD only
  Store memory_;           // methods by SVD only: memory between updates
  std::vector<std::uint8_t> reports_;
  std::vector<std::uint8_t> placed_;   // (blocks) 1: axes, origins and effectors are up to date
  std::vector<std::uint8_t> invalid_;  // 1: the body has an invalid aim
  // arrays of the multibody for BlockTask
  std::vector<int> carriers_, order_, kept_, aim_at_;
  std::vector<LaneAim> aims_;
  std::vector<double> offsets_, lower_, upper_, mobility_;
  int kept_count_ = 0;
};

}  // namespace ik
