#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/track/setup.h"
#include "ui/kit/theme.h"

namespace ui {

/// An order of rows that changes calmly. A row moves only when its new place has held for kHold, so
/// that rows with nearly equal values do not swap all the time.
class HeldOrder {
 public:
  static constexpr double kHold = 1.0;  ///< s

  /// \param wanted the rows' ids in the order of their present values. With other ids than before,
  ///   it is taken over at once
  /// \param now s, on any clock
  /// \returns the ids in the order to show
  const std::vector<int>& update(std::span<const int> wanted, double now);
  /// Makes the next update show its order at once, for example to sort by other values.
  void reset() { shown_.clear(); }

  const std::vector<int>& shown() const { return shown_; }

 private:
  struct Wish {
    std::size_t place;
    double since;  // s
  };
  std::vector<int> shown_;
  std::map<int, Wish> wishes_;  // by id
};

/// A measure of the table that compares lanes; smaller is better.
struct RankingColumn {
  const char* name;
  const char* unit;              ///< in the heading, after the name; may be empty
  const char* format = nullptr;  ///< for a number without a length
  int decimals = 0;              ///< for a length
  double scale;
  double lab::Standing::*value;
  int importance;    ///< columns with the least importance are left out first
  const char* what;  ///< in a sentence: "mean error"
  const char* help;
};

/// Least number of common steps for a rank or a verdict: a second of 5 ms steps. Before, the
/// numbers describe the way from the first pose to the targets.
inline constexpr long kMinRanked = 200;
/// Most steps that are compared: ten seconds.
inline constexpr long kMaxRanked = 2000;

/// The columns in the order of the table.
std::span<const RankingColumn> ranking_columns();

/// Indices of the columns to show, in the order of the table. Columns are left out one by one, the
/// least important first. The two most important ones and the sorting one stay.
/// \param room width for all columns
/// \param each width of a column, > 0
std::vector<std::size_t> columns_that_fit(float room, float each, std::size_t sorted_by);

/// "+12 %", "−3 %", or "×3.4" from a factor of 3 on; "–" if there is no ratio.
std::string difference_text(double value, double baseline);

/// The standings of all lanes over the same steps, and their order.
struct Ranking {
  std::size_t sorted_by = 0;  ///< index of a column
  long at = -1;               ///< step at which it was computed
  long steps = 0;             ///< number of steps that are compared
  std::vector<lab::Lane> lanes;
  std::vector<lab::Standing> standings;  ///< by lane
  HeldOrder order;                       ///< how the lanes stand, by id
  std::optional<double> updated;         ///< time of the last update, s

  /// The standings in progress, one lane after the other.
  struct Next {
    long at = -1;
    long first = 0;  ///< steps after this one are compared
    std::vector<lab::Standing> standings;
  };
  std::optional<Next> next;
};

/// Whether the lanes have made enough steps to be ranked.
bool is_ranked(const Ranking& ranking);

/// "measuring: 24 of 200 steps", for a ranking with too few steps.
std::string measuring_text(const Ranking& ranking);

/// Updates the ranking, while playing every 20 steps: one lane a call, so that no frame is long;
/// all lanes after a change of the lanes or a jump in time. A second call at the same time computes
/// nothing. Rows keep their order while the lanes have too few steps to be ranked.
/// \param histories by lane
/// \param now       s, on any clock
void update(Ranking& ranking, const lab::Timeline& timeline,
            std::span<const lab::History* const> histories, bool playing, double now);

/// Indices of the lanes in the order of the ranking.
std::vector<std::size_t> ranked_lanes(const Ranking& ranking);

/// Whether a lane shakes visibly, see lab::is_shaking; false with too few steps to judge.
bool shakes(const lab::Standing& standing);
inline constexpr const char* kShakesWord = "shakes";

/// In words: the first lane, by which measure, over how many steps, and whether it shakes; if it
/// does, also the first calm lane. With too few steps, measuring_text().
/// \param labels by lane
/// \returns empty without standings
std::string verdict(const Ranking& ranking, std::span<const std::string> labels);

/// The front lane's name, for pages about this lane alone; nothing for a single lane.
void front_lane_name(const Theme& theme, const lab::Setup& setup);

/// The lane that shakes most, if it is not the front lane; none before the ranking knows the lanes.
std::optional<std::size_t> shaking_lane(const lab::Setup& setup, const Ranking& ranking);

}  // namespace ui
