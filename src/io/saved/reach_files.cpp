#include "io/saved/reach_files.h"

#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/encoding.h"
#include "io/files/file.h"
#include "io/files/text.h"
#include "io/setup/provenance.h"
#include "lab/scene/number_text.h"
#include "lab/solve/reach_summary.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace io {
namespace {

namespace fs = std::filesystem;

// the comment lines of a part
constexpr std::string_view kPoses = "# poses ", kMethods = "# methods ", kOrigin = "# experiment ";

constexpr const char* kFirstColumns =
    "pose,method,reached,verdict,updates,attempts,error,aim_error";
constexpr std::size_t kVerdict = 3;
constexpr std::size_t kFirstTheta = 8;  // the column after them

/// Joint names in the order given.
std::vector<std::string> joint_names(const ik::Multibody& body) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(body.joint_count()));
  for (int given = 0; given < body.joint_count(); ++given) {
    names.push_back(body.joint(body.solver_index(given)).name);
  }
  return names;
}

bool is_oriented(const ik::Effector& effector) { return effector.aim == ik::AimKind::kOrientation; }

std::string reach_header(const ik::Multibody& body, bool timed) {
  std::string text = kFirstColumns;
  for (const std::string& joint : joint_names(body)) text += ',' + csv_field("theta_" + joint);
  for (const ik::Effector& effector : body.effectors()) {
    const auto add = [&](const char* part) {
      text += ',' + csv_field("goal_" + effector.name + part);
    };
    for (const char* axis : {"_x", "_y", "_z"}) add(axis);
    if (!is_oriented(effector)) continue;
    for (const char* part : {"_qw", "_qx", "_qy", "_qz"}) add(part);
  }
  return timed ? text + ",time" : text;
}

void add_number(std::string& row, double number) {
  fmt::format_to(std::back_inserter(row), ",{:.17g}", number);
}

/// The goal of every effector: its place, and the orientation as a quaternion with w >= 0.
std::string goal_text(const ik::Multibody& body, const lab::ReachPose& pose) {
  std::string row;
  auto aim = pose.aims.begin();
  for (std::size_t i = 0; i < pose.targets.size(); ++i) {
    for (const double number : pose.targets[i]) add_number(row, number);
    const ik::Effector& effector = body.effector(static_cast<int>(i));
    if (effector.aim == ik::AimKind::kNone) continue;
    const ik::Aim& wanted = *aim++;
    if (!is_oriented(effector)) continue;
    Eigen::Quaterniond q(wanted.orientation);
    if (q.w() < 0.0) q.coeffs() *= -1.0;
    for (const double number : {q.w(), q.x(), q.y(), q.z()}) add_number(row, number);
  }
  return row;
}

std::string row_text(const lab::ReachResult& result, const char* method, const std::string& goal) {
  std::string row = fmt::format("{},{},{},{},{},{}", result.pose, method, result.reached ? 1 : 0,
                                ik::name(result.verdict), result.updates, result.attempts);
  for (const double number : {result.error, result.aim_error}) add_number(row, number);
  for (const double number : result.theta) add_number(row, number);
  return row + goal;
}

/// The parts of a study; rows by pose and method.
struct ReachTable : MergedTable<std::pair<long, std::size_t>> {
  std::vector<std::string> methods;  // ids
  long poses = -1;
};

/// The rows and the comment lines of one part.
struct ReachPart {
  std::string header;
  std::vector<std::pair<std::size_t, std::string>> rows;  // with the number of their line
  std::string poses, methods, origin;                     // comment lines
};

ReachPart read_part(const fs::path& path) {
  ReachPart part;
  const bool sealed = read_sealed(path, [&](std::size_t number, const std::string& line) {
    if (number == 1) {
      part.header = line;
      if (!line.starts_with(kFirstColumns)) {
        fail_at_line(path, 1, "not the CSV of poses solved to the end");
      }
      return;
    }
    for (const auto& [mark, text] :
         {std::pair{kPoses, &part.poses}, {kMethods, &part.methods}, {kOrigin, &part.origin}}) {
      if (!line.starts_with(mark)) continue;
      *text = line.substr(mark.size());
      return;
    }
    part.rows.emplace_back(number, line);
  });
  if (!sealed || part.poses.empty() || part.methods.empty() || part.origin.empty()) {
    throw Error(
        fmt::format("{}: not a part by --shard, --timeout or a signal, or cut off: its last line, "
                    "\"{}...\", is "
                    "missing",
                    path.string(), kContentMark));
  }
  return part;
}

std::optional<ik::Verdict> verdict_of(const std::string& text) {
  for (const ik::Verdict verdict : {ik::Verdict::kReached, ik::Verdict::kProven,
                                    ik::Verdict::kSearched, ik::Verdict::kUnfinished}) {
    if (text == ik::name(verdict)) return verdict;
  }
  return {};
}

/// True if a column may have that value.
bool is_value_of(std::size_t column, const std::string& text) {
  if (column == kVerdict) return verdict_of(text).has_value();
  if (column >= 2 && column <= 5) return parse_count(text).value_or(-1) >= 0;
  return csv_number(text).has_value();
}

