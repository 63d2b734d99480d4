#pragma once

#include <iklab/scene.h>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace lab {

/// The measures of a run, defined in docs/formats.md. Angles in degrees, lengths in metres.
struct Summary {
  long steps = 0;                ///< all steps of the run, including the warm-up
  long warmup = 0;               ///< first steps, excluded from the measures below
  double mean_error = 0.0;       ///< over steps and effectors, m
  double rms_error = 0.0;        ///< over steps and effectors, m
  double max_error = 0.0;        ///< over steps and effectors, m; NaN if an error is NaN
  double total_error = 0.0;      ///< sum over steps and effectors, m
  double mean_jitter_deg = 0.0;  ///< mean over steps of |theta_k - 2 theta_{k-1} + theta_{k-2}|
  double reversal_rate = 0.0;    ///< share of successive changes of theta with opposite signs
  double max_step_deg = 0.0;     ///< largest change of an angle in one step
  /// Share of the motion that turns back, over the measured steps after the run's first 18, with
  /// d_k the change of theta in step k, rad and m alike:
  ///   sum |d_k - d_{k-1}|^2 / sum (|d_k| + |d_{k-1}|)^2
  /// 0 for an even motion, about (pi / P)^2 for an oscillation with a period of P steps, 1/2 for
  /// random steps, 1 if every step undoes the previous one.
  double roughness = 0.0;
  std::optional<double> mean_aim_error_deg;  ///< over steps and aims; empty if nothing aims
  std::optional<double> ns_per_update;       ///< empty if the run was not timed
};

/// The tracking experiment of Buss (2009), section 8: the targets of a scene move on their curves,
/// and a method makes one update in every time step. The numbers equal the output of `iklab run`,
/// to the bit. Link with iklab::lab.
class TrackingExperiment {
 public:
  /// \throws std::invalid_argument for an unknown method
  TrackingExperiment(const ik::Scene& scene, std::string_view method);
  /// With the caller's own method, without a cap on angles unless `max-angle` is set.
  TrackingExperiment(const ik::Scene& scene, ik::AnyMethod method);
  /// The same, from the method's own type: compare it with the library's methods.
  template <ik::IkMethod M>
  TrackingExperiment(const ik::Scene& scene, M method)
      : TrackingExperiment(scene, ik::AnyMethod(method)) {}
  /// An independent copy, at the same time.
  TrackingExperiment(const TrackingExperiment& other);
  /// `other` may then only be assigned or destroyed.
  TrackingExperiment(TrackingExperiment&& other) noexcept;
  /// An independent copy, at the same time.
  TrackingExperiment& operator=(const TrackingExperiment& other);
  /// As the constructor.
  TrackingExperiment& operator=(TrackingExperiment&& other) noexcept;
  ~TrackingExperiment();

  /// Sets a setting, with name and unit from docs/formats.md ("d-max"), or a parameter of the
  /// method. A switch is 0 or 1; a choice is given by its index.
  /// \throws std::invalid_argument for an unknown name or a value out of range
  void set(std::string_view name, double value);

  void step();  ///< one time step: the targets move, then the updates
  /// Makes `steps` steps from the current state and measures them.
  /// \param warmup  number of first steps excluded from the measures
  /// \param give_up asked every now and then: true ends the run with the steps so far
  Summary run(long steps, long warmup = 0, const std::function<bool()>& give_up = {});
  void reset();  ///< back to time 0

  double time() const;                           ///< s
  ik::VectorX theta() const;                     ///< (n) rad or m, in the file's order
  Eigen::Vector3d target(int effector) const;    ///< t_i now, world axes, m
  Eigen::Vector3d position(int effector) const;  ///< s_i now, world axes, m
  double error(int effector) const;              ///< |t_i - s_i| now, m
  ik::Outcome outcome() const;                   ///< how the last update ended

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lab
