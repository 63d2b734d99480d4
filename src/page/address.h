#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/window/window.h"

namespace page {

/// The decoded parts of a page's address after "?", and the setup from its fragment.
using Query = std::vector<std::pair<std::string, std::string>>;

/// The settings that a page's address asks for.
struct Asked {
  app::WindowOptions options;  ///< from every part that is valid
  std::string trouble;         ///< names the invalid parts, in one line; empty: none
};

/// Reads the window's options from an address. The names are the command line's without hyphens:
/// "scene", "method", "methods", "crowd", "dark", "paused", "embed", settings ("lambda") and method
/// parameters ("gain"). A switch may be "on" or "off"; without a value it is on.
Asked options_from_address(const Query& query);

}  // namespace page
