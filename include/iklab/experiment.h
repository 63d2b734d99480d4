#pragma once

#include <iklab/scene.h>

#include <memory>
#include <optional>
#include <string_view>

namespace lab {

/// The measures of a run, as docs/formats.md defines them. Angles in degrees, lengths in metres.
struct Summary {
  long steps = 0;                ///< all that were made, the warm-up among them
  long warmup = 0;               ///< the first ones, left out of everything below
  double mean_error = 0.0;       ///< over steps and effectors, m
  double rms_error = 0.0;        ///< likewise
  double max_error = 0.0;        ///< likewise; NaN where an error is none
  double total_error = 0.0;      ///< sum over both, m
  double mean_jitter_deg = 0.0;  ///< mean over steps of |theta_k - 2 theta_{k-1} + theta_{k-2}|
  double reversal_rate = 0.0;    ///< share of pairs of successive changes of opposite sign
  double max_step_deg = 0.0;     ///< largest change of an angle in one step
  std::optional<double> mean_aim_error_deg;  ///< over steps and aims; empty where nothing aims
  std::optional<double> ns_per_update;       ///< empty where nobody held a clock
};

/// The tracking experiment of Buss (2009), section 8: a scene's targets move on their curves, and a
/// method makes an update in every time step, so that the effectors follow. What `iklab run` does,
/// with the same numbers to the bit. In the library iklab::lab.
class TrackingExperiment {
 public:
  /// \throws std::invalid_argument for a method that there is not
  TrackingExperiment(const ik::Scene& scene, std::string_view method);
  TrackingExperiment(const TrackingExperiment& other);
  TrackingExperiment(TrackingExperiment&& other) noexcept;
  TrackingExperiment& operator=(const TrackingExperiment& other);
  TrackingExperiment& operator=(TrackingExperiment&& other) noexcept;
  ~TrackingExperiment();

  /// A setting by its name and in its unit, as docs/formats.md has them ("d-max"), or a parameter
  /// of the method. A switch is 0 or 1, a choice its number.
  /// \throws std::invalid_argument for a name that there is not and a value that it does not take
  void set(std::string_view name, double value);

  void step();  ///< one time step: targets move on, then the updates
  /// So many steps from here on, measured.
  /// \param warmup how many of the first to leave out of the measures
  Summary run(long steps, long warmup = 0);
  void reset();  ///< back to time 0

  double time() const;                           ///< s
  Eigen::VectorXd theta() const;                 ///< (n) rad or m, in the file's order
  Eigen::Vector3d target(int effector) const;    ///< t_i now, world axes, m
  Eigen::Vector3d position(int effector) const;  ///< s_i now, world axes, m
  double error(int effector) const;              ///< |t_i - s_i| now, m
  ik::Outcome outcome() const;                   ///< of the last update

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lab
