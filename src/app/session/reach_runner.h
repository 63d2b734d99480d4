#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/basin_runner.h"
#include "app/session/solve_runner.h"
#include "lab/solve/branch_marks.h"
#include "lab/solve/convergence.h"
#include "lab/solve/reach_cloud.h"
#include "lab/solve/solution_families.h"
#include "lab/solve/solution_names.h"
#include "lab/solve/solution_search.h"
#include "lab/track/bench.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// Computes what the page "Reach" shows while the targets stand, in the background: the map of
/// start poses, the solutions, the lanes' errors over their updates, and the shape of the reach.
class ReachRunner {
 public:
  /// Least time between two pictures of a map that is being computed, s.
  static constexpr double kBetween = 0.15;
  /// How long starts are followed: slow linear methods arrive, too.
  static constexpr lab::BasinRule kRule{.budget = 150};
  /// How long a mark stays where branches of solutions meet or leave the limits, s.
  static constexpr double kMarked = 1.2;
  /// Time that goals rest before solutions are searched, s.
  static constexpr double kRest = 0.1;

  /// \param pool computes, outlives this
  explicit ReachRunner(work::Pool& pool) : pool_(&pool), map_(pool), second_(pool), solve_(pool) {}

  /// Sets what the page asks for in this frame. None: the page is closed, and nothing is computed.
  void want(const std::optional<ui::ReachWish>& wish, const lab::Bench& bench);
  /// Lets real time pass: takes finished work, and starts the next. No call waits longer than one
  /// portion.
  void advance(double wall_seconds);

  /// Searches for a pose that reaches the goals, from many starts, once targets stand and the page
  /// is open.
  void solve() { solve_.want(); }
  /// See SolveRunner::take_solved.
  std::optional<ik::VectorX> take_solved() { return solve_.take_solved(); }

  /// Keeps a second map beside the first: of the front lane's method and settings as they are now,
  /// for the targets and joints of the first.
  void keep_map();
  void drop_kept();
  /// The cells of the second map; null without one.
  const Raster* kept_raster() const { return kept_ ? &second_.raster : nullptr; }

  /// Updates a second of a run with standing targets; none: the session's speed.
  std::optional<double> pace() const;
  /// False while the page is closed: its finished jobs wait for the next wish.
  bool busy() const {
    return wish_ && (map_.runner.busy() || second_.runner.busy() || search_job_ || verdict_job_ ||
                     curve_job_ || cloud_job_ || family_job_ || solve_.busy() || !marks_.empty());
  }
  /// Valid until the next call of another function.
  ui::ReachShown shown() const;
  /// The cells and contours of the shown map.
  const Raster& raster() const { return map_.raster; }
  /// The places of an effector; null: not wanted, or not computed yet.
  const lab::ReachCloud* cloud() const { return wish_ && wish_->cloud ? cloud_.get() : nullptr; }
  /// The shown map as a figure on paper, with contours and legend; none without a map.
  std::optional<lab::BasinFigure> figure() const;

 private:
  struct Curve {
    std::size_t lane;
    lab::Convergence convergence;
  };
  /// What everything depends on; compared in every frame.
  struct Question {
    ui::ReachWish wish;
    lab::Setup setup;
    std::vector<Eigen::Vector3d> targets;
    double prepared;

    bool operator==(const Question&) const = default;
  };

  /// A map and its picture.
  struct DrawnMap {
    explicit DrawnMap(work::Pool& pool) : runner(pool) {}

    /// Takes finished work. \returns whether the picture shall be drawn anew
    bool advance(double wall_seconds, bool wants_dark);
    /// \param course of the run, in the map's plane
    void draw(lab::BasinFigure drawn, const std::vector<ik::VectorX>& course);

    BasinRunner runner;
    long revision = -1;  // of the runner's map in the picture
    bool dark = false;
    double since_drawing = 0.0;  // s
    lab::BasinFigure figure;
    Raster raster;
  };

