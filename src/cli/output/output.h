#pragma once

#include "cli/output/interrupt.h"
#include "io/files/file.h"
#include "io/report/json_output.h"
#include "lab/scene/scene.h"

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

/// The files that a command reads, with the options that name them. No output may overwrite them.
class Inputs {
 public:
  Inputs() = default;
  /// The scene's file, the files read for it, and its meshes.
  explicit Inputs(const lab::Scene& scene, const char* option = "--scene");

  /// \param name shown in messages, such as "--merge"
  void add(std::string name, const std::filesystem::path& path);
  /// \throws io::Error naming both if the file is one of the inputs, under any path
  void expect_without(const std::string& option, const std::filesystem::path& file) const;

 private:
  std::vector<std::pair<std::string, std::filesystem::path>> files_;
};

/// The destination of a result: none (empty target), standard output ("-") or a file. The file is
/// opened at once under a temporary name and appears complete or not at all. During the lifetime of
/// an Output, signals end the program at commit() at the earliest, see InterruptGuard: no temporary
/// file is left.
class Output {
 public:
  /// \param option shown in messages
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
  /// Calls finish() and gives the file its name.
  /// \throws Interrupted after a signal; the file then gets no name
  void commit();
  /// Gives a finished file its name, even after a signal.
  void take_name();

 private:
  InterruptGuard guard_;
  std::string target_;
  std::optional<io::OutputFile> file_;
};

/// The output files of a command: all of them appear, or none.
struct Outputs {
  /// Paths of files, "-" for standard output, empty for no output.
  struct Targets {
    std::string csv = {}, json = {}, plot = {}, report = {};
  };
  Output csv, json, plot, report;

  /// \throws io::Error if two targets are the same, or a target is an input or cannot be written
  Outputs(const Targets& targets, const Inputs& inputs);

  /// True if no result goes to standard output, so that a table may.
  bool standard_output_is_free() const;
  void commit();
  /// The paths of the files.
  std::vector<std::string> file_names() const;
};

/// Rows of text in columns as wide as their widest entry, below the headings if there are any.
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

/// The columns of a table for the measures of a summary.
struct MeasureColumns {
  bool timed;  ///< with the time of an update
  bool aims;   ///< with the mean aim error

  void add_to(Table& table) const;
  void add_cells(const lab::Summary& summary, std::vector<std::string>& row) const;
};

/// A line for standard error, about an option without effect or something missing in a scene. It
/// waits for print_notes(), so that an error in the input stands alone.
/// \throws io::Error with the note after begin_notes(true)
void tell_note(const std::string& note);
/// Prints the waiting notes, when the work has begun or at the end. Notes go to std::clog, which
/// --quiet closes, errors to std::cerr.
void print_notes();
/// Drops the waiting notes. \param are_errors makes every further note an error: the option
/// --strict
void begin_notes(bool are_errors);

/// Thrown when the reader of standard output is gone, to end quietly, as `| head` expects.
struct ClosedPipe {};

/// Thrown when a pose is not reached, or --timeout ended the work, after all output: exit status 3
/// and the message.
struct NotReached {
  std::string message;  ///< one line
};

/// Flushes standard output: a closed pipe or a full disk shows only when the buffer is written.
/// \throws ClosedPipe, io::WriteError
void flush_standard_output();

/// All bytes of standard input. \throws io::Error if there are more than io::kMaxBytes
std::string standard_input();

/// "y (Y body), 400 steps of 0.005 s, the first 20 left out".
/// \param time_step s; nothing where it varies
std::string text_of_run(const lab::Scene& scene, long steps, long warmup,
                        std::optional<double> time_step);

/// Prints a line about the runs of one scene, then their measures, one row each.
/// \param when the settings applied: "at the end: "; empty: all the time
void print_results(std::ostream& out, const lab::Scene& scene, std::span<const io::Result> results,
                   const char* when = "");

/// Line width of long texts.
inline constexpr std::size_t kTextColumns = 96;

/// Breaks a text between words into lines of at most this width.
std::string wrapped(std::string_view text, std::size_t columns = kTextColumns);
/// Breaks the help text of an option into lines.
std::string wrapped_help(std::string_view text);

/// Width of a text in a terminal: one column per code point. This holds for the Greek letters,
/// signs and accents in the program's texts.
std::size_t columns_of(std::string_view text);

/// Parses the whole number given to an option.
/// \throws io::Error naming the option unless it is at least `least` and at most `most`
long count_option(const char* option, std::string_view text, long least,
                  long most = std::numeric_limits<long>::max());

/// The index of the text given to an option among its choices.
/// \throws io::Error naming the option and the choices if it is none of them
std::size_t choice_of(const char* option, const std::string& text,
                      std::span<const char* const> choices);

/// \throws io::Error naming the option unless the path ends in .png
void expect_png(const char* option, const std::string& path);

}  // namespace cli
