#include "lab/claims/tables.h"

#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr int kBasinSide = 256;                                           // cells: eight scales
constexpr double kBasinLambdas[] = {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0};  // m / rad
constexpr const char* kUndamped = "no damping";
constexpr const char* kByError = "damping by the error";
constexpr const char* kFixed = "fixed damping";
constexpr const char* kArms[] = {"two-link-arm", "six-axis-arm"};
constexpr int kArmSide = 64;  // cells: enough for a mean number of updates

/// A run on the two-link arm with a map, without the angle cap, which makes basins larger.
ClaimRun basin_run(const char* series, const char* method) {
  return {.series = series,
          .scene = "two-link-arm",
          .method = method,
          .settings = {{&knob::kMaxAngle, kOff}},
          .steps = 400,
          .warmup = 0,
          .basin_side = kBasinSide};
}

std::vector<ClaimRun> damping_plan() {
  std::vector<ClaimRun> runs = {basin_run(kUndamped, "pseudoinverse"),
                                basin_run(kByError, "dls-error")};
  add_lambda_sweep(runs, basin_run(kFixed, "dls"), kBasinLambdas);
  return runs;
}

BasinReading basins_of(const ClaimResult& result) { return result.basins.value_or(BasinReading()); }

/// The share that arrives, with a digit that tells 99.9 % from all, and the order at the end:
/// "93.2 % without damping (quadratic)", without parentheses where no order could be fitted.
std::string arrival_text(const BasinReading& reading, const std::string& how) {
  const std::string order = in_words(reading.order);
  return brief_number(100.0 * reading.reached_share) + " % " + how +
         (order.empty() ? "" : " (" + order + ")");
}

Judgement judge_basin_damping(std::span<const ClaimResult> results) {
  constexpr double kMore = 0.02;  // share of the starts
  const BasinReading none = basins_of(result_of(results, kUndamped));
  const BasinReading by_error = basins_of(result_of(results, kByError));
  const auto sweep = sweep_of(results, kFixed);
  const BasinReading most = basins_of(*sweep.back()), least = basins_of(*sweep.front());
  const auto is_linear = [](const BasinReading& reading) {
    return reading.order && reading.order->kind == OrderKind::kLinear;
  };
  const bool buys = most.reached_share > none.reached_share + kMore;
  const bool pays = none.order && none.order->kind == OrderKind::kQuadratic && is_linear(most) &&
                    is_linear(least) && most.order->rate > least.order->rate;
  const std::string lambda = short_number(sweep.back()->run.x);
  return {verdict_of(buys + pays, 2),
          "Of the starts a solution is reached by " + arrival_text(none, "without damping") + ", " +
              arrival_text(most, "with λ " + lambda) + ", " +
              arrival_text(least, "with λ " + short_number(sweep.front()->run.x)) + ", and " +
              arrival_text(by_error, "with a damping that grows with the error") + ", in " +
              brief_number(by_error.mean_updates) + " updates instead of " +
              brief_number(most.mean_updates) + " with λ " + lambda + ".",
          buys ? (pays ? 0 : 1) : 2};
}

std::vector<ClaimRun> border_plan() {
  return {basin_run(kUndamped, "pseudoinverse"), basin_run(kByError, "dls-error")};
}

Judgement judge_borders(std::span<const ClaimResult> results) {
  constexpr double kFractal = 1.3, kSmooth = 1.1;  // between a line, 1, and an area, 2
  const auto of = [&](const char* series) {
    return basins_of(result_of(results, series)).dimension.value_or(BoxDimension());
  };
  const BoxDimension rough = of(kUndamped), smooth = of(kByError);
  const bool fractal = rough.dimension - 2.0 * rough.error > kFractal;
  const bool calmed = smooth.dimension > 0.0 && smooth.dimension + 2.0 * smooth.error < kSmooth;
  const auto text = [](const BoxDimension& d) {
    return brief_number(d.dimension) + " ± " + short_number(rounded_to_digits(d.error, 1));
  };
  return {verdict_of(fractal + calmed, 2),
          "The borders of the two-link arm's basins have the box dimension " + text(rough) +
              " without damping, and " + text(smooth) +
              " with a damping that grows with the error.",
          fractal ? (calmed ? 0 : 1) : 2};
}

std::vector<ClaimRun> third_order_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : kArms) {
    for (const char* method : {"gauss-newton", "halley"}) {
      ClaimRun run = basin_run(method, method);
      run.scene = scene;
      run.basin_side = kArmSide;
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

/// Whether a ratio is a claimed one, to a sixth of it.
bool is_about(double ratio, double claimed) { return std::abs(ratio - claimed) < claimed / 6.0; }

Judgement judge_third_order(std::span<const ClaimResult> results) {
  int fewer = 0, dearer = 0;
  std::string sentence;
  for (const char* scene : kArms) {
    const ClaimResult& newton = result_of(results, "gauss-newton", scene);
    const ClaimResult& halley = result_of(results, "halley", scene);
    const auto price = newton.summary.ns_per_update, own_price = halley.summary.ns_per_update;
    if (!price || !own_price) {
      return {Verdict::kNotJudged, "The runs were not timed, so the claim cannot be judged.", -1};
    }
    const double updates = basins_of(newton).mean_updates;
    const double own_updates = basins_of(halley).mean_updates;
    fewer += is_about(own_updates / updates, 2.0 / 3.0);
    dearer += is_about(*own_price / *price, 1.5);
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, scene) + ": Halley needs " +
                brief_number(own_updates) + " updates, Gauss–Newton " + brief_number(updates) +
                "; an update takes " + times(*own_price, *price) + " the time";
  }
  const int arms = static_cast<int>(std::size(kArms));
  return {verdict_of(fewer + dearer, 2 * arms), sentence + ".",
          fewer == arms ? (dearer == arms ? 0 : 1) : 2};
}

}  // namespace

std::vector<Claim> claims_on_basins() {
  return {
      {.id = "damping-buys-basins",
       .sentence = "Damping buys basins and pays in order: more starts reach a solution, but the "
                   "quadratic end of Newton's steps becomes a linear one.",
       .source = "Sugihara (2011); Lloyd, Irani and Ahmadi (2022)",
       .question = "From 65,536 starts, with λ 1 instead of none: what changes?",
       .answers = {"More arrive, more slowly at the end", "More arrive, and as fast",
                   "No more arrive"},
       .view = ClaimView::kBasinsBySweep,
       .plan = damping_plan,
       .judge = judge_basin_damping},
      {.id = "borders-are-fractal",
       .sentence = "Of two starts side by side one may fall to another solution: without damping "
                   "the borders of the basins are fractal. Damping makes them smooth.",
       .source = "Cayley (1879); Peitgen and Richter (1986), on Newton's method",
       .question = "How rough are the borders between the elbow up and the elbow down?",
       .answers = {"Fractal, and smooth with damping", "Fractal with damping, too", "Smooth lines"},
       .plan = border_plan,
       .judge = judge_borders},
      {.id = "third-order-pays",
       .sentence = "Halley's method of third order needs two thirds of the updates of "
                   "Gauss–Newton's, at one and a half times the price of each.",
       .source = "Lloyd, Irani and Ahmadi (2022), on their method QuIK",
       .question = "Fewer updates, each of which is dearer: what does the third order cost?",
       .answers = {"A third of the updates less, half as dear again",
                   "A third of the updates less, at another price", "Another number of updates"},
       .about_time = true,
       .plan = third_order_plan,
       .judge = judge_third_order},
  };
}

}  // namespace lab
