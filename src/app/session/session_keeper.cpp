#include "app/session/session_keeper.h"

#include <algorithm>
#include <exception>
#include <optional>

#include "io/files/file.h"
#include "io/saved/session_file.h"
#include "work/platform.h"

namespace app {
namespace {

/// Writes a session in portions.
class Writing {
 public:
  /// \param took receives the CPU time of all portions, s; unlike wall time, the same on a busy
  ///             machine
  Writing(io::SavedSession session, std::shared_ptr<io::KeptSession> kept,
          std::shared_ptr<double> took)
      : session_(std::move(session)), kept_(std::move(kept)), took_(std::move(took)) {
    *took_ = 0.0;
  }

  /// \returns the finished share
  double advance() {
    const double start = work::thread_nanoseconds();
    if (!writer_) writer_.emplace(std::move(session_));
    const double share = writer_->advance(1);
    if (!(share < 1.0)) kept_->write(writer_->take());
    *took_ += 1e-9 * (work::thread_nanoseconds() - start);
    return share;
  }

 private:
  io::SavedSession session_;
  std::shared_ptr<io::KeptSession> kept_;
  std::shared_ptr<double> took_;
  std::optional<io::SessionWriter> writer_;
};

}  // namespace

SessionKeeper::SessionKeeper(work::Pool& pool, std::filesystem::path folder)
    : pool_(&pool), folder_(std::move(folder)) {}

/// The left runs, then the present one: the next window opens the file that is written last.
std::vector<SessionKeeper::Run> SessionKeeper::runs_of(const Session& session) {
  std::vector<Run> runs;
  const auto add = [&runs](const lab::Timeline& run, int number) {
    runs.push_back({&run, {number, run.revision(), run.last()}});
  };
  for (const ui::LeftRun& left : session.left_runs()) add(*left.timeline, left.number);
  add(session.timeline(), session.run_number());
  return runs;
}

/// Removes the files of runs that the session has no more.
void SessionKeeper::forget_gone(const std::vector<Run>& runs) {
  std::erase_if(files_, [&runs](const auto& file) {
    const bool gone = std::ranges::none_of(
        runs, [&file](const Run& run) { return run.mark.number == file.first; });
    if (gone && file.second.kept) file.second.kept->discard();
    return gone;
  });
}

/// Whether the run has changed since its last write, or become the present one; a run without
/// changes is not worth keeping.
bool SessionKeeper::is_other(const Run& run, int present) const {
  const auto [number, revision, steps] = run.mark;
  const auto file = files_.find(number);
  return file == files_.end() || file->second.written.revision != revision ||
         (number == present && number != newest_);
}

bool SessionKeeper::has_more_steps(const Run& run) const {
  const auto file = files_.find(run.mark.number);
  return file != files_.end() && file->second.wrote && file->second.written.steps != run.mark.steps;
}

std::shared_ptr<io::KeptSession> SessionKeeper::file_of(int number) {
  auto& kept = files_[number].kept;
  if (!kept) kept = std::make_shared<io::KeptSession>(folder_);
  return kept;
}

void SessionKeeper::note_written(const Mark& mark, bool present) {
  File& file = files_[mark.number];
  file.written = mark;
  file.wrote = true;
  newest_ = present ? mark.number : kNone;
}

/// Takes the result of a finished write.
void SessionKeeper::collect() {
  try {
    if (job_.take_end()) note_written(writing_, writes_present_);
  } catch (const std::exception& problem) {
    // it would fail again each second
    broken_ = true;
    problem_ = std::string("This run is not kept against a crash: ") + problem.what();
  }
}

void SessionKeeper::look(const Session& session, double seconds) {
  if (folder_.empty() || broken_) return;
  const std::vector<Run> runs = runs_of(session);
  const Mark& present = runs.back().mark;
  if (!std::exchange(begun_, true)) {
    for (const Run& run : runs) files_[run.mark.number].written = run.mark;
    newest_ = present.number;
  }
  since_ += seconds;
  collect();
  if (job_ || broken_) return;
  forget_gone(runs);
  for (const Run& run : runs) {
    const bool other = is_other(run, present.number);
    if (!other && !has_more_steps(run)) continue;
    const bool is_present = run.mark.number == present.number;
    // a left run makes no more steps
    const bool soon = other || !is_present;
    if (since_ < std::max(soon ? kPause : kStepsPause, *took_ / kShare)) continue;
    writing_ = run.mark;
    writes_present_ = is_present;
    since_ = 0.0;
    const auto writing = std::make_shared<Writing>(io::whole_session_of(*run.timeline),
                                                   file_of(run.mark.number), took_);
    job_ = pool_->start([writing] { return writing->advance(); });
    return;
  }
}

void SessionKeeper::finish(const Session& session) {
  if (folder_.empty() || broken_ || !begun_) return;
  if (job_) job_.wait();
  collect();
  const std::vector<Run> runs = runs_of(session);
  const int present = runs.back().mark.number;
  forget_gone(runs);
  for (const Run& run : runs) {
    if (broken_ || (!is_other(run, present) && !has_more_steps(run))) continue;
    try {
      file_of(run.mark.number)->write(io::write_session(io::whole_session_of(*run.timeline)));
      note_written(run.mark, run.mark.number == present);
    } catch (const std::exception& problem) {
      problem_ = std::string("This run is not kept: ") + problem.what();
    }
  }
}

void SessionKeeper::discard() {
  job_ = {};
  for (const auto& [number, file] : files_) {
    if (file.kept) file.kept->discard();
  }
  folder_.clear();
}

}  // namespace app
