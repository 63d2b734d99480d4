#include "iklab/c.h"

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "iklab/experiment.h"
#include "iklab/path.h"
#include "iklab/scene.h"
#include "support/count_allocations.h"

// The library for C beside the library for C++: the same bits, and errors as statuses.

namespace {

struct Scene {
  explicit Scene(const char* name) { EXPECT_EQ(iklab_scene_open(name, &c), IKLAB_OK); }
  ~Scene() { iklab_scene_free(c); }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  std::size_t joints() const { return static_cast<std::size_t>(iklab_scene_joints(c)); }
  iklab_scene* c = nullptr;
};

struct Solver {
  Solver(const Scene& scene, const char* method) {
    EXPECT_EQ(iklab_solver_new(scene.c, method, &c), IKLAB_OK);
  }
  ~Solver() { iklab_solver_free(c); }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  iklab_solver* c = nullptr;
};

std::vector<double> numbers(const ik::VectorX& theta) {
  return {theta.data(), theta.data() + theta.size()};
}

/// A goal of UR5's tool that its joints reach: forward kinematics of some angles.
ik::Isometry reachable(const ik::Scene& scene, int i) {
  ik::Solver solver = scene.solver();
  ik::VectorX theta(6);
  for (int j = 0; j < 6; ++j) theta[j] = std::sin(1.0 + 0.7 * i + 1.3 * j);
  solver.set_theta(theta);
  return solver.frame(0);
}

std::array<double, 4> wxyz(const Eigen::Matrix3d& rotation) {
  const Eigen::Quaterniond q(rotation);
  return {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace

TEST(C, ExperimentHasTheBitsOfCpp) {
  const Scene scene("double-y");
  iklab_experiment* run = nullptr;
  ASSERT_EQ(iklab_experiment_new(scene.c, "dls", &run), IKLAB_OK);
  ASSERT_EQ(iklab_experiment_set(run, "lambda", 0.9), IKLAB_OK);
  iklab_summary summary;
  iklab_summary_init(&summary);
  ASSERT_EQ(iklab_experiment_run(run, 400, 100, &summary), IKLAB_OK);

  lab::TrackingExperiment other(ik::open_scene("double-y"), "dls");
  other.set("lambda", 0.9);
  const lab::Summary expected = other.run(400, 100);
  EXPECT_EQ(summary.mean_error, expected.mean_error);
  EXPECT_EQ(summary.mean_jitter_deg, expected.mean_jitter_deg);
  EXPECT_EQ(summary.steps, 400);
  EXPECT_EQ(summary.warmup, 100);
  std::vector<double> theta(scene.joints());
  ASSERT_EQ(iklab_experiment_theta(run, theta.data()), IKLAB_OK);
  EXPECT_EQ(theta, numbers(other.theta()));
  EXPECT_EQ(iklab_experiment_time(run), other.time());
  // the error of an effector is the distance of what the call gives
  std::array<double, 3> position{}, target{};
  ASSERT_EQ(iklab_experiment_effector(run, 2, position.data(), target.data()), IKLAB_OK);
  EXPECT_NEAR(std::hypot(position[0] - target[0], position[1] - target[1], position[2] - target[2]),
              other.error(2), 1e-15);
  ASSERT_EQ(iklab_experiment_reset(run), IKLAB_OK);
  EXPECT_EQ(iklab_experiment_time(run), 0.0);
  EXPECT_EQ(iklab_experiment_effector(run, 4, position.data(), nullptr), IKLAB_INVALID);
  iklab_experiment_free(run);
}

TEST(C, SolvesWithTheBitsOfCpp) {
  const Scene scene("ur5");
  const ik::Scene same = ik::open_scene("ur5");
  for (int i = 0; i < 20; ++i) {
    const ik::Isometry goal = reachable(same, i);
    const Solver solver(scene, "dls");
    const std::array<double, 4> turn = wxyz(goal.linear());
    ASSERT_EQ(iklab_solver_set_target(solver.c, 0, goal.translation().data()), IKLAB_OK);
    ASSERT_EQ(iklab_solver_set_orientation(solver.c, 0, turn.data()), IKLAB_OK);
    iklab_report report;
    iklab_report_init(&report);
    ASSERT_EQ(iklab_solver_solve(solver.c, nullptr, &report), IKLAB_OK);
    EXPECT_EQ(report.outcome, IKLAB_REACHED);
    EXPECT_LE(report.error, 1e-6);

    ik::Solver other = same.solver("dls");
    other.target(0) = goal.translation();
    other.orientation(0) =
        Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]).normalized().toRotationMatrix();
    other.solve();
    std::vector<double> theta(scene.joints());
    ASSERT_EQ(iklab_solver_theta(solver.c, theta.data()), IKLAB_OK);
    EXPECT_EQ(theta, numbers(other.theta()));

    // where forward kinematics puts it
    std::array<double, 16> frame{};
    ASSERT_EQ(iklab_solver_effector_frame(solver.c, 0, frame.data()), IKLAB_OK);
    const Eigen::Map<const Eigen::Matrix4d> placed(frame.data());
    EXPECT_LE((placed - goal.matrix().eval()).cwiseAbs().maxCoeff(), 3e-6);
  }
}

TEST(C, SolutionsAreAllOfThem) {
  const Scene scene("ur5");
  const ik::Isometry goal = reachable(ik::open_scene("ur5"), 3);
  const Solver solver(scene, "dls");
  iklab_solver_set_target(solver.c, 0, goal.translation().data());
  iklab_solver_set_orientation(solver.c, 0, wxyz(goal.linear()).data());
  std::vector<double> theta(16 * scene.joints());
  int count = 0, complete = 0, bound = 0;
  ASSERT_EQ(iklab_solver_solutions(solver.c, nullptr, 16, theta.data(), &count, &complete, &bound),
            IKLAB_OK);
  EXPECT_EQ(complete, 1);
  EXPECT_EQ(bound, 8);  // an arm with three parallel axes has at most 8 (Pieper 1968)
  EXPECT_GE(count, 2);
  EXPECT_LE(count, bound);
  for (int i = 0; i < count; ++i) {
    ASSERT_EQ(iklab_solver_set_theta(solver.c, theta.data() + 6 * i), IKLAB_OK);
    std::array<double, 16> frame{};
    iklab_solver_effector_frame(solver.c, 0, frame.data());
    EXPECT_LE((Eigen::Map<const Eigen::Matrix4d>(frame.data()) - goal.matrix().eval())
                  .cwiseAbs()
                  .maxCoeff(),
              3e-6);
  }
}

TEST(C, JacobianIsTheDerivativeOfTheEffector) {
  const Scene scene("ur5");
  const Solver solver(scene, "dls");
  std::vector<double> theta = {0.3, -1.1, 1.4, -0.5, 0.9, 0.2};
  ASSERT_EQ(iklab_solver_set_theta(solver.c, theta.data()), IKLAB_OK);
  int rows = 0;
  ASSERT_EQ(iklab_solver_jacobian(solver.c, &rows, nullptr), IKLAB_OK);
  std::vector<double> jacobian(static_cast<std::size_t>(rows) * scene.joints());
  ASSERT_EQ(iklab_solver_jacobian(solver.c, &rows, jacobian.data()), IKLAB_OK);
  const auto place = [&](std::size_t joint, double by) {
    std::vector<double> moved = theta;
    moved[joint] += by;
    std::array<double, 16> frame{};
    iklab_solver_set_theta(solver.c, moved.data());
    iklab_solver_effector_frame(solver.c, 0, frame.data());
    return Eigen::Vector3d(frame[12], frame[13], frame[14]);
  };
  for (std::size_t j = 0; j < scene.joints(); ++j) {
    const Eigen::Vector3d slope = (place(j, 1e-6) - place(j, -1e-6)) / 2e-6;
    for (std::size_t row = 0; row < 3; ++row) {
      EXPECT_NEAR(jacobian[row * scene.joints() + j], slope[static_cast<int>(row)], 1e-8);
    }
  }
}

TEST(C, BatchIsManySolvers) {
  const Scene scene("ur5");
  const ik::Scene same = ik::open_scene("ur5");
  constexpr int kCount = 9;
  iklab_batch* batch = nullptr;
  ASSERT_EQ(iklab_batch_new(scene.c, kCount, "dls", &batch), IKLAB_OK);
  EXPECT_EQ(iklab_batch_count(batch), kCount);
  std::vector<double> places, turns;
  ik::BatchSolver other(same.multibody(), kCount);
  for (int i = 0; i < kCount; ++i) {
    const ik::Isometry goal = reachable(same, i);
    places.insert(places.end(), goal.translation().data(), goal.translation().data() + 3);
    const std::array<double, 4> q = wxyz(goal.linear());
    turns.insert(turns.end(), q.begin(), q.end());
    other.set_target(i, 0, goal.translation());
    other.set_orientation(
        i, 0, Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix());
  }
  ASSERT_EQ(iklab_batch_set_targets(batch, 0, places.data()), IKLAB_OK);
  ASSERT_EQ(iklab_batch_set_orientations(batch, 0, turns.data()), IKLAB_OK);
  ASSERT_EQ(iklab_batch_solve(batch, nullptr), IKLAB_OK);
  other.solve();
  std::vector<double> theta(kCount * scene.joints());
  ASSERT_EQ(iklab_batch_theta(batch, theta.data()), IKLAB_OK);
  for (int i = 0; i < kCount; ++i) {
    iklab_report report;
    iklab_report_init(&report);
    ASSERT_EQ(iklab_batch_report(batch, i, &report), IKLAB_OK);
    EXPECT_EQ(report.outcome, IKLAB_REACHED);
    for (int j = 0; j < 6; ++j)
      EXPECT_EQ(theta[static_cast<std::size_t>(6 * i + j)], other.theta(i, j));
  }
  iklab_batch_free(batch);
}

TEST(C, SceneFromMemoryIsTheSceneOfTheFile) {
  const std::string path = std::string(IKLAB_TEST_DATA) + "/bodies/gripper.urdf";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  iklab_scene* parsed = nullptr;
  ASSERT_EQ(iklab_scene_parse(text.data(), text.size(), "gripper", &parsed), IKLAB_OK)
      << iklab_last_error();
  const Scene read(path.c_str());
  ASSERT_EQ(iklab_scene_joints(parsed), iklab_scene_joints(read.c));
  std::vector<double> lower(read.joints()), upper(read.joints()), lower2 = lower, upper2 = upper;
  ASSERT_EQ(iklab_scene_limits(parsed, lower.data(), upper.data()), IKLAB_OK);
  ASSERT_EQ(iklab_scene_limits(read.c, lower2.data(), upper2.data()), IKLAB_OK);
  EXPECT_EQ(lower, lower2);
  EXPECT_EQ(upper, upper2);
  for (int j = 0; j < iklab_scene_joints(parsed); ++j) {
    EXPECT_STREQ(iklab_scene_joint_name(parsed, j), iklab_scene_joint_name(read.c, j));
    EXPECT_EQ(iklab_scene_joint_index(parsed, iklab_scene_joint_name(parsed, j)), j);
  }
  EXPECT_EQ(iklab_scene_joint_index(parsed, "no such joint"), -1);
  EXPECT_EQ(iklab_scene_joint_name(parsed, 99), nullptr);
  EXPECT_EQ(iklab_scene_effector_name(parsed, -1), nullptr);
  EXPECT_EQ(iklab_scene_aim(parsed, 99), -1);
  iklab_scene_free(parsed);
}

TEST(C, ErrorsAreStatusesAndOneLine) {
  iklab_scene* none = nullptr;
  EXPECT_EQ(iklab_scene_open("no-such-scene", &none), IKLAB_INPUT);
  EXPECT_NE(std::strstr(iklab_last_error(), "no-such-scene"), nullptr);
  EXPECT_EQ(none, nullptr);
  const std::string broken = R"({"format": "ik-scene", "version": 1, "joints": 7})";
  EXPECT_EQ(iklab_scene_parse(broken.data(), broken.size(), "mine", &none), IKLAB_INPUT);
  EXPECT_NE(std::strstr(iklab_last_error(), "mine"), nullptr);
  EXPECT_EQ(std::string(iklab_last_error()).rfind("mine", 0), 0U);
  EXPECT_EQ(std::strchr(iklab_last_error(), '\n'), nullptr);
  EXPECT_EQ(iklab_scene_open(nullptr, &none), IKLAB_INVALID);

  const Scene scene("ur5");
  iklab_solver* missing = nullptr;
  EXPECT_EQ(iklab_solver_new(scene.c, "no-such-method", &missing), IKLAB_INVALID);
  EXPECT_NE(std::strstr(iklab_last_error(), "no-such-method"), nullptr);
  const Solver solver(scene, "dls");
  const std::array<double, 4> zero{};
  EXPECT_EQ(iklab_solver_set_target(solver.c, 7, zero.data()), IKLAB_INVALID);
  EXPECT_EQ(iklab_solver_set_orientation(solver.c, 0, zero.data()), IKLAB_INVALID);
  EXPECT_EQ(iklab_solver_set(solver.c, "no-such-parameter", 1.0), IKLAB_INVALID);
  EXPECT_EQ(iklab_solver_step(nullptr, nullptr), IKLAB_INVALID);
  iklab_stop stop;
  iklab_stop_init(&stop);
  stop.error = -1.0;
  EXPECT_EQ(iklab_solver_solve(solver.c, &stop, nullptr), IKLAB_INVALID);
  iklab_stop_init(&stop);
  stop.choice = 17;
  EXPECT_EQ(iklab_solver_solve(solver.c, &stop, nullptr), IKLAB_INVALID);
  iklab_solver_free(nullptr);
}

TEST(C, GoalsThatAreNotFiniteLeaveTheBody) {
  const Scene scene("ur5");
  const Solver solver(scene, "dls");
  std::vector<double> before(6), after(6);
  iklab_solver_theta(solver.c, before.data());
  const std::array<double, 3> nowhere = {std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0};
  ASSERT_EQ(iklab_solver_set_target(solver.c, 0, nowhere.data()), IKLAB_OK);
  iklab_report report;
  iklab_report_init(&report);
  EXPECT_EQ(iklab_solver_step(solver.c, &report), IKLAB_OK);
  EXPECT_EQ(report.outcome, IKLAB_NOT_FINITE);
  iklab_solver_theta(solver.c, after.data());
  EXPECT_EQ(before, after);
}

// a caller compiled with an older, shorter struct: what lies behind it stays
TEST(C, ShorterStructsAreFilledAsFarAsTheyGo) {
  const Scene scene("ur5");
  const Solver solver(scene, "dls");
  iklab_report report;
  std::memset(&report, 0x5a, sizeof report);
  report.size = offsetof(iklab_report, attempts);
  ASSERT_EQ(iklab_solver_step(solver.c, &report), IKLAB_OK);
  EXPECT_EQ(report.size, offsetof(iklab_report, attempts));
  EXPECT_EQ(report.updates, 1);
  EXPECT_EQ(report.attempts, 0x5a5a5a5a);
}

TEST(C, SearchIsGivenUp) {
  const Scene scene("ur5");
  const Solver solver(scene, "dls");
  const std::array<double, 3> far = {9.0, 0.0, 0.0};
  iklab_solver_set_target(solver.c, 0, far.data());
  int asked = 0;
  iklab_stop stop;
  iklab_stop_init(&stop);
  stop.user = &asked;
  stop.give_up = [](void* user) { return ++*static_cast<int*>(user) > 3 ? 1 : 0; };
  iklab_report report;
  iklab_report_init(&report);
  ASSERT_EQ(iklab_solver_solve(solver.c, &stop, &report), IKLAB_OK);
  EXPECT_EQ(asked, 4);
  EXPECT_NE(report.outcome, IKLAB_REACHED);
}

TEST(C, FrameAllocatesNothing) {
  const Scene scene("ur5");
  const Solver solver(scene, "dls");
  std::vector<double> frames(16 * scene.joints());
  std::size_t before = 0;
  for (int frame = 0; frame < 60; ++frame) {
    if (frame == 10) before = allocation_count();
    const std::array<double, 3> goal = {0.4, 0.1 * std::sin(0.1 * frame), 0.5};
    iklab_report report;
    iklab_report_init(&report);
    iklab_solver_set_target(solver.c, 0, goal.data());
    iklab_solver_step(solver.c, &report);
    iklab_solver_joint_frames(solver.c, frames.data());
  }
  EXPECT_EQ(allocation_count(), before);
}

TEST(C, ListsEndWithNull) {
  for (int i = 0; const ik::MethodInfo& info : ik::methods()) {
    EXPECT_STREQ(iklab_method_id(i), info.id);
    EXPECT_STREQ(iklab_method_label(i), info.label);
    EXPECT_STREQ(iklab_method_group(i), info.group);
    EXPECT_STREQ(iklab_method_equation(i), info.equation);
    EXPECT_STREQ(iklab_method_reference(i), info.reference);
    ++i;
  }
  const int methods = static_cast<int>(ik::methods().size());
  EXPECT_EQ(iklab_method_id(methods), nullptr);
  EXPECT_EQ(iklab_method_label(-1), nullptr);
  int scenes = 0;
  for (const char* name; (name = iklab_built_in_scene(scenes)) != nullptr; ++scenes)
    Scene opens(name);
  int bodies = 0;
  for (const char* name; (name = iklab_built_in_body(bodies)) != nullptr; ++bodies)
    Scene opens(name);
  EXPECT_GT(scenes, 10);
  EXPECT_GT(bodies, 4);
}

TEST(C, ARobotIsReadAsItIsWanted) {
  const std::string text =
      R"(<robot name="two"><link name="base"/><link name="upper"/><link name="hand"/>
         <joint name="lift" type="continuous"><parent link="base"/><child link="upper"/>
           <origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
         <joint name="turn" type="continuous"><parent link="upper"/><child link="hand"/>
           <origin xyz="0.5 0 0"/><axis xyz="0 1 0"/></joint></robot>)";
  iklab_body body;
  iklab_body_init(&body);
  body.effectors = "upper,hand";
  body.base = IKLAB_BASE_FREE;
  body.aim = IKLAB_AIM_ORIENTATION;
  iklab_scene* scene = nullptr;
  ASSERT_EQ(iklab_scene_parse_as(text.data(), text.size(), "two", &body, &scene), IKLAB_OK)
      << iklab_last_error();
  EXPECT_EQ(iklab_scene_effectors(scene), 2);
  EXPECT_EQ(iklab_scene_joints(scene), 8);  // three slides and three hinges of the base
  EXPECT_EQ(iklab_scene_aim(scene, 1), IKLAB_AIM_ORIENTATION);
  EXPECT_STREQ(iklab_scene_name(scene), "two");
  EXPECT_EQ(iklab_scene_note(scene, 1000), nullptr);
  iklab_scene_free(scene);

