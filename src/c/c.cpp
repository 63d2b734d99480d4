#include "iklab/c.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "iklab/batch.h"
#include "iklab/experiment.h"
#include "iklab/method.h"
#include "iklab/path.h"
#include "iklab/scene.h"
#include "iklab/solver.h"
#include "iklab/version.h"
#include "io/scene/scene_file.h"
#include "lab/body/goals.h"
#include "lab/scene/scene.h"

struct iklab_scene {
  ik::Scene scene;
};
struct iklab_solver {
  ik::Solver solver;
};
struct iklab_batch {
  ik::BatchSolver batch;
};
struct iklab_experiment {
  ik::Scene scene;
  lab::TrackingExperiment experiment;
};
struct iklab_families {
  std::vector<ik::Family> families;
};
struct iklab_followed {
  ik::Followed followed;
};

namespace {

// the numbers of C are those of C++
static_assert(IKLAB_INVALID_AIM == static_cast<int>(ik::Outcome::kInvalidAim));
static_assert(IKLAB_OPENS_LOOPS == static_cast<int>(ik::Outcome::kOpensLoops));
static_assert(IKLAB_NOT_FINITE == static_cast<int>(ik::Outcome::kNotFinite));
static_assert(IKLAB_STALLED == static_cast<int>(ik::Outcome::kStalled));
static_assert(IKLAB_REACHED == static_cast<int>(ik::Outcome::kReached));
static_assert(IKLAB_MOVED == static_cast<int>(ik::Outcome::kMoved));
static_assert(IKLAB_VERDICT_REACHED == static_cast<int>(ik::Verdict::kReached));
static_assert(IKLAB_VERDICT_PROVEN == static_cast<int>(ik::Verdict::kProven));
static_assert(IKLAB_VERDICT_SEARCHED == static_cast<int>(ik::Verdict::kSearched));
static_assert(IKLAB_VERDICT_UNFINISHED == static_cast<int>(ik::Verdict::kUnfinished));
static_assert(IKLAB_FIRST == static_cast<int>(ik::Choice::kFirst));
static_assert(IKLAB_NEAREST == static_cast<int>(ik::Choice::kNearest));
static_assert(IKLAB_FROM_LIMITS == static_cast<int>(ik::Choice::kFromLimits));
static_assert(IKLAB_MANIPULABLE == static_cast<int>(ik::Choice::kManipulable));
static_assert(IKLAB_BASE_AS_FILE == static_cast<int>(ik::Base::kAsFile));
static_assert(IKLAB_BASE_FIXED == static_cast<int>(ik::Base::kFixed));
static_assert(IKLAB_BASE_FREE == static_cast<int>(ik::Base::kFree));
static_assert(IKLAB_AIM_NONE == static_cast<int>(ik::AimKind::kNone));
static_assert(IKLAB_AIM_DIRECTION == static_cast<int>(ik::AimKind::kDirection));
static_assert(IKLAB_AIM_ORIENTATION == static_cast<int>(ik::AimKind::kOrientation));

static_assert(IKLAB_START_ANY == static_cast<int>(ik::PathStart::kAny));
static_assert(IKLAB_START_MIDDLE == static_cast<int>(ik::PathStart::kMiddle));
static_assert(IKLAB_START_GIVEN == static_cast<int>(ik::PathStart::kGiven));

thread_local std::string last_error;

iklab_status fail(iklab_status status, const char* why) noexcept {
  try {
    last_error = why;
  } catch (...) {
    last_error.clear();  // no memory for the words
  }
  return status;
}

/// Calls `work`. \returns how it ended, by the exception that it threw
template <class Work>
iklab_status guarded(const Work& work) noexcept {
  try {
    work();
    return IKLAB_OK;
  } catch (const std::bad_alloc&) {
    return fail(IKLAB_FAILED, "not enough memory");
  } catch (const std::invalid_argument& error) {
    return fail(IKLAB_INVALID, error.what());
  } catch (const std::runtime_error& error) {
    return fail(IKLAB_INPUT, error.what());
  } catch (const std::exception& error) {
    return fail(IKLAB_FAILED, error.what());
  } catch (...) {
    return fail(IKLAB_FAILED, "unknown exception");
  }
}

/// \throws std::invalid_argument that names the argument if it is NULL
template <class... Pointers>
void need(const char* names, const Pointers*... pointers) {
  if (const bool lacks = (... || !pointers); lacks) {
    throw std::invalid_argument(std::string(names) + ": none of these may be NULL");
  }
}

Eigen::Vector3d vector_of(const double* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

/// \param wxyz a quaternion of any length but 0
Eigen::Matrix3d rotation_of(const double* wxyz) {
  const Eigen::Quaterniond turn(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  if (turn.norm() == 0.0) throw std::invalid_argument("quaternion: its length is 0");
  return turn.normalized().toRotationMatrix();
}

void write_frame(const ik::Isometry& frame, double* numbers) {
  Eigen::Map<Eigen::Matrix4d> out(numbers);
  out.setIdentity();
  out.topRows<3>() = frame.matrix().topRows<3>();
}

/// Copies what the caller's version of the struct has, which may be shorter, over the defaults.
template <class Struct>
void take_over(const Struct* given, Struct& full) {
  if (given != nullptr) std::memcpy(&full, given, std::min(given->size, sizeof full));
}

ik::Stop stop_of(const iklab_stop* given) {
  ik::Stop stop;
  iklab_stop own;
  iklab_stop_init(&own);
  take_over(given, own);
  stop.error = own.error;
  stop.aim_error = own.aim_error;
  stop.updates = own.updates;
  stop.restarts = own.restarts;
  stop.seed = own.seed;
  if (own.choice < IKLAB_FIRST || own.choice > IKLAB_MANIPULABLE) {
    throw std::invalid_argument("iklab_stop.choice: expected an iklab_choice");
  }
  stop.choice = static_cast<ik::Choice>(own.choice);
  if (own.give_up != nullptr) {
    stop.give_up = [give_up = own.give_up, user = own.user] { return give_up(user) != 0; };
  }
  return stop;
}

ik::BodyChoice choice_of(const iklab_body* given) {
  iklab_body own;
  iklab_body_init(&own);
  take_over(given, own);
  if (own.base < IKLAB_BASE_AS_FILE || own.base > IKLAB_BASE_FREE) {
    throw std::invalid_argument("iklab_body.base: expected an iklab_base");
  }
  if (own.aim < IKLAB_AIM_NONE || own.aim > IKLAB_AIM_ORIENTATION) {
    throw std::invalid_argument("iklab_body.aim: expected an iklab_aim");
  }
  ik::BodyChoice choice{.base = static_cast<ik::Base>(own.base),
                        .aim = static_cast<ik::AimKind>(own.aim)};
  if (own.effectors != nullptr) choice.effectors.emplace_back(own.effectors);
  return choice;
}

/// \param n joints of the body
ik::FollowOptions follow_of(const iklab_follow* given, int n) {
  ik::FollowOptions options;
  iklab_follow own;
  iklab_follow_init(&own);
  take_over(given, own);
  options.error = own.error;
  options.aim_error = own.aim_error;
  if (own.stray >= 0.0) options.stray = own.stray;
  options.closed = own.closed != 0;
  options.seed = own.seed;
  if (own.start < IKLAB_START_ANY || own.start > IKLAB_START_GIVEN) {
    throw std::invalid_argument("iklab_follow.start: expected an iklab_path_start");
  }
  options.start = static_cast<ik::PathStart>(own.start);
  if (own.theta != nullptr) options.theta = Eigen::Map<const ik::VectorX>(own.theta, n);
  if (own.velocity != nullptr) options.velocity = Eigen::Map<const ik::VectorX>(own.velocity, n);
  if (own.give_up != nullptr) {
    options.give_up = [give_up = own.give_up, user = own.user] { return give_up(user) != 0; };
  }
  return options;
}

/// \throws std::invalid_argument for an index out of range
const ik::Family& family_of(const iklab_families* families, int family) {
  const std::vector<ik::Family>& all = families->families;
  if (family < 0 || family >= static_cast<int>(all.size())) {
    throw std::invalid_argument("family " + std::to_string(family) + ": there are " +
                                std::to_string(all.size()));
  }
  return all[static_cast<std::size_t>(family)];
}

/// Copies as much of `full` as the caller's version of the struct has.
template <class Struct>
void hand_over(Struct& full, Struct* given) {
  if (given == nullptr) return;
  const std::size_t size = std::min(given->size, sizeof full);
  full.size = given->size;
  std::memcpy(given, &full, size);
}

void write_report(const ik::Report& from, iklab_report* given) {
  iklab_report report;
  iklab_report_init(&report);
  report.outcome = static_cast<int>(from.outcome);
  report.verdict = static_cast<int>(from.verdict);
  report.updates = from.updates;
  report.attempts = from.attempts;
  report.starts = from.starts;
  report.joints_at_limits = from.joints_at_limits;
  report.capped = from.capped ? 1 : 0;
  report.joint = from.joint;
  report.error = from.error;
  report.aim_error = from.aim_error;
  report.gain = from.gain;
  report.proof = ik::name(from.proof);
  report.cut_joint = from.cut_joint;
  report.cut_by = ik::name(from.cut_by);
  report.broken_joint = from.broken_joint;
  report.broken = ik::name(from.broken);
  hand_over(report, given);
}

/// \param joint in the order of the scene \throws std::invalid_argument for an index out of range
const ik::Joint& joint_of(const ik::Multibody& body, int joint) {
  if (joint < 0 || joint >= body.joint_count()) {
    throw std::invalid_argument("joint " + std::to_string(joint) + ": the body has " +
                                std::to_string(body.joint_count()));
  }
  return body.joint(body.solver_index(joint));
}

/// The text at an index; NULL beyond the texts.
const char* text_at(int index, const std::vector<std::string>& texts) {
  const bool known = index >= 0 && static_cast<std::size_t>(index) < texts.size();
  return known ? texts[static_cast<std::size_t>(index)].c_str() : nullptr;
}

/// One of the words about a method; NULL beyond the methods.
const char* text_of_method(int index, const char* ik::MethodInfo::*word) {
  const std::span<const ik::MethodInfo> methods = ik::methods();
  const bool known = index >= 0 && static_cast<std::size_t>(index) < methods.size();
  return known ? methods[static_cast<std::size_t>(index)].*word : nullptr;
}

/// The index of the first of `count` names that is `name`, -1 for none.
template <class NameOf>
int index_of(const char* name, int count, const NameOf& name_of) {
  for (int i = 0; name != nullptr && i < count; ++i) {
    if (name_of(i) == name) return i;
  }
  return -1;
}

}  // namespace

// --- the library ---

const char* iklab_version(void) { return IKLAB_VERSION; }
int iklab_c_version(void) { return IKLAB_C_VERSION; }
const char* iklab_last_error(void) { return last_error.c_str(); }

void iklab_stop_init(iklab_stop* stop) {
  const ik::Stop usual;
  *stop = {.size = sizeof *stop,
           .error = usual.error,
           .aim_error = usual.aim_error,
           .updates = usual.updates,
           .restarts = usual.restarts,
           .seed = usual.seed,
           .choice = static_cast<int>(usual.choice),
           .give_up = nullptr,
           .user = nullptr};
}

void iklab_body_init(iklab_body* body) {
  *body = {.size = sizeof *body,
           .effectors = nullptr,
           .base = IKLAB_BASE_AS_FILE,
           .aim = IKLAB_AIM_NONE};
}

void iklab_report_init(iklab_report* report) {
  *report = {};
  report->size = sizeof *report;
  report->joint = -1;
  report->proof = ik::name(ik::Proof::kNone);
  report->cut_joint = report->broken_joint = -1;
  report->cut_by = report->broken = ik::name(ik::MotionLimit::kNone);
}

void iklab_summary_init(iklab_summary* summary) {
  *summary = {};
  summary->size = sizeof *summary;
}

// --- what is built in ---

const char* iklab_method_id(int index) { return text_of_method(index, &ik::MethodInfo::id); }
const char* iklab_method_label(int index) { return text_of_method(index, &ik::MethodInfo::label); }
const char* iklab_method_group(int index) { return text_of_method(index, &ik::MethodInfo::group); }
const char* iklab_method_equation(int index) {
  return text_of_method(index, &ik::MethodInfo::equation);
}
const char* iklab_method_reference(int index) {
  return text_of_method(index, &ik::MethodInfo::reference);
}
const char* iklab_built_in_scene(int index) { return text_at(index, io::built_in_scenes()); }
const char* iklab_built_in_body(int index) { return text_at(index, io::built_in_bodies()); }
void iklab_follow_init(iklab_follow* follow) {
  const ik::FollowOptions usual;
  *follow = {.size = sizeof *follow,
             .error = usual.error,
             .aim_error = usual.aim_error,
             .stray = -1.0,
             .start = static_cast<int>(usual.start),
             .closed = 0,
             .theta = nullptr,
             .velocity = nullptr,
             .seed = usual.seed,
             .give_up = nullptr,
             .user = nullptr};
}

void iklab_way_init(iklab_way* way) {
  *way = {};
  way->size = sizeof *way;
}

// --- scenes ---

iklab_status iklab_scene_open(const char* name_or_path, iklab_scene** scene) {
  return iklab_scene_open_as(name_or_path, nullptr, scene);
}

iklab_status iklab_scene_parse(const char* bytes, size_t size, const char* name,
                               iklab_scene** scene) {
  return iklab_scene_parse_as(bytes, size, name, nullptr, scene);
}

iklab_status iklab_scene_open_as(const char* name_or_path, const iklab_body* body,
                                 iklab_scene** scene) {
  return guarded([&] {
    need("name_or_path, scene", name_or_path, scene);
    *scene = new iklab_scene{ik::open_scene(name_or_path, choice_of(body))};
  });
}

iklab_status iklab_scene_parse_as(const char* bytes, size_t size, const char* name,
                                  const iklab_body* body, iklab_scene** scene) {
  return guarded([&] {
    need("bytes, name, scene", bytes, name, scene);
    *scene = new iklab_scene{ik::parse_scene({bytes, size}, name, choice_of(body))};
  });
}

void iklab_scene_free(iklab_scene* scene) { delete scene; }

int iklab_scene_joints(const iklab_scene* scene) { return scene->scene.multibody().joint_count(); }

int iklab_scene_effectors(const iklab_scene* scene) {
  return scene->scene.multibody().effector_count();
}

const char* iklab_scene_joint_name(const iklab_scene* scene, int joint) {
  const ik::Multibody& body = scene->scene.multibody();
  if (joint < 0 || joint >= body.joint_count()) return nullptr;
  return joint_of(body, joint).name.c_str();
}

const char* iklab_scene_effector_name(const iklab_scene* scene, int effector) {
  const ik::Multibody& body = scene->scene.multibody();
  if (effector < 0 || effector >= body.effector_count()) return nullptr;
  return body.effector(effector).name.c_str();
}

int iklab_scene_joint_index(const iklab_scene* scene, const char* name) {
  const ik::Multibody& body = scene->scene.multibody();
  return index_of(name, body.joint_count(),
                  [&](int j) -> const std::string& { return joint_of(body, j).name; });
}

int iklab_scene_effector_index(const iklab_scene* scene, const char* name) {
  const ik::Multibody& body = scene->scene.multibody();
  return index_of(name, body.effector_count(),
                  [&](int i) -> const std::string& { return body.effector(i).name; });
}

int iklab_scene_aim(const iklab_scene* scene, int effector) {
  const ik::Multibody& body = scene->scene.multibody();
  if (effector < 0 || effector >= body.effector_count()) return -1;
  return static_cast<int>(body.effector(effector).aim);
}

iklab_status iklab_scene_limits(const iklab_scene* scene, double* lower, double* upper) {
  return guarded([&] {
    need("scene, lower, upper", scene, lower, upper);
    const ik::Multibody& body = scene->scene.multibody();
    for (int j = 0; j < body.joint_count(); ++j) {
      lower[j] = joint_of(body, j).lower;
      upper[j] = joint_of(body, j).upper;
    }
  });
}

double iklab_scene_time_step(const iklab_scene* scene) { return scene->scene.time_step(); }

const char* iklab_scene_name(const iklab_scene* scene) { return scene->scene.name().c_str(); }

const char* iklab_scene_note(const iklab_scene* scene, int index) {
  return text_at(index, scene->scene.notes());
}

iklab_status iklab_scene_target(const iklab_scene* scene, int effector, double time,
                                double* position) {
  return guarded([&] {
    need("scene, position", scene, position);
    const Eigen::Vector3d at = scene->scene.target(effector, time);
    std::copy(at.data(), at.data() + 3, position);
  });
}

// --- one body ---

iklab_status iklab_solver_new(const iklab_scene* scene, const char* method, iklab_solver** solver) {
  return guarded([&] {
    need("scene, method, solver", scene, method, solver);
    *solver = new iklab_solver{scene->scene.solver(method)};
  });
}

iklab_status iklab_solver_copy(const iklab_solver* solver, iklab_solver** copy) {
  return guarded([&] {
    need("solver, copy", solver, copy);
    *copy = new iklab_solver(*solver);
  });
}

void iklab_solver_free(iklab_solver* solver) { delete solver; }

iklab_status iklab_solver_set_method(iklab_solver* solver, const char* method) {
  return guarded([&] {
    need("solver, method", solver, method);
    solver->solver.set_method(method);
  });
}

iklab_status iklab_solver_set(iklab_solver* solver, const char* name, double value) {
  return guarded([&] {
    need("solver, name", solver, name);
    solver->solver.set(name, value);
  });
}

iklab_status iklab_solver_get(const iklab_solver* solver, const char* name, double* value) {
  return guarded([&] {
    need("solver, name, value", solver, name, value);
    *value = solver->solver.get(name);
  });
}

iklab_status iklab_solver_set_target(iklab_solver* solver, int effector, const double* position) {
  return guarded([&] {
    need("solver, position", solver, position);
    solver->solver.target(effector) = vector_of(position);
  });
}

iklab_status iklab_solver_set_orientation(iklab_solver* solver, int effector,
                                          const double* quaternion) {
  return guarded([&] {
    need("solver, quaternion", solver, quaternion);
    solver->solver.orientation(effector) = rotation_of(quaternion);
  });
}

iklab_status iklab_solver_set_frame(iklab_solver* solver, int effector, const double* frame) {
  return guarded([&] {
    need("solver, frame", solver, frame);
    const Eigen::Map<const Eigen::Matrix4d> goal(frame);
    ik::Solver& body = solver->solver;
    body.target(effector) = goal.topRightCorner<3, 1>();
    if (body.multibody().effector(effector).aim == ik::AimKind::kOrientation) {
      body.orientation(effector) = goal.topLeftCorner<3, 3>();
    }
  });
}

iklab_status iklab_solver_set_direction(iklab_solver* solver, int effector,
                                        const double* direction) {
  return guarded([&] {
    need("solver, direction", solver, direction);
    solver->solver.direction(effector) = vector_of(direction);
  });
}

iklab_status iklab_solver_set_weights(iklab_solver* solver, int effector, double position,
                                      double aim) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_weight(effector, position, aim);
  });
}

