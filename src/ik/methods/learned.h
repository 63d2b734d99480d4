#pragma once

#include "ik/task/method.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ik {

/// Uniform on (-1, 1): a function of seed and index, as hash_bits.
double uniform_number(std::uint64_t seed, std::uint64_t index);
/// Approximately normal, mean 0 and variance 1: a sum of four uniform numbers, at most 3.47 in
/// absolute value.
double normal_number(std::uint64_t seed, std::uint64_t index);

/// A network with two hidden layers,
///
///   y = W3 phi(W2 phi(W1 x + b1) + b2) + b3,   phi(z) = z / sqrt(1 + z^2)
///
/// phi replaces the hyperbolic tangent, because its last bits differ between machines.
/// phi' = (1 - phi^2)^(3/2).
class Network {
 public:
  Network() = default;
  /// Random weights with variance 1 / (inputs of the layer); in the last layer a tenth as large, so
  /// that an untrained network gives nearly 0. b = 0.
  Network(int inputs, int hidden, int outputs, std::uint64_t seed);

  /// Results of a forward pass; columns are examples.
  struct Pass {
    MatrixX first, second;  ///< (hidden x examples) outputs of phi
    MatrixX output;         ///< (outputs x examples) y
    MatrixX back, slope;    ///< scratch for the gradient
  };
  /// \param x (inputs x examples)
  void evaluate(const MatrixX& x, Pass& pass) const;
  /// Gradient of a loss with respect to `weights`, by backpropagation (Rumelhart, Hinton and
  /// Williams 1986).
  /// \param loss_by_output (outputs x examples) gradient of the loss by the output
  /// \param pass the result of evaluate(x)
  /// \param[out] gradient same size as `weights`
  void gradient(const MatrixX& x, const MatrixX& loss_by_output, Pass& pass,
                VectorX& gradient) const;

  int inputs() const { return inputs_; }
  int hidden() const { return hidden_; }
  int outputs() const { return outputs_; }

  VectorX weights;  ///< W1, b1, W2, b2, W3, b3, concatenated

 private:
  int inputs_ = 0, hidden_ = 0, outputs_ = 0;
};

/// Adam, Kingma and Ba (2015), algorithm 1, with their constants
///   beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-8
struct Adam {
  VectorX mean, square;                       ///< moving averages of the gradient and its square
  double mean_left = 1.0, square_left = 1.0;  ///< beta^t

  void step(const VectorX& gradient, double rate, VectorX& weights);
};

/// Settings of a training.
struct Lesson {
  // upper bounds: larger values do not improve the training
  static constexpr double kMaxBatches = 3000.0, kMaxNoise = 10.0;
  static constexpr double kMaxSpread = 4.0;  ///< rad
  static constexpr double kMaxSeed = 1e9;    ///< integers up to this are exact in a double

  double seed = 1.0;
  double batches = 1500.0;  ///< number of batches, of kBatch samples each
  double noise = 0.2;       ///< noise added to e, as a share of L
  double spread = 1.3;      ///< mean range of the samples about the initial pose, rad
  bool see_pose = true;     ///< true: theta_0 is an input of the network

  bool operator==(const Lesson&) const = default;
};

/// Trains a network dtheta = f(e, theta_0) by a multibody's own forward kinematics.
///
/// A sample is a random pose theta_0 around the initial pose, within the limits, and a small random
/// motion dtheta, approximately normal with the standard deviation sigma for every joint. Forward
/// kinematics gives e, and noise is added,
///
///   e = s(theta_0 + dtheta) - s(theta_0) + L sigma noise,
///
/// also for aims. The network learns dtheta from e and theta_0 by least squares, which converges to
/// the conditional mean. For normal motions and noise, up to second order in sigma,
///
///   E[dtheta | e] = J^T (J J^T + (noise L)^2 I)^-1 e
///
/// This is damped least squares; without noise it is J^+ e. The mean is linear in e, so the network
/// outputs only a matrix, f(e, theta_0) = A(theta_0) e / L. This takes several times fewer samples
/// than a network with the input e. Without theta_0 as an input, A is one matrix, the mean over all
/// poses: the solutions of different poses for the same e cancel.
///
/// Angles are input as sine and cosine. Lengths are in units of L, the body's size, so that the
/// unit of length does not matter. Copyable; the result does not depend on how `advance` divides
/// the batches.
class Training {
 public:
  static constexpr int kBatch = 32;
  static constexpr int kProbe = 2;

  Training(const Multibody& multibody, const Lesson& lesson);

  /// Learns from at most `batches` further batches.
  void advance(int batches);
  bool done() const { return batch_ >= batches_; }
  double progress() const { return static_cast<double>(batch_) / batches_; }
  /// The mean of |dtheta - f|^2 / (n sigma^2) over the last batch: about 1 for f = 0.
  double loss() const { return loss_; }

  /// True if the training is for this multibody and lesson.
  bool is_for(const Multibody& multibody, const Lesson& lesson) const;

