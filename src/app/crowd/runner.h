#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/crowd/field.h"
#include "lab/crowd/crowd.h"
#include "lab/scene/scene.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// A crowd after a step.
struct CrowdFrame {
  std::shared_ptr<const CrowdField> field;
  /// x, y, z and 0 for every point of the field. For each body's first point the fourth number is
  /// its tone, see lab::Crowd::write_tones.
  std::vector<float> points;
  std::vector<double> reach;  ///< m, by kind: largest distance of a point from the foot of its body
  const ik::MethodInfo* method = nullptr;
  double mean_error = 0.0;                        ///< m
  double most_error = 0.0;                        ///< m, largest mean error of one body
  lab::CrowdTone tone = lab::CrowdTone::kMethod;  ///< meaning of the bodies' tones in `points`
  double solve_s = 0.0;  ///< solving time of all steps since the last frame
  int steps = 0;         ///< since the last frame
  long number = 0;       ///< grows with each frame
};

/// Runs a crowd in the background, in step with the session: same clock, pause and speed.
///
/// Double-buffered: the window's thread orders steps and draws the last finished frame; with
/// threads it never waits for a step. If the machine cannot keep up, the crowd's time runs slower.
class CrowdRunner {
 public:
  /// Most steps between two frames.
  static constexpr int kMaxSteps = 8;

  /// \param load    makes the scenes "y" and "double-y"; called on threads of the pool
  /// \param pool    solves, on all its threads but one; without threads, in slices inside follow()
  ///                and Pool::work_for(). Outlives this
  CrowdRunner(lab::SceneSource load, work::Pool& pool);
  CrowdRunner(const CrowdRunner&) = delete;
  CrowdRunner& operator=(const CrowdRunner&) = delete;
  ~CrowdRunner();

  /// The session's position in its run.
  struct Moment {
    long step = 0;
    double target_time = 0.0;  ///< s
    bool frozen = false;       ///< the targets' time is stopped
  };
  /// Call once a frame. Orders the steps that the session has made since the last call. When the
  /// session returns to row 0, all bodies restart.
  /// \param wish none: no crowd; releases its memory
  void follow(const std::optional<ui::CrowdWish>& wish, const lab::Setup& setup,
              const Moment& moment);

  /// The newest frame; null before the first. Valid until the next frame() or follow().
  const CrowdFrame* frame();

  /// State for the panel, without the times of drawing.
  ui::CrowdShown shown() const;

 private:
  /// Everything that a crowd depends on.
  struct Order {
    ui::CrowdWish wish;
    std::shared_ptr<const lab::Scene> scene;
    std::vector<lab::TargetSetup> targets;
    lab::Lane lane;

    bool operator==(const Order&) const = default;
    /// Whether both orders have the same bodies at the same places.
    bool same_layout(const Order& other) const;
  };
  /// The crowd itself; only the job uses it.
  struct Run {
    Order order;
    std::shared_ptr<const CrowdField> field;
    std::vector<std::unique_ptr<lab::Crowd>> crowds;        // by kind
    std::vector<std::vector<lab::Crowd::Scratch>> scratch;  // by kind and thread
    double time = 0.0;                                      // s, of the targets
  };
  /// The next work for the threads.
  struct Task {
    std::optional<Order> order;  // set: replaces the order before
    bool off = false, restart = false, frozen = false;
    int steps = 0;
    double target_time = 0.0;

    bool due() const { return order || off || restart || steps > 0; }
  };

  /// A range of work that has been begun: kind after kind, the steps of all bodies, then their
  /// points.
  struct Progress {
    int steps = 0;
    std::size_t kind = 0;                  // index of the crowd
    bool writes = false;                   // its steps are made
    int part = 0;                          // the next part of the kind
    std::vector<double> reach;             // by part of the kind
    std::vector<lab::CrowdErrors> errors;  // by part of the kind
    lab::CrowdErrors all;                  // errors of the kinds before
    double goals = 0.0;                    // number of all these kinds' targets
  };

  bool work();
  bool take_task();
  void do_task(Task& task);
  void take_order(Order order, double time);
  void build(const Order& order, double time);
  std::vector<std::shared_ptr<const lab::Scene>> scenes_of(const Order& order);
  void renew_scratch(Run& run);
  void begin_steps(int steps, bool frozen);
  void begin_kind();
  void advance();
  void end_kind();
  void hand_over();

  lab::SceneSource load_;
  work::Pool& pool_;
  const int crew_;  // threads that solve at the same time

  // used by the window's thread
  long last_step_ = -1;
  std::optional<Order> order_;  // the latest wish
  CrowdFrame front_;
  std::string shown_trouble_;
  double asked_steps_ = 0.0, made_steps_ = 0.0;  // recent counts; old ones fade

  std::mutex mutex_;  // guards the next five members
  Task task_;
  bool working_ = false, fresh_ = false;
  CrowdFrame ready_;
  std::string trouble_;

  std::atomic<bool> stale_ = false;  // the result being computed is outdated

  // used by the job
  Run run_;
  CrowdFrame next_;
  std::optional<Progress> progress_;
  std::vector<double> times_;  // when its steps were taken, s
  long finished_ = 0;          // number of finished frames
  std::map<std::string, std::shared_ptr<const lab::Scene>> scenes_;
  work::Job job_;
};

}  // namespace app
