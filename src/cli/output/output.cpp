#include "cli/output/output.h"

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "io/scene/scene_file.h"
#include "io/setup/provenance.h"
#include "lab/plot/plot.h"
#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iostream>
#include <system_error>

namespace cli {

namespace {

constexpr const char* kStandardOutput = "/dev/stdout";

/// The file of a target; the device's path for standard output.
std::filesystem::path file_of(const std::string& target) {
  return target == "-" ? kStandardOutput : target;
}

/// Fails if an output would replace the file that standard output is redirected to.
void expect_not_standard_output(const std::string& option, const std::string& file) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(kStandardOutput, problem)) return;
  if (!io::is_same_file(file, kStandardOutput)) return;
  throw io::Error(
      fmt::format("{} {}: standard output already goes to this file; use - for it", option, file));
}

/// Returns the targets after checking that they differ.
const Outputs::Targets& checked(const Outputs::Targets& targets) {
  const std::array all = {std::pair{"--csv", &targets.csv}, std::pair{"--json", &targets.json},
                          std::pair{"--plot", &targets.plot},
                          std::pair{"--report", &targets.report}};
  for (auto second = all.begin(); second != all.end(); ++second) {
    for (auto first = all.begin(); first != second; ++first) {
      if (first->second->empty() || second->second->empty()) continue;
      if (!io::is_same_file(file_of(*first->second), file_of(*second->second))) continue;
      throw io::Error(
          fmt::format("{} and {}: one output file for both", first->first, second->first));
    }
  }
  return targets;
}

/// Pointers to all outputs.
template <class SomeOutputs>
auto all_of(SomeOutputs& outputs) {
  return std::array{&outputs.csv, &outputs.json, &outputs.plot, &outputs.report};
}

bool notes_are_errors = false;
std::vector<std::string> waiting_notes;

}  // namespace

Inputs::Inputs(const lab::Scene& scene, const char* option) {
  if (!io::is_built_in(scene.id)) add(option, io::split_body_name(scene.id).file);
  for (const std::string& file : scene.files) add("a part of the scene", file);
  for (const lab::Visual& visual : scene.visuals) {
    if (const auto* mesh = std::get_if<lab::MeshShape>(&visual.shape)) {
      add("a mesh of the scene", mesh->file);
    }
    if (const auto* node = std::get_if<lab::NodeShape>(&visual.shape)) {
      add("a mesh of the scene", node->file);
    }
  }
}

void Inputs::add(std::string name, const std::filesystem::path& path) {
  files_.emplace_back(std::move(name), path);
}

void Inputs::expect_without(const std::string& option, const std::filesystem::path& file) const {
  std::error_code problem;
  // an input is an existing regular file
  if (!std::filesystem::is_regular_file(file, problem)) return;
  for (const auto& [name, input] : files_) {
    if (!io::is_same_file(file, input)) continue;
    throw io::Error(io::printable(fmt::format("{} {}: would overwrite the input, {} {}", option,
                                              file.string(), name, input.string())));
  }
}

Output::Output(const char* option, const std::string& target, const Inputs& inputs)
    : target_(target) {
  if (!wanted()) return;
  inputs.expect_without(option, file_of(target));
  if (to_standard_output()) return;
  expect_not_standard_output(option, target);
  file_.emplace(target);
}

std::ostream& Output::stream() { return file_ ? file_->stream() : std::cout; }

void Output::finish() {
  if (file_) return file_->finish();
  if (to_standard_output()) flush_standard_output();
}

void Output::commit() {
  finish();
  InterruptGuard::check();
  take_name();
}

void Output::take_name() {
  if (file_) file_->commit();
}

// standard output is checked last, so that a message names an option if one is wrong
Outputs::Outputs(const Targets& targets, const Inputs& inputs)
    : csv("--csv", checked(targets).csv, inputs),
      json("--json", targets.json, inputs),
      plot("--plot", targets.plot, inputs),
      report("--report", targets.report, inputs) {
  inputs.expect_without("standard output", kStandardOutput);
}

bool Outputs::standard_output_is_free() const {
  return std::ranges::none_of(all_of(*this), &Output::to_standard_output);
}

void Outputs::commit() {
  for (Output* output : all_of(*this)) output->finish();
  // last moment to stop before any file gets its name
  InterruptGuard::check();
  for (Output* output : all_of(*this)) output->take_name();
}

std::vector<std::string> Outputs::file_names() const {
  std::vector<std::string> names;
  for (const Output* output : all_of(*this)) names.push_back(output->file_name());
  return names;
}

void Table::add_column(std::string heading, Align align) {
  headings_.push_back(std::move(heading));
  aligns_.push_back(align);
}

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    std::size_t width = columns_of(headings_[i]);
    for (const auto& row : rows_) width = std::max(width, columns_of(row[i]));
    widths.push_back(width);
  }
  const auto print_row = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += "  ";
      const std::string space(widths[i] - columns_of(cells[i]), ' ');
      line += aligns_[i] == Align::kLeft ? cells[i] + space : space + cells[i];
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  };
  const auto is_named = [](const std::string& heading) { return !heading.empty(); };
  if (std::ranges::any_of(headings_, is_named)) print_row(headings_);
  for (const auto& row : rows_) print_row(row);
}

