#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

/// Threads that help the one that owns them. They sleep while there is nothing to do.
class Crew {
 public:
  /// \param helpers beside the owner's own thread; 0 is none. Fewer where the system has no more.
  explicit Crew(int helpers);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  int size() const { return static_cast<int>(helpers_.size()) + 1; }

  /// What to do with a part; the second number is of the thread, below size().
  using Work = std::function<void(int part, int worker)>;

  /// Calls work for each of the parts once, in any order, on all threads with the caller's, and
  /// comes back when all is done.
  /// \throws what one of the calls threw; the parts that were not begun then are left out
  void divide(int parts, const Work& work);

 private:
  void help(int worker);
  void take_parts(int worker);

  std::mutex mutex_;  // guards what follows
  std::condition_variable called_, done_;
  const Work* work_ = nullptr;
  int parts_ = 0;
  long call_ = 0;
  int busy_ = 0;
  bool over_ = false;
  std::exception_ptr trouble_;

  std::atomic<int> next_ = 0;  // of the parts
  std::vector<std::thread> helpers_;
};

}  // namespace app
