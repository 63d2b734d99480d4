#include <imgui.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/window/platform.h"
#include "io/files/text.h"
#include "work/platform.h"

namespace app {
namespace {

bool clipboard_asked = false;

constexpr double kBatteryTime = 5e9;  // ns, between two looks at the battery
double battery_due = 0.0;             // time by work::nanoseconds()

/// Starts a program that is searched for in PATH. \returns its process, or -1 if there is none
pid_t start_program(std::vector<std::string> words, const posix_spawn_file_actions_t& actions) {
  std::vector<char*> raw;
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  pid_t process = -1;
  const int problem = posix_spawnp(&process, raw.front(), &actions, nullptr, raw.data(), environ);
  return problem == 0 ? process : -1;
}

/// The programs that show a dialog for files, the desktop's own one first. They print a path in
/// each line.
std::vector<std::vector<std::string>> file_dialogs() {
  std::vector<std::vector<std::string>> dialogs{
      {"zenity", "--file-selection", "--multiple", "--separator=\n", "--title=Open in iklab"},
      {"kdialog", "--title", "Open in iklab", "--multiple", "--separate-output",
       "--getopenfilename", "."}};
  const char* const desktop = std::getenv("XDG_CURRENT_DESKTOP");
  const bool kde = desktop != nullptr && std::string_view(desktop).find("KDE") != std::string::npos;
  if (kde) std::swap(dialogs[0], dialogs[1]);
  return dialogs;
}

}  // namespace

ui::Platform platform() { return {}; }

void ask_system(ui::Panels& panels) {
  const double now = work::nanoseconds();
  if (now < battery_due) return;
  battery_due = now + kBatteryTime;
  panels.calm.system = on_battery();
}

void announce_ready() {
  std::puts("iklab: ready");
  std::fflush(stdout);
}

std::string no_folder() { return {}; }

std::string with_known_paths(std::string message) { return message; }

std::string page_address() { return {}; }

std::optional<std::string> take_message() { return std::nullopt; }

void tell_frame_state(const FrameState&) {}

void answer_message(const std::string&) {}

void tell_page_change(const std::string&) {}

void open_folder(const std::string& path) {
  // in the background: the file manager may run as long as its window is open
  constexpr const char* kShow = "command -v xdg-open >/dev/null && { xdg-open \"$1\" & }";
  PipedProgram shell({"sh", "-c", kShow, "sh", path}, false);
  if (!shell.finish()) throw std::runtime_error("xdg-open is not installed; the folder is " + path);
}

void note_pointer(bool) {}

void adapt_backend() {}

bool copy_picture(const std::string& png) {
  const char* const wayland = std::getenv("WAYLAND_DISPLAY");
  const std::vector<std::string> by_wayland{"wl-copy", "--type", "image/png"};
  const std::vector<std::string> by_x11{"xclip", "-selection", "clipboard", "-t", "image/png"};
  const bool first = wayland != nullptr && *wayland != '\0';
  for (const auto& words : {first ? by_wayland : by_x11, by_x11}) {
    try {
      PipedProgram program(words, false);
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(png.data());
      if (program.write(bytes, png.size()) && program.finish()) return true;
    } catch (const std::runtime_error&) {
      // not installed: the next one
    }
  }
  return false;
}

void ask_clipboard() { clipboard_asked = true; }

std::optional<std::string> take_clipboard() {
  if (!std::exchange(clipboard_asked, false)) return std::nullopt;
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}

std::string take_refusal() { return {}; }

void Reader::exchange(const ui::Context&, double) {}

FileDialog::~FileDialog() {
  if (pipe_ < 0) return;
  close(pipe_);
  kill(static_cast<pid_t>(process_), SIGTERM);
  while (waitpid(static_cast<pid_t>(process_), nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool FileDialog::open() {
  if (pipe_ >= 0) return true;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  process_ = -1;
  for (const std::vector<std::string>& words : file_dialogs()) {
    if (process_ < 0) process_ = start_program(words, actions);
  }
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (process_ < 0) {
    close(ends[0]);
    return false;
  }
  pipe_ = ends[0];
  return true;
}

std::optional<FileDialog::Answer> FileDialog::take() {
  if (pipe_ < 0) return std::nullopt;
  char part[4096];
  ssize_t count = 0;
  while ((count = read(pipe_, part, sizeof part)) > 0) {
    text_.append(part, static_cast<std::size_t>(count));
  }
  int status = 0;
  // its output ends shortly before it does
  if (count < 0 || waitpid(static_cast<pid_t>(process_), &status, WNOHANG) == 0) {
    return std::nullopt;
  }
  close(pipe_);
  pipe_ = -1;
  constexpr int kCancelled = 1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  Answer answer{.paths = {}, .failed = code != 0 && code != kCancelled};
  for (std::string& path : io::parts_of(std::exchange(text_, {}), '\n')) {
    if (code == 0 && !path.empty()) answer.paths.push_back(std::move(path));
  }
  return answer;
}

PipedProgram::PipedProgram(std::vector<std::string> words, bool talks) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe to " + words.front());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  if (!talks) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const pid_t process = start_program(words, actions);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (process < 0) {
    close(ends[1]);
    throw std::runtime_error("the program " + words.front() + " is not installed");
  }
  pipe_ = ends[1];
  process_ = process;
}

PipedProgram::~PipedProgram() { finish(); }

bool PipedProgram::write(const std::uint8_t* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(pipe_, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

bool PipedProgram::finish() {
  if (pipe_ < 0) return false;
  close(pipe_);
  pipe_ = -1;
  int status = -1;
  while (waitpid(static_cast<pid_t>(process_), &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace app