iklab_status iklab_solver_set_goal(iklab_solver* solver, int effector, const double* position,
                                   const double* quaternion) {
  return guarded([&] {
    need("solver, position, quaternion", solver, position, quaternion);
    ik::Isometry goal = ik::Isometry::Identity();
    goal.translation() = vector_of(position);
    goal.linear() = rotation_of(quaternion);
    solver->solver.set_goal(effector, goal);
  });
}

iklab_status iklab_solver_set_pole(iklab_solver* solver, int effector, const double* pole) {
  return guarded([&] {
    need("solver, pole", solver, pole);
    solver->solver.set_pole(effector, vector_of(pole));
  });
}

iklab_status iklab_solver_set_limits(iklab_solver* solver, int joint, double lower, double upper) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_limits(joint, lower, upper);
  });
}

iklab_status iklab_solver_set_joint_weight(iklab_solver* solver, int joint, double weight) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_joint_weight(joint, weight);
  });
}

iklab_status iklab_solver_set_rest(iklab_solver* solver, int joint, double rest) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_rest(joint, rest);
  });
}

iklab_status iklab_solver_set_frozen(iklab_solver* solver, int joint, int frozen) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_frozen(joint, frozen != 0);
  });
}

iklab_status iklab_solver_set_time_step(iklab_solver* solver, double seconds) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_time_step(seconds);
  });
}

