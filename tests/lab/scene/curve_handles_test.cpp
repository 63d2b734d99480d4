#include "lab/scene/curve_handles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/scene/scene_file.h"

namespace {

using Kind = lab::CurveHandle::Kind;

lab::TargetCurve three_waves() {
  return lab::TargetCurve(lab::WaveCurve{
      {1.0, 2.0, 3.0}, {{{0.5, 0.0, 0.0}, 3.0, 0.1}, {{0.25, -0.4, 0.0}, 4.0, 0.2}}});
}

lab::TargetCurve through_points(bool jumps) {
  const std::vector<Eigen::Vector3d> points{{0, 0, 0}, {1, 0, 0}, {1, 3, 0}, {0, 1, 4}};
  if (jumps) return lab::TargetCurve(lab::JumpCurve{points, 4.0});
  return lab::TargetCurve(lab::SplineCurve{points, 4.0});
}

TEST(CurveHandles, AreTheCentreAndEveryAmplitude) {
  std::vector<std::string> texts;
  for (const lab::CurveHandle& handle : lab::handles_of(three_waves())) {
    EXPECT_TRUE(lab::has_handle(three_waves(), handle));
    texts.push_back(lab::handle_name(three_waves(), handle) + " " +
                    lab::handle_number(three_waves(), handle));
  }
  // no wave moves along z; the handle belongs to the first one
  EXPECT_EQ(texts,
            (std::vector<std::string>{"centre 1, 2, 3", "amplitude 1 x 0.5", "amplitude 2 x 0.25",
                                      "amplitude y −0.4", "amplitude z 0"}));
}

TEST(CurveHandles, AreThePointsOfOtherCurves) {
  for (const bool jumps : {false, true}) {
    const lab::TargetCurve curve = through_points(jumps);
    const auto handles = lab::handles_of(curve);
    ASSERT_EQ(handles.size(), 5U);
    EXPECT_EQ(lab::handle_value(curve, handles[0]), Eigen::Vector3d(0.5, 1.0, 1.0));
    EXPECT_EQ(lab::handle_value(curve, handles[3]), Eigen::Vector3d(1.0, 3.0, 0.0));
    EXPECT_EQ(lab::handle_name(curve, handles[3]), "point 3");
    EXPECT_FALSE(lab::has_handle(curve, {Kind::kPoint, 4}));
    EXPECT_FALSE(lab::has_handle(curve, {Kind::kAmplitude, 0, 0}));
    EXPECT_FALSE(lab::has_handle(three_waves(), {Kind::kPoint, 0}));
  }
}

TEST(CurveHandles, MoveOneThingAlone) {
  for (const lab::TargetCurve& curve :
       {three_waves(), through_points(false), through_points(true)}) {
    const auto handles = lab::handles_of(curve);
    for (const lab::CurveHandle& handle : handles) {
      const Eigen::Vector3d value = lab::handle_value(curve, handle) + Eigen::Vector3d(1, 1, 1);
      const lab::TargetCurve moved = lab::with_handle_value(curve, handle, value);
      for (const lab::CurveHandle& other : handles) {
        const Eigen::Vector3d change =
            lab::handle_value(moved, other) - lab::handle_value(curve, other);
        if (other == handle) {
          const bool amplitude = handle.kind == Kind::kAmplitude;
          EXPECT_NEAR(change.sum(), amplitude ? 1.0 : 3.0, 1e-12);
        } else if (handle.kind == Kind::kCenter && other.kind == Kind::kPoint) {
          EXPECT_LT((change - Eigen::Vector3d(1, 1, 1)).norm(), 1e-12);
        } else if (handle.kind == Kind::kPoint && other.kind == Kind::kCenter) {
          EXPECT_LT((change - Eigen::Vector3d(0.25, 0.25, 0.25)).norm(), 1e-12);
        } else {
          EXPECT_EQ(change, Eigen::Vector3d::Zero());
        }
      }
    }
  }
}

TEST(CurveHandles, MoveTheWholeCurveByItsCentre) {
  for (const lab::TargetCurve& curve :
       {three_waves(), through_points(false), through_points(true)}) {
    const Eigen::Vector3d by(0.3, -0.2, 0.7);
    const lab::TargetCurve moved = lab::with_handle_value(curve, {}, lab::center_of(curve) + by);
    for (const double time : {0.0, 0.7, 1.9, 3.3}) {
      EXPECT_LT((moved.at(time) - curve.at(time) - by).norm(), 1e-12);
    }
  }
}

TEST(CourseOf, ClosesWhereTheCurveDoes) {
  // all built-in curves have commensurable frequencies
  for (const char* id : {"y", "double-y", "scara", "planar-arm", "slider-arm"}) {
    const lab::Scene scene = io::find_scene(id);
    for (const lab::TargetCurve& curve : scene.targets) {
      const auto course = lab::course_of(curve);
      ASSERT_GT(course.size(), 30U);
      EXPECT_LT((course.front() - course.back()).norm(), 1e-9) << id;
      // fine enough to look smooth, and close to every position of the target
      double size = 0.0, longest = 0.0;
      for (std::size_t i = 1; i < course.size(); ++i) {
        size = std::max(size, (course[i] - course.front()).norm());
        longest = std::max(longest, (course[i] - course[i - 1]).norm());
      }
      EXPECT_LT(longest, 0.25 * size) << id;
      for (double time = 0.0; time < 30.0; time += 0.37) {
        double nearest = 1e9;
        for (const Eigen::Vector3d& point : course) {
          nearest = std::min(nearest, (point - curve.at(time)).norm());
        }
        EXPECT_LT(nearest, 0.51 * longest + 1e-9) << id << " " << time;
      }
    }
  }
}

TEST(StretchOf, IsTheSecondAroundThePresentPlace) {
  const lab::TargetCurve curve(
      lab::WaveCurve{{0, 1, 0}, {{{1, 0, 0}, 3.0, 0.0}, {{0, 1, 0}, 7.0, 0.2}}});
  for (const double time : {0.0, 2.3, 1000.0}) {
    const auto stretch = lab::stretch_of(curve, time);
    ASSERT_GE(stretch.size(), 9U);
    EXPECT_LT((stretch.front() - curve.at(time - 0.5)).norm(), 1e-9);
    EXPECT_LT((stretch.back() - curve.at(time + 0.5)).norm(), 1e-9);
    double length = 0.0, nearest = 1e9;
    for (std::size_t i = 1; i < stretch.size(); ++i) {
      const double piece = (stretch[i] - stretch[i - 1]).norm();
      EXPECT_LT(piece, 0.4) << "smooth";
      length += piece;
    }
    for (const auto& point : stretch) nearest = std::min(nearest, (point - curve.at(time)).norm());
    EXPECT_LT(nearest, 0.3);
    EXPECT_LT(length, std::hypot(3.0, 7.0)) << "at most the largest speed for a second";
  }
}

TEST(StretchOf, IsAllOfASimpleLoop) {
  const lab::TargetCurve circle(
      lab::WaveCurve{{0, 1, 0}, {{{1, 0, 0}, 0.3, 0.0}, {{0, 1, 0}, 0.3, 1.57}}});
  EXPECT_EQ(lab::stretch_of(circle, 5.0), lab::course_of(circle));
  EXPECT_EQ(lab::stretch_of(through_points(true), 5.0), lab::course_of(through_points(true)));
  EXPECT_EQ(lab::stretch_of(through_points(false), 5.0), lab::course_of(through_points(false)));
  const lab::TargetCurve stands(lab::WaveCurve{{1, 2, 3}, {}});
  EXPECT_EQ(lab::stretch_of(stands, 5.0).size(), 1U);
}

TEST(CourseOf, IsShortWhateverTheFrequencies) {
  const lab::TargetCurve never_closes(
      lab::WaveCurve{{0, 0, 0}, {{{1, 0, 0}, 1.0, 0.0}, {{0, 1, 0}, 50.0 * std::sqrt(2.0), 0.0}}});
  EXPECT_LE(lab::course_of(never_closes).size(), 601U);
  const lab::TargetCurve stands(lab::WaveCurve{{1, 2, 3}, {{{1, 0, 0}, 0.0, 0.0}}});
  ASSERT_EQ(lab::course_of(stands).size(), 1U);
  EXPECT_EQ(lab::course_of(through_points(true)).size(), 5U);
  EXPECT_EQ(lab::course_of(through_points(true)).back(), lab::course_of(through_points(true))[0]);
}

}  // namespace
