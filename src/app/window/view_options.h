#pragma once

#include <string>
#include <vector>

#include "lab/plot/live_plot.h"

// Options of the window that the command line and an address share. They throw io::Error; `option`
// is the name in its message: "--page" or "page".
namespace app {

/// Index in page_names().
std::size_t page_called(const std::string& option, const std::string& name);
/// Signals of the live plots from their ids, separated by commas; at most one for each plot.
std::vector<lab::Signal> signals_called(const std::string& option, const std::string& ids);
/// Pixels per point.
double scale_called(const std::string& option, const std::string& text);

}  // namespace app