iklab_status iklab_solver_set_motion_limits(iklab_solver* solver, int joint, double velocity,
                                            double acceleration) {
  return guarded([&] {
    need("solver", solver);
    solver->solver.set_motion_limits(joint, velocity, acceleration);
  });
}

iklab_status iklab_solver_velocity(const iklab_solver* solver, double* velocity) {
  return guarded([&] {
    need("solver, velocity", solver, velocity);
    const ik::VectorX& now = solver->solver.velocity();
    std::copy(now.begin(), now.end(), velocity);
  });
}

iklab_status iklab_solver_set_theta(iklab_solver* solver, const double* theta) {
  return guarded([&] {
    need("solver, theta", solver, theta);
    solver->solver.set_theta(Eigen::Map<const ik::VectorX>(theta, solver->solver.theta().size()));
  });
}

iklab_status iklab_solver_theta(const iklab_solver* solver, double* theta) {
  return guarded([&] {
    need("solver, theta", solver, theta);
    const ik::VectorX& now = solver->solver.theta();
    std::copy(now.data(), now.data() + now.size(), theta);
  });
}

iklab_status iklab_solver_step(iklab_solver* solver, iklab_report* report) {
  return guarded([&] {
    need("solver", solver);
    write_report(solver->solver.step(), report);
  });
}

