#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ui/shell/laboratory.h"
#include "ui/shell/spoken.h"

namespace app {

/// What this platform offers.
ui::Platform platform();
/// Sets what the system asks of all programs: theme, contrast, motion, size of controls. On a
/// desktop it asks for calm on battery only.
void ask_system(ui::Panels& panels);
/// Tells the page or process that started the window that its first frame is on screen.
void announce_ready();
/// Why recordings cannot go into a folder that the user chooses; empty: they can.
std::string no_folder();
/// A message with paths as the user knows them.
std::string with_known_paths(std::string message);
/// The page's address without its parts; empty on a desktop.
std::string page_address();
/// The next message of the page around a frame, once: a verb, then NAME=VALUE, in lines. None:
/// none.
std::optional<std::string> take_message();
/// What the page around a frame can be told after each frame.
struct FrameState {
  long step = 0;
  double time_s = 0.0, error_m = 0.0, jitter_deg = 0.0;  ///< the front lane's, see docs/page.md
  bool playing = false;
};
void tell_frame_state(const FrameState& state);
/// Answers the last message of the page around. \param answer of obey()
void answer_message(const std::string& answer);
/// Tells the page around a changed set-up. \param change see change_text()
void tell_page_change(const std::string& change);
/// Shows a folder in the desktop's file manager, by xdg-open. Does nothing in a browser.
/// \throws std::runtime_error if it is not installed
void open_folder(const std::string& path);
/// Call it at the end of a frame: a page asks what a finger would touch.
/// \param graspable the pointer is over something in the picture that can be dragged
void note_pointer(bool graspable);

/// Fits Dear ImGui's backend to a page: clipboard and wheel. Does nothing on a desktop.
void adapt_backend();
/// Puts a PNG on the clipboard: on a desktop through wl-copy or xclip, because GLFW has texts only.
/// \returns false if neither is installed
bool copy_picture(const std::string& png);
/// Requests the text on the clipboard.
void ask_clipboard();
/// The requested text, once; none until it is there.
std::optional<std::string> take_clipboard();
/// Why access to the clipboard was refused since the last call; empty: it was not.
std::string take_refusal();

/// The window in words beside the page's canvas: native controls, headings and a line that a screen
/// reader speaks. A desktop has none.
class Reader {
 public:
  /// Tells the page what differs from the last call, and does what the reader asks. Call it once a
  /// frame, between ui::draw() and the edit's use.
  /// \param seconds on a clock that does not go back
  void exchange(const ui::Context& context, double seconds);

 private:
  std::optional<ui::Spoken> told_;
  double told_at_ = 0.0;  // s
  ui::Narrator narrator_;
};

/// The system's dialog that chooses files: zenity's or kdialog's, on a page the browser's. It does
/// not block the window.
class FileDialog {
 public:
  FileDialog() = default;
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;
  ~FileDialog();  ///< closes it

  /// Opens it, if it is not open. \returns false where the system has none
  bool open();

  struct Answer {
    std::vector<std::string> paths;  ///< chosen together; empty: the user has chosen none
    bool failed = false;             ///< the dialog could not be shown
  };
  /// Its answer, once; none until it is there. On a page also files and folders that were dropped.
  std::optional<Answer> take();

 private:
  [[maybe_unused]] int pipe_ = -1;  // the dialog's output; -1: not open
  [[maybe_unused]] long process_ = -1;
  std::string text_;
};

/// Another program that reads what is written to it. Not on a page.
class PipedProgram {
 public:
  /// Starts it; its output is discarded unless `talks`.
  /// \param words name and arguments; the name is searched for in PATH
  /// \throws std::runtime_error with one sentence if there is no such program
  explicit PipedProgram(std::vector<std::string> words, bool talks = true);
  PipedProgram(const PipedProgram&) = delete;
  PipedProgram& operator=(const PipedProgram&) = delete;
  ~PipedProgram();

  bool running() const { return pipe_ >= 0; }
  /// \returns whether the program took all bytes
  bool write(const std::uint8_t* bytes, std::size_t count);
  /// Ends its input and waits for its end. \returns whether it succeeded
  bool finish();

 private:
  int pipe_ = -1;
  long process_ = -1;
};

// Parts of the functions above that are the same on all platforms.

/// Whether the computer runs on its battery: one of its own batteries is discharging, and no power
/// supply is connected. False where the system does not say.
/// \param supplies folder with a folder for each battery and power supply, as Linux has it
bool on_battery(const std::filesystem::path& supplies = "/sys/class/power_supply");
/// A message for a page in a browser: advice to use options of the command line is left out where
/// it cannot be followed; other options become names for the list of commands, "max-angle 6".
std::string in_words_of_page(std::string message);

}  // namespace app
