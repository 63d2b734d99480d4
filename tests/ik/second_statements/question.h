#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "ik/body/obstacle.h"
#include "iklab/body.h"

/// Every method implemented a second time from docs/methods/definitions-of-steps.md, independently
/// of the code: plain and slow, with dense matrices and separate kinematics. Only data types of
/// src/ik are used.
namespace second {

/// The input of a method.
struct Question {
  const ik::Multibody& body;
  ik::VectorX theta;
  std::vector<Eigen::Vector3d> targets;
  bool columns_at_target = false;
  std::vector<double> d_max = {};     ///< (k) or empty: off
  std::vector<double> mobility = {};  ///< (n) or empty: all 1
  std::vector<double> weights = {};   ///< (k + r) or empty: all 1
  std::vector<ik::Aim> aims = {};     ///< (r)
  std::vector<ik::Obstacle> obstacles = {};
};

/// A method's parameters by name; a switch is 0 or 1.
using Parameters = std::map<std::string, double>;

/// A running method: returns x, the step in scaled joints, and keeps its state.
using Method = std::function<ik::VectorX(const Question&)>;

/// One method of docs/methods/definitions-of-steps.md.
struct Statement {
  const char* id;
  Parameters defaults;
  Method (*begin)(const Parameters&);
};

/// All methods that have a second implementation.
const std::vector<Statement>& statements();

// grouped by source file
Method jacobian_transpose(const Parameters& p);
Method pseudoinverse(const Parameters& p);
Method dls(const Parameters& p);
Method sdls(const Parameters& p);
Method dls_manipulability(const Parameters& p);
Method dls_singular_region(const Parameters& p);
Method dls_error(const Parameters& p);
Method gradient_descent(const Parameters& p);
Method gauss_newton(const Parameters& p);
Method levenberg_marquardt(const Parameters& p);
Method newton(const Parameters& p);
Method halley(const Parameters& p);
Method bfgs(const Parameters& p);
Method conjugate_gradient(const Parameters& p);
Method ccd(const Parameters& p);
Method fabrik(const Parameters& p);
Method constrained(const Parameters& p);
Method constraint_forces(const Parameters& p);
Method learned(const Parameters& p);
Method weighted_pseudoinverse(const Parameters& p);
Method nullspace(const Parameters& p);
Method task_priority(const Parameters& p);
Method extended_jacobian(const Parameters& p);

}  // namespace second
