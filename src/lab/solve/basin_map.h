#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lab/solve/solution_names.h"
#include "lab/solve/standing_lane.h"

namespace lab {

/// A plane of start poses: theta of two joints; the other joints start in the lane's pose.
struct BasinPlane {
  struct Side {
    int joint = 0;                 ///< in the solver's order
    double low = 0.0, high = 0.0;  ///< rad or m, edge of the first cell and of the last
    int count = 256;               ///< cells

    /// The middle of cell i.
    double value(int i) const { return low + (high - low) * (i + 0.5) / count; }
    bool operator==(const Side&) const = default;
  };
  Side x, y;  ///< across and up

  int cell_count() const { return x.count * y.count; }
  bool operator==(const BasinPlane&) const = default;
};

/// The most cells of a side.
inline constexpr int kMaxBasinSide = 4096;

/// The plane of two joints over their limits; without limits -pi to pi, a slide -1 m to 1 m.
BasinPlane plane_of(const StandingLane& lane, int joint_x, int joint_y, int count = 256);
/// The first two joints that may move and move the first effector; nothing if there are fewer.
std::optional<std::array<int, 2>> plane_joints(const StandingLane& lane);

/// How long a start is followed.
struct BasinRule {
  int budget = 60;          ///< most updates
  double tolerance = 1e-4;  ///< every goal's largest error, as a share of body_length()

  bool operator==(const BasinRule&) const = default;
};

/// The end of a start's run, before it is compared with other starts.
struct BasinEnd {
  int cell;
  int updates;
  bool reached;
  double passed;      ///< see BasinCell::passed
  ik::VectorX theta;  ///< (n) if reached
};

class Basins;

/// A part of a map's cells; the work can be divided into calls.
class BasinRun {
 public:
  struct Results {
    int part = 0;
    std::vector<BasinEnd> ends = {};
  };

  BasinRun(BasinRun&&) noexcept;
  ~BasinRun();
  /// Makes about `updates` more updates of each of the part's cells.
  /// \returns the finished share of the part, 1 at the end
  double advance(long updates);
  /// \pre advance() has returned 1
  Results results() const;

 private:
  friend class Basins;
  struct State;
  explicit BasinRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The question of a map: which solution does a method reach from each start of a plane, and how
/// soon? For IK what the pictures of Newton's method are for polynomials (Cayley 1879; Peitgen and
/// Richter 1986). work::start_runs() takes it as parts, from coarse to fine.
///
/// A part steps many cells side by side in SIMD lanes where the method has such a form and the lane
/// needs nothing that a batch lacks, else one cell after the other, with the same bits. Immutable:
/// any number of threads may begin parts. Cheap to make in every frame.
class Basins {
 public:
  static constexpr int kPartCells = 128;

  /// \throws std::invalid_argument that names the side of the plane: its joint is not in the body,
  ///   its range or its count is empty or too large; also if both sides have the same joint
  explicit Basins(StandingLane lane, const BasinPlane& plane, const BasinRule& rule = {});

  const StandingLane& lane() const { return lane_; }
  const BasinPlane& plane() const { return plane_; }
  const BasinRule& rule() const { return rule_; }
  double length() const { return length_; }        ///< body_length(), m
  double tolerance() const { return tolerance_; }  ///< m
  /// Whether another question has the same answer, cell by cell.
  bool same(const Basins& other) const;

  /// True if more joints may move than the goals bind: solutions form continua, and the map tells
  /// postures apart, see BasinMap. Otherwise solutions are single poses.
  bool redundant() const { return redundant_; }
  bool in_lanes() const { return in_lanes_; }  ///< steps many cells at a time
  const Postures& postures() const { return postures_; }

  int count() const;  ///< number of parts
  /// The number of first parts with which a picture of side x side cells is known, or the whole map
  /// if that is smaller.
  int parts_of_picture(int side) const;
  /// \pre this outlives the run
  BasinRun begin(int part) const;

  /// theta (n) of the start of a cell, within the limits.
  ik::VectorX start(int cell) const;
  /// The poses from the start of a cell to the solution, or to the end of the budget: theta (n)
  /// after every update; the first is the start. What the map says of the cell, to be played.
  std::vector<ik::VectorX> path(int cell) const { return path(start(cell)); }
  /// The same from any pose (n).
  std::vector<ik::VectorX> path(const ik::VectorX& theta) const;
  /// The position of a pose in the plane, in cells from the lower left corner; hinges modulo whole
  /// turns, into the plane where that is possible.
  std::array<double, 2> place(const ik::VectorX& theta) const;
  /// The cell with that start; nothing outside the plane.
  std::optional<int> cell_at(const ik::VectorX& theta) const;
  /// Every cell once, from coarse to fine; cell = row columns + column, row 0 at the bottom.
  std::span<const int> order() const { return order_; }

 private:
  friend class BasinRun;
  std::span<const int> cells_of(int part) const;
  bool can_run_in_lanes() const;

