#pragma once

#include "ik/simd/lanes.h"

// 3-vectors and symmetric 3 x 3 matrices of numbers N. With N = double one set of lanes holds the
// coordinates of one vector; with N = lanes each lane holds one vector.
namespace ik {

template <class N>
struct Vec {
  N x, y, z;
};
template <>
struct Vec<double> {
  Lanes lanes;  // x, y, z, unused
};

/// Half a set of lanes. Lanes are assembled from halves: from single numbers the compiler assembles
/// them in memory, which causes stalls.
typedef double HalfLanes __attribute__((vector_size(16)));
IK_INLINE Vec<double> vec_of(const HalfLanes& xy, double z) {
  const HalfLanes z0 = {z, 0.0};
  return {__builtin_shufflevector(xy, z0, 0, 1, 2, 3)};
}

template <class N>
IK_INLINE Vec<N> vec(const N& x, const N& y, const N& z) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return vec_of(HalfLanes{x, y}, z);
  } else {
    return {x, y, z};
  }
}
template <class N>
IK_INLINE N x_of(const Vec<N>& v) {
  return v.x;
}
template <class N>
IK_INLINE N y_of(const Vec<N>& v) {
  return v.y;
}
template <class N>
IK_INLINE N z_of(const Vec<N>& v) {
  return v.z;
}
IK_INLINE double x_of(const Vec<double>& v) { return v.lanes[0]; }
IK_INLINE double y_of(const Vec<double>& v) { return v.lanes[1]; }
IK_INLINE double z_of(const Vec<double>& v) { return v.lanes[2]; }

/// The vector in rows 3 at, 3 at + 1 and 3 at + 2.
template <class N>
IK_INLINE Vec<N> get_vec(const double* rows, std::ptrdiff_t at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    HalfLanes xy;
    std::memcpy(&xy, rows + 3 * at, sizeof xy);
    return vec_of(xy, rows[3 * at + 2]);
  } else {
    return {get<N>(rows, 3 * at), get<N>(rows, 3 * at + 1), get<N>(rows, 3 * at + 2)};
  }
}
template <class N>
IK_INLINE void put_vec(const Vec<N>& v, double* rows, std::ptrdiff_t at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    const HalfLanes xy = __builtin_shufflevector(v.lanes, v.lanes, 0, 1);
    std::memcpy(rows + 3 * at, &xy, sizeof xy);
    rows[3 * at + 2] = v.lanes[2];
  } else {
    put<N>(v.x, rows, 3 * at);
    put<N>(v.y, rows, 3 * at + 1);
    put<N>(v.z, rows, 3 * at + 2);
  }
}

/// Number of rows of a vector in scratch and in a Pose; there, a whole set of lanes is loaded and
/// stored.
template <class N>
inline constexpr int kVecRows = Lanewise<N>::kCount == 1 ? kLanes : 3;
template <class N>
IK_INLINE Vec<N> load_vec(const double* rows, std::ptrdiff_t at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    Vec<N> v;
    load(rows + kLanes * at, v.lanes);
    return v;
  } else {
    return get_vec<N>(rows, at);
  }
}
template <class N>
IK_INLINE void store_vec(const Vec<N>& v, double* rows, std::ptrdiff_t at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    store(v.lanes, rows + kLanes * at);
  } else {
    put_vec<N>(v, rows, at);
  }
}

