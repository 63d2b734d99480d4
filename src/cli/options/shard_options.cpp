#include "cli/options/shard_options.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "cli/options/measurement.h"
#include "io/files/text.h"

namespace cli {

Shard parse_shard(const std::string& text) {
  const std::vector<std::string> parts = io::parts_of(text, '/');
  const auto number = [&parts](std::size_t i) {
    return i < parts.size() ? io::parse_count(parts[i]) : std::nullopt;
  };
  const std::optional<long> part = number(0), of = number(1);
  if (parts.size() != 2 || !part || !of || *part < 1 || *part > *of) {
    throw io::Error(fmt::format("--shard {}: expected I/N with I from 1 to N", text));
  }
  return {*part, *of};
}

void ShardOptions::add_to(const OptionGroup& group, const char* item, const char* whole) {
  whole_ = whole;
  group.add("--shard", shard_, "I/N",
            wrapped_help(fmt::format("Compute only every N-th {}, from the I-th on, I from 1 to N; "
                                     "write with --csv",
                                     item)));
  group.add("--merge", merge_, "F1 F2 ...",
            wrapped_help(fmt::format(
                "Merge the CSVs of all shards instead of computing: to --csv, else to standard "
                "output. Together with the options of the {} it also makes --plot and --json from "
                "them",
                whole)));
  group.add("--threads", threads_, "N",
            wrapped_help("Number of threads (default: all of the machine); results do not depend "
                         "on it"));
}

void ShardOptions::check() const {
  if (has_shard()) (void)parse_shard(shard_);
  (void)thread_count(threads_);
  if (merges() && has_shard()) {
    throw io::Error("--shard: not together with --merge, which needs all parts");
  }
}

int ShardOptions::threads(std::size_t parts) const {
  return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(thread_count(threads_)),
                                                std::max<std::size_t>(parts, 1)));
}

void ShardOptions::keep_own(std::vector<int>& numbers) const {
  if (!has_shard()) return;
  const Shard wanted = parse_shard(shard_);
  std::erase_if(numbers, [&](int number) { return number % wanted.parts != wanted.part - 1; });
}

Inputs ShardOptions::with_parts(Inputs inputs) const {
  for (const std::string& part : merge_) inputs.add("--merge", part);
  return inputs;
}

void ShardOptions::expect_merge_alone(const CLI::App& command) const {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    constexpr const char* kHarmless[] = {"--merge", "--csv", "--quiet", "--strict"};
    if (option->count() == 0 || std::ranges::find(kHarmless, name) != std::end(kHarmless)) continue;
    throw io::Error(
        fmt::format("{}: with --merge give only --csv, or all options of the {}", name, whole_));
  }
}

}  // namespace cli
