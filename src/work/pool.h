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

/// Does one portion of a part of a job, about a millisecond long. Returns the share of the part
/// that is done; 1 or more ends the part. Only one thread at a time calls it. An empty function is
/// a part that is already done.
using Part = std::function<double()>;
/// Begins a part of a job. Several threads call it at the same time, each with its own worker
/// number from 0 to Pool::threads().
using Begin = std::function<Part(int part, int worker)>;

/// Steps of an experiment in one portion: microseconds for most methods.
inline constexpr long kPortion = 8;
/// Longest time that a job may take from a window's frame where there are no threads, s.
inline constexpr double kSlice = 0.008;

class Job;

/// Of the threads that do a job. kBackground, for what nobody waits for: the lowest of the system,
/// see step_back().
enum class Priority { kUsual, kBackground };

/// The threads of a program, and its queue of jobs, each divided into parts. Jobs of one priority
/// share their threads: each gets as many as the others, and where there are more jobs than
/// threads, they take turns. A part stays with the thread that began it. Without threads the
/// pool's owner does the jobs in slices of its own time, a portion of each in turn, see work_for();
/// the results are the same.
///
/// One thread owns a pool and its jobs, and only that thread calls their functions. Exception:
/// a part may call divide().
class Pool {
 public:
  /// The threads of a priority start with its first job, sleep while it has none, and end with the
  /// pool. Where the system refuses threads, the pool has fewer or none.
  /// \param threads number for each priority
  explicit Pool(int threads);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Waits for running portions. \pre all its jobs are destroyed
  ~Pool();

  /// Number of threads for each priority.
  int threads() const { return most_; }

  /// Appends a job to the queue.
  Job start(int parts, Begin begin, Priority priority = Priority::kUsual);

  /// Does every part once, in any order, on the usual threads and the caller's. Returns when all
  /// parts are done. \throws what a part threw; no part begins after that
  /// \param workers that do it at the same time, at most, with the caller
  void divide(int parts, const std::function<void(int part, int worker)>& part,
              int workers = kAllWorkers);

  /// Without threads: does portions of the queued jobs for this time, s, at least one portion. With
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
  long turns_ = 0;  // counts the turns of all jobs
  bool over_ = false;
  // by priority
  std::array<std::vector<std::thread>, 2> threads_;
  std::array<int, 2> asleep_ = {};  // threads without work
};

/// Handle of a job in a pool; may be empty. Its destructor stops the job and waits for running
/// portions, so parts may use whatever lives longer than the handle.
class Job {
 public:
  Job() = default;
  Job(Job&& other) noexcept = default;
  Job& operator=(Job other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(state_, other.state_);  // `other` drops the job that this was
    return *this;
  }
  ~Job() { drop(); }

  explicit operator bool() const { return state_ != nullptr; }

  /// The finished share, from 0 to 1.
  double progress() const;
  /// Lets no further portion begin. Returns at once.
  void stop();
  /// Whether the job has ended: finished, stopped or failed, and no portion is running.
  bool done() const;
  /// Waits until done(); without threads the caller does the work.
  void wait();
  /// The same for at most `seconds`, but at least one portion where there are no threads.
  /// \returns done()
  bool wait_for(double seconds);
  /// \throws what a part threw; a second call throws nothing
  void check();

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
  /// All values since the last call, in the order of put().
  std::vector<T> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<T> values_;
};

/// Starts a job of runs, a run for each part: `parts.begin(part)` makes one, which advances by
/// kPortion steps a portion and hands in its results at its end.
/// \param parts, ready outlive the job
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
