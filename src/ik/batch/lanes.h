#pragma once

#include "ik/batch/lane_step.h"
#include "ik/body/link_motion.h"
#include "ik/body/swivel.h"
#include "ik/simd/lanes.h"
#include "ik/simd/sincos.h"
#include "ik/tree/elimination.h"

// The kernels of a batch for lanes N, with the width of the including file's instruction set. A
// block consists of one or more sets of lanes, which are computed one after the other.
namespace ik {

/// A block's task for one set of lanes, which starts at number `offset` of each row.
template <class N>
class BlockLanes {
 public:
  using Mask = MaskOf<N>;

  BlockLanes(const BlockTask& task, int offset) : task_(task), offset_(offset) {
    double* next = task.scratch + offset;
    const auto rows = [&next](int count) {
      double* const at = next;
      next += static_cast<std::ptrdiff_t>(count) * Lanewise<N>::kStride;
      return at;
    };
    sine_ = rows(task.joints);
    cosine_ = rows(task.joints);
    frames_ = rows(12 * task.kept_count);
    point_ = rows(3 * task.effectors);
    error_ = rows(3 * (task.effectors + task.aims));
    pull_ = rows(3 * task.effectors);
    refinement_ = rows(refinement_scratch(task.joints, task.effectors));
    tree_ = rows(0);
  }

  IK_INLINE_LARGE void place() const {
    turn();
    // coordinate by coordinate: the twelve numbers stay in registers; a whole frame would be in
    // memory
    Frame<Vec<N>> frame;
    stand(frame);
    int next = 0;
    for (int j = 0; j < task_.joints; ++j) {
      const Link& link = task_.links[j];
      if (link.parent < 0) {
        if (j > 0) stand(frame);
      } else if (link.parent != j - 1) {
        const int from = 4 * task_.kept[link.parent];
        frame.x = get_vec<N>(frames_, from);
        frame.y = get_vec<N>(frames_, from + 1);
        frame.z = get_vec<N>(frames_, from + 2);
        frame.p = get_vec<N>(frames_, from + 3);
      }
      const N theta = get<N>(task_.theta + offset_, j);
      Vec<N> v;
      move(link, theta, get<N>(sine_, j), get<N>(cosine_, j), frame, v);
      put_vec<N>(v, task_.axis + offset_, j);
      put_vec<N>(frame.p, task_.origin + offset_, j);
      if (task_.world != nullptr) {
        put_vec<N>(frame.x, task_.world + offset_, 4 * j);
        put_vec<N>(frame.y, task_.world + offset_, 4 * j + 1);
        put_vec<N>(frame.z, task_.world + offset_, 4 * j + 2);
        put_vec<N>(frame.p, task_.world + offset_, 4 * j + 3);
      }
      if (task_.kept[j] >= 0) {
        const int to = 4 * task_.kept[j];
        put_vec<N>(frame.x, frames_, to);
        put_vec<N>(frame.y, frames_, to + 1);
        put_vec<N>(frame.z, frames_, to + 2);
        put_vec<N>(frame.p, frames_, to + 3);
      }
      for (; next < task_.effectors && task_.carriers[next] == j; ++next) {
        const Vec<N> s =
            shifted(frame, task_.offsets + 3 * next, shift_axes(task_.offsets + 3 * next));
        put_vec<N>(s, task_.placed + offset_, task_.effector_order[next]);
        if (task_.aims > 0 && task_.aim_at[next] >= 0) place_aim(task_.aim_at[next], frame);
      }
    }
  }

