#pragma once

#include <iklab/experiment.h>
#include <iklab/method.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The laboratory: experiments that track targets, and studies of methods over them.
namespace lab {

/// Methods by their ids: the library's, and methods that a program adds. Copies share the added
/// ones. Every study below takes a table. Link with iklab::lab.
class MethodTable {
 public:
  /// Adds a method of the caller's. It has no cap on angles unless `max-angle` is set.
  /// \throws std::invalid_argument if the id is empty or taken, "solve" among the taken ones
  void add(std::string id, ik::AnyMethod method);
  /// The same, from the method's own type.
  template <ik::IkMethod M>
  void add(std::string id, M method) {
    add(std::move(id), ik::AnyMethod(std::move(method)));
  }

  /// The method with this id. \throws std::invalid_argument that lists the known ids
  const ik::MethodInfo& at(std::string_view id) const;
  /// The library's ids in the order of menus, then the added ones.
  std::vector<std::string> ids() const;

 private:
  struct Row;
  std::vector<std::shared_ptr<const Row>> added_;
};

/// A setting, or a parameter of a method, by its name in docs/formats.md, and its value in the unit
/// there. A switch is 0 or 1; a choice is given by its index.
using NamedValue = std::pair<std::string, double>;

/// Calls work(i) once for every i in [0, count), in any order and on any threads, and returns when
/// all are done. Passes on the first exception.
using ForEach = std::function<void(int count, const std::function<void(int i)>& work)>;

/// What all studies share. Apart from times, no result depends on the threads.
struct StudyOptions {
  long steps = 400;  ///< of every run
  /// First steps that are not measured. Empty: none; for advise() a sixth of the steps, at most
  /// 400, and none where all targets stand.
  std::optional<long> warmup = {};
  std::vector<NamedValue> settings = {};  ///< instead of the scene's
  ForEach for_each = {};                  ///< empty: one after the other on the caller's thread
  /// Called with the finished share from time to time, by any thread, also by several at once. An
  /// exception that it throws ends the study, which passes it on.
  std::function<void(double share)> progress = {};
  /// The wall's clock in ns, which times an update or a pose. Empty: no times.
  std::function<double()> wall = {};
  std::function<double()> cpu = {};  ///< the clock of the thread's processor time, ns, or empty
};

/// A method's run of the tracking experiment.
struct ComparedMethod {
  std::string method;  ///< id
  Summary summary;     ///< its measures
};
/// Runs the tracking experiment with every method, as `iklab compare`: the same bits.
/// \throws std::invalid_argument for an unknown method, a setting that none of the methods has, a
///   value out of range, or no step to measure
std::vector<ComparedMethod> compare(const ik::Scene& scene, const MethodTable& table,
                                    const std::vector<std::string>& methods,
                                    const StudyOptions& options = {});

/// A setting that sweep() varies: `count` values from `low` to `high`, in even ratios where the
/// window's slider is logarithmic, else in even differences.
struct SweptSetting {
  std::string name;   ///< of a setting or parameter
  double low = 0.0;   ///< first value
  double high = 1.0;  ///< last value
  int count = 10;     ///< number of values
};
/// A point of the grid of sweep().
struct SweptCell {
  std::vector<double> values;  ///< of the varied settings
  Summary summary;             ///< the run's measures there
};
/// Runs the tracking experiment at every point of a grid of one or two settings, as `iklab sweep`,
/// row by row, the last setting fastest.
/// \throws std::invalid_argument as compare(), and for a grid of no or more than two settings
std::vector<SweptCell> sweep(const ik::Scene& scene, const MethodTable& table,
                             std::string_view method, const std::vector<SweptSetting>& vary,
                             const StudyOptions& options = {});

/// A method with settings that advise() tried.
struct TriedCandidate {
  std::string method;                ///< id
  std::string words;                 ///< "Damped least squares, λ 0.4, D_max 0.5 m"
  std::vector<NamedValue> settings;  ///< by which they differ from the scene's, for StudyOptions
  Summary summary;                   ///< the run's measures
  double error = 0.0;                ///< mean error over positions and aims, m
  bool finite = true;                ///< all numbers of the run are finite
  bool shakes = false;               ///< the body visibly shakes
  bool on_front = false;             ///< none of the others is closer and calmer
};
/// What advise() recommends for a purpose.
struct MethodAdvice {
  std::string purpose;        ///< "closest", "calmest", "quickest"
  std::size_t candidate = 0;  ///< index in StudiedAdvice::candidates
  std::string sentence;       ///< "Closest while calm: Newton, λ 1.1: mean error 0.432 m, ..."
  std::string reason;         ///< why not another one, and what limits this one
};
/// Candidates and recommendations.
struct StudiedAdvice {
  std::vector<TriedCandidate> candidates;  ///< in the order of the methods
  std::vector<MethodAdvice> advice;        ///< no quickest one without times
};
/// Tries methods with many settings and recommends some, as `iklab advise`. Settings of the options
/// keep their values, all others are varied.
/// \param methods empty: all of the table
/// \throws std::invalid_argument as compare(), and for a body that nothing can move
StudiedAdvice advise(const ik::Scene& scene, const MethodTable& table,
                     const std::vector<std::string>& methods = {},
                     const StudyOptions& options = {});

/// How reach() draws and solves poses, as the options of `iklab reach`.
struct ReachOptions {
  int poses = 1000;                     ///< number of drawn poses
  std::vector<ik::VectorX> given = {};  ///< (n) poses in their place, rad or m
  std::string start = "middle";         ///< "middle", "random", "near"
  std::string draw = "uniform";         ///< "uniform", "curled", "limits", "singular", "edge"
  std::uint64_t seed = 1;               ///< draws poses and starts
  double tolerance = 1e-6;              ///< m
  double aim_tolerance = 1e-6;          ///< rad
  std::optional<int> restarts = {};     ///< empty: `solve` as it ships; 0 for methods
  std::optional<int> updates = {};  ///< of each start; empty: `solve` as it ships; 1000 for methods
};
/// How a method did on the poses.
struct ReachedPoses {
  std::string method;               ///< id, or "solve"
  int poses = 0;                    ///< number of poses
  int reached = 0;                  ///< number of poses that were reached
  double mean_updates = 0.0;        ///< over all poses
  double median_updates = 0.0;      ///< over all poses
  int max_updates = 0;              ///< the most of a pose
  double mean_attempts = 0.0;       ///< starts used
  std::optional<double> mean_us;    ///< time of a pose, µs; empty without times
  std::optional<double> median_us;  ///< median of the times, µs
  std::optional<double> p99_us;     ///< time that 99 % of the poses need at most, µs
};
/// Solves poses to the end by every method, as `iklab reach`.
/// \param methods ids; "solve" is ik::Solver::solve as it ships
/// \throws std::invalid_argument as compare(), and for an unknown start or draw, no pose, or a pose
///   of another size
std::vector<ReachedPoses> reach(const ik::Scene& scene, const MethodTable& table,
                                const std::vector<std::string>& methods,
                                const ReachOptions& how = {}, const StudyOptions& options = {});

}  // namespace lab
