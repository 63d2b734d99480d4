#include "iklab/problem.h"

#include <cmath>
#include <string_view>

#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/loop_space.h"
#include "ik/task/products.h"

namespace ik {

const char* name(MotionLimit limit) {
  // in the order of MotionLimit
  constexpr const char* kNames[] = {"none", "velocity", "acceleration", "range"};
  return kNames[static_cast<std::size_t>(limit)];
}

const char* name(Outcome outcome) {
  // in the order of Outcome
  constexpr const char* kNames[] = {"moved",      "reached",     "stalled",
                                    "not finite", "invalid aim", "opens loops"};
  return kNames[static_cast<std::size_t>(outcome)];
}

const char* name(Verdict verdict) {
  // in the order of Verdict
  constexpr const char* kNames[] = {"reached", "proven", "searched", "unfinished"};
  return kNames[static_cast<std::size_t>(verdict)];
}

const char* name(Proof proof) {
  // in the order of Proof
  constexpr const char* kNames[] = {"none", "distance", "place", "turn", "poses"};
  return kNames[static_cast<std::size_t>(proof)];
}

const char* name(Singularity singularity) {
  // in the order of Singularity
  constexpr const char* kNames[] = {"none", "shoulder", "elbow", "wrist", "two poses meet"};
  return kNames[static_cast<std::size_t>(singularity)];
}

void Workspace::begin(const Problem& problem) {
  has_error_ = has_jacobian_ = uses_jacobian_ = has_svd_ = has_loops_ = false;
  dtheta.setZero(problem.multibody.joint_count());
  reading_count_ = 0;
}

void Workspace::show(const Reading& reading) {
  std::size_t at = 0;
  while (at < reading_count_ && std::string_view(readings_[at].name) != reading.name) ++at;
  if (at == readings_.size()) return;
  if (at == reading_count_) ++reading_count_;
  readings_[at] = reading;
}

std::optional<double> Workspace::damping() const {
  for (const Reading& reading : readings()) {
    if (reading.is_damping) return reading.value;
  }
  return std::nullopt;
}

const VectorX& Workspace::error(const Problem& problem) {
  if (!has_error_) {
    finite_ = task_error(problem, e_) && std::isfinite(largest(problem.pose.theta));
    has_error_ = true;
    const bool moves_first = !problem.held.empty() || !problem.multibody.loops().empty();
    if (finite_ && moves_first) {
      if (multiplies_by_tree(problem.multibody)) {
        tree_motion(without_mobility(problem), problem.held.data(), *this, held_motion_);
      } else {
        jacobian(problem);
      }
      e_ -= held_motion_;
    }
  }
  return e_;
}

const MatrixX& Workspace::jacobian(const Problem& problem) {
  if (!has_jacobian_) {
    task_jacobian(problem, J_);
    if (!problem.held.empty()) held_motion_.noalias() = J_ * as_vector(problem.held);
    if (!problem.multibody.loops().empty()) {
      if (problem.held.empty()) held_motion_.setZero(J_.rows());
      LoopSpace& space = loops(problem);
      held_motion_.noalias() += J_ * space.correction();
      space.project_columns(J_);
    }
    if (!problem.mobility.empty()) J_ *= as_vector(problem.mobility).asDiagonal();
    has_jacobian_ = true;
  }
  return J_;
}

LoopSpace& Workspace::loops(const Problem& problem) {
  LoopSpace& space = loops_.get();
  if (!has_loops_) {
    space.compute(problem);
    other_loops_.get().reserve(problem.multibody);
    has_loops_ = true;
  }
  return space;
}

const Svd& Workspace::svd(const Problem& problem) {
  if (!has_svd_) {
    svd_.compute(jacobian(problem));
    has_svd_ = true;
  }
  return svd_;
}

}  // namespace ik
