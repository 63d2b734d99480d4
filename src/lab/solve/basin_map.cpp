#include "lab/solve/basin_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "ik/body/joint.h"
#include "ik/simd/check.h"
#include "ik/task/limits.h"
#include "lab/scene/scene.h"
#include "lab/solve/line_fit.h"
#include "lab/solve/solution_search.h"
#include "lab/sweep/sweep.h"

namespace lab {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;  // rad
constexpr double kMaxRadius = 0.05;                   // rad: near a singular pose ends lie apart

BasinPlane::Side side_of(const ik::Multibody& multibody, int j, int count) {
  const auto [from, to] = joint_range(multibody.joint(j));
  return {j, from, to, count};
}

void check_side(const BasinPlane::Side& side, const ik::Multibody& multibody,
                const std::string& name) {
  ik::require(side.joint >= 0 && side.joint < multibody.joint_count(),
              "basins: " + name + ": no such joint");
  ik::require(std::isfinite(side.low) && std::isfinite(side.high) && side.low < side.high,
              "basins: " + name + ": an empty range");
  ik::require(side.count >= 1 && side.count <= kMaxBasinSide,
              "basins: " + name + ": 1 to " + std::to_string(kMaxBasinSide) + " cells");
}

/// The position along a side, in cells.
double place_along(const BasinPlane::Side& side, const ik::Multibody& multibody, double theta) {
  if (multibody.joint(side.joint).type == ik::JointType::kRevolute) {
    theta -= kFullTurn * std::floor((theta - side.low) / kFullTurn);
  }
  return (theta - side.low) / (side.high - side.low) * side.count;
}

/// The number of boxes with more than one label. A box of side s has s + 1 cells a side, as
/// neighbours share the cells of their edges.
int mixed_boxes(std::span<const int> labels, int columns, int s) {
  const int rows = static_cast<int>(labels.size()) / columns;
  const auto is_mixed = [&](int x, int y) {
    const auto width = static_cast<std::size_t>(std::min(s + 1, columns - x));
    const std::size_t across = static_cast<std::size_t>(columns);
    std::size_t at = static_cast<std::size_t>(y) * across + static_cast<std::size_t>(x);
    const int first = labels[at];
    for (int row = y; row <= std::min(y + s, rows - 1); ++row, at += across) {
      const auto cells = labels.subspan(at, width);
      if (std::ranges::any_of(cells, [first](int label) { return label != first; })) return true;
    }
    return false;
  };
  int count = 0;
  for (int y = 0; y + 1 < rows; y += s) {
    for (int x = 0; x + 1 < columns; x += s) count += is_mixed(x, y) ? 1 : 0;
  }
  return count;
}

}  // namespace

BasinPlane plane_of(const StandingLane& lane, int joint_x, int joint_y, int count) {
  return {side_of(*lane.multibody, joint_x, count), side_of(*lane.multibody, joint_y, count)};
}

std::optional<std::array<int, 2>> plane_joints(const StandingLane& lane) {
  std::vector<int> joints;
  for (int j = 0; j < lane.multibody->joint_count() && joints.size() < 2; ++j) {
    if (lane.may_move(j) && lane.multibody->moves(j, 0)) joints.push_back(j);
  }
  if (joints.size() < 2) return std::nullopt;
  return std::array{joints[0], joints[1]};
}

Basins::Basins(StandingLane lane, const BasinPlane& plane, const BasinRule& rule)
    : lane_(std::move(lane)),
      plane_(plane),
      rule_(rule),
      postures_(lane_.scene->multibody, up_axis(*lane_.scene)) {
  check_side(plane.x, *lane_.multibody, "x");
  check_side(plane.y, *lane_.multibody, "y");
  ik::require(plane.x.joint != plane.y.joint, "basins: both sides have the same joint");
  length_ = body_length(*lane_.multibody);
  tolerance_ = rule.tolerance * length_;
  redundant_ = generic_rank(lane_) < static_cast<int>(lane_.moving_joints().size());
  in_lanes_ = can_run_in_lanes();
  order_ = coarse_to_fine(plane.y.count, plane.x.count);
}

bool Basins::same(const Basins& other) const {
  if (!(plane_ == other.plane_ && rule_ == other.rule_ && lane_.same_updates(other.lane_))) {
    return false;
  }
  for (Eigen::Index j = 0; j < lane_.theta.size(); ++j) {
    if (j != plane_.x.joint && j != plane_.y.joint && lane_.theta[j] != other.lane_.theta[j]) {
      return false;
    }
  }
  return true;
}

int Basins::count() const { return (plane_.cell_count() + kPartCells - 1) / kPartCells; }

