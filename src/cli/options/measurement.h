#pragma once

#include <string>
#include <vector>

#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/figure/figure.h"

namespace cli {

/// Length of a measurement and destination of its results: the options of `run`, `compare` and
/// `sweep`. All functions throw io::Error naming the option.
struct MeasurementOptions {
  SetupOptions setup;
  std::string steps = "400";
  std::string warmup = "0";
  std::string csv, json, plot;  ///< path, "-" for standard output (not plot), or empty
  bool diagnose = false;        ///< diagnose shaking in every run
  bool no_times = false;        ///< time nothing

  /// Help texts of the files, by default those of `run` and `compare`.
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
  /// Opens the files, after a check of their names.
  /// \param report another file of the command, none if empty
  Outputs open(const Inputs& inputs, const std::string& report = {}) const;
  /// \pre plot is not empty
  io::PlotFormat plot_format() const;
};

/// Adds the option --no-times.
/// \param besides what else is left out with the times
void add_no_times(const OptionGroup& group, bool& no_times, const char* besides = "");

/// The number of threads of the option --threads; if it is empty, all of the machine.
int thread_count(const std::string& threads);

/// What the files hold: the run of one method, or a comparison, even of one method alone.
enum class Report { kRun, kComparison };

/// Runs the methods one after the other and writes the files; a table goes to standard output
/// unless a file does. Everything is checked and opened before the first step.
/// \throws io::Error naming the wrong option, file or field
void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& methods,
             Report report);

}  // namespace cli