  void forget();
  void want_map();
  void want_solutions(const lab::StandingLane& lane);
  void want_curves(const lab::Bench& bench);
  void want_cloud(const lab::StandingLane& lane);
  void advance_families();
  void take_families(std::vector<ik::Family> families);
  void advance_search(double wall_seconds);
  void begin_verdict();
  void drop_verdict();
  void word_lanes();
  void advance_curves();
  void advance_map(double wall_seconds);
  void take_solutions();
  void name_solutions();
  void mark_events();
  void fade_marks(double wall_seconds);
  void color_solutions(const std::vector<std::size_t>& place, std::size_t searched,
                       std::vector<lab::KnownSolution>& known);
  void want_second();
  void draw_map();
  lab::BasinFigure make_figure(bool dark) const;
  std::vector<ik::VectorX> poses_of_map() const;

  work::Pool* pool_;
  std::optional<ui::ReachWish> wish_;
  bool stands_ = false;
  std::optional<Question> asked_;
  std::string trouble_;

  DrawnMap map_, second_;
  SolveRunner solve_;
  std::string contour_text_;
  std::optional<lab::BoxDimension> border_;
  std::optional<lab::StandingLane> kept_;  // with method and settings of the second map
  std::vector<ik::VectorX> course_;  // the front lane's theta after every update from the start
  std::optional<lab::StandingLane> lane_;  // the front lane as it was asked for, at its start
  std::optional<ik::VectorX> cut_;         // (n) the pose through which the map is cut
  bool starts_solved_ = false;

  std::optional<lab::StandingLane> goals_;  // the goals that the solutions reach
  std::optional<lab::Postures> postures_;   // of goals_'s body
  std::shared_ptr<lab::SolutionSearch> search_;
  work::Job search_job_;
  bool searched_ = false;             // the search has begun for these goals
  double rested_ = 0.0;               // s, since the goals moved
  std::vector<ik::VectorX> poses_;    // what the search has found
  std::vector<int> numbers_;          // the poses' numbers, see SolutionSearch::numbers
  std::vector<std::uint64_t> sides_;  // the poses' postures
  std::map<int, int> hues_;           // the poses' hues, by these numbers
  std::map<int, std::string> names_;
  // of an arm of seven hinges
  std::optional<lab::StandingLane> family_lane_;  // whose families are known or computed
  std::vector<ik::Family> families_;
  std::vector<std::vector<ik::Pose>> sweeps_;  // of families_
  std::optional<lab::PlaceOnFamily> place_;
  ik::VectorX present_;                // (n) the front lane's pose
  std::optional<ik::VectorX> placed_;  // the pose whose place_ is known
  std::shared_ptr<work::Mailbox<std::vector<ik::Family>>> family_news_;
  work::Job family_job_;
  std::vector<ui::ShownMark> marks_;  // the latest last
  // What a job has found for goals_.
  std::optional<lab::GoalVerdict> verdict_;
  std::shared_ptr<std::atomic<bool>> verdict_dropped_;
  std::shared_ptr<work::Mailbox<lab::GoalVerdict>> verdict_news_;
  work::Job verdict_job_;
  std::vector<std::string> lane_ends_;
  std::vector<ui::ShownSolution> solutions_;
  std::vector<std::string> map_names_;  // names of the map's solutions

  std::vector<lab::StandingLane> wanted_lanes_, curve_lanes_;
  std::vector<lab::ConvergenceCurve> wanted_curves_, curves_;
  std::shared_ptr<work::Mailbox<Curve>> curve_news_;
  work::Job curve_job_;
  std::optional<lab::Plot> convergence_;

  std::optional<lab::StandingLane> cloud_lane_;
  std::shared_ptr<lab::ReachCloud> growing_, cloud_;
  double cloud_share_ = 0.0;  // the largest of cloud_
  work::Job cloud_job_;
};

}  // namespace app
