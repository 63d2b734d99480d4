#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

inline constexpr double kMinSpeed = 0.1, kMaxSpeed = 10.0;  ///< simulated by real seconds

/// State of the playback.
struct Playback {
  bool playing = true;
  double speed = 1.0;                 ///< requested simulated seconds per second
  std::optional<StepSpan> loop = {};  ///< the steps that are repeated
};

/// What is being saved, and where.
struct Saving {
  std::string folder;                   ///< of recordings, as the user wrote it
  std::string path;                     ///< the folder as an absolute path
  std::optional<std::size_t> recorded;  ///< rows so far; none: no recording
  bool filming = false;                 ///< a video is being made
};

/// A file that is being opened in the background.
struct Opening {
  std::string name;
  double share = 0.0;  ///< progress, 0 to 1
};

/// The last message to the user, such as the path of a saved file.
struct Message {
  std::string text;
  bool trouble = false;  ///< an error
};

/// A button with a symbol that sends a command, marked as "group/id".
void command_button(const Theme& theme, const char* group, const char* id, Icon icon, ImVec2 size,
                    Command command, std::string_view help, Edit& edit, bool enabled = true,
                    bool primary = false);

/// Play and pause, single step, reset, speed, recording and its folder.
/// \param[in,out] folder_text the text field's contents
void run_panel(const Theme& theme, const Playback& playback, const Saving& saving,
               const Message& message, std::string& folder_text, Edit& edit);

}  // namespace ui