  /// \tparam Kernel the method's kernel, see LaneStep
  template <class Kernel>
  IK_INLINE void solve() const {
    N largest_error = zero();
    N sum = zero();  // 0 times every input: NaN if one is NaN or infinite
    for (int i = 0; i < task_.effectors; ++i) measure(i, largest_error, sum);
    if constexpr (Kernel::kForm.aims) {
      for (int a = 0; a < task_.aims; ++a) measure_aim(a, largest_error, sum);
    }
    const TreeStep<N> tree = {.joints = task_.joints,
                              .hinges = task_.plan->hinges,
                              .links = task_.links,
                              .plan = *task_.plan,
                              .axis = task_.axis + offset_,
                              .origin = task_.origin + offset_,
                              .point = task_.at_target ? point_ : task_.placed + offset_,
                              .error = error_,
                              .mobility = task_.mobility,
                              .weights = nullptr,
                              .scratch = tree_,
                              .pull = pull_,
                              .dtheta = task_.dtheta + offset_};
    double* const memory = task_.memory == nullptr ? nullptr : task_.memory + offset_;
    Mask unsolved = Kernel::template step<N>(
        {tree, task_.parameters + offset_, *task_.singular, memory, refinement_, columns()});
    // only J of aims has weights
    if (task_.roots != nullptr && task_.aims == 0) unsolved |= weighted();

    for (int j = 0; task_.mobility != nullptr && j < task_.joints; ++j) {
      put<N>(get<N>(task_.dtheta + offset_, j) * every<N>(task_.mobility[j]),
             task_.dtheta + offset_, j);
    }
    for (int i = 0; i < task_.limbs; ++i) turn_to_pole(i);
    N largest_step = zero();
    for (int j = 0; j < task_.joints; ++j) {
      const N d = get<N>(task_.dtheta + offset_, j);
      largest_step = larger<N>(largest_step, magnitude<N>(d));
      sum += zero() * (d + get<N>(task_.theta + offset_, j));
    }
    const Mask lost = !(sum == zero());
    if (any(lost)) {
      for (int j = 0; j < task_.joints; ++j) {
        put<N>(lost ? zero() : get<N>(task_.dtheta + offset_, j), task_.dtheta + offset_, j);
      }
      // the lane's memory may be NaN too: age 0 makes the next SVD a cold start
      if (memory != nullptr) put<N>(lost ? zero() : get<N>(memory, 0), memory, 0);
    }
    // moved 0, reached 1, stalled 2, not finite 3
    const Mask nothing = unsolved & 0;
    const Mask outcome = lost ? nothing + 3
                              : (largest_error <= every<N>(kReachedTolerance)
                                     ? nothing + 1
                                     : (largest_step == zero() ? nothing + 2 : nothing));
    report(outcome | (unsolved & kReportUnsolved));
  }

  IK_INLINE void apply() const {
    N angle = zero(), slide = zero();
    for (int j = 0; j < task_.joints; ++j) {
      const N size = magnitude<N>(get<N>(task_.dtheta + offset_, j));
      if (is_angular(task_.links[j].type)) {
        angle = larger<N>(angle, size);
      } else {
        slide = larger<N>(slide, size);
      }
    }
    // two factors, applied one after the other: same bits as for a single body
    N first = one(), second = one();
    Mask capped = zero() > one();
    const Mask open = (reported() & kReportFinal) == 0;
    const N max_angle = get<N>(task_.max_angle + offset_, 0);
    const N max_slide = get<N>(task_.max_slide + offset_, 0);
    const Mask turns_far = (angle > max_angle) & open;
    if (any(turns_far)) {
      capped = turns_far;
      first = turns_far ? max_angle / angle : first;
      slide *= first;
    }
    const Mask slides_far = (slide > max_slide) & open;
    if (any(slides_far)) {
      capped |= slides_far;
      second = slides_far ? max_slide / slide : second;
    }
    if (any(capped)) {
      report(reported() | (capped & kReportCapped));
      for (int j = 0; j < task_.joints; ++j) {
        put<N>(get<N>(task_.dtheta + offset_, j) * first * second, task_.dtheta + offset_, j);
      }
    }

    if (task_.lower != nullptr) {
      move_within_limits();
    } else {
      for (int j = 0; j < task_.joints; ++j) {
        const N theta = get<N>(task_.theta + offset_, j);
        put<N>(theta + get<N>(task_.dtheta + offset_, j), task_.theta + offset_, j);
      }
    }
    place();
  }

 private:
  static N zero() { return every<N>(0.0); }
  static N one() { return every<N>(1.0); }

  /// theta += dtheta within the joints' limits; see allowed_step and land_on_limits.
  IK_INLINE void move_within_limits() const {
    for (int j = 0; j < task_.joints; ++j) {
      N d = get<N>(task_.dtheta + offset_, j);
      const N theta = get<N>(task_.theta + offset_, j);
      const N lower = every<N>(task_.lower[j]), upper = every<N>(task_.upper[j]);
      const N least = theta < lower ? theta : lower;
      const N most = upper < theta ? theta : upper;
      const N down = least - theta, up = most - theta;
      N sum = theta + d;
      d = sum < least ? down : (sum > most ? up : d);
      sum = d == down ? least : (d == up ? most : sum);
      put<N>(d, task_.dtheta + offset_, j);
      put<N>(sum, task_.theta + offset_, j);
    }
  }