template <class N>
IK_INLINE Vec<N> operator+(const Vec<N>& a, const Vec<N>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class N>
IK_INLINE Vec<N> operator-(const Vec<N>& a, const Vec<N>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class N>
IK_INLINE Vec<N> operator*(const N& s, const Vec<N>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class N>
IK_INLINE N dot(const Vec<N>& a, const Vec<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class N>
IK_INLINE Vec<N> cross(const Vec<N>& a, const Vec<N>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
IK_INLINE Vec<double> operator+(const Vec<double>& a, const Vec<double>& b) {
  return {a.lanes + b.lanes};
}
IK_INLINE Vec<double> operator-(const Vec<double>& a, const Vec<double>& b) {
  return {a.lanes - b.lanes};
}
IK_INLINE Vec<double> operator*(const double& s, const Vec<double>& a) { return {s * a.lanes}; }
IK_INLINE double dot(const Vec<double>& a, const Vec<double>& b) {
  const Lanes products = a.lanes * b.lanes;
  return products[0] + products[1] + products[2];
}
/// Cyclic shift (y, z, x).
IK_INLINE Vec<double> turned(const Vec<double>& a) {
  return {__builtin_shufflevector(a.lanes, a.lanes, 1, 2, 0, 3)};
}
IK_INLINE Vec<double> cross(const Vec<double>& a, const Vec<double>& b) {
  return turned({a.lanes * turned(b).lanes - turned(a).lanes * b.lanes});
}
template <class N>
IK_INLINE void operator+=(Vec<N>& a, const Vec<N>& b) {
  a = a + b;
}

/// first ? a : b, coordinate by coordinate: the compiler would select whole vectors through memory.
template <class N>
IK_INLINE Vec<N> choose(bool first, const Vec<N>& a, const Vec<N>& b) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return {first ? a.lanes : b.lanes};
  } else {
    return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
  }
}

/// A symmetric 3 x 3 matrix; with N = double, stored as its columns.
template <class N>
struct Symmetric {
  N xx, xy, xz, yy, yz, zz;
};
template <>
struct Symmetric<double> {
  Vec<double> x, y, z;
};

template <class N>
IK_INLINE Symmetric<N> symmetric(const N& xx, const N& xy, const N& xz, const N& yy, const N& yz,
                                 const N& zz) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return {vec<N>(xx, xy, xz), vec<N>(xy, yy, yz), vec<N>(xz, yz, zz)};
  } else {
    return {xx, xy, xz, yy, yz, zz};
  }
}
template <class N>
IK_INLINE N trace(const Symmetric<N>& A) {
  return A.xx + A.yy + A.zz;
}
IK_INLINE double trace(const Symmetric<double>& A) { return x_of(A.x) + y_of(A.y) + z_of(A.z); }

template <class N>
IK_INLINE Vec<N> column(const Symmetric<N>& A, int which) {
  if (which == 0) return {A.xx, A.xy, A.xz};
  if (which == 1) return {A.xy, A.yy, A.yz};
  return {A.xz, A.yz, A.zz};
}
IK_INLINE Vec<double> column(const Symmetric<double>& A, int which) {
  return which == 0 ? A.x : which == 1 ? A.y : A.z;
}

/// Number of scratch rows of a symmetric matrix.
template <class N>
inline constexpr int kSymmetricRows = Lanewise<N>::kCount == 1 ? 3 * kLanes : 6;
template <class N>
IK_INLINE Symmetric<N> recall_symmetric(const double* rows, int at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    return {load_vec<N>(rows, 3 * at), load_vec<N>(rows, 3 * at + 1),
            load_vec<N>(rows, 3 * at + 2)};
  } else {
    return {get<N>(rows, 6 * at),     get<N>(rows, 6 * at + 1), get<N>(rows, 6 * at + 2),
            get<N>(rows, 6 * at + 3), get<N>(rows, 6 * at + 4), get<N>(rows, 6 * at + 5)};
  }
}
template <class N>
IK_INLINE void keep_symmetric(const Symmetric<N>& A, double* rows, int at) {
  if constexpr (Lanewise<N>::kCount == 1) {
    store_vec<N>(A.x, rows, 3 * at);
    store_vec<N>(A.y, rows, 3 * at + 1);
    store_vec<N>(A.z, rows, 3 * at + 2);
  } else {
    put<N>(A.xx, rows, 6 * at);
    put<N>(A.xy, rows, 6 * at + 1);
    put<N>(A.xz, rows, 6 * at + 2);
    put<N>(A.yy, rows, 6 * at + 3);
    put<N>(A.yz, rows, 6 * at + 4);
    put<N>(A.zz, rows, 6 * at + 5);
  }
}

