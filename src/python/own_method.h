#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "iklab/method.h"

namespace python {

namespace py = pybind11;

/// A step of a method as Python sees it; valid during the step.
struct Step {
  const ik::Problem* problem;
  ik::Workspace* workspace;
};

/// A method of Python: an object with `step(problem)`, which returns dtheta (n) in the solver's
/// order. Its class may have `knobs`, a dict of (low, high) by the names of attributes that hold
/// numbers: these are then parameters. Each copy of such a method has a copy of the object, with
/// its own values; without knobs all copies share the object.
class OwnMethod {
 public:
  /// \throws std::invalid_argument if it has no function `step`, or wrong knobs
  explicit OwnMethod(const py::object& method);
  OwnMethod(const OwnMethod& other)
      : method_(other.method_), knobs_(other.knobs_), values_(other.values_) {}
  OwnMethod& operator=(const OwnMethod& other) { return *this = OwnMethod(other); }
  OwnMethod(OwnMethod&&) noexcept = default;
  OwnMethod& operator=(OwnMethod&&) noexcept = default;
  ~OwnMethod() = default;

  void step(const ik::Problem& problem, ik::Workspace& w) const;
  void visit(const ik::KnobVisitor& visitor);

 private:
  struct Knobs {
    std::vector<std::string> names;  // of attributes
    std::vector<std::string> ids;    // the same with - for _
    std::vector<ik::Knob> rows;
  };
  std::shared_ptr<py::object> method_;
  std::shared_ptr<const Knobs> knobs_;
  std::vector<double> values_;
  mutable std::shared_ptr<py::object>
      own_;  // the copy with this one's values, from its first step on
};

/// "MyMethod": the name of an object's class.
std::string class_name(const py::object& object);

}  // namespace python
