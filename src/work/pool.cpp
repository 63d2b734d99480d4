#include "work/pool.h"

#include <algorithm>
#include <system_error>

#include "work/platform.h"

namespace work {

/// Somebody who is at a job.
struct Pool::Worker {
  int number = 0;  // in the job
  Part part;       // that is under way
  bool begun = false;
  double total = 0.0;  // parts that are over
};

struct Pool::State {
  State(int count, Begin how, int most_workers)
      : parts(count), begin(std::move(how)), shares(static_cast<std::size_t>(most_workers)) {}

  bool open() const { return !stopped && next < parts; }
  /// \pre the pool's mutex is held
  bool over() const { return busy == 0 && !open(); }

  /// Does a portion. \returns false where nothing is left for that worker
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
  /// Likewise; what it throws ends the job.
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
  std::vector<std::atomic<double>> shares;  // that each worker has done

  // guarded by the pool's mutex
  int workers = 0;  // that came so far
  int busy = 0;     // of them, that have not left
  std::exception_ptr trouble;
};

Pool::Pool(int threads, Priority priority)
    : most_(threads_available() ? std::max(0, threads) : 0), priority_(priority) {}

Pool::~Pool() {
  slice_.reset();
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    for (const auto& job : line_) job->stopped = true;
  }
  called_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

/// \pre the mutex is held
void Pool::start_threads() {
  while (static_cast<int>(threads_.size()) < most_) {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      most_ = static_cast<int>(threads_.size());  // those that are there do it all
    }
  }
}

/// \param workers that are at it from the start
std::shared_ptr<Pool::State> Pool::line_up(int parts, Begin begin, int workers) {
  const std::lock_guard lock(mutex_);
  start_threads();
  auto job = std::make_shared<State>(parts, std::move(begin), most_ + 1);
  job->workers = job->busy = workers;
  line_.push_back(job);
  called_.notify_all();
  return job;
}

Job Pool::start(int parts, Begin begin) { return {*this, line_up(parts, std::move(begin), 0)}; }

void Pool::divide(int parts, const std::function<void(int part, int worker)>& part) {
  const auto job = line_up(
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
  const auto job =
      std::find_if(line_.begin(), line_.end(), [](const auto& state) { return state->open(); });
  return job == line_.end() ? nullptr : *job;
}

void Pool::leave(const std::shared_ptr<State>& job) {
  const std::lock_guard lock(mutex_);
  --job->busy;
  if (!job->over()) return;
  std::erase(line_, job);
  done_.notify_all();
}

void Pool::work() {
  if (priority_ == Priority::kBackground) step_back();
  std::unique_lock lock(mutex_);
  while (true) {
    std::shared_ptr<State> job;
    called_.wait(lock, [&] { return over_ || (job = next_job()) != nullptr; });
    if (over_) return;
    Worker worker;
    worker.number = job->workers++;
    ++job->busy;
    lock.unlock();
    while (job->safe_portion(worker, mutex_)) {
    }
    worker.part = {};  // it may use what goes with the job
    leave(job);
    job.reset();
    lock.lock();
  }
}

void Pool::work_for(double seconds) {
  if (most_ > 0) return;
  const double end = nanoseconds() + 1e9 * seconds;
  do {
    while (!line_.empty() && !slice_ && !line_.front()->open()) line_.pop_front();
    if (line_.empty()) return;
    // by value: a part may put other jobs in the line
    const std::shared_ptr<State> job = line_.front();
    if (!slice_) {
      slice_ = std::make_unique<Worker>();
      job->busy = job->workers = 1;
    }
    if (job->safe_portion(*slice_, mutex_)) continue;
    slice_.reset();
    job->busy = 0;
    std::erase(line_, job);
  } while (nanoseconds() < end);
}

void Pool::wait(const std::shared_ptr<State>& job) {
  while (most_ == 0 && !job->over()) work_for(0.0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&job] { return job->over(); });
  std::erase(line_, job);  // nobody may have come
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

void Job::check() {
  const std::lock_guard lock(pool_->mutex_);
  if (state_->trouble) std::rethrow_exception(std::exchange(state_->trouble, nullptr));
}

void Job::drop() {
  if (!state_) return;
  stop();
  pool_->wait(state_);
  state_->begin = {};  // here and now: a thread that has left may hold the state for a moment more
  state_.reset();
}

}  // namespace work
