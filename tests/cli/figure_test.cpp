#include <algorithm>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "support/temporary_folder.h"
#include "support/xml.h"

// `iklab figure`: what it writes, and what it says about wrong input.
namespace {

class Figures : public testing::Test {
 protected:
  std::string drawn(const std::string& arguments) {
    const std::string file = (folder_.path() / "f.svg").string();
    const Finished finished = iklab("figure " + arguments + " --plot " + file);
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    return support::text_of(file);
  }

 private:
  support::TemporaryFolder folder_;
};

TEST_F(Figures, AreDrawnAsSvgWithText) {
  const struct {
    const char *arguments, *words;
  } table[] = {
      {"poses --scene y --methods dls,ccd --steps 0,3", ">step 3<"},
      {"ellipses --scene two-link-arm --methods dls --steps 2", ">ellipse: velocities"},
      {"filters --scene double-y --methods pseudoinverse,dls", ">1/σ<"},
      {"landscape --scene two-link-arm --methods dls,ccd --steps 5",
       ">solutions by the closed form<"},
      {"basins --scene two-link-arm --methods dls --steps 5", ">Basins of attraction<"},
      {"shaking --scene y --methods pseudoinverse,dls --steps 20,40",
       ">Jitter: visible from the dashed line on<"},
      {"branches --scene " IKLAB_SOURCE_DIR
       "/assets/figures/puma-on-a-line.json --methods dls --steps 200",
       ">shoulder left, elbow up<"},
      {"regular-way --scene " IKLAB_SOURCE_DIR "/assets/figures/cuspidal.json --methods dls",
       ">det J from one pose to the other<"}};
  for (const auto& row : table) {
    const std::string svg = drawn(row.arguments);
    EXPECT_GT(support::count_elements(svg), 10) << row.arguments;
    EXPECT_NE(svg.find(row.words), std::string::npos) << row.arguments;
  }
}

TEST_F(Figures, HaveTheSettingsThatWereGiven) {
  const std::string poses = "poses --scene y --methods dls --steps 0,9 --lambda ";
  EXPECT_NE(drawn(poses + "0.3"), drawn(poses + "0.5"));
  EXPECT_NE(drawn(poses + "0.3").find("λ 0.3"), std::string::npos);
  const std::string cut = "filters --scene y --methods pseudoinverse --param cutoff=";
  EXPECT_NE(drawn(cut + "0.3"), drawn(cut + "0.1"));
  // the time axis shows the time of the steps
  const std::string shaking = "shaking --scene y --methods dls --steps ";
  EXPECT_NE(drawn(shaking + "200,240").find(">1.2<"), std::string::npos) << "seconds";
  EXPECT_EQ(drawn(shaking + "0,40").find(">1.2<"), std::string::npos);
}

TEST_F(Figures, SayWhichSettingHasNoEffect) {
  const support::TemporaryFolder folder;
  const Finished finished = iklab("figure poses --scene y --methods sdls --lambda 0.3 --plot " +
                                  (folder / "f.svg").string());
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.err.find("--lambda has no effect"), std::string::npos) << finished.err;
}

TEST_F(Figures, AreTheSameBytesAgain) {
  const std::string arguments = "poses --scene double-y --methods newton --steps 0,5,30";
  EXPECT_EQ(drawn(arguments), drawn(arguments));
}

TEST_F(Figures, NameWhatIsWrong) {
  const struct {
    const char *arguments, *complaint;
  } table[] = {
      {"pose --scene y --methods dls --plot f.svg", "no figure 'pose'; did you mean 'poses'?"},
      {"poses --scene y --methods dls --steps 4,2 --plot f.svg", "--steps: every number is larger"},
      {"poses --scene y --methods dls --steps 1,x --plot f.svg", "--steps: "},
      {"poses --scene y --methods dls --steps , --plot f.svg", "--steps: "},
      {"poses --scene y --methods dls --plot f.bmp", "--plot: f.bmp: a plot ends in"},
      {"poses --scene y --methods fly --plot f.svg", "no method 'fly'"},
      {"poses --scene y --methods dls --steps 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,"
       "21,22,23,24 --plot f.svg",
       "--steps: poses: at most 24 numbers"},
      {"basins --scene two-link-arm --methods dls --steps 5,6 --plot f.svg",
       "--steps: basins: at most 1 number"},
      {"shaking --scene y --methods dls --steps 0,5,9 --plot f.svg",
       "--steps: shaking: at most 2 numbers"},
      {"filters --scene y --methods dls,ccd --plot f.svg", "--methods: ccd has no filter"},
      {"landscape --scene y --methods dls --plot f.svg",
       "--scene: a landscape is of a body of two"},
      {"basins --scene y --methods dls,ccd --plot f.svg", "--methods: basins are of one method"}};
  for (const auto& row : table) {
    const Finished finished = iklab(std::string("figure ") + row.arguments);
    EXPECT_EQ(finished.status, 2) << row.arguments;
    EXPECT_EQ(finished.complaints(), 1) << finished.err;
    EXPECT_NE(finished.err.find(row.complaint), std::string::npos) << finished.err;
  }
}

}  // namespace
