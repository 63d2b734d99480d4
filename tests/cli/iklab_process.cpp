#include "cli/iklab_process.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/temporary_folder.h"

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

void expect_mistake(const std::string& arguments, const std::string& names) {
  SCOPED_TRACE(arguments);
  const Finished finished = iklab(arguments);
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.complaints(), 1) << finished.err;
  EXPECT_EQ(finished.err.rfind("iklab: ", 0), 0U) << finished.err;
  EXPECT_NE(finished.err.find(names), std::string::npos) << finished.err;
}
