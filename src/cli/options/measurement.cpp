#include "cli/options/measurement.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

#include "io/files/text.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/track/cost.h"
#include "work/platform.h"

namespace cli {

void MeasurementOptions::add_to(CLI::App& command, const Help& texts) {
  setup.add_to(command, texts.scene_required);
  const OptionGroup group{command, "Measurement"};
  group.add("--steps", steps, "N", fmt::format("Time steps to make (default: {})", steps));
  group.add("--warmup", warmup, "N",
            fmt::format("First steps left out of the summary (default: {})", warmup));
  group.add_file("--csv", csv, texts.csv);
  group.add_file("--json", json, texts.json);
  group.add_file("--plot", plot, texts.plot);
}

void add_no_times(const OptionGroup& group, bool& no_times, const char* besides) {
  group.add_flag(
      "--no-times", no_times,
      wrapped_help(fmt::format("Time nothing: {}output that depends on the input alone", besides)));
}

MeasurementOptions::Length MeasurementOptions::length() const {
  const Length length{count_option("--steps", steps, 1, lab::kMaxRunSteps),
                      count_option("--warmup", warmup, 0)};
  if (length.warmup >= length.steps) {
    throw io::Error("--warmup: leaves none of the --steps to measure");
  }
  return length;
}

Outputs MeasurementOptions::open(const Inputs& inputs, const std::string& report) const {
  if (!plot.empty()) plot_format_of(plot);
  return {{.csv = csv, .json = json, .plot = plot, .report = report}, inputs};
}

io::PlotFormat plot_format_of(const std::string& plot) {
  try {
    return io::plot_format(plot);
  } catch (const io::Error& error) {
    throw io::Error(std::string("--plot: ") + error.what());
  }
}

int thread_count(const std::string& threads) {
  constexpr long kMaxThreads = 1024;
  if (threads.empty()) return work::machine_threads();
  return static_cast<int>(count_option("--threads", threads, 1, kMaxThreads));
}

void tell_if_slow(const std::vector<const ik::MethodInfo*>& methods, const ik::Multibody& body) {
  for (const ik::MethodInfo* method : methods) {
    const std::string words = lab::slow_in_words(*method, body);
    if (!words.empty()) tell_note(words);
  }
}

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
