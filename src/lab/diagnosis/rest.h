#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ik/task/limits.h"
#include "iklab/problem.h"

namespace lab {

/// Finds where a body rests with fixed targets, to answer whether the targets can be reached.
///
/// A rest is a local minimum of the error, found by Levenberg-Marquardt. A target that is reached
/// from one start can be reached. A target that is missed from all starts may still be reachable.
/// best() therefore tries several starts and returns their number: the moment's pose, the initial
/// pose, the best pose of the last question of the same kind, and random poses within the limits.
/// Only the first kSearches questions of a kind try random poses, which are the same in every run.
class Rest {
 public:
  static constexpr int kStarts = 24;   ///< most starts of a question with random poses
  static constexpr int kSearches = 3;  ///< questions of a kind that try random poses

  /// The goals that count, and whether the joint limits apply.
  struct Question {
    int goal = -1;  ///< the only goal that counts; -1: all goals
    bool limited = true;

    auto operator<=>(const Question&) const = default;
  };
  struct Answer {
    std::vector<double> errors;  ///< (k) at rest, m
    int starts = 1;
  };

  Rest();

  /// The errors at the rest that is found from the moment's pose.
  std::vector<double> here(const ik::Problem& moment, const Question& question);
  /// The rest that the last start found.
  const ik::Pose& pose() const { return pose_; }
  /// The smallest errors found: of the goal, or with the smallest sum of squares. Stops at the
  /// first start from which no goal that counts is missed (unreached).
  Answer best(const ik::Problem& moment, const Question& question);

 private:
  std::vector<double> from(const ik::Problem& moment, const Question& question,
                           const ik::VectorX& start);
  ik::VectorX random_start(const ik::Problem& moment, bool limited, int start_index) const;

  struct Memory {
    ik::VectorX best;  // (n) of the last question
    int searches = 0;
  };

  ik::AnyMethod method_;
  ik::LimitedStep limited_step_;
  ik::Workspace workspace_;
  ik::Pose pose_, before_;
  std::vector<double> weights_;
  std::map<Question, Memory> memory_;
};

/// The error above which an effector misses its target, m: a hundredth of its reach, more than
/// rounding and lag.
double unreached(const ik::Multibody& multibody, int effector);

}  // namespace lab
