#pragma once

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "ik/batch/batch.h"
#include "ik/body/joint.h"
#include "ik/methods/dls.h"
#include "ik/methods/minimization.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"
#include "ik/task/limits.h"
#include "support/bodies.h"

/// Batches for tests, and the single bodies that they are compared with.
namespace batches {

/// The ids of the methods that run in lanes.
inline std::vector<const char*> methods() {
  std::vector<const char*> ids;
  for (const ik::MethodInfo& info : ik::methods()) {
    if (ik::has_simd_form(info)) ids.push_back(info.id);
  }
  return ids;
}
inline std::string test_name(const testing::TestParamInfo<const char*>& method) {
  std::string name = method.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline ik::BatchSettings settings_of(const char* method) {
  return ik::BatchSettings(ik::known_method(method));
}

/// The settings of body b: all differ, some clamps are off.
inline ik::BatchSettings settings_of(const char* method, int b) {
  ik::BatchSettings settings = settings_of(method);
  ik::set_param(settings.method, "lambda", 0.2 + 0.15 * b);
  ik::set_param(settings.method, "gain", 0.5 + 0.1 * b);
  ik::set_param(settings.method, "cutoff", 0.002 * (b + 1));
  ik::set_param(settings.method, "gamma-max", 0.3 + 0.05 * b);
  if (b % 3 != 0) settings.d_max = 0.1 + 0.07 * b;
  if (b % 2 != 0) settings.max_angle = 0.05 + 0.01 * b;
  if (b % 4 == 1) settings.max_slide = 0.02 + 0.01 * b;
  return settings;
}

inline ik::VectorX theta_of(const ik::Multibody& body, int b, int step) {
  return body.initial_theta() + bodies::Numbers(17 * b + step).vector(body.joint_count());
}

inline std::vector<Eigen::Vector3d> targets_of(const ik::Multibody& body, int b, int step) {
  bodies::Numbers numbers(1000 + 13 * b + step);
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
  return targets;
}

inline void aim(ik::Batch& batch, int b, const std::vector<Eigen::Vector3d>& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      batch.targets()(3 * static_cast<int>(i) + c, b) = targets[i][c];
    }
  }
}

inline void set_theta(ik::Batch& batch, int b, const ik::VectorX& theta) {
  batch.set_theta(b, {theta.data(), static_cast<std::size_t>(theta.size())});
}

template <class Rows>
ik::VectorX column(const Rows& rows, int b) {
  ik::VectorX result(rows.rows());
  for (int r = 0; r < rows.rows(); ++r) result[r] = static_cast<double>(rows(r, b));
  return result;
}

/// `count` bodies at poses and with targets and settings of their own.
inline ik::Batch crowd(const ik::Multibody& body, const char* method, int count,
                       ik::JacobianKind kind = ik::JacobianKind::kEffector) {
  ik::Batch batch(body, count, ik::known_method(method), kind);
  for (int b = 0; b < count; ++b) {
    batch.set_settings(b, settings_of(method, b % 20));
    set_theta(batch, b, theta_of(body, b, 0));
    aim(batch, b, targets_of(body, b, 0));
  }
  return batch;
}

/// The largest difference between a step in the batch and the single body's, of its size.
inline double largest_difference(const ik::Multibody& body, const char* method,
                                 ik::JacobianKind kind) {
  constexpr int kBodies = 19;
  ik::Batch batch = crowd(body, method, kBodies, kind);
  ik::Batch::Scratch scratch(batch);
  std::vector<double> mobility;
  for (const ik::Joint& joint : body.joints()) mobility.push_back(std::sqrt(joint.weight));
  double largest = 0.0;
  for (int step = 0; step < 5; ++step) {
    for (int b = 0; b < kBodies; ++b) {
      set_theta(batch, b, theta_of(body, b, step));
      aim(batch, b, targets_of(body, b, step));
    }
    batch.step(0, batch.blocks(), scratch);
    for (int b = 0; b < kBodies; ++b) {
      const ik::BatchSettings settings = settings_of(method, b);
      const ik::Pose pose = ik::pose_at(body, theta_of(body, b, step));
      const std::vector<Eigen::Vector3d> targets = targets_of(body, b, step);
      const std::vector<double> d_max(targets.size(), settings.d_max);
      ik::Problem problem{body, pose, targets, kind, d_max};
      problem.mobility = mobility;
      ik::Workspace w;
      const ik::Outcome outcome = settings.method.step(problem, w);
      EXPECT_EQ(batch.outcome(b), outcome) << b;
      bool capped = ik::clamp_max_angle(body, settings.max_angle, w.dtheta);
      capped |= ik::clamp_max_slide(body, settings.max_slide, w.dtheta);
      EXPECT_EQ(batch.capped(b), capped) << b;
      ik::clamp_to_limits(body, pose.theta, w.dtheta);
      const ik::VectorX taken = column(batch.dtheta(), b);
      largest = std::max(largest, (taken - w.dtheta).norm() / std::max(w.dtheta.norm(), 1e-3));
      const ik::VectorX theta = column(batch.theta(), b);
      largest = std::max(largest, (theta - pose.theta - taken).norm());
      const ik::Pose moved = ik::pose_at(body, theta);
      const ik::VectorX s = moved.effector.reshaped();
      largest = std::max(largest, (column(batch.effectors(), b) - s).norm() / (1.0 + s.norm()));
    }
  }
  return largest;
}

}  // namespace batches
