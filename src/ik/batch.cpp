#include "iklab/batch.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ik/batch/batch.h"
#include "ik/body/joint.h"
#include "ik/simd/check.h"
#include "ik/solve/lane_search.h"
#include "ik/solve/stop.h"
#include "ik/task/limits.h"

namespace ik {
namespace {

const MethodInfo& method_in_lanes(std::string_view name) {
  std::vector<const char*> known;
  for (const MethodInfo& info : methods()) {
    if (!has_simd_form(info)) continue;
    if (name == info.id) return info;
    known.push_back(info.id);
  }
  refuse_name("method in lanes", name, known, std::identity());
}

/// \throws std::invalid_argument if lanes cannot do what solve() is asked for
void require_lanes_can(const Stop& stop) {
  require_valid(stop);
  const char* const trouble = stop.choice != Choice::kFirst ? "looks for the first solution only"
                              : !stop.tolerances.empty()    ? "has no tolerances by axis"
                              : stop.give_up                ? "does not ask give_up"
                              : stop.restarts < 1           ? "needs restarts"
                                                            : nullptr;
  if (trouble != nullptr) throw std::invalid_argument(joined({"a batch ", trouble}));
}

}  // namespace

struct BatchSolver::State {
  State(Multibody multibody, int count, const MethodInfo& method)
      : batch(std::move(multibody), count, method), reports(static_cast<std::size_t>(count)) {
    method.create().visit([this](const Knob& info, KnobValue) { parameters.push_back(info.name); });
    // the rows of Batch::settings, then d_max
    parameters.insert(parameters.end(), {"angle-cap", "slide-cap", "d-max"});
    theta.resize(batch.multibody().joint_count());
  }

  int body(int number) const { return checked("body", number, batch.count()); }
  int effector(int number) const {
    return checked("effector", number, batch.multibody().effector_count());
  }
  int joint(int given) const {
    return batch.multibody().solver_index(checked("joint", given, batch.multibody().joint_count()));
  }
  /// The index of an effector's aim.
  int aim(int effector, AimKind kind) const {
    return static_cast<int>(aim_index(batch.multibody(), effector, kind));
  }
  void require_frames() const {
    if (!batch.keeps_frames())
      throw std::invalid_argument("a batch keeps frames after keep_frames()");
  }
  /// The index of a parameter.
  int parameter(std::string_view name) const {
    const auto at = std::find(parameters.begin(), parameters.end(), name);
    if (at != parameters.end()) return static_cast<int>(at - parameters.begin());
    refuse_name("parameter", name, parameters, std::identity());
  }
  /// False if there are no blocks [first, last).
  bool has_work(int first, int last, int thread) const {
    checked("thread", thread, static_cast<int>(scratch.size()));
    if (first >= last) return false;
    checked("block", first, batch.blocks());
    checked("block", last - 1, batch.blocks());
    return true;
  }
  void set(int body, int parameter, double value) {
    if (parameter < batch.settings().rows()) {
      batch.settings()(parameter, body) = value;
    } else {
      for (int i = 0; i < batch.d_max().rows(); ++i) batch.d_max()(i, body) = value;
    }
  }

  Batch batch;
  std::vector<const char*> parameters;
  std::vector<Batch::Scratch> scratch;                // one per thread
  std::vector<std::unique_ptr<LaneSearch>> searches;  // one per thread that has solved
  std::vector<Report> reports;
  VectorX theta;  // scratch for set_theta
};

BatchSolver::BatchSolver(Multibody multibody, int count, std::string_view method, int threads) {
  require(threads > 0, "a batch needs a thread");
  state_ = std::make_unique<State>(std::move(multibody), count, method_in_lanes(method));
  Batch& batch = state_->batch;
  for (int i = 0; i < threads; ++i) state_->scratch.emplace_back(batch);
  state_->searches.resize(static_cast<std::size_t>(threads));
  batch.place(0, batch.blocks(), state_->scratch.front());
}
BatchSolver::BatchSolver(BatchSolver&& other) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&& other) noexcept = default;
BatchSolver::~BatchSolver() = default;

const Multibody& BatchSolver::multibody() const { return state_->batch.multibody(); }
int BatchSolver::count() const { return state_->batch.count(); }
int BatchSolver::blocks() const { return state_->batch.blocks(); }

