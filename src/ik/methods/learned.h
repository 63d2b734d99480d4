#pragma once

#include <memory>

#include "ik/methods/training.h"
#include "ik/task/method.h"

namespace ik {

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