  /// Sine and cosine of every theta. A separate loop keeps the coefficients in registers.
  IK_INLINE void turn() const {
    Mask far = zero() > one();
    for (int j = 0; j < task_.joints; ++j) {
      const N theta = get<N>(task_.theta + offset_, j);
      N sine, cosine;
      sincos<N>(theta, sine, cosine);
      put<N>(sine, sine_, j);
      put<N>(cosine, cosine_, j);
      far |= !(magnitude<N>(theta) < every<N>(HalfPi::kLargest));
    }
    if (any(far)) turn_far();
  }
  void turn_far() const {
    for (int j = 0; j < task_.joints; ++j) {
      for (int i = j * Lanewise<N>::kStride; i < j * Lanewise<N>::kStride + Lanewise<N>::kCount;
           ++i) {
        const auto theta = static_cast<double>(task_.theta[offset_ + i]);
        if (std::abs(theta) < HalfPi::kLargest) continue;
        sine_[i] = std::sin(theta);
        cosine_[i] = std::cos(theta);
      }
    }
  }

  /// Sets the world's frame.
  IK_INLINE static void stand(Frame<Vec<N>>& frame) {
    frame.x.x = frame.y.y = frame.z.z = one();
    frame.x.y = frame.x.z = frame.y.x = frame.y.z = frame.z.x = frame.z.y = zero();
    frame.p.x = frame.p.y = frame.p.z = zero();
  }

  /// Stores what the effector of an aim aims with.
  IK_INLINE void place_aim(int a, const Frame<Vec<N>>& frame) const {
    const LaneAim& aim = task_.aim[a];
    double* const to = task_.aimed + offset_;
    if (aim.kind == AimKind::kDirection) {
      put_vec<N>(direction(frame, aim.pointer.data()), to, 3 * a);
    } else if (aim.turned) {
      for (int c = 0; c < 3; ++c) {
        put_vec<N>(direction(frame, aim.rotation.data() + 3 * c), to, 3 * a + c);
      }
    } else {
      put_vec<N>(frame.x, to, 3 * a);
      put_vec<N>(frame.y, to, 3 * a + 1);
      put_vec<N>(frame.z, to, 3 * a + 2);
    }
  }

  /// The lanes with a weight other than 1.
  IK_INLINE_LARGE Mask weighted() const {
    Mask found = zero() != zero();
    for (int g = 0; g < task_.effectors + task_.aims; ++g) {
      found |= get<N>(task_.roots + offset_, g) != one();
    }
    return found;
  }

  /// Adds the turns of a limb to its pole; see Poles::turn.
  IK_INLINE_LARGE void turn_to_pole(int i) const {
    Vec<N> pole = get_vec<N>(task_.poles + offset_, i);
    if (!any(dot(pole, pole) > zero())) return;
    const LaneLimb& limb = task_.limb[i];
    if (limb.socket >= 0) {
      const Axes<N> axes = get_axes<N>(task_.world + offset_, 4 * limb.socket);
      pole = pole.x * axes.x + pole.y * axes.y + pole.z * axes.z;
    }
    const double* const axis = task_.axis + offset_;
    const double* const origin = task_.origin + offset_;
    const auto [first, second, third, elbow] = limb.joints;
    const Vec<N> v = get_vec<N>(axis, first);
    const SwivelTurns<N> turns =
        swivel<N>({.first = v,
                   .second = get_vec<N>(axis, second),
                   .third = get_vec<N>(axis, third),
                   .centre = get_vec<N>(origin, first) + every<N>(limb.centre_at) * v,
                   .elbow = get_vec<N>(origin, elbow),
                   .tip = get_vec<N>(task_.placed + offset_, limb.effector),
                   .hinge = get_vec<N>(axis, elbow),
                   .pole = pole});
    double* const dtheta = task_.dtheta + offset_;
    put<N>(get<N>(dtheta, first) + turns.first, dtheta, first);
    put<N>(get<N>(dtheta, second) + turns.second, dtheta, second);
    put<N>(get<N>(dtheta, third) + turns.third, dtheta, third);
  }

  /// The columns of J with aims.
  IK_INLINE DenseColumns<N> columns() const {
    return {.body = task_,
            .axis = task_.axis + offset_,
            .origin = task_.origin + offset_,
            .point = task_.at_target ? point_ : task_.placed + offset_,
            .aimed = task_.aims > 0 ? task_.aimed + offset_ : nullptr,
            .wanted = task_.aims > 0 ? task_.wanted + offset_ : nullptr,
            .scratch = tree_,
            .roots = task_.roots == nullptr ? nullptr : task_.roots + offset_};
  }

