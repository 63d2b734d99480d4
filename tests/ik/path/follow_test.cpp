#include "iklab/path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/robot_arms.h"

// Paths whose joints are known, beside forward kinematics by products of Denavit-Hartenberg
// numbers.
namespace {

using bodies::Arm;
using ik::VectorX;
using ik::Waypoint;
using std::numbers::pi;

const Arm& arm_named(const std::string& name) {
  return *std::find_if(bodies::arms().begin(), bodies::arms().end(),
                       [&](const Arm& arm) { return arm.name == name; });
}

Waypoint waypoint_at(const Eigen::Isometry3d& frame, double time) {
  return {{frame.translation()}, {{Eigen::Vector3d::UnitX(), frame.linear()}}, time};
}

/// A smooth motion of the joints from one pose past another to a third.
std::vector<VectorX> smooth_motion(const VectorX& a, const VectorX& b, const VectorX& c,
                                   int count) {
  std::vector<VectorX> motion;
  for (int i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / (count - 1);
    motion.emplace_back((1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c);
  }
  return motion;
}

/// The same past drawn poses inside the limits.
std::vector<VectorX> known_motion(const Arm& arm, int number, int count) {
  return smooth_motion(bodies::drawn(arm, 3 * number), bodies::drawn(arm, 3 * number + 1),
                       bodies::drawn(arm, 3 * number + 2), count);
}

std::vector<Waypoint> path_of(const Arm& arm, const std::vector<VectorX>& motion) {
  std::vector<Waypoint> path;
  for (const VectorX& theta : motion) {
    path.push_back(waypoint_at(arm.frame(theta), static_cast<double>(path.size())));
  }
  return path;
}

/// A straight line of a tool that keeps its orientation.
std::vector<Waypoint> line(const Eigen::Isometry3d& from, const Eigen::Vector3d& way, int count) {
  std::vector<Waypoint> path;
  for (int i = 0; i < count; ++i) {
    Eigen::Isometry3d frame = from;
    frame.translation() += way * i / (count - 1);
    path.push_back(waypoint_at(frame, i));
  }
  return path;
}

void expect_on_path(const Arm& arm, const std::vector<Waypoint>& path,
                    const ik::Followed& followed) {
  for (std::size_t w = 0; w < followed.poses.size(); ++w) {
    const VectorX& theta = followed.poses[w].theta;
    const Eigen::Isometry3d frame = arm.frame(theta);
    ASSERT_LE((frame.translation() - path[w].targets[0]).norm(), 1e-6) << arm.name << ' ' << w;
    ASSERT_LE(bodies::angle_between(frame.linear(), path[w].aims[0].orientation), 1e-6)
        << arm.name << ' ' << w;
    for (std::size_t j = 0; j < arm.joints.size(); ++j) {
      const double at = theta[static_cast<int>(j)];
      ASSERT_GE(at, arm.joints[j].lower - 1e-8);
      ASSERT_LE(at, arm.joints[j].upper + 1e-8);
    }
  }
}

/// Expects that motions of an arm are followed. \param missed how many may need a reconfiguration
void expect_followed(const Arm& arm, int motions, int count, int missed) {
  int whole = 0;
  for (int number = 0; number < motions; ++number) {
    const std::vector<Waypoint> path = path_of(arm, known_motion(arm, number, count));
    const ik::Followed followed = ik::follow(arm.body(), path);
    expect_on_path(arm, path, followed);
    if (followed.breaks_at >= 0 || followed.reconfigurations > 0) continue;
    ++whole;
    EXPECT_EQ(followed.poses.size(), path.size());
    EXPECT_TRUE(followed.least);
    double largest = 0.0;
    for (std::size_t w = 1; w < followed.poses.size(); ++w) {
      const VectorX step = followed.poses[w].theta - followed.poses[w - 1].theta;
      largest = std::max(largest, step.lpNorm<Eigen::Infinity>());
      EXPECT_EQ(followed.poses[w].branch, followed.poses[0].branch);
      EXPECT_FALSE(followed.poses[w].reconfigured);
    }
    EXPECT_EQ(followed.max_step, largest);
  }
  EXPECT_GE(whole, motions - missed) << arm.name;
}

TEST(Follow, FollowsMotionsOfSixHingesThatAreKnown) {
  for (const char* name : {"KR6", "UR5", "PUMA560"}) expect_followed(arm_named(name), 20, 500, 0);
}

TEST(Follow, PassesASingularPoseAsAMotionThatIsKnown) {
  // Each motion crosses or grazes a singular pose between two waypoints. There its straight way in
  // the joints strays from the even motion by up to the second difference of the waypoints.
  struct Known {
    const char* name;
    Eigen::Vector<double, 6> from, past, to;
  };
  const Known all[] = {{"UR5",
                        {2.8206, 0.5043, 2.2776, 2.5382, 2.6540, -2.0484},
                        {-0.0351, 1.0250, -1.9068, -2.0294, 0.1234, 0.5772},
                        {1.1771, -1.8420, -0.8499, -2.2784, 2.4872, 1.3096}},
                       {"UR5",
                        {0.9460, 1.2518, -3.0268, 0.7947, 2.3122, 2.4362},
                        {-0.7217, 1.1388, -1.9047, 1.2862, -0.3203, 2.6699},
                        {0.6286, 2.2274, 2.2449, 1.0705, 0.7166, -0.2265}},
                       {"PUMA560",
                        {-0.2909, -1.6405, 2.0284, 1.5516, 1.3833, 0.8662},
                        {-1.0642, 1.5435, 1.1373, 1.5327, -1.3750, -2.3158},
                        {2.4233, 0.1715, -0.1449, -0.7394, -0.3682, -2.5923}}};
  for (const Known& known : all) {
    const Arm& arm = arm_named(known.name);
    const std::vector<Waypoint> path =
        path_of(arm, smooth_motion(known.from, known.past, known.to, 500));
    const ik::Followed followed = ik::follow(arm.body(), path);
    expect_on_path(arm, path, followed);
    EXPECT_EQ(followed.poses.size(), path.size()) << known.name;
    EXPECT_EQ(followed.reconfigurations, 0) << known.name;
    EXPECT_GT(followed.passages, 0) << known.name;
  }
}

TEST(Follow, FindsABranchThatFewFirstPosesBegin) {
  // from the first waypoint on, searches end at a gate that few poses lead through
  const Arm& arm = arm_named("Panda");
  VectorX a(7), b(7), c(7);
  a << 0.4044, -0.0525, -0.6517, -0.5075, 0.6751, 3.5261, -0.8098;
  b << -0.5481, 0.0283, 2.1826, -0.3050, -2.6453, 1.4340, 0.4543;
  c << 0.8429, 0.4338, -0.4316, -0.4189, 0.1998, 2.4334, 0.8392;
  const std::vector<Waypoint> path = path_of(arm, smooth_motion(a, b, c, 500));
  const ik::Followed followed = ik::follow(arm.body(), path);
  expect_on_path(arm, path, followed);
  EXPECT_EQ(followed.poses.size(), path.size());
  EXPECT_EQ(followed.reconfigurations, 0);
}

TEST(Follow, FollowsMotionsOfSevenHingesThatAreKnown) {
  for (const char* name : {"iiwa14", "Panda"}) expect_followed(arm_named(name), 6, 500, 0);
}

TEST(Follow, FollowsATorchThatTurnsAboutItself) {
  // only the direction of an oblique axis of the tool counts: six hinges have one freedom
  const Eigen::Vector3d pointer(0.6, 0.0, 0.8);
  for (const char* name : {"KR6", "PUMA560"}) {
    const Arm& arm = arm_named(name);
    const ik::Multibody whole = arm.body();
    ik::Effector torch = whole.effector(0);
    torch.aim = ik::AimKind::kDirection;
    torch.pointer = pointer;
    const ik::Multibody body({whole.joints().begin(), whole.joints().end()}, {torch});
    for (int number = 0; number < 3; ++number) {
      std::vector<Waypoint> path;
      for (const VectorX& theta : known_motion(arm, number, 120)) {
        const Eigen::Isometry3d frame = arm.frame(theta);
        path.push_back({{frame.translation()}, {{frame.linear() * pointer}}});
      }
      const ik::Followed followed = ik::follow(body, path);
      EXPECT_EQ(followed.poses.size(), path.size()) << name << ' ' << number;
      EXPECT_EQ(followed.reconfigurations, 0) << name << ' ' << number;
      for (std::size_t w = 0; w < followed.poses.size(); ++w) {
        const Eigen::Isometry3d frame = arm.frame(followed.poses[w].theta);
        ASSERT_LE((frame.translation() - path[w].targets[0]).norm(), 1e-6);
        ASSERT_LE((frame.linear() * pointer - path[w].aims[0].direction).norm(), 1e-6);
        ASSERT_TRUE(arm.keeps_limits(followed.poses[w].theta));
      }
    }
  }
}

TEST(Follow, KeepsTheStartThatIsGivenToSevenHinges) {
  for (const char* name : {"iiwa14", "Panda"}) {
    const Arm& arm = arm_named(name);
    int whole = 0;
    for (int number = 0; number < 6; ++number) {
      const std::vector<VectorX> motion = known_motion(arm, number, 300);
      const std::vector<Waypoint> path = path_of(arm, motion);
      ik::FollowOptions options;
      options.start = ik::PathStart::kGiven;
      options.theta = motion.front();
      const ik::Followed followed = ik::follow(arm.body(), path, options);
      expect_on_path(arm, path, followed);
      EXPECT_LT((followed.poses.front().theta - motion.front()).norm(), 1e-6) << name;
      whole += followed.breaks_at < 0 && followed.reconfigurations == 0 ? 1 : 0;
    }
    EXPECT_GE(whole, 5) << name;
  }
}

TEST(Follow, NeedsNoSelfMotionOnAPathThatStands) {
  // the shortest way along a path whose goals are all one stands still
  const Arm& arm = arm_named("Panda");
  const Eigen::Isometry3d frame = arm.frame(bodies::drawn(arm, 7));
  const ik::Followed followed = ik::follow(arm.body(), line(frame, Eigen::Vector3d::Zero(), 50));
  EXPECT_EQ(followed.poses.size(), 50U);
  EXPECT_LT(followed.travel, 1e-3);
}

TEST(Follow, IsNoLongerThanAMotionThatIsKnown) {
  // beside singular poses the way of least travel is not looked for by all sides
  for (const char* name : {"KR6", "UR5", "PUMA560"}) {
    const Arm& arm = arm_named(name);
    for (int number = 0; number < 8; ++number) {
      const std::vector<VectorX> motion = known_motion(arm, number, 500);
      double travel = 0.0;
      for (std::size_t w = 1; w < motion.size(); ++w) travel += (motion[w] - motion[w - 1]).norm();
      const ik::Followed followed = ik::follow(arm.body(), path_of(arm, motion));
      EXPECT_LT(followed.travel, 1.01 * travel) << name << ' ' << number;
    }
  }
}

/// The pose of a goal that Newton's method with differences for J finds from a start.
VectorX nearby_pose(const Arm& arm, const Eigen::Isometry3d& goal, VectorX theta) {
  const auto error = [&](const VectorX& at) {
    const Eigen::Isometry3d now = arm.frame(at);
    const Eigen::AngleAxisd turn(goal.linear() * now.linear().transpose());
    Eigen::Matrix<double, 6, 1> e;
    e << goal.translation() - now.translation(), turn.angle() * turn.axis();
    return e;
  };
  for (int step = 0; step < 20; ++step) {
    const Eigen::Matrix<double, 6, 1> e = error(theta);
    if (e.norm() < 1e-9) break;
    Eigen::Matrix<double, 6, 6> J;
    for (int j = 0; j < 6; ++j) {
      VectorX moved = theta;
      moved[j] += 1e-6;
      J.col(j) = (e - error(moved)) / 1e-6;
    }
    theta += J.fullPivLu().solve(e);
  }
  return theta;
}

TEST(Follow, StaysOnABranchWhereLegsAreHalved) {
  for (const char* name : {"KR6", "UR5", "PUMA560"}) {
    const Arm& arm = arm_named(name);
    for (int number = 0; number < 4; ++number) {
      const std::vector<Waypoint> path = path_of(arm, known_motion(arm, number, 200));
      const ik::Followed followed = ik::follow(arm.body(), path);
      if (followed.passages > 0) continue;  // at singular poses halves are no exact poses
      for (std::size_t w = 1; w < followed.poses.size(); w += 7) {
        const ik::FollowedPose &a = followed.poses[w - 1], &b = followed.poses[w];
        if (b.reconfigured) continue;
        const VectorX middle = 0.5 * (a.theta + b.theta);
        Eigen::Isometry3d goal = Eigen::Isometry3d::Identity();
        goal.translation() = 0.5 * (path[w - 1].targets[0] + path[w].targets[0]);
        goal.linear() = Eigen::Quaterniond(path[w - 1].aims[0].orientation)
                            .slerp(0.5, Eigen::Quaterniond(path[w].aims[0].orientation))
                            .toRotationMatrix();
        const VectorX half = nearby_pose(arm, goal, middle);
        EXPECT_LT((half - middle).norm(), 0.5 * (b.theta - a.theta).norm() + 1e-6)
            << name << ' ' << number << ' ' << w;
      }
    }
  }
}

TEST(Follow, BreaksWhereALineComesTooNearToTheAxisOfAShoulder) {
  // the wrist of a PUMA 560 cannot come nearer to its first axis than its shoulder is wide
  const Arm& arm = arm_named("PUMA560");
  VectorX theta = VectorX::Zero(6);
  theta << 0.3, -0.6, 0.4, 0.2, 0.9, 0.1;
  const Eigen::Isometry3d from = arm.frame(theta);
  Eigen::Vector3d way = -2.0 * from.translation();
  way.z() = 0.0;
  const std::vector<Waypoint> path = line(from, way, 200);
  const ik::Followed followed = ik::follow(arm.body(), path);
  expect_on_path(arm, path, followed);
  ASSERT_GE(followed.breaks_at, 0);
  const double distance =
      path[static_cast<std::size_t>(followed.breaks_at)].targets[0].head<2>().norm();
  EXPECT_LT(distance, 0.15005);
  EXPECT_GT(path[static_cast<std::size_t>(followed.breaks_at) - 1].targets[0].head<2>().norm(),
            0.15005);
  EXPECT_NE(followed.verdict, ik::Verdict::kReached);
  ASSERT_FALSE(followed.ends.empty());
  EXPECT_EQ(followed.ends.back().kind, ik::PathEnd::kSingular);
}

TEST(Follow, NamesTheLimitAtWhichAHingeEnds) {
  // two links in a plane reach round, until the shoulder is at its limit
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[0].lower = -1.0;
  joints[0].upper = 1.0;
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(1.0, 0.0, 0.0);
  joints[1].lower = 0.1;
  joints[1].upper = 2.0;
  const ik::Multibody body(joints, {{"tip", 1, {0.8, 0.0, 0.0}}});
  std::vector<Waypoint> path;
  for (int i = 0; i <= 100; ++i) path.push_back({{bodies::out_at(1.4, 0.02 * i)}});
  const double elbow = std::acos((1.4 * 1.4 - 1.0 - 0.64) / 1.6);
  const double shoulder = -std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
  const ik::Followed followed = ik::follow(body, path);
  // at a bearing of 1 - shoulder the shoulder is at 1
  EXPECT_EQ(followed.breaks_at, static_cast<int>(std::ceil((1.0 - shoulder) / 0.02)));
  ASSERT_EQ(followed.ends.size(), 1U);
  EXPECT_EQ(followed.ends[0].kind, ik::PathEnd::kLimit);
  EXPECT_EQ(followed.ends[0].joint, 0);
  EXPECT_TRUE(followed.ends[0].upper);
  EXPECT_NEAR(followed.ends[0].at, (1.0 - shoulder) / 0.02, 0.01);
  EXPECT_FALSE(followed.least);
}

/// The fewest changes over all poses of a path, by comparing every pose with every one of the next
/// waypoint: poses go on where no joint moves by more than `step`.
int fewest_changes(const Arm& arm, const std::vector<Waypoint>& path, double step) {
  ik::Solver solver(arm.body());
  std::vector<VectorX> before;
  std::vector<int> counts;
  for (const Waypoint& goal : path) {
    solver.target(0) = goal.targets[0];
    solver.orientation(0) = goal.aims[0].orientation;
    const std::vector<VectorX> now = solver.solutions(16).theta;
    if (now.empty()) return -1;
    const int least = counts.empty() ? -1 : *std::min_element(counts.begin(), counts.end());
    std::vector<int> next(now.size(), least + 1);
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::size_t k = 0; k < before.size(); ++k) {
        const bool near = (now[i] - before[k]).lpNorm<Eigen::Infinity>() < step;
        if (near) next[i] = std::min(next[i], counts[k]);
      }
    }
    before = now;
    counts = next;
  }
  return *std::min_element(counts.begin(), counts.end());
}