  body.base = 9;
  EXPECT_EQ(iklab_scene_parse_as(text.data(), text.size(), "two", &body, &scene), IKLAB_INVALID);
  EXPECT_STREQ(iklab_last_error(), "iklab_body.base: expected an iklab_base");
  body.base = IKLAB_BASE_FIXED;
  body.effectors = "foot";
  EXPECT_EQ(iklab_scene_parse_as(text.data(), text.size(), "two", &body, &scene), IKLAB_INPUT);
  EXPECT_NE(std::string(iklab_last_error()).find("foot"), std::string::npos);
}

TEST(C, AFrameIsAGoalToTheBit) {
  const Scene scene("ur5");
  const ik::Scene same = ik::open_scene("ur5");
  const ik::Isometry goal = reachable(same, 5);
  Eigen::Matrix4d frame = Eigen::Matrix4d::Identity();
  frame.topRows<3>() = goal.matrix().topRows<3>();
  const Solver solver(scene, "dls");
  ASSERT_EQ(iklab_solver_set_frame(solver.c, 0, frame.data()), IKLAB_OK);
  ASSERT_EQ(iklab_solver_solve(solver.c, nullptr, nullptr), IKLAB_OK);
  ik::Solver other = same.solver("dls");
  other.target(0) = goal.translation();
  other.orientation(0) = goal.linear();
  other.solve();
  std::vector<double> theta(scene.joints());
  ASSERT_EQ(iklab_solver_theta(solver.c, theta.data()), IKLAB_OK);
  EXPECT_EQ(theta, numbers(other.theta()));
  EXPECT_EQ(iklab_solver_set_frame(solver.c, 7, frame.data()), IKLAB_INVALID);
}

