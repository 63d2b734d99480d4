// What holds a robot in SDF, what is left out of it, and what is refused.
// Its shapes: read, left out with a line, or with a stand-in.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "support/sdf.h"
#include "support/temporary_folder.h"

namespace sdf {
namespace {

using Eigen::Vector3d;
using Notes = std::vector<std::string>;

std::string hinge(const std::string& name, const std::string& parent, const std::string& child) {
  return joint(name, "revolute", parent, child, "<axis><xyz>0 0 1</xyz></axis>");
}

std::string links(const std::string& names) {
  std::string text;
  for (const char name : names) text += std::string("<link name='") + name + "'/>";
  return text;
}

/// The names of the links with their parents' and their joints': "a<world b<a:j".
std::string tree_of(const io::BodyFile& file) {
  std::string text;
  for (const lab::ModelLink& link : file.model.links) {
    if (link.parent < 0) continue;
    if (!text.empty()) text += ' ';
    text += link.name + "<" + file.model.links[static_cast<std::size_t>(link.parent)].name;
    if (!link.joints.empty()) text += ":" + io::joined(link.joints, ",", &lab::ModelJoint::name);
  }
  return text;
}

const std::string kFree = "a x,a y,a z,a turn x,a turn y,a turn z";

TEST(SdfBase, IsFreeUnlessAJointHoldsItInTheWorld) {
  const io::BodyFile held = read(model(links("ab") + kHold + hinge("j", "a", "b")));
  EXPECT_EQ(tree_of(held), "a<world b<a:j");
  EXPECT_EQ(held.notes, Notes{});
  const io::BodyFile free = read(model(links("ab") + hinge("j", "a", "b")));
  EXPECT_EQ(tree_of(free), "a<world:" + kFree + " b<a:j");
  EXPECT_EQ(free.notes,
            Notes{"1 base is free unless --base fixed holds it, as no joint does: \"a\""});
  EXPECT_EQ(lab::scene_of(free.model, {.base = lab::Base::kFixed}).multibody.joint_count(), 1);
  EXPECT_EQ(lab::scene_of(held.model, {.base = lab::Base::kFree}).multibody.joint_count(), 7);
  const io::BodyFile turning =
      read(model(links("ab") + hinge("w", "world", "a") + hinge("j", "a", "b")));
  EXPECT_EQ(tree_of(turning), "a<world:w b<a:j");
  // the base is the link that no joint moves, wherever it stands in the file
  EXPECT_EQ(tree_of(read(model(links("ba") + hinge("j", "a", "b")))),
            "a<world:" + kFree + " b<a:j");
}

TEST(SdfBase, StandsWhereNoJointMovesAnythingOrTheModelIsStatic) {
  const std::string arm = model(links("ab") + kHold + hinge("j", "a", "b"), "arm");
  const std::string box = model("<pose>1 2 3 0 0 0</pose>" + links("c"), "box");
  const io::BodyFile file = read(
      "<world name='w'>" + arm + box +
      model("<static>true</static>" + links("de") + hinge("k", "d", "e"), "door") + "</world>");
  EXPECT_EQ(tree_of(file),
            "arm::a<world arm::b<arm::a:arm::j box::c<world door::d<world door::e<world");
  EXPECT_EQ(file.model.links.at(3).parent_from_link.translation(), Vector3d(1, 2, 3));
  EXPECT_EQ(file.notes, Notes{});
  EXPECT_EQ(file.model.name, "w");
  // neither does --base free move it
  EXPECT_EQ(lab::scene_of(file.model, {.base = lab::Base::kFree}).multibody.joint_count(), 7);
  // nor what is nested in a static model
  EXPECT_EQ(tree_of(read(
                model("<static>true</static>" + model(links("ab") + hinge("j", "a", "b"), "n")))),
            "n::a<world n::b<world");
  // a static part of a robot holds what hangs on it
  EXPECT_EQ(tree_of(read(model(model("<static>1</static>" + links("p"), "n") + links("b") +
                               hinge("j", "n::p", "b")))),
            "b<world:j n::p<world");
}

TEST(SdfLeftOut, LoopsAreNotHeldAndSaid) {
  const std::string bars =
      links("abcd") + kHold + hinge("1", "a", "b") + hinge("2", "b", "c") + hinge("3", "a", "d");
  const io::BodyFile four = read(model(bars + hinge("4", "d", "c")));
  EXPECT_EQ(tree_of(four), "a<world b<a:1 c<b:2 d<a:3");
  EXPECT_EQ(four.notes, Notes{"1 loop by <joint> is not held: \"4\""});
  // the first joint counts, in rings and to the world, too
  const io::BodyFile ring = read(model(links("ab") + hinge("1", "a", "b") + hinge("2", "b", "a")));
  EXPECT_EQ(tree_of(ring), "a<world:" + kFree + " b<a:1");
  EXPECT_EQ(ring.notes.front(), "1 loop by <joint> is not held: \"2\"");
  EXPECT_EQ(tree_of(read(model(links("ab") + kHold + hinge("1", "a", "b") +
                               joint("5", "fixed", "world", "b")))),
            "a<world b<a:1");
  EXPECT_EQ(read(model(bars + hinge("4", "d", "c") + hinge("5", "d", "b"))).notes,
            Notes{"2 loops by <joint> are not held: \"4\", \"5\""});
}

TEST(SdfLeftOut, WhatIsNotReadIsSaidOnce) {
  const std::string include = "<include><uri>model://hand</uri></include>";
  const io::BodyFile hand = read(model(links("ab") + kHold + hinge("j", "a", "b") + include +
                                       joint("f", "fixed", "b", "h::p")));
  EXPECT_EQ(tree_of(hand), "a<world b<a:j");
  EXPECT_EQ(hand.notes, (Notes{"1 <include> is missing: \"model://hand\"; use --package hand=DIR",
                               "1 joint to what is not read is left out: \"f\""}));
  const io::BodyFile odd =
      read("<world name='w'><actor name='x'/><actor name='y'/>" + include + include +
           model(links("abc") + kHold + hinge("j", "a", "b") + joint("g", "gearbox", "a", "c") +
                 joint("lift", "fixed", "b", "c")) +
           "</world><world name='v'/>");
  EXPECT_EQ(tree_of(odd), "a<world b<a:j c<b");
  EXPECT_EQ(odd.notes, (Notes{"2 <include> are missing: \"model://hand\", \"model://hand\"; use "
                              "--package hand=DIR",
                              "1 gearbox is not held: \"g\"", "<actor> is left out, 2 times",
                              "<world> is left out"}));
}

std::string refusal(const std::string& text) {
  try {
    const io::BodyFile file = io::parse_body(text, "r.sdf");
    lab::scene_of(file.model);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// A model in line 2 that has this, in line 3.
std::string refused(const std::string& contents) {
  return refusal("<sdf version='1.9'>\n<model name='m'><link name='a'/><link name='b'/>\n" +
                 contents + "\n</model></sdf>");
}

TEST(SdfFaults, NameFileLineElementAndField) {
  EXPECT_EQ(refused(hinge("j", "a", "b")), "");
  const std::pair<std::string, std::string> faults[] = {
      {"<link/>", "link: expected the attribute name"},
      {"<link name='a'/>", "link \"a\": the name appears twice"},
      {"<link name='c'><pose>1 2</pose></link>", "link \"c\": pose: expected 6 numbers"},
      {"<link name='c'><pose>1 2 3 4 5 x</pose></link>",
       "link \"c\": pose: expected finite numbers"},
      {"<link name='c'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0</pose></link>",
       "link \"c\": pose: expected 7 numbers"},
      {"<link name='c'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose></link>",
       "link \"c\": pose: the quaternion is zero"},
      {"<link name='c'><pose relative_to='z'/></link>",
       "link \"c\": pose: relative_to: no frame \"z\""},
      {"<frame name='f'><pose relative_to='f'/></frame>",
       "frame \"f\": pose: relative to itself, or by more than 1000 others"},
      {"<frame name='f' attached_to='z'/>", "frame \"f\": attached_to: no frame \"z\""},
      {"<frame name='f' attached_to='f'><pose relative_to='a'/></frame>",
       "frame \"f\": attached_to: the frames are attached to each other"},
      {"<joint name='j'/>", "joint \"j\": expected an element <child> with a text"},
      {joint("j", "weld", "a", "b"),
       "joint \"j\": type: expected revolute, continuous, prismatic, fixed, ball, universal, "
       "revolute2, screw or gearbox, not weld"},
      {joint("j", "revolute", "a", "c"), "joint \"j\": no such child link \"c\""},
      {joint("j", "revolute", "c", "b"), "joint \"j\": no such parent link \"c\""},
      {joint("j", "revolute", "a", "a"), "joint \"j\": both of its ends are on the link \"a\""},
      {joint("j", "fixed", "a", "world"),
       "joint \"j\": child: expected a link or a frame, not the world: make it the parent"},
      {joint("j", "screw", "a", "b", "<thread_pitch>0</thread_pitch>"),
       "joint \"j\": thread_pitch: expected a number other than 0"},
      {"<include/>", "include: expected an element <uri>"},
      {joint("j", "revolute", "a", "b", "<axis><xyz>0 0 0</xyz></axis>"),
       "axis: xyz: the axis is zero"},
      {joint("j", "revolute", "a", "b", "<axis><xyz>0 1</xyz></axis>"),
       "axis: xyz: expected 3 numbers"},
      {joint("j", "revolute", "a", "b", "<axis><xyz expressed_in='z'>0 1 0</xyz></axis>"),
       "joint \"j\": xyz: expressed_in: no frame \"z\""},
      {joint("j", "revolute", "a", "b", "<axis><limit><lower>low</lower></limit></axis>"),
       "limit: lower: expected finite numbers"},
      {joint("j", "revolute", "a", "b", "<axis><limit><upper>-inf</upper></limit></axis>"),
       "limit: upper: expected finite numbers"},
      {joint("j", "revolute", "a", "b", "<axis><mimic joint='z'/></axis>"),
       "mimic: joint: no frame \"z\""},
      {joint("j", "revolute", "a", "b", "<axis><mimic joint='b'/></axis>"),
       "mimic: joint: expected the name of a joint"},
      {joint("j", "revolute", "a", "b", "<axis><mimic joint='j'/></axis>"),
       "mimic: the joint follows itself"},
      {joint("j", "revolute", "a", "b",
             "<axis><mimic joint='j' axis='axis2'><multiplier>0</multiplier></mimic></axis>"),
       "mimic: the joint follows itself"},
      {"<model name='n' placement_frame='z'><link name='c'/></model>",
       "model \"n\": placement_frame: no frame \"z\""},
      {"<model name='n'/>" + hinge("j", "a", "n"), "model \"n\": expected an element <link>"},
      {"<model name='n' canonical_link='z'/>" + hinge("j", "a", "n"),
       "model \"n\": canonical_link: no frame \"z\""}};
  EXPECT_EQ(refused("<include><uri>x</uri></include><frame name='f' attached_to='z'/>"),
            "r.sdf:3: frame \"f\": attached_to: no frame \"z\"; what <include> names is missing");
  for (const auto& [fault, message] : faults) EXPECT_EQ(refused(fault), "r.sdf:3: " + message);
  EXPECT_EQ(refusal("<sdf version='1.1'/>"),
            "r.sdf:1: sdf: version: expected 1.2 or later, not 1.1");
  EXPECT_EQ(refusal("<sdf version='new'/>"),
            "r.sdf:1: sdf: version: expected 1.2 or later, not new");
  EXPECT_EQ(refusal("<sdf version='1.9'/>"), "no joint moves anything");
  EXPECT_EQ(refusal("<sdf version='1.9'>\n<model/></sdf>"),
            "r.sdf:2: model: expected the attribute name");
}

TEST(SdfFaults, NamesAndChainsAreBounded) {
  const std::string name(600, 'n');
  const auto nested = [&name](int depth) {
    std::string text = "<link name='l'/>";
    for (int i = 0; i < depth; ++i) text = model(text, name);
    return "<sdf version='1.9'>" + model(text) + "</sdf>";
  };
  EXPECT_EQ(refusal(nested(1)), "no joint moves anything");
  EXPECT_TRUE(refusal(nested(3)).ends_with("name: too long")) << refusal(nested(3));
  const auto chain = [](int count) {
    std::string text = "<link name='0'/>";
    for (int i = 1; i < count; ++i) {
      text += "<link name='" + std::to_string(i) + "'><pose relative_to='" + std::to_string(i - 1) +
              "'>1 0 0 0 0 0</pose></link>";
    }
    return "<sdf version='1.9'>" + model(text) + "</sdf>";
  };
  EXPECT_EQ(refusal(chain(999)), "no joint moves anything");
  EXPECT_NE(refusal(chain(1010)).find("by more than 1000 others"), std::string::npos);
}

/// An arm whose first link has these elements, in line 2.
io::BodyFile arm_with(const std::string& shapes, const std::filesystem::path& path = "r.sdf") {
  return io::parse_body(
      "<sdf version='1.9'><model name='m'>\n<link name='a'>" + shapes +
          "</link>\n<link name='b'><pose>0 0 0.5 0 0 0</pose></link><frame name='f'><pose>1 2 3 0 "
          "0 0</pose></frame><joint name='h' type='fixed'><parent>world</parent><child>a</child>"
          "</joint><joint name='j' type='revolute'><parent>a</parent><child>b</child><axis/>"
          "</joint></model></sdf>",
      path);
}

std::vector<lab::Visual> visuals_of(const std::string& shapes) {
  return arm_with(shapes).model.links.at(1).visuals;
}

std::string visual(const std::string& geometry, const std::string& rest = "") {
  return "<visual name='v'><geometry>" + geometry + "</geometry>" + rest + "</visual>";
}

const std::string kBall = "<sphere><radius>0.1</radius></sphere>";
const std::string kGone = "<mesh><uri>gone.stl</uri></mesh>";

lab::Visual::Shape shape_of(const std::string& geometry) {
  const auto visuals = visuals_of(visual(geometry));
  EXPECT_EQ(visuals.size(), 1U) << geometry;
  return visuals.at(0).shape;
}

TEST(SdfShapes, HaveTheSizesOfTheFile) {
  EXPECT_EQ(shape_of("<box><size>1 2 3</size></box>"),
            lab::Visual::Shape(lab::BoxShape{{1, 2, 3}}));
  EXPECT_EQ(shape_of(kBall), lab::Visual::Shape(lab::BallShape{0.1}));
  EXPECT_EQ(shape_of("<cylinder><radius>1</radius><length>2</length></cylinder>"),
            lab::Visual::Shape(lab::CylinderShape{1, 2}));
  EXPECT_EQ(shape_of("<capsule><radius>1</radius><length>2</length></capsule>"),
            lab::Visual::Shape(lab::CapsuleShape{1, 2}));
  // as long along z as the ellipsoid, and of its mean width
  EXPECT_EQ(shape_of("<ellipsoid><radii>1 3 5</radii></ellipsoid>"),
            lab::Visual::Shape(lab::CapsuleShape{2, 6}));
  const auto visuals = visuals_of(visual(kBall, "<pose relative_to='f'>1 0 0 0 0 0</pose>"));
  EXPECT_EQ(visuals.at(0).joint_from_shape.translation(), Vector3d(2, 2, 3));
}

TEST(SdfShapes, HaveTheirDiffuseColourAndTransparentOnesAreNotShown) {
  const auto color = [](const std::string& rest) {
    return visuals_of(visual(kBall, rest)).at(0).color;
  };
  EXPECT_EQ(
      color("<material><diffuse>0.1 0.2 0.3 1</diffuse><ambient>1 1 1 1</ambient></material>"),
      Vector3d(0.1, 0.2, 0.3));
  EXPECT_EQ(color("<material><ambient>0.4 0.5 0.6</ambient></material>"), Vector3d(0.4, 0.5, 0.6));
  EXPECT_EQ(color("<material><script><name>Gazebo/Red</name></script></material>"), std::nullopt);
  EXPECT_EQ(visuals_of(visual(kBall, "<transparency>0.9</transparency>")).size(), 1U);
  EXPECT_EQ(visuals_of(visual(kBall, "<transparency>1</transparency>")).size(), 0U);
  EXPECT_EQ(visuals_of(visual(kBall, "<material><diffuse>1 1 1 0.01</diffuse></material>")).size(),
            0U);
}

TEST(SdfShapes, ThatAreWrongAreLeftOutWithALine) {
  const std::pair<std::string, std::string> flaws[] = {
      {"<cylinder><radius>1</radius><length>0</length></cylinder>",
       "cylinder: length: expected a number above 0"},
      {"<sphere/>", "sphere: expected an element <radius>"},
      {"<box><size>1 2</size></box>", "box: size: expected 3 numbers"},
      {"<ellipsoid><radii>1 0 1</radii></ellipsoid>", "ellipsoid: radii: expected numbers above 0"},
      {"<mesh/>", "mesh: expected an element <uri> with a text"},
      {"<blob/>", "geometry: expected a box, cylinder, capsule, ellipsoid, sphere or mesh"}};
  for (const auto& [flaw, why] : flaws) {
    const io::BodyFile file = arm_with(visual(flaw) + visual(kBall));
    EXPECT_EQ(file.notes, Notes{"line 2: " + why + "; it is not drawn"});
    EXPECT_EQ(file.model.links.at(1).visuals.size(), 1U);
  }
  EXPECT_EQ(
      arm_with(visual("<cone/>") + visual("<cone/>") + visual("<plane/>") + visual("<empty/>"))
          .notes,
      Notes{"<cone> is left out, 2 times"});
}

TEST(SdfShapes, MissingMeshesHaveStandIns) {
  const std::string box =
      "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>";
  EXPECT_EQ(visuals_of(visual(kBall) + box).size(), 1U);
  const auto collision = visuals_of(visual(kBall) + visual(kGone) + box);
  ASSERT_EQ(collision.size(), 2U);
  EXPECT_EQ(collision[1].shape, lab::Visual::Shape(lab::BoxShape{{1, 2, 3}}));
  const auto bone = visuals_of(visual(kGone));
  ASSERT_EQ(bone.size(), 1U);
  EXPECT_EQ(std::get<lab::CapsuleShape>(bone[0].shape).length, 0.5);
  EXPECT_EQ(arm_with(visual(kGone)).notes,
            Notes{"1 mesh is missing, such as gone.stl; collision shapes or capsules stand in for "
                  "them"});
}

TEST(SdfShapes, MeshesAreFoundBesideTheFileInItsModelAndInGazebosFolders) {
  const support::TemporaryFolder folder;
  namespace fs = std::filesystem;
  fs::create_directories(folder / "models/arm/meshes");
  fs::create_directories(folder / "elsewhere/hand");
  support::put(folder / "models/arm/meshes/a.stl", "x");
  support::put(folder / "elsewhere/hand/b.stl", "x");
  const auto mesh_of = [&](const std::string& uri) {
    const io::BodyFile file =
        arm_with(visual("<mesh><uri>" + uri + "</uri><scale>1 2 3</scale></mesh>"),
                 folder / "models/arm/model.sdf");
    const auto* mesh = std::get_if<lab::MeshShape>(&file.model.links.at(1).visuals.at(0).shape);
    if (mesh == nullptr) return std::string("missing");
    EXPECT_EQ(mesh->scale, Vector3d(1, 2, 3));
    return fs::path(mesh->file).lexically_relative(fs::canonical(folder.path())).string();
  };
  EXPECT_EQ(mesh_of("meshes/a.stl"), "models/arm/meshes/a.stl");
  EXPECT_EQ(mesh_of("model://arm/meshes/a.stl"), "models/arm/meshes/a.stl");
  EXPECT_EQ(mesh_of("model://hand/b.stl"), "missing");
  for (const char* variable : {"GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"}) {
    setenv(variable, (folder / "elsewhere").c_str(), 1);
    EXPECT_EQ(mesh_of("model://hand/b.stl"), "elsewhere/hand/b.stl") << variable;
    unsetenv(variable);
  }
}

}  // namespace
}  // namespace sdf
