#include "ik/path/way.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ik {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
/// Most turns of a hinge, and most runs of a strand, that are looked at.
constexpr int kMostTurns = 16;
constexpr std::size_t kMostRuns = 1024;

/// Whole turns of a hinge that keep its limits at some waypoint of a strand, the least first.
std::vector<double> turns_of(const Strand& strand, const PathRules& rules, int j) {
  if (!rules.turns(j) || (rules.lower(j) == -kUnlimited && rules.upper(j) == kUnlimited)) {
    return {0.0};
  }
  double least = kUnlimited, most = -kUnlimited;
  for (const VectorX& theta : strand.theta) {
    least = std::min(least, theta[j]);
    most = std::max(most, theta[j]);
  }
  const double from = std::max(std::ceil((rules.lower(j) - most) / kTurn), -0.5 * kMostTurns);
  const double to = std::min(std::floor((rules.upper(j) - least) / kTurn), 0.5 * kMostTurns);
  std::vector<double> turns;
  for (double t = from; t <= to; t += 1.0) turns.push_back(t * kTurn);
  return turns;
}

/// True if the pose keeps the limits.
bool keeps(const PathRules& rules, const VectorX& theta, const VectorX& shift) {
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    const double at = theta[j] + shift[j];
    if (at < rules.lower(j) || at > rules.upper(j)) return false;
  }
  return true;
}

}  // namespace

std::vector<Run> runs_of(std::span<const Strand> strands, const PathRules& rules) {
  std::vector<Run> runs;
  for (std::size_t s = 0; s < strands.size(); ++s) {
    const Strand& strand = strands[s];
    const auto n = static_cast<int>(strand.theta.front().size());
    std::vector<VectorX> shifts = {VectorX::Zero(n)};
    for (int j = 0; j < n; ++j) {
      const std::vector<double> turns = turns_of(strand, rules, j);
      std::vector<VectorX> more;
      for (const VectorX& shift : shifts) {
        for (const double turn : turns) {
          if (more.size() == kMostRuns) break;
          more.push_back(shift);
          more.back()[j] = turn;
        }
      }
      shifts = std::move(more);
    }
    for (const VectorX& shift : shifts) {
      bool before = false;
      for (int w = strand.first; w <= strand.last(); ++w) {
        const VectorX& theta = strand.theta[static_cast<std::size_t>(w - strand.first)];
        const bool now = keeps(rules, theta, shift);
        if (now && !before) {
          Run run{.strand = static_cast<int>(s), .first = w, .shift = shift};
          if (w == strand.first) {
            run.begin = strand.begin;
          } else {
            const VectorX& outside = strand.theta[static_cast<std::size_t>(w - 1 - strand.first)];
            run.begin = rules.leaving(theta + shift, outside + shift);
            run.begin.at = w - run.begin.at;
          }
          runs.push_back(std::move(run));
        }
        if (now) {
          runs.back().last = w;
          runs.back().end = strand.end;
        }
        if (before && !now) {
          const VectorX& inside = strand.theta[static_cast<std::size_t>(w - 1 - strand.first)];
          runs.back().end = rules.leaving(inside + shift, theta + shift);
          runs.back().end.at += w - 1;
          runs.back().end.theta = inside + shift;
        }
        before = now;
      }
    }
  }
  return runs;
}

WaySearch::WaySearch(const Multibody& multibody, std::span<const Strand> strands,
                     std::span<const Run> runs, const PathRules& rules, double unit, int waypoints)
    : multibody_(multibody),
      strands_(strands),
      runs_(runs),
      rules_(rules),
      unit_(unit),
      waypoints_(waypoints) {
  for (const Strand& strand : strands) {
    std::vector<double> lengths = {0.0};
    for (std::size_t i = 1; i < strand.theta.size(); ++i) {
      lengths.push_back(lengths.back() + distance(strand.theta[i - 1], strand.theta[i]));
    }
    lengths_.push_back(std::move(lengths));
  }
}

bool WaySearch::is_free(int j) const {
  return rules_.lower(j) == -kUnlimited && rules_.upper(j) == kUnlimited;
}

VectorX WaySearch::turns_between(const VectorX& to, const VectorX& from) const {
  VectorX turns = VectorX::Zero(to.size());
  for (int j = 0; j < static_cast<int>(to.size()); ++j) {
    if (is_free(j)) turns[j] = to[j] + rules_.way(j, to[j], from[j]) - from[j];
  }
  return turns;
}

double WaySearch::distance(const VectorX& a, const VectorX& b) const {
  double square = 0.0;
  for (int j = 0; j < static_cast<int>(a.size()); ++j) {
    const Joint& joint = multibody_.joint(j);
    if (!(joint.weight > 0.0)) continue;
    double way = is_free(j) ? rules_.way(j, a[j], b[j]) : b[j] - a[j];
    if (joint.type == JointType::kPrismatic) way /= unit_;
    square += way * way / joint.weight;
  }
  return std::sqrt(square);
}

VectorX WaySearch::theta(int run, int waypoint) const {
  const Run& own = runs_[static_cast<std::size_t>(run)];
  const Strand& strand = strands_[static_cast<std::size_t>(own.strand)];
  return strand.theta[static_cast<std::size_t>(waypoint - strand.first)] + own.shift;
}

/// The first waypoint at which a way may change to a run.
int WaySearch::entry(int run) const {
  return std::max(1, runs_[static_cast<std::size_t>(run)].first);
}

