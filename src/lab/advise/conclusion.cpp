#include "lab/advise/conclusion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

/// How much larger: "under 1 %" or "3 %" more, from a factor of 2 on "2.4 times".
std::string ratio_text(double larger, double smaller) {
  const double ratio = larger / smaller;
  constexpr double kMax = 1000.0;
  if (!(ratio < kMax)) return "many times";
  if (ratio < 1.005) return "under 1 %";
  return ratio < 2.0 ? percent(ratio - 1.0) : brief_number(ratio) + " times";
}

std::string time_text(double ns) {
  return ns < 1e6 ? brief_number(1e-3 * ns) + " µs" : brief_number(1e-6 * ns) + " ms";
}

/// Measures how far the targets are out of the links' reach over the measured steps.
void measure_reach(const Experiment& experiment, Advice& advice) {
  const std::vector<TargetCurve>& targets = experiment.scene.targets;
  BeyondReach beyond(body_in_force(experiment.scene, experiment.settings));
  long beyond_steps = 0;
  for (long step = experiment.warmup + 1; step <= experiment.steps; ++step) {
    const double time = static_cast<double>(step) * experiment.settings.time_step;
    if (beyond.add([&](std::size_t i) { return targets[i].at(time); })) ++beyond_steps;
  }
  const auto steps = static_cast<double>(std::max(experiment.steps - experiment.warmup, 1L));
  advice.beyond_share = static_cast<double>(beyond_steps) / steps;
  const double places = steps * static_cast<double>(std::max<std::size_t>(targets.size(), 1));
  advice.beyond_each = static_cast<double>(beyond.targets) / places;
  advice.beyond = beyond.distance / places;
}

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

const Recommendation* Advice::of(Purpose purpose) const {
  const auto found = std::ranges::find(recommendations, purpose,
                                       [](const Recommendation& r) { return r.choice.purpose; });
  return found == recommendations.end() ? nullptr : &*found;
}

bool Advice::on_front(std::size_t candidate) const {
  return std::ranges::find(front, candidate) != front.end();
}

std::vector<std::size_t> Advice::listed() const {
  std::vector<std::size_t> rows;
  for (const std::size_t i : front) {
    if (bounds && costs[i].error <= kListed * bounds->error) rows.push_back(i);
  }
  for (const Recommendation& r : recommendations) {
    const std::size_t own = r.choice.candidate;
    if (std::ranges::find(rows, own) == rows.end()) rows.push_back(own);
  }
  std::ranges::stable_sort(rows, {}, [this](std::size_t i) { return costs[i].error; });
  return rows;
}

std::string purposes_of(const Advice& advice, std::size_t candidate) {
  std::string text;
  for (const Recommendation& r : advice.recommendations) {
    if (r.choice.candidate != candidate) continue;
    text += (text.empty() ? "" : ", ") + std::string(name(r.choice.purpose));
  }
  return text;
}

Advice advice_so_far(const AdvicePlan& plan, const AdviceResults& results) {
  const ik::Multibody body = body_in_force(plan.experiment.scene, plan.experiment.settings);
  Advice advice;
  for (const std::optional<Summary>& summary : results) {
    advice.costs.push_back(summary ? cost_of(*summary, body) : Cost{.finite = false});
  }
  advice.front = front_of(advice.costs);
  advice.bounds = bounds_of(advice.costs, reached_error(body));
  return advice;
}

struct Conclusion::Running {
  Running(const Experiment& experiment, const Candidate& candidate, ik::PreparationStore* store)
      : tracker(experiment.scene, *candidate.method, candidate.settings),
        observer(kOff, experiment.warmup),
        run(tracker, {.steps = experiment.steps,
                      .warmup = experiment.warmup,
                      .on_measured =
                          [this](const Tracker& now) {
                            observer.add(now);
                            if (now.joints_at_limits() > 0) ++at_limits;
                          },
                      .store = store}) {}

  Tracker tracker;
  DiagnosisObserver observer;
  long at_limits = 0;  // steps
  Run run;
};

Conclusion::Conclusion(const AdvicePlan& plan, AdviceResults results, ik::PreparationStore* store)
    : plan_(plan),
      results_(std::move(results)),
      store_(store),
      advice_(advice_so_far(plan_, results_)) {
  measure_reach(plan.experiment, advice_);
  choose_observed();
}

void Conclusion::choose_observed() {
  const Experiment& experiment = plan_.experiment;
  choices_ =
      choose(advice_.costs, reached_error(body_in_force(experiment.scene, experiment.settings)));
  std::set<std::size_t> wanted;
  for (const Choice& choice : choices_) {
    wanted.insert(choice.candidate);
    if (choice.instead) wanted.insert(*choice.instead);
  }
  for (const std::size_t candidate : wanted) observed_.push_back({candidate, {}, 0.0});
}

double Conclusion::advance(long steps) {
  if (done_ < observed_.size()) {
    const Experiment& experiment = plan_.experiment;
    Observed& own = observed_[done_];
    if (!running_) {
      running_ = std::make_shared<Running>(experiment, plan_.candidates[own.candidate], store_);
    }
    const double share = running_->run.advance(steps);
    const auto all = static_cast<double>(observed_.size());
    if (share < 1.0) return (static_cast<double>(done_) + share) / all;
    own.diagnosis = name_causes(running_->tracker, running_->observer);
    own.at_limits = static_cast<double>(running_->at_limits) /
                    static_cast<double>(experiment.steps - experiment.warmup);
    running_.reset();
    if (++done_ < observed_.size()) return static_cast<double>(done_) / all;
  }
  finish();
  return 1.0;
}

