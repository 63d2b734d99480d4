#pragma once

#include <ostream>
#include <string>

#include "io/figure/figure.h"
#include "lab/solve/followed_path.h"

namespace io {

/// Writes the CSV of docs/formats.md: a row for each waypoint that is followed.
void write_csv(std::ostream& out, const lab::PathPlan& plan, const ik::Followed& followed);

/// The JSON object of docs/formats.md.
/// \param milliseconds that following took; below 0: null
std::string path_json(const lab::PathPlan& plan, const ik::Followed& followed, double milliseconds);

/// The bytes of the figure of lab::path_plots().
std::string draw_path(const lab::PathPlan& plan, const ik::Followed& followed, PlotFormat format);

}  // namespace io