TEST(C, TargetsOfASceneMove) {
  const Scene scene("y");
  const ik::Scene same = ik::open_scene("y");
  std::array<double, 3> place{};
  ASSERT_EQ(iklab_scene_target(scene.c, 1, 0.7, place.data()), IKLAB_OK);
  EXPECT_EQ(Eigen::Vector3d(place.data()), same.target(1, 0.7));
  EXPECT_EQ(iklab_scene_target(scene.c, 2, 0.7, place.data()), IKLAB_INVALID);
}

TEST(C, FollowsAPathWithTheBitsOfCpp) {
  const Scene scene("ur5");
  const ik::Scene same = ik::open_scene("ur5");
  const ik::Isometry first = reachable(same, 2);
  constexpr int kWaypoints = 20;
  std::vector<double> positions, quaternions;
  std::vector<ik::Waypoint> path;
  const std::array<double, 4> turn = wxyz(first.linear());
  const Eigen::Matrix3d rotation =
      Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]).normalized().toRotationMatrix();
  for (int i = 0; i < kWaypoints; ++i) {
    const Eigen::Vector3d place = first.translation() + Eigen::Vector3d(0.0, 0.0, 0.002 * i);
    positions.insert(positions.end(), place.data(), place.data() + 3);
    quaternions.insert(quaternions.end(), turn.begin(), turn.end());
    path.push_back({{place},
                    {{rotation * same.multibody().effector(0).pointer, rotation}},
                    static_cast<double>(i)});
  }
  iklab_followed* followed = nullptr;
  ASSERT_EQ(iklab_path_follow(scene.c, kWaypoints, positions.data(), quaternions.data(), nullptr,
                              nullptr, &followed),
            IKLAB_OK);
  iklab_way way;
  iklab_way_init(&way);
  ASSERT_EQ(iklab_followed_way(followed, &way), IKLAB_OK);
  std::vector<double> theta(static_cast<std::size_t>(way.poses) * scene.joints());
  std::vector<int> branches(static_cast<std::size_t>(way.poses));
  ASSERT_EQ(iklab_followed_poses(followed, theta.data(), branches.data()), IKLAB_OK);
  iklab_followed_free(followed);

  const ik::Followed other = ik::follow(same.multibody(), path);
  ASSERT_EQ(way.poses, kWaypoints);
  EXPECT_EQ(way.breaks_at, -1);
  EXPECT_EQ(way.reconfigurations, other.reconfigurations);
  EXPECT_EQ(way.travel, other.travel);
  for (int i = 0; i < kWaypoints; ++i) {
    const ik::FollowedPose& pose = other.poses[static_cast<std::size_t>(i)];
    const auto at = theta.begin() + 6 * i;
    EXPECT_EQ(std::vector<double>(at, at + 6), numbers(pose.theta));
    EXPECT_EQ(branches[static_cast<std::size_t>(i)], pose.branch);
  }
  // every pose is at its waypoint, by forward kinematics
  const Solver solver(scene, "dls");
  for (int i = 0; i < kWaypoints; ++i) {
    ASSERT_EQ(iklab_solver_set_theta(solver.c, theta.data() + 6 * i), IKLAB_OK);
    std::array<double, 16> frame{};
    ASSERT_EQ(iklab_solver_effector_frame(solver.c, 0, frame.data()), IKLAB_OK);
    EXPECT_NEAR(frame[14], positions[static_cast<std::size_t>(3 * i + 2)], 2e-6);
  }
  iklab_follow how;
  iklab_follow_init(&how);
  how.start = 7;
  EXPECT_EQ(iklab_path_follow(scene.c, kWaypoints, positions.data(), quaternions.data(), nullptr,
                              &how, &followed),
            IKLAB_INVALID);
  EXPECT_NE(std::string(iklab_last_error()).find("start"), std::string::npos);
  EXPECT_EQ(iklab_path_follow(scene.c, kWaypoints, positions.data(), nullptr, nullptr, nullptr,
                              &followed),
            IKLAB_INVALID);
}