void BatchSolver::set_target(int body, int effector, const Eigen::Vector3d& target) {
  const int row = 3 * state_->effector(effector), at = state_->body(body);
  const auto rows = state_->batch.targets();
  for (int c = 0; c < 3; ++c) rows(row + c, at) = target[c];
}

Eigen::Vector3d BatchSolver::target(int body, int effector) const {
  const int row = 3 * state_->effector(effector), at = state_->body(body);
  const auto rows = std::as_const(state_->batch).targets();
  return {rows(row, at), rows(row + 1, at), rows(row + 2, at)};
}

void BatchSolver::set_direction(int body, int effector, const Eigen::Vector3d& direction) {
  const int a = state_->aim(effector, AimKind::kDirection);
  Aim aim;
  aim.direction = direction;
  state_->batch.want_aim(a, state_->body(body), aim);
}

void BatchSolver::set_orientation(int body, int effector, const Eigen::Matrix3d& orientation) {
  const int a = state_->aim(effector, AimKind::kOrientation);
  Aim aim;
  aim.orientation = orientation;
  state_->batch.want_aim(a, state_->body(body), aim);
}

void BatchSolver::set_goal(int body, int effector, const Isometry& world_from_effector) {
  set_target(body, effector, world_from_effector.translation());
  const Effector& one = multibody().effector(effector);
  if (one.aim == AimKind::kOrientation) {
    set_orientation(body, effector, world_from_effector.linear());
  } else if (one.aim == AimKind::kDirection) {
    set_direction(body, effector, world_from_effector.linear() * one.pointer);
  }
}

void BatchSolver::set_weight(int body, int effector, double position, double aim) {
  state_->body(body);
  state_->effector(effector);
  const auto valid = [](double weight) { return weight >= 0.0 && weight < kUnlimited; };
  if (!valid(position) || !valid(aim)) {
    throw std::invalid_argument(titled("effector", multibody().effector(effector).name, effector) +
                                ": its weights must be finite and not negative");
  }
  for (int g = 0; g < multibody().goal_count(); ++g) {
    if (multibody().effector_of(g) != effector) continue;
    state_->batch.set_weight(g, body, g < multibody().effector_count() ? position : aim);
  }
}

void BatchSolver::set_pole(int body, int effector, const Eigen::Vector3d& pole) {
  state_->body(body);
  state_->effector(effector);
  const Eigen::Vector3d unit = unit_pole(pole);
  Batch& batch = state_->batch;
  for (std::size_t i = 0; i < batch.limbs().size(); ++i) {
    if (batch.limbs()[i].effector != effector) continue;
    batch.set_pole(static_cast<int>(i), body, unit);
    return;
  }
  throw std::invalid_argument(titled("effector", multibody().effector(effector).name, effector) +
                              " is not at the end of a limb with a ball joint that may move");
}

void BatchSolver::set(std::string_view name, double value) {
  const int parameter = state_->parameter(name);
  for (int body = 0; body < count(); ++body) state_->set(body, parameter, value);
}

void BatchSolver::set(int body, std::string_view name, double value) {
  state_->set(state_->body(body), state_->parameter(name), value);
}

void BatchSolver::step() { step(0, blocks(), 0); }

void BatchSolver::step(int first, int last, int thread) {
  if (!state_->has_work(first, last, thread)) return;
  state_->batch.step(first, last, state_->scratch[static_cast<std::size_t>(thread)]);
}

void BatchSolver::solve(const Stop& stop) { solve(0, blocks(), 0, stop); }