  StandingLane lane_;
  BasinPlane plane_;
  BasinRule rule_;
  double length_ = 1.0, tolerance_ = 0.0;
  bool redundant_ = false, in_lanes_ = false;
  Postures postures_;
  std::vector<int> order_;
};

/// What became of a start.
struct BasinCell {
  std::int32_t solution = -1;  ///< index in BasinMap::solutions(); -1: not reached
  std::int32_t updates = -1;   ///< made until the goals were reached, or the budget; -1: not known
  /// The updates as a number without steps, for shades and contours: with log e linear between two
  /// updates, where it passes the tolerance; in (updates - 1, updates]. 0 for a start at a
  /// solution.
  float passed = -1.0F;
};

/// A solution, or for a redundant body a posture with its first solution.
struct BasinSolution {
  ik::VectorX theta;          ///< (n) rad or m
  std::uint64_t posture = 0;  ///< see Basins::postures()
  double radius = 0.0;        ///< ends this near belong to it, see difference()
  int hue = 0;                ///< number of its colour, see BasinMap and solution_color()
  int cells = 0;              ///< that lead to it
};

/// The answer so far. One thread owns it.
///
/// Two solutions are the same if they agree to kSameSolution modulo whole turns, after polish(). Of
/// a redundant body they are the same if their postures agree. Postures are not the self-motion
/// manifolds (Burdick 1989), but they are what one sees, and depend on no sampling.
///
/// Solutions are numbered as they first appear in Basins::order(). A part that comes early waits
/// for those before it, so that cells and numbers do not depend on threads. The hue of a solution
/// is that of its posture where Postures::owns_hues(), whatever the method; else the one that it
/// had in the map before, else its posture's or the first that is free.
class BasinMap {
 public:
  /// \param before a map of the same body and joints, for goals or settings nearby; may be null
  explicit BasinMap(const Basins& basins, const BasinMap* before = nullptr);

  const BasinPlane& plane() const { return plane_; }
  int columns() const { return plane_.x.count; }
  int rows() const { return plane_.y.count; }
  int budget() const { return budget_; }

  /// \param basins the same question as at construction
  void take(const Basins& basins, BasinRun::Results results);
  /// Computes here and now until so many parts are done. \pre no part is waiting
  void compute(const Basins& basins, int parts);

  int parts_done() const { return parts_done_; }  ///< parts taken and not waiting
  int done() const { return done_; }              ///< known cells
  bool complete() const { return done_ == plane_.cell_count(); }
  const BasinCell& cell(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  /// The known cell that stands for a cell: itself, or a neighbour of an earlier pass. Nothing
  /// before the first result.
  std::optional<int> stand_in(int cell) const;

  const std::vector<BasinSolution>& solutions() const { return solutions_; }
  /// Over the known cells: the share that reached a solution, and the mean number of updates of
  /// these; 0 without any.
  double reached_share() const;
  double mean_updates() const;
  /// The share of the known cells that lead to a solution.
  double share(const BasinSolution& solution) const {
    return static_cast<double>(solution.cells) / std::max(1, done_);
  }
  /// The solution of every cell, -1 where none is reached or known (rows * columns).
  std::vector<int> labels() const;

 private:
  void commit(const Basins& basins, const BasinEnd& end);
  int classify(const Basins& basins, const BasinEnd& end);
  int add(const Basins& basins, BasinSolution solution);
  int free_hue(const Basins& basins, const BasinSolution& solution) const;

  BasinPlane plane_;
  int budget_;
  std::vector<BasinCell> cells_;
  std::vector<BasinSolution> solutions_;
  std::vector<BasinSolution> before_;  // the map before, continued to these goals
  std::vector<std::optional<BasinRun::Results>> waiting_;
  int parts_done_ = 0, done_ = 0, reached_ = 0;
  long updates_ = 0;  // by the cells that reached
};

/// A measured dimension and its standard error from the fit.
struct BoxDimension {
  double dimension = 0.0;
  double error = 0.0;
  int scales = 0;  ///< box sizes in the fit
};

/// The box-counting dimension of the border between the regions of a grid:
///
///   N(s) ~ s^-D      N(s) the number of boxes of s x s cells that hold more than one label
///
/// D is the slope of log N over log 1/s by least squares, for s = 1, 2, 4, ... up to a sixteenth of
/// the smaller side. Boxes share the cells of their edges, so that a border between two boxes
/// counts. 1 for a smooth line, between 1 and 2 for a fractal (McDonald, Grebogi, Ott and Yorke
/// 1985: 2 - D is the uncertainty exponent of the starts).
/// \param labels (rows * columns) row by row, such as BasinMap::labels()
/// \returns nothing without a border, or if the grid has fewer than 64 cells on a side
std::optional<BoxDimension> box_dimension(std::span<const int> labels, int columns);

}  // namespace lab
