#include "ik/math/three_columns.h"

#include <cmath>

#include "ik/simd/lanes.h"

namespace ik {
namespace {

IK_INLINE double sum_of(const Lanes& a) { return (a[0] + a[2]) + (a[1] + a[3]); }

/// X^T X
IK_MULTIVERSION void multiply_columns(const double* x, std::ptrdiff_t height, Triangle& products) {
  Lanes aa{}, ab{}, ac{}, bb{}, bc{}, cc{};
  for (std::ptrdiff_t i = 0; i < height; i += kLanes) {
    Lanes a, b, c;
    load(x + i, a);
    load(x + height + i, b);
    load(x + 2 * height + i, c);
    aa += a * a;
    ab += a * b;
    ac += a * c;
    bb += b * b;
    bc += b * c;
    cc += c * c;
  }
  products = {sum_of(aa), sum_of(ab), sum_of(ac), sum_of(bb), sum_of(bc), sum_of(cc)};
}

IK_MULTIVERSION void divide(const Triangle& by, std::ptrdiff_t height, double* x) {
  for (std::ptrdiff_t i = 0; i < height; i += kLanes) {
    Lanes a, b, c;
    load(x + i, a);
    load(x + height + i, b);
    load(x + 2 * height + i, c);
    store(by.ac * a + by.bc * b + by.cc * c, x + 2 * height + i);
    store(by.ab * a + by.bb * b, x + height + i);
    store(by.aa * a, x + i);
  }
}

}  // namespace

bool factor_columns(const ThreeColumns& X, ThreeFactor& factor) {
  constexpr double kSafe = kSafeSquare;
  Triangle products;
  multiply_columns(X.data(), X.rows(), products);
  const auto [aa, ab, ac, bb, bc, cc] = products;
  if (!(aa > kSafe && aa + bb + cc < 1.0 / kSafe)) return false;
  Triangle& R = factor.R;
  Triangle& T = factor.inverse;
  R.aa = std::sqrt(aa);
  T.aa = 1.0 / R.aa;
  R.ab = ab * T.aa;
  R.ac = ac * T.aa;
  const double second = bb - R.ab * R.ab;
  if (!(second > kSafe)) return false;
  R.bb = std::sqrt(second);
  T.bb = 1.0 / R.bb;
  R.bc = (bc - R.ab * R.ac) * T.bb;
  const double third = cc - R.ac * R.ac - R.bc * R.bc;
  if (!(third > kSafe)) return false;
  R.cc = std::sqrt(third);
  T.cc = 1.0 / R.cc;
  T.ab = -R.ab * T.aa * T.bb;
  T.bc = -R.bc * T.bb * T.cc;
  T.ac = -(R.ab * T.bc + R.ac * T.cc) * T.aa;
  return true;
}

double inverse_bound(const ThreeFactor& factor) {
  const Triangle& T = factor.inverse;
  return std::sqrt(T.aa * T.aa + T.ab * T.ab + T.ac * T.ac + T.bb * T.bb + T.bc * T.bc +
                   T.cc * T.cc);
}

void divide_columns(const Triangle& inverse, ThreeColumns& X) {
  divide(inverse, X.rows(), X.data());
}

Triangle product(const Triangle& A, const Triangle& B) {
  return {.aa = A.aa * B.aa,
          .ab = A.aa * B.ab + A.ab * B.bb,
          .ac = A.aa * B.ac + A.ab * B.bc + A.ac * B.cc,
          .bb = A.bb * B.bb,
          .bc = A.bb * B.bc + A.bc * B.cc,
          .cc = A.cc * B.cc};
}

Eigen::Vector3d damped_solution(const Triangle& R, const Eigen::Vector3d& b, double square) {
  // N = R R^T + square I = U D U^T, from the last row up
  const double cc = R.cc * R.cc + square;
  const double by_c = 1.0 / cc;
  const double bc = R.bc * R.cc, ac = R.ac * R.cc;
  const double u_bc = bc * by_c, u_ac = ac * by_c;
  const double by_b = 1.0 / ((R.bb * R.bb + R.bc * R.bc + square) - bc * u_bc);
  const double ab = (R.ab * R.bb + R.ac * R.bc) - ac * u_bc;
  const double u_ab = ab * by_b;
  const double by_a =
      1.0 / ((R.aa * R.aa + R.ab * R.ab + R.ac * R.ac + square) - ac * u_ac - ab * u_ab);
  Eigen::Vector3d z = Eigen::Vector3d::Zero();
  for (int pass = 0; pass < 2; ++pass) {
    // right side R (b - R^T z) - square z
    const double da = b[0] - R.aa * z[0];
    const double db = b[1] - (R.ab * z[0] + R.bb * z[1]);
    const double dc = b[2] - (R.ac * z[0] + R.bc * z[1] + R.cc * z[2]);
    const double c = R.cc * dc - square * z[2];
    const double right_b = R.bb * db + R.bc * dc - square * z[1] - u_bc * c;
    const double right_a =
        R.aa * da + R.ab * db + R.ac * dc - square * z[0] - u_ac * c - u_ab * right_b;
    const double x = right_a * by_a;
    const double y = right_b * by_b - u_ab * x;
    z[0] += x;
    z[1] += y;
    z[2] += c * by_c - u_ac * x - u_bc * y;
  }
  return z;
}

}  // namespace ik
