#include "io/setup/path_json.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "io/files/text.h"
#include "io/scene/parts.h"

namespace io {
namespace {

using lab::PathForm;
using nlohmann::json;

constexpr std::array<const char*, 3> kRowAims = {"none", "direction", "orientation"};

/// The numbers of a row: its time, the places, then directions, and orientations by their columns.
json row_json(const ik::Waypoint& row, const lab::PathRows& rows) {
  json numbers = json::array({row.time});
  const auto add = [&numbers](const auto& values) {
    for (const double value : values.reshaped()) numbers.push_back(value);
  };
  for (const Eigen::Vector3d& target : row.targets) add(target);
  std::size_t aim = 0;
  for (const ik::AimKind kind : rows.kinds) {
    if (kind == ik::AimKind::kDirection) add(row.aims[aim].direction);
    if (kind == ik::AimKind::kOrientation) add(row.aims[aim].orientation);
    if (kind != ik::AimKind::kNone) ++aim;
  }
  return numbers;
}

ik::Waypoint read_row(const JsonNode& node, const lab::PathRows& rows) {
  std::vector<double> numbers;
  for (const JsonNode& item : node.items()) numbers.push_back(item.number());
  std::size_t wanted = 1 + 3 * rows.kinds.size();
  for (const ik::AimKind kind : rows.kinds) {
    if (kind == ik::AimKind::kDirection) wanted += 3;
    if (kind == ik::AimKind::kOrientation) wanted += 9;
  }
  if (numbers.size() != wanted) node.fail(concat("expected ", wanted, " numbers"));
  std::size_t next = 1;
  const auto take = [&](auto& values) {
    for (double& value : values.reshaped()) value = numbers[next++];
  };
  ik::Waypoint row{
      .targets = std::vector<Eigen::Vector3d>(rows.kinds.size()), .aims = {}, .time = numbers[0]};
  for (Eigen::Vector3d& target : row.targets) take(target);
  for (const ik::AimKind kind : rows.kinds) {
    if (kind == ik::AimKind::kNone) continue;
    ik::Aim& aim = row.aims.emplace_back();
    if (kind == ik::AimKind::kOrientation) {
      take(aim.orientation);
      const Eigen::Matrix3d off =
          aim.orientation.transpose() * aim.orientation - Eigen::Matrix3d::Identity();
      if (off.norm() > 1e-6 || aim.orientation.determinant() < 0.0) {
        node.fail("expected a rotation");
      }
    } else {
      take(aim.direction);
      if (aim.direction.isZero(0.0)) node.fail("expected a direction of another length than 0");
    }
  }
  return row;
}

std::shared_ptr<const lab::PathRows> read_rows(const JsonNode& node, const ik::Multibody& body) {
  auto rows = std::make_shared<lab::PathRows>();
  if (const auto file = node.find("file")) rows->name = file->line();
  const JsonNode aims = node.field("aims");
  for (const JsonNode& aim : aims.items()) {
    rows->kinds.push_back(static_cast<ik::AimKind>(aim.choice(kRowAims)));
  }
  if (rows->kinds.size() != static_cast<std::size_t>(body.effector_count())) {
    aims.fail(concat("expected one for each of ", body.effector_count(), " effectors"));
  }
  const JsonNode list = node.field("rows");
  for (const JsonNode& row : list.items()) rows->waypoints.push_back(read_row(row, *rows));
  const std::size_t count = rows->waypoints.size();
  if (count < lab::kMinWaypoints || count > lab::kMaxWaypoints) {
    list.fail(concat("expected ", lab::kMinWaypoints, " to ", lab::kMaxWaypoints, " rows"));
  }
  return rows;
}

void read_path_points(const JsonNode& node, lab::PathShape& path) {
  for (const JsonNode& point : node.items()) path.points.push_back(point.vector());
  if (path.points.size() < 2 || path.points.size() > lab::kMaxPathPoints) {
    node.fail(concat("expected 2 to ", lab::kMaxPathPoints, " points"));
  }
}

/// The start in the order of the scene file.
void read_path_start(const JsonNode& node, const ik::Multibody& body, lab::PathShape& path) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != static_cast<std::size_t>(body.joint_count())) {
    node.fail(concat("expected ", body.joint_count(), " numbers"));
  }
  path.start.resize(items.size());
  for (std::size_t given = 0; given < items.size(); ++given) {
    const int joint = body.solver_index(static_cast<int>(given));
    path.start[static_cast<std::size_t>(joint)] = items[given].number();
  }
}

}  // namespace

json path_json(const lab::PathShape& path, const ik::Multibody& body) {
  json object{{"form", lab::kPathForms[static_cast<std::size_t>(path.form)]}};
  if (path.form == PathForm::kRows) {
    if (!path.rows->name.empty()) object["file"] = valid_utf8(path.rows->name);
    for (const ik::AimKind kind : path.rows->kinds) {
      object["aims"].push_back(kRowAims[static_cast<std::size_t>(kind)]);
    }
    for (const ik::Waypoint& row : path.rows->waypoints) {
      object["rows"].push_back(row_json(row, *path.rows));
    }
  } else {
    object["waypoints"] = path.waypoints;
  }
  if (path.effector > 0) object["effector"] = body.effector(path.effector).name;
  if (path.form == PathForm::kLine) {
    object["from"] = vector_json(path.from);
    object["to"] = vector_json(path.to);
  } else if (path.form == PathForm::kCircle) {
    object["center"] = vector_json(path.center);
    object["normal"] = vector_json(path.normal);
    object["radius"] = path.radius;
  } else if (path.form == PathForm::kPoints) {
    for (const Eigen::Vector3d& point : path.points)
      object["points"].push_back(json(vector_json(point)));
  }
  if (path.closed) object["closed"] = true;
  const int joints = body.joint_count();
  for (int given = 0; given < joints && path.start.size() == static_cast<std::size_t>(joints);
       ++given) {
    object["start"].push_back(path.start[static_cast<std::size_t>(body.solver_index(given))]);
  }
  return object;
}

lab::PathShape read_path(const JsonNode& node, const ik::Multibody& body) {
  node.expect_fields({"form", "waypoints", "effector", "from", "to", "center", "normal", "radius",
                      "points", "file", "aims", "rows", "closed", "start"});
  lab::PathShape path{.form = static_cast<PathForm>(node.field("form").choice(lab::kPathForms))};
  if (path.form == PathForm::kRows) {
    path.rows = read_rows(node, body);
  } else {
    path.waypoints =
        static_cast<int>(node.field("waypoints").count(lab::kMinWaypoints, lab::kMaxWaypoints));
  }
  if (const auto effector = node.find("effector")) {
    const std::string name = effector->text();
    const auto found = std::ranges::find(body.effectors(), name, &ik::Effector::name);
    if (found == body.effectors().end()) effector->fail("no effector '" + name + "'");
    path.effector = static_cast<int>(found - body.effectors().begin());
  }
  if (path.form == PathForm::kLine) {
    path.from = node.field("from").vector();
    path.to = node.field("to").vector();
  } else if (path.form == PathForm::kCircle) {
    const JsonNode normal = node.field("normal");
    path.center = node.field("center").vector();
    path.normal = normal.vector();
    if (path.normal.isZero(0.0)) normal.fail("expected a direction of another length than 0");
    path.radius = node.field("radius").positive();
  } else if (path.form == PathForm::kPoints) {
    read_path_points(node.field("points"), path);
  }
  if (const auto closed = node.find("closed")) path.closed = closed->boolean();
  if (const auto start = node.find("start")) read_path_start(*start, body, path);
  return path;
}

}  // namespace io
