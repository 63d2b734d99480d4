#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "lab/sweep/batch_sweep.h"

namespace io {

/// Computes cells of a sweep on threads of its own, which start at once. What is computed does not
/// depend on how many there are. The owner, one thread, takes what is ready whenever it likes.
class SweepWorkers {
 public:
  /// kBackground: only what the machine has to spare, where the system can tell threads apart.
  enum class Priority { kUsual, kBackground };
  struct Cell {
    int cell;
    lab::Summary summary;
  };

  /// \param cells   which to compute, in that order: sweep.order() or a part of it
  /// \param threads at least 1
  SweepWorkers(lab::Sweep sweep, std::vector<int> cells, int threads,
               Priority priority = Priority::kUsual);
  SweepWorkers(const SweepWorkers&) = delete;
  SweepWorkers& operator=(const SweepWorkers&) = delete;
  /// Cancels, and waits for the steps that are being made.
  ~SweepWorkers();

  const lab::Sweep& sweep() const { return sweep_; }
  std::size_t cell_count() const { return cells_.size(); }  ///< all that it is to compute
  bool in_lanes() const { return lanes_.has_value(); }      ///< many cells at a time

  /// Lets every thread finish the step that it is at, and give up its cell. Returns at once.
  void cancel() { cancelled_ = true; }

  /// The cells that became ready since the last call, without waiting.
  /// \throws what a cell threw, such as std::bad_alloc, once
  std::vector<Cell> take();
  /// Waits until there is a cell to take or all is over; empty says that all is over.
  /// \throws likewise
  std::vector<Cell> wait();

  /// Whether all is over, be it done, cancelled or failed. Cells may be left to take.
  bool finished() const;

 private:
  void work(Priority priority);
  bool compute(std::span<const int> cells);
  std::vector<Cell> taken();

  const lab::Sweep sweep_;
  const std::vector<int> cells_;
  const std::optional<lab::BatchSweep> lanes_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<std::size_t> next_ = 0;  // of cells_

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::vector<Cell> ready_;
  std::exception_ptr trouble_;
  int working_ = 0;  // threads

  std::vector<std::thread> threads_;
};

}  // namespace io
