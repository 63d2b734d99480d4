#include "lab/track/obstruction_trial.h"

#include <utility>

namespace lab {

ObstructionTrial::ObstructionTrial(const Tracker& tracker) {
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    Question& question = questions_.emplace_back();
    const auto add = [&](Freedom freedom, Obstruction passed) {
      PoseSearch search(tracker, i, freedom);
      if (freedom == Freedom::kAsSet || search.is_freer_than_set())
        question.searches.push_back({std::move(search), passed});
    };
    add(Freedom::kAsSet, Obstruction::kNone);
    add(Freedom::kNoLimits, Obstruction::kLimits);
    add(Freedom::kAll, Obstruction::kFrozen);
  }
  begin(tracker);
}

void ObstructionTrial::begin(const Tracker& tracker) {
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    Question& question = questions_[i];
    question.place = status_by_place(tracker, static_cast<int>(i));
    if (question.place) continue;
    for (Search& search : question.searches) search.poses.begin(tracker);
  }
  now_ = search_ = 0;
  pass_answered();
}

/// The answer for a status that needs no search.
std::optional<Obstruction> ObstructionTrial::answer_of(EffectorStatus place) {
  switch (place) {
    case EffectorStatus::kReached:
      return Obstruction::kNone;
    case EffectorStatus::kOutOfReach:
      return Obstruction::kLinks;
    default:
      return std::nullopt;
  }
}

/// Skips to the next effector that needs a search.
void ObstructionTrial::pass_answered() {
  for (; !done() && questions_[now_].place; ++now_) {
    questions_[now_].answer = answer_of(*questions_[now_].place);
  }
}

bool ObstructionTrial::advance(int steps) {
  for (; !done() && steps > 0; --steps) {
    Question& question = questions_[now_];
    Search& search = question.searches[search_];
    if (!search.poses.advance()) continue;
    if (!*search.poses.found() && ++search_ < question.searches.size()) continue;
    question.answer = search_ < question.searches.size() ? search.passed : Obstruction::kLinks;
    ++now_;
    search_ = 0;
    pass_answered();
  }
  return done();
}

}  // namespace lab
