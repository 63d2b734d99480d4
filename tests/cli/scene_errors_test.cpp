#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "support/broken_scenes.h"
#include "support/temporary_folder.h"

namespace {

TEST(SceneErrors, AreOneLineWithFileAndPlaceAndExitTwo) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "arm.json").string();
  for (const support::BrokenScene& broken : support::broken_scenes()) {
    SCOPED_TRACE(broken.name);
    support::put(path, broken.text);
    const Finished run = iklab("run --method dls --steps 3 --scene " + path);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.complaints(), 1) << run.err;
    EXPECT_EQ(run.err.rfind("iklab: " + path + ": ", 0), 0U) << run.err;
    EXPECT_NE(run.err.find(broken.message), std::string::npos) << run.err;
  }
}

TEST(SceneErrors, StayOneLineWhateverTheFilesName) {
  const Finished run = iklab(R"(run --method dls --scene "$(printf 'no\nsuch\033[31m').json")");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.complaints(), 1) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos);
  EXPECT_NE(run.err.find("no such [31m.json"), std::string::npos) << run.err;
}

TEST(SceneErrors, DoNotComeForAWholeScene) {
  const support::TemporaryFolder folder;
  support::put(folder / "arm.json", support::whole_scene());
  const Finished run =
      iklab("run --method dls --steps 3 --csv - --scene " + (folder / "arm.json").string());
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out.rfind("step,time,theta_slide,theta_shoulder,theta_drill,theta_wrist,"
                          "theta_second wrist,s_hand_x,s_hand_y,s_hand_z,s_bit_x",
                          0),
            0U)
      << run.out;
}

}  // namespace
