#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
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
#include "lab/sweep/sweep.h"
#include "work/platform.h"
#include "work/pool.h"

// The library for Python: what the package iklab (python/iklab) stands on. Arrays are numpy's, row
// by row; poses are 4 x 4. Long work releases the interpreter's lock and asks for Ctrl C.

namespace py = pybind11;

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// \throws std::invalid_argument that names the argument if its shape is another one; -1: any
const double* expect(const Numbers& array, std::vector<py::ssize_t> shape, const char* name) {
  bool right = array.ndim() == static_cast<py::ssize_t>(shape.size());
  for (std::size_t i = 0; right && i < shape.size(); ++i) {
    right = shape[i] < 0 || array.shape(static_cast<py::ssize_t>(i)) == shape[i];
  }
  if (right) return array.data();
  std::string wanted = "(", given = "(";
  for (const py::ssize_t size : shape) wanted += (size < 0 ? "N" : std::to_string(size)) + ", ";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) given += std::to_string(array.shape(i)) + ", ";
  throw std::invalid_argument(std::string(name) + ": expected an array of shape " + wanted +
                              "), got " + given + ")");
}

py::array_t<double> array_of(const ik::VectorX& v) {
  return py::array_t<double>(v.size(), v.data());
}

py::array_t<double> array_of(const ik::MatrixX& matrix) {
  py::array_t<double> out({matrix.rows(), matrix.cols()});
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows>(out.mutable_data(), matrix.rows(), matrix.cols()) = matrix;
  return out;
}

py::array_t<double> matrix_of(const ik::Isometry& frame) {
  py::array_t<double> out({4, 4});
  Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> map(out.mutable_data());
  map.setIdentity();
  map.topRows<3>() = frame.matrix().topRows<3>();
  return out;
}

Eigen::Map<const Eigen::Vector3d> vector3(const double* numbers) {
  return Eigen::Map<const Eigen::Vector3d>(numbers);
}

Eigen::Matrix3d rotation3(const double* rows) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows);
}

/// The interpreter's Ctrl C, between portions of work without its lock.
void ask_for_interrupt() {
  py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Calls work(i) for i in [0, count) on all processors, without the interpreter's lock.
/// \throws the first exception, or KeyboardInterrupt
template <class Work>
void in_parallel(int count, const Work& work) {
  py::gil_scoped_release free;
  work::Pool pool(std::max(0, work::machine_threads() - 1));
  pool.divide(count, [&](int i, int) {
    work(i);
    ask_for_interrupt();  // heard by the interpreter's first thread alone
  });
}

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

/// Asks for Ctrl C every now and then.
std::function<bool()> interruptible(std::shared_ptr<bool> interrupted) {
  return [interrupted, asked = 0]() mutable {
    if (++asked % 256 != 0) return false;
    py::gil_scoped_acquire lock;
    *interrupted = PyErr_CheckSignals() != 0;
    return *interrupted;
  };
}

/// Calls `solve(stop)` without the interpreter's lock. \throws KeyboardInterrupt
template <class Solve>
auto interruptibly(ik::Stop stop, const Solve& solve) {
  const auto interrupted = std::make_shared<bool>(false);
  stop.give_up = interruptible(interrupted);
  auto result = [&] {
    py::gil_scoped_release free;
    return solve(stop);
  }();
  if (*interrupted) throw py::error_already_set();
  return result;
}

// --- many poses ---

/// Solves a body's goals from many starts, on all processors.
/// \param positions (N, k, 3) \param rotations (N, k, 3, 3), used for effectors with an orientation
/// \param starts (N, n)
py::dict solve_many(const ik::Scene& scene, const Numbers& positions,
                    const std::optional<Numbers>& rotations, const Numbers& starts,
                    const ik::Stop& stop) {
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
  constexpr int kPortion = 64;
  in_parallel((count + kPortion - 1) / kPortion, [&](int portion) {
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
  });
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

// --- methods of the caller's ---

/// A step of a method as Python sees it; valid during the step.
struct Step {
  const ik::Problem* problem;
  ik::Workspace* workspace;
};

/// An object of Python with `step(problem)`, which returns dtheta (n) in the solver's order.
class PythonMethod {
 public:
  explicit PythonMethod(std::shared_ptr<py::object> method) : method_(std::move(method)) {}

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    py::gil_scoped_acquire lock;
    const auto n = static_cast<py::ssize_t>(problem.multibody.joint_count());
    w.dtheta.setZero(n);
    Step step{&problem, &w};
    const Numbers proposal = method_->attr("step")(py::cast(&step)).cast<Numbers>();
    w.dtheta = Eigen::Map<const ik::VectorX>(expect(proposal, {n}, "step"), n);
  }
  void visit(const ik::KnobVisitor&) {}

 private:
  std::shared_ptr<py::object> method_;  // copies share the caller's object
};

PythonMethod own_method(const py::object& method) {
  if (!py::hasattr(method, "step")) {
    throw std::invalid_argument("method: expected a method's id, or an object with step(problem)");
  }
  return PythonMethod(std::shared_ptr<py::object>(new py::object(method), [](py::object* held) {
    py::gil_scoped_acquire lock;
    delete held;
  }));
}

ik::Solver solver_of(const ik::Scene& scene, const py::object& method) {
  if (py::isinstance<py::str>(method)) return scene.solver(method.cast<std::string>());
  ik::Solver own(scene.multibody(), own_method(method));
  scene.move_goals(own, 0.0);
  return own;
}

lab::TrackingExperiment experiment_of(const ik::Scene& scene, const py::object& method) {
  if (py::isinstance<py::str>(method)) return {scene, method.cast<std::string>()};
  return {scene, own_method(method)};
}

// --- experiments ---

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
  return out;
}

