#include "ui/panels/ranking.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "lab/run/metrics.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr long kRefresh = 20;  ///< steps between updates: a tenth of a second
constexpr int kKept = 3;       ///< columns with at least this importance always stay

constexpr RankingColumn kRankingColumns[] = {
    {.name = "error",
     .unit = "m",
     .decimals = 3,
     .scale = 1.0,
     .value = &lab::Standing::mean_error,
     .importance = 4,
     .what = "mean error",
     .help = "Mean error over effectors and steps, m. Press to sort."},
    {.name = "max",
     .unit = "m",
     .decimals = 2,
     .scale = 1.0,
     .value = &lab::Standing::max_error,
     .importance = 2,
     .what = "largest error",
     .help = "Largest error of any effector in these steps, m. Press to sort."},
    {.name = "jitter",
     .unit = "°",
     .format = "%.2f",
     .scale = 1.0,
     .value = &lab::Standing::mean_jitter_deg,
     .importance = 3,
     .what = "jitter",
     .help = "Mean of |Δ²θ|, degrees: the change of Δθ from step to step. Press to sort."},
    {.name = "back",
     .unit = "",
     .format = "%.0f%%",
     .scale = 100.0,
     .value = &lab::Standing::roughness,
     .importance = 1,
     .what = "motion that turns back",
     .help = "Share of the motion that the next step reverses. From 10 % on, with a jitter of 0.2° "
             "or more, a lane shakes. Press to sort."},
    {.name = "µs",
     .unit = "",
     .format = "%.2f",
     .scale = 1e-3,
     .value = &lab::Standing::update_ns,
     .importance = 0,
     .what = "computing time",
     .help = "Median computing time of one update of the pose, µs. Press to sort."},
};

/// The ids of the lanes in the shown order, or in their own order if the lanes have changed.
std::vector<int> ids_as_shown(const Ranking& ranking) {
  std::vector<int> ids;
  for (const lab::Lane& lane : ranking.lanes) ids.push_back(lane.id);
  return std::ranges::is_permutation(ids, ranking.order.shown()) ? ranking.order.shown() : ids;
}

/// The ids of the lanes by ascending values of the sorting column.
std::vector<int> ids_by_value(const Ranking& ranking) {
  std::vector<std::size_t> order(ranking.standings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto value = [&ranking](std::size_t lane) {
    const double x = ranking.standings[lane].*kRankingColumns[ranking.sorted_by].value;
    return std::isnan(x) ? std::numeric_limits<double>::infinity() : x;
  };
  std::ranges::stable_sort(order, {}, value);
  std::vector<int> ids;
  for (const std::size_t lane : order) ids.push_back(ranking.lanes[lane].id);
  return ids;
}

}  // namespace

bool is_ranked(const Ranking& ranking) { return ranking.steps >= kMinRanked; }

std::string measuring_text(const Ranking& ranking) {
  return format("measuring: %ld of %ld steps", ranking.steps, kMinRanked);
}

const std::vector<int>& HeldOrder::update(std::span<const int> wanted, double now) {
  if (!std::ranges::is_permutation(wanted, shown_)) {
    shown_.assign(wanted.begin(), wanted.end());
    wishes_.clear();
  }
  std::vector<int> next(wanted.size());
  std::vector<char> taken(wanted.size(), 0), moved(wanted.size(), 0);
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    Wish& wish = wishes_.try_emplace(wanted[place], Wish{place, now}).first->second;
    if (wish.place != place) wish = {place, now};
    if (now - wish.since < kHold) continue;
    next[place] = wanted[place];
    taken[place] = 1;
    moved[static_cast<std::size_t>(std::ranges::find(shown_, wanted[place]) - shown_.begin())] = 1;
  }
  // the other rows keep their order
  std::size_t place = 0;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    if (moved[i] != 0) continue;
    while (taken[place] != 0) ++place;
    next[place++] = shown_[i];
  }
  shown_ = std::move(next);
  return shown_;
}

std::span<const RankingColumn> ranking_columns() { return kRankingColumns; }

std::vector<std::size_t> columns_that_fit(float room, float each, std::size_t sorted_by) {
  std::vector<std::size_t> columns(std::size(kRankingColumns));
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const auto importance = [sorted_by](std::size_t column) {
    return column == sorted_by ? kKept : kRankingColumns[column].importance;
  };
  while (each * static_cast<float>(columns.size()) > room) {
    const auto least = std::ranges::min_element(columns, {}, importance);
    if (importance(*least) >= kKept) break;
    columns.erase(least);
  }
  return columns;
}

