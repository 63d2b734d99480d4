#pragma once

#include <cstddef>
#include <string>

namespace io {

// Parts of an HTML page that includes its styles and figures, loads nothing from the network, and
// follows the reader's light or dark theme.

/// The beginning of the page, with the title as heading.
std::string page_head(const std::string& title);
std::string page_foot();

/// The content of an SVG file for use in a page: without prolog, with unique ids.
/// \param number of the figure on the page
std::string inline_svg(std::string svg, std::size_t number);

}  // namespace io
