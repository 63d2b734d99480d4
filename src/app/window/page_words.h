#pragma once

#include <string>

namespace app {

/// A message for a page in a browser: advice to use options of the command line is left out where
/// it cannot be followed; other options become names for the list of commands, "max-angle 6".
std::string in_words_of_page(std::string message);

}  // namespace app
