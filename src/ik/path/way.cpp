#include "ik/path/way.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace ik {
namespace {

/// Most turns of a hinge, and most runs of a strand, that are looked at.
constexpr int kMostTurns = 16;
constexpr std::size_t kMostRuns = 1024;

/// Whole turns of a hinge that keep its limits at some waypoint of a strand, the least first.
std::vector<double> turns_of(const Strand& strand, const PathRules& rules, int j) {
  if (!rules.turns(j) || rules.is_free(j)) return {0.0};
  double least = kUnlimited, most = -kUnlimited;
  for (const VectorX& theta : strand.theta) {
    least = std::min(least, theta[j]);
    most = std::max(most, theta[j]);
  }
  const double from = std::max(std::ceil((rules.lower(j) - most) / kWholeTurn), -0.5 * kMostTurns);
  const double to = std::min(std::floor((rules.upper(j) - least) / kWholeTurn), 0.5 * kMostTurns);
  std::vector<double> turns;
  for (double t = from; t <= to; t += 1.0) turns.push_back(t * kWholeTurn);
  return turns;
}

/// True if the pose keeps the limits.
bool keeps(const PathRules& rules, const VectorX& theta) {
  for (int j = 0; j < static_cast<int>(theta.size()); ++j) {
    if (theta[j] < rules.lower(j) || theta[j] > rules.upper(j)) return false;
  }
  return true;
}

}  // namespace

namespace {

/// All whole turns (n) of a strand that keep limits of each joint at some waypoint.
std::vector<VectorX> shifts_of(const Strand& strand, const PathRules& rules) {
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
  return shifts;
}

/// Adds the runs of a strand with whole turns.
/// \param cuts the waypoints after which it is cut
void add_runs(const Strand& strand, int number, const VectorX& shift, const std::set<int>& cuts,
              const PathRules& rules, std::vector<Run>& runs) {
  const auto theta = [&](int w) -> VectorX {
    return strand.theta[static_cast<std::size_t>(w - strand.first)] + shift;
  };
  std::size_t uncut = runs.size();  // the first run since the last time beyond limits
  const auto end_with = [&](const BranchEnd& end) {
    for (; uncut < runs.size(); ++uncut) runs[uncut].end = end;
  };
  bool before = false;
  for (int w = strand.first; w <= strand.last(); ++w) {
    const bool now = keeps(rules, theta(w));
    const bool cut = before && cuts.count(w - 1) > 0;
    if (now && (!before || cut)) {
      Run run{.strand = number, .first = w, .shift = shift};
      if (cut) run.before.push_back(static_cast<int>(runs.size()) - 1);
      runs.push_back(std::move(run));
    }
    if (now) runs.back().last = w;
    if (before && !now) {
      BranchEnd end = rules.leaving(theta(w - 1), theta(w));
      end.at += w - 1;
      end.theta = theta(w - 1);
      end_with(end);
    }
    before = now;
  }
  end_with(strand.end);
}

}  // namespace

std::vector<Run> runs_of(std::span<const Strand> strands, std::span<const Passage> passages,
                         const PathRules& rules) {
  std::vector<std::set<int>> cuts(strands.size());
  for (const Passage& passage : passages) {
    for (const int strand : {passage.from, passage.to}) {
      cuts[static_cast<std::size_t>(strand)].insert(passage.waypoint);
    }
  }
  std::vector<Run> runs;
  std::vector<std::size_t> begins;  // the first run of each strand
  for (std::size_t s = 0; s < strands.size(); ++s) {
    begins.push_back(runs.size());
    for (const VectorX& shift : shifts_of(strands[s], rules)) {
      add_runs(strands[s], static_cast<int>(s), shift, cuts[s], rules, runs);
    }
  }
  begins.push_back(runs.size());
  const auto theta = [&](const Run& run, int w) -> VectorX {
    const Strand& strand = strands[static_cast<std::size_t>(run.strand)];
    return strand.theta[static_cast<std::size_t>(w - strand.first)] + run.shift;
  };
  for (const Passage& passage : passages) {
    const auto from = static_cast<std::size_t>(passage.from);
    const auto to = static_cast<std::size_t>(passage.to);
    for (std::size_t a = begins[from]; a < begins[from + 1]; ++a) {
      for (std::size_t b = begins[to]; b < begins[to + 1]; ++b) {
        if (runs[a].last != passage.waypoint || runs[b].first != passage.waypoint + 1) continue;
        const VectorX end = theta(runs[a], runs[a].last), begin = theta(runs[b], runs[b].first);
        bool near = true;
        for (int j = 0; j < static_cast<int>(end.size()); ++j) {
          const double way = rules.is_free(j) ? rules.way(j, end[j], begin[j]) : begin[j] - end[j];
          near = near && std::abs(way) < 1.0;
        }
        if (near) runs[b].before.push_back(static_cast<int>(a));
      }
    }
  }
  return runs;
}

