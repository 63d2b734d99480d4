#pragma once

#include <cstddef>
#include <string>

namespace io {

// An HTML page that contains its styles and figures, loads nothing from the network, and follows
// the reader's light or dark theme.

/// Everything up to the heading, which is the title.
std::string page_head(const std::string& title);
std::string page_foot();

/// The bytes of an SVG file for use inside a page: without prolog, and with unique ids.
/// \param number of the figure on the page
std::string inline_svg(std::string svg, std::size_t number);

}  // namespace io
