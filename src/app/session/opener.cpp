#include "app/session/opener.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace app {

std::optional<OpenedRun> go_through(const io::SavedSession& session,
                                    const std::function<bool(double share)>& watch) {
  OpenedRun run{lab::Timeline(session.start), {}};
  const double steps = static_cast<double>(std::max(session.steps, 1L));
  auto change = session.changes.begin();
  for (long step = 0;; ++step) {
    for (; change != session.changes.end() && change->step == step; ++change) {
      run.timeline.apply(change->setup);
    }
    const lab::Bench& bench = run.timeline.bench();
    for (std::size_t i = 0; i < bench.size(); ++i) {
      run.histories[bench.setup().lanes[i].id].add(bench.tracker(i), bench.update_ns(i));
    }
    if (step == session.steps) return run;
    if (!watch(static_cast<double>(step) / steps)) return std::nullopt;
    run.timeline.step();
  }
}

void Opener::start(std::string name, Read read) {
  stop();
  name_ = std::move(name);
  auto job = std::make_unique<Job>();
  job->result =
      std::async(std::launch::async, [job = job.get(), read = std::move(read)]() -> Opened {
        auto file = read();
        if (auto* scene = std::get_if<lab::Scene>(&file)) return std::move(*scene);
        auto run = go_through(std::get<io::SavedSession>(file), [job](double share) {
          job->share = share;
          return !job->given_up;
        });
        if (!run) return {};
        return std::move(*run);
      });
  job_ = std::move(job);
}

Opener::Opened Opener::collect() {
  if (!job_ || job_->result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return {};
  }
  const std::unique_ptr<Job> done = std::move(job_);
  return done->result.get();
}

void Opener::wait() const {
  if (job_) job_->result.wait();
}

std::optional<ui::Opening> Opener::shown() const {
  if (!job_) return std::nullopt;
  return ui::Opening{name_, job_->share};
}

}  // namespace app
