#include "io/saved/pose_files.h"

#include "io/files/csv.h"
#include "io/files/encoding.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "lab/scene/number_text.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace io {
namespace {

namespace fs = std::filesystem;

/// A quaternion of three decimals has at most this error of its length.
constexpr double kNearlyOne = 1e-3;

/// A CSV of numbers that is read row by row: a header, then as many fields in each row. It
/// remembers for which columns it was asked.
class NumberTable {
 public:
  explicit NumberTable(const fs::path& path)
      : path_(path), text_(as_utf8(read_file(path), path.string())) {
    if (!next()) fail("is empty; expected a header and rows of numbers");
    names_ = std::move(fields_);
    for (std::string& name : names_) name = trimmed(name);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("{}: {}", path_.string(), printable(what)));
  }
  [[noreturn]] void fail(std::size_t column, const std::string& what) const {
    fail_at_line(path_, line_, fmt::format("{}: {}", printable(names_[column]), printable(what)));
  }

  const std::vector<std::string>& names() const { return names_; }
  /// The column of a name. \throws Error if it appears twice
  std::optional<std::size_t> find(const std::string& name) {
    asked_.push_back(name);
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    if (std::find(found + 1, names_.end(), name) != names_.end()) fail("two columns " + name);
    return static_cast<std::size_t>(found - names_.begin());
  }
  /// All columns or none: their names are `stem` and these endings.
  template <std::size_t N>
  bool find_all(const std::string& stem, const std::array<const char*, N>& endings,
                std::array<std::size_t, N>& columns) {
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < N; ++i) {
      const std::optional<std::size_t> column = find(stem + endings[i]);
      if (column) columns[i] = *column;
      if (!column) missing.push_back(stem + endings[i]);
    }
    if (!missing.empty() && missing.size() != N) fail("no column " + missing.front());
    return missing.empty();
  }
  /// \throws Error naming the columns that nobody asked for
  void expect_no_others() const {
    std::vector<std::string> others;
    for (const std::string& name : names_) {
      if (std::ranges::find(asked_, name) == asked_.end()) others.push_back(name);
    }
    if (others.empty()) return;
    const bool one = others.size() == 1;
    throw Error(fmt::format("{}: unknown column{} {}{}; --ignore-columns skips {}", path_.string(),
                            one ? "" : "s", printable(joined(others, ", ")),
                            did_you_mean(others.front(), asked_), one ? "it" : "them"));
  }

  /// Goes to the next row. \returns false at the end
  bool next_row() {
    if (!next()) return false;
    if (fields_.size() != names_.size()) {
      fail_at_line(path_, line_,
                   fmt::format("{} fields, and the header has {}", fields_.size(), names_.size()));
    }
    return true;
  }
  /// The number in a column of the row.
  double number(std::size_t column) const {
    const std::optional<double> value = lab::parse_number(trimmed(fields_[column]));
    if (!value) fail(column, fmt::format("'{}' is not a number", fields_[column]));
    return *value;
  }

 private:
  bool next() {
    while (start_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', start_), text_.size());
      ++line_;
      const std::string_view line = trimmed(std::string_view(text_).substr(start_, end - start_));
      start_ = end + 1;
      if (line.empty() || line.starts_with('#')) continue;
      fields_ = csv_fields(line);
      return true;
    }
    return false;
  }

  fs::path path_;
  std::string text_;
  std::size_t start_ = 0, line_ = 0;
  std::vector<std::string> names_, asked_, fields_;
};

/// Columns with the goal of an effector.
struct GoalColumns {
  std::array<std::size_t, 3> position = {};
  std::array<std::size_t, 4> quaternion = {};
  std::array<std::size_t, 3> direction = {};
  ik::AimKind aim = ik::AimKind::kNone;
};

constexpr std::array<const char*, 3> kPositionNames = {"x", "y", "z"};
constexpr std::array<const char*, 4> kQuaternionNames = {"qw", "qx", "qy", "qz"};
constexpr std::array<const char*, 3> kDirectionNames = {"dx", "dy", "dz"};

