#include "lab/view/spectrum.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <Eigen/SVD>

#include "support/changes.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"

namespace {

constexpr double kLambda = 0.7;  // m / rad

std::vector<lab::Tracker> lambda_trackers(std::vector<const char*> methods) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.settings.set_param("lambda", kLambda);
  std::vector<lab::Tracker> trackers;
  for (const char* method : methods) trackers.emplace_back(scene, *ik::find_method(method));
  return trackers;
}

const lab::Series& series_of(const lab::Plot& plot, std::string_view label) {
  for (const lab::Series& series : plot.series) {
    if (series.label.starts_with(label)) return series;
  }
  throw std::out_of_range(std::string(label));
}

TEST(FilterPlot, HasTheClosedFormsOfTheFilters) {
  std::vector<lab::Tracker> trackers = lambda_trackers({"dls", "pseudoinverse"});
  const lab::Plot plot = lab::filter_plot(trackers);
  const lab::Series& damped = series_of(plot, "Damped least squares");
  const lab::Series& inverse = series_of(plot, "1/σ");
  ASSERT_GT(damped.x.size(), 100U);
  ASSERT_EQ(inverse.x, damped.x);
  for (std::size_t i = 0; i < damped.x.size(); ++i) {
    const double sigma = damped.x[i];
    EXPECT_NEAR(damped.y[i], sigma / (sigma * sigma + kLambda * kLambda), 1e-14);
    EXPECT_NEAR(inverse.y[i] * sigma, 1.0, 1e-14);
  }
  // with the default cut-off of a hundredth of the largest singular value
  const lab::Series& cut = series_of(plot, "Pseudoinverse");
  const double largest = plot.x.max / 1.1;
  for (std::size_t i = 0; i < cut.x.size(); ++i) {
    const bool kept = cut.x[i] > 0.01 * largest;
    EXPECT_NEAR(cut.y[i], kept ? 1.0 / cut.x[i] : 0.0, 1e-12) << cut.x[i];
  }
  EXPECT_EQ(damped.color.g, lab::method_color(scenes::dls()).g);
  // the axis ends at twice the lowest peak, 1/(2 λ): 1/σ leaves it near λ
  EXPECT_NEAR(plot.y.max, 1.0 / kLambda, 0.01 / kLambda);
}

TEST(FilterPlot, MarksTheSingularValuesOfTheLastUpdate) {
  std::vector<lab::Tracker> trackers = lambda_trackers({"pseudoinverse"});
  ik::VectorX theta;
  for (int step = 0; step < 12; ++step) {
    theta = trackers[0].pose().theta;
    trackers[0].step();
  }
  const lab::Plot plot = lab::filter_plot(trackers);
  const lab::Series& present = series_of(plot, "σᵢ");
  EXPECT_TRUE(present.dots);
  const Eigen::MatrixXd J = difference_jacobian(trackers[0].multibody(), theta);
  const Eigen::VectorXd sigmas = J.jacobiSvd().singularValues();
  ASSERT_GT(present.x.size(), 2U);
  ASSERT_LE(present.x.size(), static_cast<std::size_t>(sigmas.size()));
  for (std::size_t i = 0; i < present.x.size(); ++i) {
    EXPECT_NEAR(present.x[i], sigmas[static_cast<Eigen::Index>(i)], 1e-6);
  }
}

TEST(FilterPlot, LeavesOutMethodsWithoutAFilter) {
  std::vector<lab::Tracker> trackers = lambda_trackers({"dls", "ccd"});
  EXPECT_EQ(lab::filter_plot(trackers).series.size(), 3U);
  std::vector<lab::Tracker> none = lambda_trackers({"ccd"});
  const lab::Plot plot = lab::filter_plot(none);
  EXPECT_EQ(plot.series.size(), 2U);
  EXPECT_GT(plot.y.max, 0.0);
}

}  // namespace
