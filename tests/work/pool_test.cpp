#include "work/pool.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include "work/platform.h"

#ifndef IKLAB_SANITIZED
namespace {
constexpr int kAnyNumber = std::numeric_limits<int>::max();
std::atomic<int> threads_allowed = kAnyNumber;
}  // namespace

/// Wraps the system's function. Fails once the test's number of allowed threads is used up.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*run)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threads_allowed != kAnyNumber && threads_allowed-- <= 0) return EAGAIN;
  return create(thread, attributes, run, argument);
}
#endif

namespace {

using work::Job;
using work::Part;
using work::Pool;

constexpr int kThreadCounts[] = {0, 1, 2, 7};

/// Helps the pool until the job is done, as its owner would.
void finish(Pool& pool, const Job& job) {
  while (!job.done()) {
    pool.work_for(0.001);
    std::this_thread::yield();
  }
}

/// A job that sums sines, with several portions per part.
class Sums {
 public:
  explicit Sums(int parts) : values_(static_cast<std::size_t>(parts)) {}
  Part begin(int part) {
    auto step = std::make_shared<int>(0);
    return [this, part, step] {
      values_[static_cast<std::size_t>(part)] += std::sin(part + 0.1 * ++*step);
      return *step / 20.0;
    };
  }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
};

TEST(Pool, ComputesTheSameBitsOnThreadsInSlicesAndAlone) {
  Sums alone(50);
  for (int part = 0; part < 50; ++part) {
    const Part go = alone.begin(part);
    while (go() < 1.0) {
    }
  }
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    Sums sums(50), waited(50);
    const Job job = pool.start(50, [&](int part, int) { return sums.begin(part); });
    Job next = pool.start(50, [&](int part, int) { return waited.begin(part); });
    next.wait();
    finish(pool, job);
    EXPECT_EQ(sums.values(), alone.values()) << threads;
    EXPECT_EQ(waited.values(), alone.values()) << threads;
    EXPECT_EQ(job.progress(), 1.0);
  }
}

TEST(Pool, DividesEveryPartOnceAndTellsWorkersApart) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    for (const int parts : {0, 1, 3, 60}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(parts));
      std::vector<std::atomic<int>> at_it(static_cast<std::size_t>(pool.threads()) + 1);
      pool.divide(parts, [&](int part, int worker) {
        auto& here = at_it.at(static_cast<std::size_t>(worker));
        EXPECT_EQ(here++, 0) << "two with the same number";
        // lets threads overlap, and the last part end late
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        ++calls[static_cast<std::size_t>(part)];
        --here;
      });
      for (const auto& count : calls) EXPECT_EQ(count, 1) << threads;
    }
  }
}

TEST(Pool, DividesWithinAPart) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<int> sum = 0;
    Job job = pool.start(3, [&](int, int) {
      return [&] {
        pool.divide(10, [&](int part, int) { sum += part; });
        return 1.0;
      };
    });
    job.wait();
    EXPECT_EQ(sum, 3 * 45) << threads;
  }
}

TEST(Pool, HandsOnWhatAPartThrowsOnceAndGoesOn) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    const auto fail = [](int part) {
      if (part == 2) throw std::runtime_error("part 2");
    };
    for (int i = 0; i < 20; ++i) {
      EXPECT_THROW(pool.divide(5, [&](int part, int) { fail(part); }), std::runtime_error);
      Job at_begin = pool.start(5, [&](int part, int) { return fail(part), Part(); });
      at_begin.wait();
      EXPECT_THROW(at_begin.check(), std::runtime_error);
      Job later =
          pool.start(5, [&](int part, int) { return [&fail, part] { return fail(part), 1.0; }; });
      finish(pool, later);
      EXPECT_THROW(later.check(), std::runtime_error);
      EXPECT_NO_THROW(later.check());
      EXPECT_LT(later.progress(), 1.0);
      std::atomic<int> calls = 0;
      pool.divide(4, [&](int, int) { ++calls; });
      EXPECT_EQ(calls, 4);
    }
  }
}

