#include "lab/view/spectrum.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"

namespace {

lab::MatrixView view_of(const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                        lab::MatrixKind kind) {
  lab::MatrixView view;
  lab::view_matrix(tracker, spectrum, kind, view);
  EXPECT_EQ(static_cast<int>(view.rows.size()), view.row_count());
  EXPECT_EQ(static_cast<int>(view.columns.size()), view.column_count());
  EXPECT_EQ(view.units.size(), view.columns.size());
  EXPECT_EQ(view.most, view.values.cwiseAbs().maxCoeff());
  return view;
}

TEST(MatrixView, ShowsMatricesWhoseProductIsJ) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scenes::circling(bodies::forked_tree()), info);
    for (int k = 0; k < 4; ++k) tracker.step();
    lab::Spectrum spectrum;
    lab::analyse(tracker, spectrum);
    const auto J = view_of(tracker, spectrum, lab::MatrixKind::kJacobian).values;
    const auto U = view_of(tracker, spectrum, lab::MatrixKind::kU).values;
    const auto S = view_of(tracker, spectrum, lab::MatrixKind::kSigma).values;
    const auto V = view_of(tracker, spectrum, lab::MatrixKind::kV).values;
    EXPECT_LT((U * S * V.transpose() - J).cwiseAbs().maxCoeff(), 1e-12) << info.id;
    EXPECT_EQ(S, ik::MatrixX(S.diagonal().asDiagonal()));
  }
}

TEST(MatrixView, NamesRowsColumnsAndUnits) {
  lab::Tracker tracker(scenes::circling(bodies::slider_arm()), *ik::find_method("dls"));
  lab::Spectrum spectrum;
  lab::analyse(tracker, spectrum);
  const lab::MatrixView J = view_of(tracker, spectrum, lab::MatrixKind::kJacobian);
  EXPECT_EQ(J.rows, (std::vector<std::string>{"hand x", "hand y", "hand z"}));
  EXPECT_EQ(J.columns, (std::vector<std::string>{"slide", "hinge"}));
  EXPECT_EQ(J.units, (std::vector<std::string>{"m/m", "m/rad"}));
  EXPECT_LT((J.values - difference_jacobian(tracker.multibody(), tracker.pose().theta))
                .cwiseAbs()
                .maxCoeff(),
            1e-7);
  const lab::MatrixView V = view_of(tracker, spectrum, lab::MatrixKind::kV);
  EXPECT_EQ(V.rows, J.columns);
  EXPECT_EQ(V.columns, (std::vector<std::string>{"v1", "v2"}));
  EXPECT_EQ(V.units[0], "");
  const lab::MatrixView U = view_of(tracker, spectrum, lab::MatrixKind::kU);
  EXPECT_EQ(U.rows, J.rows);
  EXPECT_EQ(U.columns[1], "u2");
}

TEST(MatrixView, NamesAimsAndKeepsTheSolversOrderOfJoints) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "child";  // listed before its parent
  joints[0].parent = 1;
  joints[0].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
  joints[1].name = "root";
  const ik::Multibody body(joints, {{.name = "lamp",
                                     .joint = 0,
                                     .offset = Eigen::Vector3d::UnitX(),
                                     .aim = ik::AimKind::kDirection}});
  lab::Scene scene = scenes::circling(body);
  scene.aims.emplace_back();
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  lab::Spectrum spectrum;
  lab::analyse(tracker, spectrum);
  const lab::MatrixView J = view_of(tracker, spectrum, lab::MatrixKind::kJacobian);
  EXPECT_EQ(J.columns, (std::vector<std::string>{"root", "child"}));
  ASSERT_EQ(J.rows.size(), 6U);
  EXPECT_EQ(J.rows[3], "lamp aim x");
}

TEST(MatrixView, LooksWithoutChangingTheRun) {
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker watched(scenes::circling(bodies::forked_tree()), info), alone = watched;
    lab::Spectrum spectrum;
    lab::MatrixView view;
    for (int k = 0; k < 12; ++k) {
      watched.step();
      alone.step();
      lab::analyse(watched, spectrum);
      lab::view_matrix(watched, spectrum, static_cast<lab::MatrixKind>(k % 4), view);
      ASSERT_EQ(watched.pose().theta, alone.pose().theta) << info.id;
    }
  }
}

}  // namespace
