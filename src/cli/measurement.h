#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/setup_options.h"
#include "io/json_output.h"
#include "lab/plot.h"

namespace cli {

/// How long a measurement is and where its results go: the options of `run` and `compare`.
struct MeasurementOptions {
  SetupOptions setup;
  std::string steps = "400";
  std::string warmup = "0";
  std::string csv, json, plot;  ///< path, "-" for standard output (not plot), or nowhere

  void add_to(CLI::App& command);
};

/// What the methods did, one entry a method.
struct Measurement {
  std::vector<io::Result> results;
  std::vector<lab::Recording> recordings;  ///< empty if nobody wants them
};

/// How a measurement leaves the program: what sets one method apart from several.
struct Report {
  std::function<void(std::ostream&, const Measurement&)> write_csv;
  std::function<std::string(const Measurement&)> json;
  std::function<std::vector<lab::Plot>(const Measurement&)> plots;
};

/// Runs the methods one after the other and writes what was asked for; a table to standard output
/// unless that is taken. Everything is checked and opened before the first step.
/// \throws io::Error naming the option, file or field that is not right
void measure(const MeasurementOptions& options, const std::vector<const ik::MethodInfo*>& methods,
             const Report& report);

}  // namespace cli