void add_row(ReachTable& table, const fs::path& path, std::size_t number, const std::string& row) {
  const std::vector<std::string> fields = fields_of_row(path, number, row, table.columns);
  const std::optional<long> pose = parse_count(fields[0]);
  const auto method = std::ranges::find(table.methods, fields[1]);
  if (!pose || *pose < 0 || *pose >= table.poses || method == table.methods.end()) {
    fail_at_line(path, number, "expected the number of a pose and one of the methods");
  }
  for (std::size_t i = 2; i < fields.size(); ++i) {
    if (is_value_of(i, fields[i])) continue;
    fail_at_line(path, number,
                 fmt::format("{}: '{}' is not a valid value", table.columns[i], fields[i]));
  }
  const auto at = static_cast<std::size_t>(method - table.methods.begin());
  if (!table.rows.emplace(std::pair{*pose, at}, row).second) {
    fail_at_line(path, number, fmt::format("pose {} by {} appears twice", *pose, *method));
  }
}

void add_part(ReachTable& table, const fs::path& path) {
  const ReachPart part = read_part(path);
  if (table.first.empty()) {
    table.first = path.string();
    table.header = part.header;
    table.columns = csv_fields(part.header);
    table.origin = part.origin;
    table.methods = parts_of(part.methods);
    table.poses = parse_count(part.poses).value_or(-1);
    const long most = lab::kMaxReachResults;
    if (table.poses < 1 || table.poses > most) {
      throw Error(fmt::format("{}: expected 1 to {} poses, not '{}'", path.string(), most,
                              io::printable(part.poses)));
    }
  }
  const std::string difference =
      difference_of_origins(part.origin, table.origin, table.first, "study");
  if (!difference.empty()) throw Error(path.string() + ": " + difference);
  if (part.header != table.header) fail_at_line(path, 1, "a part of another study");
  for (const auto& [number, row] : part.rows) add_row(table, path, number, row);
}

ReachTable all_of_table(std::span<const fs::path> files) {
  ReachTable table;
  for (const fs::path& file : files) add_part(table, file);
  const long all = table.poses * static_cast<long>(table.methods.size());
  if (const long missing = all - static_cast<long>(table.rows.size()); missing > 0) {
    std::pair<long, std::size_t> first{0, 0};
    for (; table.rows.contains(first);) {
      if (++first.second == table.methods.size()) first = {first.first + 1, 0};
    }
    throw Error(fmt::format("--merge: {} of {} rows are missing, the first is pose {} by {}",
                            missing, all, first.first, table.methods[first.second]));
  }
  return table;
}

lab::ReachResult result_of_row(const std::string& row, std::size_t method, int joints) {
  const std::vector<std::string> fields = csv_fields(row);
  const auto count = [&](std::size_t i) {
    return static_cast<int>(
        std::min(parse_count(fields[i]).value_or(0), long{std::numeric_limits<int>::max()}));
  };
  const auto number = [&](std::size_t i) { return csv_number(fields[i]).value_or(0.0); };
  lab::ReachResult result;
  result.pose = count(0);
  result.method = method;
  result.reached = count(2) != 0;
  result.verdict = verdict_of(fields[kVerdict]).value_or(ik::Verdict::kUnfinished);
  result.updates = count(4);
  result.attempts = count(5);
  result.error = number(6);
  result.aim_error = number(7);
  result.theta.resize(joints);
  for (int j = 0; j < joints; ++j) {
    result.theta[j] = number(kFirstTheta + static_cast<std::size_t>(j));
  }
  return result;
}

/// Takes the rows of a study's table, which may be a part.
/// \param fault begins the message if the table is of another study
void take_rows(const ReachTable& table, const lab::ReachStudy& study, const std::string& fault,
               lab::ReachResults& results) {
  const std::string difference =
      difference_of_origins(table.origin, origin(study.plan()), "the command", "study");
  if (!difference.empty()) throw Error(concat(fault, table.first, ": ", difference));
  for (const auto& [key, row] : table.rows) {
    results.set(result_of_row(row, key.second, study.multibody().joint_count()));
  }
}

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

void write_csv(std::ostream& out, const lab::ReachStudy& study, const lab::ReachResults& results,
               bool is_part) {
  const lab::ReachPlan& plan = study.plan();
  SealedWriter table(out);
  const std::vector<lab::ReachGoal>& goals = plan.goals;
  const bool timed = !goals.empty() && goals.front().time;
  table.write(reach_header(study.multibody(), timed));
  for (int pose = 0; pose < plan.pose_count(); ++pose) {
    std::string goal;
    for (std::size_t method = 0; method < plan.methods.size(); ++method) {
      const lab::ReachResult* result = results.at(pose, method);
      if (result == nullptr) continue;
      if (goal.empty()) {
        goal = goal_text(study.multibody(), study.pose(pose));
        if (timed) add_number(goal, *goals[static_cast<std::size_t>(pose)].time);
      }
      table.write(row_text(*result, plan.methods[method].id(), goal));
    }
  }
  if (!is_part) return;
  table.write(fmt::format("{}{}", kPoses, plan.pose_count()));
  table.write(fmt::format("{}{}", kMethods, joined(plan.methods, ",", &lab::ReachMethod::id)));
  table.write(fmt::format("{}{}", kOrigin, origin(plan)));
  table.seal();
}

std::string merged_reach_csv(std::span<const fs::path> parts) { return all_of_table(parts).text(); }

lab::ReachResults read_reach_results(const lab::ReachStudy& study,
                                     std::span<const fs::path> parts) {
  lab::ReachResults results(study.plan());
  take_rows(all_of_table(parts), study, "--merge: ", results);
  return results;
}

void read_reach_part(const lab::ReachStudy& study, const fs::path& part,
                     lab::ReachResults& results) {
  ReachTable table;
  add_part(table, part);
  take_rows(table, study, "--continue: ", results);
}

std::string draw_reach(const lab::ReachStudy& study, const lab::ReachResults& results,
                       PlotFormat format) {
  return draw_plots(lab::reach_profiles(study, results), format, provenance(study.plan()));
}

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