iklab_status iklab_solver_solve(iklab_solver* solver, const iklab_stop* stop,
                                iklab_report* report) {
  return guarded([&] {
    need("solver", solver);
    write_report(solver->solver.solve(stop_of(stop)), report);
  });
}

iklab_status iklab_solver_solutions(iklab_solver* solver, const iklab_stop* stop, int most,
                                    double* theta, int* count, int* complete, int* bound) {
  return guarded([&] {
    need("solver, theta, count", solver, theta, count);
    const ik::Solutions found = solver->solver.solutions(most, stop_of(stop));
    for (const ik::VectorX& solution : found.theta) {
      theta = std::copy(solution.data(), solution.data() + solution.size(), theta);
    }
    *count = static_cast<int>(found.theta.size());
    if (complete != nullptr) *complete = found.proven ? 1 : 0;
    if (bound != nullptr) *bound = found.bound;
  });
}

iklab_status iklab_solver_effector_frame(const iklab_solver* solver, int effector, double* frame) {
  return guarded([&] {
    need("solver, frame", solver, frame);
    write_frame(solver->solver.frame(effector), frame);
  });
}

iklab_status iklab_solver_joint_frame(const iklab_solver* solver, int joint, double* frame) {
  return guarded([&] {
    need("solver, frame", solver, frame);
    write_frame(solver->solver.joint_frame(joint), frame);
  });
}