/// Fills levels_ and least_.
void WaySearch::find_levels(std::span<const int> starts) {
  levels_.assign(runs_.size(), -1);
  least_.assign(static_cast<std::size_t>(waypoints_), -1);
  for (const int run : starts) levels_[static_cast<std::size_t>(run)] = 0;
  std::vector<int> by_entry(runs_.size());
  for (std::size_t i = 0; i < runs_.size(); ++i) by_entry[i] = static_cast<int>(i);
  std::stable_sort(by_entry.begin(), by_entry.end(),
                   [this](int a, int b) { return entry(a) < entry(b); });
  const auto lower_least = [this](int from, int to, int level) {
    for (int w = from; w <= to; ++w) {
      int& least = least_[static_cast<std::size_t>(w)];
      if (least < 0 || level < least) least = level;
    }
  };
  for (const int run : starts) lower_least(0, runs_[static_cast<std::size_t>(run)].last, 0);
  for (const int i : by_entry) {
    const auto at = static_cast<std::size_t>(i);
    if (levels_[at] == 0 || entry(i) > runs_[at].last) continue;
    const int before = least_[static_cast<std::size_t>(entry(i) - 1)];
    if (before < 0) continue;
    levels_[at] = before + 1;
    lower_least(entry(i), runs_[at].last, before + 1);
  }
}

/// True if a way may end with a run at waypoint `last`.
bool WaySearch::may_end(int run, int last, std::span<const int> ends) const {
  const Run& own = runs_[static_cast<std::size_t>(run)];
  return levels_[static_cast<std::size_t>(run)] >= 0 && own.first <= last && own.last >= last &&
         (ends.empty() || std::find(ends.begin(), ends.end(), run) != ends.end());
}

/// The runs of ways with the fewest changes to the last waypoint. Of them those that may end it
/// have the level that is returned in `changes`.
std::vector<int> WaySearch::useful(int last, std::span<const int> ends, int& changes) const {
  const int count = static_cast<int>(runs_.size());
  const auto level = [this](int run) { return levels_[static_cast<std::size_t>(run)]; };
  changes = -1;
  for (int i = 0; i < count; ++i) {
    if (may_end(i, last, ends) && (changes < 0 || level(i) < changes)) changes = level(i);
  }
  std::vector<int> used, next, found;
  for (int i = 0; i < count; ++i) {
    if (level(i) == changes && may_end(i, last, ends)) next.push_back(i);
  }
  for (int k = changes - 1; k >= -1; --k) {
    used.insert(used.end(), next.begin(), next.end());
    found.clear();
    for (int i = 0; i < count && k >= 0; ++i) {
      if (level(i) != k) continue;
      const Run& own = runs_[static_cast<std::size_t>(i)];
      if (std::any_of(next.begin(), next.end(), [&](int to) {
            const int end = std::min(last, runs_[static_cast<std::size_t>(to)].last);
            return own.last + 1 >= entry(to) && own.first + 1 <= end;
          })) {
        found.push_back(i);
      }
    }
    next.swap(found);
  }
  std::sort(used.begin(), used.end());
  return used;
}

Way WaySearch::best(std::span<const int> starts, std::span<const int> ends) {
  Way way;
  if (starts.empty()) return way;
  find_levels(starts);
  const auto broken = std::find(least_.begin(), least_.end(), -1);
  way.last = static_cast<int>(broken - least_.begin()) - 1;
  const bool whole = way.last == waypoints_ - 1;
  if (!whole) ends = {};
  int changes = -1;
  const std::vector<int> used = useful(way.last, ends, changes);

  const auto length_at = [this](int run, int waypoint) {
    const int strand = runs_[static_cast<std::size_t>(run)].strand;
    return lengths_[static_cast<std::size_t>(strand)][static_cast<std::size_t>(
        waypoint - strands_[static_cast<std::size_t>(strand)].first)];
  };
  std::vector<std::vector<Switch>> switches(runs_.size());
  for (const int i : used) {
    const auto at = static_cast<std::size_t>(i);
    if (levels_[at] == 0) switches[at].push_back({0, -1, -length_at(i, 0)});
  }
  for (int w = 1; w <= way.last; ++w) {
    for (const int to : used) {
      const Run& run = runs_[static_cast<std::size_t>(to)];
      const int level = levels_[static_cast<std::size_t>(to)];
      if (level == 0 || w < run.first || w > run.last) continue;
      std::vector<Switch>& own = switches[static_cast<std::size_t>(to)];
      for (const int from : used) {
        const Run& before = runs_[static_cast<std::size_t>(from)];
        const std::vector<Switch>& its = switches[static_cast<std::size_t>(from)];
        if (levels_[static_cast<std::size_t>(from)] != level - 1 || its.empty()) continue;
        if (w - 1 < before.first || w - 1 > before.last || its.front().waypoint > w - 1) continue;
        // the newest switch of `from` may be at w itself
        const Switch& last = its.back().waypoint <= w - 1 ? its.back() : its[its.size() - 2];
        const double saved = last.saved + length_at(from, w - 1) +
                             distance(theta(from, w - 1), theta(to, w)) - length_at(to, w);
        if (!own.empty() && !(saved < own.back().saved)) continue;
        if (!own.empty() && own.back().waypoint == w) own.pop_back();
        own.push_back({w, from, saved});
      }
    }
  }
  int end = -1;
  for (const int run : used) {
    const auto at = static_cast<std::size_t>(run);
    if (levels_[at] != changes || !may_end(run, way.last, ends) || switches[at].empty()) continue;
    const double length = switches[at].back().saved + length_at(run, way.last);
    if (end >= 0 && !(length < way.length)) continue;
    way.length = length;
    end = run;
  }
  for (int w = way.last; end >= 0;) {
    const std::vector<Switch>& own = switches[static_cast<std::size_t>(end)];
    auto at = own.end() - 1;
    while (at->waypoint > w) --at;
    way.pieces.push_back({end, at->waypoint});
    end = at->from;
    w = at->waypoint - 1;
  }
  std::reverse(way.pieces.begin(), way.pieces.end());
  return way;
}

}  // namespace ik