TEST(Follow, HasTheFewestReconfigurations) {
  const Arm& arm = arm_named("PUMA560");
  int compared = 0;
  for (int i = 0; i < 12; ++i) {
    const VectorX theta = bodies::drawn(arm, 50 + i);
    const Eigen::Vector3d way(0.25 * std::cos(i), 0.25 * std::sin(i), 0.1);
    const std::vector<Waypoint> path = line(arm.frame(theta), way, 400);
    ik::FollowOptions options;
    options.stray = 1e-9;
    const ik::Followed followed = ik::follow(arm.body(), path, options);
    if (followed.breaks_at >= 0 || !followed.least) continue;
    ++compared;
    EXPECT_EQ(followed.reconfigurations, fewest_changes(arm, path, 0.15)) << i;
  }
  EXPECT_GE(compared, 4);
}

TEST(Follow, KeepsTheStartThatIsGiven) {
  const Arm& arm = arm_named("KR6");
  const std::vector<VectorX> motion = known_motion(arm, 1, 200);
  ik::FollowOptions options;
  options.start = ik::PathStart::kGiven;
  options.theta = motion.front();
  const ik::Followed followed = ik::follow(arm.body(), path_of(arm, motion), options);
  EXPECT_LT((followed.poses.front().theta - motion.front()).norm(), 1e-6);
}

