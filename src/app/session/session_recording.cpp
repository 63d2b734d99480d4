#include <exception>
#include <utility>

#include "app/session/session.h"
#include "io/files/numbered_files.h"

// A session's recordings, and the question for another folder.

namespace app {

void Session::say_saved(std::string message) {
  message_ = {.text = std::move(message), .folder = absolute(folder_)};
}

void Session::start_recording() {
  recording_pending_ = true;
  message_ = {};
  use_folder();
}

void Session::stop_recording() {
  if (!recorder_.running()) return;
  recorder_.stop();
  use_folder();
}

/// Saves and starts the recordings that wait for a folder.
void Session::use_folder() {
  question_.reset();
  const std::string folder = absolute(folder_);  // as in messages
  if (recorder_.unsaved_rows() > 0) {
    message_ = recorder_.save(folder);
    if (recorder_.unsaved_rows() > 0) return ask_for_folder(message_.text);
    message_.folder = folder;
  }
  if (!recording_pending_) return;
  try {
    recorder_.start(timeline_, folder, notes_);
    recording_pending_ = false;
    if (message_.trouble) message_ = {};  // about the former folder
  } catch (const std::exception& problem) {
    ask_for_folder(std::string("Not recording: ") + problem.what());
  }
}

void Session::ask_for_folder(const std::string& problem) {
  message_ = {problem, true};
  question_ = {problem, recorder_.unsaved_rows(), spare_folder(), ++questions_};
}

/// The first spare folder that can be written; empty if there is none.
std::string Session::spare_folder() const {
  for (const std::string& folder : spare_folders_) {
    try {
      if (folder == folder_) continue;
      io::expect_writable(folder);
      return folder;
    } catch (const std::exception&) {
      // try the next one
    }
  }
  return {};
}

std::string Session::end_recordings() {
  stop_recording();
  if (recorder_.unsaved_rows() == 0) return {};
  for (const std::string& folder : spare_folders_) {
    message_ = recorder_.save(folder);
    if (recorder_.unsaved_rows() == 0) return message_.text;
  }
  return message_.text + "; they are " + recorder_.leave();
}

}  // namespace app
