#pragma once

#include "cli/output/interrupt.h"
#include "io/files/file.h"
#include "io/report/json_output.h"
#include "lab/scene/scene.h"
#include "lab/sweep/sweep.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

/// The files that a command reads, by the options that name them. No output may be one of them.
class Inputs {
 public:
  Inputs() = default;
  /// The file of a scene, what was read for it, and its meshes.
  explicit Inputs(const lab::Scene& scene, const char* option = "--scene");

  /// \param name in messages: "--merge"
  void add(std::string name, const std::filesystem::path& path);
  /// \throws io::Error naming both if the file is one of the inputs, by whatever name
  void expect_without(const std::string& option, const std::filesystem::path& file) const;

 private:
  std::vector<std::pair<std::string, std::filesystem::path>> files_;
};

/// The destination of a result: none (empty target), standard output ("-") or a file. The file is
/// opened at once, and appears complete or not at all. While it exists, signals end the program at
/// commit() at the earliest, see InterruptGuard: nothing stays behind.
class Output {
 public:
  /// \param option in messages
  /// \throws io::Error naming the path if it cannot be written, or is an input or standard output
  Output(const char* option, const std::string& target, const Inputs& inputs);

  bool wanted() const { return !target_.empty(); }
  bool to_standard_output() const { return target_ == "-"; }
  /// The path of the file; empty if there is none.
  std::string file_name() const { return file_ ? target_ : ""; }

  /// \pre wanted()
  std::ostream& stream();
  /// Writes a file's contents to disk, still under its temporary name.
  /// \throws io::WriteError, ClosedPipe
  void finish();
  /// Finishes, and gives the file its name. \throws Interrupted after a signal: it has none then
  void commit();
  /// The same for a finished file, whatever signal came.
  void take_name();

 private:
  InterruptGuard guard_;
  std::string target_;
  std::optional<io::OutputFile> file_;
};

/// The files of a command: all of them appear, or none.
struct Outputs {
  /// Paths of files, "-" for standard output, empty where there is no such output.
  struct Targets {
    std::string csv = {}, json = {}, plot = {}, report = {};
  };
  Output csv, json, plot, report;

  /// \throws io::Error if two targets are the same, or one of the inputs, or cannot be written
  Outputs(const Targets& targets, const Inputs& inputs);

  /// Whether standard output is free for a table.
  bool leave_standard_output() const;
  void commit();
  /// The paths of the files.
  std::vector<std::string> file_names() const;
};

/// Rows of text in columns as wide as their widest entry.
class Table {
 public:
  enum class Align { kLeft, kRight };

  /// \param headings of the first columns, aligned left
  explicit Table(std::initializer_list<const char*> headings = {}) {
    for (const char* heading : headings) add_column(heading);
  }
  void add_column(std::string heading, Align align = Align::kLeft);
  /// \pre as many cells as columns
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out) const;

 private:
  std::vector<Align> aligns_;
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// A line on standard error on what a picture or a scene lacks. Notes go to std::clog, which
/// --quiet closes, errors to std::cerr.
void tell_note(const std::string& note);

/// The reader of standard output is gone: thrown to end at once and quietly, as `| head` expects.
struct ClosedPipe {};

/// Checks standard output, which on a closed pipe or a full disk fails only when its buffer is
/// written. \throws ClosedPipe, io::WriteError
void flush_standard_output();

/// All bytes of standard input. \throws io::Error if there are more than io::kMostBytes
std::string standard_input();

/// "y (Y body), 400 steps of 0.005 s, the first 20 left out".
std::string text_of_run(const lab::Scene& scene, long steps, long warmup, double time_step);

/// A line on what was run, then the measures of runs of one scene, one row each.
/// \param when the settings of the results held: "at the end: "; empty: all the time
void print_results(std::ostream& out, const lab::Scene& scene, std::span<const io::Result> results,
                   const char* when = "");

/// Width of a text of several lines.
inline constexpr std::size_t kTextColumns = 96;

/// Breaks a text between words into lines of at most this width.
std::string wrapped(std::string_view text, std::size_t columns = kTextColumns);
/// The same for an option's help.
std::string wrapped_help(std::string_view text);

/// Width of a text in a terminal: one column for every code point, which holds for the Greek
/// letters, signs and accents in our texts.
std::size_t columns_of(std::string_view text);

/// The whole number of an option.
/// \throws io::Error naming the option unless it is at least `least` and at most `most`
long count_option(const char* option, std::string_view text, long least,
                  long most = std::numeric_limits<long>::max());

/// \throws io::Error naming the option unless the path ends in .png
void expect_png(const char* option, const std::string& path);
/// A check for CLI11: the error of an empty file name; empty for any other name.
std::string check_file_name(const std::string& path);

/// The results of a sweep: every cell for one axis, the best cells for two.
void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results);

/// The causes of shaking, strongest first, each with the remedies that helped and the jitter and
/// mean error with them.
void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed);

}  // namespace cli
