#include "app/crowd/field.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "iklab/problem.h"

namespace app {
namespace {

constexpr double kGoldenAngle = 2.399963229728653;  ///< rad, pi (3 - sqrt 5)
constexpr double kNeighbours = 1.9;  ///< distance of nearest neighbours, as a multiple of s
/// a: seeds left out in the middle, where the single body stands.
constexpr double kMiddle = 3.0;
/// s, between a body and its outer neighbour. The report's waves take one to two seconds, so about
/// twenty bodies lie between two crests.
constexpr double kDelay = 0.07;

/// m, from the base to the farthest point at time 0; at least one link.
double length_of(const lab::Scene& scene, const Stage& stage) {
  const ik::Multibody& body = scene.multibody;
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const Eigen::Vector3d base = body.joint(0).parent_from_joint.translation();
  double most = static_cast<double>(stage.link_length);
  for (const Eigen::Vector3d& point : points_of(pose)) most = std::max(most, (point - base).norm());
  return most;
}

}  // namespace

int CrowdField::count() const {
  std::size_t sum = 0;
  for (const CrowdKindPlaces& kind : kinds) sum += kind.places.size();
  return static_cast<int>(sum);
}

CrowdField make_field(std::vector<std::shared_ptr<const lab::Scene>> scenes, const Stage& middle,
                      int count, double spacing) {
  CrowdField field;
  double length = 0.0;
  for (auto& scene : scenes) {
    CrowdKindPlaces kind;
    kind.stage = measure(*scene);
    kind.scene = std::move(scene);
    length = std::max(length, length_of(*kind.scene, kind.stage));
    field.kinds.push_back(std::move(kind));
  }
  const double apart = spacing * length;
  field.apart = static_cast<float>(apart);
  for (int i = 0; i < count; ++i) {
    CrowdKindPlaces& kind = field.kinds[static_cast<std::size_t>(i) % field.kinds.size()];
    const double r = apart / kNeighbours * std::sqrt(i + kMiddle);
    const double angle = kGoldenAngle * i;
    const glm::vec3 seed(r * std::cos(angle), 0.0, r * std::sin(angle));
    kind.places.push_back(gfx::to_y_up(middle.middle, middle.z_up) + seed -
                          gfx::to_y_up(kind.stage.middle, kind.stage.z_up));
    kind.delays.push_back(kDelay * r / apart);
    field.radius = std::max(field.radius, static_cast<float>(r));
  }
  // with fewer bodies than kinds, some kinds are empty
  std::erase_if(field.kinds, [](const CrowdKindPlaces& kind) { return kind.places.empty(); });
  for (CrowdKindPlaces& kind : field.kinds) {
    kind.first = field.points;
    const ik::Multibody& body = kind.scene->multibody;
    field.points +=
        static_cast<int>(kind.places.size()) * (body.joint_count() + 2 * body.effector_count());
  }
  return field;
}

}  // namespace app
