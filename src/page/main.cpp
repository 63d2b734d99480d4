// The window in a browser. The page calls main() with the parts of its address as NAME=VALUE.

#include <exception>

#include "app/window/address.h"
#include "page/downloads.h"

extern "C" void page_tell(const char* trouble);
extern "C" void page_fail(const char* reason);

int main(int count, char** words) {
  app::Query query;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    query.emplace_back(word.substr(0, equals), equals < word.size() ? word.substr(equals + 1) : "");
  }
  try {
    const app::Asked asked = app::options_from_address(query);
    if (!asked.trouble.empty()) page_tell(asked.trouble.c_str());
    page::start_downloads();
    app::run_window(asked.options);
  } catch (const std::exception& problem) {
    page_fail(problem.what());
    return 1;
  }
  return 0;
}
