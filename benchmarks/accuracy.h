#pragma once

#include <string>
#include <vector>

namespace bench {

/// Relative error of single steps of damped least squares.
struct Accuracy {
  std::string scene;
  std::string poses;  ///< "random" or "singular"
  std::string form;   ///< id of an AccuracyForm
  double lambda;      ///< m / rad
  double worst;       ///< |dtheta - right| / |right|, the largest over the poses
  double middle;      ///< the same, median over the poses
};

/// A way to compute the step.
struct AccuracyForm {
  const char* id;
  const char* label;
};
/// In the order of the tables.
const std::vector<AccuracyForm>& accuracy_forms();
/// From large to small, m / rad.
const std::vector<double>& accuracy_lambdas();

/// Every form at every lambda on every scene of the report, at random poses and at singular poses
/// (straight arms). The reference is the least-squares solution of [J; lambda I] dtheta = [e; 0] by
/// Householder QR in long double, which does not square J. No clamp is active.
std::vector<Accuracy> accuracy();

}  // namespace bench
