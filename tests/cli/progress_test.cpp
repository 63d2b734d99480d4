#include "cli/output/progress.h"

#include <chrono>
#include <csignal>
#include <limits>
#include <sstream>

#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "lab/scene/number_text.h"
#include "support/temporary_folder.h"

namespace {

using cli::ProgressLine;

/// A terminal with a clock that the test advances.
class ProgressTest : public testing::Test {
 protected:
  void wait(double seconds) { now += 1e9 * seconds; }
  /// Output since the last call.
  std::string drawn() {
    const std::string text = out.str();
    out.str("");
    return text;
  }
  ProgressLine line() {
    return ProgressLine(
        "sweep",
        {.stream = &out, .clock = [this] { return now; }, .columns = [this] { return columns; }});
  }

  double now = 7e12;  // ns
  int columns = 80;
  std::ostringstream out;
};

TEST_F(ProgressTest, AppearsOnlyWhenTheWorkTakesLong) {
  ProgressLine line = this->line();
  line.show(0.0);
  wait(0.4);
  line.show(0.4);
  EXPECT_EQ(drawn(), "");
  wait(0.2);
  line.show(0.456);
  EXPECT_EQ(drawn(), "\riklab: sweep 45 %\x1b[K");
}

TEST_F(ProgressTest, IsALineAMinuteWithoutATerminal) {
  ProgressLine line("reach", {.stream = nullptr,
                              .clock = [this] { return now; },
                              .columns = [] { return 0; },
                              .log = &out});
  for (int second = 1; second <= 150; ++second) {
    wait(1.0);
    line.show(0.001 * second);
    const std::string text = drawn();
    if (second % 60 != 0) {
      EXPECT_EQ(text, "") << second;
      continue;
    }
    EXPECT_TRUE(text.starts_with("iklab: reach " + std::to_string(second / 10) + " %")) << text;
    EXPECT_TRUE(text.ends_with(" left\n")) << text;
  }
}

TEST_F(ProgressTest, LeavesNothingOfShortWork) {
  { line().show(0.9); }
  EXPECT_EQ(drawn(), "");
}

TEST_F(ProgressTest, IsRewrittenAFewTimesASecondAndOnlyIfItChanges) {
  ProgressLine line = this->line();
  wait(0.6);
  int pictures = 0;
  for (int i = 0; i < 1000; ++i) {
    wait(0.001);
    line.show(0.001 * i);
    if (!drawn().empty()) ++pictures;
  }
  EXPECT_GE(pictures, 9);
  EXPECT_LE(pictures, 10);
  wait(1.0);
  line.show(0.011);
  EXPECT_NE(drawn(), "");
  wait(1e-9);
  line.show(0.5);
  EXPECT_EQ(drawn(), "");
}

TEST_F(ProgressTest, TellsTheRemainingTimeOnceItIsKnown) {
  ProgressLine line = this->line();
  wait(0.9);
  line.show(0.25);
  EXPECT_EQ(drawn(), "\riklab: sweep 25 %\x1b[K") << "too early to tell";
  wait(2.1);
  line.show(0.25, "dls");
  EXPECT_EQ(drawn(), "\riklab: sweep 25 %, 9 s left: dls\x1b[K");
  wait(300.0);
  line.show(0.01);
  EXPECT_EQ(drawn(), "\riklab: sweep 1 %\x1b[K") << "a guess from so little is none";
  line.show(0.5);
  wait(1.0);
  line.show(0.5);
  EXPECT_EQ(drawn(), "\riklab: sweep 50 %, 5 min left\x1b[K");
}

TEST(TextOfTime, IsInTheUnitThatFits) {
  EXPECT_EQ(lab::duration_text(0.2), "1 s");
  EXPECT_EQ(lab::duration_text(59.2), "59 s");
  EXPECT_EQ(lab::duration_text(59.7), "1 min");
  EXPECT_EQ(lab::duration_text(3540.0), "59 min");
  EXPECT_EQ(lab::duration_text(9000.0), "2.5 h");
}

TEST_F(ProgressTest, IsClearedAtTheEnd) {
  {
    ProgressLine line = this->line();
    wait(0.6);
    line.show(0.5);
    drawn();
  }
  EXPECT_EQ(drawn(), "\r\x1b[K");
}

TEST_F(ProgressTest, FitsIntoANarrowTerminal) {
  ProgressLine line = this->line();
  columns = 10;
  wait(0.6);
  line.show(0.5);
  EXPECT_EQ(drawn(), "\riklab: sw\x1b[K") << "the last column stays free";
  columns = 0;
  wait(0.6);
  line.show(0.6);
  EXPECT_EQ(drawn(), "") << "not now";
}

TEST(ProgressLine, IsSilentWithoutATerminal) {
  ProgressLine line("sweep", {});
  line.show(0.5);
  cli::tell_written({"a.csv"}, {});
}

TEST_F(ProgressTest, NamesTheFilesThatWereWritten) {
  const cli::Terminal terminal{&out, [] { return 0.0; }, [] { return 80; }};
  cli::tell_written({"", ""}, terminal);
  EXPECT_EQ(drawn(), "");
  cli::tell_written({"a.csv", "", "b\x1b.svg"}, terminal);
  EXPECT_EQ(drawn(), "iklab: wrote a.csv, b .svg\n");
}

TEST_F(ProgressTest, ThrowsAfterCtrlCAndGivesTheSignalBack) {
  {
    ProgressLine line = this->line();
    line.show(0.1);
    std::raise(SIGINT);
    EXPECT_THROW(line.show(0.2), cli::Interrupted);
  }
  ProgressLine next = line();
  next.show(0.1);
}

/// The program on a pseudo-terminal.
class OnATerminal {
 public:
  explicit OnATerminal(const std::vector<std::string>& arguments) {
    std::vector<char*> words{const_cast<char*>(IKLAB_EXECUTABLE)};
    for (const std::string& argument : arguments)
      words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    winsize size{.ws_row = 24, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
    process_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (process_ != 0) {
      // otherwise the terminal discards output written right after Ctrl C
      termios modes{};
      ::tcgetattr(terminal_, &modes);
      modes.c_lflag |= NOFLSH;
      ::tcsetattr(terminal_, TCSANOW, &modes);
      return;
    }
    std::signal(SIGINT, SIG_DFL);  // a shell's background commands ignore it
    ::setenv("TERM", "xterm", 1);
    ::setenv("XDG_CACHE_HOME", "/proc/none", 1);
    ::execv(IKLAB_EXECUTABLE, words.data());
    ::_exit(127);
  }
  ~OnATerminal() { ::close(terminal_); }

  /// Reads until a text appears or the program ends.
  void read_until(const std::string& text) {
    char bytes[4096];
    while (all.find(text) == std::string::npos) {
      const ssize_t count = ::read(terminal_, bytes, sizeof bytes);
      if (count <= 0) return;  // EIO at the end
      all.append(bytes, static_cast<std::size_t>(count));
    }
  }
  void type(const std::string& keys) {
    ASSERT_EQ(::write(terminal_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  int wait() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    return status;
  }

  std::string all;

 private:
  int terminal_ = -1;
  pid_t process_ = -1;
};

TEST(Progress, EndsAtOnceByCtrlCWithTheLineCleared) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "long.csv").string();
  const std::vector<std::vector<std::string>> commands = {
      {"sweep", "--scene", "double-y", "--method", "newton", "--vary", "d-max=0.1:1:100", "--steps",
       "1000000", "--csv", file},
      {"compare", "--scene", "double-y", "--methods", "newton,dls", "--steps", "90000000", "--json",
       file},
      {"claims", "all", "--json", file}};
  for (const auto& arguments : commands) {
    OnATerminal program(arguments);
    program.read_until(" %");
    EXPECT_NE(program.all.find("\riklab: " + arguments[0] + " "), std::string::npos) << program.all;
    const auto start = std::chrono::steady_clock::now();
    program.type("\x03");
    program.read_until("\t never \t");
    const int status = program.wait();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    EXPECT_LT(time.count(), 5.0) << "a busy machine is slow";
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << "a shell calls it 130";
    EXPECT_TRUE(program.all.ends_with("\r\x1b[K")) << program.all;
    EXPECT_EQ(folder.count(), 0) << "temporary files are gone";
  }
}

TEST(Progress, IsOnTheTerminalAloneAndTheFilesAreNamed) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "run.csv").string();
  OnATerminal program({"run", "--scene", "y", "--method", "dls", "--steps", "20", "--csv", file});
  program.read_until("\t never \t");
  EXPECT_EQ(program.wait(), 0);
  EXPECT_TRUE(program.all.ends_with("iklab: wrote " + file + "\r\n")) << program.all;
  EXPECT_EQ(program.all.find('\x1b'), std::string::npos) << "short work shows no line";
}

}  // namespace
