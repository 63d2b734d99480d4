// The window as a page. The page calls main() with the parts of its address as NAME=VALUE.

#include <cstdio>
#include <exception>

#include "app/window/window.h"
#include "page/address.h"
#include "page/downloads.h"

extern "C" void page_tell(const char* trouble);

int main(int count, char** words) {
  page::Query query;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    query.emplace_back(word.substr(0, equals), equals < word.size() ? word.substr(equals + 1) : "");
  }
  app::WindowOptions options;
  try {
    options = page::options_of(query);
  } catch (const std::exception& problem) {
    page_tell(problem.what());  // and the page begins as usual
  }
  try {
    page::hand_over_files();
    app::run_window(options);
  } catch (const std::exception& problem) {
    page_tell(problem.what());
    return 1;
  }
  return 0;
}