TEST(C, PosesOfAFamilyKeepTheGoal) {
  const Scene scene("iiwa14");
  const Solver solver(scene, "dls");
  std::array<double, 7> bent{0.3, 0.6, -0.4, 1.1, 0.2, 0.9, -0.5};
  ASSERT_EQ(iklab_solver_set_theta(solver.c, bent.data()), IKLAB_OK);
  std::array<double, 16> goal{}, frame{};
  ASSERT_EQ(iklab_solver_effector_frame(solver.c, 0, goal.data()), IKLAB_OK);
  const Eigen::Map<const Eigen::Matrix4d> wanted(goal.data());
  ASSERT_EQ(iklab_solver_set_target(solver.c, 0, goal.data() + 12), IKLAB_OK);
  ASSERT_EQ(iklab_solver_set_orientation(solver.c, 0, wxyz(wanted.topLeftCorner<3, 3>()).data()),
            IKLAB_OK);
  iklab_families* families = nullptr;
  ASSERT_EQ(iklab_families_new(solver.c, nullptr, 16, &families), IKLAB_OK);
  ASSERT_GE(iklab_families_count(families), 1);
  double here = 0.0, period = 0.0;
  ASSERT_EQ(iklab_families_get(families, 0, &here, &period), IKLAB_OK);
  EXPECT_NEAR(period, 2.0 * std::acos(-1.0), 1e-12);  // the elbow runs on a circle
  int count = 0;
  ASSERT_EQ(iklab_families_arcs(families, 0, 0, nullptr, &count), IKLAB_OK);
  ASSERT_GE(count, 1);
  std::vector<double> arcs(2 * static_cast<std::size_t>(count));
  ASSERT_EQ(iklab_families_arcs(families, 0, count, arcs.data(), &count), IKLAB_OK);
  for (const double share : {0.1, 0.5, 0.9}) {
    std::array<double, 7> theta{};
    ASSERT_EQ(iklab_families_pose(families, 0, arcs[0] + share * (arcs[1] - arcs[0]), theta.data()),
              IKLAB_OK);
    ASSERT_EQ(iklab_solver_set_theta(solver.c, theta.data()), IKLAB_OK);
    ASSERT_EQ(iklab_solver_effector_frame(solver.c, 0, frame.data()), IKLAB_OK);
    EXPECT_LE((Eigen::Map<const Eigen::Matrix4d>(frame.data()) - wanted).cwiseAbs().maxCoeff(),
              1e-9);
  }
  std::array<double, 7> theta{};
  EXPECT_EQ(iklab_families_pose(families, 0, arcs[1] + 1e3, theta.data()), IKLAB_INVALID);
  EXPECT_EQ(iklab_families_get(families, 99, &here, &period), IKLAB_INVALID);
  iklab_families_free(families);
}
