// The path of a set-up, in its text.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"

namespace {

using lab::PathForm;

lab::Setup humanoid() {
  return lab::setup_of(std::make_shared<const lab::Scene>(io::find_scene("humanoid")),
                       *ik::find_method("dls"));
}

/// A path of each form, with numbers that need all their digits.
std::vector<lab::PathShape> every_form(const lab::Setup& setup) {
  const int effectors = setup.scene->multibody.effector_count();
  auto rows = std::make_shared<lab::PathRows>();
  rows->name = "a \"file\".csv";
  rows->kinds.assign(static_cast<std::size_t>(effectors), ik::AimKind::kNone);
  rows->kinds[0] = ik::AimKind::kOrientation;
  rows->kinds[1] = ik::AimKind::kDirection;
  for (int k = 0; k < 3; ++k) {
    ik::Waypoint& row = rows->waypoints.emplace_back();
    row.time = 0.1 * k;
    for (int i = 0; i < effectors; ++i) row.targets.emplace_back(0.1 * k, 1.0 / 3.0, 0.7 * i);
    ik::Aim turned;
    turned.orientation = Eigen::AngleAxisd(0.3 * k, Eigen::Vector3d(1, 2, 3).normalized());
    ik::Aim pointed;
    pointed.direction = Eigen::Vector3d(0.1, 0.2, 1.0 / 7.0);
    row.aims = {turned, pointed};
  }
  lab::PathShape closed{.waypoints = 77, .closed = true};
  for (int j = 0; j < setup.scene->multibody.joint_count(); ++j) closed.start.push_back(0.1 * j);
  return {{.waypoints = 50},
          closed,
          {.form = PathForm::kLine, .effector = 1, .from = {0.1, 0.2, 1.0 / 3.0}, .to = {1, 0, 0}},
          {.form = PathForm::kCircle,
           .center = {0.1, 0.7, 0.3},
           .normal = {0.0, 0.1, 1.0 / 3.0},
           .radius = 0.1 + 1e-16},
          {.form = PathForm::kPoints, .points = {{0.1, 0.2, 0.3}, {1.0 / 3.0, 0.0, 0.0}}},
          {.form = PathForm::kRows, .rows = rows}};
}

TEST(PathText, ComesBackToTheBit) {
  lab::Setup setup = humanoid();
  for (const lab::PathShape& shape : every_form(setup)) {
    setup.path = shape;
    const lab::Setup again = io::parse_setup(io::setup_text(setup), "text");
    ASSERT_TRUE(again.path.has_value());
    EXPECT_TRUE(*again.path == shape) << lab::kPathForms[static_cast<std::size_t>(shape.form)];
  }
  setup.path.reset();
  EXPECT_FALSE(nlohmann::json::parse(io::setup_text(setup)).contains("path"));
}

/// What the reader says of a path with one field changed; empty: it reads it.
std::string fault_of(const lab::PathShape& shape, const std::string& pointer,
                     const nlohmann::json& value) {
  lab::Setup setup = humanoid();
  setup.path = shape;
  nlohmann::json document = nlohmann::json::parse(io::setup_text(setup));
  document["path"][nlohmann::json::json_pointer(pointer)] = value;
  try {
    io::parse_setup(document.dump(), "text");
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

TEST(PathText, SaysInOneLineWhatIsWrong) {
  const auto forms = every_form(humanoid());
  EXPECT_EQ(fault_of(forms[0], "/waypoints", 50), "");
  EXPECT_NE(fault_of(forms[0], "/form", "spiral").find("text: path.form"), std::string::npos);
  EXPECT_NE(fault_of(forms[0], "/waypoints", 1).find("text: path.waypoints"), std::string::npos);
  EXPECT_NE(fault_of(forms[0], "/colour", 1).find("colour"), std::string::npos);
  EXPECT_NE(fault_of(forms[2], "/effector", "tail").find("no effector 'tail'"), std::string::npos);
  EXPECT_NE(fault_of(forms[3], "/radius", 0.0).find("text: path.radius"), std::string::npos);
  EXPECT_NE(fault_of(forms[3], "/normal", {0, 0, 0}).find("text: path.normal"), std::string::npos);
  EXPECT_NE(fault_of(forms[4], "/points", {{0, 0, 0}}).find("text: path.points"),
            std::string::npos);
  EXPECT_NE(fault_of(forms[5], "/rows/1", {0.0, 1.0}).find("text: path.rows[1]"),
            std::string::npos);
  EXPECT_NE(fault_of(forms[1], "/start", {0.5}).find("text: path.start"), std::string::npos);
}

}  // namespace
