#include "ik/methods/subtree_moments.h"

#include <cmath>

#include "ik/methods/ccd.h"

namespace ik {

void SubtreeMoments::add(const Vec<double>& r, const Vec<double>& q, double weight, double whole) {
  W += whole;
  S += whole * r;
  T += whole * q;
  x += (weight * x_of(q)) * r;
  y += (weight * y_of(q)) * r;
  z += (weight * z_of(q)) * r;
  R += weight * dot(r, r);
  Q += weight * dot(q, q);
}

void SubtreeMoments::add(const SubtreeMoments& below, const Vec<double>& d) {
  // r' = r + d, q' = q + d
  const Vec<double> first = below.S + below.W * d;
  const Vec<double> second = below.T + below.W * d;
  x += below.x + x_of(d) * first + x_of(below.T) * d;
  y += below.y + y_of(d) * first + y_of(below.T) * d;
  z += below.z + z_of(d) * first + z_of(below.T) * d;
  R += below.R + dot(d, below.S + first);
  Q += below.Q + dot(d, below.T + second);
  W += below.W;
  S += first;
  T += second;
}

void SubtreeMoments::move(const Vec<double>& v, const Displacement& turn,
                          const Vec<double>& along) {
  // Rodrigues' formula for every column of M, as in AxisTurn
  const auto change = [&](const Vec<double>& r) {
    const Vec<double> across = cross(v, r);
    return turn.sine * across + turn.versine * cross(v, across);
  };
  x += change(x) + x_of(T) * along;
  y += change(y) + y_of(T) * along;
  z += change(z) + z_of(T) * along;
  S += change(S);
  R += dot(along, 2.0 * S + W * along);
  S += W * along;
}

JointObjective SubtreeMoments::objective(const Vec<double>& v, bool turns, double rate) const {
  JointObjective f;
  f.K = rate * rate * W;
  f.c = rate * dot(v, T - S);
  if (!turns) return f;
  const double trace = x_of(x) + y_of(y) + z_of(z);
  f.a = trace - (x_of(v) * dot(v, x) + y_of(v) * dot(v, y) + z_of(v) * dot(v, z));
  // sum w r x q
  f.b = dot(v, vec<double>(y_of(z) - z_of(y), z_of(x) - x_of(z), x_of(y) - y_of(x)));
  f.drop_rounding(std::sqrt(R * Q));
  return f;
}

}  // namespace ik