void MeasureColumns::add_to(Table& table) const {
  constexpr auto kRight = Table::Align::kRight;
  for (const char* heading : {"mean error [m]", "rms [m]", "max [m]", "total [m]", "jitter [deg]",
                              "reversals [%]", "max step [deg]", "shakes"}) {
    table.add_column(heading, kRight);
  }
  if (timed) table.add_column("ns/update", kRight);
  if (aims) table.add_column("aim error [deg]", kRight);
}

void MeasureColumns::add_cells(const lab::Summary& s, std::vector<std::string>& row) const {
  row.push_back(fmt::format("{:.5g}", s.mean_error));
  row.push_back(fmt::format("{:.5g}", s.rms_error));
  row.push_back(fmt::format("{:.5g}", s.max_error));
  row.push_back(fmt::format("{:.6g}", s.total_error));
  row.push_back(fmt::format("{:.4g}", s.mean_jitter_deg));
  row.push_back(fmt::format("{:.2f}", 100.0 * s.reversal_rate));
  row.push_back(fmt::format("{:.4g}", s.max_step_deg));
  row.emplace_back(lab::is_shaking(s) ? "yes" : "no");
  if (timed) row.push_back(s.ns_per_update ? fmt::format("{:.0f}", *s.ns_per_update) : "-");
  if (aims) row.push_back(fmt::format("{:.4g}", s.mean_aim_error_deg.value_or(0.0)));
}

std::string text_of_run(const lab::Scene& scene, long steps, long warmup,
                        std::optional<double> time_step) {
  return fmt::format("{} ({}), {}{}{}", io::printable(scene.id), io::printable(scene.name),
                     lab::counted(static_cast<std::size_t>(steps), "step"),
                     time_step ? fmt::format(" of {:g} s", *time_step) : "",
                     warmup > 0 ? fmt::format(", the first {} left out", warmup) : "");
}

void flush_standard_output() {
  errno = 0;
  std::cout.flush();
  if (std::cout) return;
  const int error = errno;
  // errno is lost if an earlier write failed
  pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  if (::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0) throw ClosedPipe();
  const std::string reason = error != 0 ? ": " + std::generic_category().message(error) : "";
  throw io::WriteError("standard output: cannot be written" + reason);
}

std::string standard_input() {
  std::string bytes;
  std::array<char, 65536> part{};
  while (std::cin.read(part.data(), part.size()), std::cin.gcount() > 0) {
    bytes.append(part.data(), static_cast<std::size_t>(std::cin.gcount()));
    if (bytes.size() > io::kMaxBytes) throw io::Error("standard input: is too large");
  }
  return bytes;
}

void begin_notes(bool are_errors) {
  notes_are_errors = are_errors;
  waiting_notes.clear();
}

void tell_note(const std::string& note) {
  if (notes_are_errors) throw io::Error(note + " (an error by --strict)");
  waiting_notes.push_back(io::shortened(io::printable(note)));
}

void print_notes() {
  for (const std::string& note : waiting_notes) std::clog << "iklab: " << note << '\n';
  waiting_notes.clear();
}

void print_results(std::ostream& out, const lab::Scene& scene, std::span<const io::Result> results,
                   const char* when) {
  const lab::Summary& first = results.front().summary;
  out << text_of_run(scene, first.steps, first.warmup, results.front().settings.time_step) << '\n';
  if (scene.recorded_jitter_deg) {
    out << fmt::format(
        "recorded: jitter {:.4g} deg; errors are distances from the recorded places\n",
        *scene.recorded_jitter_deg);
  }
  for (const io::Result& result : results) {
    const lab::Settings in_force = result.in_force();
    const lab::KnobUse use{*result.info, in_force, &scene.multibody, lab::KnobTask::kTracking,
                           &scene};
    out << "  " << when << lab::describe(*result.info, lab::settings_with_effect(use)) << '\n';
  }
  out << '\n';

  const MeasureColumns measures{.timed = true, .aims = first.mean_aim_error_deg.has_value()};
  Table table({"method"});
  measures.add_to(table);
  for (const io::Result& result : results) {
    std::vector<std::string> row = {result.info->id};
    measures.add_cells(result.summary, row);
    table.add_row(std::move(row));
  }
  table.print(out);
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t width = columns_of(word);
    if (used > 0 && used + 1 + width > columns) {
      result += '\n';
      used = 0;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += width;
  }
  return result;
}

std::string wrapped_help(std::string_view text) {
  constexpr std::size_t kHelpColumns = 64;
  return wrapped(text, kHelpColumns);
}

std::size_t columns_of(std::string_view text) {
  // bytes 10xxxxxx continue a code point
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::size_t choice_of(const char* option, const std::string& text,
                      std::span<const char* const> choices) {
  const auto found = std::ranges::find(choices, text);
  if (found == choices.end()) {
    throw io::Error(
        fmt::format("{}: expected {}, not '{}'", option, io::joined(choices, ", "), text));
  }
  return static_cast<std::size_t>(found - choices.begin());
}

long count_option(const char* option, std::string_view text, long least, long most) {
  const auto count = io::parse_count(text);
  const bool is_whole = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (count ? *count > most : is_whole) {
    throw io::Error(fmt::format("{}: at most {}", option, most));
  }
  if (!count || *count < least) {
    throw io::Error(fmt::format("{}: expected a whole number of at least {}", option, least));
  }
  return *count;
}

void expect_png(const char* option, const std::string& path) {
  if (path.ends_with(".png")) return;
  throw io::Error(fmt::format("{}: expected a file that ends in .png", option));
}

}  // namespace cli