  /// Cache key, everything that the result depends on: body, lesson, and the state after the first
  /// kProbe batches, which changes with the training algorithm.
  std::vector<double> inputs() const;
  /// The result: the last loss, then the weights.
  std::vector<double> result() const;
  std::size_t result_size() const { return static_cast<std::size_t>(network_.weights.size()) + 1; }
  /// Ends the training with a stored result().
  /// \returns false, without any change, if the size differs or a number is not finite
  bool finish_with(std::span<const double> result);

  /// dtheta = f(e, theta) (n), rad or m; 0 for joints that move no effector. A warm call allocates
  /// nothing. \param e (3(k + r))
  void propose(const Pose& pose, const VectorX& e, MatrixX& input, Network::Pass& pass,
               VectorX& dtheta) const;

  const Network& network() const { return network_; }
  double size() const { return size_; }  ///< L, m

 private:
  void make_batch();
  void make_loss();
  void put_pose(const Pose& pose, Eigen::Index column, MatrixX& input) const;
  double unit(int j) const;

  Multibody multibody_;
  Lesson lesson_;
  std::uint64_t seed_ = 0;
  double size_ = 1.0;
  int batches_ = 0, batch_ = 0;
  std::uint64_t drawn_ = 0;
  double loss_ = 1.0;
  Network network_;
  Adam adam_;

  // scratch: a batch and its pass
  MatrixX input_, motion_, error_, loss_by_output_;
  VectorX whole_error_, missed_, gradient_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<Aim> aims_;
  Network::Pass pass_;
  Pose pose_, moved_;
};

/// L, the size of a body, m: the root mean square of |v x (s - p)| (motion of an effector per
/// radian of a joint) over all pairs of an angular joint and an effector that it moves, at the
/// initial pose; 1 if there are none.
double body_size(const Multibody& multibody);

/// Learned method: a network trained on the multibody's own forward kinematics,
///
///   dtheta = f(e, theta_0)
///
/// with |e| clamped to `reach` L. f approximates damped least squares, see Training. With `guard`,
/// joints that would move uphill, (J^T e)_j f_j < 0 by more than rounding, do not move, and the
/// step is shortened until the true error falls (line_search).
///
/// `prepare` trains in portions; a large body takes a second. The step of an untrained method
/// trains at once, with the same result, and keeps the weights in the workspace. Copies of a method
/// share the immutable weights.
///
/// The network is trained with all joints free and equal. A joint's motion is scaled by its weight
/// divided by the largest weight; a frozen joint does not move.
struct Learned {
  static constexpr MethodTraits kTraits{.opens_loops = true};

  Lesson lesson;
  double reach = 0.5;  ///< maximum |e| of a step, as a share of L
  bool guard = true;

  /// The training made by a step of an untrained method, and scratch.
  struct Memory {
    std::shared_ptr<const Training> training;
    MatrixX input;
    Network::Pass pass;
  };

  /// Trains for `multibody` with `batches` further batches, or takes the finished training from the
  /// store, see AnyMethod::prepare. \returns the finished share
  double prepare(const Multibody& multibody, int batches, PreparationStore* store = nullptr);

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(switch_row("see-pose", "See the pose",
                       "Whether θ₀ is an input of the network. Without it one e has many answers, "
                       "and the network learns their mean, which is none of them."),
            &lesson.see_pose);
    visitor(switch_row("guard", "Guard the step",
                       "Shortens the step until the true error falls; if off, the network's step "
                       "is taken unchecked."),
            &guard);
    visitor(accepting(0.0, Lesson::kMaxNoise,
                      linear_row("noise", "Noise on e", {},
                                 "Noise on e in the training, as a share of the body's size. The "
                                 "network learns the damping λ = noise · size from it.")),
            &lesson.noise);
    visitor(accepting(0.0, Lesson::kMaxSpread,
                      logarithmic_row("spread", "Pose range", {0.1, 3.14, "rad"},
                                      "Range of the training about the initial pose: a wide one is "
                                      "less exact, a narrow one fails outside.")),
            &lesson.spread);
    visitor(logarithmic_row("reach", "Longest e", {0.01, 2.0},
                            "Longest e of a step, as a share of the body's size."),
            &reach);
    visitor(accepting(1.0, Lesson::kMaxBatches,
                      logarithmic_row("training", "Training", {50.0, 3000.0, "batches"},
                                      "Batches of 32 samples to learn from. A fraction of a batch "
                                      "is none.")),
            &lesson.batches);
    visitor(accepting(0.0, Lesson::kMaxSeed,
                      linear_row("seed", "Random seed", {0.0, 99.0},
                                 "Seed of the samples and of the first weights; its fraction does "
                                 "not count.")),
            &lesson.seed);
  }

  std::shared_ptr<const Training> training;  ///< set by prepare; null before

 private:
  /// The finished share of the training for `multibody`.
  double trained(const Multibody& multibody) const;
};

}  // namespace ik
