#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace work {

/// Does one portion of a part of a job, about a millisecond of work. Returns the finished share of
/// the part; 1 or more ends the part. Only one thread at a time calls it. An empty function stands
/// for a finished part.
using Part = std::function<double()>;
/// Begins a part of a job. Several threads call it at the same time, each with its own worker
/// number from 0 to Pool::threads().
using Begin = std::function<Part(int part, int worker)>;

/// Steps of an experiment in one portion; takes microseconds for most methods.
inline constexpr long kPortion = 8;
/// Without threads: maximum time for jobs in one window frame, s.
inline constexpr double kSlice = 0.008;

class Job;

/// Thread priority of a job. kBackground: the system's lowest, for work that nothing waits for; see
/// set_lowest_priority().
enum class Priority { kUsual, kBackground };

/// Thread pool with a queue of jobs. A job consists of parts. Jobs of one priority share the
/// threads evenly; if there are more jobs than threads, they take turns. A part stays with the
/// thread that began it. Without threads, the pool's owner does the jobs in time slices, one
/// portion of each job in turn, see work_for(); the results are the same.
///
/// One thread owns a pool and its jobs, and only that thread calls their functions. Exception:
/// a part may call divide().
class Pool {
 public:
  /// The threads of a priority start with its first job, sleep while there is none, and end with
  /// the pool. If the system refuses threads, the pool has fewer or none.
  /// \param threads number of threads per priority
  explicit Pool(int threads);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Waits for running portions. \pre all its jobs are destroyed
  ~Pool();

  /// Number of threads per priority.
  int threads() const { return most_; }

  /// Appends a job to the queue.
  Job start(int parts, Begin begin, Priority priority = Priority::kUsual);
  /// The same for a job of one part.
  Job start(Part part, Priority priority = Priority::kUsual);

  /// Parallel for: does every part once, in any order, on the kUsual threads and the caller's.
  /// Returns when all parts are done.
  /// \throws the first exception of a part; no part begins after it
  /// \param workers maximum number of threads at the same time, including the caller's
  void divide(int parts, const std::function<void(int part, int worker)>& part,
              int workers = kAllWorkers);

  /// Without threads: does portions of the queued jobs for `seconds`, at least one portion. With
  /// threads: does nothing.
  void work_for(double seconds);

 private:
  friend class Job;
  struct State;
  static constexpr int kAllWorkers = std::numeric_limits<int>::max();

  std::shared_ptr<State> enqueue(std::shared_ptr<State> job);
  void start_threads(State& job);
  void work(int number, Priority priority);
  bool safe_portion(State& job, int number);
  std::shared_ptr<State> next_job(int number, Priority priority) const;
  bool another_waits(const State& job, int number) const;
  void leave(const std::shared_ptr<State>& job);
  void wait(const std::shared_ptr<State>& job);
  bool wait_for(const std::shared_ptr<State>& job, double seconds);

  int most_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable awake_, done_;
  std::vector<std::shared_ptr<State>> queue_;
  long turns_ = 0;  // counter: how often a worker left a job
  bool over_ = false;
  // indexed by Priority
  std::array<std::vector<std::thread>, 2> threads_;
  std::array<int, 2> asleep_ = {};  // number of idle threads
};

/// Handle of a job in a pool; may be empty. Its destructor stops the job and waits for running
/// portions, so parts may refer to any data that outlives the handle.
class Job {
 public:
  Job() = default;
  Job(Job&& other) noexcept = default;
  Job& operator=(Job other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(state_, other.state_);  // `other` then drops the previous job
    return *this;
  }
  ~Job() { drop(); }

  explicit operator bool() const { return state_ != nullptr; }

  /// The finished share, from 0 to 1.
  double progress() const;
  /// Prevents further portions from beginning. Returns at once.
  void stop();
  /// True if the job has ended (finished, stopped or failed) and no portion is running.
  bool done() const;
  /// Waits until done(); without threads the caller does the work.
  void wait();
  /// Waits at most `seconds`; without threads, does at least one portion.
  /// \returns done()
  bool wait_for(double seconds);
  /// \throws the first exception of a part; a second call throws nothing
  void check();
  /// Empties the handle of a job that has ended. \returns whether it has; false for an empty handle
  /// \throws as check(), before the handle is emptied
  bool take_end();

 private:
  friend class Pool;
  Job(Pool& pool, std::shared_ptr<Pool::State> state) : pool_(&pool), state_(std::move(state)) {}
  void drop();

  Pool* pool_ = nullptr;
  std::shared_ptr<Pool::State> state_;
};

/// A thread-safe queue: any thread may call any function.
template <class T>
class Mailbox {
 public:
  void put(T value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
  }
  /// Removes and returns all values, in the order of put().
  std::vector<T> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<T> values_;
};

/// Starts a job with one run per part: `parts.begin(part)` creates the run. Each portion advances
/// it by kPortion steps; at its end its results go to `ready`.
/// \pre `parts` and `ready` outlive the job
template <class Parts, class Results>
Job start_runs(Pool& pool, const Parts& parts, Mailbox<Results>& ready, Priority priority) {
  const auto begin = [&parts, &ready](int part, int) {
    const auto run = std::make_shared<decltype(parts.begin(part))>(parts.begin(part));
    return [&ready, run] {
      const double share = run->advance(kPortion);
      if (!(share < 1.0)) ready.put(run->results());
      return share;
    };
  };
  return pool.start(parts.count(), begin, priority);
}

}  // namespace work
