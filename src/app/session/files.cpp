#include "app/session/files.h"

#include <exception>

#include "io/files/file.h"
#include "io/report/plot_files.h"
#include "io/report/report.h"
#include "io/saved/sweep_files.h"
#include "io/scene/scene_file.h"

namespace app {

std::string absolute(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(path, problem);
  return problem ? path : whole.lexically_normal().string();
}

namespace {

/// "Saved NAME, what else IN FOLDER".
std::string saved(const std::filesystem::path& file, const std::string& others = {}) {
  return "Saved " + file.filename().string() + others + " in " +
         absolute(file.parent_path().string());
}

}  // namespace

std::string save(const std::string& folder, const lab::Recording& recording) {
  return saved(io::save_recording(folder, recording).csv, ", .svg, .png");
}

std::string save(const std::string& folder, const lab::Timeline& run) {
  return "Saved " + absolute(io::save_session(folder, run).string());
}

std::string save(const std::string& folder, const lab::Sweep& sweep,
                 const lab::SweepResults& results) {
  return saved(io::save_sweep(folder, sweep, results).front(), ", .svg, .png, .pdf");
}

std::string save(const std::string& folder, std::span<const lab::Finding> findings) {
  return saved(io::save_report(folder, findings));
}

std::string save(const std::string& folder, std::span<const lab::Plot> plots,
                 const lab::Timeline& run) {
  const std::string tables =
      plots.size() > 1 ? std::to_string(plots.size()) + " tables" : "a table";
  return saved(io::save_plots(folder, plots, run).front(), ", .png, .pdf and " + tables);
}

std::variant<io::SavedSession, lab::Scene> read_run_or_scene(const std::string& path) {
  const std::string text = io::read_file(path);
  if (io::is_session(text)) return io::parse_session(text, path);
  lab::Scene scene = io::parse_scene(text, path);
  scene.id = absolute(path);
  return scene;
}

std::string Recorder::start(const lab::Tracker& tracker, const std::string& folder,
                            const std::filesystem::path& notes) {
  recording_.emplace(tracker);
  recording_->add(tracker);
  log_.reset();
  unwritten_s_ = 0.0;
  try {
    log_ = std::make_shared<io::RecordingLog>(folder, notes, tracker);
  } catch (const std::exception& problem) {
    return std::string("The recording is only in memory: ") + problem.what();
  }
  return {};
}

void Recorder::add(const lab::Tracker& tracker) {
  recording_->add(tracker);
  if (log_) log_->add(tracker);
}

std::string Recorder::pass(double wall_seconds) {
  constexpr double kPause = 0.5;  // s: even with slow frames at most a second is not on disk
  if (!log_ || (unwritten_s_ += wall_seconds) < kPause) return {};
  unwritten_s_ = 0.0;
  if (log_->flush()) return {};
  const std::string path = log_->path().string();
  log_.reset();
  return "The recording continues only in memory: " + path + " cannot be written";
}

ui::Message Recorder::stop(const std::string& folder) {
  const lab::Recording recording = std::move(*recording_);
  const std::shared_ptr<io::RecordingLog> log = std::move(log_);
  recording_.reset();
  try {
    ui::Message saved{save(folder, recording)};
    if (log) log->discard();
    return saved;
  } catch (const std::exception& problem) {
    const bool is_there = log && log->flush();
    const std::string rest = is_there ? "; its rows are in " + log->path().string() : "";
    return {problem.what() + rest, true};
  }
}

Replay::Replay(io::SavedSession session)
    : session_(std::move(session)), run_{lab::Timeline(session_.start), {}} {
  take_in_row();
}

/// Applies the changes before the next step and adds the row to the histories.
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

std::optional<ui::Opening> Opener::shown() const {
  if (!job_) return std::nullopt;
  return ui::Opening{name_, job_.progress()};
}

}  // namespace app