iklab_status iklab_solver_joint_frames(const iklab_solver* solver, double* frames) {
  return guarded([&] {
    need("solver, frames", solver, frames);
    for (int j = 0; j < solver->solver.multibody().joint_count(); ++j) {
      write_frame(solver->solver.joint_frame(j), frames + 16 * j);
    }
  });
}

iklab_status iklab_solver_jacobian(iklab_solver* solver, int* rows, double* jacobian) {
  return guarded([&] {
    need("solver, rows", solver, rows);
    *rows = solver->solver.multibody().row_count();
    if (jacobian == nullptr) return;
    ik::Solver probe = solver->solver;  // J is of the last step
    probe.step();
    const ik::MatrixX& J = probe.jacobian();
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<Rows>(jacobian, J.rows(), J.cols()) = J;
  });
}

// --- families of poses ---

iklab_status iklab_families_new(iklab_solver* solver, const iklab_stop* stop, int most,
                                iklab_families** families) {
  return guarded([&] {
    need("solver, families", solver, families);
    *families = new iklab_families{solver->solver.solutions(most, stop_of(stop)).families};
  });
}

void iklab_families_free(iklab_families* families) { delete families; }

int iklab_families_count(const iklab_families* families) {
  return static_cast<int>(families->families.size());
}

iklab_status iklab_families_get(const iklab_families* families, int family, double* here,
                                double* period) {
  return guarded([&] {
    need("families, here, period", families, here, period);
    const ik::Family& own = family_of(families, family);
    *here = own.here;
    *period = own.period;
  });
}