WaySearch::WaySearch(std::span<const Strand> strands, std::span<const Run> runs,
                     const PathRules& rules, double unit, int waypoints)
    : strands_(strands),
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

VectorX WaySearch::turns_between(const VectorX& to, const VectorX& from) const {
  VectorX turns = VectorX::Zero(to.size());
  for (int j = 0; j < static_cast<int>(to.size()); ++j) {
    if (rules_.is_free(j)) turns[j] = to[j] + rules_.way(j, to[j], from[j]) - from[j];
  }
  return turns;
}

double WaySearch::distance(const VectorX& a, const VectorX& b) const {
  return rules_.distance(a, b, unit_);
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
  std::vector<int> by_first(runs_.size());
  std::iota(by_first.begin(), by_first.end(), 0);
  std::stable_sort(by_first.begin(), by_first.end(), [this](int a, int b) {
    return runs_[static_cast<std::size_t>(a)].first < runs_[static_cast<std::size_t>(b)].first;
  });
  const auto take = [this](int run, int from, int level) {
    const auto at = static_cast<std::size_t>(run);
    levels_[at] = level;
    for (int w = from; w <= runs_[at].last; ++w) {
      int& least = least_[static_cast<std::size_t>(w)];
      if (least < 0 || level < least) least = level;
    }
  };
  for (const int run : starts) take(run, 0, 0);
  for (const int run : by_first) {
    const Run& own = runs_[static_cast<std::size_t>(run)];
    if (level(run) == 0 || entry(run) > own.last) continue;
    int best = least_[static_cast<std::size_t>(entry(run) - 1)];
    if (best >= 0) ++best;
    for (const int from : own.before) {
      if (level(from) >= 0 && (best < 0 || level(from) < best)) best = level(from);
    }
    if (best >= 0) take(run, entry(run), best);
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
  changes = -1;
  for (int i = 0; i < count; ++i) {
    if (may_end(i, last, ends) && (changes < 0 || level(i) < changes)) changes = level(i);
  }
  std::vector<int> used, next;
  std::vector<char> marks(runs_.size(), 0);
  const auto mark = [&](int run) {
    char& own = marks[static_cast<std::size_t>(run)];
    if (own == 0) next.push_back(run);
    own = 1;
  };
  for (int i = 0; i < count; ++i) {
    if (level(i) == changes && may_end(i, last, ends)) mark(i);
  }
  for (int k = changes; k >= 0; --k) {
    for (std::size_t i = 0; i < next.size(); ++i) {  // it grows
      for (const int from : runs_[static_cast<std::size_t>(next[i])].before) {
        if (level(from) == k) mark(from);
      }
    }
    const std::vector<int> later = std::move(next);
    next.clear();
    used.insert(used.end(), later.begin(), later.end());
    for (int i = 0; i < count; ++i) {
      const Run& own = runs_[static_cast<std::size_t>(i)];
      if (level(i) != k - 1 || level(i) < 0) continue;
      const bool changes_to = std::any_of(later.begin(), later.end(), [&](int to) {
        const int end = std::min(last, runs_[static_cast<std::size_t>(to)].last);
        return own.last + 1 >= entry(to) && own.first + 1 <= end;
      });
      if (changes_to) mark(i);
    }
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
    const bool starts_way = std::find(starts.begin(), starts.end(), i) != starts.end();
    if (starts_way) switches[at].push_back({0, -1, -length_at(i, 0), false});
  }
  for (int w = 1; w <= way.last; ++w) {
    for (const int to : used) {
      const Run& run = runs_[static_cast<std::size_t>(to)];
      if (w < run.first || w > run.last) continue;
      std::vector<Switch>& own = switches[static_cast<std::size_t>(to)];
      for (const int from : used) {
        const Run& before = runs_[static_cast<std::size_t>(from)];
        const std::vector<Switch>& its = switches[static_cast<std::size_t>(from)];
        const bool joined =
            w == run.first && level(from) == level(to) &&
            std::find(run.before.begin(), run.before.end(), from) != run.before.end();
        if (its.empty() || (!joined && level(from) != level(to) - 1)) continue;
        if (w - 1 < before.first || w - 1 > before.last || its.front().waypoint > w - 1) continue;
        // the newest switch of `from` may be at w itself
        const Switch& last = its.back().waypoint <= w - 1 ? its.back() : its[its.size() - 2];
        const double saved = last.saved + length_at(from, w - 1) +
                             distance(theta(from, w - 1), theta(to, w)) - length_at(to, w);
        if (!own.empty() && !(saved < own.back().saved)) continue;
        if (!own.empty() && own.back().waypoint == w) own.pop_back();
        own.push_back({w, from, saved, joined});
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
    way.pieces.push_back({end, at->waypoint, at->joined});
    end = at->from;
    w = at->waypoint - 1;
  }
  std::reverse(way.pieces.begin(), way.pieces.end());
  return way;
}

}  // namespace ik
