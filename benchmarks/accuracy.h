#pragma once

#include <string>
#include <vector>

namespace bench {

/// How far single steps of damped least squares are from the right one.
struct Accuracy {
  std::string scene;
  std::string poses;  ///< "random" or "singular"
  std::string form;   ///< an AccuracyForm's id
  double lambda;      ///< m / rad
  double worst;       ///< |dtheta - right| / |right|, the largest over the poses
  double middle;      ///< their median
};

/// A way to compute the step.
struct AccuracyForm {
  const char* id;
  const char* label;
};
/// In the order of tables.
const std::vector<AccuracyForm>& accuracy_forms();
/// From large to small, m / rad.
const std::vector<double>& accuracy_lambdas();

/// Every form at every lambda on every scene of the report, at random poses and at singular ones,
/// where arms are straight. Right is the least-squares solution of [J; lambda I] dtheta = [e; 0] by
/// Householder's QR in long double, which does not square J. No clamp is on.
std::vector<Accuracy> accuracy();

}  // namespace bench
