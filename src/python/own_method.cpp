#include "python/own_method.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "python/arrays.h"
#include "python/work.h"

namespace python {
std::string class_name(const py::object& object) {
  return py::str(py::type::of(object).attr("__name__"));
}

OwnMethod::OwnMethod(const py::object& method) : method_(kept(method)) {
  if (!py::hasattr(method, "step")) {
    throw std::invalid_argument("method: expected a method's id, or an object with step(problem)");
  }
  auto knobs = std::make_shared<Knobs>();
  if (py::hasattr(method, "knobs")) {
    for (const auto& [name, range] : method.attr("knobs").cast<py::dict>()) {
      knobs->names.push_back(name.cast<std::string>());
      const auto [low, high] = range.cast<std::pair<double, double>>();
      knobs->rows.push_back(
          {.name = "", .label = "", .min = low, .max = high, .least = -ik::kUnlimited});
      values_.push_back(method.attr(name).cast<double>());
    }
  }
  for (std::size_t i = 0; i < knobs->names.size(); ++i) {
    knobs->ids.push_back(knobs->names[i]);
    std::ranges::replace(knobs->ids[i], '_', '-');
  }
  for (std::size_t i = 0; i < knobs->names.size(); ++i) {
    ik::Knob& row = knobs->rows[i];
    row.name = row.label = knobs->ids[i].c_str();
    row.logarithmic = row.min > 0.0 && row.max > 100.0 * row.min;
    if (!(row.min < row.max)) {
      throw std::invalid_argument("knobs: " + knobs->names[i] +
                                  ": expected (low, high) with low below high");
    }
  }
  knobs_ = std::move(knobs);
}

void OwnMethod::step(const ik::Problem& problem, ik::Workspace& w) const {
  py::gil_scoped_acquire lock;
  if (!own_) {
    own_ = method_;
    if (!values_.empty()) {
      own_ = kept(py::module_::import("copy").attr("copy")(*method_));
    }
  }
  for (std::size_t i = 0; i < values_.size(); ++i) {
    own_->attr(knobs_->names[i].c_str()) = values_[i];
  }
  const auto n = static_cast<py::ssize_t>(problem.multibody.joint_count());
  w.dtheta.setZero(n);
  Step step{&problem, &w};
  const Numbers proposal = own_->attr("step")(py::cast(&step)).cast<Numbers>();
  w.dtheta = Eigen::Map<const ik::VectorX>(expect(proposal, {n}, "step"), n);
}

void OwnMethod::visit(const ik::KnobVisitor& visitor) {
  for (std::size_t i = 0; i < values_.size(); ++i) visitor(knobs_->rows[i], &values_[i]);
}

}  // namespace python
