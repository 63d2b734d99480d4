#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "ik/task/limits.h"
#include "iklab/problem.h"

namespace lab {

/// Where a body comes to rest with targets that stand: the question whether they can be reached.
///
/// A rest is a local minimum of the error, found by Levenberg-Marquardt. So a target that is
/// reached from one start can be reached, and one that is missed from all starts may still be.
/// best() therefore tries several starts, and its result says how many: the pose of the moment, the
/// initial pose, the best pose of the last question of the same kind, and random poses within the
/// limits. The random ones are tried for the first kSearches questions of a kind only, and are the
/// same in every run.
class Rest {
 public:
  static constexpr int kStarts = 24;   ///< of a question with random poses, at most
  static constexpr int kSearches = 3;  ///< questions of a kind that try random poses

  /// What counts, and whether the joints' limits hold.
  struct Question {
    int goal = -1;  ///< the only effector that counts; -1 for all goals
    bool limited = true;

    auto operator<=>(const Question&) const = default;
  };
  struct Answer {
    std::vector<double> errors;  ///< (k) at rest, m
    int starts = 1;
  };

  Rest();

  /// The errors where the body rests from the moment's pose.
  std::vector<double> here(const ik::Problem& moment, const Question& question);
  /// Where the last start came to rest.
  const ik::Pose& pose() const { return pose_; }
  /// The least errors that are found: of the goal, or the least sum of squares. Ends with the first
  /// start from which nothing that counts is missed (unreached).
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

/// Error above which an effector is not at its target, m: a hundredth of its reach, more than
/// rounding and lag.
double unreached(const ik::Multibody& multibody, int effector);

}  // namespace lab
