#include "app/crowd/runner.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "io/files/text.h"
#include "work/platform.h"

namespace app {
namespace {

constexpr int kPart = 4;            ///< blocks that a thread takes at a time
constexpr double kPortionNs = 2e6;  ///< the work of a portion without threads
constexpr double kKeep = 0.97;      ///< factor of both step counts per frame
constexpr double kSliceS = 0.006;   ///< time for the crowd in a frame without threads
constexpr long kLongestRun = 100;   ///< most session steps in a frame; more are a jump

int parts_of(const lab::Crowd& crowd) { return (crowd.blocks() + kPart - 1) / kPart; }

}  // namespace

bool CrowdRunner::Order::same_layout(const Order& other) const {
  return wish.kind == other.wish.kind && wish.count == other.wish.count &&
         wish.spacing == other.wish.spacing && scene == other.scene;
}

CrowdRunner::CrowdRunner(lab::SceneSource load, work::Pool& pool)
    : load_(std::move(load)), pool_(pool), crew_(std::max(1, pool.threads() - 1)) {}

CrowdRunner::~CrowdRunner() {
  const std::lock_guard lock(mutex_);
  task_ = {};
  // under the lock: the job clears stale_ when it takes a task
  stale_ = true;
}

void CrowdRunner::follow(const std::optional<ui::CrowdWish>& wish, const lab::Setup& setup,
                         const Moment& moment) {
  const long before = std::exchange(last_step_, moment.step);
  if (!wish && !order_) return;
  std::optional<Order> order;
  if (wish) order = Order{*wish, setup.scene, setup.targets, setup.front_lane()};
  const bool changed = order != order_;
  const bool other_layout = !order || !order_ || !order->same_layout(*order_);
  const bool restart = before > 0 && moment.step == 0;
  const long ahead = std::clamp(moment.step - std::max(before, 0L), 0L, kLongestRun);
  const int steps = static_cast<int>(std::min(ahead, static_cast<long>(kMaxSteps)));
  asked_steps_ = kKeep * asked_steps_ + static_cast<double>(ahead);
  made_steps_ *= kKeep;
  if (!order) front_ = {};
  order_ = std::move(order);
  bool begin = false;
  {
    const std::lock_guard lock(mutex_);
    if (changed) {
      task_.order = order_;
      task_.off |= !order_;  // a later order then builds a new crowd
      if (other_layout) stale_ = true;
    }
    task_.restart |= restart;
    task_.frozen = moment.frozen;
    task_.target_time = moment.target_time;
    // further steps are dropped: the crowd runs slower
    task_.steps = restart ? 0 : std::min(task_.steps + steps, kMaxSteps);
    shown_trouble_ = trouble_;
    begin = task_.due() && !working_;
    working_ |= begin;
  }
  if (begin) job_ = pool_.start([this] { return work() ? 0.0 : 1.0; });
  // without threads, a small crowd keeps step with the run
  pool_.work_for(kSliceS);
}

const CrowdFrame* CrowdRunner::frame() {
  if (!order_) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (fresh_) {
      std::swap(front_, ready_);
      fresh_ = false;
      made_steps_ += front_.steps;
    }
  }
  return front_.field ? &front_ : nullptr;
}

ui::CrowdShown CrowdRunner::shown() const {
  ui::CrowdShown result;
  result.wanted = order_.has_value();
  if (!order_) return result;
  result.threads = crew_;
  result.method = lab::crowd_rule(order_->lane, order_->wish.method).method;
  result.stands_in = order_->wish.method == nullptr && result.method != order_->lane.method;
  if (asked_steps_ > 1.0) result.speed = std::min(1.0, made_steps_ / asked_steps_);
  if (!shown_trouble_.empty()) result.trouble = &shown_trouble_;
  if (!front_.field) return result;
  result.bodies = front_.field->count();
  result.mean_error = front_.mean_error;
  result.tone = front_.tone;
  result.error_scale = lab::error_scale(front_.most_error);
  result.steps = front_.steps;
  if (front_.steps > 0) result.solve_s = front_.solve_s / front_.steps;
  return result;
}

