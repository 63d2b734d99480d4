#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "iklab/solver.h"
#include "support/character.h"
#include "support/count_allocations.h"
#include "support/refusal.h"

// Poles, weights and frames, for one body and in batches.

namespace {

using Eigen::Vector3d;

constexpr int kFeet = 2, kHead = 2;

/// The goals of a character in a frame of a game.
struct Scene {
  int body;

  double phase(int frame) const { return 0.05 * frame + 0.7 * body; }
  double yaw() const { return 0.5 * body; }
  Vector3d foot(int side, int frame) const {
    const double at = phase(frame) + 3.0 * side;
    const Vector3d place(side == 0 ? -0.12 : 0.12, 0.1 + 0.08 * std::sin(at), 0.2 * std::cos(at));
    return Eigen::AngleAxisd(yaw(), Vector3d::UnitY()) * place;
  }
  Vector3d sight(int frame) const { return {std::sin(0.3 * phase(frame)), 0.1, 1.0}; }
  Vector3d pole(int side) const { return {side == 0 ? -0.3 : 0.3, 0.1, 1.0}; }
};

ik::VectorX turned_theta(const ik::Multibody& body, double yaw) {
  ik::VectorX theta(body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) {
    theta[body.given_index(j)] = body.joint(j).initial;
  }
  theta[0] = yaw;
  return theta;
}

/// The angle between the direction of a knee from the line hip to foot and a pole, rad.
double pole_angle(const ik::Solver& solver, int side, const Vector3d& pole) {
  const ik::Isometry pelvis = solver.joint_frame(0);
  const Vector3d hip = solver.joint_frame(1 + 4 * side).translation();
  const Vector3d knee = solver.joint_frame(4 + 4 * side).translation();
  const Vector3d along = (solver.position(side) - hip).normalized();
  const auto across = [&along](const Vector3d& v) {
    return Vector3d(v - v.dot(along) * along).normalized();
  };
  const Vector3d has = across(knee - hip), wants = across(pelvis.linear() * pole);
  return std::atan2(has.cross(wants).norm(), has.dot(wants));
}

TEST(Pole, TurnsEachKneeInTheAxesOfThePelvis) {
  for (const char* const method : {"dls", "sdls", "newton", "two-bone"}) {
    SCOPED_TRACE(method);
    for (const double yaw : {0.0, 1.2, 3.0}) {
      ik::Solver solver(bodies::character(false), method);
      solver.set_theta(turned_theta(solver.multibody(), yaw));
      if (solver.find("lambda")) solver.set("lambda", 0.05);  // it converges sooner
      const Vector3d poles[] = {{-0.5, 0.2, 1.0}, {0.9, 0.0, 0.5}};
      const Eigen::AngleAxisd turn(yaw, Vector3d::UnitY());
      for (int side = 0; side < kFeet; ++side) {
        solver.set_pole(side, poles[side]);
        solver.target(side) = turn * Vector3d(side == 0 ? -0.15 : 0.15, 0.2, 0.1);
      }
      ik::Report report;
      for (int i = 0; i < 200; ++i) report = solver.step();
      EXPECT_LT(report.error, 1e-6);
      for (int side = 0; side < kFeet; ++side) {
        EXPECT_LT(pole_angle(solver, side, poles[side]), 1e-4) << side << " at " << yaw;
      }
    }
  }
}

TEST(Pole, APoleOppositeToTheKneeTurnsItRound) {
  ik::Solver solver(bodies::character(false), "dls");
  solver.set_pole("left foot", -Vector3d::UnitZ());
  solver.target(0) = {-0.1, 0.2, 0.0};
  for (int i = 0; i < 300; ++i) solver.step();
  EXPECT_LT(pole_angle(solver, 0, -Vector3d::UnitZ()), 1e-3);
  EXPECT_LT((solver.position(0) - solver.target(0)).norm(), 1e-5);
}

TEST(Pole, ItsTurnMovesNoEffector) {
  // at the goals, where the method itself stands still: the foot leaves by the turn's square alone
  ik::Solver solver(bodies::character(false), "dls");
  solver.target(0) = {-0.15, 0.2, 0.1};
  for (int i = 0; i < 500; ++i) solver.step();
  const Vector3d foot = solver.position(0);
  const ik::VectorX theta = solver.theta();
  solver.set_pole(0, {-1.0, 0.0, 0.3});
  solver.step();
  const ik::VectorX turn = solver.theta() - theta;
  EXPECT_GT(turn.norm(), 0.1);
  double before = 0.0;
  for (const double share : {1e-2, 1e-3}) {
    solver.set_theta(theta + share * turn);
    const double away = (solver.position(0) - foot).norm();
    EXPECT_LT(away, 10.0 * share * share);
    if (before > 0.0) {
      EXPECT_NEAR(before / away, 100.0, 5.0);
    }
    before = away;
  }
}

TEST(Pole, NoneChangesNothing) {
  ik::Solver plain(bodies::character(false), "dls"), with(plain);
  with.set_pole(0, {1.0, 0.0, 1.0});
  with.set_pole(0, Vector3d::Zero());
  for (int i = 0; i < 20; ++i) {
    plain.target(0) = with.target(0) = Scene{0}.foot(0, i);
    plain.step();
    with.step();
    ASSERT_EQ(plain.theta(), with.theta());
  }
}

TEST(Pole, RefusesWhatHasNoLimb) {
  ik::Solver solver(bodies::character(true), "dls");
  EXPECT_EQ(refusal([&] { solver.set_pole("head", Vector3d::UnitX()); }),
            "effector 'head' is not at the end of a limb of two bones");
  EXPECT_EQ(refusal([&] { solver.set_pole(0, {NAN, 0.0, 0.0}); }), "a pole must be finite");
  EXPECT_EQ(refusal([&] { solver.set_pole(7, Vector3d::UnitX()); }), "no effector with index 7");
  ik::BatchSolver batch(bodies::character(true), 3, "dls");
  EXPECT_EQ(refusal([&] { batch.set_pole(0, kHead, Vector3d::UnitX()); }),
            "effector 'head' is not at the end of a limb with a ball joint that may move");
  EXPECT_EQ(refusal([&] { batch.set_weight(0, kHead, -1.0); }),
            "effector 'head': its weights must be finite and not negative");
  EXPECT_EQ(refusal([&] { (void)batch.joint_frame(0, 0); }),
            "a batch keeps frames after keep_frames()");
}

/// Sets the goals of a frame, for a solver or a body of a batch.
void set_goals(ik::Solver& solver, const Scene& scene, int frame) {
  for (int side = 0; side < kFeet; ++side) solver.target(side) = scene.foot(side, frame);
  solver.direction(kHead) = scene.sight(frame);
}
void set_goals(ik::BatchSolver& batch, const Scene& scene, int frame) {
  for (int side = 0; side < kFeet; ++side) {
    batch.set_target(scene.body, side, scene.foot(side, frame));
  }
  batch.set_direction(scene.body, kHead, scene.sight(frame));
}

TEST(Characters, ABatchOfThemStepsAsSolversDo) {
  constexpr int kBodies = 19;
  ik::BatchSolver batch(bodies::character(true), kBodies, "dls");
  std::vector<ik::Solver> solvers;
  for (int body = 0; body < kBodies; ++body) {
    const Scene scene{body};
    ik::Solver& solver = solvers.emplace_back(bodies::character(true), "dls");
    solver.set_limits(ik::LimitRule::kClamp);
    const ik::VectorX theta = turned_theta(solver.multibody(), scene.yaw());
    solver.set_theta(theta);
    batch.set_theta(body, theta);
    solver.set_weight(kHead, 0.0, 0.5 + 0.1 * body);
    batch.set_weight(body, kHead, 0.0, 0.5 + 0.1 * body);
    for (int side = 0; side < kFeet && body % 3 != 0; ++side) {
      solver.set_pole(side, scene.pole(side));
      batch.set_pole(body, side, scene.pole(side));
    }
  }
  for (int frame = 0; frame < 120; ++frame) {
    for (int body = 0; body < kBodies; ++body) {
      set_goals(batch, Scene{body}, frame);
      set_goals(solvers[static_cast<std::size_t>(body)], Scene{body}, frame);
    }
    batch.step();
    for (int body = 0; body < kBodies; ++body) {
      ik::Solver& solver = solvers[static_cast<std::size_t>(body)];
      const ik::Report report = solver.step();
      for (int j = 0; j < solver.multibody().joint_count(); ++j) {
        ASSERT_NEAR(batch.theta(body, j), solver.theta()[j], 1e-10) << frame << " " << body;
      }
      EXPECT_NEAR(batch.error(body), report.error, 1e-10);
      EXPECT_NEAR(batch.aim_error(body), report.aim_error, 1e-10);
      EXPECT_EQ(batch.outcome(body), report.outcome);
    }
  }
}

TEST(Characters, LookAndStandWhereTheyAreTold) {
  constexpr int kBodies = 11;
  ik::BatchSolver batch(bodies::character(true), kBodies, "dls");
  batch.set("lambda", 0.05);
  for (int body = 0; body < kBodies; ++body) {
    batch.set_theta(body, turned_theta(batch.multibody(), 0.1 * body));
    batch.set_weight(body, kHead, 0.0, 1.0);
    for (int side = 0; side < kFeet; ++side) {
      batch.set_pole(body, side, Scene{body}.pole(side));
      batch.set_target(body, side,
                       Eigen::AngleAxisd(0.1 * body, Vector3d::UnitY()) *
                           Vector3d(side == 0 ? -0.1 : 0.1, 0.15, 0.1));
    }
    batch.set_direction(body, kHead, {0.5, 0.1, 1.0});
  }
  for (int frame = 0; frame < 300; ++frame) batch.step();
  for (int body = 0; body < kBodies; ++body) {
    EXPECT_LT(batch.error(body), 1e-6) << body;
    EXPECT_LT(batch.aim_error(body), 1e-6) << body;
  }
}

TEST(Characters, ABodysBitsDoNotDependOnItsNeighbours) {
  constexpr int kBodies = 8;
  ik::BatchSolver alone(bodies::character(true), 1, "dls");
  ik::BatchSolver crowd(bodies::character(true), kBodies, "dls");
  for (int body = 1; body < kBodies; ++body) {
    crowd.set_weight(body, kHead, 0.0, 2.0);
    crowd.set_pole(body, 0, {0.3, 0.0, 1.0});
  }
  for (int frame = 0; frame < 40; ++frame) {
    set_goals(alone, Scene{0}, frame);
    for (int body = 0; body < kBodies; ++body) set_goals(crowd, Scene{body}, frame);
    alone.step();
    crowd.step();
    for (int j = 0; j < alone.multibody().joint_count(); ++j) {
      ASSERT_EQ(alone.theta(0, j), crowd.theta(0, j)) << frame;
    }
  }
}

TEST(Characters, WeightsOfPositionsHaveTheBitsOfASolver) {
  for (const char* const method : {"dls", "jacobian-transpose", "pseudoinverse", "sdls"}) {
    SCOPED_TRACE(method);
    constexpr int kBodies = 9;
    ik::BatchSolver batch(bodies::character(false), kBodies, method);
    std::vector<ik::Solver> solvers(kBodies, ik::Solver(bodies::character(false), method));
    for (int body = 0; body < kBodies; ++body) {
      solvers[static_cast<std::size_t>(body)].set_limits(ik::LimitRule::kClamp);
      if (body % 2 == 0) continue;
      solvers[static_cast<std::size_t>(body)].set_weight(0, 0.3 * body);
      batch.set_weight(body, 0, 0.3 * body);
    }
    for (int body = 0; body < kBodies; ++body) {
      ik::Solver& solver = solvers[static_cast<std::size_t>(body)];
      for (int side = 0; side < kFeet; ++side) {
        solver.target(side) = Scene{body}.foot(side, 10);
        batch.set_target(body, side, Scene{body}.foot(side, 10));
      }
      solver.step();
    }
    batch.step();
    for (int body = 0; body < kBodies; ++body) {
      for (int j = 0; j < batch.multibody().joint_count(); ++j) {
        EXPECT_NEAR(batch.theta(body, j), solvers[static_cast<std::size_t>(body)].theta()[j], 1e-15)
            << body;
      }
    }
  }
}

TEST(Characters, ASolveKnowsWeights) {
  constexpr int kBodies = 5;
  ik::BatchSolver batch(bodies::character(true), kBodies, "dls");
  ik::Solver solver(bodies::character(true), "dls");
  for (int body = 0; body < kBodies; ++body) {
    set_goals(batch, Scene{body}, 0);
    batch.set_weight(body, kHead, 0.0, 1.0);
  }
  batch.solve();
  for (int body = 0; body < kBodies; ++body) {
    ik::Solver one(solver);
    set_goals(one, Scene{body}, 0);
    one.set_weight(kHead, 0.0, 1.0);
    const ik::Report report = one.solve();
    EXPECT_EQ(batch.report(body).outcome, report.outcome);
    for (int j = 0; j < one.multibody().joint_count(); ++j) {
      EXPECT_EQ(batch.theta(body, j), one.theta()[j]);
    }
  }
}

TEST(Characters, HandOutTheFramesOfJoints) {
  constexpr int kBodies = 10;
  ik::BatchSolver batch(bodies::character(true), kBodies, "dls");
  batch.keep_frames();
  ik::Solver solver(bodies::character(true), "dls");
  const int n = batch.multibody().joint_count();
  for (int frame = 0; frame < 3; ++frame) {
    for (int body = 0; body < kBodies; ++body) set_goals(batch, Scene{body}, frame);
    if (frame > 0) batch.step();
    std::vector<float> frames(static_cast<std::size_t>(16 * n));
    for (int body = 0; body < kBodies; ++body) {
      ik::VectorX theta(n);
      for (int j = 0; j < n; ++j) theta[j] = batch.theta(body, j);
      solver.set_theta(theta);
      batch.copy_frames(body, frames);
      for (int j = 0; j < n; ++j) {
        const ik::Isometry expected = solver.joint_frame(j);
        EXPECT_LT((batch.joint_frame(body, j).matrix() - expected.matrix()).norm(), 1e-14);
        const Eigen::Map<const Eigen::Matrix4f> drawn(frames.data() + std::ptrdiff_t{16} * j);
        EXPECT_EQ(Eigen::Matrix4f(drawn), batch.joint_frame(body, j).matrix().cast<float>());
      }
    }
  }
  std::vector<float> few(3);
  EXPECT_EQ(
      refusal([&] { batch.copy_frames(0, few); }),
      "frames of " + std::to_string(n) + " joints are " + std::to_string(16 * n) + " numbers");
}

TEST(Characters, AGoalMayBeAFrame) {
  ik::BatchSolver batch(bodies::character(true), 2, "dls");
  ik::Isometry frame = ik::Isometry::Identity();
  frame.translation() = Eigen::Vector3d(0.1, 1.4, 0.2);
  frame.linear() = Eigen::AngleAxisd(0.4, Vector3d::UnitY()).toRotationMatrix();
  batch.set_goal(1, kHead, frame);
  EXPECT_EQ(batch.target(1, kHead), frame.translation());
  ik::Solver solver(bodies::character(true), "dls");
  solver.set_limits(ik::LimitRule::kClamp);
  solver.set_goal("head", frame);
  solver.step();
  batch.step();
  const double cosine = solver.frame("head").linear().col(2).dot(frame.linear().col(2));
  EXPECT_NEAR(batch.aim_error(1), std::acos(cosine), 1e-7);
}

TEST(Characters, StepsAllocateNothing) {
  ik::BatchSolver batch(bodies::character(true), 33, "dls");
  for (int body = 0; body < batch.count(); ++body) {
    batch.set_weight(body, kHead, 0.0, 1.0);
    batch.set_pole(body, 0, {0.0, 0.0, 1.0});
  }
  batch.step();
  std::vector<float> frames(static_cast<std::size_t>(16 * batch.multibody().joint_count()));
  const std::size_t before = allocation_count();
  for (int frame = 0; frame < 20; ++frame) {
    for (int body = 0; body < batch.count(); ++body) {
      set_goals(batch, Scene{body}, frame);
      batch.set_weight(body, kHead, 0.0, 1.0 + frame);
      batch.set_pole(body, 0, {0.1 * frame, 0.0, 1.0});
    }
    batch.step();
    batch.copy_frames(0, frames);
  }
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
