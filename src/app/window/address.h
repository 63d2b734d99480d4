#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/window/link.h"
#include "app/window/window.h"

namespace app {

/// The settings that an address asks for.
struct Asked {
  WindowOptions options;  ///< from every part that is valid
  std::string trouble;    ///< names the invalid parts, in one line; empty: none
};

/// Reads the window's options from an address. The names are the command line's of `iklab view`
/// without hyphens, settings and parameters of methods included, and a few of their own:
/// docs/page.md. A switch is "on" or "off"; without a value it is on. Scenes are built-in ones or
/// inside the link: an address opens no file.
Asked options_from_address(const Query& query);

/// A name of the command line's that an address refuses, and where it works.
struct RefusedPart {
  const char* name;
  const char* why;
};
std::span<const RefusedPart> refused_parts();

/// The names of the pages of the right column, in their order.
std::vector<std::string> page_names();

// Options of the window that the command line and an address share. They throw io::Error; `option`
// is the name in its message: "--page" or "page".

/// Index in page_names().
std::size_t page_called(const std::string& option, const std::string& name);
/// Signals of the live plots from their ids, separated by commas; at most one for each plot.
std::vector<lab::Signal> signals_called(const std::string& option, const std::string& ids);
/// Pixels per point.
double scale_called(const std::string& option, const std::string& text);

}  // namespace app
