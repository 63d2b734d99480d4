// Notes and errors name what helps in the words of who asked: options of the command line, or
// members of the library.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "iklab/scene.h"
#include "io/body/body_file.h"
#include "io/files/text.h"
#include "support/refusal.h"
#include "support/sdf.h"
#include "support/temporary_folder.h"

namespace {

using Notes = std::vector<std::string>;

/// The notes on a file for the command line and for the library.
struct BothNotes {
  explicit BothNotes(const std::string& text, const std::string& name) {
    const support::TemporaryFolder folder;
    support::put(folder / name, text);
    const std::string path = (folder / name).string();
    command_line = io::open_scene(path).notes;
    window = io::open_scene(path, {.wish = {.words = &lab::kWindowWords}}).notes;
    library = ik::open_scene(path).notes();
  }
  Notes command_line, window, library;
};

const std::string kLimitedArm =
    "<robot name='r'><link name='a'/><link name='b'><visual><geometry><mesh "
    "filename='package://hand/x.stl'/></geometry></visual></link><link name='c'/>"
    "<joint name='j' type='revolute'><origin xyz='0 0 1'/><parent link='a'/><child link='b'/>"
    "<limit lower='-1' upper='1' velocity='2'/></joint>"
    "<joint name='k' type='prismatic'><origin xyz='0 0 1'/><parent link='b'/><child link='c'/>"
    "<limit lower='-1' upper='1' velocity='3'/></joint></robot>";

TEST(OptionWords, OfCapsAndPackages) {
  const BothNotes notes(kLimitedArm, "arm.urdf");
  // 2 rad/s and 3 m/s in 5 ms: 0.01 rad = 0.573 degrees, 0.015 m
  const std::string begin = "limits of velocity are not used (2 joints): ";
  const std::string end = " keeps to that of \"j\", the slowest, with one update in 0.005 s";
  const std::string stand_ins =
      "=DIR for 1 missing mesh; collision shapes or capsules stand in for them";
  EXPECT_EQ(notes.command_line, (Notes{"use --package hand" + stand_ins,
                                       begin + "--max-angle 0.573 --max-slide 0.015" + end}));
  EXPECT_EQ(notes.window, (Notes{"use --package hand" + stand_ins,
                                 begin + "Angle cap [deg] 0.573 Slide cap [m] 0.015" + end}));
  EXPECT_EQ(notes.library, (Notes{"use BodyChoice::packages hand" + stand_ins,
                                  begin + "angle-cap 0.01 slide-cap 0.015" + end}));
}

TEST(OptionWords, OfTheBaseWhichTheLibraryHolds) {
  const std::string text =
      "<sdf version='1.9'>" +
      sdf::model("<link name='a'/><link name='b'><pose>0 0 1 0 0 0</pose></link>" +
                 sdf::joint("j", "revolute", "a", "b", "<axis><xyz>0 1 0</xyz></axis>")) +
      "</sdf>";
  const BothNotes notes(text, "r.sdf");
  EXPECT_EQ(notes.command_line,
            Notes{"1 base is free unless --base fixed holds it, as no joint does: \"a\""});
  EXPECT_EQ(notes.library,
            Notes{"1 base is free unless BodyChoice::base fixed holds it, as no joint does: "
                  "\"a\""});
  const support::TemporaryFolder folder;
  support::put(folder / "r.sdf", text);
  const std::string path = (folder / "r.sdf").string();
  EXPECT_EQ(ik::open_scene(path).multibody().joint_count(), 7);
  EXPECT_EQ(ik::open_scene(path, {.base = ik::Base::kFixed}).multibody().joint_count(), 1);
}

TEST(OptionWords, OfEffectors) {
  const std::string expected =
      "a@1: expected 3 numbers, x, y and z, or 6, with roll, pitch and yaw, not 1";
  EXPECT_EQ(message_of<io::Error>([] { io::effector_list("a@1"); }),
            "--effectors \"a@1\": " + expected);
  const support::TemporaryFolder folder;
  const std::string cart = (folder / "cart.urdf").string();
  support::put(cart,
               "<robot name='r'><link name='base'/><link name='left_wheel'/><joint name='l' "
               "type='continuous'><parent link='base'/><child link='left_wheel'/></joint></robot>");
  EXPECT_EQ(message_of<io::Error>([&] { ik::open_scene(cart, {.effectors = {"a@1"}}); }),
            "BodyChoice::effectors \"a@1\": " + expected);
  EXPECT_TRUE(message_of<io::Error>([&] {
                ik::open_scene(cart);
              }).ends_with("name one, such as BodyChoice::effectors left_wheel"));
  EXPECT_TRUE(message_of<io::Error>([&] {
                io::open_scene(cart);
              }).ends_with("name one, such as --effectors left_wheel"));
}

}  // namespace