iklab_status iklab_families_arcs(const iklab_families* families, int family, int most, double* arcs,
                                 int* count) {
  return guarded([&] {
    need("families, count", families, count);
    const std::vector<ik::Family::Arc>& own = family_of(families, family).arcs;
    *count = static_cast<int>(own.size());
    for (int i = 0; arcs != nullptr && i < std::min(most, *count); ++i) {
      *arcs++ = own[static_cast<std::size_t>(i)].from;
      *arcs++ = own[static_cast<std::size_t>(i)].to;
    }
  });
}

iklab_status iklab_families_pose(const iklab_families* families, int family, double parameter,
                                 double* theta) {
  return guarded([&] {
    need("families, theta", families, theta);
    const ik::Family& own = family_of(families, family);
    const bool within = std::ranges::any_of(own.arcs, [parameter](const ik::Family::Arc& arc) {
      return parameter >= arc.from && parameter <= arc.to;
    });
    if (!within) throw std::invalid_argument("parameter: it is in none of the family's arcs");
    const ik::VectorX pose = own.pose(parameter);
    std::copy(pose.data(), pose.data() + pose.size(), theta);
  });
}

// --- paths ---

iklab_status iklab_path_follow(const iklab_scene* scene, int waypoints, const double* positions,
                               const double* quaternions, const double* times,
                               const iklab_follow* follow, iklab_followed** followed) {
  return guarded([&] {
    need("scene, positions, followed", scene, positions, followed);
    if (waypoints < 1) throw std::invalid_argument("waypoints: expected at least 1");
    const ik::Multibody body = lab::moving_body(*scene->scene.data());
    std::vector<ik::Waypoint> path(static_cast<std::size_t>(waypoints));
    for (int i = 0; i < waypoints; ++i) {
      ik::Waypoint& one = path[static_cast<std::size_t>(i)];
      one.time = times != nullptr ? times[i] : i;
      for (int e = 0; e < body.effector_count(); ++e) {
        const int at = i * body.effector_count() + e;
        one.targets.push_back(vector_of(positions + 3 * at));
        if (body.effector(e).aim == ik::AimKind::kNone) continue;
        need("quaternions", quaternions);
        const Eigen::Matrix3d turn = rotation_of(quaternions + 4 * at);
        one.aims.push_back({turn * body.effector(e).pointer, turn});
      }
    }
    ik::FollowOptions options = follow_of(follow, body.joint_count());
    options.obstacles = scene->scene.obstacles();
    options.keeps_limits = scene->scene.data()->settings.limits != ik::LimitRule::kIgnore;
    *followed = new iklab_followed{ik::follow(body, path, options)};
  });
}

