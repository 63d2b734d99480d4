#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/options/setup_options.h"
#include "cli/output/output.h"
#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/report/json_output.h"
#include "lab/plot/plot.h"

namespace cli {

/// How long a measurement is and where its results go: the options of `run`, `compare` and `sweep`.
/// The reading functions throw io::Error naming the option.
struct MeasurementOptions {
  SetupOptions setup;
  std::string steps = "400";
  std::string warmup = "0";
  std::string csv, json, plot;  ///< path, "-" for standard output (not plot), or nowhere
  bool diagnose = false;        ///< say of every run why it shakes

  /// What the help says of the files; `run` and `compare` agree.
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
  /// Makes sure that the files are different ones and that the plot's kind is known.
  void check_outputs() const;
  /// \pre plot is not empty
  io::PlotFormat plot_format() const;
};

/// The files that were asked for, open from the start. All of them take their places, or none.
struct Outputs {
  Output csv, json, plot;

  explicit Outputs(const MeasurementOptions& options)
      : csv(options.csv), json(options.json), plot(options.plot) {}

  /// Whether standard output is free for a table.
  bool leave_standard_output() const {
    return !csv.to_standard_output() && !json.to_standard_output();
  }
  /// No file takes its place before every one of them is complete.
  void commit();
};

/// What the methods did, one entry a method.
struct Measurement {
  std::vector<io::Result> results;
  std::vector<lab::Recording> recordings;  ///< empty if nobody wants to plot them
  std::vector<io::Diagnosed> diagnoses;    ///< likewise
};

/// How a measurement leaves the program: what sets one method apart from several.
struct Report {
  io::CsvStream::MethodColumn method_column;
  std::function<std::string(const Measurement&)> json;
  std::function<std::vector<lab::Plot>(const Measurement&)> plots;
};

/// Runs the methods one after the other and writes what was asked for; a table to standard output
/// unless that is taken. Everything is checked and opened before the first step.
/// \throws io::Error naming the option, file or field that is not right
void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& methods,
             const Report& report);

}  // namespace cli
