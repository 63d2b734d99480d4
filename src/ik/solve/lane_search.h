#pragma once

#include <vector>

#include "ik/batch/batch.h"
#include "ik/solve/joint_ranges.h"
#include "ik/solve/reach.h"

namespace ik {

/// The kernel of attempts for an instruction set.
AttemptKernel attempt_kernel(const InstructionSet& set);

/// Solver::solve for the bodies of a batch: attempts in SIMD lanes, one body per lane. After
/// an attempt a lane continues with the body's next start or with another body, so that none waits.
/// If all attempts of a body fail, it ends with Reach::finish.
///
/// Arms with a closed form are solved alone. Steps within limits are dearer. They have a block of
/// lanes of their own, which works when it is full. A body's result has the same bits whatever is
/// solved beside it, because lanes do not mix.
///
/// Holds the scratch of one thread: a second run allocates nothing.
class LaneSearch {
 public:
  static constexpr int kWidth = Batch::kWidth;

  /// \pre the batch outlives this and stays where it is
  explicit LaneSearch(Batch& batch);
  LaneSearch(const LaneSearch&) = delete;
  LaneSearch& operator=(const LaneSearch&) = delete;

  /// Moves the bodies [first, last) to their goals. \param[out] reports one for each of them
  void run(int first, int last, const Stop& stop, std::span<Report> reports);

 private:
  /// A body that is being solved.
  struct Trip {
    int body = 0;
    int attempts = 0;
    double updates = 0.0;
    bool stopped = false;  // no updates are left
    bool scores = false;   // its lane only looks at the end of a failed attempt
    ClosestPoses closest;  // the closest of these ends
    VectorX theta;         // (n) the pose to go on from
    JointRanges ranges;
  };
  /// A block of lanes.
  struct Block {
    std::vector<Batch::Line> numbers;
    AttemptTask task{};
    double* targets = nullptr;
    double* wanted = nullptr;
    Trip* trips[kWidth] = {};
    std::uint8_t active[kWidth] = {}, ends[kWidth] = {};
    int count = 0;  // number of active lanes
  };

  void choose_columns();
  void make(Block& block, bool within_limits);
  void fill();
  Trip* next_body();
  void put(Trip& trip, Block& block, int lane) const;
  void take(const Block& block, int lane, Trip& trip) const;
  static void release(Block& block, int lane);
  void end_free(int lane);
  void end_held(int lane);
  void next_attempt(Trip& trip, double objective);
  void settle(const Block& block, int lane, Trip& trip);
  void finish(Trip& trip, bool anew);
  void place(int body, const VectorX& theta);
  Goals goals_of(int body);
  void measure_body(Report& report) const;
  Report& report(int body) { return reports_[static_cast<std::size_t>(body - first_)]; }

  Batch& batch_;
  const Multibody& multibody_;
  double unit_;
  bool slides_far_;
  std::vector<int> joints_, columns_of_;
  std::vector<double> factors_, mobility_, weights_;
  int steps_within_limits_ = 0;
  bool equations_ = false, looked_at_equations_ = false;  // bodies are solved by a closed form

  Stop stop_;
  std::span<Report> reports_;
  int first_ = 0, next_ = 0, last_ = 0, restarts_ = 0;
  Block free_, held_;
  std::vector<Trip> trips_;
  // room for new bodies; for the next attempt; for steps within limits
  std::vector<Trip*> spare_, ready_, waiting_;

  // For a body that ends outside the lanes.
  Reach reach_;
  Pose pose_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<Aim> aims_;
};

}  // namespace ik
