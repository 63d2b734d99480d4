#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/measurement.h"
#include "lab/sweep/sweep.h"

namespace cli {

/// What `sweep` has besides the options of a measurement. The reading functions throw io::Error
/// naming the option.
struct SweepOptions {
  MeasurementOptions measurement;
  std::string method;
  std::vector<std::string> vary;  ///< NAME=LO:HI:COUNT[:lin|:log]
  std::string shard, threads;
  std::vector<std::string> merge;

  void add_to(CLI::App& command);

  /// The sweep that is asked for, whole.
  lab::Sweep sweep() const;
  /// Those of its cells that this run is to compute, from coarse to fine.
  std::vector<int> cells(const lab::Sweep& sweep) const;
  int thread_count() const;
  /// Fails where --shard or --threads is no number, or stands beside --merge.
  void expect_sense(const lab::Sweep& sweep) const;
  /// Whether the sweep is described, and not only its parts named.
  bool describes() const { return !vary.empty(); }
  /// Makes sure that nothing stands beside --merge that it would not heed.
  void expect_merge_alone() const;

 private:
  const CLI::App* command_ = nullptr;
};

/// The axis that `--vary` asks for.
lab::SweepAxis parse_axis(const ik::MethodInfo& method, const std::string& text);

/// I of N, from 1.
struct Shard {
  long part, parts;
};
Shard parse_shard(const std::string& text);

}  // namespace cli
