#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/crowd/field.h"
#include "lab/crowd/crowd.h"
#include "ui/panels/crowd_panel.h"
#include "work/platform.h"
#include "work/pool.h"

namespace app {

/// A crowd as it stands after a step.
struct CrowdFrame {
  std::shared_ptr<const CrowdField> field;
  std::vector<float> points;  ///< x, y, z and nothing, of every point of the field
  std::vector<double> reach;  ///< m, by kind: how far any point is from its body's foot
  const ik::MethodInfo* method = nullptr;
  double mean_error = 0.0;  ///< m
  double solve_s = 0.0;     ///< of all steps that led here from the frame before
  int steps = 0;
  long number = 0;  ///< rises from frame to frame
};

/// Runs a crowd in the background, beside the session: with its clock, its pause and its speed.
///
/// The window's thread says what is wanted and takes the last frame that is done; it never waits
/// for a step, unless there are no threads. Where the machine cannot keep up, the crowd's time runs
/// slower. Threads start with the first crowd, and sleep while nothing is wanted.
class CrowdRunner {
 public:
  /// So many steps are made for one frame at most.
  static constexpr int kMostSteps = 8;

  using LoadScene = std::function<lab::Scene(const std::string& id)>;
  /// \param load    makes "y" and "double-y"; called on the threads
  /// \param threads that solve; 0: none, it steps within follow(). All but one by default
  explicit CrowdRunner(LoadScene load, int threads = std::max(1, work::machine_threads() - 1));
  CrowdRunner(const CrowdRunner&) = delete;
  CrowdRunner& operator=(const CrowdRunner&) = delete;
  ~CrowdRunner();

  /// Where the session is.
  struct Moment {
    long step = 0;             ///< k
    double target_time = 0.0;  ///< s
    bool frozen = false;       ///< the targets' time stands still
  };
  /// Once a frame. Steps that the session made since the last call are made here too; its return
  /// to row 0 is one for all bodies.
  /// \param wish none: there is no crowd, and its memory is given back
  void follow(const std::optional<ui::CrowdWish>& wish, const lab::Setup& setup,
              const Moment& moment);

  /// The newest frame; null before the first. Valid until the next call of frame() or follow().
  const CrowdFrame* frame();

  /// But for what drawing takes.
  ui::CrowdShown shown() const;

  int threads() const { return pool_.threads(); }

 private:
  /// What a crowd depends on.
  struct Order {
    ui::CrowdWish wish;
    std::shared_ptr<const lab::Scene> scene;
    std::vector<lab::TargetSetup> targets;
    lab::Lane lane;
  };
  /// What the threads have of it.
  struct Run {
    Order order;
    std::shared_ptr<const CrowdField> field;
    std::vector<std::unique_ptr<lab::Crowd>> crowds;        // by kind
    std::vector<std::vector<lab::Crowd::Scratch>> scratch;  // by kind and thread
    double time = 0.0;                                      // s, of the targets
  };
  /// What the threads are to do next.
  struct Task {
    std::optional<Order> order;  // another one
    bool off = false, restart = false, frozen = false;
    int steps = 0;
    double target_time = 0.0;

    bool due() const { return order || off || restart || steps > 0; }
  };

  bool work();
  void do_task(Run& run, Task& task, CrowdFrame& frame);
  void take_order(Run& run, Order order, double time);
  void build(Run& run, const Order& order, double time);
  std::vector<std::shared_ptr<const lab::Scene>> scenes_of(const Order& order);
  void renew_scratch(Run& run);
  /// \returns whether all of it was done
  bool advance(Run& run, int steps, bool frozen, CrowdFrame& frame);

  LoadScene load_;
  work::Pool pool_;

  // the window's own
  long last_step_ = -1;
  std::optional<Order> order_;  // that was given last
  CrowdFrame front_;
  std::string shown_trouble_;
  double asked_steps_ = 0.0, made_steps_ = 0.0;  // of late

  std::mutex mutex_;  // guards what follows
  Task task_;
  bool working_ = false, fresh_ = false;
  CrowdFrame ready_;
  std::string trouble_;

  std::atomic<bool> stale_ = false;  // what is being computed is of no use any more

  // the job's
  Run run_;
  CrowdFrame next_;
  std::map<std::string, std::shared_ptr<const lab::Scene>> scenes_;
  work::Job job_;
};

}  // namespace app
