#pragma once

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

/// Notes the methods whose updates take long on a body of so many joints.
void tell_if_slow(const std::vector<const ik::MethodInfo*>& methods, const ik::Multibody& body);

/// Parses the option --threads; empty means all threads of the machine.
int thread_count(const std::string& threads);

}  // namespace cli
