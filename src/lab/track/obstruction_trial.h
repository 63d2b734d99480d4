#pragma once

#include <optional>
#include <vector>

#include "lab/track/pose_search.h"
#include "lab/track/reach.h"

namespace lab {

/// The reason why an effector cannot reach its target with any method.
enum class Obstruction {
  kNone,    ///< a pose within the limits reaches the target, or the effector is there already
  kLimits,  ///< only poses beyond the limits reach it
  kFrozen,  ///< only poses with moved frozen joints reach it, at any angle
  kLinks,   ///< no pose reaches it
};

/// Finds for each effector of a tracker whether some pose reaches its target, and otherwise the
/// obstruction. It searches for poses with the effector's joints as set, then without limits, then
/// without frozen joints. Each effector is judged alone: a conflict between two targets is no
/// obstruction. An effector without a finite target has no answer.
///
/// Deterministic; works on copies; the work can be divided into calls. Allocates nothing after the
/// first search of each kind.
class ObstructionTrial {
 public:
  explicit ObstructionTrial(const Tracker& tracker);

  /// Starts with the tracker's present targets and pose. Earlier answers stay until new ones
  /// replace them.
  /// \pre the setup differs from the one at construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes at most `steps` steps of the searches, each of some starts.
  /// \returns done()
  bool advance(int steps);
  bool done() const { return now_ == questions_.size(); }

  /// The last answer.
  std::optional<Obstruction> obstruction(int effector) const {
    return questions_[static_cast<std::size_t>(effector)].answer;
  }

 private:
  struct Search {
    PoseSearch poses;
    Obstruction passed;  // the obstruction if this is the first search that finds a pose
  };
  struct Question {
    std::vector<Search> searches;
    std::optional<EffectorStatus> place;  // set if no search is needed
    std::optional<Obstruction> answer;
  };

  static std::optional<Obstruction> answer_of(EffectorStatus place);
  void pass_answered();

  std::vector<Question> questions_;  // by effector
  std::size_t now_ = 0, search_ = 0;
};

}  // namespace lab
