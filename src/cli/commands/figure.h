#pragma once

#include <CLI/App.hpp>

namespace cli {

/// Adds `iklab figure`: figures that explain methods, for pages, papers and slides.
void add_figure(CLI::App& program);

}  // namespace cli
