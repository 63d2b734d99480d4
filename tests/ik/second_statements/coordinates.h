#pragma once

#include "ik/second_statements/plain.h"

/// The moves of one joint, which docs/methods/definitions-of-steps.md defines for ccd and which
/// fabrik shares.
namespace second {

/// Current and desired points of the goals while joints move one by one.
struct Goals {
  std::vector<Vector3d> s, t;  ///< effectors and targets, with the error capped at D_max
  std::vector<std::vector<Vector3d>> is, wants;  ///< an aim's axes times its lever
};
Goals goals_at(const Question& q, const Place& at);

/// f(x) = 1/2 K x^2 - c x + a (1 - cos x) - b sin x.
struct Valley {
  double K = 0.0, c = 0.0, a = 0.0, b = 0.0;
  double operator()(double x) const;
  double lowest(double lower, double upper) const;
};

/// Range of steps that joint j's limits and a cap allow, after it has already moved by `moved`.
struct Room {
  double lower, upper;
};
Room room(const Question& q, int j, double cap, double moved);

/// (mu_j / mu_max)^2.
double share(const Question& q, int j);
bool is_free(const Question& q, int j);

/// Moves the joints of `takes_part` in turn to their minima, from the last to the first, with the
/// axes of `at`. Adds the motion to `moves` (n, of theta).
void descend(const Question& q, const Place& at, double max_turn, double max_translation,
             const std::function<bool(int)>& takes_part, VectorX& moves);

}  // namespace second
