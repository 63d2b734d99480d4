// BVH as most programs read it: position channels replace OFFSET, and each frame is one line.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <string>

#include <Eigen/Geometry>

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "lab/body/effector_choice.h"

namespace {

using Eigen::Vector3d;

/// A figure with hips, arm and hand. \param arm channels of the arm and of the hand
std::string figure(const std::string& arm, const std::string& frames) {
  return "HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\nCHANNELS 4 Xposition Yposition Zposition "
         "Zrotation\n"
         "JOINT Arm\n{\nOFFSET 0.3 0.1 0\n" +
         arm + "\nJOINT Hand\n{\nOFFSET 0.5 0 0\n" + arm +
         "\nEnd Site\n{\nOFFSET 0.2 0 0\n}\n}\n}\n}\nMOTION\n" + frames;
}
const std::string kSlides = "CHANNELS 3 Xposition Yposition Zposition";
const std::string kOfHand = "CHANNELS 1 Xrotation";  // the position comes from OFFSET

/// Metres per unit: figures are 1.7 m, and the rest pose extends 0.3 + 0.5 + 0.2 from the hips.
constexpr double kUnit = 1.7;

/// Position of the hand in a frame, in units of the file.
Vector3d hand_in(const std::string& text, Eigen::Index frame) {
  const lab::BodyModel model = io::parse_body(text, "f.bvh").model;
  lab::BodyModel posed = model;
  posed.recording->theta = model.recording->theta.middleCols(frame, 1).eval();
  const lab::Scene scene = lab::scene_of(posed, {.effectors = {"Hand"}});
  const ik::Pose pose = ik::pose_at(scene.multibody, scene.multibody.initial_theta());
  return pose.effector.col(0) / kUnit;
}

std::string bvh_refusal(const std::string& text) {
  try {
    io::parse_body(text, "f.bvh");
  } catch (const io::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Bvh, PositionChannelsReplaceTheOffset) {
  const std::string text = figure(kSlides,
                                  "Frames: 2\nFrame Time: 0.1\n0 1 0 0 0.3 0.1 0 0.5 0 0\n"
                                  "2 3 4 90 0.4 0.1 0 0.7 0 -1\n");
  EXPECT_LT((hand_in(text, 0) - Vector3d(0.8, 1.1, 0)).norm(), 1e-12);
  // a quarter turn about z takes (1.1, 0.1, -1) to (-0.1, 1.1, -1)
  EXPECT_LT((hand_in(text, 1) - Vector3d(1.9, 4.1, 3.0)).norm(), 1e-12);
}

TEST(Bvh, PositionChannelsAboutZeroCountFromTheOffset) {
  const std::string text = figure(kSlides,
                                  "Frames: 2\nFrame Time: 0.1\n0 0 0 0 0 0 0 0 0 0\n"
                                  "0.1 0.2 0 0 0.01 0 0 0 0 0.02\n");
  EXPECT_LT((hand_in(text, 0) - Vector3d(0.8, 1.1, 0)).norm(), 1e-12);
  EXPECT_LT((hand_in(text, 1) - Vector3d(0.91, 1.3, 0.02)).norm(), 1e-12);
}

TEST(Bvh, EachJointDecidesForItselfAndAnAxisWithoutChannelKeepsItsOffset) {
  // the hips' channels are absolute; the arm has only a height channel, with values about 0
  const std::string text =
      figure("CHANNELS 1 Yposition", "Frames: 1\nFrame Time: 0.1\n0 2 0 0 0.02 0\n");
  EXPECT_LT((hand_in(text, 0) - Vector3d(0.8, 2.12, 0)).norm(), 1e-12);
}

TEST(Bvh, AJointMovesByItsPositionsAndThenTurnsInTheOrderOfItsRotations) {
  std::string axes = "XYZ";
  do {
    const std::string channels = std::string("CHANNELS 6 ") + axes[0] + "rotation Zposition " +
                                 axes[1] + "rotation Xposition Yposition " + axes[2] + "rotation";
    const std::string text = figure(channels,
                                    "Frames: 1\nFrame Time: 0.1\n1 2 3 90 20 0.5 -40 0.3 0.4 60 "
                                    "5 0.7 5 0.6 0.2 5\n");
    const auto turn = [](double degrees, const Vector3d& axis) {
      return Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis).toRotationMatrix();
    };
    Eigen::Matrix3d arm = Eigen::Matrix3d::Identity();
    const double degrees[] = {20.0, -40.0, 60.0};
    for (std::size_t i = 0; i < 3; ++i) arm *= turn(degrees[i], Vector3d::Unit(axes[i] - 'X'));
    const Vector3d hand =
        Vector3d(1, 2, 3) +
        turn(90.0, Vector3d::UnitZ()) * (Vector3d(0.3, 0.4, 0.5) + arm * Vector3d(0.6, 0.2, 0.7));
    EXPECT_LT((hand_in(text, 0) - hand).norm(), 1e-12) << axes;
  } while (std::ranges::next_permutation(axes).found);
}

TEST(Bvh, ANumberTooManyOrTooFewIsRefusedWithItsFrame) {
  const std::string head = "Frames: 2\nFrame Time: 0.1\n";
  const auto refusal = [&](const std::string& frames) {
    return bvh_refusal(figure(kOfHand, head + frames));
  };
  EXPECT_EQ(refusal("0 1 0 0 5 6\n0 1 0 0 5 6\n"), "");
  EXPECT_EQ(refusal("0 1 0 0 5 6 7\n0 1 0 0 5 6\n"),
            "f.bvh:24: frame 1 has more than 6 numbers, one for each channel");
  EXPECT_EQ(refusal("0 1 0 0 5 6\n0 1 0 0 5 6 7\n"),
            "f.bvh:25: frame 2 has more than 6 numbers, one for each channel");
  EXPECT_EQ(refusal("0 1 0 0 5\n0 1 0 0 5 6\n"),
            "f.bvh:25: frame 1 begins in line 24, which has 5 numbers for 6 channels");
  EXPECT_EQ(refusal("0 1 0 0 5 6\n0 1 0 0 5\n"), "f.bvh:26: expected a number, the file ends");
  // a frame may continue on the next line
  EXPECT_EQ(refusal("0 1 0\n0 5 6\n0 1 0 0 5 6"), "");
}

TEST(Bvh, FramesBehindTheAnnouncedOnesAreSaid) {
  const auto notes = [](const std::string& frames) {
    return io::parse_body(figure(kOfHand, "Frames: 1\nFrame Time: 0.1\n" + frames), "f.bvh").notes;
  };
  EXPECT_TRUE(notes("0 1 0 0 5 6\n\n  \n").empty());
  EXPECT_EQ(notes("0 1 0 0 5 6\n0 1 0 0 5 6\n0 1 0 0 5 6\n"),
            std::vector<std::string>{"Frames: 1, and 2 lines more behind them: left out"});
}

}  // namespace
