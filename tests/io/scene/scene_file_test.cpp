#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"

#include <cmath>
#include <filesystem>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include "io/files/file.h"
#include "lab/track/tracker.h"
#include "support/broken_scenes.h"
#include "support/temporary_folder.h"

namespace {

lab::Scene whole() { return io::parse_scene(support::whole_scene(), "whole.json"); }

const ik::Joint& joint(const lab::Scene& scene, int given) {
  return scene.multibody.joint(scene.multibody.solver_index(given));
}

/// A single joint with this rpy and an effector at `offset`.
lab::Scene turned(const Eigen::Vector3d& rpy, const Eigen::Vector3d& offset) {
  const auto list = [](const Eigen::Vector3d& v) { return nlohmann::json{v.x(), v.y(), v.z()}; };
  const nlohmann::json scene = {
      {"format", "ik-scene"},
      {"version", 1},
      {"joints",
       {{{"name", "a"},
         {"parent", nullptr},
         {"type", "prismatic"},
         {"origin", {0, 0, 0}},
         {"rpy", list(rpy)},
         {"axis", {1, 0, 0}}}}},
      {"effectors", {{{"name", "e"}, {"joint", "a"}, {"offset", list(offset)}}}},
      {"targets", {{{"effector", "e"}, {"center", {0, 0, 0}}}}}};
  return io::parse_scene(scene.dump(), "turned");
}

/// Compares everything in two scenes to the last bit.
void expect_same(const lab::Scene& a, const lab::Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.z_up, b.z_up);
  EXPECT_EQ(a.housed, b.housed);
  EXPECT_TRUE(a.settings == b.settings);
  ASSERT_EQ(a.multibody.joint_count(), b.multibody.joint_count());
  for (int j = 0; j < a.multibody.joint_count(); ++j) {
    SCOPED_TRACE(a.multibody.joint(j).name);
    const ik::Joint &p = a.multibody.joint(j), &q = b.multibody.joint(j);
    EXPECT_EQ(a.multibody.given_index(j), b.multibody.given_index(j));
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.parent, q.parent);
    EXPECT_EQ(p.type, q.type);
    EXPECT_EQ(p.parent_from_joint.matrix(), q.parent_from_joint.matrix());
    EXPECT_EQ(p.axis, q.axis);
    EXPECT_EQ(p.pitch, q.pitch);
    EXPECT_EQ(p.lower, q.lower);
    EXPECT_EQ(p.upper, q.upper);
    EXPECT_EQ(p.initial, q.initial);
    EXPECT_EQ(p.rest, q.rest);
    EXPECT_EQ(p.weight, q.weight);
    EXPECT_EQ(p.leader, q.leader);
    EXPECT_EQ(p.ratio, q.ratio);
    EXPECT_EQ(p.shift, q.shift);
  }
  ASSERT_EQ(a.multibody.loops().size(), b.multibody.loops().size());
  for (std::size_t i = 0; i < a.multibody.loops().size(); ++i) {
    const ik::Loop &p = a.multibody.loops()[i], &q = b.multibody.loops()[i];
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.kind, q.kind);
    EXPECT_EQ(p.joint_a, q.joint_a);
    EXPECT_EQ(p.joint_b, q.joint_b);
    EXPECT_EQ(p.a_from_end.matrix(), q.a_from_end.matrix());
    EXPECT_EQ(p.b_from_end.matrix(), q.b_from_end.matrix());
    EXPECT_EQ(p.lever, q.lever);
    EXPECT_EQ(p.coefficients, q.coefficients);
  }
  EXPECT_EQ(a.source, b.source);
  ASSERT_EQ(a.visuals.size(), b.visuals.size());
  for (std::size_t i = 0; i < a.visuals.size(); ++i) {
    const lab::Visual &p = a.visuals[i], &q = b.visuals[i];
    EXPECT_EQ(p.joint, q.joint);
    EXPECT_EQ(p.joint_from_shape.matrix(), q.joint_from_shape.matrix());
    EXPECT_TRUE(p.shape == q.shape);
    EXPECT_TRUE(p.color == q.color);
  }
  ASSERT_EQ(a.multibody.effector_count(), b.multibody.effector_count());
  for (int i = 0; i < a.multibody.effector_count(); ++i) {
    EXPECT_EQ(a.multibody.effector(i).name, b.multibody.effector(i).name);
    EXPECT_EQ(a.multibody.effector(i).joint, b.multibody.effector(i).joint);
    EXPECT_EQ(a.multibody.effector(i).offset, b.multibody.effector(i).offset);
    EXPECT_EQ(a.multibody.effector(i).aim, b.multibody.effector(i).aim);
    EXPECT_EQ(a.multibody.effector(i).pointer, b.multibody.effector(i).pointer);
    EXPECT_EQ(a.multibody.effector(i).lever, b.multibody.effector(i).lever);
    EXPECT_EQ(a.multibody.effector(i).rotation, b.multibody.effector(i).rotation);
    const auto slot = static_cast<std::size_t>(i);
    EXPECT_EQ(a.targets[slot].shape().index(), b.targets[slot].shape().index());
    for (const double time : {0.0, 0.123, 1.7, 10.0}) {
      EXPECT_EQ(a.targets[slot].at(time), b.targets[slot].at(time));
    }
  }
  ASSERT_EQ(a.obstacles.size(), b.obstacles.size());
  for (std::size_t i = 0; i < a.obstacles.size(); ++i) {
    EXPECT_EQ(a.obstacles[i].name, b.obstacles[i].name);
    EXPECT_EQ(a.obstacles[i].a, b.obstacles[i].a);
    EXPECT_EQ(a.obstacles[i].b, b.obstacles[i].b);
    EXPECT_EQ(a.obstacles[i].radius, b.obstacles[i].radius);
  }
  EXPECT_EQ(a.weights, b.weights);
  ASSERT_EQ(a.aims.size(), b.aims.size());
  for (std::size_t i = 0; i < a.aims.size(); ++i) {
    for (const double time : {0.0, 0.123, 1.7, 10.0}) {
      EXPECT_EQ(a.aims[i].at(time).direction, b.aims[i].at(time).direction);
      EXPECT_EQ(a.aims[i].at(time).orientation, b.aims[i].at(time).orientation);
    }
  }
  ASSERT_EQ(a.groups.size(), b.groups.size());
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    EXPECT_EQ(a.groups[i].name, b.groups[i].name);
    EXPECT_EQ(a.groups[i].joints, b.groups[i].joints);
  }
}

