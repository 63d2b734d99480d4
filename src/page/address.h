#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/window/window.h"

namespace page {

/// The parts of a page's address behind "?", decoded, and the set-up in its fragment.
using Query = std::vector<std::pair<std::string, std::string>>;

/// What an address asks for.
struct Asked {
  app::WindowOptions options;  ///< of all parts that can be used
  std::string trouble;         ///< names the others, in one line; empty: none
};

/// What the window begins with: the names are those of the command line without hyphens,
/// "scene", "method", "methods", "crowd", "dark", "paused", "embed", settings ("lambda") and
/// parameters of methods ("gain"). A switch may be "on" or "off", and is on without a value.
Asked asked_by(const Query& query);

}  // namespace page
