#include "io/files/csv.h"

#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "io/files/encoding.h"
#include "io/files/file.h"
#include "lab/scene/number_text.h"

namespace io {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::string csv_name(const std::string& name) {
  constexpr std::string_view kFormula = "=+-@";
  const bool is_formula = !name.empty() && kFormula.find(name.front()) != std::string_view::npos;
  return csv_field(is_formula ? "'" + name : name);
}

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const bool is_doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (is_doubled) fields.back() += line[++i];
      if (!is_doubled) quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<double> csv_number(std::string_view field) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (field == "nan") return kNaN;
  if (field == "-nan") return -kNaN;
  if (field == "inf") return kInfinity;
  if (field == "-inf") return -kInfinity;
  return lab::parse_number(field);
}

namespace {

using Columns = CsvStream::Columns;

/// The method and the lane before a row, with commas, as far as there are columns for them.
std::string fields_before(Columns columns, const std::string& method, const std::string& lane) {
  if (columns == Columns::kPlain) return {};
  return columns == Columns::kMethod ? method + "," : concat(method, ",", lane, ",");
}

void write_header(std::ostream& out, const lab::Recording& recording, Columns columns) {
  std::string line = fields_before(columns, "method", "lane") + "step,time";
  const auto add = [&line](const std::string& name) { line += ',' + csv_field(name); };
  for (const std::string& joint : recording.joints()) add("theta_" + joint);
  for (const char* point : {"s_", "t_"}) {
    for (const std::string& effector : recording.effectors()) {
      for (const char* axis : {"_x", "_y", "_z"}) add(point + effector + axis);
    }
  }
  for (const std::string& effector : recording.effectors()) add("error_" + effector);
  for (const std::string& effector : recording.aims()) add("aim_error_" + effector);
  for (const std::string& loop : recording.loops()) add("loop_" + loop);
  out << line << '\n';
}

/// \param fields prefix of each row, with commas
void write_rows(std::ostream& out, const lab::Recording& recording, const std::string& fields,
                std::size_t from, std::size_t to) {
  fmt::memory_buffer line;
  // {:g} without L is independent of the locale
  const auto add = [&line](double value) {
    fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
  };
  const int joints = recording.joint_count(), effectors = recording.effector_count();
  for (std::size_t row = from; row < to; ++row) {
    line.clear();
    fmt::format_to(std::back_inserter(line), "{}{}", fields, recording.step(row));
    add(recording.time(row));
    for (int j = 0; j < joints; ++j) add(recording.theta(row, j));
    for (int i = 0; i < 3 * effectors; ++i) add(recording.effector(row, i / 3, i % 3));
    for (int i = 0; i < 3 * effectors; ++i) add(recording.target(row, i / 3, i % 3));
    for (int i = 0; i < effectors; ++i) add(recording.error(row, i));
    for (int i = 0; i < static_cast<int>(recording.aims().size()); ++i) {
      add(recording.aim_error(row, i));
    }
    for (int i = 0; i < static_cast<int>(recording.loops().size()); ++i) {
      add(recording.loop_gap(row, i));
    }
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

/// The largest file that is read: the CSV of a sweep with lab::kMaxCells.
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

}  // namespace

void write_csv(std::ostream& out, const lab::Recording& recording) {
  write_header(out, recording, Columns::kPlain);
  write_rows(out, recording, "", 0, recording.rows());
}

void write_csv(std::ostream& out, const lab::RunRecording& recording) {
  const Columns columns = recording.lanes().size() > 1  ? Columns::kMethodAndLane
                          : recording.several_methods() ? Columns::kMethod
                                                        : Columns::kPlain;
  write_header(out, recording.lanes().front().rows, columns);
  int number = 0;
  for (const lab::LaneRecording& lane : recording.lanes()) {
    ++number;
    for (std::size_t i = 0; i < lane.methods.size(); ++i) {
      const std::string before =
          fields_before(columns, lane.methods[i].method->id, std::to_string(number));
      write_rows(out, lane.rows, before, lane.methods[i].first, lane.end_of(i));
    }
  }
}

void CsvStream::add(const lab::Tracker& tracker) { add(tracker, tracker.method_info()); }

void CsvStream::add(const lab::Tracker& tracker, const ik::MethodInfo& method, int lane) {
  constexpr std::size_t kPortion = 1024;  // rows, about 100 kB; no write falls into a timed update
  if (portion_ && (made_by_ != &method || lane_ != lane)) {
    flush();
    portion_.reset();
  }
  made_by_ = &method;
  lane_ = lane;
  if (!portion_) portion_.emplace(tracker);
  portion_->add(tracker);
  if (portion_->rows() >= kPortion) flush();
}

void CsvStream::flush() {
  if (!portion_) return;
  if (!has_header_) write_header(*out_, *portion_, columns_);
  has_header_ = true;
  write_rows(*out_, *portion_, fields_before(columns_, made_by_->id, std::to_string(lane_)), 0,
             portion_->rows());
  portion_->clear();
}

void SealedWriter::write(std::string_view line) {
  content_ = hash_of("\n", hash_of(line, content_));
  out_ << line << '\n';
}

void SealedWriter::seal() { out_ << kContentMark << hexadecimal(content_) << '\n'; }

void fail_at_line(const std::filesystem::path& path, std::size_t line, const std::string& what) {
  throw Error(fmt::format("{}: line {}: {}", path.string(), line, what));
}

std::vector<std::string> fields_of_row(const std::filesystem::path& path, std::size_t line,
                                       const std::string& row,
                                       const std::vector<std::string>& columns) {
  std::vector<std::string> fields = csv_fields(row);
  if (fields.size() != columns.size()) fail_at_line(path, line, "not a row of its header");
  return fields;
}

bool read_sealed(const std::filesystem::path& path,
                 const std::function<void(std::size_t number, const std::string& line)>& take) {
  const std::string text = as_utf8(read_file(path, kMaxTableBytes), path.string());
  std::size_t number = 0;
  std::uint64_t content = kHashOfNothing;
  bool sealed = false;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    ++number;
    if (end == std::string::npos) fail_at_line(path, number, "is cut off");
    std::string line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.pop_back();  // by a table calculator
    start = end + 1;
    if (sealed) fail_at_line(path, number, "follows the last line of a part");
    if (number > 1 && line.starts_with(kContentMark)) {
      if (std::string_view(line).substr(kContentMark.size()) != hexadecimal(content)) {
        fail_at_line(path, number, "not what iklab has written: the file was edited or damaged");
      }
      sealed = true;
      continue;
    }
    content = hash_of("\n", hash_of(line, content));
    take(number, line);
  }
  if (number == 0) throw Error(path.string() + ": is empty");
  return sealed;
}

}  // namespace io
