#include "work/pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <system_error>

#include "work/platform.h"

namespace work {

/// A thread's place in a job.
struct Pool::Worker {
  int number = 0;  // in the job
  Part part;       // the present one
  bool begun = false;
  double total = 0.0;  // finished parts
};

struct Pool::State {
  State(int count, Begin how, int most_workers)
      : parts(count), begin(std::move(how)), shares(static_cast<std::size_t>(most_workers)) {}

  bool open() const { return !stopped && next < parts; }
  /// \pre the pool's mutex is held
  bool over() const { return busy == 0 && !open(); }

  /// Does a portion. \returns false when nothing is left for that worker
  bool portion(Worker& worker) {
    if (stopped) return false;
    if (!worker.begun) {
      const int part = next++;
      if (part >= parts) return false;
      worker.part = begin(part, worker.number);
      worker.begun = true;
    }
    double share = worker.part ? worker.part() : 1.0;
    if (!(share < 1.0)) {
      worker.part = {};
      worker.begun = false;
      worker.total += 1.0;
      share = 0.0;
    }
    shares[static_cast<std::size_t>(worker.number)] = worker.total + share;
    return true;
  }
  /// The same; an exception ends the job.
  bool safe_portion(Worker& worker, std::mutex& mutex) {
    try {
      return portion(worker);
    } catch (...) {
      stopped = true;
      const std::lock_guard lock(mutex);
      if (!trouble) trouble = std::current_exception();
      return false;
    }
  }

  const int parts;
  Begin begin;
  std::atomic<int> next = 0;
  std::atomic<bool> stopped = false;
  std::vector<std::atomic<double>> shares;  // done by each worker, in parts

  // guarded by the pool's mutex
  int workers = 0;  // that ever joined
  int busy = 0;     // of these, still at work
  std::exception_ptr trouble;
};

Pool::Pool(int threads, Priority priority)
    : most_(threads_available() ? std::max(0, threads) : 0), priority_(priority) {}

Pool::~Pool() {
  slice_.reset();
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    for (const auto& job : queue_) job->stopped = true;
  }
  awake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

/// \pre the mutex is held
void Pool::start_threads() {
  while (static_cast<int>(threads_.size()) < most_) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      most_ = static_cast<int>(threads_.size());  // these do all the work
    }
  }
}

/// \param workers at work from the start
std::shared_ptr<Pool::State> Pool::enqueue(int parts, Begin begin, int workers) {
  const std::lock_guard lock(mutex_);
  start_threads();
  auto job = std::make_shared<State>(parts, std::move(begin), most_ + 1);
  job->workers = job->busy = workers;
  queue_.push_back(job);
  awake_.notify_all();
  return job;
}

Job Pool::start(int parts, Begin begin) { return {*this, enqueue(parts, std::move(begin), 0)}; }

void Pool::divide(int parts, const std::function<void(int part, int worker)>& part) {
  const auto job = enqueue(
      parts,
      [&part](int number, int worker) {
        part(number, worker);
        return Part();
      },
      1);
  Worker worker;
  while (job->safe_portion(worker, mutex_)) {
  }
  leave(job);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&job] { return job->over(); });
  if (job->trouble) std::rethrow_exception(job->trouble);
}

/// \pre the mutex is held
std::shared_ptr<Pool::State> Pool::next_job() const {
  const auto job = std::ranges::find_if(queue_, [](const auto& state) { return state->open(); });
  return job == queue_.end() ? nullptr : *job;
}

void Pool::leave(const std::shared_ptr<State>& job) {
  const std::lock_guard lock(mutex_);
  --job->busy;
  if (!job->over()) return;
  std::erase(queue_, job);
  done_.notify_all();
}

void Pool::work() {
  if (priority_ == Priority::kBackground) step_back();
  std::unique_lock lock(mutex_);
  while (true) {
    std::shared_ptr<State> job;
    awake_.wait(lock, [&] { return over_ || (job = next_job()) != nullptr; });
    if (over_) return;
    Worker worker;
    worker.number = job->workers++;
    ++job->busy;
    lock.unlock();
    while (job->safe_portion(worker, mutex_)) {
    }
    worker.part = {};  // it may refer to what the job's owner destroys after the job
    leave(job);
    job.reset();
    lock.lock();
  }
}

void Pool::work_for(double seconds) {
  if (most_ > 0) return;
  const double end = nanoseconds() + 1e9 * seconds;
  do {
    while (!queue_.empty() && !slice_ && !queue_.front()->open()) queue_.pop_front();
    if (queue_.empty()) return;
    // by value: a part may append jobs to the queue
    const std::shared_ptr<State> job = queue_.front();
    if (!slice_) {
      slice_ = std::make_unique<Worker>();
      job->busy = job->workers = 1;
    }
    if (job->safe_portion(*slice_, mutex_)) continue;
    slice_.reset();
    job->busy = 0;
    std::erase(queue_, job);
  } while (nanoseconds() < end);
}

void Pool::wait(const std::shared_ptr<State>& job) {
  while (most_ == 0 && !job->over()) work_for(0.0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&job] { return job->over(); });
  std::erase(queue_, job);  // still there if no worker ever joined
}

bool Pool::wait_for(const std::shared_ptr<State>& job, double seconds) {
  if (most_ == 0 && !job->over()) work_for(seconds);
  std::unique_lock lock(mutex_);
  const std::chrono::duration<double> most(most_ > 0 ? seconds : 0.0);
  const bool over = done_.wait_for(lock, most, [&job] { return job->over(); });
  if (over) std::erase(queue_, job);
  return over;
}

Job& Job::operator=(Job&& other) noexcept {
  if (this == &other) return *this;
  drop();
  pool_ = other.pool_;
  state_ = std::move(other.state_);
  return *this;
}

double Job::progress() const {
  double sum = 0.0;
  for (const auto& share : state_->shares) sum += share;
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

void Job::drop() {
  if (!state_) return;
  stop();
  pool_->wait(state_);
  state_->begin = {};  // now: a thread that has left may hold the state a moment longer
  state_.reset();
}

}  // namespace work
