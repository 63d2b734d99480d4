#include <cmath>
#include <utility>

#include "ik/batch/batch.h"
#include "ik/body/joint.h"
#include "lab/solve/basin_map.h"
#include "lab/sweep/batch_sweep.h"

namespace lab {
namespace {

using Cells = ik::Batch;
constexpr int kNoCell = -1;

}  // namespace

/// The cells of a part under way: in the lanes of a batch, or one at a time.
struct BasinRun::State {
  State(const Basins& of, int of_part)
      : basins(of), part(of_part), cells(of.cells_of(of_part)), ends(cells.size()) {
    if (basins.in_lanes()) {
      fill_lanes();
    } else {
      alone.emplace(basins.lane());
    }
  }

  /// A cell under way.
  struct Start {
    int at = kNoCell;  // index in cells
    int updates = 0;
    double error = 0.0;  // m, after the update before
  };

  /// \param error of the goals, m
  /// \returns whether the run from the cell's start has ended
  bool end(Start& start, double error) {
    const double before = std::exchange(start.error, error), tolerance = basins.tolerance();
    const bool reached = error <= tolerance;
    if (!reached && start.updates < basins.rule().budget) return false;
    BasinEnd& end = ends[static_cast<std::size_t>(start.at)];
    end = {.cell = cells[static_cast<std::size_t>(start.at)],
           .updates = start.updates,
           .reached = reached,
           .passed = static_cast<double>(start.updates),
           .theta = {}};
    if (reached && start.updates > 0) {
      end.passed += std::log(before / tolerance) / std::log(before / error) - 1.0;
    }
    ++ended;
    return true;
  }

  // one cell after the other

  void advance_alone(long updates) {
    for (; updates > 0 && ended < cells.size(); --updates) {
      if (single.at == kNoCell) {
        single.at = static_cast<int>(ended);
        alone->start(basins.start(cells[ended]));
      } else {
        alone->update();
        ++single.updates;
      }
      if (!end(single, alone->largest_error())) continue;
      BasinEnd& end = ends[static_cast<std::size_t>(single.at)];
      if (end.reached) end.theta = alone->pose().theta;
      single = {};
    }
  }

  // a batch of one block: when the cell of a lane has ended, the lane takes the next cell

  void fill_lanes() {
    const StandingLane& lane = basins.lane();
    batch.emplace(*lane.multibody, Cells::kWidth, *lane.info, lane.settings.jacobian);
    scratch.emplace(*batch);
    batch->keep_limits(lane.rule());
    const ik::BatchSettings settings = batch_settings({lane.info, lane.settings});
    for (int i = 0; i < Cells::kWidth; ++i) {
      batch->set_settings(i, settings);
      for (int row = 0; row < batch->targets().rows(); ++row) {
        batch->targets()(row, i) = lane.targets[static_cast<std::size_t>(row / 3)][row % 3];
      }
      take_next_cell(i);
    }
    end_lanes();
  }

  void take_next_cell(int lane) {
    lanes[static_cast<std::size_t>(lane)] = {};
    is_new[static_cast<std::size_t>(lane)] = true;
    if (next == cells.size()) return;
    lanes[static_cast<std::size_t>(lane)].at = static_cast<int>(next);
    const ik::VectorX theta = basins.start(cells[next++]);
    batch->set_theta(lane, {theta.data(), static_cast<std::size_t>(theta.size())});
  }

  double lane_error(int lane) const {
    double largest = 0.0;
    const auto effectors = batch->effectors();
    const std::vector<Eigen::Vector3d>& targets = basins.lane().targets;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const int row = 3 * static_cast<int>(i);
      const Eigen::Vector3d place(effectors(row, lane), effectors(row + 1, lane),
                                  effectors(row + 2, lane));
      const double error = ik::length(targets[i] - place);
      if (!(error <= largest)) largest = error;
    }
    return largest;
  }

  /// Ends the lanes that have arrived, until all lanes have updates before them.
  void end_lanes() {
    for (bool placed = false; !placed;) {
      batch->place(0, 1, *scratch);
      placed = true;
      for (int i = 0; i < Cells::kWidth; ++i) {
        Start& start = lanes[static_cast<std::size_t>(i)];
        bool& looked_for = is_new[static_cast<std::size_t>(i)];
        if (start.at == kNoCell || !std::exchange(looked_for, false)) continue;
        BasinEnd& result = ends[static_cast<std::size_t>(start.at)];
        if (!end(start, lane_error(i))) continue;
        if (result.reached) {
          const auto theta = batch->theta();
          result.theta.resize(theta.rows());
          for (int j = 0; j < theta.rows(); ++j) result.theta[j] = theta(j, i);
        }
        take_next_cell(i);
        placed = false;
      }
    }
  }

  void advance_lanes(long updates) {
    for (; updates > 0 && ended < cells.size(); updates -= Cells::kWidth) {
      batch->step(0, 1, *scratch);
      for (Start& start : lanes) ++start.updates;
      is_new.fill(true);
      end_lanes();
    }
  }

  const Basins& basins;
  int part;
  std::span<const int> cells;
  std::vector<BasinEnd> ends;
  std::size_t ended = 0;

  std::optional<StandingRun> alone;
  Start single;

  std::optional<Cells> batch;
  std::optional<Cells::Scratch> scratch;
  std::array<Start, Cells::kWidth> lanes;
  std::array<bool, Cells::kWidth> is_new;  // the pose has not been looked at
  std::size_t next = 0;
};

BasinRun::BasinRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
BasinRun::BasinRun(BasinRun&&) noexcept = default;
BasinRun::~BasinRun() = default;

double BasinRun::advance(long updates) {
  const long all = updates * static_cast<long>(state_->cells.size());
  if (state_->batch) {
    state_->advance_lanes(all);
  } else {
    state_->advance_alone(all);
  }
  return static_cast<double>(state_->ended) / static_cast<double>(state_->cells.size());
}

BasinRun::Results BasinRun::results() const { return {state_->part, state_->ends}; }

BasinRun Basins::begin(int part) const {
  return BasinRun(std::make_unique<BasinRun::State>(*this, part));
}

bool Basins::can_run_in_lanes() const {
  const ik::Multibody& body = *lane_.multibody;
  if (!ik::has_simd_form(*lane_.info) || !BatchRuns::can_run(lane_.settings_of_update()) ||
      body.aim_count() > 0 || !body.followers().empty() || !body.loops().empty() ||
      !lane_.weights.empty()) {
    return false;
  }
  // a batch has the weights of the body's joints
  for (int j = 0; j < body.joint_count(); ++j) {
    const double mobility =
        lane_.mobility.empty() ? 1.0 : lane_.mobility[static_cast<std::size_t>(j)];
    if (mobility != std::sqrt(body.joint(j).weight)) return false;
  }
  return true;
}

}  // namespace lab
