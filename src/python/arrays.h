#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "iklab/body.h"

/// Arrays of numpy, row by row, as the library's vectors, matrices and frames.
namespace python {

namespace py = pybind11;

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// \throws std::invalid_argument that names the argument if its shape is another one; -1: any
inline const double* expect(const Numbers& array, std::vector<py::ssize_t> shape,
                            const char* name) {
  bool right = array.ndim() == static_cast<py::ssize_t>(shape.size());
  for (std::size_t i = 0; right && i < shape.size(); ++i) {
    right = shape[i] < 0 || array.shape(static_cast<py::ssize_t>(i)) == shape[i];
  }
  if (right) return array.data();
  std::string wanted = "(", given = "(";
  for (const py::ssize_t size : shape) wanted += (size < 0 ? "N" : std::to_string(size)) + ", ";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) given += std::to_string(array.shape(i)) + ", ";
  throw std::invalid_argument(std::string(name) + ": expected an array of shape " + wanted +
                              "), got " + given + ")");
}

inline py::array_t<double> array_of(const ik::VectorX& v) {
  return py::array_t<double>(v.size(), v.data());
}

inline py::array_t<double> array_of(const ik::MatrixX& matrix) {
  py::array_t<double> out({matrix.rows(), matrix.cols()});
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows>(out.mutable_data(), matrix.rows(), matrix.cols()) = matrix;
  return out;
}

inline py::array_t<double> matrix_of(const ik::Isometry& frame) {
  py::array_t<double> out({4, 4});
  Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> map(out.mutable_data());
  map.setIdentity();
  map.topRows<3>() = frame.matrix().topRows<3>();
  return out;
}

inline Eigen::Map<const Eigen::Vector3d> vector3(const double* numbers) {
  return Eigen::Map<const Eigen::Vector3d>(numbers);
}

inline Eigen::Matrix3d rotation3(const double* rows) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows);
}

}  // namespace python
