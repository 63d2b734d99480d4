#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ik/batch/kernel.h"
#include "ik/task/limits.h"
#include "ik/task/method.h"

namespace ik {

/// Whether a method can run in lanes, and so in a batch.
bool has_lanes(const MethodInfo& method);

/// The sets of instructions that batches are compiled for and this machine has, narrow ones first.
std::span<const InstructionSet* const> machine_instructions();

/// What may differ from body to body: the method's parameters, and what the tracking step sets.
/// Whatever a single body takes is taken here.
struct BatchSettings {
  AnyMethod method;               ///< of the batch's kind
  double max_angle;               ///< no angle changes more in an update, rad
  double max_slide = kUnlimited;  ///< no slide changes more in an update, m
  double d_max = kUnlimited;      ///< no e_i is taken longer than this, m

  /// As the registry has the method: its parameters and its angle cap.
  explicit BatchSettings(const MethodInfo& method);
};

/// Numbers in rows, one a body in each row, stored so that the bodies of a block stand side by side
/// on one or more lines of the cache: row r of body b is at ((b / width) rows + r) width + b %
/// width.
template <class Number, int kLaneCount>
class LaneRows {
 public:
  static constexpr int kWidth = kLaneCount;

  LaneRows(Number* data, int rows) : data_(data), rows_(rows) {}

  int rows() const { return rows_; }
  Number& operator()(int row, int body) const {
    return block(body / kWidth)[row * kWidth + body % kWidth];
  }
  /// The first number of a block, which has rows() * kWidth.
  Number* block(int b) const { return data_ + static_cast<std::ptrdiff_t>(b) * rows_ * kWidth; }

 private:
  Number* data_;
  int rows_;
};

/// Many bodies of one multibody, or one body under many settings: each follows targets of its own
/// by settings of its own, and a block of them advances at once, one in every lane.
///
/// An update of a body is that of the tracking step: e clamped to D_max, the method's step, caps on
/// angles and slides, the joints' limits, theta += dtheta, forward kinematics. Joint::weight
/// counts; aims, obstacles and weights of goals are not known here.
///
/// Real is double or float. A step of a double batch is that of ik::AnyMethod to the bit, so that
/// nobody has to ask which of the two computed a result. Float has 6
/// digits and is for lambda >= 0.1; by singular values it has 4 up to a condition of 20, and those
/// below 5e-6 of the largest are 0. A body's bits depend on its own targets, settings and updates
/// since set_theta alone: not on its neighbours, on how many there are, on the order of blocks, on
/// the threads that compute them, or on the machine's instructions.
///
/// Rows have room for blocks() * kWidth bodies; what stands beyond count() changes nothing.
template <class Real>
class Batch {
 public:
  static constexpr int kWidth = 64 / static_cast<int>(sizeof(Real));  ///< bodies in a block
  /// A row of a block.
  struct alignas(64) Line {
    Real values[kWidth];
  };
  using Rows = LaneRows<Real, kWidth>;
  using ConstRows = LaneRows<const Real, kWidth>;

  /// What one thread computes with. It belongs to the batch that it is made for.
  class Scratch {
   public:
    explicit Scratch(const Batch& batch);

   private:
    friend class Batch;
    std::vector<Line> memory_;
    std::vector<Line> carried_;  // what a block's bodies brought to the step
    // for bodies that are solved one by one
    Pose pose_;
    std::vector<Eigen::Vector3d> targets_;
    std::vector<double> d_max_;
    Workspace workspace_;
    LimitedStep limited_step_;
    AnyMethod method_;
  };

  /// Every body in the initial pose, every target where its effector is.
  /// \param method a row of the registry
  /// \throws std::invalid_argument if the method has no lanes, count < 1 or an effector aims
  Batch(Multibody multibody, int count, const MethodInfo& method,
        JacobianKind jacobian = JacobianKind::kEffector);

  const Multibody& multibody() const { return multibody_; }
  const MethodInfo& method() const { return *method_; }
  int count() const { return count_; }  ///< N, bodies
  int blocks() const { return (count_ + kWidth - 1) / kWidth; }