int Basins::parts_of_picture(int side) const {
  const Passes across(plane_.x.count), up(plane_.y.count);
  int pass = 0;
  const auto cells = [&](const Passes& passes, int count) {
    const int stride = passes.stride(pass);
    return (count + stride - 1) / stride;
  };
  const auto known = [&](int count, int of) { return count >= std::min(side, of); };
  while (!known(cells(across, plane_.x.count), plane_.x.count) ||
         !known(cells(up, plane_.y.count), plane_.y.count)) {
    ++pass;
  }
  const int all = cells(across, plane_.x.count) * cells(up, plane_.y.count);
  return (all + kPartCells - 1) / kPartCells;
}

std::span<const int> Basins::cells_of(int part) const {
  const auto first = static_cast<std::size_t>(part) * kPartCells;
  return std::span(order_).subspan(first, std::min<std::size_t>(kPartCells, order_.size() - first));
}

ik::VectorX Basins::start(int cell) const {
  ik::VectorX theta = lane_.theta;
  theta[plane_.x.joint] = plane_.x.value(cell % plane_.x.count);
  theta[plane_.y.joint] = plane_.y.value(cell / plane_.x.count);
  if (lane_.keeps_limits()) ik::put_within_limits(*lane_.multibody, theta);
  return theta;
}

std::vector<ik::VectorX> Basins::path(const ik::VectorX& theta) const {
  StandingRun run(lane_);
  run.start(theta);
  std::vector<ik::VectorX> path = {run.pose().theta};
  for (int update = 0; update < rule_.budget && !(run.largest_error() <= tolerance_); ++update) {
    run.update();
    path.push_back(run.pose().theta);
  }
  return path;
}

std::array<double, 2> Basins::place(const ik::VectorX& theta) const {
  return {place_along(plane_.x, *lane_.multibody, theta[plane_.x.joint]),
          place_along(plane_.y, *lane_.multibody, theta[plane_.y.joint])};
}

std::optional<int> Basins::cell_at(const ik::VectorX& theta) const {
  const auto [x, y] = place(theta);
  if (!(x >= 0.0 && x < plane_.x.count && y >= 0.0 && y < plane_.y.count)) return std::nullopt;
  return static_cast<int>(y) * plane_.x.count + static_cast<int>(x);
}

BasinMap::BasinMap(const Basins& basins, const BasinMap* before)
    : plane_(basins.plane()),
      budget_(basins.rule().budget),
      cells_(static_cast<std::size_t>(basins.plane().cell_count())),
      waiting_(static_cast<std::size_t>(basins.count())) {
  if (before == nullptr) return;
  before_ = before->solutions_;
  if (basins.redundant()) return;
  // a solution moves with the goals: Newton steps follow it, as in continuation methods
  std::erase_if(before_, [&](BasinSolution& solution) {
    const Polished polished = polish(basins.lane(), solution.theta);
    solution.theta = polished.theta;
    return !polished.converged;
  });
}

void BasinMap::take(const Basins& basins, BasinRun::Results results) {
  const auto part = static_cast<std::size_t>(results.part);
  waiting_[part] = std::move(results);
  for (; parts_done_ < basins.count(); ++parts_done_) {
    auto& first = waiting_[static_cast<std::size_t>(parts_done_)];
    if (!first) return;
    for (const BasinEnd& end : first->ends) commit(basins, end);
    first.reset();
  }
}

void BasinMap::compute(const Basins& basins, int parts) {
  while (parts_done_ < std::min(parts, basins.count())) {
    BasinRun run = basins.begin(parts_done_);
    while (run.advance(budget_ + 1) < 1.0) {
    }
    take(basins, run.results());
  }
}

void BasinMap::commit(const Basins& basins, const BasinEnd& end) {
  BasinCell& cell = cells_[static_cast<std::size_t>(end.cell)];
  ++done_;
  cell.updates = end.updates;
  cell.passed = static_cast<float>(end.passed);
  if (!end.reached) return;
  cell.solution = classify(basins, end);
  ++solutions_[static_cast<std::size_t>(cell.solution)].cells;
  ++reached_;
  updates_ += end.updates;
}

