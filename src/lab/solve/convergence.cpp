#include "lab/solve/convergence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lab/scene/number_text.h"
#include "lab/solve/line_fit.h"

namespace lab {
namespace {

constexpr int kMinLinear = 6;     // fewer errors may fall evenly by chance
constexpr int kWindow = 4;        // a quadratic end has no more errors
constexpr double kMinFall = 1e3;  // factor over the window of a superlinear end
constexpr double kNearOne = 0.1;  // an order this near to 1 is 1
constexpr double kNearTwo = 0.25, kNearThree = 0.4;
constexpr double kEven = 0.1;         // share by which the rate of a linear end may change
constexpr double kMaxScatter = 0.15;  // share of the fall, about the line

/// The logarithms of the errors [from, to).
std::vector<double> logs(std::span<const double> errors, int from, int to) {
  std::vector<double> result;
  for (int k = from; k < to; ++k) result.push_back(std::log(errors[static_cast<std::size_t>(k)]));
  return result;
}

/// log e_{k+1} over log e_k. \param e logarithms, at least three
LineFit order_fit(std::span<const double> e) {
  return fit_line(e.first(e.size() - 1), e.last(e.size() - 1));
}

/// The mean of log e_{k+1} - log e_k.
double mean_step(std::span<const double> e) {
  return (e.back() - e.front()) / static_cast<double>(e.size() - 1);
}

/// The later half of the tail as a linear or a sublinear end, if it is one.
std::optional<ConvergenceOrder> linear_end(std::span<const double> errors, int from, int to) {
  if (to - from < kMinLinear) return std::nullopt;
  from = to - std::max(kMinLinear, (to - from) / 2);
  const std::vector<double> e = logs(errors, from, to);
  const double order = order_fit(e).slope;
  if (std::abs(order - 1.0) > kNearOne) return std::nullopt;
  const std::size_t half = e.size() / 2;
  const double early = mean_step(std::span(e).first(half + 1));
  const double late = mean_step(std::span(e).last(half + 1));
  const double change = late / early;  // both are below 0
  if (change > 1.0 + kEven) return std::nullopt;
  ConvergenceOrder result{.order = order, .from = from, .to = to};
  result.rate = std::exp(mean_step(e));
  if (change < 1.0 - kEven) result.kind = OrderKind::kSublinear;
  return result;
}

std::optional<ConvergenceOrder> superlinear_end(std::span<const double> errors, int from, int to) {
  from = std::max(from, to - kWindow);
  if (to - from < 3) return std::nullopt;
  const std::vector<double> e = logs(errors, from, to);
  const double fall = e.front() - e.back();
  const LineFit fit = order_fit(e);
  if (fall < std::log(kMinFall) || fit.slope <= 1.0 + kNearOne) return std::nullopt;
  if (fit.scatter > kMaxScatter * (e[1] - e.back())) return std::nullopt;
  ConvergenceOrder result{
      .kind = OrderKind::kSuperlinear, .order = fit.slope, .from = from, .to = to};
  if (std::abs(fit.slope - 2.0) <= kNearTwo) result.kind = OrderKind::kQuadratic;
  if (std::abs(fit.slope - 3.0) <= kNearThree) result.kind = OrderKind::kCubic;
  return result;
}

}  // namespace

std::optional<ConvergenceOrder> fit_order(std::span<const double> errors, double rounding) {
  int to = 0;
  const auto count = static_cast<int>(errors.size());
  const auto error = [&](int k) { return errors[static_cast<std::size_t>(k)]; };
  while (to < count && std::isfinite(error(to)) && error(to) > rounding) ++to;
  int from = to;
  while (from > 0 && (from == to || error(from - 1) > error(from))) --from;
  if (const auto linear = linear_end(errors, from, to)) return linear;
  return superlinear_end(errors, from, to);
}

std::string in_words(const std::optional<ConvergenceOrder>& order) {
  if (!order) return "";
  switch (order->kind) {
    case OrderKind::kSublinear:
      return "sublinear";
    case OrderKind::kLinear:
      return "linear, rate " + short_number(rounded_to_digits(order->rate, 2));
    case OrderKind::kSuperlinear:
      return "superlinear, order " + short_number(rounded_to_digits(order->order, 2));
    case OrderKind::kQuadratic:
      return "quadratic";
    case OrderKind::kCubic:
      return "cubic";
  }
  return "";
}

double rounding_of(const StandingLane& lane) {
  constexpr double kRoundings = 64.0;  // more than a chain's forward kinematics makes
  return kRoundings * std::numeric_limits<double>::epsilon() * body_length(*lane.multibody);
}

Convergence convergence(const StandingLane& lane, const ik::VectorX& start, int budget) {
  const double rounding = rounding_of(lane);
  StandingRun run(lane);
  run.start(start);
  Convergence result;
  result.errors = {run.error()};
  for (int update = 0; update < budget && result.errors.back() > rounding; ++update) {
    run.update();
    result.errors.push_back(run.error());
  }
  result.reached = result.errors.back() <= rounding;
  result.order = fit_order(result.errors, rounding);
  return result;
}

Plot convergence_plot(std::span<const ConvergenceCurve> curves) {
  Plot plot{.title = "Error by update"};
  plot.id = "convergence";
  plot.x = {.label = "update"};
  plot.y = {.label = "error |e|", .unit = "m", .logarithmic = true};
  for (const ConvergenceCurve& curve : curves) {
    const std::string words = in_words(curve.convergence.order);
    Series series{.label = words.empty() ? curve.label : curve.label + ": " + words,
                  .color = curve.color};
    for (const double error : curve.convergence.errors) {
      series.x.push_back(static_cast<double>(series.x.size()));
      series.y.push_back(error);
    }
    plot.series.push_back(std::move(series));
  }
  fit(plot);
  return plot;
}

}  // namespace lab
