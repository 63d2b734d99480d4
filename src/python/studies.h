#pragma once

#include <pybind11/pybind11.h>

#include "iklab/experiment.h"

namespace python {

namespace py = pybind11;

/// A run's measures by their names.
py::dict dict_of(const lab::Summary& summary);

/// compare, sweep, advise, reach and follow.
void define_studies(py::module_& m);

}  // namespace python
