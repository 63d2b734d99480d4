#pragma once

#include <optional>
#include <vector>

#include "lab/track/pose_search.h"
#include "lab/track/reach.h"

namespace lab {

/// What keeps an effector from its target, whatever the method does.
enum class Obstruction {
  kNone,    ///< a pose within the limits reaches the target, or is there already
  kLimits,  ///< poses beyond the limits do
  kFrozen,  ///< poses do where frozen joints move, too, at any angle
  kLinks,   ///< no pose does
};

/// Finds for each effector of a tracker whether some pose reaches its target, and else what is in
/// the way, by searches for poses with the effector's joints as set, without limits, and without
/// frozen joints. Each effector is judged alone: that two targets cannot be reached together is no
/// obstruction. An effector whose target is not finite has no answer.
///
/// Deterministic, works on copies, and can be divided. Allocates nothing after the construction.
class ObstructionTrial {
 public:
  explicit ObstructionTrial(const Tracker& tracker);

  /// Starts with the tracker's present targets and pose. Earlier answers stay until others come.
  /// \pre the setup differs from that of the construction at most in its targets
  void begin(const Tracker& tracker);
  /// Makes at most that many steps of searches. \returns done()
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
    std::optional<EffectorStatus> place;  // where no search is needed
    std::optional<Obstruction> answer;
  };

  static std::optional<Obstruction> answer_of(EffectorStatus place);
  void pass_answered();

  std::vector<Question> questions_;  // by effector
  std::size_t now_ = 0, search_ = 0;
};

}  // namespace lab
