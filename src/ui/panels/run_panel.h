#pragma once

#include <optional>
#include <string>

#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

inline constexpr double kMinSpeed = 0.1, kMaxSpeed = 10.0;  ///< simulated by real seconds

/// Whether and how the run goes on.
struct Playback {
  bool playing = true;
  double speed = 1.0;                 ///< simulated seconds a second, wished for
  std::optional<StepSpan> loop = {};  ///< that is repeated
};

/// What goes into files, and where.
struct Saving {
  std::string folder;                   ///< as the user wrote it
  std::string path;                     ///< the same from the root on
  std::optional<std::size_t> recorded;  ///< rows so far, while recording
  bool filming = false;                 ///< a video
};

/// A file that is being opened in the background.
struct Opening {
  std::string name;
  double share = 0.0;  ///< that is done
};

/// The last thing worth saying, such as where a file went.
struct Message {
  std::string text;
  bool trouble = false;  ///< it is of something that did not succeed
};

/// Play and pause, single step, reset, speed, recording and where it goes.
/// \param[in,out] folder_text as it is being typed
void run_panel(const Theme& theme, const Playback& playback, const Saving& saving,
               const Message& message, std::string& folder_text, Edit& edit);

}  // namespace ui
