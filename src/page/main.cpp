// The window in a browser. The page calls main() with the parts of its address as NAME=VALUE.

#include <exception>

#include "app/window/address.h"
#include "page/downloads.h"

extern "C" void page_tell(const char* trouble);
extern "C" void page_fail(const char* reason);

int main(int count, char** words) {
  app::Query query;
  for (int i = 1; i < count; ++i) query.push_back(app::name_and_value(words[i]));
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