/// A part that never ends.
Part endless(std::atomic<long>& portions) {
  return [&portions] { return ++portions, 0.25; };
}

TEST(Pool, StopsAJobAtItsNextPortion) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<long> portions = 0;
    Job job = pool.start(100, [&](int, int) { return endless(portions); });
    while (portions < 10) pool.work_for(0.001);
    EXPECT_FALSE(job.done());
    EXPECT_GE(job.progress(), 0.0025);
    EXPECT_LE(job.progress(), 0.0025 * std::max(1, threads) + 1e-12);
    job.stop();
    job.wait();
    const long then = portions;
    pool.work_for(0.001);
    EXPECT_EQ(portions, then);
    EXPECT_TRUE(job.done());
  }
}

TEST(Pool, ForgetsAJobWithItsOwnersHandle) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    const auto owned = std::make_shared<int>(0);
    std::atomic<long> portions = 0;
    for (int time = 0; time < 200; ++time) {
      {
        Job job = pool.start(3, [&, owned](int, int) { return endless(portions); });
        Job behind = pool.start(3, [&, owned](int, int) { return endless(portions); });
        pool.work_for(0.0);
        job = Job();  // the other job may or may not have begun
      }
      ASSERT_EQ(owned.use_count(), 1) << threads << ' ' << time;
    }
    Sums sums(2);
    Job next = pool.start(2, [&](int part, int) { return sums.begin(part); });
    next.wait();
    EXPECT_EQ(next.progress(), 1.0);
  }
}

TEST(Pool, LetsJobsTakeTurns) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<long> portions = 0, more = 0;
    const Job first = pool.start(20, [&](int, int) { return endless(portions); });
    const Job second = pool.start(20, [&](int, int) { return endless(more); });
    Sums sums(5);
    const Job third = pool.start(5, [&](int part, int) { return sums.begin(part); });
    finish(pool, third);
    for (std::atomic<long>* count : {&portions, &more}) {
      for (const long then = *count; *count == then;) pool.work_for(0.001);  // no job starves
    }
    EXPECT_FALSE(first.done());
    EXPECT_FALSE(second.done());
  }
}

TEST(Pool, LeavesAPartWithTheThreadThatBeganIt) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<int> strangers = 0, numbers = 0;
    const auto begin = [&](int, int worker) {
      auto count = std::make_shared<int>(0);
      if (worker < 0 || worker > threads) ++numbers;
      return [&strangers, count, begun = std::this_thread::get_id()] {
        if (std::this_thread::get_id() != begun) ++strangers;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));  // ends the turn
        return ++*count / 12.0;
      };
    };
    std::vector<Job> jobs;
    for (int i = 0; i < 4; ++i) jobs.push_back(pool.start(3, begin));
    for (const Job& job : jobs) finish(pool, job);
    EXPECT_EQ(strangers, 0) << threads;
    EXPECT_EQ(numbers, 0) << threads;
  }
}

TEST(Pool, HasThreadsOfTheirOwnForUsualJobsWhileOthersRunInTheBackground) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<int> held = 0;
    std::atomic<bool> over = false;
    const Job behind = pool.start(
        threads,
        [&](int, int) {
          return [&] {
            ++held;
            while (!over) std::this_thread::yield();
            return 1.0;
          };
        },
        work::Priority::kBackground);
    while (held < threads) std::this_thread::yield();  // all of its threads are busy
    Sums sums(5);
    const Job job = pool.start(5, [&](int part, int) { return sums.begin(part); });
    finish(pool, job);
    over = true;
    finish(pool, behind);
  }
}

TEST(Pool, DividesAmongNoMoreWorkersThanSaid) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    for (const int most : {1, 2}) {
      std::atomic<int> at_it = 0, too_many = 0, calls = 0;
      pool.divide(
          40,
          [&](int, int) {
            if (++at_it > most) ++too_many;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            --at_it;
            ++calls;
          },
          most);
      EXPECT_EQ(too_many, 0) << threads;
      EXPECT_EQ(calls, 40);
    }
  }
}