TEST(SceneFile, SaysEverythingThatTheFileSays) {
  const lab::Scene scene = whole();
  EXPECT_TRUE(scene.z_up);
  EXPECT_TRUE(scene.housed);
  EXPECT_EQ(scene.id, "whole.json");
  EXPECT_EQ(scene.name, "Whole");
  EXPECT_EQ(scene.description, "Everything at once.");
  EXPECT_EQ(scene.settings.time_step, 0.01);
  EXPECT_EQ(scene.settings.param("lambda"), 0.6);
  EXPECT_EQ(scene.settings.d_max, 0.4);
  EXPECT_TRUE(scene.settings.adaptive_d_max);
  EXPECT_EQ(scene.settings.jacobian, ik::JacobianKind::kTarget);
  EXPECT_NEAR(scene.settings.param("max-angle").value(), 0.5235987755982989, 1e-15);
  EXPECT_EQ(scene.settings.max_slide, lab::kOff);
  EXPECT_EQ(scene.settings.iterations, 2);

  const ik::Joint& slide = joint(scene, 0);
  EXPECT_EQ(slide.name, "slide");
  EXPECT_EQ(scene.multibody.joint(slide.parent).name, "shoulder");
  EXPECT_EQ(slide.type, ik::JointType::kPrismatic);
  EXPECT_EQ(slide.parent_from_joint.translation(), Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(slide.axis, Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(slide.lower, 0.0);
  EXPECT_EQ(slide.upper, 0.5);
  EXPECT_EQ(slide.initial, 0.1);
  EXPECT_EQ(slide.rest, 0.2);
  EXPECT_EQ(slide.weight, 0.5);
  EXPECT_EQ(joint(scene, 1).parent, -1);
  EXPECT_EQ(joint(scene, 1).type, ik::JointType::kRevolute);
  EXPECT_EQ(joint(scene, 1).weight, 1.0);
  EXPECT_EQ(joint(scene, 2).type, ik::JointType::kScrew);
  EXPECT_EQ(joint(scene, 2).pitch, 0.05);
  EXPECT_NEAR(joint(scene, 2).axis.norm(), 1.0, 1e-15);
  EXPECT_EQ(joint(scene, 3).lower, -ik::kUnlimited);
  EXPECT_EQ(joint(scene, 3).upper, 2.0);
  EXPECT_EQ(scene.multibody.effector(1).offset, Eigen::Vector3d(0.2, 0.1, 0));
}

TEST(SceneFile, ReadsJointsThatFollowAndShapes) {
  const lab::Scene scene = whole();
  const ik::Joint& second = joint(scene, 4);
  EXPECT_EQ(scene.multibody.joint(second.leader).name, "shoulder");
  EXPECT_EQ(second.ratio, -0.5);
  EXPECT_EQ(second.shift, 0.1);
  ASSERT_EQ(scene.visuals.size(), 6U);
  const lab::Visual& box = scene.visuals[0];
  EXPECT_EQ(scene.multibody.joint(box.joint).name, "slide");
  EXPECT_EQ(std::get<lab::BoxShape>(box.shape).size, Eigen::Vector3d(1, 0.1, 0.2));
  EXPECT_EQ(box.joint_from_shape.translation(), Eigen::Vector3d(0.5, 0, 0));
  EXPECT_EQ(*box.color, Eigen::Vector3d(0.5, 0.25, 1));
  EXPECT_EQ(scene.visuals[1].joint, -1);
  EXPECT_EQ(std::get<lab::MeshShape>(scene.visuals[1].shape).file, "table.stl");
  EXPECT_EQ(std::get<lab::MeshShape>(scene.visuals[1].shape).scale, Eigen::Vector3d(0.5, 0.5, 2));
  EXPECT_EQ(std::get<lab::CapsuleShape>(scene.visuals[2].shape).length, 0.3);
  EXPECT_EQ(std::get<lab::BallShape>(scene.visuals[3].shape).radius, 0.1);
  const auto& node = std::get<lab::NodeShape>(scene.visuals[5].shape);
  EXPECT_EQ(node, (lab::NodeShape{"hero.glb", 7, {2, 2, 2}}));
  EXPECT_EQ(scene.source, "whole.urdf");
}

TEST(SceneFile, GivesEveryEffectorItsOwnTargetInWhateverOrderTheyStand) {
  const lab::Scene scene = whole();
  ASSERT_EQ(scene.targets.size(), 3U);
  const double t = 0.3;
  const Eigen::Vector3d hand(1.2 + 0.5 * std::sin(6 * t + 1), 0.4 + 0.25 * std::sin(2.5 * t), 0);
  EXPECT_LT((scene.targets[0].at(t) - hand).norm(), 1e-15);
  EXPECT_EQ(scene.targets[2].at(0.5), Eigen::Vector3d(0, 2, 0));
  EXPECT_EQ(scene.targets[2].at(1.5), Eigen::Vector3d(0.3, 1.8, 0));
}

TEST(SceneFile, GivesEveryAimAndWeightToItsGoal) {
  const lab::Scene scene = whole();
  // positions of hand, bit and finger; then the aims of bit and finger
  EXPECT_EQ(scene.weights, (std::vector<double>{1.0, 1.0, 2.0, 0.5, 1.0}));
  EXPECT_EQ(scene.multibody.effector(1).pointer, Eigen::Vector3d::UnitY());
  EXPECT_EQ(scene.multibody.effector(2).lever, 0.3);
  EXPECT_TRUE(scene.multibody.effector(1).rotation.isIdentity(0.0));
  const Eigen::Matrix3d turned = (Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()) *
                                  Eigen::AngleAxisd(-0.2, Eigen::Vector3d::UnitY()) *
                                  Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()))
                                     .matrix();
  EXPECT_LT((scene.multibody.effector(2).rotation - turned).norm(), 1e-15);
  ASSERT_EQ(scene.aims.size(), 2U);
  const double angle = 0.7 * std::sin(2.0 * 0.4 + 0.3);  // about x, from z towards -y
  const Eigen::Vector3d expected(0.0, -std::sin(angle), std::cos(angle));
  EXPECT_LT((scene.aims[0].at(0.4).direction.normalized() - expected).norm(), 1e-15);
  const Eigen::Matrix3d rolled = Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX()).matrix();
  EXPECT_LT((scene.aims[1].at(9.0).orientation - rolled).norm(), 1e-15);
}