void Conclusion::finish() {
  advice_.recommendations.clear();
  for (const Choice& choice : choices_) {
    advice_.recommendations.push_back(
        {choice, std::string(words(choice.purpose)) + ": " + text_of(choice.candidate) + ".",
         reason(choice)});
  }
  if (choices_.size() < 2) return;
  const std::size_t first = choices_.front().candidate;
  if (std::ranges::count(choices_, first, &Choice::candidate) < std::ssize(choices_)) return;
  for (Recommendation& r : advice_.recommendations) r.repeated = true;
  Recommendation& only = advice_.recommendations.front();
  only.repeated = false;
  only.sentence =
      (choices_.size() > 2 ? "Closest, calmest and quickest: " : "Closest and calmest: ") +
      text_of(first) + ".";
  if (const auto next = next_to(first)) {
    only.reason += " The next, of another method: " + text_of(*next) + ".";
  }
}

std::optional<std::size_t> Conclusion::next_to(std::size_t candidate) const {
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < advice_.costs.size(); ++i) {
    if (plan_.candidates[i].method == plan_.candidates[candidate].method) continue;
    if (!advice_.bounds->close(advice_.costs[i]) || !advice_.bounds->calm(advice_.costs[i]))
      continue;
    if (!next || advice_.costs[i].error < advice_.costs[*next].error) next = i;
  }
  return next;
}

const Conclusion::Observed& Conclusion::observed(std::size_t candidate) const {
  return *std::ranges::find(observed_, candidate, &Observed::candidate);
}

std::string Conclusion::error_text(std::size_t candidate) const {
  return std::string(error_name(plan_.experiment.scene.multibody)) + " " +
         brief_number(advice_.costs[candidate].error) + " m";
}

std::string Conclusion::text_of(std::size_t candidate) const {
  const Cost& cost = advice_.costs[candidate];
  std::string text = describe(plan_.candidates[candidate]) + ": " + error_text(candidate);
  if (plan_.experiment.scene.multibody.aim_count() > 0) {
    const Summary& summary = *results_[candidate];
    text += " (mean error " + brief_number(summary.mean_error) + " m, aim error " +
            brief_number(summary.mean_aim_error_deg.value_or(0.0)) + "°)";
  }
  text += ", jitter " + brief_number(cost.jitter) + "°";
  if (std::isfinite(cost.ns)) text += ", " + time_text(cost.ns) + " an update";
  return text;
}

/// "Pseudoinverse is 3 % closer, but not calm: ...".
std::string Conclusion::rival_in_words(const Choice& choice) const {
  const auto purpose = static_cast<std::size_t>(choice.purpose);
  if (!choice.instead) {
    constexpr const char* kNone[] = {"No candidate is closer.", "No candidate is calmer.",
                                     "No candidate is clearly quicker."};
    return kNone[purpose];
  }
  const Cost& own = advice_.costs[choice.candidate];
  const Cost& rival = advice_.costs[*choice.instead];
  const std::string better[] = {"closer (" + error_text(*choice.instead),
                                "calmer (jitter " + brief_number(rival.jitter) + "°",
                                "quicker (" + time_text(rival.ns)};
  std::string text = describe(plan_.candidates[*choice.instead]) + " is " + better[purpose] + ")";
  if (choice.purpose != Purpose::kClosest && !advice_.bounds->close(rival)) {
    const std::string more = ratio_text(rival.error, own.error);
    return text + ", but its error of " + brief_number(rival.error) + " m is " +
           (more.back() == '%' ? more + " larger." : more + " as large.");
  }
  const Cause& cause = observed(*choice.instead).diagnosis.causes.front();
  text += ", but not calm: its jitter is " + brief_number(rival.jitter) + "°. ";
  if (is_still(cause.id)) return text + "That is fast motion rather than shaking.";
  return text + "It shakes, " + percent(cause.strength) + " of it by the cause \"" +
         words(cause.id) + "\": " + cause.sentence;
}

std::string Conclusion::reason(const Choice& choice) const {
  std::string text = rival_in_words(choice);
  if (choice.purpose == choices_.front().purpose && advice_.beyond_share > 0.0) {
    const bool several = plan_.experiment.scene.targets.size() > 1;
    text += " A target is out of the links' reach in " + percent(advice_.beyond_share) +
            " of the steps" +
            (several ? ", each on average in " + percent(advice_.beyond_each) : "") +
            ": no pose has a mean error below " + brief_number(advice_.beyond) + " m.";
  }
  const Observed& own = observed(choice.candidate);
  if (own.diagnosis.shakes) {
    const Cause& cause = own.diagnosis.causes.front();
    text += " What it still shakes has the cause \"" + std::string(words(cause.id)) +
            "\": " + cause.sentence;
  } else if (own.at_limits > 0.0) {
    text += " Limits stop joints in " + percent(own.at_limits) + " of its steps.";
  }
  return text;
}

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