#ifndef IKLAB_SANITIZED
TEST(Pool, GetsByWithFewerThreadsThanItAskedFor) {
  // the first job's priority takes up to two threads, the second job's takes the third
  for (const int allowed : {0, 1, 2, 3}) {
    for (const bool background_first : {false, true}) {
      const auto first = background_first ? work::Priority::kBackground : work::Priority::kUsual;
      const auto second = background_first ? work::Priority::kUsual : work::Priority::kBackground;
      threads_allowed = allowed;
      Pool pool(2);
      std::atomic<long> portions = 0, strangers = 0;
      const auto begin = [&](int, int) {
        return [&portions, &strangers, begun = std::this_thread::get_id()] {
          if (std::this_thread::get_id() != begun) ++strangers;
          return ++portions, 0.25;
        };
      };
      const Job endless_job = pool.start(8, begin, first);
      while (portions == 0) pool.work_for(0.001);
      Sums sums(20);
      const Job job = pool.start(
          20, [&](int part, int) { return sums.begin(part); }, second);
      finish(pool, job);
      EXPECT_EQ(job.progress(), 1.0);
      std::atomic<int> calls = 0;
      pool.divide(7, [&](int, int) { ++calls; });
      EXPECT_EQ(calls, 7);
      for (const long then = portions; portions == then;) pool.work_for(0.001);
      EXPECT_EQ(strangers, 0) << allowed;
      threads_allowed = kAnyNumber;
    }
  }
}
#endif

TEST(Pool, KeepsToTheTimeOfASlice) {
  Pool pool(0);
  std::atomic<long> portions = 0;
  Job job = pool.start(1, [&](int, int) { return endless(portions); });
  EXPECT_EQ(portions, 0) << "nothing runs but in slices";
  pool.work_for(0.0);
  EXPECT_EQ(portions, 1);
  const double start = work::nanoseconds();
  pool.work_for(0.01);
  EXPECT_GE(work::nanoseconds() - start, 1e7);
  EXPECT_GT(portions, 100);
}

TEST(Pool, DoesNothingInSlicesWhereThereAreThreads) {
  Pool pool(1);
  const auto here = std::this_thread::get_id();
  std::atomic<bool> stranger = false;
  Job job = pool.start(1, [&](int, int) {
    stranger = std::this_thread::get_id() != here;
    return Part();
  });
  finish(pool, job);
  EXPECT_TRUE(stranger);
}

TEST(Job, WithoutPartsIsDoneAtOnce) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    Job job = pool.start(0, [](int, int) { return Part(); });
    EXPECT_TRUE(job.done());
    EXPECT_EQ(job.progress(), 1.0);
    job.wait();
  }
}

TEST(Job, IsWaitedForNoLongerThanSaid) {
  for (const int threads : kThreadCounts) {
    Pool pool(threads);
    std::atomic<bool> over = false;
    Job job = pool.start(1, [&](int, int) { return [&] { return over ? 1.0 : 0.5; }; });
    const double start = work::nanoseconds();
    EXPECT_FALSE(job.wait_for(0.02));
    EXPECT_GE(work::nanoseconds() - start, 0.9 * 2e7) << threads;
    while (job.progress() != 0.5) job.wait_for(0.001);  // a busy machine may begin late
    over = true;
    while (!job.wait_for(0.001)) {
    }
    EXPECT_TRUE(job.done());
    EXPECT_EQ(job.progress(), 1.0);
    EXPECT_TRUE(job.wait_for(1000.0)) << "at once";
  }
}

TEST(Platform, SleepsUntilItsClockSays) {
  const double time = work::nanoseconds() + 2e6;
  work::sleep_until(time);
  EXPECT_GE(work::nanoseconds(), time);
  work::sleep_until(0.0);  // a time in the past
  EXPECT_GE(work::machine_threads(), 1);
}

TEST(Platform, RunsALoopUntilItsFrameEndsIt) {
  int frames = 0, ends = 0;
  work::run_loop([&] { return ++frames < 5; }, [&] { ++ends; });
  EXPECT_EQ(frames, 5);
  EXPECT_EQ(ends, 1);
}

}  // namespace