TEST(SceneFile, FindsTheJointsOfAGroupInTheSolversOrder) {
  const lab::Scene scene = whole();
  ASSERT_EQ(scene.groups.size(), 1U);
  EXPECT_EQ(scene.groups[0].name, "tools");
  ASSERT_EQ(scene.groups[0].joints.size(), 2U);
  EXPECT_EQ(scene.multibody.joint(scene.groups[0].joints[0]).name, "drill");
  EXPECT_EQ(scene.multibody.joint(scene.groups[0].joints[1]).name, "slide");
}

TEST(SceneFile, MakesASplineThatPassesItsPointsAtEqualTimes) {
  const lab::TargetCurve curve = whole().targets[1];
  const Eigen::Vector3d points[] = {{1, 1, 0}, {1.5, 1, 0.2}, {1.2, 0.7, 0.1}};
  for (int i = 0; i < 6; ++i) {
    EXPECT_LT((curve.at(1.0 * i) - points[i % 3]).norm(), 1e-12) << i;
  }
}

TEST(SceneFile, LetsATargetWithoutWavesStandStill) {
  EXPECT_EQ(turned({0, 0, 0}, {0, 0, 0}).targets[0].at(3.0), Eigen::Vector3d(0, 0, 0));
}

TEST(SceneFile, TakesTheDefaultTimeStepAndTheFilesNameWhereNoneIsGiven) {
  const lab::Scene scene = turned({0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(scene.settings.time_step, lab::Settings().time_step);
  EXPECT_EQ(scene.name, "turned");
}

TEST(SceneFile, MakesOneLineOfTheFilesNameSoThatTheSceneCanBeReadAgain) {
  nlohmann::json scene = nlohmann::json::parse(support::whole_scene());
  scene.erase("name");
  lab::Scene read = io::parse_scene(scene.dump(), "folder/two\nlines\fhere.json");
  EXPECT_EQ(read.name, "two lines here");
  read.source = "folder/two\nlines.urdf";
  const lab::Scene again = io::parse_scene(io::write_scene(read), "again.json");
  EXPECT_EQ(again.name, read.name);
  EXPECT_EQ(again.source, "folder/two lines.urdf");
}

TEST(SceneFile, TurnsByRollThenPitchThenYawAboutFixedAxes) {
  for (const Eigen::Vector3d& rpy :
       {Eigen::Vector3d(0.7, 0, 0), Eigen::Vector3d(0, 0.7, 0), Eigen::Vector3d(0, 0, 0.7),
        Eigen::Vector3d(0.3, -1.1, 2.5), Eigen::Vector3d(-2.0, 1.5707963267948966, 0.4)}) {
    // successive rotations about world axes
    Eigen::Vector3d point(0.3, -0.5, 0.8);
    const auto turn = [&point](double angle, int from, int to) {
      const double x = point[from], y = point[to];
      point[from] = std::cos(angle) * x - std::sin(angle) * y;
      point[to] = std::sin(angle) * x + std::cos(angle) * y;
    };
    turn(rpy.x(), 1, 2);
    turn(rpy.y(), 2, 0);
    turn(rpy.z(), 0, 1);

    const lab::Scene scene = turned(rpy, {0.3, -0.5, 0.8});
    const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
    EXPECT_LT((pose.effector.col(0) - point).norm(), 1e-15) << rpy.transpose();
  }
}

TEST(SceneFile, TurnsAsTheProductOfAngleAxesDoes) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Eigen::Matrix3d expected =
      (AngleAxisd(0.5, Vector3d::UnitZ()) * AngleAxisd(-0.2, Vector3d::UnitY()) *
       AngleAxisd(0.1, Vector3d::UnitX()))
          .toRotationMatrix();
  EXPECT_LT((joint(whole(), 0).parent_from_joint.linear() - expected).norm(), 1e-15);
}

TEST(SceneFile, ReadsBackEveryBitOfWhatWasWritten) {
  expect_same(io::parse_scene(io::write_scene(whole()), "again"), whole());
  for (const auto* names : {&io::built_in_scenes(), &io::built_in_linkages()}) {
    for (const std::string& name : *names) {
      SCOPED_TRACE(name);
      const lab::Scene scene = io::find_scene(name);
      expect_same(io::parse_scene(io::write_scene(scene), "again"), scene);
    }
  }
}

/// Two hinges side by side whose loops are given.
std::string with_loops(const std::string& loops) {
  return R"({"format": "ik-scene", "version": 1, "joints": [
    {"name": "a", "parent": null, "type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1]},
    {"name": "b", "parent": null, "type": "revolute", "origin": [1, 0, 0], "axis": [0, 0, 1]}],
    "effectors": [{"name": "tip", "joint": "a", "offset": [1, 0, 0]}],
    "targets": [{"effector": "tip", "center": [1, 0, 0]}], "loops": [)" +
         loops + "]}";
}

TEST(SceneFile, ReadsAndWritesLoopsOfEveryKind) {
  const lab::Scene scene =
      io::parse_scene(with_loops(R"({"name": "j", "type": "joint", "joint": "b", "of": "a",
                     "coefficients": [0.1, 2, 0, 0.5]},
                    {"name": "w", "type": "weld", "lever": 0.2,
                     "a": {"joint": "a", "origin": [0, 0, 0]},
                     "b": {"joint": null, "origin": [0, 0, 0], "rpy": [0, 0, 0.3]}},
                    {"name": "c", "type": "connect", "a": {"joint": "a", "origin": [0, 0, 1]},
                     "b": {"joint": null, "origin": [0, 0, 1]}})"),
                      "s");
  const auto loops = scene.multibody.loops();
  ASSERT_EQ(loops.size(), 3U);
  EXPECT_EQ(loops[0].kind, ik::LoopKind::kJoint);
  EXPECT_EQ(loops[0].coefficients, (std::array<double, 5>{0.1, 2.0, 0.0, 0.5, 0.0}));
  EXPECT_EQ(loops[1].kind, ik::LoopKind::kWeld);
  EXPECT_EQ(loops[1].lever, 0.2);
  EXPECT_EQ(loops[1].joint_b, -1);
  EXPECT_EQ(loops[2].kind, ik::LoopKind::kConnect);
  // the weld turns a by 0.3 rad, the polynomial then turns b
  const ik::VectorX theta = scene.multibody.initial_theta();
  EXPECT_NEAR(theta[scene.multibody.solver_index(0)], 0.3, 1e-10);
  EXPECT_NEAR(theta[scene.multibody.solver_index(1)], 0.1 + 2.0 * 0.3 + 0.5 * 0.3 * 0.3 * 0.3,
              1e-9);
  expect_same(io::parse_scene(io::write_scene(scene), "again"), scene);
}

