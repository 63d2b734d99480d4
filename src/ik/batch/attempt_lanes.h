#pragma once

#include "ik/batch/lanes.h"
#include "ik/task/attempt.h"

// Attempts of BatchSolver::solve in lanes N, one body per lane: the formulas of GoalRows and Reach.
namespace ik {

/// An attempt's task for one set of lanes, which starts at number `offset` of each row.
template <class N>
class AttemptLanes {
 public:
  using Mask = MaskOf<N>;

  AttemptLanes(const AttemptTask& task, int offset)
      : task_(task),
        offset_(offset),
        step_{.rows = task.rows,
              .columns = task.columns,
              .J = task.scratch + offset + row(task.rows),
              .e = task.scratch + offset,
              .x = task.x + offset,
              .scratch = task.scratch + offset + row(task.rows * (1 + task.columns))} {}

  /// Forward kinematics, errors, and a step in the lanes that go on.
  IK_INLINE void update() {
    BlockLanes<N>(task_.body, offset_).place();
    look();
    const Mask steps = decide();
    linearise();
    step(steps);
  }

 private:
  static constexpr std::ptrdiff_t row(int count) {
    return static_cast<std::ptrdiff_t>(count) * Lanewise<N>::kStride;
  }
  static N zero() { return every<N>(0.0); }
  static N one() { return every<N>(1.0); }
  double* lanes(double* rows) const { return rows + offset_; }

  /// Fills e, with the errors of goals cut to kLongestWay and kLongestTurn.
  IK_INLINE void look() {
    const BlockTask& body = task_.body;
    const N longest = every<N>(kLongestWay * task_.unit), per_length = every<N>(1.0 / task_.unit);
    N ways = zero(), turns = zero(), levers = zero();
    farthest_ = widest_ = zero();
    for (int i = 0; i < body.effectors; ++i) {
      const Vec<N> way =
          get_vec<N>(body.targets + offset_, i) - get_vec<N>(body.placed + offset_, i);
      const N square = dot(way, way);
      farthest_ = larger<N>(farthest_, square);
      ways += square;
      const N size = wide_root<N>(square);
      const N factor = size > longest ? longest / size : one();
      put_vec<N>((factor * per_length) * way, e(), i);
    }
    for (int a = 0; a < body.aims; ++a) {
      const double* const aimed = body.aimed + offset_;
      const double* const wanted = body.wanted + offset_;
      const LaneAim& aim = body.aim[a];
      const Rotation<N> turn =
          aim.kind == AimKind::kOrientation
              ? turn_between<N>(get_axes<N>(aimed, 3 * a), get_axes<N>(wanted, 3 * a))
              : swing_between<N>(get_vec<N>(aimed, 3 * a), get_vec<N>(wanted, 3 * a));
      const N square = turn.angle * turn.angle;
      // a wanted direction of 0 has the vector 0
      widest_ = larger<N>(widest_, turn.angle);
      turns += square;
      levers += every<N>(aim.lever * aim.lever) * square;
      const N most = every<N>(kLongestTurn);
      const N factor = turn.angle > most ? most / turn.angle : one();
      put_vec<N>(factor * turn.vector, e(), body.effectors + a);
    }
    square_ = ways * (per_length * per_length) + turns;
    put<N>(farthest_, lanes(task_.farthest), 0);
    put<N>(widest_, lanes(task_.widest), 0);
    put<N>(ways + levers, lanes(task_.objective), 0);
  }
  double* e() const { return task_.scratch + offset_; }

  /// Sets the lanes' ends. \returns the lanes that go on
  IK_INLINE Mask decide() {
    const N error = every<N>(task_.error), aim_error = every<N>(task_.aim_error);
    const Mask reached = (farthest_ <= error * error) & (widest_ <= aim_error);
    const N updates = get<N>(lanes(task_.updates), 0);
    const Mask stopped = updates >= every<N>(task_.most_updates);
    Mask failed;
    if (task_.within_limits) {
      const N left = get<N>(lanes(task_.left), 0);
      failed = left <= zero();
      put<N>(left - one(), lanes(task_.left), 0);
    } else {
      const N mark = get<N>(lanes(task_.mark), 0), size = wide_root<N>(square_);
      const Mask gains = size < every<N>(1.0 - kGain) * mark;
      const N idle = chosen<N>(gains, zero(), get<N>(lanes(task_.idle), 0) + one());
      failed = idle >= every<N>(kPatience);
      put<N>(chosen<N>(gains, size, mark), lanes(task_.mark), 0);
      put<N>(idle, lanes(task_.idle), 0);
    }
    const Mask nothing = reached & 0;
    end_ = reached ? nothing + int{kAttemptReached}
                   : (failed ? nothing + int{kAttemptFailed}
                             : (stopped ? nothing + int{kAttemptStopped} : nothing));
    const Mask goes_on = end_ == nothing;
    put<N>(chosen<N>(goes_on, updates + one(), updates), lanes(task_.updates), 0);
    return goes_on;
  }

