#include "cli/iklab_process.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "cli/commands/commands.h"
#include "support/temporary_folder.h"

namespace {

/// Catches what a stream prints during its lifetime.
class Caught {
 public:
  explicit Caught(std::ostream& stream) : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
  Caught(const Caught&) = delete;
  Caught& operator=(const Caught&) = delete;
  ~Caught() { stream_.rdbuf(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostream& stream_;
  std::ostringstream text_;
  std::streambuf* before_;
};

/// The words of a line: "a 'b c'" are two.
std::vector<std::string> words_of_line(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

long Finished::complaints() const { return std::count(err.begin(), err.end(), '\n'); }

Finished iklab(const std::string& arguments, const std::string& environment,
               const std::string& output) {
  const support::TemporaryFolder folder;
  const std::string out = output.empty() ? (folder / "out").string() : output;
  const std::string err = (folder / "err").string();
  const std::string sanitizer = "LSAN_OPTIONS=print_suppressions=0:suppressions=" IKLAB_SOURCE_DIR
                                "/tests/support/known_leaks.txt ";
  // a private cache, removed afterwards
  const std::string cache = "XDG_CACHE_HOME=" + folder.path().string() + " ";
  // standard input is empty unless the arguments redirect it
  const std::string line =
      "</dev/null " + sanitizer + cache + environment + " " IKLAB_EXECUTABLE " " + arguments;
  const int status = std::system((line + " >" + out + " 2>" + err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output.empty() ? support::text_of(out) : "",
          support::text_of(err)};
}

Finished iklab_here(const std::string& arguments) {
  std::vector<std::string> words = words_of_line(arguments);
  words.insert(words.begin(), "iklab");
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  Finished finished;
  const Caught out(std::cout), err(std::cerr), log(std::clog);
  finished.status = cli::run_program(static_cast<int>(pointers.size()), pointers.data());
  finished.out = out.text();
  finished.err = log.text() + err.text();
  return finished;
}

void expect_mistake(const std::string& arguments, const std::string& names) {
  SCOPED_TRACE(arguments);
  const Finished finished = iklab(arguments);
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.complaints(), 1) << finished.err;
  EXPECT_EQ(finished.err.rfind("iklab: ", 0), 0U) << finished.err;
  EXPECT_NE(finished.err.find(names), std::string::npos) << finished.err;
}
