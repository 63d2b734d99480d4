#include "app/session/opener.h"

#include <algorithm>

namespace app {

Replay::Replay(io::SavedSession session)
    : session_(std::move(session)), run_{lab::Timeline(session_.start), {}} {
  take_in_row();
}

/// The changes that came in before the next step, and what is plotted of the row.
void Replay::take_in_row() {
  const auto& changes = session_.changes;
  for (; changed_ < changes.size() && changes[changed_].step == step_; ++changed_) {
    run_.timeline.apply(changes[changed_].setup);
  }
  const lab::Bench& bench = run_.timeline.bench();
  for (std::size_t i = 0; i < bench.size(); ++i) {
    run_.histories[bench.setup().lanes[i].id].add(bench.tracker(i), bench.update_ns(i));
  }
}

double Replay::advance(long steps) {
  for (; steps > 0 && step_ < session_.steps; --steps) {
    run_.timeline.step();
    ++step_;
    take_in_row();
  }
  return step_ < session_.steps ? static_cast<double>(step_) / static_cast<double>(session_.steps)
                                : 1.0;
}

void Opener::start(std::string name, Read read) {
  stop();
  name_ = std::move(name);
  opened_ = std::make_shared<Opened>();
  job_ = pool_->start(1, [read = std::move(read), opened = opened_](int, int) {
    return [&read, opened, replay = std::shared_ptr<Replay>()]() mutable {
      if (!replay) {
        auto file = read();
        if (auto* scene = std::get_if<lab::Scene>(&file)) {
          *opened = std::move(*scene);
          return 1.0;
        }
        replay = std::make_shared<Replay>(std::move(std::get<io::SavedSession>(file)));
      }
      const double share = replay->advance(work::kPortion);
      if (!(share < 1.0)) *opened = replay->take();
      return share;
    };
  });
}

Opener::Opened Opener::collect() {
  pool_->work_for(work::kSlice);
  if (!job_ || !job_.done()) return {};
  work::Job done = std::move(job_);
  done.check();
  return std::move(*opened_);
}

void Opener::wait() {
  if (job_) job_.wait();
}

std::optional<ui::Opening> Opener::shown() const {
  if (!job_) return std::nullopt;
  return ui::Opening{name_, job_.progress()};
}

}  // namespace app
