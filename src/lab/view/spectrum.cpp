#include "lab/view/spectrum.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/task/jacobian.h"
#include "lab/scene/knobs.h"

namespace lab {
namespace {

constexpr int kPoints = 400;
constexpr double kBeyond = 1.1;   // end of the σ axis, as a multiple of the largest σ
constexpr double kCeiling = 2.0;  // end of the τ axis, as a multiple of the lowest peak of a filter
constexpr double kDotHeight = 0.015;  // the dots above the σ axis, as a share of the τ axis
constexpr Color kInverse{0.25F, 0.27F, 0.30F}, kPresent{0.45F, 0.47F, 0.50F};  // greys

constexpr double kRankCutoff = 1e-10;
constexpr double kNoError = 1e-9;  // m; a smaller error is rounding and gives no gain

void name_goals(const ik::Multibody& multibody, std::vector<std::string>& names) {
  constexpr const char* kAxes[] = {" x", " y", " z"};
  for (int g = 0; g < multibody.goal_count(); ++g) {
    const std::string& name = multibody.goal_effector(g).name;
    for (const char* axis : kAxes) {
      names.push_back(name + (g < multibody.effector_count() ? "" : " aim") + axis);
    }
  }
}

void name_joints(const ik::Multibody& multibody, std::vector<std::string>& names) {
  for (const ik::Joint& joint : multibody.joints()) names.push_back(joint.name);
}

void name_components(const char* letter, std::size_t count, std::vector<std::string>& names) {
  for (std::size_t i = 1; i <= count; ++i) names.push_back(letter + std::to_string(i));
}

}  // namespace

Series filter_series(const ik::AnyMethod& method, std::span<const double> sigmas, double largest) {
  Series series;
  for (const double sigma : sigmas) {
    if (const std::optional<double> tau = method.filter(sigma, largest)) {
      series.x.push_back(sigma);
      series.y.push_back(*tau);
    }
  }
  return series;
}

Plot filter_plot(std::span<Tracker> trackers) {
  Spectrum spectrum;
  analyse(trackers.front(), spectrum);
  const double largest = spectrum.components.front().sigma;
  const double end = kBeyond * (largest > 0.0 ? largest : 1.0);
  std::vector<double> sigmas, inverse;
  for (int i = 1; i <= kPoints; ++i) {
    sigmas.push_back(end * i / kPoints);
    inverse.push_back(1.0 / sigmas.back());
  }

  Plot plot{.title = "Gain of an error along a singular direction",
            .subtitle = trackers.front().scene().name,
            .x = {.label = "σ", .unit = "m/rad", .min = 0.0, .max = end},
            .y = {.label = "τ(σ)", .unit = "rad/m"}};
  double ceiling = inverse.front();
  for (const Tracker& tracker : trackers) {
    Series series = filter_series(tracker.method(), sigmas, largest);
    if (series.x.empty()) continue;
    series.label = describe(tracker.method_info(), tracker.settings());
    series.color = method_color(tracker.method_info());
    ceiling = std::min(ceiling, kCeiling * *std::ranges::max_element(series.y));
    plot.series.push_back(std::move(series));
  }
  plot.y.max = ceiling;
  plot.series.push_back(
      {.label = "1/σ", .color = kInverse, .dashed = true, .x = sigmas, .y = inverse});
  Series present{.label = "σᵢ of the pose", .color = kPresent, .dots = true, .x = {}, .y = {}};
  for (const SingularComponent& component : spectrum.components) {
    if (!(component.sigma > 0.0)) break;
    present.x.push_back(component.sigma);
    present.y.push_back(kDotHeight * ceiling);
  }
  plot.series.push_back(std::move(present));
  return plot;
}

void analyse(Tracker& tracker, Spectrum& spectrum) {
  ik::Workspace& w = tracker.workspace();
  // if the step computed no J, use the J of the new pose, which gives no gains
  const bool measurable = w.has_jacobian();
  const ik::Problem problem = measurable ? tracker.last_problem() : tracker.problem();
  if (!measurable) spectrum.own.begin(problem);
  ik::Workspace& source = measurable ? w : spectrum.own;
  if (!w.has_svd()) spectrum.svd.compute(source.jacobian(problem));
  const ik::Svd& svd = w.has_svd() ? w.svd(problem) : spectrum.svd;
  const ik::VectorX& e = source.error(problem);

  spectrum.J = source.jacobian(problem);
  spectrum.U = svd.U();
  spectrum.V = svd.V();
  spectrum.components.clear();
  spectrum.manipulability = 1.0;
  for (int i = 0; i < svd.count(); ++i) {
    SingularComponent component{};
    component.sigma = svd.sigma()[i];
    component.error = svd.U().col(i).dot(e);
    component.motion = svd.V().col(i).dot(w.dtheta);
    if (measurable && std::abs(component.error) > kNoError)
      component.gain = component.motion / component.error;
    component.filter = tracker.method().filter(component.sigma, svd.sigma()[0]);
    spectrum.manipulability *= component.sigma;
    spectrum.components.push_back(component);
  }
  spectrum.rank = svd.rank(kRankCutoff);
  const double least = svd.sigma()[svd.count() - 1];
  spectrum.condition = least > 0.0 ? svd.sigma()[0] / least : kOff;
}

std::vector<VelocityEllipsoid> velocity_ellipsoids(const Tracker& tracker) {
  std::vector<VelocityEllipsoid> result;
  const ik::Pose& pose = tracker.pose();
  if (!pose.theta.allFinite()) return result;
  ik::Problem problem = tracker.problem();
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.weights = {};
  ik::MatrixX J;
  ik::task_jacobian(problem, J);
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    J.col(j) *= problem.mobility_of(j);
  }
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    ik::Svd svd;  // a new one for each effector: its bits depend on earlier computations
    svd.compute(J.middleRows(3 * i, 3));
    VelocityEllipsoid ellipsoid{pose.effector.col(i), Eigen::Matrix3d::Zero()};
    ellipsoid.axes.leftCols(svd.count()) = svd.U() * svd.sigma().asDiagonal();
    result.push_back(ellipsoid);
  }
  return result;
}