int BasinMap::classify(const Basins& basins, const BasinEnd& end) {
  const ik::Multibody& body = *basins.lane().multibody;
  const auto index = [&](auto found) { return static_cast<int>(found - solutions_.begin()); };
  BasinSolution solution{.theta = end.theta};
  const auto take_posture = [&] {
    solution.posture = basins.postures().of(ik::pose_at(body, solution.theta));
  };
  if (basins.redundant()) {
    take_posture();
    const auto known = std::ranges::find(solutions_, solution.posture, &BasinSolution::posture);
    return known != solutions_.end() ? index(known) : add(basins, std::move(solution));
  }
  const auto at_most = [&](double apart, const BasinSolution& known) {
    return difference(body, basins.length(), known.theta, solution.theta) <= apart;
  };
  const auto near = std::ranges::find_if(
      solutions_, [&](const BasinSolution& other) { return at_most(other.radius, other); });
  // a larger radius, as near a singular pose, may hold another solution, too
  if (near != solutions_.end() && !(near->radius > kSameSolution)) return index(near);
  const Polished polished = polish(basins.lane(), end.theta);
  solution.theta = polished.theta;
  const auto known = std::ranges::find_if(
      solutions_, [&](const BasinSolution& other) { return at_most(kSameSolution, other); });
  if (known != solutions_.end()) return index(known);
  if (near != solutions_.end() && !polished.converged) return index(near);
  // |theta - solution| <= |e| / sigma to first order
  const double error = basins.tolerance() * std::sqrt(double(body.goal_count()));
  solution.radius = std::clamp(2.0 * error / polished.least, kSameSolution, kMaxRadius);
  take_posture();
  return add(basins, std::move(solution));
}

int BasinMap::add(const Basins& basins, BasinSolution solution) {
  solution.hue = free_hue(basins, solution);
  solutions_.push_back(std::move(solution));
  return static_cast<int>(solutions_.size()) - 1;
}

int BasinMap::free_hue(const Basins& basins, const BasinSolution& solution) const {
  const auto is_used = [&](int hue) {
    return std::ranges::find(solutions_, hue, &BasinSolution::hue) != solutions_.end();
  };
  const Postures& postures = basins.postures();
  if (postures.owns_hues()) {
    return postures.hue(solution.posture, [&](int hue) { return !is_used(hue); });
  }
  // near a singular pose several are within the radius: the nearest one that no other has taken
  const BasinSolution* continued = nullptr;
  double least = basins.redundant() ? 0.0 : solution.radius;
  for (const BasinSolution& old : before_) {
    const double apart = basins.redundant() ? (old.posture == solution.posture ? 0.0 : 1.0)
                                            : difference(*basins.lane().multibody, basins.length(),
                                                         old.theta, solution.theta);
    if (apart > least || is_used(old.hue)) continue;
    continued = &old;
    least = apart;
  }
  if (continued != nullptr) return continued->hue;
  return postures.hue(solution.posture, [&](int hue) {
    return !is_used(hue) && std::ranges::find(before_, hue, &BasinSolution::hue) == before_.end();
  });
}

std::optional<int> BasinMap::stand_in(int cell) const {
  const int column = cell % columns(), row = cell / columns();
  const Passes across(columns()), up(rows());
  for (int pass = std::max(across.of(column), up.of(row)); pass >= 0; --pass) {
    const int x = across.stride(pass), y = up.stride(pass);
    const int known = (row - row % y) * columns() + column - column % x;
    if (this->cell(known).updates >= 0) return known;
  }
  return std::nullopt;
}

double BasinMap::reached_share() const {
  return done_ > 0 ? static_cast<double>(reached_) / static_cast<double>(done_) : 0.0;
}

double BasinMap::mean_updates() const {
  return reached_ > 0 ? static_cast<double>(updates_) / static_cast<double>(reached_) : 0.0;
}

std::vector<int> BasinMap::labels() const {
  std::vector<int> labels;
  labels.reserve(cells_.size());
  for (const BasinCell& cell : cells_) labels.push_back(cell.solution);
  return labels;
}

std::optional<BoxDimension> box_dimension(std::span<const int> labels, int columns) {
  constexpr int kMinSide = 64;      // cells: three scales at least
  constexpr int kBoxesAcross = 16;  // the largest boxes side by side: fewer say little
  const int rows = columns > 0 ? static_cast<int>(labels.size()) / columns : 0;
  const int side = std::min(rows, columns);
  if (side < kMinSide) return std::nullopt;
  std::vector<double> x, y;  // log 1/s and log N
  for (int s = 1; s * kBoxesAcross <= side; s *= 2) {
    const int boxes = mixed_boxes(labels, columns, s);
    if (boxes == 0) return std::nullopt;
    x.push_back(-std::log(static_cast<double>(s)));
    y.push_back(std::log(static_cast<double>(boxes)));
  }
  const LineFit fit = fit_line(x, y);
  return BoxDimension{fit.slope, fit.slope_error, static_cast<int>(x.size())};
}

}  // namespace lab
