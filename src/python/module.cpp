#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "iklab/batch.h"
#include "iklab/experiment.h"
#include "iklab/scene.h"
#include "iklab/solver.h"
#include "io/body/body_file.h"
#include "io/scene/scene_file.h"
#include "lab/scene/scene.h"
#include "python/arrays.h"
#include "python/own_method.h"
#include "python/studies.h"
#include "python/work.h"

// The library for Python: what the package iklab (python/iklab) stands on. Arrays are numpy's, row
// by row; poses are 4 x 4. Long work releases the interpreter's lock and asks for Ctrl C.

namespace py = pybind11;
using namespace python;

namespace {

// --- scenes ---

ik::Scene open_scene(const std::string& name, const std::vector<std::string>& effectors,
                     const std::string& base, const std::string& aim) {
  ik::BodyChoice choice;
  choice.effectors = effectors;
  if (base == "fixed") {
    choice.base = ik::Base::kFixed;
  } else if (base == "free") {
    choice.base = ik::Base::kFree;
  } else if (base != "file") {
    throw std::invalid_argument("base: expected 'file', 'fixed' or 'free', got '" + base + "'");
  }
  if (aim == "direction") {
    choice.aim = ik::AimKind::kDirection;
  } else if (aim == "orientation") {
    choice.aim = ik::AimKind::kOrientation;
  } else if (aim != "none") {
    throw std::invalid_argument("aim: expected 'none', 'direction' or 'orientation', got '" + aim +
                                "'");
  }
  return ik::open_scene(name, choice);
}

ik::Scene parse_scene(const py::bytes& bytes, const std::string& name) {
  return ik::Scene(std::make_shared<lab::Scene>(
      io::parse_any_scene(static_cast<std::string_view>(bytes), name)));
}

/// Rotation matrices (N, 3, 3) of quaternions (N, 4) w, x, y, z of any length but 0.
py::array_t<double> rotations_of(const Numbers& quaternions) {
  const double* wxyz = expect(quaternions, {-1, 4}, "quaternion");
  const py::ssize_t count = quaternions.shape(0);
  py::array_t<double> out({count, py::ssize_t{3}, py::ssize_t{3}});
  for (py::ssize_t i = 0; i < count; ++i, wxyz += 4) {
    const Eigen::Quaterniond turn(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
    if (turn.norm() == 0.0) throw std::invalid_argument("quaternion: its length is 0");
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(out.mutable_data() + 9 * i) =
        turn.normalized().toRotationMatrix();
  }
  return out;
}

std::vector<std::string> joint_names(const ik::Scene& scene) {
  const ik::Multibody& body = scene.multibody();
  std::vector<std::string> names;
  for (int j = 0; j < body.joint_count(); ++j)
    names.push_back(body.joint(body.solver_index(j)).name);
  return names;
}

std::vector<std::string> effector_names(const ik::Scene& scene) {
  std::vector<std::string> names;
  for (const ik::Effector& effector : scene.multibody().effectors()) names.push_back(effector.name);
  return names;
}

std::vector<std::string> aim_names(const ik::Scene& scene) {
  static constexpr const char* kNames[] = {"none", "direction", "orientation"};
  std::vector<std::string> names;
  for (const ik::Effector& effector : scene.multibody().effectors()) {
    names.emplace_back(kNames[static_cast<int>(effector.aim)]);
  }
  return names;
}

py::array_t<double> limits(const ik::Scene& scene) {
  const ik::Multibody& body = scene.multibody();
  py::array_t<double> out({body.joint_count(), 2});
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint& joint = body.joint(body.solver_index(j));
    out.mutable_at(j, 0) = joint.lower;
    out.mutable_at(j, 1) = joint.upper;
  }
  return out;
}

// --- goals and reports ---

ik::Stop stop_of(double tolerance, double aim_tolerance, std::optional<int> restarts,
                 std::optional<int> updates, std::uint64_t seed, const std::string& choice) {
  ik::Stop stop{.error = tolerance, .aim_error = aim_tolerance};
  if (restarts) stop.restarts = *restarts;
  if (updates) stop.updates = *updates;
  stop.seed = seed;
  static constexpr const char* kChoices[] = {"first", "nearest", "from-limits", "manipulable"};
  const auto* found = std::ranges::find(kChoices, choice);
  if (found == std::end(kChoices)) {
    throw std::invalid_argument(
        "choice: expected 'first', 'nearest', 'from-limits' or 'manipulable', got '" + choice +
        "'");
  }
  stop.choice = static_cast<ik::Choice>(found - kChoices);
  return stop;
}

py::dict dict_of(const ik::Report& report) {
  py::dict out;
  out["outcome"] = ik::name(report.outcome);
  out["reached"] = report.outcome == ik::Outcome::kReached;
  out["verdict"] = ik::name(report.verdict);
  out["proof"] = ik::name(report.proof);
  out["error"] = report.error;
  out["aim_error"] = report.aim_error;
  out["updates"] = report.updates;
  out["attempts"] = report.attempts;
  out["starts"] = report.starts;
  out["limiting_joint"] = report.joint;
  out["gain"] = report.gain;
  out["cut_joint"] = report.cut_joint;
  out["cut_by"] = ik::name(report.cut_by);
  out["broken_joint"] = report.broken_joint;
  out["broken"] = ik::name(report.broken);
  return out;
}

// --- many poses ---

/// Solves a body's goals from many starts, on all processors.
/// \param positions (N, k, 3) \param rotations (N, k, 3, 3), used for effectors with an orientation
/// \param starts (N, n)
py::dict solve_many(const ik::Scene& scene, const Numbers& positions,
                    const std::optional<Numbers>& rotations, const Numbers& starts,
                    const ik::Stop& stop, const py::object& tell) {
  const ik::Multibody& body = scene.multibody();
  const int n = body.joint_count(), k = body.effector_count();
  const double* place = expect(positions, {-1, k, 3}, "positions");
  const auto count = static_cast<int>(positions.shape(0));
  const double* start = expect(starts, {count, n}, "starts");
  const double* turn = rotations ? expect(*rotations, {count, k, 3, 3}, "rotations") : nullptr;
  py::array_t<double> theta({count, n}), error(count), aim_error(count);
  py::array_t<bool> reached(count);
  py::array_t<int> updates(count);
  double *thetas = theta.mutable_data(), *errors = error.mutable_data(),
         *aim_errors = aim_error.mutable_data();
  bool* reaches = reached.mutable_data();
  int* update_counts = updates.mutable_data();
  std::vector<ik::Verdict> verdicts(static_cast<std::size_t>(count));

  const ik::Solver usual = scene.solver();
  constexpr int kPortion = 16;
  const int portions = (count + kPortion - 1) / kPortion;
  const Progress progress(tell);
  std::atomic<int> done = 0;
  const auto solve_portion = [&](int portion) {
    ik::Solver solver = usual;
    for (int i = portion * kPortion; i < std::min(count, (portion + 1) * kPortion); ++i) {
      for (int e = 0; e < k; ++e) {
        solver.target(e) = vector3(place + 3 * (i * k + e));
        if (body.effector(e).aim == ik::AimKind::kOrientation && turn != nullptr) {
          solver.orientation(e) = rotation3(turn + 9 * (i * k + e));
        }
      }
      solver.set_theta(Eigen::Map<const ik::VectorX>(start + i * n, n));
      const ik::Report report = solver.solve(stop);
      std::copy_n(solver.theta().data(), n, thetas + i * n);
      errors[i] = report.error;
      aim_errors[i] = report.aim_error;
      reaches[i] = report.outcome == ik::Outcome::kReached;
      update_counts[i] = report.updates;
      verdicts[static_cast<std::size_t>(i)] = report.verdict;
    }
    progress(static_cast<double>(++done) / portions);
  };
  {
    py::gil_scoped_release free;
    on_all_processors(portions, solve_portion);
  }
  py::list words;
  for (const ik::Verdict verdict : verdicts) words.append(ik::name(verdict));
  py::dict out;
  out["theta"] = theta;
  out["reached"] = reached;
  out["verdict"] = words;
  out["error"] = error;
  out["aim_error"] = aim_error;
  out["updates"] = updates;
  return out;
}

ik::Solver solver_of(const ik::Scene& scene, const py::object& method) {
  if (py::isinstance<py::str>(method)) return scene.solver(method.cast<std::string>());
  ik::Solver own(scene.multibody(), ik::AnyMethod(OwnMethod(method)));
  scene.move_goals(own, 0.0);
  return own;
}

lab::TrackingExperiment experiment_of(const ik::Scene& scene, const py::object& method) {
  if (py::isinstance<py::str>(method)) return {scene, method.cast<std::string>()};
  return {scene, OwnMethod(method)};
}

// --- experiments ---

/// Makes `steps` steps; the columns of `iklab run --csv` as arrays of steps + 1 rows.
py::dict record(lab::TrackingExperiment& experiment, const ik::Scene& scene, long steps,
                const py::object& tell) {
  const ik::Multibody& body = scene.multibody();
  const int n = body.joint_count(), k = body.effector_count();
  const auto rows = static_cast<py::ssize_t>(steps) + 1;
  py::array_t<double> time(rows), theta({rows, py::ssize_t{n}}),
      position({rows, py::ssize_t{k}, py::ssize_t{3}}),
      target({rows, py::ssize_t{k}, py::ssize_t{3}}), error({rows, py::ssize_t{k}});
  double *times = time.mutable_data(), *thetas = theta.mutable_data(),
         *positions = position.mutable_data(), *targets = target.mutable_data(),
         *errors = error.mutable_data();
  const Progress progress(tell);
  {
    py::gil_scoped_release free;
    for (py::ssize_t row = 0; row < rows; ++row) {
      if (row > 0) experiment.step();
      progress(static_cast<double>(row) / static_cast<double>(std::max<long>(steps, 1)));
      times[row] = experiment.time();
      const ik::VectorX now = experiment.theta();
      std::copy_n(now.data(), n, thetas + row * n);
      for (int i = 0; i < k; ++i) {
        Eigen::Map<Eigen::Vector3d>(positions + 3 * (row * k + i)) = experiment.position(i);
        Eigen::Map<Eigen::Vector3d>(targets + 3 * (row * k + i)) = experiment.target(i);
        errors[row * k + i] = experiment.error(i);
      }
    }
  }
  py::dict out;
  out["time"] = time;
  out["theta"] = theta;
  out["position"] = position;
  out["target"] = target;
  out["error"] = error;
  return out;
}

py::list methods() {
  py::list out;
  for (const ik::MethodInfo& info : ik::methods()) {
    py::dict row;
    row["id"] = info.id;
    row["label"] = info.label;
    row["group"] = info.group;
    row["equation"] = info.equation;
    row["reference"] = info.reference;
    out.append(row);
  }
  return out;
}

/// Self-motions of arms of seven hinges.
void define_family(py::module_& m) {
  py::class_<ik::Family>(m, "Family")
      .def_readonly("here", &ik::Family::here)
      .def_readonly("period", &ik::Family::period)
      .def_property_readonly("parameter",
                             [](const ik::Family& f) {
                               return f.parameter == ik::Family::Parameter::kElbow ? "elbow"
                                                                                   : "way";
                             })
      .def_property_readonly(
          "arcs",
          [](const ik::Family& f) {
            py::array_t<double> arcs({static_cast<py::ssize_t>(f.arcs.size()), py::ssize_t{2}});
            double* out = arcs.mutable_data();
            for (const ik::Family::Arc& arc : f.arcs) {
              *out++ = arc.from;
              *out++ = arc.to;
            }
            return arcs;
          })
      .def("pose", [](const ik::Family& f, double parameter) {
        const bool within = std::ranges::any_of(f.arcs, [&](const ik::Family::Arc& arc) {
          return parameter >= arc.from && parameter <= arc.to;
        });
        if (!within) throw std::invalid_argument("parameter: it is in none of the arcs");
        return array_of(f.pose(parameter));
      });
}

void define_step_and_stop(py::module_& m) {
  py::class_<Step>(m, "Problem")
      .def_property_readonly("theta", [](const Step& s) { return array_of(s.problem->pose.theta); })
      .def_property_readonly("error",
                             [](Step& s) { return array_of(s.workspace->error(*s.problem)); })
      .def_property_readonly("jacobian",
                             [](Step& s) { return array_of(s.workspace->jacobian(*s.problem)); });

  py::class_<ik::Stop>(m, "Stop").def(
      py::init(&stop_of), py::arg("tolerance") = 1e-6, py::arg("aim_tolerance") = 1e-6,
      py::arg("restarts") = py::none(), py::arg("updates") = py::none(), py::arg("seed") = 1,
      py::arg("choice") = "first");
}

void define_solver(py::module_& m) {
  py::class_<ik::Solver>(m, "Solver")
      .def(py::init(&solver_of), py::arg("scene"), py::arg("method"))
      .def("copy", [](const ik::Solver& s) { return ik::Solver(s); })
      .def("set_target",
           [](ik::Solver& s, int effector, const Numbers& position) {
             s.target(effector) = vector3(expect(position, {3}, "position"));
           })
      .def("set_orientation",
           [](ik::Solver& s, int effector, const Numbers& rotation) {
             s.orientation(effector) = rotation3(expect(rotation, {3, 3}, "rotation"));
           })
      .def("set_direction",
           [](ik::Solver& s, int effector, const Numbers& direction) {
             s.direction(effector) = vector3(expect(direction, {3}, "direction"));
           })
      .def("set_weights", [](ik::Solver& s, int effector, double position,
                             double aim) { s.set_weight(effector, position, aim); })
      .def("set_goal",
           [](ik::Solver& s, int effector, const Numbers& frame) {
             const double* const row = expect(frame, {4, 4}, "frame");
             ik::Isometry goal = ik::Isometry::Identity();
             for (int i = 0; i < 12; ++i) goal.matrix()(i / 4, i % 4) = row[i];
             s.set_goal(effector, goal);
           })
      .def("set_pole",
           [](ik::Solver& s, int effector, const Numbers& pole) {
             s.set_pole(effector, vector3(expect(pole, {3}, "pole")));
           })
      .def("set_limits", [](ik::Solver& s, int joint, double lower,
                            double upper) { return s.set_limits(joint, lower, upper); })
      .def("set_joint_weight", &ik::Solver::set_joint_weight)
      .def("set_rest", &ik::Solver::set_rest)
      .def("set_frozen", &ik::Solver::set_frozen)
      .def("set_time_step", &ik::Solver::set_time_step)
      .def("set_motion_limits", &ik::Solver::set_motion_limits, py::arg("joint"),
           py::arg("max_velocity"), py::arg("max_acceleration") = ik::kUnlimited)
      .def_property_readonly("velocity", [](const ik::Solver& s) { return array_of(s.velocity()); })
      .def("set", &ik::Solver::set)
      .def("get", &ik::Solver::get)
      .def("parameters",
           [](const ik::Solver& s) {
             py::dict out;
             for (const ik::Parameter& p : s.parameters()) out[p.knob.name] = p.value;
             return out;
           })
      .def_property(
          "theta", [](const ik::Solver& s) { return array_of(s.theta()); },
          [](ik::Solver& s, const Numbers& theta) {
            const auto n = static_cast<py::ssize_t>(s.theta().size());
            s.set_theta(Eigen::Map<const ik::VectorX>(expect(theta, {n}, "theta"), n));
          })
      .def("step", [](ik::Solver& s) { return dict_of(s.step()); })
      .def("solve",
           [](ik::Solver& s, const ik::Stop& stop) {
             return dict_of(interruptibly([&](const std::function<bool()>& give_up) {
               ik::Stop with = stop;
               with.give_up = give_up;
               return s.solve(with);
             }));
           })
      .def("solutions",
           [](ik::Solver& s, int most, const ik::Stop& stop) {
             const ik::Solutions found = interruptibly([&](const std::function<bool()>& give_up) {
               ik::Stop with = stop;
               with.give_up = give_up;
               return s.solutions(most, with);
             });
             const auto n = static_cast<py::ssize_t>(s.theta().size());
             py::array_t<double> theta({static_cast<py::ssize_t>(found.theta.size()), n});
             double* out = theta.mutable_data();
             for (const ik::VectorX& solution : found.theta) {
               out = std::copy_n(solution.data(), n, out);
             }
             py::dict result;
             result["theta"] = theta;
             result["proven"] = found.proven;
             result["bound"] = found.bound;
             result["attempts"] = found.attempts;
             result["fruitless"] = found.fruitless;
             result["branches"] = found.branches;
             result["reason"] = std::string(found.reason);
             py::list families;
             for (const ik::Family& family : found.families) families.append(family);
             result["families"] = families;
             return result;
           })
      .def("frame", [](const ik::Solver& s, int effector) { return matrix_of(s.frame(effector)); })
      .def("joint_frame",
           [](const ik::Solver& s, int joint) { return matrix_of(s.joint_frame(joint)); })
      .def("jacobian", [](const ik::Solver& s) {
        ik::Solver probe = s;  // J is of the last step
        probe.step();
        return array_of(probe.jacobian());
      });
}

}  // namespace