/// Does a portion: without threads a few parts, else a whole task. \returns false if there is no
/// more
bool CrowdRunner::work() {
  try {
    if (!progress_ && !take_task()) return false;
    const double end = work::nanoseconds() + kPortionNs;
    while (progress_ && (pool_.threads() > 0 || work::nanoseconds() < end)) {
      advance();
      if (stale_) progress_.reset();  // outdated before it was finished
    }
  } catch (const std::exception& problem) {
    run_ = {};
    progress_.reset();
    const std::lock_guard lock(mutex_);
    trouble_ = io::reason_of(problem);
  }
  return true;
}

/// Begins the next task. \returns false if there is none
bool CrowdRunner::take_task() {
  Task task;
  {
    const std::lock_guard lock(mutex_);
    working_ = task_.due();
    if (!working_) return false;
    task = std::exchange(task_, {});
    stale_ = false;
  }
  do_task(task);
  return true;
}

void CrowdRunner::do_task(Task& task) {
  if (task.off) {
    run_ = {};
    next_ = {};
    const std::lock_guard lock(mutex_);
    ready_ = {};
    fresh_ = false;
    trouble_.clear();
  }
  if (task.order) take_order(std::move(*task.order), task.target_time);
  if (run_.crowds.empty()) return;
  if (task.restart) {
    for (auto& crowd : run_.crowds) crowd->restart();
    run_.time = task.target_time;
  }
  begin_steps(task.steps, task.frozen);
}

void CrowdRunner::take_order(Order order, double time) {
  if (run_.crowds.empty() || !run_.order.same_layout(order)) {
    build(order, time);
  } else {
    const lab::BatchRule rule = lab::crowd_rule(order.lane, order.wish.method);
    if (!(rule == run_.crowds.front()->rule())) {
      for (auto& crowd : run_.crowds) crowd->set_rule(rule);
      renew_scratch(run_);
    }
    if (order.wish.kind == ui::CrowdKind::kScene && order.targets != run_.order.targets) {
      std::vector<lab::TargetCurve> curves;
      for (const lab::TargetSetup& target : order.targets) curves.push_back(target.curve);
      run_.crowds.front()->set_curves(std::move(curves));
    }
  }
  run_.order = std::move(order);
}

std::vector<std::shared_ptr<const lab::Scene>> CrowdRunner::scenes_of(const Order& order) {
  const auto built_in = [this](const char* id) {
    std::shared_ptr<const lab::Scene>& scene = scenes_[id];
    if (!scene) scene = std::make_shared<const lab::Scene>(load_(id));
    return scene;
  };
  const ui::CrowdKind kind = order.wish.kind;
  if (kind == ui::CrowdKind::kY) return {built_in("y")};
  if (kind == ui::CrowdKind::kDoubleY) return {built_in("double-y")};
  if (kind == ui::CrowdKind::kBoth) return {built_in("y"), built_in("double-y")};
  return {order.scene};
}

void CrowdRunner::build(const Order& order, double time) {
  Run next;
  // a crowd that grows or shrinks continues
  next.time = run_.crowds.empty() || run_.order.scene != order.scene ? time : run_.time;
  auto field = std::make_shared<CrowdField>(
      make_field(scenes_of(order), measure(*order.scene), order.wish.count, order.wish.spacing));
  for (std::size_t i = 0; i < field->kinds.size(); ++i) {
    const CrowdKindPlaces& kind = field->kinds[i];
    lab::Scene scene = *kind.scene;
    if (order.wish.kind == ui::CrowdKind::kScene) {
      for (std::size_t t = 0; t < scene.targets.size(); ++t) {
        scene.targets[t] = order.targets[t].curve;
      }
    }
    next.crowds.push_back(std::make_unique<lab::Crowd>(
        scene, kind.delays, lab::crowd_rule(order.lane, order.wish.method)));
    const bool known =
        run_.field && i < run_.field->kinds.size() && run_.field->kinds[i].scene == kind.scene;
    if (known) next.crowds.back()->take_poses(*run_.crowds[i]);
  }
  next.field = std::move(field);
  renew_scratch(next);
  run_ = std::move(next);
}

void CrowdRunner::renew_scratch(Run& run) {
  run.scratch.clear();
  for (const auto& crowd : run.crowds) {
    auto& scratch = run.scratch.emplace_back();
    for (int i = 0; i <= pool_.threads(); ++i) scratch.push_back(crowd->make_scratch());
  }
}

