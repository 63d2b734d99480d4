#pragma once

#include "iklab/problem.h"

#include "ik/task/method.h"

#include <Eigen/Core>

#include <cstdint>
#include <memory>

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

/// What a network is to learn, and how long.
struct Lesson {
  double seed = 1.0;
  double batches = 1500.0;  ///< of kBatch samples
  double noise = 0.2;       ///< of e, as a share of L
  double spread = 1.3;      ///< rad, the mean of how far from the initial pose samples may be
  bool see_pose = true;     ///< whether theta_0 is an input

  bool operator==(const Lesson&) const = default;
};

/// A network that learns dtheta = f(e, theta_0) from a multibody's own forward kinematics.
///
/// A sample is a pose theta_0 around the initial one, within the limits, and a small motion dtheta
/// of bell-shaped numbers, each joint's of the same size sigma; forward kinematics gives e, to
/// which noise is added,
///
///   e = s(theta_0 + dtheta) - s(theta_0) + L sigma noise,
///
/// and the rows of aims likewise, and the network learns to tell dtheta from e and theta_0 by least
/// squares. What least squares converge to is the mean of all motions that have that e, and for
/// bell-shaped motions and noise that is, up to second order of sigma,
///
///   E[dtheta | e] = J^T (J J^T + (noise L)^2 I)^-1 e:
///
/// damped least squares, and J^+ e without noise. Since it is linear in e, so is f: the network
/// gives a matrix, f(e, theta_0) = A(theta_0) e / L, which is learnt from several times fewer
/// samples than a network that is fed e. Without theta_0 among its inputs A is one matrix, a mean
/// over the poses too, in which the answers of different poses cancel: one e, many dtheta.
///
/// Angles enter as sine and cosine, and everything is measured by L, the body's size, so that the
/// unit of length does not matter; a slide counts in L. A value: `advance` makes it learn some
/// more, the same network whatever the portions.
class Training {
 public:
  static constexpr int kBatch = 32;

  Training(const Multibody& multibody, const Lesson& lesson);

  /// Learns from so many further batches, or as many as are left.
  void advance(int batches);
  bool done() const { return batch_ >= batches_; }
  double progress() const { return static_cast<double>(batch_) / batches_; }
  /// The mean of |dtheta - f|^2 / (n sigma^2) over the last batch: about 1 where f says nothing.
  double loss() const { return loss_; }

  /// Whether it is of this multibody and this lesson.
  bool is_for(const Multibody& multibody, const Lesson& lesson) const;

  /// Puts f(e, theta) (n) into dtheta, rad or m; joints that move no effector get 0. Allocates
  /// nothing once warm. \param e (3(k + r))
  void propose(const Pose& pose, const Eigen::VectorXd& e, Eigen::MatrixXd& input,
               Network::Pass& pass, Eigen::VectorXd& dtheta) const;

  const Network& network() const { return network_; }
  double size() const { return size_; }  ///< L, m

 private:
  void aim_at_moved();
  void make_batch();
  void make_loss();
  void put_pose(const Pose& pose, Eigen::Index column, Eigen::MatrixXd& input) const;
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
  Eigen::MatrixXd input_, motion_, error_, loss_by_output_;
  Eigen::VectorXd whole_error_, missed_, gradient_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<Aim> aims_;
  Network::Pass pass_;
  Pose pose_, moved_;
};

/// A measure of a body: the root mean square of how far a radian of one joint moves an effector, at
/// the initial pose, m; 1 where nothing turns.
double body_size(const Multibody& multibody);

/// A step that a network has learnt from the multibody's own forward kinematics,
///
///   dtheta = f(e, theta_0)
///
/// with |e| shortened to `reach` L. See Training for what f is: damped least squares, as far as a
/// small network can tell. With `guard`, joints that would move uphill stay, those with
/// (J^T e)_j f_j < 0 by more than rounding, and the rest is shortened until the true error falls
/// (line_search); without, f is followed blindly.
///
/// `prepare` trains, in portions; a large body takes a second. A step that finds the method not
/// ready for its multibody trains at once, to the same weights, and keeps them in the workspace.
/// The weights are an immutable value that copies of a method share.
///
/// The network knows all joints as free and alike: a joint of less weight than the freest goes that
/// share of its way, and a frozen one stays.
struct Learned {
  Lesson lesson;
  double reach = 0.5;  ///< of L
  bool guard = true;

  /// What an unprepared step has trained, and scratch.
  struct Memory {
    std::shared_ptr<const Training> training;
    Eigen::MatrixXd input;
    Network::Pass pass;
  };

  /// Trains for `multibody` by that many further batches. \returns the share that is done
  double prepare(const Multibody& multibody, int batches);
  /// How much of it is done, 1: all.
  double prepared(const Multibody& multibody) const;

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"see-pose", "", 0.0, 1.0, false,
             "Whether the network sees θ₀. Without it one e has many answers, and it learns their "
             "mean, which is none of them."},
            &lesson.see_pose);
    visitor({"guard", "", 0.0, 1.0, false,
             "Shorten the step until the true error falls; off, the network is followed blindly."},
            &guard);
    visitor(
        {"noise", "", 0.0, 1.0, false,
         "Noise on e while it learns, as a share of the body's size: it makes the network damp, "
         "as λ = noise · size does."},
        &lesson.noise);
    visitor({"spread", "rad", 0.1, 3.14, true,
             "How far from the initial pose it learns: wide is vague, narrow gets lost outside."},
            &lesson.spread);
    visitor({"reach", "", 0.01, 2.0, true,
             "No more of e than this at once, as a share of the body's size."},
            &reach);
    visitor({"training", "batches", 50.0, 3000.0, true, "Batches of 32 samples to learn from."},
            &lesson.batches);
    visitor({"seed", "", 0.0, 99.0, false, "Another seed, other samples and first weights."},
            &lesson.seed);
  }

  std::shared_ptr<const Training> training;  ///< null until prepared
};

}  // namespace ik