/// Makes `steps` steps; the columns of `iklab run --csv` as arrays of steps + 1 rows.
py::dict record(lab::TrackingExperiment& experiment, const ik::Scene& scene, long steps) {
  const ik::Multibody& body = scene.multibody();
  const int n = body.joint_count(), k = body.effector_count();
  const auto rows = static_cast<py::ssize_t>(steps) + 1;
  py::array_t<double> time(rows), theta({rows, py::ssize_t{n}}),
      position({rows, py::ssize_t{k}, py::ssize_t{3}}),
      target({rows, py::ssize_t{k}, py::ssize_t{3}}), error({rows, py::ssize_t{k}});
  double *times = time.mutable_data(), *thetas = theta.mutable_data(),
         *positions = position.mutable_data(), *targets = target.mutable_data(),
         *errors = error.mutable_data();
  {
    py::gil_scoped_release free;
    for (py::ssize_t row = 0; row < rows; ++row) {
      if (row > 0) experiment.step();
      if (row % 1024 == 1023) ask_for_interrupt();
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

/// The cells of `iklab sweep`. \param vary (name, low, high, count) of each axis
py::list sweep(const ik::Scene& scene, const std::string& method, const py::dict& settings,
               const std::vector<std::tuple<std::string, double, double, int>>& vary, long steps,
               long warmup) {
  const ik::MethodInfo& info = ik::known_method(method);
  lab::Experiment experiment{.scene = *scene.data(),
                             .method = &info,
                             .settings = scene.data()->settings,
                             .steps = steps,
                             .warmup = warmup};
  for (const auto& [name, value] : settings) {
    const auto knob = lab::find_knob(info, name.cast<std::string>());
    if (!knob) throw std::invalid_argument("unknown setting '" + name.cast<std::string>() + "'");
    knob->set(experiment.settings, value.cast<double>());
  }
  std::vector<lab::SweepAxis> axes;
  for (const auto& [name, low, high, count] : vary) {
    std::optional<lab::SweepAxis> axis = lab::find_axis(info, name);
    if (!axis) throw std::invalid_argument("vary: " + method + " has no '" + name + "'");
    axis->low = low;
    axis->high = high;
    axis->count = count;
    axes.push_back(*axis);
  }
  const lab::Sweep grid(std::move(experiment), std::move(axes));
  std::vector<lab::Summary> summaries(static_cast<std::size_t>(grid.cell_count()));
  in_parallel(grid.cell_count(),
              [&](int cell) { summaries[static_cast<std::size_t>(cell)] = grid.compute(cell); });
  py::list rows;
  for (int cell = 0; cell < grid.cell_count(); ++cell) {
    py::dict row;
    for (std::size_t axis = 0; axis < grid.axes().size(); ++axis) {
      row[grid.axes()[axis].name] = grid.value(cell, axis);
    }
    for (const auto& [name, value] : dict_of(summaries[static_cast<std::size_t>(cell)])) {
      row[name] = value;
    }
    rows.append(row);
  }
  return rows;
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

void define_solver(py::module_& m) {
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
             return dict_of(interruptibly(stop, [&](const ik::Stop& it) { return s.solve(it); }));
           })
      .def("solutions",
           [](ik::Solver& s, int most, const ik::Stop& stop) {
             const ik::Solutions found =
                 interruptibly(stop, [&](const ik::Stop& it) { return s.solutions(most, it); });
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
  m.def("scenes", [] { return io::built_in_scenes(); });
  m.def("bodies", [] { return io::built_in_bodies(); });
  m.def("methods", &methods);
  define_solver(m);
  m.def("solve_many", &solve_many, py::arg("scene"), py::arg("positions"), py::arg("rotations"),
        py::arg("starts"), py::arg("stop"));
  py::class_<lab::TrackingExperiment>(m, "Experiment")
      .def(py::init(&experiment_of), py::arg("scene"), py::arg("method"))
      .def("set", &lab::TrackingExperiment::set)
      .def("reset", &lab::TrackingExperiment::reset)
      .def("step", &lab::TrackingExperiment::step)
      .def("run",
           [](lab::TrackingExperiment& e, long steps, long warmup) {
             const lab::Summary summary = [&] {
               py::gil_scoped_release free;
               return e.run(steps, warmup);
             }();
             return dict_of(summary);
           })
      .def("record", &record)
      .def_property_readonly("time", &lab::TrackingExperiment::time)
      .def_property_readonly("theta",
                             [](const lab::TrackingExperiment& e) { return array_of(e.theta()); });
  m.def("sweep", &sweep, py::arg("scene"), py::arg("method"), py::arg("settings"), py::arg("vary"),
        py::arg("steps"), py::arg("warmup"));
}
