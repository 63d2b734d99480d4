#include "python/work.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "work/platform.h"
#include "work/pool.h"

namespace python {
namespace {

/// Between two looks at the interpreter, ns: its lock is then taken seldom.
constexpr double kBetweenLooks = 5e7;

}  // namespace

std::shared_ptr<py::object> kept(const py::object& object) {
  return {new py::object(object), [](py::object* held) {
            py::gil_scoped_acquire lock;
            delete held;
          }};
}

struct Progress::State {
  std::shared_ptr<py::object> tell;                         // null: nobody is told
  const unsigned long first = PyThread_get_thread_ident();  // the thread that called
  std::atomic<double> looked = 0.0;  // when the interpreter's thread last asked, ns
};

Progress::Progress(const py::object& tell) : state_(std::make_shared<State>()) {
  if (!tell.is_none()) state_->tell = kept(tell);
}

void Progress::operator()(double share) const {
  // signals are heard by the thread that called alone
  if (PyThread_get_thread_ident() != state_->first) return;
  const double now = work::nanoseconds();
  if (now - state_->looked < kBetweenLooks && share < 1.0) return;
  state_->looked = now;
  py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (state_->tell) (*state_->tell)(share);
}

void on_all_processors(int count, const std::function<void(int)>& work) {
  work::Pool pool(std::max(0, work::machine_threads() - 1));
  pool.divide(count, [&work](int i, int) { work(i); });
}

std::function<bool()> interruptible(std::shared_ptr<bool> interrupted) {
  return [interrupted = std::move(interrupted), looked = work::nanoseconds()]() mutable {
    const double now = work::nanoseconds();
    if (now - looked < kBetweenLooks) return false;
    looked = now;
    py::gil_scoped_acquire lock;
    *interrupted = PyErr_CheckSignals() != 0;
    return *interrupted;
  };
}

}  // namespace python
