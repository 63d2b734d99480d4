#include "cli/options/measurement.h"

#include <fmt/format.h>

#include "io/figure/figure.h"
#include "lab/run/run.h"
#include "lab/run/update_work.h"
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

}  // namespace cli
