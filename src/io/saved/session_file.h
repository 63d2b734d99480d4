#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "lab/run/timeline.h"

namespace io {

/// A run that can be repeated to the bit: what it began with, and every change with its step.
struct SavedSession {
  lab::Setup start;
  std::vector<lab::SetupChange> changes;  ///< by rising step
  long steps = 0;                         ///< made in all
};

SavedSession session_of(const lab::Timeline& timeline);

/// The text of a session file, docs/formats.md.
std::string write_session(const SavedSession& session);

/// \param source names the text in messages
/// \throws Error naming the source and the place of whatever is wrong
SavedSession parse_session(std::string_view text, const std::string& source);
SavedSession read_session(const std::filesystem::path& path);

/// Whether a text says of itself that it is a session. False where it is no JSON.
bool is_session(std::string_view text);

/// The timeline of the session, at its end.
lab::Timeline replay(const SavedSession& session);

/// Saves the timeline's session in a folder under a name that nothing there has, and makes the
/// folder if it is not there. \returns the file
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline);

}  // namespace io
