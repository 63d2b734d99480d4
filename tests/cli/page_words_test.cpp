// The page Reach and `iklab solve` say the same of the same goals.
#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/solve/solution_search.h"
#include "support/temporary_folder.h"

namespace {

TEST(SolveCommand, SaysWhatThePageReachSays) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "arm.json").string();
  const struct {
    Eigen::Vector3d place;
    const char* text;
  } goals[] = {{{3.0, 0.0, 0.0}, "3,0,0"},
               {{0.67, -0.401, -0.167}, "0.67,-0.401,-0.167"},
               {{0.1, 0.05, 0.2}, "0.1,0.05,0.2"}};
  for (const auto& goal : goals) {
    lab::Scene scene = io::find_scene(IKLAB_SOURCE_DIR "/assets/arms/kr6.json");
    scene.targets[0] = lab::TargetCurve(lab::WaveCurve{.center = goal.place, .waves = {}});
    support::put(file, io::write_scene(scene));
    const lab::Tracker tracker(io::find_scene(file), *ik::find_method("ccd"));
    const lab::GoalVerdict page = lab::verdict_on_goals(lab::StandingLane(tracker));
    const Finished solved = iklab("solve --scene " + file + " --goal tool=" + goal.text +
                                  ",3.141592653589793,0,3.141592653589793");
    EXPECT_EQ(solved.err, page.sentence.empty() ? "" : "iklab: " + page.sentence + "\n");
    EXPECT_EQ(solved.status, page.sentence.empty() ? 0 : 3);
  }
}

}  // namespace