std::vector<GoalColumns> goal_columns(NumberTable& table, const ik::Multibody& multibody) {
  std::vector<GoalColumns> all;
  for (const ik::Effector& effector : multibody.effectors()) {
    GoalColumns& columns = all.emplace_back();
    std::string stem = effector.name + "_";
    if (!table.find_all(stem, kPositionNames, columns.position)) {
      const bool is_alone = multibody.effector_count() == 1;
      if (is_alone && table.find_all("", kPositionNames, columns.position)) {
        stem.clear();
      } else {
        table.fail("no column " + stem + "x" + (is_alone ? ", nor x" : ""));
      }
    }
    const bool turns = table.find_all(stem, kQuaternionNames, columns.quaternion);
    const bool points = table.find_all(stem, kDirectionNames, columns.direction);
    if (turns && points) {
      table.fail(
          fmt::format("columns {0}qw and {0}dx: a goal has an orientation or a direction", stem));
    }
    if (turns) columns.aim = ik::AimKind::kOrientation;
    if (points) columns.aim = ik::AimKind::kDirection;
  }
  return all;
}

Eigen::Vector3d position_in_row(const NumberTable& table, const GoalColumns& columns) {
  Eigen::Vector3d position;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t column = columns.position[static_cast<std::size_t>(axis)];
    position[axis] = table.number(column);
    if (std::abs(position[axis]) > lab::kMaxPlace) {
      table.fail(column, fmt::format("{:g} is beyond {:g} m", position[axis], lab::kMaxPlace));
    }
  }
  return position;
}

ik::Aim aim_in_row(const NumberTable& table, const GoalColumns& columns) {
  ik::Aim aim;
  const auto number = [&table](std::size_t column) { return table.number(column); };
  if (columns.aim == ik::AimKind::kOrientation) {
    const auto& at = columns.quaternion;
    const Eigen::Quaterniond q(number(at[0]), number(at[1]), number(at[2]), number(at[3]));
    if (!(std::abs(q.norm() - 1.0) <= kNearlyOne)) {
      table.fail(at[0], fmt::format("the quaternion has length {:.6g}, not 1", q.norm()));
    }
    aim.orientation = q.normalized().toRotationMatrix();
  } else {
    const auto& at = columns.direction;
    const Eigen::Vector3d direction(number(at[0]), number(at[1]), number(at[2]));
    const double length = direction.stableNorm();
    if (!(length > 0.0)) table.fail(at[0], "the direction has length 0");
    aim.direction = (direction / length).normalized();
  }
  return aim;
}

}  // namespace

std::vector<ik::VectorX> read_poses(const fs::path& path, const ik::Multibody& multibody) {
  NumberTable table(path);
  std::vector<std::optional<std::size_t>> columns;
  std::vector<std::string> names;
  for (int given = 0; given < multibody.joint_count(); ++given) {
    const ik::Joint& joint = multibody.joint(multibody.solver_index(given));
    names.push_back("theta_" + joint.name);
    columns.push_back(table.find(names.back()));
    if (!columns.back() && joint.leader < 0) {
      table.fail("no column " + names.back());
    }
  }
  for (const std::string& name : table.names()) {
    if (!name.starts_with("theta_") || std::ranges::find(names, name) != names.end()) continue;
    throw Error(fmt::format("{}: column {}: no such joint{}", path.string(), printable(name),
                            did_you_mean(name, names)));
  }
  std::vector<ik::VectorX> poses;
  while (table.next_row()) {
    ik::VectorX& theta = poses.emplace_back(ik::VectorX::Zero(multibody.joint_count()));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j]) theta[static_cast<Eigen::Index>(j)] = table.number(*columns[j]);
    }
  }
  if (poses.empty()) table.fail("holds no pose");
  return poses;
}

GoalFile read_goals(const fs::path& path, const ik::Multibody& multibody, bool ignores_columns) {
  NumberTable table(path);
  const std::vector<GoalColumns> columns = goal_columns(table, multibody);
  const std::optional<std::size_t> time = table.find("time");
  if (!ignores_columns) table.expect_no_others();
  GoalFile file;
  for (const GoalColumns& goal : columns) file.aims.push_back(goal.aim);
  while (table.next_row()) {
    lab::ReachGoal& row = file.rows.emplace_back();
    for (const GoalColumns& goal : columns) {
      row.targets.push_back(position_in_row(table, goal));
      if (goal.aim != ik::AimKind::kNone) row.aims.push_back(aim_in_row(table, goal));
    }
    if (time) row.time = table.number(*time);
  }
  if (file.rows.empty()) table.fail("holds no goal");
  return file;
}

}  // namespace io
