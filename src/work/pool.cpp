#include "work/pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <system_error>

#include "work/platform.h"

namespace work {
namespace {

constexpr double kTurn = 1e7;  // time slice of a thread on one job while another job waits, ns

}  // namespace

struct Pool::State {
  /// A worker's state in this job: its unfinished part.
  struct Place {
    Part part;
    bool begun = false;
    int finished = 0;                // finished parts
    std::atomic<double> done = 0.0;  // finished parts plus the share of the current part
  };

  State(int count, Begin how, Priority order, int most_workers, int numbers)
      : parts(count),
        begin(std::move(how)),
        priority(order),
        most(most_workers),
        places(static_cast<std::size_t>(numbers)) {}

  Place& place(int number) { return places[static_cast<std::size_t>(number)]; }
  /// True if the worker has an unfinished part of this job.
  bool has_part_of(int number) { return !stopped && place(number).begun; }
  bool has_new_parts() const { return !stopped && next < parts; }
  /// True if this job has work for the worker. \pre the pool's mutex is held
  bool open_to(int number) { return has_part_of(number) || (has_new_parts() && busy < most); }
  /// \pre the pool's mutex is held
  bool over() const {
    if (busy > 0) return false;
    return stopped || (next >= parts && std::ranges::none_of(places, &Place::begun));
  }

  /// Does one portion. \returns false if no work is left for the worker
  bool portion(int number) {
    if (stopped) return false;
    Place& here = place(number);
    if (!here.begun) {
      const int part = next++;
      if (part >= parts) return false;
      here.part = begin(part, number);
      here.begun = true;
    }
    double share = here.part ? here.part() : 1.0;
    if (!(share < 1.0)) {
      here.part = {};
      here.begun = false;
      ++here.finished;
      share = 0.0;
    }
    here.done = here.finished + share;
    return true;
  }

  const int parts;
  Begin begin;
  Priority priority;
  const int most;             // maximum number of workers at the same time
  std::vector<Place> places;  // indexed by worker number
  std::atomic<int> next = 0;
  std::atomic<bool> stopped = false;

  // guarded by the pool's mutex
  int busy = 0;     // current number of workers
  long turned = 0;  // value of the pool's turns_ when a worker last left
  std::exception_ptr trouble;
};

Pool::Pool(int threads) : most_(threads_available() ? std::max(0, threads) : 0) {}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    for (const auto& job : queue_) job->stopped = true;
  }
  awake_.notify_all();
  for (auto& threads : threads_) {
    for (std::thread& thread : threads) thread.join();
  }
}

/// Starts the threads for a job. \pre the mutex is held
void Pool::start_threads(State& job) {
  auto& threads = threads_[static_cast<std::size_t>(job.priority)];
  try {
    while (static_cast<int>(threads.size()) < most_) {
      const int number = static_cast<int>(threads.size());
      threads.emplace_back([this, number, priority = job.priority] { work(number, priority); });
    }
  } catch (const std::system_error&) {
    // the threads that exist do all the work
    if (!threads.empty()) return;
    const auto other = job.priority == Priority::kUsual ? Priority::kBackground : Priority::kUsual;
    if (threads_[static_cast<std::size_t>(other)].empty()) {
      most_ = 0;
    } else {
      job.priority = other;
    }
  }
}

std::shared_ptr<Pool::State> Pool::enqueue(std::shared_ptr<State> job) {
  const std::lock_guard lock(mutex_);
  start_threads(*job);
  queue_.push_back(job);
  awake_.notify_all();
  return job;
}

Job Pool::start(int parts, Begin begin, Priority priority) {
  return {*this, enqueue(std::make_shared<State>(parts, std::move(begin), priority, kAllWorkers,
                                                 most_ + 1))};
}

Job Pool::start(Part part, Priority priority) {
  return start(
      1, [part = std::move(part)](int, int) { return part; }, priority);
}

void Pool::divide(int parts, const std::function<void(int part, int worker)>& part, int workers) {
  const Begin begin = [&part](int number, int worker) {
    part(number, worker);
    return Part();
  };
  const int here = most_;  // the caller's worker number; threads have 0 to most_ - 1
  const auto job = std::make_shared<State>(parts, begin, Priority::kUsual, workers, here + 1);
  job->busy = 1;
  enqueue(job);
  while (safe_portion(*job, here)) {
  }
  std::unique_lock lock(mutex_);
  leave(job);
  done_.wait(lock, [&job] { return job->over(); });
  if (job->trouble) std::rethrow_exception(job->trouble);
}

