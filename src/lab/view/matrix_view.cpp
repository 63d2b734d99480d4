#include "lab/view/matrix_view.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

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
      view.values.setZero(static_cast<Eigen::Index>(components),
                          static_cast<Eigen::Index>(components));
      for (std::size_t i = 0; i < components; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        view.values(at, at) = spectrum.components[i].sigma;
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