  void set_settings(int body, const BatchSettings& settings);
  /// The same in rows, to be written one by one: the method's parameters in the order in which it
  /// shows them, a switch as 0 or 1, then max_angle and max_slide.
  Rows settings() { return {first(settings_), setting_rows()}; }
  /// Of all bodies: by which rule limits of joints hold, at first LimitRule::kClamp. By another
  /// than that a body that stands at a limit or would meet one is stepped alone, the others in
  /// lanes.
  void keep_limits(LimitRule rule) { limits_ = rule; }
  /// Computes by other instructions than machine_instructions().back(), to compare speed.
  /// \pre the machine has them
  void use(const InstructionSet& instructions);

  /// (3k) t_i in world axes, m: row 3i + c is coordinate c of target i. To be written.
  Rows targets() { return {first(targets_), 3 * k()}; }
  ConstRows targets() const { return {first(targets_), 3 * k()}; }
  /// (k) D_max,i, m: as in the settings, and to be written where it changes from step to step.
  Rows d_max() { return {first(d_max_), k()}; }

  /// (n) theta, solver's order, rad or m.
  ConstRows theta() const { return {first(theta_), n()}; }
  /// Moves a body to theta (n); origins and effectors follow in place() or step(). Singular values
  /// start from the rotations of the body's last update; this forgets them.
  void set_theta(int body, std::span<const double> theta);
  /// (n) what the last update added to theta, rad or m.
  ConstRows dtheta() const { return {first(dtheta_), n()}; }
  /// (3n) p_j, a point on joint j's axis, and (3k) s_i, world axes, m.
  ConstRows origins() const { return {first(origins_), 3 * n()}; }
  ConstRows effectors() const { return {first(effectors_), 3 * k()}; }
  /// How the body's last update went.
  Outcome outcome(int body) const { return static_cast<Outcome>(report(body) & 3); }
  /// Whether a cap on angles or slides shortened it.
  bool capped(int body) const { return (report(body) & kReportCapped) != 0; }

  /// One update of the bodies of blocks [first, last). Blocks are independent: callers divide them
  /// among threads as they like, each with a scratch of its own. Many updates of one block in a row
  /// are quickest, for what they read is then near. Allocates nothing.
  void step(int first, int last, Scratch& scratch);
  /// Brings origins and effectors up to theta.
  void place(int first, int last, Scratch& scratch);

 private:
  using Store = std::vector<Line>;

  static Real* first(Store& store) { return store.data()->values; }
  static const Real* first(const Store& store) { return store.data()->values; }
  int report(int body) const { return reports_[static_cast<std::size_t>(body)]; }
  int n() const { return multibody_.joint_count(); }
  int k() const { return multibody_.effector_count(); }
  int setting_rows() const { return parameters_ + 2; }
  double setting(int row, int body) const {
    return static_cast<double>(ConstRows(first(settings_), setting_rows())(row, body));
  }
  double max_angle(int body) const { return setting(parameters_, body); }
  double max_slide(int body) const { return setting(parameters_ + 1, body); }
  void lay_out();
  BlockTask<Real> task(int block, Scratch& scratch);
  Problem take_out(int body, Scratch& scratch) const;
  void solve_alone(int body, Scratch& scratch);
  bool meets_limit(int body) const;
  bool steps_some_alone() const {
    return !lower_.empty() && limits_ != LimitRule::kClamp && limits_ != LimitRule::kIgnore;
  }
  void step_alone(int body, Scratch& scratch);
  void hand_over(int lane, const ConstRows& carried, Svd& svd) const;
  void hand_back(const Svd& svd, int body);
  void take(int body, const Eigen::VectorXd& dtheta, int report);

  Multibody multibody_;
  int count_;
  const MethodInfo* method_;
  const LaneForm* form_;
  int parameters_ = 0;  // that the method has
  JacobianKind jacobian_;
  const BlockKernels<Real>* kernels_;
  void (*solve_)(const BlockTask<Real>&);  // of kernels_, the method's
  LimitRule limits_ = LimitRule::kClamp;
  Store targets_, d_max_, theta_, dtheta_, axes_, origins_, effectors_;
  Store settings_;
  SingularPlan singular_;  // of methods by singular values ...
  Store memory_;           // ... and what their bodies carry from update to update
  std::vector<std::uint8_t> reports_;
  std::vector<std::uint8_t> placed_;  // (blocks) whether axes, origins and effectors are at theta
  // the multibody as kernels read it, see BlockTask
  std::vector<int> carriers_, order_, kept_;
  std::vector<double> offsets_, lower_, upper_, mobility_;
  int kept_count_ = 0;
};

}  // namespace ik