PYBIND11_MODULE(_iklab, m) {
  m.attr("__version__") = IKLAB_VERSION;
  py::class_<ik::Scene>(m, "Scene")
      .def_property_readonly("name", &ik::Scene::name)
      .def_property_readonly("description", &ik::Scene::description)
      .def_property_readonly("notes", &ik::Scene::notes)
      .def_property_readonly("time_step", &ik::Scene::time_step)
      .def_property_readonly("joints", &joint_names)
      .def_property_readonly("effectors", &effector_names)
      .def_property_readonly("aims", &aim_names)
      .def_property_readonly("limits", &limits)
      .def("target", [](const ik::Scene& s, int effector, double time) {
        const Eigen::Vector3d at = s.target(effector, time);
        return py::array_t<double>(3, at.data());
      });
  m.def("open_scene", &open_scene, py::arg("name"), py::arg("effectors"), py::arg("base"),
        py::arg("aim"));
  m.def("parse_scene", &parse_scene, py::arg("bytes"), py::arg("name"));
  m.def("rotations_of", &rotations_of, py::arg("quaternions"));
  m.def("scenes", [] { return io::built_in_scenes(); });
  m.def("bodies", [] { return io::built_in_bodies(); });
  m.def("methods", &methods);
  define_family(m);
  define_step_and_stop(m);
  define_solver(m);
  m.def("solve_many", &solve_many, py::arg("scene"), py::arg("positions"), py::arg("rotations"),
        py::arg("starts"), py::arg("stop"), py::arg("progress"));
  py::class_<lab::TrackingExperiment>(m, "Experiment")
      .def(py::init(&experiment_of), py::arg("scene"), py::arg("method"))
      .def("set", &lab::TrackingExperiment::set)
      .def("reset", &lab::TrackingExperiment::reset)
      .def("step", &lab::TrackingExperiment::step)
      .def("run",
           [](lab::TrackingExperiment& e, long steps, long warmup) {
             if (steps < 1 || warmup < 0) {
               throw std::invalid_argument("steps must be above 0, warmup not below");
             }
             const lab::Summary summary = interruptibly([&](const std::function<bool()>& give_up) {
               return e.run(steps, warmup, give_up);
             });
             return dict_of(summary);
           })
      .def("record", &record)
      .def_property_readonly("time", &lab::TrackingExperiment::time)
      .def_property_readonly("theta",
                             [](const lab::TrackingExperiment& e) { return array_of(e.theta()); });
  define_studies(m);
}
