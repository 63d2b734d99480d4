#include "app/session/files.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "io/files/file.h"
#include "io/report/plot_files.h"
#include "io/report/report.h"
#include "io/saved/recording_files.h"
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
    return std::string("The recording is in memory alone: ") + problem.what();
  }
  return {};
}

void Recorder::add(const lab::Tracker& tracker) {
  recording_->add(tracker);
  if (log_) log_->add(tracker);
}

std::string Recorder::pass(double wall_seconds) {
  constexpr double kPause = 0.5;  // s: with a slow frame, a second at most is not on disk
  if (!log_ || (unwritten_s_ += wall_seconds) < kPause) return {};
  unwritten_s_ = 0.0;
  if (log_->flush()) return {};
  const std::string path = log_->path().string();
  log_.reset();
  return "The recording goes on in memory alone: " + path + " cannot be written";
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

std::optional<ui::Opening> Opener::shown() const {
  if (!job_) return std::nullopt;
  return ui::Opening{name_, job_->share};
}

}  // namespace app
