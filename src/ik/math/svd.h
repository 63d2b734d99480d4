#pragma once

#include <vector>

#include "iklab/problem.h"

#include "ik/math/jacobi_sweep.h"
#include "ik/simd/lanes.h"

namespace ik {

/// The vectors of J's shorter side, their rotations, and the order of the rotations.
struct Svd::Scratch {
  void reshape(Eigen::Index of_rows, Eigen::Index of_cols, Svd& result);
  void load(const MatrixX& J, Svd& result);
  void turn();
  void unload(Svd& result);

  Eigen::Index rows = 0, cols = 0;
  Eigen::Index count = 0;   // number of vectors, the shorter side
  Eigen::Index length = 0;  // padded length of a vector
  double scale = 1.0;       // power of two that brings the largest entry near 1
  // column a: vector a, padded with zeros; below it column a of the product of all rotations,
  // padded
  Eigen::Map<MatrixX> work() { return {memory[0].values, height, players}; }
  Eigen::Index height = 0, players = 0;
  std::vector<CacheLine> memory;
  MatrixX vectors;    // the vectors before any rotation, scaled and padded
  VectorX square;     // squared lengths of the vectors
  VectorX shrunk;     // squared scale factors of the columns
  VectorX shrink;     // scale factors, in order of `falling`
  VectorX unit;       // factors that normalise the vectors (0: negligible), in order of `falling`
  int at_a_time = 2;  // vectors in a group
  std::vector<JacobiGroup> meetings;
  std::vector<int> falling;  // the vectors by descending length
};

}  // namespace ik
