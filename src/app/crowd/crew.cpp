#include "app/crowd/crew.h"

#include <system_error>
#include <utility>

namespace app {

Crew::Crew(int helpers) {
  for (int i = 0; i < helpers; ++i) {
    try {
      helpers_.emplace_back([this, worker = i + 1] { help(worker); });
    } catch (const std::system_error&) {
      return;  // the system has no more threads to give; those that are there do it all
    }
  }
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  called_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Crew::divide(int parts, const Work& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    parts_ = parts;
    next_ = 0;
    busy_ = static_cast<int>(helpers_.size());
    ++call_;
  }
  called_.notify_all();
  take_parts(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
}

void Crew::take_parts(int worker) {
  try {
    for (int part = next_++; part < parts_; part = next_++) (*work_)(part, worker);
  } catch (...) {
    next_ = parts_;
    const std::lock_guard lock(mutex_);
    if (!trouble_) trouble_ = std::current_exception();
  }
}

void Crew::help(int worker) {
  long seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    called_.wait(lock, [this, seen] { return over_ || call_ != seen; });
    if (over_) return;
    seen = call_;
    lock.unlock();
    take_parts(worker);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace app
