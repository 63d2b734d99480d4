#pragma once

#include <type_traits>

#include "ik/simd/lanes.h"

// Vectors and small symmetric matrices in rows, for one body (N = double) or for lanes with one
// body each. Every sum has the same order in both, so that a lane has the bits of a single body.
namespace ik {

/// The numbers of a vector that are computed at once: four of one body, or one row of the lanes.
template <class N>
using Piece = std::conditional_t<Lanewise<N>::kCount == 1, Lanes, N>;
template <class N>
inline constexpr int kPieceRows = Lanewise<N>::kCount == 1 ? kLanes : 1;
/// `rows` rounded up to whole pieces. Vectors have this length; the rows beyond theirs are 0.
template <class N>
constexpr int whole_pieces(int rows) {
  return (rows + kPieceRows<N> - 1) / kPieceRows<N> * kPieceRows<N>;
}

template <class N>
IK_INLINE Piece<N> get_piece(const double* vector, int at) {
  Piece<N> piece;
  std::memcpy(&piece,
              vector + static_cast<std::ptrdiff_t>(at) * kPieceRows<N> * Lanewise<N>::kStride,
              sizeof piece);
  return piece;
}
template <class N>
IK_INLINE void put_piece(const Piece<N>& piece, double* vector, int at) {
  std::memcpy(vector + static_cast<std::ptrdiff_t>(at) * kPieceRows<N> * Lanewise<N>::kStride,
              &piece, sizeof piece);
}
/// The same number for all of a piece.
template <class N>
IK_INLINE Piece<N> piece_of(const N& number) {
  return number - Piece<N>{};
}

/// Dot product: four sums over every fourth row, added in pairs, then together.
/// \param length for one body in whole pieces
template <class N>
IK_INLINE N dot_rows(const double* a, const double* b, int length) {
  if constexpr (Lanewise<N>::kCount == 1) {
    Lanes sum = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < length / kLanes; ++i) sum += get_piece<N>(a, i) * get_piece<N>(b, i);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
  } else {
    const N zero = every<N>(0.0);
    N sum[4] = {zero, zero, zero, zero};
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      for (int c = 0; c < 4; ++c) sum[c] += get<N>(a, i + c) * get<N>(b, i + c);
    }
    for (int c = 0; i + c < length; ++c) sum[c] += get<N>(a, i + c) * get<N>(b, i + c);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }
}

/// vector := number
template <class N>
IK_INLINE void fill_rows(const N& number, double* vector, int length) {
  for (int i = 0; i < length / kPieceRows<N>; ++i) put_piece<N>(piece_of<N>(number), vector, i);
}
/// to := factor * from
template <class N>
IK_INLINE void scale_rows(const N& factor, const double* from, double* to, int length) {
  const Piece<N> by = piece_of<N>(factor);
  for (int i = 0; i < length / kPieceRows<N>; ++i) {
    put_piece<N>(by * get_piece<N>(from, i), to, i);
  }
}
/// to += factor * from
template <class N>
IK_INLINE void add_rows(const N& factor, const double* from, double* to, int length) {
  const Piece<N> by = piece_of<N>(factor);
  for (int i = 0; i < length / kPieceRows<N>; ++i) {
    put_piece<N>(get_piece<N>(to, i) + by * get_piece<N>(from, i), to, i);
  }
}

/// A symmetric matrix, stored whole.
template <class N>
struct RowMatrix {
  double* data;
  int side;    ///< rows and columns
  int height;  ///< whole_pieces(side), the length of a stored column

  IK_INLINE double* column(int c) const {
    return data + static_cast<std::ptrdiff_t>(c) * height * Lanewise<N>::kStride;
  }
  IK_INLINE N at(int row, int c) const { return get<N>(column(c), row); }

  /// to := matrix x
  IK_INLINE void times(const double* x, double* to) const {
    int p = 0;
    for (; p + 3 <= pieces(); p += 3) times_part<3>(x, p, to);
    for (; p < pieces(); ++p) times_part<1>(x, p, to);
  }

