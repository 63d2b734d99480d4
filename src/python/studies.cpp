#include "python/studies.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "iklab/path.h"
#include "iklab/studies.h"
#include "lab/body/goals.h"
#include "python/arrays.h"
#include "python/own_method.h"
#include "python/work.h"
#include "work/platform.h"

namespace python {
namespace {

/// Methods of a study as Python gives them: ids, and objects with `step(problem)`.
struct GivenMethods {
  lab::MethodTable table;
  std::vector<std::string> ids;

  explicit GivenMethods(const py::iterable& methods) {
    for (const py::handle& one : methods) {
      if (py::isinstance<py::str>(one)) {
        ids.push_back(one.cast<std::string>());
        continue;
      }
      const auto object = py::reinterpret_borrow<py::object>(one);
      ik::AnyMethod method{OwnMethod(object)};
      std::string id = class_name(object);
      const std::vector<std::string> taken = table.ids();
      const auto is_taken = [&taken](const std::string& name) {
        return name == "solve" || std::ranges::find(taken, name) != taken.end();
      };
      for (int number = 2; is_taken(id); ++number) {
        id = class_name(object) + " " + std::to_string(number);
      }
      table.add(id, std::move(method));
      ids.push_back(std::move(id));
    }
  }
};

using Settings = std::vector<lab::NamedValue>;

lab::StudyOptions options_of(long steps, std::optional<long> warmup, const Settings& settings,
                             bool times, const py::object& progress) {
  lab::StudyOptions options{.steps = steps, .warmup = warmup, .settings = settings};
  options.for_each = on_all_processors;
  options.progress = Progress(progress);
  if (times) {
    options.wall = work::nanoseconds;
    options.cpu = work::thread_nanoseconds;
  }
  return options;
}

/// Calls a study without the interpreter's lock.
template <class Study>
auto without_lock(const Study& study) {
  py::gil_scoped_release free;
  return study();
}

void add_all(py::dict& row, const py::dict& more) {
  for (const auto& [name, value] : more) row[name] = value;
}

py::list compare(const ik::Scene& scene, const py::iterable& methods, const Settings& settings,
                 long steps, long warmup, bool times, const py::object& progress) {
  const GivenMethods given(methods);
  const lab::StudyOptions options = options_of(steps, warmup, settings, times, progress);
  py::list rows;
  for (const lab::ComparedMethod& one :
       without_lock([&] { return lab::compare(scene, given.table, given.ids, options); })) {
    py::dict row;
    row["method"] = one.method;
    add_all(row, dict_of(one.summary));
    rows.append(row);
  }
  return rows;
}

/// \param vary (name, low, high, count) of each setting
py::list sweep(const ik::Scene& scene, const py::object& method, const Settings& settings,
               const std::vector<std::tuple<std::string, double, double, int>>& vary, long steps,
               long warmup, const py::object& progress) {
  const GivenMethods given(py::make_tuple(method));
  const lab::StudyOptions options = options_of(steps, warmup, settings, false, progress);
  std::vector<lab::SweptSetting> swept;
  for (const auto& [name, low, high, count] : vary) swept.push_back({name, low, high, count});
  py::list rows;
  for (const lab::SweptCell& cell : without_lock(
           [&] { return lab::sweep(scene, given.table, given.ids.front(), swept, options); })) {
    py::dict row;
    for (std::size_t i = 0; i < swept.size(); ++i) row[swept[i].name.c_str()] = cell.values[i];
    add_all(row, dict_of(cell.summary));
    rows.append(row);
  }
  return rows;
}

py::tuple advise(const ik::Scene& scene, const py::iterable& methods, const Settings& settings,
                 long steps, std::optional<long> warmup, bool times, const py::object& progress) {
  const GivenMethods given(methods);
  const lab::StudyOptions options = options_of(steps, warmup, settings, times, progress);
  const lab::StudiedAdvice told =
      without_lock([&] { return lab::advise(scene, given.table, given.ids, options); });
  py::list candidates, advice;
  for (const lab::TriedCandidate& one : told.candidates) {
    py::dict row;
    row["method"] = one.method;
    row["candidate"] = one.words;
    row["settings"] = py::dict();
    for (const auto& [name, value] : one.settings) row["settings"][name.c_str()] = value;
    row["error"] = one.error;
    row["finite"] = one.finite;
    row["shakes"] = one.shakes;
    row["on_front"] = one.on_front;
    add_all(row, dict_of(one.summary));
    candidates.append(row);
  }
  for (const lab::MethodAdvice& one : told.advice) {
    py::dict row;
    row["purpose"] = one.purpose;
    row["candidate"] = one.candidate;
    row["sentence"] = one.sentence;
    row["reason"] = one.reason;
    advice.append(row);
  }
  return py::make_tuple(candidates, advice);
}

py::list reach(const ik::Scene& scene, const py::iterable& methods, const Settings& settings,
               const lab::ReachOptions& how, const std::optional<Numbers>& given_poses, bool times,
               const py::object& progress) {
  const GivenMethods given(methods);
  const lab::StudyOptions options = options_of(1, {}, settings, times, progress);
  lab::ReachOptions with = how;
  if (given_poses) {
    const py::ssize_t n = scene.multibody().joint_count();
    const double* numbers = expect(*given_poses, {-1, n}, "poses");
    for (py::ssize_t i = 0; i < given_poses->shape(0); ++i) {
      with.given.emplace_back(Eigen::Map<const ik::VectorX>(numbers + i * n, n));
    }
  }
  py::list rows;
  for (const lab::ReachedPoses& one :
       without_lock([&] { return lab::reach(scene, given.table, given.ids, with, options); })) {
    py::dict row;
    row["method"] = one.method;
    row["poses"] = one.poses;
    row["reached"] = one.reached;
    row["mean_updates"] = one.mean_updates;
    row["median_updates"] = one.median_updates;
    row["max_updates"] = one.max_updates;
    row["mean_attempts"] = one.mean_attempts;
    if (one.mean_us) {
      row["mean_us"] = *one.mean_us;
      row["median_us"] = one.median_us.value();
      row["p99_us"] = one.p99_us.value();
    }
    rows.append(row);
  }
  return rows;
}

lab::ReachOptions reach_options(int poses, const std::string& start, const std::string& draw,
                                std::uint64_t seed, double tolerance, double aim_tolerance,
                                std::optional<int> restarts, std::optional<int> updates) {
  return {.poses = poses,
          .given = {},
          .start = start,
          .draw = draw,
          .seed = seed,
          .tolerance = tolerance,
          .aim_tolerance = aim_tolerance,
          .restarts = restarts,
          .updates = updates};
}

// --- paths ---

/// \param start "any", "middle", or an array (n)
ik::FollowOptions follow_options(const py::object& start, bool closed,
                                 const std::optional<Numbers>& velocity,
                                 const std::optional<double>& stray, double tolerance,
                                 double aim_tolerance) {
  ik::FollowOptions options{.error = tolerance, .aim_error = aim_tolerance};
  if (!py::isinstance<py::str>(start)) {
    options.start = ik::PathStart::kGiven;
    const auto theta = start.cast<Numbers>();
    options.theta = Eigen::Map<const ik::VectorX>(expect(theta, {-1}, "start"), theta.size());
  } else if (start.cast<std::string>() == "middle") {
    options.start = ik::PathStart::kMiddle;
  } else if (start.cast<std::string>() != "any") {
    throw std::invalid_argument("start: expected 'any', 'middle' or joints, got '" +
                                start.cast<std::string>() + "'");
  }
  options.closed = closed;
  options.stray = stray;
  if (velocity) {
    options.velocity =
        Eigen::Map<const ik::VectorX>(expect(*velocity, {-1}, "velocity"), velocity->size());
  }
  return options;
}

/// \param positions (N, k, 3) \param rotations (N, k, 3, 3), for effectors with an orientation
/// \param times (N)
std::vector<ik::Waypoint> waypoints_of(const ik::Multibody& body, const Numbers& positions,
                                       const std::optional<Numbers>& rotations,
                                       const std::optional<Numbers>& times) {
  const int k = body.effector_count();
  const double* place = expect(positions, {-1, k, 3}, "positions");
  const py::ssize_t count = positions.shape(0);
  const double* turn = rotations ? expect(*rotations, {count, k, 3, 3}, "rotations") : nullptr;
  const double* time = times ? expect(*times, {count}, "times") : nullptr;
  std::vector<ik::Waypoint> waypoints(static_cast<std::size_t>(count));
  for (ik::Waypoint& one : waypoints) {
    for (int e = 0; e < k; ++e) {
      one.targets.emplace_back(vector3(place));
      place += 3;
      if (body.effector(e).aim != ik::AimKind::kNone) {
        if (turn == nullptr) throw std::invalid_argument("goals: expected places and rotations");
        one.aims.push_back({.orientation = rotation3(turn)});
        one.aims.back().direction = one.aims.back().orientation * body.effector(e).pointer;
      }
      if (turn != nullptr) turn += 9;
    }
    one.time = time != nullptr ? *time++ : 0.0;
  }
  return waypoints;
}

py::dict follow(const ik::Scene& scene, const Numbers& positions,
                const std::optional<Numbers>& rotations, const std::optional<Numbers>& times,
                const ik::FollowOptions& options) {
  const ik::Multibody body = lab::moving_body(*scene.data());
  const std::vector<ik::Waypoint> waypoints =
      waypoints_of(scene.multibody(), positions, rotations, times);
  const ik::Followed followed = interruptibly([&](const std::function<bool()>& give_up) {
    ik::FollowOptions with = options;
    with.obstacles = scene.obstacles();
    with.keeps_limits = scene.data()->settings.limits != ik::LimitRule::kIgnore;
    with.give_up = give_up;
    return ik::follow(body, waypoints, with);
  });
  const auto rows = static_cast<py::ssize_t>(followed.poses.size());
  const auto n = static_cast<py::ssize_t>(body.joint_count());
  py::array_t<double> theta({rows, n});
  py::array_t<int> branch(rows);
  py::array_t<bool> reconfigured(rows);
  for (py::ssize_t i = 0; i < rows; ++i) {
    const ik::FollowedPose& pose = followed.poses[static_cast<std::size_t>(i)];
    std::copy_n(pose.theta.data(), n, theta.mutable_data() + i * n);
    branch.mutable_at(i) = pose.branch;
    reconfigured.mutable_at(i) = pose.reconfigured;
  }
  py::list ends;
  for (const ik::BranchEnd& end : followed.ends) {
    py::dict one;
    one["kind"] = ik::name(end.kind);
    one["at"] = end.at;
    one["joint"] = py::none();
    if (end.joint >= 0) one["joint"] = body.joint(body.solver_index(end.joint)).name;
    one["upper"] = end.upper;
    one["theta"] = array_of(end.theta);
    ends.append(one);
  }
  py::dict out;
  out["theta"] = theta;
  out["branch"] = branch;
  out["reconfigured"] = reconfigured;
  out["reconfigurations"] = followed.reconfigurations;
  out["passages"] = followed.passages;
  out["least"] = followed.least;
  out["travel"] = followed.travel;
  out["max_step"] = followed.max_step;
  out["breaks_at"] = py::none();
  if (followed.breaks_at >= 0) out["breaks_at"] = followed.breaks_at;
  out["verdict"] = ik::name(followed.verdict);
  out["proof"] = ik::name(followed.proof);
  out["ends"] = ends;
  return out;
}

}  // namespace

py::dict dict_of(const lab::Summary& summary) {
  py::dict out;
  out["steps"] = summary.steps;
  out["warmup"] = summary.warmup;
  out["mean_error"] = summary.mean_error;
  out["rms_error"] = summary.rms_error;
  out["max_error"] = summary.max_error;
  out["total_error"] = summary.total_error;
  out["mean_jitter_deg"] = summary.mean_jitter_deg;
  out["reversal_rate"] = summary.reversal_rate;
  out["max_step_deg"] = summary.max_step_deg;
  out["roughness"] = summary.roughness;
  if (summary.mean_aim_error_deg) out["mean_aim_error_deg"] = *summary.mean_aim_error_deg;
  if (summary.ns_per_update) out["ns_per_update"] = *summary.ns_per_update;
  return out;
}

void define_studies(py::module_& m) {
  m.def("compare", &compare, py::arg("scene"), py::arg("methods"), py::arg("settings"),
        py::arg("steps"), py::arg("warmup"), py::arg("times"), py::arg("progress"));
  m.def("sweep", &sweep, py::arg("scene"), py::arg("method"), py::arg("settings"), py::arg("vary"),
        py::arg("steps"), py::arg("warmup"), py::arg("progress"));
  m.def("advise", &advise, py::arg("scene"), py::arg("methods"), py::arg("settings"),
        py::arg("steps"), py::arg("warmup"), py::arg("times"), py::arg("progress"));
  py::class_<lab::ReachOptions>(m, "ReachOptions")
      .def(py::init(&reach_options), py::arg("poses"), py::arg("start"), py::arg("draw"),
           py::arg("seed"), py::arg("tolerance"), py::arg("aim_tolerance"), py::arg("restarts"),
           py::arg("updates"));
  m.def("reach", &reach, py::arg("scene"), py::arg("methods"), py::arg("settings"), py::arg("how"),
        py::arg("given"), py::arg("times"), py::arg("progress"));
  py::class_<ik::FollowOptions>(m, "FollowOptions")
      .def(py::init(&follow_options), py::arg("start"), py::arg("closed"), py::arg("velocity"),
           py::arg("stray"), py::arg("tolerance"), py::arg("aim_tolerance"));
  m.def("follow", &follow, py::arg("scene"), py::arg("positions"), py::arg("rotations"),
        py::arg("times"), py::arg("options"));
}

}  // namespace python
