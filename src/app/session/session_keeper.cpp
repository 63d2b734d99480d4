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
    : pool_(&pool),
      kept_(folder.empty() ? nullptr : std::make_shared<io::KeptSession>(std::move(folder))) {}

bool SessionKeeper::is_other(const Mark& now) const {
  return now.number != written_.number || now.revision != written_.revision;
}

/// Takes the result of a finished write.
void SessionKeeper::collect() {
  try {
    if (!job_.take_end()) return;
    written_ = writing_;
    wrote_ = true;
  } catch (const std::exception& problem) {
    // it would fail again each second
    broken_ = true;
    problem_ = std::string("This run is not kept against a crash: ") + problem.what();
  }
}

void SessionKeeper::look(const lab::Timeline& run, int number, double seconds) {
  if (kept_ == nullptr || broken_) return;
  const Mark now{number, run.revision(), run.last()};
  if (!std::exchange(begun_, true)) written_ = now;
  since_ += seconds;
  collect();
  if (job_ || broken_) return;
  if (!is_other(now) && !has_more_steps(now)) return;
  if (since_ < std::max(is_other(now) ? kPause : kStepsPause, *took_ / kShare)) return;
  writing_ = now;
  since_ = 0.0;
  const auto writing = std::make_shared<Writing>(io::whole_session_of(run), kept_, took_);
  job_ = pool_->start([writing] { return writing->advance(); });
}

void SessionKeeper::finish(const lab::Timeline& run, int number) {
  if (kept_ == nullptr || broken_ || !begun_) return;
  if (job_) job_.wait();
  collect();
  const Mark now{number, run.revision(), run.last()};
  if (broken_ || (!is_other(now) && !has_more_steps(now))) return;
  try {
    kept_->write(io::write_session(io::whole_session_of(run)));
  } catch (const std::exception& problem) {
    problem_ = std::string("This run is not kept: ") + problem.what();
  }
}

void SessionKeeper::discard() {
  if (kept_ == nullptr) return;
  job_ = {};
  kept_->discard();
  kept_.reset();
}

}  // namespace app
