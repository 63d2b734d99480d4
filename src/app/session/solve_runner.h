#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lab/solve/recorded_search.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// Without threads: longest time of a search for a pose that reaches the goals, s.
inline constexpr double kMaxSearch = 0.25;
/// For ik::Stop: ends a search that is dropped, and without threads one that takes too long.
std::function<bool()> give_up(const std::atomic<bool>& dropped);

/// Searches for a pose that reaches a lane's goals, from many starts, and then shows the attempts
/// one after the other.
class SolveRunner {
 public:
  /// \param pool computes, outlives this
  explicit SolveRunner(work::Pool& pool) : pool_(&pool) {}

  /// The next advance() begins a search.
  void want() { wanted_ = true; }
  /// Forgets the search and its attempts; its job ends at once.
  void drop();
  /// \param lane with the goals, in the pose of the first start; where that reaches them already,
  /// the search begins in another one
  void advance(const lab::StandingLane& lane, double wall_seconds);

  bool busy() const { return wanted_ || job_ || showing_; }
  bool showing() const { return showing_; }
  /// The pose to which the search led, once all its attempts were shown; then nothing more.
  std::optional<ik::VectorX> take_solved() { return std::exchange(solved_, std::nullopt); }
  /// The finished search and its errors; null without one.
  const lab::RecordedSearch* search() const { return search_ ? &*search_ : nullptr; }
  const lab::Plot* plot() const { return search_ ? &plot_ : nullptr; }
  /// None without a search.
  std::optional<ui::SolveShown> shown() const;

 private:
  void begin(lab::StandingLane lane);
  void show_attempts(const ik::Multibody& multibody);

  work::Pool* pool_;
  bool wanted_ = false, showing_ = false;
  std::shared_ptr<std::atomic<bool>> dropped_;
  std::shared_ptr<work::Mailbox<lab::RecordedSearch>> news_;
  work::Job job_;
  std::optional<lab::RecordedSearch> search_;
  lab::Plot plot_;
  double shown_for_ = 0.0;  // s
  std::size_t attempt_ = 0;
  double update_ = 0.0;
  std::vector<ik::Pose> ghosts_;
  std::optional<ik::VectorX> solved_;
};

}  // namespace app