void view_matrix(const Tracker& tracker, const Spectrum& spectrum, MatrixKind kind,
                 MatrixView& view) {
  const ik::Multibody& multibody = tracker.multibody();
  const std::size_t components = spectrum.components.size();
  view.kind = kind;
  view.rows.clear();
  view.columns.clear();
  view.units.clear();
  switch (kind) {
    case MatrixKind::kJacobian:
      name_goals(multibody, view.rows);
      name_joints(multibody, view.columns);
      view.values = spectrum.J;
      for (const ik::Joint& joint : multibody.joints()) {
        view.units.emplace_back(ik::is_angular(joint.type) ? "m/rad" : "m/m");
      }
      break;
    case MatrixKind::kU:
      name_goals(multibody, view.rows);
      name_components("u", components, view.columns);
      view.values = spectrum.U;
      break;
    case MatrixKind::kSigma:
      name_components("u", components, view.rows);
      name_components("v", components, view.columns);
      view.values.setZero(spectrum.V.cols(), spectrum.V.cols());
      for (Eigen::Index i = 0; const SingularComponent& component : spectrum.components) {
        view.values(i, i) = component.sigma;
        ++i;
      }
      view.units.assign(components, "m/rad");
      break;
    case MatrixKind::kV:
      name_joints(multibody, view.rows);
      name_components("v", components, view.columns);
      view.values = spectrum.V;
      break;
  }
  view.units.resize(view.columns.size());
  view.most = 0.0;
  for (const double value : view.values.reshaped()) {
    if (std::isfinite(value)) view.most = std::max(view.most, std::abs(value));
  }
}

}  // namespace lab
