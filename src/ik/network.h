#pragma once

#include <cstdint>

#include <Eigen/Core>

namespace ik {

/// A number of a sequence that is named by a seed and an index, and needs no state: the bits of the
/// index, well mixed (Steele, Lea and Flood 2014).
std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t index);
/// Spread evenly over (-1, 1).
double even_number(std::uint64_t seed, std::uint64_t index);
/// Mean 0, variance 1, the sum of four even numbers: bell-shaped, and never beyond 3.47.
double bell_number(std::uint64_t seed, std::uint64_t index);

/// A network with two hidden layers,
///
///   y = W3 phi(W2 phi(W1 x + b1) + b2) + b3,   phi(z) = z / sqrt(1 + z^2)
///
/// with phi in place of the hyperbolic tangent, which is not the same to the last bit on every
/// machine. phi' = (1 - phi^2)^(3/2).
class Network {
 public:
  Network() = default;
  /// Weights of variance 1 / (inputs of their layer) from the seed, those of the last layer a tenth
  /// of that in size: an untrained network says next to nothing. b = 0.
  Network(int inputs, int hidden, int outputs, std::uint64_t seed);

  /// What a pass through it leaves behind; columns are examples.
  struct Pass {
    Eigen::MatrixXd first, second;  ///< (hidden x examples) behind phi
    Eigen::MatrixXd output;         ///< (outputs x examples) y
    Eigen::MatrixXd back, slope;    ///< scratch of gradient
  };
  /// \param x (inputs x examples)
  void evaluate(const Eigen::MatrixXd& x, Pass& pass) const;
  /// The gradient of a loss with respect to `weights`, by backpropagation (Rumelhart, Hinton and
  /// Williams 1986), for the pass that evaluate(x) left. \param loss_by_output (outputs x examples)
  /// \param[out] gradient as long as `weights`
  void gradient(const Eigen::MatrixXd& x, const Eigen::MatrixXd& loss_by_output, Pass& pass,
                Eigen::VectorXd& gradient) const;

  int inputs() const { return inputs_; }
  int hidden() const { return hidden_; }
  int outputs() const { return outputs_; }

  Eigen::VectorXd weights;  ///< W1, b1, W2, b2, W3, b3 in one piece

 private:
  int inputs_ = 0, hidden_ = 0, outputs_ = 0;
};

/// Adam, Kingma and Ba (2015), algorithm 1, with their beta_1 = 0.9, beta_2 = 0.999, epsilon =
/// 1e-8.
struct Adam {
  Eigen::VectorXd mean, square;               ///< of the gradients, fading
  double mean_left = 1.0, square_left = 1.0;  ///< beta^t

  void step(const Eigen::VectorXd& gradient, double rate, Eigen::VectorXd& weights);
};

}  // namespace ik
