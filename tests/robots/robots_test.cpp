// Real robots and skeletons from Debian's packages, against other readers: KDL for URDF.

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>
#include <kdl_parser/kdl_parser.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <kdl/tree.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#include <map>
#include <numbers>
#include <set>

#include "iklab/solver.h"
#include "io/body/body_file.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/track/tracker.h"
#include "robots/robot_files.h"
#include "support/bodies.h"
#include "support/effector_names.h"

namespace {

namespace fs = std::filesystem;
using namespace robots;

/// A scene with four effectors on every moving link: at its frame's origin and one metre along each
/// of its axes.
lab::Scene scene_with_frames(lab::BodyModel model) {
  lab::BodyRequest wish;
  const std::vector<std::string> possible = effector_names::possible(model);
  for (lab::ModelLink& link : model.links) {
    if (std::find(possible.begin(), possible.end(), link.name) == possible.end()) continue;
    link.sites.push_back({link.name + "@o", Eigen::Vector3d::Zero()});
    for (int i = 0; i < 3; ++i) {
      link.sites.push_back({link.name + "@" + std::to_string(i), Eigen::Vector3d::Unit(i)});
    }
    for (const lab::ModelSite& site : link.sites) wish.effectors.push_back(site.name);
  }
  wish.fit = lab::CurveFit::kStanding;
  return lab::scene_of(model, wish);
}

/// Converts a point from a world with z up to a scene with y up.
Eigen::Vector3d turned(const KDL::Vector& p) { return {p.x(), p.z(), -p.y()}; }

TEST(Robots, LinksAreWhereKdlHasThemAtRandomPoses) {
  for (const fs::path& path : urdf_files()) {
    SCOPED_TRACE(path);
    KDL::Tree tree;
    ASSERT_TRUE(kdl_parser::treeFromFile(path.string(), tree));
    const lab::Scene scene = scene_with_frames(io::read_body(path).model);
    const ik::Multibody& body = scene.multibody;
    ASSERT_EQ(static_cast<unsigned>(body.joint_count()), tree.getNrOfJoints());

    const urdf::ModelInterfaceSharedPtr model = urdf::parseURDFFile(path.string());
    ASSERT_TRUE(model);

    KDL::TreeFkSolverPos_recursive kinematics(tree);
    KDL::JntArray q(tree.getNrOfJoints());
    bodies::Numbers numbers(5);
    double worst = 0.0;
    for (int pose_number = 0; pose_number < 1000; ++pose_number) {
      ik::Pose pose;
      pose.theta.resize(body.joint_count());
      std::map<std::string, double> theta_of;
      for (const auto& [segment_name, element] : tree.getSegments()) {
        theta_of[element.segment.getJoint().getName()] = 3.0 * numbers.next();
      }
      for (const auto& [segment_name, element] : tree.getSegments()) {
        const KDL::Joint& joint = element.segment.getJoint();
        if (joint.getType() == KDL::Joint::None) continue;
        // KDL ignores mimic joints; urdfdom gives their angles here
        const auto& mimic = model->getJoint(joint.getName())->mimic;
        const double theta =
            mimic ? mimic->multiplier * theta_of.at(mimic->joint_name) + mimic->offset
                  : theta_of.at(joint.getName());
        q(element.q_nr) = theta;
        int found = -1;
        for (int j = 0; j < body.joint_count(); ++j) {
          if (body.joint(j).name == joint.getName()) found = j;
        }
        ASSERT_GE(found, 0) << joint.getName();
        pose.theta[found] = theta;
      }
      ik::forward_kinematics(body, pose);
      for (int i = 0; i < body.effector_count(); ++i) {
        const std::string& site = body.effector(i).name;
        const std::size_t at = site.rfind('@');
        KDL::Frame frame;
        ASSERT_GE(kinematics.JntToCart(q, frame, site.substr(0, at)), 0);
        KDL::Vector point = frame.p;
        if (site[at + 1] != 'o')
          point = frame.p + frame.M * KDL::Vector(site[at + 1] == '0', site[at + 1] == '1',
                                                  site[at + 1] == '2');
        worst = std::max(worst, (pose.effector.col(i) - turned(point)).norm());
      }
    }
    EXPECT_LT(worst, 1e-10);
  }
}

TEST(Robots, AtlasInSdfIsTheAtlasOfItsUrdf) {
  lab::BodyModel models[2] = {io::read_body(folder() / "atlas/atlas_v3_no_head.sdf").model,
                              io::read_body(urdf_files()[0]).model};
  // no joint holds the pelvis of the SDF in the world
  ASSERT_EQ(models[0].links.at(1).motion, lab::LinkMotion::kFree);
  models[0].links[1].joints.clear();
  const lab::Scene sdf = scene_with_frames(models[0]), urdf = scene_with_frames(models[1]);
  const ik::Multibody &a = sdf.multibody, &b = urdf.multibody;
  ASSERT_EQ(a.joint_count(), b.joint_count());
  std::map<std::string, int> joints, effectors;
  for (int j = 0; j < b.joint_count(); ++j) joints[b.joint(j).name] = j;
  for (int i = 0; i < b.effector_count(); ++i) effectors[b.effector(i).name] = i;
  bodies::Numbers numbers(11);
  for (int trial = 0; trial < 10; ++trial) {
    ik::Pose p, q;
    p.theta.setZero(a.joint_count());
    q.theta.setZero(b.joint_count());
    for (int j = 0; j < a.joint_count(); ++j) {
      const int other = joints.at(a.joint(j).name);
      p.theta[j] = q.theta[other] = 3.0 * numbers.next();
      EXPECT_EQ(a.joint(j).lower, b.joint(other).lower) << a.joint(j).name;
      EXPECT_EQ(a.joint(j).upper, b.joint(other).upper) << a.joint(j).name;
    }
    ik::forward_kinematics(a, p);
    ik::forward_kinematics(b, q);
    for (int i = 0; i < a.effector_count(); ++i) {
      const int other = effectors.at(a.effector(i).name);
      EXPECT_LT((p.effector.col(i) - q.effector.col(other)).norm(), 1e-12) << a.effector(i).name;
    }
  }
}

TEST(Robots, LimitsAreThoseOfUrdfdom) {
  for (const fs::path& path : urdf_files()) {
    SCOPED_TRACE(path);
    const urdf::ModelInterfaceSharedPtr model = urdf::parseURDFFile(path.string());
    ASSERT_TRUE(model);
    const lab::Scene scene = io::open_scene(path.string());
    for (const ik::Joint& joint : scene.multibody.joints()) {
      const auto other = model->getJoint(joint.name);
      ASSERT_TRUE(other) << joint.name;
      if (other->type == urdf::Joint::CONTINUOUS) {
        EXPECT_EQ(joint.upper, ik::kUnlimited);
        continue;
      }
      EXPECT_EQ(joint.lower, other->limits->lower) << joint.name;
      EXPECT_EQ(joint.upper, other->limits->upper) << joint.name;
    }
  }
}

TEST(Robots, HandsAndFeetOfAtlasAreProposed) {
  const io::BodyFile atlas = io::read_body(urdf_files()[0]);
  const std::vector<std::string> names = effector_names::proposed(atlas.model);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
            (std::set<std::string>{"l_hand", "r_hand", "l_foot", "r_foot"}));
}