void iklab_followed_free(iklab_followed* followed) { delete followed; }

iklab_status iklab_followed_way(const iklab_followed* followed, iklab_way* way) {
  return guarded([&] {
    need("followed, way", followed, way);
    const ik::Followed& own = followed->followed;
    iklab_way full{.size = sizeof full,
                   .poses = static_cast<int>(own.poses.size()),
                   .reconfigurations = own.reconfigurations,
                   .passages = own.passages,
                   .least = own.least ? 1 : 0,
                   .breaks_at = own.breaks_at,
                   .verdict = static_cast<int>(own.verdict),
                   .travel = own.travel,
                   .max_step = own.max_step};
    hand_over(full, way);
  });
}

iklab_status iklab_followed_poses(const iklab_followed* followed, double* theta, int* branches) {
  return guarded([&] {
    need("followed, theta", followed, theta);
    for (const ik::FollowedPose& pose : followed->followed.poses) {
      theta = std::copy(pose.theta.data(), pose.theta.data() + pose.theta.size(), theta);
      if (branches != nullptr) *branches++ = pose.branch;
    }
  });
}

// --- many copies of one body ---

iklab_status iklab_batch_new(const iklab_scene* scene, int count, const char* method,
                             iklab_batch** batch) {
  return guarded([&] {
    need("scene, method, batch", scene, method, batch);
    *batch = new iklab_batch{ik::BatchSolver(scene->scene.multibody(), count, method)};
  });
}

void iklab_batch_free(iklab_batch* batch) { delete batch; }

int iklab_batch_count(const iklab_batch* batch) { return batch->batch.count(); }

iklab_status iklab_batch_set(iklab_batch* batch, const char* name, double value) {
  return guarded([&] {
    need("batch, name", batch, name);
    batch->batch.set(name, value);
  });
}

iklab_status iklab_batch_set_targets(iklab_batch* batch, int effector, const double* positions) {
  return guarded([&] {
    need("batch, positions", batch, positions);
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_target(body, effector, vector_of(positions + 3 * body));
    }
  });
}

iklab_status iklab_batch_set_orientations(iklab_batch* batch, int effector,
                                          const double* quaternions) {
  return guarded([&] {
    need("batch, quaternions", batch, quaternions);
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_orientation(body, effector, rotation_of(quaternions + 4 * body));
    }
  });
}

iklab_status iklab_batch_set_directions(iklab_batch* batch, int effector,
                                        const double* directions) {
  return guarded([&] {
    need("batch, directions", batch, directions);
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_direction(body, effector, vector_of(directions + 3 * body));
    }
  });
}

iklab_status iklab_batch_set_weights(iklab_batch* batch, int effector, const double* weights) {
  return guarded([&] {
    need("batch, weights", batch, weights);
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_weight(body, effector, weights[2 * body], weights[2 * body + 1]);
    }
  });
}

iklab_status iklab_batch_set_poles(iklab_batch* batch, int effector, const double* poles) {
  return guarded([&] {
    need("batch, poles", batch, poles);
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_pole(body, effector, vector_of(poles + 3 * body));
    }
  });
}

iklab_status iklab_batch_keep_frames(iklab_batch* batch) {
  return guarded([&] {
    need("batch", batch);
    batch->batch.keep_frames();
  });
}

iklab_status iklab_batch_joint_frames(const iklab_batch* batch, int body, float* frames) {
  return guarded([&] {
    need("batch, frames", batch, frames);
    const auto n = static_cast<std::size_t>(batch->batch.multibody().joint_count());
    batch->batch.copy_frames(body, {frames, 16 * n});
  });
}

