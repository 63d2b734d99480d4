#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/plot.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// How fast errors e_k go to zero.
enum class OrderKind {
  kSublinear,    ///< e_{k+1} / e_k goes to 1
  kLinear,       ///< e_{k+1} / e_k goes to a rate below 1
  kSuperlinear,  ///< order above 1, neither 2 nor 3
  kQuadratic,
  kCubic,
};

/// The order of convergence q: e_{k+1} = C e_k^q at the end of a sequence (Ortega and Rheinboldt
/// 1970, chapter 9).
struct ConvergenceOrder {
  OrderKind kind = OrderKind::kLinear;
  double order = 1.0;  ///< q, slope of log e_{k+1} over log e_k by least squares
  double rate = 0.0;   ///< for kLinear: e_{k+1} / e_k, geometric mean of the tail
  int from = 0;        ///< the tail of the fit: errors [from, to)
  int to = 0;
};

/// Fits the order to the tail: the last errors that fall one after the other and are above
/// `rounding`. A long tail counts from its middle on.
/// \returns nothing where the errors do not carry a statement: fewer than three errors in the tail,
///   six for a linear one, or scattered about the line
std::optional<ConvergenceOrder> fit_order(std::span<const double> errors, double rounding);

/// "linear, rate 0.83", "quadratic", "superlinear, order 1.6"; "" for nothing.
std::string in_words(const std::optional<ConvergenceOrder>& order);

/// The errors of a lane with goals at rest, and their order.
struct Convergence {
  std::vector<double> errors;  ///< |e| before the first and after each update, m
  bool reached = false;        ///< the last |e| is at rounding
  std::optional<ConvergenceOrder> order;
};

/// Most updates of a convergence(): a linear method with rate 0.95 comes to rounding.
inline constexpr int kConvergenceBudget = 400;

/// |e| that is rounding alone: 64 epsilon body_length(), m.
double rounding_of(const StandingLane& lane);

/// Updates from a start until |e| is at rounding, or the budget is spent.
/// \param start (n), for instance lane.theta or Basins::start()
Convergence convergence(const StandingLane& lane, const ik::VectorX& start,
                        int budget = kConvergenceBudget);

/// A lane's errors for the plot.
struct ConvergenceCurve {
  std::string label;  ///< the lane's, see lane_labels()
  Color color;        ///< lane_color()
  Convergence convergence;
};
/// log |e| over the update, a line for each lane; the label says the order.
Plot convergence_plot(std::span<const ConvergenceCurve> curves);

}  // namespace lab
