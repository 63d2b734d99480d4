#pragma once

#include <span>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/track/tracker.h"

namespace lab {

/// The filter τ(σ) of a method at some singular values, rad / m; empty if the method has none.
/// \param largest the largest singular value of J, m / rad: some filters depend on it
Series filter_series(const ik::AnyMethod& method, std::span<const double> sigmas, double largest);

/// The filters of methods over σ, beside 1/σ, and the singular values of the first tracker's J as
/// analyse() has them. Methods without a filter are left out.
/// \param[in,out] trackers their further steps do not change
/// \pre at least one tracker
Plot filter_plot(std::span<Tracker> trackers);

}  // namespace lab
