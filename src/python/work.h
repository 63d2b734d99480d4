#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>

#include "iklab/solver.h"

namespace python {

namespace py = pybind11;

/// An object that any thread may drop, also one without the interpreter's lock.
std::shared_ptr<py::object> kept(const py::object& object);

/// Tells a caller's `progress(share)` how far long work is, at most some times a second, and asks
/// for the interpreter's Ctrl C. Any thread may call it, without the interpreter's lock.
class Progress {
 public:
  /// \param tell a function of Python, or None
  explicit Progress(const py::object& tell);
  /// \throws py::error_already_set for Ctrl C, and for an exception of the caller's function
  void operator()(double share) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Calls work(i) for every i in [0, count) on all processors. \pre without the interpreter's lock
/// \throws the first exception of the work
void on_all_processors(int count, const std::function<void(int)>& work);

/// A give-up function that asks for Ctrl C every now and then; *interrupted says that it came.
std::function<bool()> interruptible(std::shared_ptr<bool> interrupted);

/// Calls work(give_up) without the interpreter's lock. \throws KeyboardInterrupt
template <class Work>
auto interruptibly(const Work& work) {
  const auto interrupted = std::make_shared<bool>(false);
  auto result = [&] {
    const std::function<bool()> give_up = interruptible(interrupted);
    py::gil_scoped_release free;
    return work(give_up);
  }();
  if (*interrupted) throw py::error_already_set();
  return result;
}

}  // namespace python