  IK_INLINE void linearise() const {
    const BlockTask& body = task_.body;
    const DenseColumns<N> columns = {.body = body,
                                     .axis = body.axis + offset_,
                                     .origin = body.origin + offset_,
                                     .point = body.placed + offset_,
                                     .aimed = body.aims > 0 ? body.aimed + offset_ : nullptr,
                                     .wanted = body.aims > 0 ? body.wanted + offset_ : nullptr,
                                     .scratch = nullptr};
    columns.fill({.columns_of = task_.columns_of,
                  .factors = task_.factors,
                  .per_length = 1.0 / task_.unit,
                  .rotations = true},
                 step_);
  }

  /// The step x, in the lanes `steps`.
  IK_INLINE void step(const Mask& steps) {
    const N mu = every<N>(kMinDamping) + every<N>(kFarDamping) * smaller<N>(one(), square_);
    Mask singular = damped_dense<N>(step_, mu);
    while (task_.within_limits && hold(steps)) singular |= damped_dense<N>(step_, mu);
    const Mask nothing = steps & 0;
    end_ = singular & steps ? nothing + int{kAttemptFailed} : end_;
    const Mask moves = steps & ~singular;
    for (int c = 0; c < task_.columns; ++c) {
      const int j = task_.joints[c];
      const N theta = get<N>(lanes(task_.body.theta), j);
      N to = theta + every<N>(task_.factors[j]) * get<N>(step_.x, c);
      if (task_.within_limits) {
        to = larger<N>(every<N>(task_.lower[j]), smaller<N>(every<N>(task_.upper[j]), to));
      }
      put<N>(chosen<N>(moves, to, theta), lanes(task_.body.theta), j);
    }
    typedef std::uint8_t Bytes __attribute__((vector_size(Lanewise<N>::kCount)));
    const Bytes bytes = __builtin_convertvector(end_, Bytes);
    std::memcpy(task_.ends + offset_, &bytes, sizeof bytes);
  }

  /// Sets the columns of joints to 0 that would move beyond the limit where they are.
  /// \returns true if there is one
  IK_INLINE bool hold(const Mask& steps) const {
    Mask held = steps & 0;
    for (int c = 0; c < task_.columns; ++c) {
      const int j = task_.joints[c];
      const N x = get<N>(step_.x, c), theta = get<N>(lanes(task_.body.theta), j);
      const Mask stays = steps & (((x > zero()) & (theta >= every<N>(task_.upper[j]))) |
                                  ((x < zero()) & (theta <= every<N>(task_.lower[j]))));
      held |= stays;
      if (!any(stays)) continue;
      double* const column = step_.column(c);
      for (int r = 0; r < task_.rows; ++r) {
        put<N>(chosen<N>(stays, zero(), get<N>(column, r)), column, r);
      }
    }
    return any(held);
  }

  const AttemptTask& task_;
  int offset_;
  DenseStep<N> step_;
  N square_, farthest_, widest_;  // |e|^2, largest squared way, largest angle
  Mask end_;
};

/// Updates the lanes of a block until an active one ends its attempt.
template <class N>
void attempt(const AttemptTask& task) {
  constexpr int kStride = Lanewise<N>::kStride;
  for (;;) {
    for (int offset = 0; offset < kStride; offset += Lanewise<N>::kCount) {
      AttemptLanes<N>(task, offset).update();
    }
    std::uint64_t ends, active;
    static_assert(sizeof ends == kStride);
    std::memcpy(&ends, task.ends, sizeof ends);
    std::memcpy(&active, task.active, sizeof active);
    if ((ends & active) != 0) return;
  }
}

}  // namespace ik