TEST(SceneFile, SaysWhatIsWrongWithALoop) {
  const auto refusal = [](const std::string& loop) -> std::string {
    try {
      io::parse_scene(with_loops(loop), "s");
    } catch (const io::Error& error) {
      return error.what();
    }
    return {};
  };
  const std::string a = R"("a": {"joint": "a", "origin": [1, 0, 0]})";
  EXPECT_EQ(refusal(R"({"name": "l", "type": "rope"})"),
            "s: loops[0].type: expected connect, weld or joint");
  EXPECT_EQ(refusal(R"({"name": "l", "type": "connect", )" + a +
                    R"(, "b": {"joint": "c", "origin": [0, 0, 0]}})"),
            "s: loops[0].b.joint: no joint 'c'");
  EXPECT_EQ(
      refusal(
          R"({"name": "l", "type": "joint", "joint": "a", "coefficients": [1, 2, 3, 4, 5, 6]})"),
      "s: loops[0].coefficients: expected 1 to 5 numbers");
  EXPECT_EQ(refusal(R"({"name": "l", "type": "connect", )" + a +
                    R"(, "b": {"joint": null, "origin": [5, 0, 0]}})"),
            "s: loop 'l': it does not close from the initial pose");
}

TEST(SceneFile, ReadsBackEveryBitOfTurnsAndDegreesThatHaveNoShortForm) {
  // Halton points, so that no number is round
  const auto halton = [](int i, int base) {
    double value = 0.0, share = 1.0;
    for (; i > 0; i /= base) value += (share /= base) * (i % base);
    return value;
  };
  for (int i = 1; i <= 200; ++i) {
    lab::Scene scene = turned(
        Eigen::Vector3d(6 * halton(i, 2) - 3, 3.2 * halton(i, 3) - 1.6, 6 * halton(i, 5) - 3),
        {0.1, 0.2, 0.3});
    lab::find_shared_knob("max-angle")->set(scene.settings, 90 * halton(i, 7));
    expect_same(io::parse_scene(io::write_scene(scene), "again"), scene);
  }
}