constexpr int kMaxTrained = 8;  // joints

class BodyInMotion : public testing::TestWithParam<int> {};

// 2000 steps of every method, on curves in reach and partly out of reach: angles are finite and
// within limits, and motion that shakes by the test's own sums gets a diagnosis with a cause.
TEST_P(BodyInMotion, StaysWithinItsLimitsAndItsShakingIsExplained) {
  const fs::path path = all_bodies()[static_cast<std::size_t>(GetParam())];
  for (const lab::CurveFit fit : {lab::CurveFit::kInReach, lab::CurveFit::kInAndOut}) {
    io::BodyOptions options;
    options.wish.fit = fit;
    const lab::Scene scene = io::open_scene(path.string(), options);
    const ik::Multibody& body = scene.multibody;
    for (const ik::MethodInfo& method : ik::methods()) {
      // training takes minutes for large bodies
      if (std::string_view(method.id) == "learned" && body.joint_count() > kMaxTrained) continue;
      SCOPED_TRACE(path.filename().string() + " " + method.id);
      lab::Tracker tracker(scene, method);
      lab::DiagnosisObserver observer(ik::kUnlimited);
      Motion motion;
      for (int step = 0; step < 2000; ++step) {
        tracker.step();
        observer.add(tracker);
        const ik::VectorX& theta = tracker.pose().theta;
        for (int j = 0; j < body.joint_count(); ++j) {
          ASSERT_TRUE(std::isfinite(theta[j]));
          ASSERT_GE(theta[j], body.joint(j).lower) << body.joint(j).name;
          ASSERT_LE(theta[j], body.joint(j).upper) << body.joint(j).name;
        }
        if (step >= lab::kSettling) motion.add(body, theta);
      }
      // well above the threshold of shaking, so that the first steps do not matter
      if (motion.jitter_deg() < 1.5 * lab::kShakingJitter) continue;
      if (motion.roughness() < 1.5 * lab::kShakingRoughness) continue;
      const lab::Diagnosis diagnosis = lab::name_causes(tracker, observer);
      EXPECT_TRUE(diagnosis.shakes);
      ASSERT_FALSE(diagnosis.causes.empty());
      EXPECT_NE(diagnosis.causes[0].id, lab::CauseId::kCalm);
      EXPECT_GT(diagnosis.causes[0].strength, 0.0);
      EXPECT_FALSE(diagnosis.causes[0].sentence.empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, BodyInMotion, testing::Range(0, 11));

TEST(Robots, NoBodyIsLeftOut) { EXPECT_EQ(all_bodies().size(), 11U); }

ik::Isometry shift(double x, double y, double z) {
  return ik::Isometry(Eigen::Translation3d(x, y, z));
}
ik::Isometry turn(double angle, int axis) {
  return ik::Isometry(Eigen::AngleAxisd(angle, Eigen::Vector3d::Unit(axis)));
}

/// Position of an effector, named as for effector_list(), at the given joints.
Eigen::Vector3d place_of(const fs::path& path, const std::string& effector,
                         const std::map<std::string, double>& theta) {
  io::BodyOptions options;
  options.wish.effectors = io::effector_list(effector);
  options.wish.fit = lab::CurveFit::kStanding;
  const ik::Multibody body = io::open_scene(path.string(), options).multibody;
  ik::VectorX values = ik::VectorX::Zero(body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) {
    const auto found = theta.find(body.joint(j).name);
    if (found != theta.end()) values[j] = found->second;
  }
  return ik::pose_at(body, values).effector.col(0);
}

TEST(Robots, SitesOfMjcfAreWhereTheirFilesNumbersPutThem) {
  const ik::Isometry upright = turn(-0.5 * std::numbers::pi, 0);
  bodies::Numbers numbers(9);
  for (int i = 0; i < 20; ++i) {
    const ik::VectorX q = 2.0 * numbers.vector(11);
    const ik::Isometry forearm = upright * turn(q[0], 2) * shift(0.5, 0, 0) * turn(q[1], 2);
    EXPECT_LT((place_of(IKLAB_MUJOCO "/tendon_arm/arm26.xml", "s7",
                        {{"shoulder", q[0]}, {"elbow", q[1]}}) -
               forearm * Eigen::Vector3d(0.11, 0.05, 0.0))
                  .norm(),
              1e-12);
    const ik::Isometry gripper =
        upright * shift(0.2869 + q[0], 0.2641 + q[1], q[2]) * shift(-0.0869, 0, 0.3774 + q[3]) *
        shift(0.1195, 0, 0.3486) * turn(q[4], 2) * shift(0.117, 0, 0.06) * turn(q[5], 1) *
        shift(0.219, 0, 0) * turn(q[6], 0) * shift(0.133, 0, 0) * turn(q[7], 1) *
        shift(0.197, 0, 0) * turn(q[8], 0) * shift(0.1245, 0, 0) * turn(q[9], 1) *
        shift(0.1385, 0, 0) * turn(q[10], 0) * shift(0.1664, 0, 0);
    EXPECT_LT((place_of(folder() / "mjcf/openai/robotics/fetch/reach.xml", "robot0:grip",
                        {{"robot0:slide0", q[0]},
                         {"robot0:slide1", q[1]},
                         {"robot0:slide2", q[2]},
                         {"robot0:torso_lift_joint", q[3]},
                         {"robot0:shoulder_pan_joint", q[4]},
                         {"robot0:shoulder_lift_joint", q[5]},
                         {"robot0:upperarm_roll_joint", q[6]},
                         {"robot0:elbow_flex_joint", q[7]},
                         {"robot0:forearm_roll_joint", q[8]},
                         {"robot0:wrist_flex_joint", q[9]},
                         {"robot0:wrist_roll_joint", q[10]}}) -
               gripper * Eigen::Vector3d(0.02, 0.0, 0.0))
                  .norm(),
              1e-12);
  }
}

/// Rotation about an axis through a point, as for MJCF joints with `pos`.
ik::Isometry about(const Eigen::Vector3d& point, double angle, const Eigen::Vector3d& axis) {
  return shift(point.x(), point.y(), point.z()) *
         ik::Isometry(Eigen::AngleAxisd(angle, axis.normalized())) *
         shift(-point.x(), -point.y(), -point.z());
}

TEST(Robots, HandsAndFeetOfTheHumanoidAreWhereItsFilesNumbersPutThem) {
  using Eigen::Vector3d;
  const fs::path path = IKLAB_MUJOCO "/humanoid/humanoid.xml";
  // by hand: hip at (-0.01, 0.1, 1.5 - 0.26 - 0.165 - 0.04) = (-0.01, 0.1, 1.035); the thigh points
  // forward, the knee's axis is 0.383 along it and 0.01 aside, at (0.373, 0.09, 1.035); the shin
  // points straight down by 0.02 + 0.39 to the foot; the center of the foot's first capsule is at
  // (0.035, 0.03, 0)
  const double quarter = 0.5 * std::numbers::pi;
  const std::map<std::string, double> sitting{{"left_hip_y", -quarter}, {"left_knee", -quarter}};
  EXPECT_LT((place_of(path, "left_foot", sitting) - Vector3d(0.373, 0.625, -0.09)).norm(), 1e-12);
  EXPECT_LT(
      (place_of(path, "left_foot@0.035,0.03,0", sitting) - Vector3d(0.408, 0.625, -0.12)).norm(),
      1e-12);
  bodies::Numbers numbers(11);
  const ik::Isometry torso = turn(-quarter, 0) * shift(0, 0, 1.5);
  for (int i = 0; i < 5; ++i) {
    const ik::VectorX q = 1.5 * numbers.vector(8);
    const ik::Isometry right = torso * shift(0, -0.17, 0.06) * about({0, 0, 0}, q[0], {2, 1, 1}) *
                               about({0, 0, 0}, q[1], {0, -1, 1}) * shift(0.18, -0.18, -0.18) *
                               about({0, 0, 0}, q[2], {0, -1, 1});
    EXPECT_LT(
        (place_of(path, "right_hand",
                  {{"right_shoulder1", q[0]}, {"right_shoulder2", q[1]}, {"right_elbow", q[2]}}) -
         right * Vector3d(0.18, 0.18, 0.18))
            .norm(),
        1e-12);
    const ik::Isometry left = torso * shift(0, 0.17, 0.06) * about({0, 0, 0}, q[0], {2, -1, 1}) *
                              about({0, 0, 0}, q[1], {0, 1, 1}) * shift(0.18, 0.18, -0.18) *
                              about({0, 0, 0}, q[2], {0, -1, -1});
    EXPECT_LT(
        (place_of(path, "left_hand",
                  {{"left_shoulder1", q[0]}, {"left_shoulder2", q[1]}, {"left_elbow", q[2]}}) -
         left * Vector3d(0.18, -0.18, 0.18))
            .norm(),
        1e-12);
    const ik::Isometry pelvis = torso * shift(-0.01, 0, -0.26) *
                                about({0, 0, 0.065}, q[0], {0, 0, 1}) *
                                about({0, 0, 0.065}, q[1], {0, 1, 0}) * shift(0, 0, -0.165) *
                                about({0, 0, 0.1}, q[2], {1, 0, 0});
    const ik::Isometry foot =
        pelvis * shift(0, -0.1, -0.04) * turn(q[3], 0) * turn(q[4], 2) * turn(q[5], 1) *
        shift(0, 0.01, -0.403) * about({0, 0, 0.02}, q[6], {0, -1, 0}) * shift(0, 0, -0.39) *
        about({0, 0, 0.08}, q[7], {0, 1, 0}) * about({0, 0, 0.04}, q[0], {1, 0, 0.5});
    EXPECT_LT((place_of(path, "right_foot@0.035,-0.03,0",
                        {{"abdomen_z", q[0]},
                         {"abdomen_y", q[1]},
                         {"abdomen_x", q[2]},
                         {"right_hip_x", q[3]},
                         {"right_hip_z", q[4]},
                         {"right_hip_y", q[5]},
                         {"right_knee", q[6]},
                         {"right_ankle_y", q[7]},
                         {"right_ankle_x", q[0]}}) -
               foot * Vector3d(0.035, -0.03, 0.0))
                  .norm(),
              1e-12);
  }
}

/// Reads the file independently: matrices from the channels, one line per frame.
void expect_recorded_places(const fs::path& path) {
  SCOPED_TRACE(path);
  std::ifstream file(path);
  std::string word;
  struct Node {
    int parent;
    Eigen::Vector3d offset;
    std::vector<std::string> channels;
    std::string name;
  };
  std::vector<Node> nodes;
  std::vector<int> open;
  bool end_site = false;
  while (file >> word && word != "MOTION") {
    if (word == "ROOT" || word == "JOINT") {
      std::string name;
      file >> name;
      nodes.push_back({open.empty() ? -1 : open.back(), {}, {}, name});
    } else if (word == "End") {
      end_site = true;
    } else if (word == "{") {
      open.push_back(end_site ? -2 : static_cast<int>(nodes.size()) - 1);
      end_site = false;
    } else if (word == "}") {
      open.pop_back();
    } else if (word == "OFFSET") {
      Eigen::Vector3d offset;
      file >> offset.x() >> offset.y() >> offset.z();
      if (open.back() >= 0) nodes[static_cast<std::size_t>(open.back())].offset = offset;
    } else if (word == "CHANNELS") {
      int count = 0;
      file >> count;
      for (int i = 0; i < count; ++i) {
        file >> word;
        nodes.back().channels.push_back(word);
      }
    }
  }
  std::size_t frames = 0;
  double frame_time = 0.0;
  file >> word >> frames >> word >> word >> frame_time;

  io::BodyOptions options;  // every joint is an effector
  for (const Node& node : nodes) options.wish.effectors.push_back(node.name);
  const lab::Scene scene = io::open_scene(path.string(), options);
  EXPECT_EQ(scene.settings.time_step, frame_time);
  // scale from the file's units to metres
  double ratio = 0.0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    std::vector<ik::Isometry> world;
    for (const Node& node : nodes) {
      ik::Isometry own(Eigen::Translation3d(node.offset));
      Eigen::Vector3d slide = Eigen::Vector3d::Zero();
      Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
      for (const std::string& channel : node.channels) {
        double value = 0.0;
        ASSERT_TRUE(file >> value);
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(channel[0] - 'X');
        if (channel[1] == 'p') slide += value * axis;
        if (channel[1] == 'r') turn = turn * Eigen::AngleAxisd(value * M_PI / 180.0, axis);
      }
      own.translate(slide);
      own.rotate(turn);
      world.push_back(node.parent < 0 ? own : world[static_cast<std::size_t>(node.parent)] * own);
    }
    const double time = static_cast<double>(frame) * frame_time;
    for (int i = 0; i < scene.multibody.effector_count(); ++i) {
      const std::string& name = scene.multibody.effector(i).name;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].name != name) continue;
        const Eigen::Vector3d there = world[n].translation();
        const Eigen::Vector3d here = scene.targets[static_cast<std::size_t>(i)].at(time);
        if (ratio == 0.0) ratio = here.norm() / there.norm();
        EXPECT_LT((here - ratio * there).norm(), 1e-9) << name << ' ' << frame;
      }
    }
  }
  EXPECT_GE(scene.multibody.effector_count(), 20);
}

TEST(Robots, SkeletonsStandWhereTheirRecordingsSay) {
  for (const std::string& name : kRecordings) {
    expect_recorded_places(IKLAB_BVH / fs::path(name + ".bvh"));
  }
}

}  // namespace