iklab_status iklab_batch_set_theta(iklab_batch* batch, const double* theta) {
  return guarded([&] {
    need("batch, theta", batch, theta);
    const int n = batch->batch.multibody().joint_count();
    for (int body = 0; body < batch->batch.count(); ++body) {
      batch->batch.set_theta(body, Eigen::Map<const ik::VectorX>(theta, n));
      theta += n;
    }
  });
}

iklab_status iklab_batch_step(iklab_batch* batch) {
  return guarded([&] {
    need("batch", batch);
    batch->batch.step();
  });
}

iklab_status iklab_batch_solve(iklab_batch* batch, const iklab_stop* stop) {
  return guarded([&] {
    need("batch", batch);
    ik::Stop wanted = stop_of(stop);
    wanted.give_up = {};
    batch->batch.solve(wanted);
  });
}

iklab_status iklab_batch_theta(const iklab_batch* batch, double* theta) {
  return guarded([&] {
    need("batch, theta", batch, theta);
    const int n = batch->batch.multibody().joint_count();
    for (int body = 0; body < batch->batch.count(); ++body) {
      for (int j = 0; j < n; ++j) *theta++ = batch->batch.theta(body, j);
    }
  });
}

iklab_status iklab_batch_report(const iklab_batch* batch, int body, iklab_report* report) {
  return guarded([&] {
    need("batch, report", batch, report);
    write_report(batch->batch.report(body), report);
  });
}

// --- experiments ---

iklab_status iklab_experiment_new(const iklab_scene* scene, const char* method,
                                  iklab_experiment** experiment) {
  return guarded([&] {
    need("scene, method, experiment", scene, method, experiment);
    *experiment = new iklab_experiment{scene->scene, lab::TrackingExperiment(scene->scene, method)};
  });
}

void iklab_experiment_free(iklab_experiment* experiment) { delete experiment; }

iklab_status iklab_experiment_set(iklab_experiment* experiment, const char* name, double value) {
  return guarded([&] {
    need("experiment, name", experiment, name);
    experiment->experiment.set(name, value);
  });
}

iklab_status iklab_experiment_step(iklab_experiment* experiment) {
  return guarded([&] {
    need("experiment", experiment);
    experiment->experiment.step();
  });
}

iklab_status iklab_experiment_run(iklab_experiment* experiment, long long steps, long long warmup,
                                  iklab_summary* summary) {
  return guarded([&] {
    need("experiment", experiment);
    if (steps < 1 || warmup < 0)
      throw std::invalid_argument("steps must be above 0, warmup not below");
    const lab::Summary measured =
        experiment->experiment.run(static_cast<long>(steps), static_cast<long>(warmup));
    iklab_summary full{.size = sizeof full,
                       .mean_error = measured.mean_error,
                       .rms_error = measured.rms_error,
                       .max_error = measured.max_error,
                       .total_error = measured.total_error,
                       .mean_jitter_deg = measured.mean_jitter_deg,
                       .reversal_rate = measured.reversal_rate,
                       .max_step_deg = measured.max_step_deg,
                       .steps = measured.steps,
                       .warmup = measured.warmup};
    hand_over(full, summary);
  });
}

iklab_status iklab_experiment_reset(iklab_experiment* experiment) {
  return guarded([&] {
    need("experiment", experiment);
    experiment->experiment.reset();
  });
}

double iklab_experiment_time(const iklab_experiment* experiment) {
  return experiment->experiment.time();
}

iklab_status iklab_experiment_theta(const iklab_experiment* experiment, double* theta) {
  return guarded([&] {
    need("experiment, theta", experiment, theta);
    const ik::VectorX now = experiment->experiment.theta();
    std::copy(now.data(), now.data() + now.size(), theta);
  });
}

iklab_status iklab_experiment_effector(const iklab_experiment* experiment, int effector,
                                       double* position, double* target) {
  return guarded([&] {
    need("experiment", experiment);
    const int count = experiment->scene.multibody().effector_count();
    if (effector < 0 || effector >= count) {
      throw std::invalid_argument("effector " + std::to_string(effector) + ": the body has " +
                                  std::to_string(count));
    }
    const auto write = [](const Eigen::Vector3d& from, double* to) {
      if (to != nullptr) std::copy(from.data(), from.data() + 3, to);
    };
    write(experiment->experiment.position(effector), position);
    write(experiment->experiment.target(effector), target);
  });
}
