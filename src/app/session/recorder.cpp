#include "app/session/recorder.h"

#include <exception>
#include <utility>

namespace app {

std::string Recorder::start(const lab::Tracker& tracker, const std::string& folder,
                            const KeepRecording& keep) {
  recording_.emplace(tracker);
  recording_->add(tracker);
  log_.reset();
  unwritten_s_ = 0.0;
  try {
    if (keep) log_ = keep(tracker, folder);
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

Recorder::Stopped Recorder::stop(const std::string& folder, const SaveRecording& save) {
  const lab::Recording recording = std::move(*recording_);
  const std::shared_ptr<io::RecordingLog> log = std::move(log_);
  recording_.reset();
  try {
    Stopped stopped{save ? save(recording, folder) : std::string()};
    if (log) log->discard();
    return stopped;
  } catch (const std::exception& problem) {
    const bool is_there = log && log->flush();
    const std::string rest = is_there ? "; its rows are in " + log->path().string() : "";
    return {problem.what() + rest, true};
  }
}

}  // namespace app
