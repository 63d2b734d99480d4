#include "app/window/address.h"

#include <algorithm>

#include "fuzz.h"
#include "lab/crowd/crowd.h"

// The input is the query of a page's address, one NAME=TEXT per line. Accepted parts are a valid
// scene, lanes and settings; all other parts are reported.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  app::Query query;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    query.push_back(app::name_and_value(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  const auto [options, trouble] = app::options_from_address(query);
  for (const auto& [info, value] : options.settings) {
    lab::Settings settings;
    info->set(settings, value);
  }
  for (const auto* lane : options.further_lanes) {
    fuzz::expect(ik::find_method(lane->id) == lane, "a lane's method is one of all");
  }
  fuzz::expect(!options.setup || !options.setup->lanes.empty(), "a set-up has a lane");
  fuzz::expect(!options.crowd || (*options.crowd >= 1 && *options.crowd <= lab::kMaxBodies),
               "a crowd has bodies, and not too many");
  return 0;
}
