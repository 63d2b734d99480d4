#include "io/scene/parts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/Geometry>

#include "ik/math/elementary.h"
#include "io/files/text.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

using Json = nlohmann::ordered_json;
using Others = std::span<const std::string_view>;

constexpr double kDefaultPeriod = 4.0;  // s, as in lab::SplineCurve and lab::JumpCurve

/// \param others fields of every target, \param curve fields of this kind of curve
void expect_target_fields(const JsonNode& node, Others others,
                          std::initializer_list<std::string_view> curve) {
  std::vector<std::string_view> fields(others.begin(), others.end());
  fields.insert(fields.end(), curve.begin(), curve.end());
  node.expect_fields(fields);
}

lab::WaveCurve read_waves(const JsonNode& node, Others others) {
  expect_target_fields(node, others, {"center", "waves"});
  lab::WaveCurve curve{.center = node.field("center").vector()};
  const auto waves = node.find("waves");
  if (!waves) return curve;
  for (const JsonNode& wave : waves->list()) {
    wave.expect_fields({"amplitude", "frequency", "phase"});
    curve.waves.push_back({wave.field("amplitude").vector(), wave.field("frequency").number(),
                           wave.number_or("phase", 0.0)});
  }
  return curve;
}

template <class Curve>
Curve read_points(const JsonNode& node, Others others, const char* points) {
  expect_target_fields(node, others, {points, "period"});
  Curve curve;
  for (const JsonNode& point : node.field(points).items()) curve.points.push_back(point.vector());
  const auto period = node.find("period");
  curve.period = period ? period->positive() : kDefaultPeriod;
  return curve;
}

void add_curve(const lab::WaveCurve& curve, Json& object) {
  object["center"] = vector_json(curve.center);
  for (const lab::Wave& wave : curve.waves) {
    object["waves"].push_back({{"amplitude", vector_json(wave.amplitude)},
                               {"frequency", wave.frequency},
                               {"phase", wave.phase}});
  }
}

void add_points(const char* name, const auto& curve, Json& object) {
  for (const Eigen::Vector3d& point : curve.points) object[name].push_back(vector_json(point));
  object["period"] = curve.period;
}

void add_curve(const lab::SplineCurve& curve, Json& object) { add_points("points", curve, object); }
void add_curve(const lab::JumpCurve& curve, Json& object) { add_points("jumps", curve, object); }

Eigen::Matrix3d read_rotation(const JsonNode& node) {
  constexpr double kTolerance = 1e-9;  // for handwritten numbers
  const std::vector<JsonNode> rows = node.items();
  if (rows.size() != 3) node.fail("expected 3 rows");
  Eigen::Matrix3d rotation;
  for (int i = 0; i < 3; ++i) rotation.row(i) = rows[static_cast<std::size_t>(i)].vector();
  if (!(rotation * rotation.transpose()).isIdentity(kTolerance) || rotation.determinant() < 0.0) {
    node.fail("expected the rows of a rotation matrix");
  }
  return rotation;
}

ik::Obstacle read_obstacle(const JsonNode& node) {
  node.expect_fields({"name", "from", "to", "center", "radius"});
  ik::Obstacle obstacle;
  obstacle.name = node.field("name").name();
  if (const auto center = node.find("center")) {
    if (node.find("from") || node.find("to")) center->fail("given together with from or to");
    obstacle.a = obstacle.b = center->vector();
  } else {
    obstacle.a = node.field("from").vector();
    obstacle.b = node.field("to").vector();
  }
  obstacle.radius = node.field("radius").positive();
  return obstacle;
}

}  // namespace

void choose_group(lab::Scene& scene, const std::string& name, const std::string& option) {
  const auto found = std::ranges::find(scene.groups, name, &lab::JointGroup::name);
  if (found == scene.groups.end()) {
    const std::string names = joined(scene.groups, ", ", &lab::JointGroup::name);
    throw Error(printable(concat(option, ": ", scene.id, " has no group '", name, "'; there are ",
                                 names.empty() ? "none" : names)));
  }
  scene.group = static_cast<std::size_t>(found - scene.groups.begin());
}

lab::TargetCurve read_curve(const JsonNode& node, Others others) {
  const bool waves = node.find("center").has_value() || node.find("waves").has_value();
  const bool points = node.find("points").has_value();
  const bool jumps = node.find("jumps").has_value();
  if (waves + points + jumps != 1) node.fail("expected one of center, points and jumps");
  if (points) return lab::TargetCurve(read_points<lab::SplineCurve>(node, others, "points"));
  if (jumps) return lab::TargetCurve(read_points<lab::JumpCurve>(node, others, "jumps"));
  return lab::TargetCurve(read_waves(node, others));
}

void add_curve(const lab::TargetCurve& curve, Json& object) {
  std::visit([&object](const auto& shape) { add_curve(shape, object); }, curve.shape());
}

Json vector_json(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

std::vector<ik::Obstacle> read_obstacles(const JsonNode& scene) {
  std::vector<ik::Obstacle> obstacles;
  const auto list = scene.find("obstacles");
  if (!list) return obstacles;
  std::set<std::string> names;
  for (const JsonNode& node : list->list()) {
    const ik::Obstacle obstacle = read_obstacle(node);
    if (!names.insert(obstacle.name).second)
      node.field("name").fail("the name '" + obstacle.name + "' appears twice");
    obstacles.push_back(obstacle);
  }
  return obstacles;
}

Json obstacle_json(const ik::Obstacle& obstacle) {
  Json object{{"name", obstacle.name}};
  if (obstacle.a == obstacle.b) {
    object["center"] = vector_json(obstacle.a);
  } else {
    object["from"] = vector_json(obstacle.a);
    object["to"] = vector_json(obstacle.b);
  }
  object["radius"] = obstacle.radius;
  return object;
}

Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy) {
  using Eigen::Vector3d, ik::rotation_about;
  return rotation_about(Vector3d::UnitZ(), rpy.z()) * rotation_about(Vector3d::UnitY(), rpy.y()) *
         rotation_about(Vector3d::UnitX(), rpy.x());
}

std::optional<Eigen::Matrix3d> find_rotation(const JsonNode& node) {
  const auto rpy = node.find("rpy");
  const auto rotation = node.find("rotation");
  if (rpy && rotation) rotation->fail("given together with rpy; one of them is enough");
  if (rpy) return rotation_from_rpy(rpy->vector());
  if (rotation) return read_rotation(*rotation);
  return std::nullopt;
}

std::optional<Eigen::Vector3d> exact_rpy(const Eigen::Matrix3d& R) {
  const Eigen::Vector3d rpy(ik::arctangent(R(2, 1), R(2, 2)),
                            ik::arctangent(-R(2, 0), ik::hypotenuse(R(0, 0), R(1, 0))),
                            ik::arctangent(R(1, 0), R(0, 0)));
  // hand-written angles have few digits
  for (const int digits : {6, 12, 15, 17}) {
    const Eigen::Vector3d rounded = rpy.unaryExpr(
        [digits](double angle) { return lab::rounded_to_digits(angle, digits) + 0.0; });  // no -0
    const Eigen::Matrix3d again = rotation_from_rpy(rounded);
    // 0 and -0 differ here, because their arctangents differ
    const auto same = [](double a, double b) {
      return a == b && std::signbit(a) == std::signbit(b);
    };
    if (std::equal(again.data(), again.data() + again.size(), R.data(), same)) return rounded;
  }
  return std::nullopt;
}

}  // namespace io
