#pragma once

#include <optional>
#include <string>

#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

inline constexpr ik::Knob kSpeed{
    .name = "speed",
    .label = "Speed",
    .unit = "×",
    .min = 0.1,
    .max = 10.0,
    .logarithmic = true,
    .least = 0.1,
    .most = 10.0,
    .synonyms = "faster, slower, slow motion, real time, playback speed, playback rate"};

struct Playback {
  bool playing = true;
  double speed = 1.0;                 ///< requested simulated seconds per second
  std::optional<StepSpan> loop = {};  ///< steps to repeat
};

/// The folder of recordings cannot be written: the user has to choose another one.
struct FolderQuestion {
  std::string problem;           ///< why, in a sentence
  std::size_t unsaved_rows = 0;  ///< rows that wait for a folder; 0: a recording waits to begin
  std::string spare;             ///< another folder, which is writable; empty: none is known
  int number = 0;                ///< counts the questions
};

/// The recording and the video in progress, and their folder.
struct Saving {
  std::string folder;                   ///< where recordings are saved, as the user wrote it
  std::string path;                     ///< the folder as an absolute path
  std::optional<std::size_t> recorded;  ///< rows so far; none: no recording
  std::optional<double> filmed = {};    ///< length of the video so far, s; none: no video
  std::optional<FolderQuestion> question = {};
  std::string no_folder = {};  ///< why the folder cannot be chosen; empty: it can
  bool shows_folder = false;   ///< the desktop can show it in a file manager
};

struct Opening {
  std::string name;
  double share = 0.0;  ///< progress, 0 to 1
};

/// The last message to the user, such as the path of a saved file.
struct Message {
  std::string text;
  bool trouble = false;     ///< an error
  std::string folder = {};  ///< absolute, of the saved files that the text names; else empty
};

/// A button with a symbol that sends a command, marked as "group/id".
struct CommandButton {
  const char* group;
  const char* id;
  Icon icon;
  Command command;
  std::string help;
  bool enabled = true;
  bool primary = false;  ///< it stands out
};
void command_button(const Theme& theme, const CommandButton& button, ImVec2 size, Edit& edit);

struct RunPanel {
  std::string folder_text;  ///< contents of the text field
  int asked = 0;            ///< number of the last FolderQuestion that took the focus
};

/// Play and pause, single step, reset, speed, recording and its folder. A new FolderQuestion moves
/// the focus to the folder's field.
void run_panel(const Theme& theme, const Playback& playback, const Saving& saving,
               const Message& message, RunPanel& panel, Edit& edit);

/// Name of the window of film_overlay(), which is left out of the video.
inline constexpr const char* kFilmOverlay = "film";

/// While a video is made: a red frame around the picture, and a button that ends the video, with
/// the time filmed.
void film_overlay(const Theme& theme, const Area& view, const Saving& saving, Edit& edit);

}  // namespace ui