TEST(SceneFile, WritesTheSameTextAgainWhateverQuartersAndTurnsAJointIsTurnedBy) {
  for (int i = 0; i < 7 * 7 * 7; ++i) {
    // quarter turns produce zeros of both signs
    constexpr double kTurns[] = {0.0, -0.0, M_PI / 2.0, -M_PI / 2.0, M_PI, -M_PI, 10.05 * M_PI};
    const lab::Scene scene =
        turned({kTurns[i % 7], kTurns[i / 7 % 7], kTurns[i / 49]}, {0.1, 0.2, 0.3});
    const std::string written = io::write_scene(scene);
    EXPECT_EQ(io::write_scene(io::parse_scene(written, "again")), written) << i;
  }
}

TEST(SceneFile, WritesShortNumbersAsTheyWereWritten) {
  const nlohmann::json written = nlohmann::json::parse(io::write_scene(whole()));
  const nlohmann::json original = nlohmann::json::parse(support::whole_scene());
  EXPECT_EQ(written["joints"][0]["rpy"], original["joints"][0]["rpy"]);
  EXPECT_EQ(written["joints"][3]["limits"], original["joints"][3]["limits"]);
  EXPECT_EQ(written["settings"]["max-angle"], 30);
  EXPECT_EQ(written["targets"][2], original["targets"][0]);
}