TEST(Follow, ComesBackToItsFirstPoseOnAClosedPath) {
  for (const char* name : {"UR5", "Panda"}) {
    const Arm& arm = arm_named(name);
    VectorX theta = VectorX::Zero(static_cast<Eigen::Index>(arm.joints.size()));
    theta.head<6>() << 0.2, -1.0, 1.4, -0.8, -1.3, 0.3;
    if (theta.size() == 7) theta << 0.2, 0.3, 0.1, -1.8, 0.2, 2.0, 0.5;
    const Eigen::Isometry3d from = arm.frame(theta);
    std::vector<Waypoint> path;
    for (int i = 0; i <= 200; ++i) {
      Eigen::Isometry3d frame = from;
      const double t = 2.0 * pi * (i == 200 ? 0 : i) / 200.0;
      frame.translation() += 0.08 * Eigen::Vector3d(std::cos(t) - 1.0, std::sin(t), 0.0);
      path.push_back(waypoint_at(frame, i));
    }
    ik::FollowOptions options;
    options.closed = true;
    const ik::Followed followed = ik::follow(arm.body(), path, options);
    expect_on_path(arm, path, followed);
    ASSERT_EQ(followed.poses.size(), path.size()) << name;
    EXPECT_EQ(followed.reconfigurations, 0) << name;
    EXPECT_LT((followed.poses.front().theta - followed.poses.back().theta).norm(), 1e-6) << name;
    path.pop_back();
    EXPECT_THROW(ik::follow(arm.body(), path, options), std::invalid_argument);
  }
}

