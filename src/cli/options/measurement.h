#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/figure/figure.h"

namespace cli {

/// Length of a measurement and its output files: the options of `run`, `compare` and `sweep`. All
/// functions throw io::Error naming the option.
struct MeasurementOptions {
  SetupOptions setup;
  std::string steps = "400";
  std::string warmup = "0";
  std::string csv, json, plot;  ///< path, "-" for standard output (not plot), or empty
  bool diagnose = false;        ///< diagnose shaking in every run
  bool no_times = false;        ///< time nothing

  /// Help texts of the files; the defaults are for `run` and `compare`.
  struct Help {
    const char* csv = "Every step: angles, positions, errors; - is standard output";
    const char* json = "The summary; - is standard output";
    const char* plot = "Error and jitter over time, drawn to .svg, .png or .pdf";
    bool scene_required = true;
  };
  void add_to(CLI::App& command, const Help& help);

  struct Length {
    long steps, warmup;
  };
  Length length() const;
  /// Checks the file names, then opens the files.
  /// \param report another output file of the command; may be empty
  Outputs open(const Inputs& inputs, const std::string& report = {}) const;
};

/// Adds the option --no-times.
/// \param besides what else the option leaves out
void add_no_times(const OptionGroup& group, bool& no_times, const char* besides = "");

/// The format of --plot by the file's suffix. \throws io::Error naming the option
io::PlotFormat plot_format_of(const std::string& plot);

/// Notes which methods take long for an update of a body with so many joints.
void tell_if_slow(const std::vector<const ik::MethodInfo*>& methods, const ik::Multibody& body);

/// Parses the option --threads; empty means all threads of the machine.
int thread_count(const std::string& threads);

/// Part I of N of the work; I counts from 1.
struct Shard {
  long part, parts;
};
/// Parses `--shard`. \throws io::Error naming the option
Shard parse_shard(const std::string& text);

/// The options --shard, --merge and --threads of work that threads and machines share. The
/// functions throw io::Error naming the option.
class ShardOptions {
 public:
  /// \param item  what the work consists of, "cell"
  /// \param whole what a merge puts together, with table, --plot and --json: "sweep"
  void add_to(const OptionGroup& group, const char* item, const char* whole);

  /// Checks --shard and --threads, and that --shard and --merge are not given together.
  void check() const;
  bool has_shard() const { return !shard_.empty(); }
  bool merges() const { return !merge_.empty(); }
  /// Number of threads for that many parts.
  int threads(std::size_t parts) const;
  /// Leaves the shard's numbers: every N-th, from the I-th on.
  void keep_own(std::vector<int>& numbers) const;

  /// The files to merge.
  std::vector<std::filesystem::path> parts() const { return {merge_.begin(), merge_.end()}; }
  /// The inputs of the command and the files to merge.
  Inputs with_parts(Inputs inputs) const;
  /// Checks that no option is given that a merge alone would ignore.
  void expect_merge_alone(const CLI::App& command) const;

 private:
  const char* whole_ = "";
  std::string shard_, threads_;
  std::vector<std::string> merge_;
};

}  // namespace cli