TEST(SceneFile, RefusesEveryBrokenFieldByItsPlace) {
  for (const support::BrokenScene& broken : support::broken_scenes()) {
    SCOPED_TRACE(broken.name);
    try {
      io::parse_scene(broken.text, "arm.json");
      ADD_FAILURE() << "was accepted";
    } catch (const io::Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.rfind("arm.json: ", 0), 0U) << message;
      EXPECT_NE(message.find(broken.message), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST(SceneFile, IsNamedInTheMessageAsItWasGiven) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "arm.json").string();
  support::put(path, "{}");
  try {
    io::read_scene(path);
    ADD_FAILURE() << "was accepted";
  } catch (const io::Error& error) {
    EXPECT_EQ(std::string(error.what()), path + ": format: missing");
  }
}

TEST(SceneFile, MustBeAFileThatCanBeRead) {
  const support::TemporaryFolder folder;
  const auto message = [](const std::filesystem::path& path) -> std::string {
    try {
      io::read_scene(path);
    } catch (const io::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(folder.path()), folder.path().string() + ": is a folder, not a file");
  EXPECT_EQ(message(folder / "none.json"),
            (folder / "none.json").string() + ": cannot be read: No such file or directory");
}

TEST(BuiltInScenes, StandWithTheReportsFirst) {
  const std::vector<std::string>& names = io::built_in_scenes();
  ASSERT_GE(names.size(), 3U);
  EXPECT_EQ(names[0], "y");
  EXPECT_EQ(names[1], "double-y");
  EXPECT_EQ(names[2], "double-y-25");
  EXPECT_TRUE(std::is_sorted(names.begin() + 3, names.end()));
}

TEST(BuiltInScenes, AreTheFilesInTheAssetsFolder) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(IKLAB_SOURCE_DIR "/assets/scenes")) {
    ++count;
    const lab::Scene scene = io::find_scene(file.path().stem().string());
    EXPECT_EQ(scene.id, file.path().stem().string());
    EXPECT_NE(scene.name, "");
    EXPECT_NE(scene.description, "");
    expect_same(scene, io::find_scene(file.path().string()));
  }
  EXPECT_EQ(count, io::built_in_scenes().size());
}

