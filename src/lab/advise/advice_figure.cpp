#include "lab/advise/conclusion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

// what is shown, by the bounds of close and calm
constexpr double kFarthest = 8.0;                     // error
constexpr double kShakiest = 100.0, kCalmest = 0.02;  // jitter

/// The times of all candidates, on a logarithmic scale from 0 to 1.
class TimeScale {
 public:
  explicit TimeScale(const Advice& advice) {
    for (const Cost& cost : advice.costs) {
      if (cost.finite && std::isfinite(cost.ns) && cost.ns > 0.0) range_.add(std::log(cost.ns));
    }
  }
  double operator()(double ns) const {
    constexpr double kUntimed = 0.3;
    if (range_.empty() || !(range_.most > range_.least) || !std::isfinite(ns)) return kUntimed;
    return (std::log(ns) - range_.least) / (range_.most - range_.least);
  }

 private:
  Range range_;
};

/// Leaves out what is far from the bounds.
void limit(const Bounds& bounds, Scatter& figure) {
  figure.x.max = std::min(figure.x.max, kFarthest * bounds.error);
  figure.y.max = std::min(figure.y.max, kShakiest * bounds.jitter);
  figure.y.min = std::clamp(figure.y.min, kCalmest * bounds.jitter, bounds.jitter);
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
                 .legend = {}};
  const TimeScale time(advice);
  for (std::size_t i = 0; i < advice.costs.size(); ++i) {
    const Cost& cost = advice.costs[i];
    const std::string purposes = purposes_of(advice, i);
    figure.dots.push_back({.x = cost.finite ? cost.error : kNone,
                           .y = cost.finite ? cost.jitter : kNone,
                           .color = method_color(*advised.plan.candidates[i].method),
                           .size = time(cost.ns),
                           .strong = !purposes.empty() || advice.on_front(i),
                           .mark = purposes});
  }
  fit(figure);
  if (advice.bounds) {
    limit(*advice.bounds, figure);
    figure.x_bound = advice.bounds->error;
    figure.y_bound = advice.bounds->jitter;
  }
  for (const Recommendation& r : advice.recommendations) {
    if (!r.repeated) figure.legend.push_back(r.sentence);
  }
  figure.legend.emplace_back(
      "Line: the front, which no candidate beats in both. Dashed: the bounds of close and calm. "
      "Area: time of an update.");
  const auto beyond =
      std::count_if(figure.dots.begin(), figure.dots.end(), [&figure](const Scatter::Dot& dot) {
        return !(dot.x <= figure.x.max && dot.y <= figure.y.max && dot.y >= figure.y.min);
      });
  if (beyond > 0) figure.legend.push_back(std::to_string(beyond) + " are beyond the axes.");
  return figure;
}

std::string bounds_in_words(const Advised& advised) {
  const Bounds& bounds = *advised.advice.bounds;
  return std::string("Close is a ") + error_name(advised.plan.experiment.scene.multibody) +
         " of at most " + brief_number(bounds.error) + " m, within " +
         percent(Bounds::kCloseShare) + " of the least, or reached. Calm is a jitter of at most " +
         brief_number(bounds.jitter) + "°, " + brief_number(Bounds::kCalmFactor) +
         " times that of the calmest close candidate, or invisible.";
}

}  // namespace lab