void BatchSolver::solve(int first, int last, int thread, const Stop& stop) {
  require_lanes_can(stop);
  if (!state_->has_work(first, last, thread)) return;
  const auto at = static_cast<std::size_t>(thread);
  std::unique_ptr<LaneSearch>& search = state_->searches[at];
  if (search == nullptr) search = std::make_unique<LaneSearch>(state_->batch);
  constexpr int kWidth = Batch::kWidth;
  const int from = first * kWidth, to = std::min(count(), last * kWidth);
  const std::span<Report> reports(state_->reports);
  search->run(from, to, stop,
              reports.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
  state_->batch.place(first, last, state_->scratch[at]);
}

const Report& BatchSolver::report(int body) const {
  return state_->reports[static_cast<std::size_t>(state_->body(body))];
}

double BatchSolver::theta(int body, int joint) const {
  return state_->batch.theta()(state_->joint(joint), state_->body(body));
}

int BatchSolver::set_theta(int body, const Eigen::Ref<const VectorX>& theta) {
  require_size(theta.size(), multibody());
  VectorX& own = state_->theta;
  for (int j = 0; j < multibody().joint_count(); ++j) own[j] = theta[multibody().given_index(j)];
  const int moved = put_within_limits(multibody(), own);
  const auto n = static_cast<std::size_t>(own.size());
  state_->batch.set_theta(state_->body(body), {own.data(), n});
  const int block = body / Batch::kWidth;
  state_->batch.place(block, block + 1, state_->scratch.front());
  return moved;
}

Eigen::Vector3d BatchSolver::position(int body, int effector) const {
  const int row = 3 * state_->effector(effector), at = state_->body(body);
  const auto rows = state_->batch.effectors();
  return {rows(row, at), rows(row + 1, at), rows(row + 2, at)};
}

Eigen::Vector3d BatchSolver::joint_position(int body, int joint) const {
  const int row = 3 * state_->joint(joint), at = state_->body(body);
  const auto rows = state_->batch.origins();
  return {rows(row, at), rows(row + 1, at), rows(row + 2, at)};
}

void BatchSolver::keep_frames() {
  Batch& batch = state_->batch;
  batch.keep_frames();
  batch.place(0, batch.blocks(), state_->scratch.front());
}

Isometry BatchSolver::joint_frame(int body, int joint) const {
  const int row = 12 * state_->joint(joint), at = state_->body(body);
  state_->require_frames();
  const auto rows = state_->batch.world();
  Isometry frame = Isometry::Identity();
  for (int c = 0; c < 12; ++c) frame.matrix()(c % 3, c / 3) = rows(row + c, at);
  return frame;
}

void BatchSolver::copy_frames(int body, std::span<float> to) const {
  const int at = state_->body(body), n = multibody().joint_count();
  state_->require_frames();
  if (std::ssize(to) != 16 * n) {
    throw std::invalid_argument(joined(
        {"frames of ", std::to_string(n), " joints are ", std::to_string(16 * n), " numbers"}));
  }
  const auto rows = state_->batch.world();
  for (int j = 0; j < n; ++j) {
    float* const frame = to.data() + std::ptrdiff_t{16} * multibody().given_index(j);
    for (int c = 0; c < 16; ++c) frame[c] = c == 15 ? 1.0F : 0.0F;
    for (int c = 0; c < 12; ++c)
      frame[c / 3 * 4 + c % 3] = static_cast<float>(rows(12 * j + c, at));
  }
}

double BatchSolver::error(int body) const {
  double most = 0.0;
  for (int i = 0; i < multibody().effector_count(); ++i) {
    if (state_->batch.weight(i, body) == 0.0) continue;
    const double error = length(target(body, i) - position(body, i));
    if (error > most || std::isnan(error)) most = error;  // NaN is kept to the end
  }
  return most;
}

double BatchSolver::aim_error(int body) const {
  state_->body(body);
  double most = 0.0;
  for (int a = 0; a < multibody().aim_count(); ++a) {
    const int g = multibody().effector_count() + a;
    if (state_->batch.weight(g, body) == 0.0) continue;
    const Effector& effector = multibody().goal_effector(g);
    const auto rows = state_->batch.aimed();
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
    const bool turns = effector.aim == AimKind::kOrientation;
    for (int c = 0; c < (turns ? 9 : 3); ++c) axes.data()[c] = rows(9 * a + c, body);
    // a pointer stands in the first column
    const Eigen::Vector3d pointer = turns ? effector.pointer : Eigen::Vector3d::UnitX();
    const double angle = aim_angle(effector.aim, axes, pointer, state_->batch.wanted_aim(a, body));
    if (angle > most || std::isnan(angle)) most = angle;
  }
  return most;
}

Outcome BatchSolver::outcome(int body) const { return state_->batch.outcome(state_->body(body)); }

}  // namespace ik
