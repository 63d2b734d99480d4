#pragma once

#include "ik/task/method.h"

namespace ik {

/// Damped least squares, damped where the manipulability is low.
///
///   lambda = lambda_0 (1 - w / w_0) where w < w_0, else 0         Nakamura and Hanafusa (1986)
///   dtheta = sum sigma_i / (sigma_i^2 + lambda^2) v_i u_i^T e
///
/// The paper's w is the product of the singular values, sqrt(det(J J^T)), in (m/rad)^m: no w_0
/// suits two bodies. Here w is their geometric mean, and w_0 a share of their root mean square,
///
///   w = (sigma_1 ... sigma_r)^(1/r),   w_0 = threshold |J|_F / sqrt(r)     m / rad
///
/// so that w / w_0 does not depend on the body's size, and w = |J|_F / sqrt(r) is the most there
/// is, where all directions are equally easy (Kim and Khosla 1991 measure isotropy by the like
/// ratio). Directions that no joint moves, sigma_i <= 1e-10 sigma_1, are not counted: a planar arm,
/// or one with frozen joints, has them in every pose. They get no step. Where w >= w_0 the step is
/// the pseudoinverse's. The threshold is 2 unless changed, which leaves half of lambda_0 even to an
/// isotropic J: out of reach, where a scene's targets are now and then, an undamped step shakes.
struct DlsManipulability {
  double lambda = 1.1;     ///< lambda_0, the damping at a singularity, m / rad
  double threshold = 2.0;  ///< w_0 as a share of what the same J would have if it were isotropic

  /// The damping for singular values sigma, squared.
  double damping(const Eigen::VectorXd& sigma) const;
  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ₀ at a singularity (Nakamura and Hanafusa 1986)."},
            &lambda);
    visitor({"threshold", "", 0.01, 4.0, true,
             "Damps where the geometric mean of the singular values is below this share of their "
             "root mean square (w₀ of Nakamura and Hanafusa 1986, made free of the body's size)."},
            &threshold);
  }
};

}  // namespace ik