std::string difference_text(double value, double baseline) {
  constexpr double kTimes = 3.0, kMany = 10.0, kVeryMany = 1e4;
  const double ratio = value / baseline;
  if (!(baseline > 0.0) || !std::isfinite(ratio)) return value == baseline ? "±0 %" : "–";
  if (ratio >= kVeryMany) return format("×%.0e", ratio);
  if (ratio >= kTimes) return format(ratio < kMany ? "×%.1f" : "×%.0f", ratio);
  const long percent = std::lround(100.0 * (ratio - 1.0));
  if (percent == 0) return "±0 %";
  return (percent > 0 ? "+" : "−") + std::to_string(std::labs(percent)) + " %";
}

void update(Ranking& ranking, const lab::Timeline& timeline,
            std::span<const lab::History* const> histories, bool playing, double now) {
  const auto& lanes = timeline.setup().lanes;
  const bool same = ranking.standings.size() == lanes.size() && ranking.lanes == lanes;
  const bool ranked_before = is_ranked(ranking);
  const long step = timeline.now();
  const bool jumped = step < ranking.at || (!playing && step != ranking.at);
  const bool again = std::exchange(ranking.updated, now) == now;
  if (same && !jumped && again && !ranking.order.shown().empty()) return;
  const bool anew = !same || jumped;
  if (anew) ranking.lanes = lanes;
  if (anew || (!ranking.next && step - ranking.at >= kRefresh)) {
    // the same steps for all lanes, since the last change of any lane
    ranking.next = {step, std::max(step - kMaxRanked, lab::comparable_since(timeline)), {}};
  }
  if (ranking.next) {
    auto& [at, first, standings] = *ranking.next;
    do {
      standings.push_back(lab::standing(*histories[standings.size()], first, at));
    } while (anew && standings.size() < histories.size());
    if (standings.size() == histories.size()) {
      ranking.at = at;
      ranking.steps = at - first;
      ranking.standings = std::move(standings);
      ranking.next.reset();
    }
  }
  const bool ranked = is_ranked(ranking);
  // the first ranks are shown at once
  if (ranked && !ranked_before) ranking.order.reset();
  ranking.order.update(ranked ? ids_by_value(ranking) : ids_as_shown(ranking), now);
}

std::vector<std::size_t> ranked_lanes(const Ranking& ranking) {
  std::vector<std::size_t> result;
  for (const int id : ranking.order.shown()) {
    const auto lane = std::ranges::find(ranking.lanes, id, &lab::Lane::id);
    result.push_back(static_cast<std::size_t>(lane - ranking.lanes.begin()));
  }
  return result;
}

bool shakes(const lab::Standing& standing) {
  return standing.steps >= kMinRanked &&
         lab::is_shaking(standing.mean_jitter_deg, standing.roughness);
}

std::string verdict(const Ranking& ranking, std::span<const std::string> labels) {
  const std::vector<std::size_t> order = ranked_lanes(ranking);
  if (order.empty() || labels.size() != order.size()) return {};
  if (!is_ranked(ranking)) return "Lanes are not ranked yet, " + measuring_text(ranking) + ".";
  const lab::Standing& first = ranking.standings[order.front()];
  std::string text = format("%s is first by %s over %ld steps", labels[order.front()].c_str(),
                            kRankingColumns[ranking.sorted_by].what, ranking.steps);
  if (!shakes(first)) return text + ", and does not shake.";
  text += format(", but it shakes: jitter %.2f°, and %.0f %% of its motion turns back. ",
                 first.mean_jitter_deg, 100.0 * first.roughness);
  const auto calm = std::ranges::find_if(
      order, [&ranking](std::size_t lane) { return !shakes(ranking.standings[lane]); });
  if (calm == order.end()) return text + "All shake.";
  return text + format("The best that does not is %s.", labels[*calm].c_str());
}

void front_lane_name(const Theme& theme, const lab::Setup& setup) {
  if (setup.lanes.size() < 2) return;
  const auto font = in_font(theme.font.small);
  swatch_before(theme, lab::lane_color(setup, setup.front), 5, theme.px(6));
  const std::string name = lab::lane_labels(setup)[setup.front];
  colored(theme.color.text, shortened(name, ImGui::GetContentRegionAvail().x, theme.font.small));
  describe(theme, "front-lane", "name",
           name +
               "\nThis page is about the front lane. Press a row on the page Compare, or a "
               "picture of the grid, to bring another to the front.");
}

std::optional<std::size_t> shaking_lane(const lab::Setup& setup, const Ranking& ranking) {
  if (ranking.standings.size() != setup.lanes.size()) return std::nullopt;
  std::optional<std::size_t> most;
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    const lab::Standing& standing = ranking.standings[i];
    if (i == setup.front || !shakes(standing)) continue;
    if (!most || standing.mean_jitter_deg > ranking.standings[*most].mean_jitter_deg) most = i;
  }
  return most;
}

}  // namespace ui
