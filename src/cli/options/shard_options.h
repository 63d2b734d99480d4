#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/option.h"

namespace cli {

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