  IK_INLINE Vec<N> weighed(int goal, const Vec<N>& v) const {
    return task_.roots == nullptr ? v : get<N>(task_.roots + offset_, goal) * v;
  }

  /// Computes the error of aim a, clamped to D_max; see task_error.
  IK_INLINE_LARGE void measure_aim(int a, N& largest, N& sum) const {
    const LaneAim& aim = task_.aim[a];
    const double* const wanted = task_.wanted + offset_;
    const double* const aimed = task_.aimed + offset_;
    Vec<N> e;
    if (aim.kind == AimKind::kDirection) {
      e = chord<N>(get_vec<N>(aimed, 3 * a), get_vec<N>(wanted, 3 * a));
    } else {
      e = turn_between<N>(get_axes<N>(aimed, 3 * a), get_axes<N>(wanted, 3 * a)).vector;
    }
    e = every<N>(aim.lever) * e;
    sum += zero() * e.x + zero() * e.y + zero() * e.z;
    const N length = length_of<N>(e.x, e.y, e.z);
    const N most = get<N>(task_.d_max + offset_, aim.effector);
    e = (length > most ? most / length : one()) * e;
    put_vec<N>(weighed(task_.effectors + a, e), error_, task_.effectors + a);
    largest = larger<N>(largest, length);
  }

  /// Computes e_i, clamped to D_max, and column_point.
  IK_INLINE void measure(int i, N& largest, N& sum) const {
    const Vec<N> s = get_vec<N>(task_.placed + offset_, i);
    const Vec<N> way = get_vec<N>(task_.targets + offset_, i) - s;
    const N limit = get<N>(task_.d_max + offset_, i);
    const N far = every<N>(kHorizon);
    const N most = limit < far ? limit : far;
    Vec<N> e = way;
    Vec<N> point = s + way;  // not finite if the target is not

    // fast path without a square root, see surely_shorter
    const N square = dot(way, way);
    const Mask near = (square > every<N>(kSafeSquare)) & (square < every<N>(0.999) * most * most);
    if (any(~near)) {
      sum += zero() * way.x + zero() * way.y + zero() * way.z;
      const N length = length_of<N>(way.x, way.y, way.z);
      const N factor = length > most ? most / length : one();
      e = factor * way;
      const N horizon = length > far ? far / length : one();
      point = s + horizon * way;
    }
    if (task_.at_target) put_vec<N>(point, point_, i);
    put_vec<N>(weighed(i, e), error_, i);
    // uses the true error, not e: D_max may clamp e to 0
    largest = larger<N>(largest, larger<N>(larger<N>(magnitude<N>(way.x), magnitude<N>(way.y)),
                                           magnitude<N>(way.z)));
  }

  typedef std::uint8_t Bytes __attribute__((vector_size(Lanewise<N>::kCount)));
  IK_INLINE void report(const Mask& mask) const {
    const Bytes bytes = __builtin_convertvector(mask, Bytes);
    std::memcpy(task_.reports + offset_, &bytes, sizeof bytes);
  }
  IK_INLINE Mask reported() const {
    Bytes bytes;
    std::memcpy(&bytes, task_.reports + offset_, sizeof bytes);
    return __builtin_convertvector(bytes, Mask);
  }

  const BlockTask& task_;
  int offset_;
  double *sine_, *cosine_, *frames_, *point_, *error_, *pull_, *refinement_, *tree_;
};

/// The kernels of a block, in lanes N.
template <class N>
struct LaneKernels {
  using Task = BlockTask;
  static constexpr int kCount = Lanewise<N>::kCount;
  static constexpr int kStride = Lanewise<N>::kStride;
  static void place(const Task& task) {
    for (int offset = 0; offset < kStride; offset += kCount) BlockLanes<N>(task, offset).place();
  }
  template <class Kernel>
  static void solve(const Task& task) {
    for (int offset = 0; offset < kStride; offset += kCount) {
      BlockLanes<N>(task, offset).template solve<Kernel>();
    }
  }
  static void apply(const Task& task) {
    for (int offset = 0; offset < kStride; offset += kCount) BlockLanes<N>(task, offset).apply();
  }
};

}  // namespace ik
