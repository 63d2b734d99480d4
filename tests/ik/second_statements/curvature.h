#pragma once

#include "ik/second_statements/plain.h"

// What the definition of `newton` in docs/methods/definitions-of-steps.md says about H.
namespace second {

/// H of 1/2 |e|^2 at theta, from e and J there: J^T J minus the second-order term of J's rotation.
MatrixX hessian_of(const Question& q, const VectorX& theta, const MatrixX& J, const VectorX& e);
/// Trust-region step of docs/methods/definitions-of-steps.md. \returns x
VectorX region_step(const MatrixX& H, const VectorX& g, double floor, double R);
/// A direction of negative curvature of H by docs/methods/definitions-of-steps.md. \returns its
/// curvature, 0 if none
double negative_curvature(const MatrixX& H, VectorX& z);
/// Four times z := z + J^T (J J^T + mu^2 I)^-1 (b - J z).
VectorX refined(const MatrixX& J, double mu, VectorX z, const VectorX& b);

}  // namespace second
