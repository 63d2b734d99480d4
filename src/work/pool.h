#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace work {

/// A part of a job while it goes on: does a portion of it, of a millisecond or so, and returns the
/// share of the part that is done; from 1 on it is over. One thread at a time calls it. Without a
/// function the part is over at once.
using Part = std::function<double()>;
/// Begins a part of a job. Called by several threads at the same time, each with a worker's number
/// of its own, from 0 to Pool::threads().
using Begin = std::function<Part(int part, int worker)>;

/// Steps of an experiment that make a portion: microseconds of most methods.
inline constexpr long kPortion = 8;
/// What a job may take of a window's frame where there are no threads, s.
inline constexpr double kSlice = 0.008;

class Job;

/// Threads that do jobs in parts, in the order in which jobs came; or none, and then the owner does
/// them in slices of its own time. What a job computes does not depend on which.
///
/// One thread owns a pool and its jobs. The other functions of a pool are the owner's alone; but
/// divide() may also be called within a part.
class Pool {
 public:
  /// kBackground: only what the machine has to spare, see step_back.
  enum class Priority { kUsual, kBackground };

  /// Threads start with the first job, sleep while there is none, and end with the pool. There are
  /// fewer where the system has no more, and none where the platform has none.
  explicit Pool(int threads, Priority priority = Priority::kUsual);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  /// Waits for the portions that are being done. \pre its jobs are gone
  ~Pool();

  /// So many are to be had, or were.
  int threads() const { return most_; }

  /// Puts a job in the line.
  Job start(int parts, Begin begin);

  /// Does every part once, in any order, on all threads and on the caller's, and comes back when
  /// all is done. \throws what a part threw; those that were not begun by then are left out
  void divide(int parts, const std::function<void(int part, int worker)>& part);

  /// Where there are no threads: does portions of the jobs in the line for so long, s, at least
  /// one. Nothing where there are.
  void work_for(double seconds);

 private:
  friend class Job;
  struct Worker;
  struct State;

  std::shared_ptr<State> line_up(int parts, Begin begin, int workers);
  void start_threads();
  void work();
  std::shared_ptr<State> next_job() const;
  void leave(const std::shared_ptr<State>& job);
  void wait(const std::shared_ptr<State>& job);

  int most_;
  Priority priority_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable called_, done_;
  std::deque<std::shared_ptr<State>> line_;
  bool over_ = false;
  std::vector<std::thread> threads_;
  std::unique_ptr<Worker> slice_;  // the owner at work_for(), in the first job of the line
};

/// A job of a pool, or none; as a value of its owner. It is stopped where it goes, and what is
/// being done of it is waited for: parts may use what their owner has for as long as the job is
/// there.
class Job {
 public:
  Job() = default;
  Job(Job&& other) noexcept = default;
  Job& operator=(Job&& other) noexcept;
  ~Job() { drop(); }

  explicit operator bool() const { return state_ != nullptr; }

  /// The share that is done, from 0 to 1.
  double progress() const;
  /// No portion begins from here on. Returns at once.
  void stop();
  /// Whether nothing of it is being done any more, nor will be: it is over, stopped or failed.
  bool done() const;
  /// Until it is done; without threads the caller does it.
  void wait();
  /// \throws what a part threw, once
  void check();

 private:
  friend class Pool;
  Job(Pool& pool, std::shared_ptr<Pool::State> state) : pool_(&pool), state_(std::move(state)) {}
  void drop();

  Pool* pool_ = nullptr;
  std::shared_ptr<Pool::State> state_;
};

/// What any number of threads hand to one. Every function may be called by any thread.
template <class T>
class Mailbox {
 public:
  void put(T value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
  }
  /// All that came since the last call, in the order in which it came.
  std::vector<T> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<T> values_;
};

}  // namespace work
