#pragma once

#include <string>
#include <vector>

#include "cli/options/measurement.h"
#include "lab/sweep/sweep.h"

namespace cli {

/// The options of `sweep`. The reading functions throw io::Error naming the option.
struct SweepOptions {
  MeasurementOptions measurement;
  std::string method;
  std::vector<std::string> vary;  ///< NAME=LO:HI:COUNT[:lin|:log]
  std::string shard, threads;
  std::vector<std::string> merge;

  void add_to(CLI::App& command);

  /// The whole sweep.
  lab::Sweep sweep() const;
  /// The cells that this run computes, from coarse to fine.
  std::vector<int> cells(const lab::Sweep& sweep) const;
  /// Checks --shard and --threads, and that --shard and --merge are not given together.
  void check_parts(const lab::Sweep& sweep) const;
  /// Whether --merge is given without the options of the sweep.
  bool only_merges() const { return !merge.empty() && vary.empty(); }
  /// Checks that no option is given that a merge alone would ignore.
  void expect_merge_alone() const;

 private:
  const CLI::App* command_ = nullptr;
};

/// Parses the axis of `--vary`.
lab::SweepAxis parse_axis(const ik::MethodInfo& method, const std::string& text);

/// Part I of N of the cells; I counts from 1.
struct Shard {
  long part, parts;
};
Shard parse_shard(const std::string& text);

}  // namespace cli
