#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/window/window.h"

namespace page {

/// The parts of a page's address behind "?", decoded, and the set-up in its fragment.
using Query = std::vector<std::pair<std::string, std::string>>;

/// What the window begins with: the names are those of the command line without hyphens,
/// "scene", "method", "methods", "crowd", "dark", "paused", "embed", settings ("lambda") and
/// parameters of methods ("gain").
/// \throws io::Error naming the part
app::WindowOptions options_of(const Query& query);

}  // namespace page