TEST(BuiltInScenes, HaveTheArmsAndCharactersOfTheAssetsFolderBesideThem) {
  std::size_t count = 0;
  const std::filesystem::path assets = IKLAB_SOURCE_DIR "/assets";
  std::vector<std::filesystem::directory_entry> files;
  for (const char* folder : {"arms", "characters"}) {
    const std::filesystem::directory_iterator begin(assets / folder);
    std::copy_if(begin, end(begin), std::back_inserter(files),
                 [](const auto& file) { return file.path().extension() == ".json"; });
  }
  for (const auto& file : files) {
    const std::string name = file.path().stem().string();
    ++count;
    EXPECT_EQ(std::ranges::count(io::built_in_bodies(), name), 1) << name;
    EXPECT_EQ(std::ranges::count(io::built_in_scenes(), name), 0) << name;
    EXPECT_TRUE(io::is_built_in(name));
    const lab::Scene scene = io::find_scene(name);
    EXPECT_EQ(scene.id, name);
    EXPECT_NE(scene.name, "");
    EXPECT_NE(scene.description, "");
    lab::Scene of_file = io::find_scene(file.path().string());
    for (lab::Visual& visual : of_file.visuals) {
      // the meshes of a file are in its folder, those of a built-in scene in the program
      auto* const node = std::get_if<lab::NodeShape>(&visual.shape);
      if (node == nullptr) continue;
      const std::filesystem::path mesh = node->file;
      EXPECT_EQ(mesh, assets / "characters" / mesh.filename());
      node->file = mesh.filename().string();
      EXPECT_EQ(io::built_in_mesh(node->file), io::read_file(mesh));
    }
    expect_same(scene, of_file);
  }
  EXPECT_EQ(count, io::built_in_bodies().size());
  EXPECT_EQ(io::built_in_mesh("another.glb"), "");
}

TEST(BuiltInScenes, AreListedWhereANameIsUnknown) {
  try {
    io::find_scene("z");
    ADD_FAILURE() << "was found";
  } catch (const io::Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("'z'"), std::string::npos) << message;
    for (const auto* names :
         {&io::built_in_scenes(), &io::built_in_bodies(), &io::built_in_linkages()}) {
      for (const std::string& name : *names) {
        EXPECT_NE(message.find(name), std::string::npos) << message;
      }
    }
  }
}

TEST(BuiltInScenes, HaveTheReportsSizesAndDamping) {
  const auto expect = [](const char* name, int joints, int effectors, double lambda) {
    const lab::Scene scene = io::find_scene(name);
    EXPECT_EQ(scene.multibody.joint_count(), joints) << name;
    EXPECT_EQ(scene.multibody.effector_count(), effectors) << name;
    EXPECT_EQ(scene.settings.param("lambda"), lambda) << name;
    EXPECT_EQ(scene.settings.time_step, 0.005) << name;
  };
  expect("y", 7, 2, 0.6);
  expect("double-y", 16, 4, 1.1);
  expect("double-y-25", 25, 4, 1.1);
}

TEST(BuiltInScenes, ThatAreDemonstrationsAreWithinReachMostOfTheTime) {
  for (const std::string name : {"slider-arm", "jumping-arms"}) {
    lab::Tracker tracker(io::find_scene(name), *ik::find_method("dls"));
    int close = 0;
    constexpr int kSteps = 2400;
    for (int step = 0; step < kSteps; ++step) {
      tracker.step();
      bool all = true;
      for (const double error : tracker.errors()) all = all && error < 0.05;
      close += all;
    }
    EXPECT_GT(close, kSteps * 3 / 4) << name;
  }
}

}  // namespace