  /// The sum of the squares of all numbers.
  IK_INLINE N squares() const {
    N sum = every<N>(0.0);
    for (int c = 0; c < side; ++c) sum += dot_rows<N>(column(c), column(c), height);
    return sum;
  }

  /// matrix := -matrix^-1, column by column (the sweep operator).
  /// \param spare (height) \returns the lanes in which the matrix is not positive definite
  IK_INLINE MaskOf<N> invert(double* spare) const {
    const N zero = every<N>(0.0), one = every<N>(1.0);
    MaskOf<N> failed = one < zero;
    for (int c = 0; c < side; ++c) {
      const N pivot = at(c, c), inverse = one / pivot;
      failed |= !(pivot > zero);
      scale_rows<N>(one, column(c), spare, height);
      int p = 0;
      for (; p + 3 <= pieces(); p += 3) sweep_part<3>(inverse, p, spare);
      for (; p < pieces(); ++p) sweep_part<1>(inverse, p, spare);
      scale_rows<N>(inverse, spare, column(c), height);
      for (int j = 0; j < side; ++j) put<N>(at(j, c), column(j), c);
      put<N>(zero - inverse, column(c), c);
    }
    return failed;
  }

  /// matrix := P matrix P with P = I - u u^T. \param u (height) of length 1, or 0
  /// \param spare (height)
  IK_INLINE void deflate(const double* u, double* spare) const {
    times(u, spare);
    add_rows<N>(every<N>(-0.5) * dot_rows<N>(u, spare, height), u, spare, height);
    for (int c = 0; c < side; ++c) {
      const Piece<N> along = piece_of<N>(get<N>(u, c)), across = piece_of<N>(get<N>(spare, c));
      for (int p = 0; p < pieces(); ++p) {
        const Piece<N> less = along * get_piece<N>(spare, p) + across * get_piece<N>(u, p);
        put_piece<N>(get_piece<N>(column(c), p) - less, column(c), p);
      }
    }
  }

 private:
  int pieces() const { return height / kPieceRows<N>; }

  /// Subtracts w w^T inverse from kPieces pieces of every column, from piece p on.
  template <int kPieces>
  IK_INLINE void sweep_part(const N& inverse, int p, const double* w) const {
    Piece<N> rows[kPieces];
#pragma GCC unroll 3
    for (int i = 0; i < kPieces; ++i) rows[i] = get_piece<N>(w, p + i);
    for (int j = 0; j < side; ++j) {
      const Piece<N> by = piece_of<N>(get<N>(w, j) * inverse);
      double* const own = column(j);
#pragma GCC unroll 3
      for (int i = 0; i < kPieces; ++i) {
        put_piece<N>(get_piece<N>(own, p + i) - by * rows[i], own, p + i);
      }
    }
  }

  /// kPieces pieces of matrix x from piece p on. Columns with even and odd numbers are added
  /// separately: one chain of sums would wait for each sum.
  template <int kPieces>
  IK_INLINE void times_part(const double* x, int p, double* to) const {
    Piece<N> even[kPieces] = {}, odd[kPieces] = {};
    int c = 0;
    for (; c + 2 <= side; c += 2) {
      add_column<kPieces>(x, c, p, even);
      add_column<kPieces>(x, c + 1, p, odd);
    }
    if (c < side) add_column<kPieces>(x, c, p, even);
#pragma GCC unroll 3
    for (int i = 0; i < kPieces; ++i) put_piece<N>(even[i] + odd[i], to, p + i);
  }
  template <int kPieces>
  IK_INLINE void add_column(const double* x, int c, int p, Piece<N> (&sums)[kPieces]) const {
    const Piece<N> by = piece_of<N>(get<N>(x, c));
    const double* const own = column(c);
#pragma GCC unroll 3
    for (int i = 0; i < kPieces; ++i) sums[i] += by * get_piece<N>(own, p + i);
  }
};

}  // namespace ik