TEST(Follow, IsNoFasterThanJointsMayBe) {
  const Arm& arm = arm_named("KR6");
  const std::vector<Waypoint> path = path_of(arm, known_motion(arm, 0, 200));
  ik::FollowOptions options;
  options.velocity = VectorX::Constant(6, 0.004);
  const ik::Followed followed = ik::follow(arm.body(), path, options);
  for (std::size_t w = 1; w < followed.poses.size(); ++w) {
    if (followed.poses[w].reconfigured) continue;
    EXPECT_LE((followed.poses[w].theta - followed.poses[w - 1].theta).lpNorm<Eigen::Infinity>(),
              0.004 * (1.0 + 1e-9));
  }
  EXPECT_TRUE(followed.reconfigurations > 0 || followed.breaks_at >= 0);
}

TEST(Follow, RefusesWhatItCannotFollow) {
  const Arm& arm = arm_named("KR6");
  const ik::Multibody body = arm.body();
  const auto refusal = [&](const std::vector<Waypoint>& path) -> std::string {
    try {
      ik::follow(body, path);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  std::vector<Waypoint> path = path_of(arm, known_motion(arm, 0, 3));
  EXPECT_EQ(refusal({}), "the path has no waypoint");
  EXPECT_EQ(ik::follow(body, std::span(path).first(1)).poses.size(), 1U);
  path[1].targets[0].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal(path), "waypoint 1: a number is not finite");
  path[1].targets.clear();
  EXPECT_EQ(refusal(path), "waypoint 1: 0 targets for 1 effectors");
}

TEST(Branches, OfAPathBelongToItsPoses) {
  const Arm& arm = arm_named("KR6");
  const std::vector<Waypoint> path = path_of(arm, known_motion(arm, 2, 100));
  const ik::BranchGraph graph = ik::branches(arm.body(), path);
  ASSERT_FALSE(graph.strands.empty());
  for (const ik::Strand& strand : graph.strands) {
    ASSERT_GE(strand.first, 0);
    ASSERT_LT(strand.last(), static_cast<int>(path.size()));
    for (int w = strand.first; w <= strand.last(); ++w) {
      const VectorX& theta = strand.theta[static_cast<std::size_t>(w - strand.first)];
      const Eigen::Isometry3d frame = arm.frame(theta);
      EXPECT_LT((frame.translation() - path[static_cast<std::size_t>(w)].targets[0]).norm(), 1e-6);
    }
  }
}

}  // namespace
