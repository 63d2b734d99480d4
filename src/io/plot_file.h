#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "io/error.h"
#include "lab/plot.h"

namespace io {

enum class PlotFormat { kSvg, kPng };

/// The format that the path's suffix asks for.
/// \throws Error naming the path unless that is .svg or .png
PlotFormat plot_format(const std::filesystem::path& path);

/// The bytes of one figure, the plots below each other with their axes in line. The first plot's
/// title and subtitle head the figure; a later subtitle is drawn only where it says something new.
std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format);

/// Draws the figure to a file.
/// \throws Error, WriteError naming the path
void write_plots(const std::filesystem::path& path, std::span<const lab::Plot> plots);

}  // namespace io
