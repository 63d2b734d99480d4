#include "lab/advise/advice_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

// ends of the axes, as multiples of the bounds of close and calm
constexpr double kLargestError = 8.0;
constexpr double kShakiest = 100.0, kCalmest = 0.02;  // jitter

/// The position of a time on a logarithmic scale over all times, 0 to 1.
/// \param logarithms range of the logarithms of all times
double size_of(double ns, const Range& logarithms) {
  constexpr double kUntimed = 0.3;
  const auto [least, most] = logarithms;
  return most > least && std::isfinite(ns) ? (std::log(ns) - least) / (most - least) : kUntimed;
}

}  // namespace

Scatter advice_figure(const Advised& advised) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const Advice& advice = advised.advice;
  const Scene& scene = advised.plan.experiment.scene;
  Scatter figure{.title = "Error against jitter, " + (scene.name.empty() ? scene.id : scene.name),
                 .subtitle = std::to_string(advised.plan.candidates.size()) + " candidates",
                 .x = {.label = error_name(scene.multibody), .unit = "m", .logarithmic = true},
                 .y = {.label = "jitter |Δ²θ|", .unit = "deg", .logarithmic = true},
                 .dots = {},
                 .line = advice.front,
                 .keys = {},
                 .legend = {}};
  Range times;  // logarithms
  for (const Cost& cost : advice.costs) {
    if (cost.finite && std::isfinite(cost.ns) && cost.ns > 0.0) times.add(std::log(cost.ns));
  }
  for (std::size_t i = 0; i < advice.costs.size(); ++i) {
    const Cost& cost = advice.costs[i];
    const std::string purposes = purposes_of(advice, i);
    figure.dots.push_back({.x = cost.finite ? cost.error : kNone,
                           .y = cost.finite ? cost.jitter : kNone,
                           .color = method_color(*advised.plan.candidates[i].method),
                           .size = size_of(cost.ns, times),
                           .strong = !purposes.empty() || advice.on_front(i),
                           .mark = purposes});
  }
  // faint dots are too many for a key
  for (const ik::MethodInfo& method : ik::methods()) {
    for (std::size_t i = 0; i < figure.dots.size(); ++i) {
      if (!figure.dots[i].strong || advised.plan.candidates[i].method != &method) continue;
      figure.keys.push_back({method_color(method), method.label});
      break;
    }
  }
  fit(figure);
  if (advice.bounds) {
    const double error = advice.bounds->error, jitter = kShakingJitter;
    figure.x.max = std::min(figure.x.max, kLargestError * error);
    figure.y.max = std::min(figure.y.max, kShakiest * jitter);
    figure.y.min = std::clamp(figure.y.min, kCalmest * jitter, jitter);
    figure.x_bound = error;
    figure.y_bound = jitter;
  }
  for (const Recommendation& r : advice.recommendations) {
    if (!r.repeated) figure.legend.push_back(r.sentence);
  }
  figure.legend.emplace_back(
      "Line: the Pareto front of error and jitter. Dashed: the bound of close, and the "
      "jitter from which on shaking is visible. Area: time of an update.");
  const auto beyond = std::ranges::count_if(figure.dots, [&figure](const Scatter::Dot& dot) {
    return !(dot.x <= figure.x.max && dot.y <= figure.y.max && dot.y >= figure.y.min);
  });
  if (beyond > 0)
    figure.legend.push_back(std::to_string(beyond) + " candidates are outside the figure.");
  return figure;
}

std::string bounds_in_words(const Advised& advised) {
  const Bounds& bounds = *advised.advice.bounds;
  return std::string("Close is a ") + error_name(advised.plan.experiment.scene.multibody) +
         " of at most " + brief_number(bounds.error) + " m, within " +
         percent(Bounds::kCloseShare) +
         " of the least, or reached. Calm: no visible shaking, that is a jitter below " +
         brief_number(kShakingJitter) + "°, or less than " + percent(kShakingRoughness) +
         " of the motion turning back.";
}

}  // namespace lab