template <class N>
IK_INLINE Vec<N> operator*(const Symmetric<N>& A, const Vec<N>& v) {
  return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
          A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
IK_INLINE Vec<double> operator*(const Symmetric<double>& A, const Vec<double>& v) {
  return x_of(v) * A.x + y_of(v) * A.y + z_of(v) * A.z;
}
template <class N>
IK_INLINE Symmetric<N> operator*(const N& s, const Symmetric<N>& A) {
  return {s * A.xx, s * A.xy, s * A.xz, s * A.yy, s * A.yz, s * A.zz};
}
IK_INLINE Symmetric<double> operator*(const double& s, const Symmetric<double>& A) {
  return {s * A.x, s * A.y, s * A.z};
}
template <class N>
IK_INLINE void operator+=(Symmetric<N>& A, const Symmetric<N>& B) {
  A = {A.xx + B.xx, A.xy + B.xy, A.xz + B.xz, A.yy + B.yy, A.yz + B.yz, A.zz + B.zz};
}
IK_INLINE void operator+=(Symmetric<double>& A, const Symmetric<double>& B) {
  A = {A.x + B.x, A.y + B.y, A.z + B.z};
}

/// a b^T, where b is a multiple of a: symmetric except for rounding. Valid on and above the
/// diagonal, see mirrored.
template <class N>
IK_INLINE Symmetric<N> outer(const Vec<N>& a, const Vec<N>& b) {
  return {a.x * b.x, a.y * b.x, a.z * b.x, a.y * b.y, a.z * b.y, a.z * b.z};
}
IK_INLINE Symmetric<double> outer(const Vec<double>& a, const Vec<double>& b) {
  return {x_of(a) * b, y_of(a) * b, z_of(a) * b};
}

/// [r]x K [r]x^T for a symmetric K, from the columns x, y and z of [r]x K. Valid on and above the
/// diagonal.
template <class N>
IK_INLINE Symmetric<N> crossed(const Vec<N>& r, const Vec<N>& x, const Vec<N>& y, const Vec<N>& z) {
  return {r.y * z.x - r.z * y.x, r.y * z.y - r.z * y.y, r.y * z.z - r.z * y.z,
          r.z * x.y - r.x * z.y, r.z * x.z - r.x * z.z, r.x * y.z - r.y * x.z};
}
IK_INLINE Symmetric<double> crossed(const Vec<double>& r, const Vec<double>& x,
                                    const Vec<double>& y, const Vec<double>& z) {
  return {cross(r, vec<double>(x_of(x), x_of(y), x_of(z))),
          cross(r, vec<double>(y_of(x), y_of(y), y_of(z))),
          cross(r, vec<double>(z_of(x), z_of(y), z_of(z)))};
}

/// A with its upper triangle copied to the lower one, so that the column storage has the same bits
/// as the storage with one number per entry.
template <class N>
IK_INLINE Symmetric<N> mirrored(const Symmetric<N>& A) {
  return A;
}
IK_INLINE Symmetric<double> mirrored(const Symmetric<double>& A) {
  const Lanes xy = __builtin_shufflevector(A.x.lanes, A.y.lanes, 0, 4, 2, 6);
  return {{__builtin_shufflevector(xy, A.z.lanes, 0, 1, 4, 5)},
          {__builtin_shufflevector(A.y.lanes, A.z.lanes, 0, 1, 5, 7)},
          A.z};
}

/// A^-1 = L^-T D^-1 L^-1 of a positive definite A = L D L^T.
template <class N>
IK_INLINE Symmetric<N> inverse(const N& xx, const N& xy, const N& xz, const N& yy, const N& yz,
                               const N& zz) {
  const N one = every<N>(1.0);
  const N d = one / xx;
  const N l = xy * d;
  const N m = xz * d;
  const N e = one / (yy - l * xy);
  const N rest = yz - l * xz;
  const N k = rest * e;
  const N f = one / (zz - m * xz - k * rest);
  const N c = l * k - m;
  const N cf = c * f;
  const N le = l * e;
  const N kf = k * f;
  return symmetric<N>(d + l * le + c * cf, -(le + k * cf), cf, e + k * kf, -kf, f);
}
template <class N>
IK_INLINE Symmetric<N> inverse(const Symmetric<N>& A) {
  return inverse<N>(A.xx, A.xy, A.xz, A.yy, A.yz, A.zz);
}
IK_INLINE Symmetric<double> inverse(const Symmetric<double>& A) {
  return inverse<double>(x_of(A.x), y_of(A.x), z_of(A.x), y_of(A.y), z_of(A.y), z_of(A.z));
}

}  // namespace ik