/// Does one portion of a job; an exception ends the job.
bool Pool::safe_portion(State& job, int number) {
  try {
    return job.portion(number);
  } catch (...) {
    job.stopped = true;
    const std::lock_guard lock(mutex_);
    if (!job.trouble) job.trouble = std::current_exception();
    return false;
  }
}

/// The next job for a worker: among the open jobs one with the fewest workers; if several, the one
/// that has waited longest. Null if there is none. \pre the mutex is held
std::shared_ptr<Pool::State> Pool::next_job(int number, Priority priority) const {
  std::shared_ptr<State> best;
  for (const auto& job : queue_) {
    if ((most_ > 0 && job->priority != priority) || !job->open_to(number)) continue;
    if (!best || std::pair(job->busy, job->turned) < std::pair(best->busy, best->turned)) {
      best = job;
    }
  }
  return best;
}

/// True if a worker should leave its job for another one. \pre the mutex is held
bool Pool::another_waits(const State& job, int number) const {
  const bool all_work = asleep_[static_cast<std::size_t>(job.priority)] == 0;
  return std::ranges::any_of(queue_, [&](const auto& other) {
    if (other->priority != job.priority || other->busy >= job.busy) return false;
    return other->has_part_of(number) || (all_work && other->open_to(number));
  });
}

/// \pre the mutex is held
void Pool::leave(const std::shared_ptr<State>& job) {
  --job->busy;
  job->turned = ++turns_;
  if (job->over()) {
    std::erase(queue_, job);
    done_.notify_all();
  } else {
    awake_.notify_all();  // the job may have had its maximum number of workers
  }
}

void Pool::work(int number, Priority priority) {
  if (priority == Priority::kBackground) set_lowest_priority();
  int& asleep = asleep_[static_cast<std::size_t>(priority)];
  std::unique_lock lock(mutex_);
  while (true) {
    std::shared_ptr<State> job;
    ++asleep;
    awake_.wait(lock, [&] { return over_ || (job = next_job(number, priority)) != nullptr; });
    --asleep;
    if (over_) return;
    ++job->busy;
    do {
      lock.unlock();
      const double end = nanoseconds() + kTurn;
      while (safe_portion(*job, number) && nanoseconds() < end) {
      }
      lock.lock();
    } while ((job->has_part_of(number) || job->has_new_parts()) && !another_waits(*job, number));
    leave(job);
  }
}

void Pool::work_for(double seconds) {
  if (most_ > 0) return;
  const double end = nanoseconds() + 1e9 * seconds;
  do {
    std::erase_if(queue_, [](const auto& job) { return job->over(); });
    // by value: a part may append jobs to the queue
    const std::shared_ptr<State> job = next_job(0, Priority::kUsual);
    if (!job) return;
    ++job->busy;
    safe_portion(*job, 0);
    const std::lock_guard lock(mutex_);
    leave(job);
  } while (nanoseconds() < end);
}

void Pool::wait(const std::shared_ptr<State>& job) {
  while (most_ == 0 && !job->over()) work_for(0.0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&job] { return job->over(); });
  std::erase(queue_, job);  // still queued if no worker ever took it
}

bool Pool::wait_for(const std::shared_ptr<State>& job, double seconds) {
  if (most_ == 0 && !job->over()) work_for(seconds);
  std::unique_lock lock(mutex_);
  const std::chrono::duration<double> most(most_ > 0 ? seconds : 0.0);
  const bool over = done_.wait_for(lock, most, [&job] { return job->over(); });
  if (over) std::erase(queue_, job);
  return over;
}

double Job::progress() const {
  double sum = 0.0;
  for (const auto& place : state_->places) sum += place.done;
  return state_->parts > 0 ? std::min(1.0, sum / state_->parts) : 1.0;
}

void Job::stop() { state_->stopped = true; }

bool Job::done() const {
  const std::lock_guard lock(pool_->mutex_);
  return state_->over();
}

void Job::wait() { pool_->wait(state_); }

bool Job::wait_for(double seconds) { return pool_->wait_for(state_, seconds); }

void Job::check() {
  const std::lock_guard lock(pool_->mutex_);
  if (state_->trouble) std::rethrow_exception(std::exchange(state_->trouble, nullptr));
}

bool Job::take_end() {
  if (!state_ || !done()) return false;
  check();
  drop();
  return true;
}

void Job::drop() {
  if (!state_) return;
  stop();
  pool_->wait(state_);
  // release the closures here: a thread that has left may keep the state a moment longer
  for (auto& place : state_->places) place.part = {};
  state_->begin = {};
  state_.reset();
}

}  // namespace work
