#include "io/files/csv.h"

#include <iterator>

#include <fmt/format.h>

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

namespace {

void write_header(std::ostream& out, const lab::Recording& recording) {
  std::string line = "step,time";
  const auto add = [&line](const std::string& name) { line += ',' + csv_field(name); };
  for (const std::string& joint : recording.joints()) add("theta_" + joint);
  for (const char* point : {"s_", "t_"}) {
    for (const std::string& effector : recording.effectors()) {
      for (const char* axis : {"_x", "_y", "_z"}) add(point + effector + axis);
    }
  }
  for (const std::string& effector : recording.effectors()) add("error_" + effector);
  for (const std::string& effector : recording.aims()) add("aim_error_" + effector);
  out << line << '\n';
}

void write_rows(std::ostream& out, const lab::Recording& recording, const std::string& first) {
  fmt::memory_buffer line;
  // {:g} without L is independent of the locale
  const auto add = [&line](double value) {
    fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
  };
  const int joints = recording.joint_count(), effectors = recording.effector_count();
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    line.clear();
    fmt::format_to(std::back_inserter(line), "{}{}", first, recording.step(row));
    add(recording.time(row));
    for (int j = 0; j < joints; ++j) add(recording.theta(row, j));
    for (int i = 0; i < 3 * effectors; ++i) add(recording.effector(row, i / 3, i % 3));
    for (int i = 0; i < 3 * effectors; ++i) add(recording.target(row, i / 3, i % 3));
    for (int i = 0; i < effectors; ++i) add(recording.error(row, i));
    for (int i = 0; i < static_cast<int>(recording.aims().size()); ++i) {
      add(recording.aim_error(row, i));
    }
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

}  // namespace

void write_csv(std::ostream& out, const lab::Recording& recording) {
  write_header(out, recording);
  write_rows(out, recording, "");
}

void CsvStream::add(const lab::Tracker& tracker) {
  constexpr std::size_t kPortion = 1024;  // rows, about 100 kB; no write falls into a timed update
  if (portion_ && &portion_->method() != &tracker.method_info()) {
    flush();
    portion_.reset();
  }
  if (!portion_) portion_.emplace(tracker);
  portion_->add(tracker);
  if (portion_->rows() >= kPortion) flush();
}

void CsvStream::flush() {
  if (!portion_) return;
  const bool names_method = method_ == MethodColumn::kYes;
  if (!has_header_) {
    if (names_method) *out_ << "method,";
    write_header(*out_, *portion_);
    has_header_ = true;
  }
  write_rows(*out_, *portion_, names_method ? std::string(portion_->method().id) + ',' : "");
  portion_->clear();
}

}  // namespace io
