#include "cli/commands/commands.h"
#include "cli/options/measurement.h"
#include "cli/options/pose_options.h"
#include "cli/output/output.h"
#include "fuzz.h"
#include "io/files/text.h"
#include "lab/scene/knobs.h"

// The input is the value of a command line option: a sweep axis, a shard, a count. All values of an
// accepted axis lie between its ends.
int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string text(fuzz::text_of(bytes, size));
  for (const ik::MethodInfo& method : ik::methods()) {
    try {
      const lab::SweepAxis axis = cli::parse_axis(method, text);
      for (int i = 0; i < std::min(axis.count, 100); ++i) {
        const double value = lab::value_of(axis, i);
        fuzz::expect(value >= axis.low && value <= axis.high, "values lie between the ends");
        fuzz::expect(lab::parse_axis_value(axis, lab::option_text(axis, value)) == value,
                     "a value reads back to the bit");
      }
    } catch (const io::Error&) {
      // a reader refuses the input
    }
  }
  try {
    const cli::Shard shard = cli::parse_shard(text);
    fuzz::expect(shard.part >= 1 && shard.part <= shard.parts, "a shard is one of all");
  } catch (const io::Error&) {
  }
  static const ik::Multibody arm = ik::chain({1.0, 0.8});
  try {
    const cli::PoseGoal goal = cli::parse_goal(arm, text);
    fuzz::expect(goal.effector == 0 && goal.position && goal.position->allFinite(),
                 "a goal is finite");
    fuzz::expect(!goal.orientation || goal.orientation->allFinite(), "so is its orientation");
  } catch (const io::Error&) {
  }
  try {
    fuzz::expect(cli::count_option("--steps", text, 1) >= 1, "a count is as large as asked");
  } catch (const io::Error&) {
  }
  cli::wrapped_help(text);
  return 0;
}