void CrowdRunner::begin_steps(int steps, bool frozen) {
  times_.clear();
  for (int i = 0; i < steps; ++i) {
    if (!frozen) run_.time += run_.order.lane.settings.time_step;
    times_.push_back(run_.time);
  }
  next_.points.resize(static_cast<std::size_t>(4 * run_.field->points));
  next_.reach.assign(run_.crowds.size(), 0.0);
  next_.solve_s = 0.0;
  next_.tone = run_.order.wish.tone;
  progress_ = Progress{.steps = steps};
  begin_kind();
}

void CrowdRunner::begin_kind() {
  lab::Crowd& crowd = *run_.crowds[progress_->kind];
  progress_->writes = false;
  progress_->part = 0;
  progress_->reach.assign(static_cast<std::size_t>(parts_of(crowd)), 0.0);
  progress_->errors.assign(static_cast<std::size_t>(parts_of(crowd)), {});
  if (progress_->steps > 0) {
    crowd.plan_steps(times_);
  } else {
    crowd.plan_place(run_.time);
  }
}

/// Makes the steps of some parts of the present kind, or writes their points: with threads of all,
/// else of one.
void CrowdRunner::advance() {
  Progress& progress = *progress_;
  lab::Crowd& crowd = *run_.crowds[progress.kind];
  const CrowdKindPlaces& kind = run_.field->kinds[progress.kind];
  const int first_part = progress.part;
  const int parts = pool_.threads() > 0 ? parts_of(crowd) : 1;
  const auto range = [&](int part) {
    const int first = (first_part + part) * kPart;
    return std::pair(first, std::min(first + kPart, crowd.blocks()));
  };
  const double start = work::nanoseconds();
  if (!progress.writes) {
    const auto step = [&](int part, int worker) {
      if (stale_) return;
      const auto [first, last] = range(part);
      crowd.advance(first, last, run_.scratch[progress.kind][static_cast<std::size_t>(worker)]);
    };
    pool_.divide(parts, step, crew_);
    next_.solve_s += 1e-9 * (work::nanoseconds() - start);
  } else {
    const Eigen::Vector3d foot = kind.scene->multibody.joint(0).parent_from_joint.translation();
    const std::span<float> points =
        std::span(next_.points).subspan(static_cast<std::size_t>(4 * kind.first));
    const auto write = [&](int part, int) {
      if (stale_) return;
      const auto [first, last] = range(part);
      const auto place = static_cast<std::size_t>(first_part + part);
      crowd.write_points(first, last, points);
      crowd.write_tones(next_.tone, first, last, points);
      progress.reach[place] = crowd.reach_from(first, last, foot);
      progress.errors[place] = crowd.errors(first, last);
    };
    pool_.divide(parts, write, crew_);
  }
  progress.part += parts;
  if (stale_ || progress.part < parts_of(crowd)) return;
  if (!std::exchange(progress.writes, true)) {
    progress.part = 0;
  } else {
    end_kind();
  }
}

/// Goes to the next kind, or hands over the frame.
void CrowdRunner::end_kind() {
  Progress& progress = *progress_;
  const lab::Crowd& crowd = *run_.crowds[progress.kind];
  next_.reach[progress.kind] = *std::ranges::max_element(progress.reach);
  // in the order of the parts: the sum does not depend on the threads
  for (const lab::CrowdErrors& part : progress.errors) {
    progress.all.sum += part.sum;
    progress.all.most = std::max(progress.all.most, part.most);
  }
  progress.goals += static_cast<double>(crowd.count() * crowd.multibody().effector_count());
  if (++progress.kind < run_.crowds.size()) return begin_kind();
  hand_over();
  progress_.reset();
}

void CrowdRunner::hand_over() {
  next_.mean_error = progress_->all.sum / progress_->goals;
  next_.most_error = progress_->all.most;
  next_.field = run_.field;
  next_.method = run_.crowds.front()->rule().method;
  next_.steps = progress_->steps;
  const std::lock_guard lock(mutex_);
  trouble_.clear();
  next_.number = ++finished_;
  if (fresh_) next_.steps += ready_.steps, next_.solve_s += ready_.solve_s;  // it was never drawn
  std::swap(next_, ready_);
  fresh_ = true;
}

}  // namespace app
