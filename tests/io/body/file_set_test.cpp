// Files that are given together: which one is opened, and where its references lead.

#include "io/body/file_set.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

const std::string kGivenUrdf = R"(<robot name="r"><link name="base"/>
  <link name="arm"><visual><geometry><mesh filename="package://arm/meshes/tip.stl"/></geometry>
  </visual></link><joint name="turn" type="continuous"><parent link="base"/><child link="arm"/>
  <origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint></robot>)";

class GivenFiles : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text = "x") const {
    const fs::path path = folder / name;
    fs::create_directories(path.parent_path());
    support::put(path, text);
    return path.string();
  }
  /// The paths of what can be opened, from the folder on.
  std::vector<std::string> to_open(const std::vector<std::string>& given) const {
    std::vector<std::string> names;
    for (const fs::path& path : io::FileSet(given).to_open()) {
      names.push_back(path.lexically_relative(folder.path()).string());
    }
    return names;
  }
  std::string refusal(const std::vector<std::string>& given) const {
    try {
      io::FileSet(given).to_open();
    } catch (const io::Error& error) {
      return error.what();
    }
    return {};
  }
  using Names = std::vector<std::string>;
  support::TemporaryFolder folder;
};

TEST_F(GivenFiles, TheRobotIsChosenAmongItsMeshesInAnyOrder) {
  const std::string mesh = put("wrist.STL"), robot = put("arm.urdf", kGivenUrdf),
                    other = put("arm.dae", "<COLLADA/>"), materials = put("arm.mtl");
  EXPECT_EQ(to_open({mesh, robot, other, materials}), Names{"arm.urdf"});
  EXPECT_EQ(to_open({robot, mesh}), Names{"arm.urdf"});
  EXPECT_EQ(refusal({mesh, other}), mesh +
                                        " and 1 more: no robot, character, scene or session "
                                        "among them");
}

TEST_F(GivenFiles, ACharacterIsChosenBesideItsBuffer) {
  EXPECT_EQ(to_open({put("hero.bin"), put("hero.gltf", "{}")}), Names{"hero.gltf"});
}

TEST_F(GivenFiles, ASingleFileIsChosenWhateverItIs) {
  EXPECT_EQ(to_open({put("wrist.STL")}), Names{"wrist.STL"});
  EXPECT_EQ(to_open({(folder / "nowhere.urdf").string()}), Names{"nowhere.urdf"});
}

TEST_F(GivenFiles, AFolderIsSearchedForWhatItsContentsSay) {
  put("arm/package.xml", "<package><name>arm</name></package>");
  put("arm/package.json", R"({"name": "arm"})");
  put("arm/urdf/arm.urdf", kGivenUrdf);
  put("arm/urdf/arm.urdf.xacro", kGivenUrdf);
  put("arm/urdf/arm.srdf", R"(<robot name="r"><group name="g"/></robot>)");
  put("arm/.git/old.urdf", kGivenUrdf);
  EXPECT_EQ(to_open({(folder / "arm").string()}), Names{"arm/urdf/arm.urdf"});
  EXPECT_EQ(to_open({(folder / "arm/").string()}), Names{"arm/urdf/arm.urdf"});
  put("arm/scene.json", R"({"format": "ik-scene"})");
  EXPECT_EQ(to_open({(folder / "arm").string()}), (Names{"arm/scene.json", "arm/urdf/arm.urdf"}));
  EXPECT_EQ(to_open({(folder / "arm/urdf").string(), put("one.bvh", "HIERARCHY")}),
            Names{"one.bvh"})
      << "what was given by name comes first";
  put("empty/readme.txt");
  EXPECT_EQ(refusal({(folder / "empty").string()}),
            (folder / "empty").string() + ": no robot, character, scene or session in it");
}

TEST_F(GivenFiles, AFileThatAnotherOneIncludesIsNoChoice) {
  const std::string hand = put("hand.xml", "<mujoco/>"), left = put("left_hand.xml", "<mujoco/>"),
                    scene = put("scene.xml", R"(<mujoco><include file="hand.xml"/></mujoco>)");
  EXPECT_EQ(to_open({hand, scene}), Names{"scene.xml"});
  EXPECT_EQ(to_open({hand, left, scene}), (Names{"left_hand.xml", "scene.xml"}));
}

TEST_F(GivenFiles, DepthAndNumberOfFilesAreBounded) {
  std::string deep = "d";
  for (int i = 1; i < io::kMaxSetDepth; ++i) deep += "/d";
  put(deep + "/in.urdf", kGivenUrdf);
  put(deep + "/d/beyond.urdf", kGivenUrdf);
  fs::create_directory_symlink(folder / "d", folder / (deep + "/again"));
  EXPECT_EQ(to_open({(folder / "d").string()}), Names{deep + "/in.urdf"});
  const std::string one = put("one.urdf", kGivenUrdf);
  const std::vector<std::string> many(io::kMaxSetFiles + 1, one);
  EXPECT_EQ(refusal(many), one + " and 10000 more: more than 10000 files");
  for (int i = 0; i < 101; ++i) put("many/r" + std::to_string(i) + ".urdf", kGivenUrdf);
  EXPECT_EQ(refusal({(folder / "many").string()}),
            (folder / "many").string() + ": more than 100 files that can be opened");
}

TEST_F(GivenFiles, ANameMeansTheFileWithTheMostFoldersInCommon) {
  put("set/visual/tip.stl");
  put("set/collision/tip.stl");
  const io::FileSet set(Names{(folder / "set").string()});
  EXPECT_EQ(set.find("package://arm/meshes/collision/tip.stl"), folder / "set/collision/tip.stl");
  EXPECT_EQ(set.find("../visual/tip.stl"), folder / "set/visual/tip.stl");
  EXPECT_TRUE(set.find("tip.stl"));
  EXPECT_FALSE(set.find("tip.obj"));
  EXPECT_FALSE(set.find(""));
}

TEST_F(GivenFiles, ARobotFindsItsMeshesAmongThem) {
  const std::string robot = put("one/arm.urdf", kGivenUrdf), mesh = put("two/tip.stl");
  const auto set = std::make_shared<const io::FileSet>(Names{robot, mesh});
  EXPECT_FALSE(io::read_body(robot).notes.empty());
  const io::BodyFile file = io::read_body(robot, {.given = set});
  EXPECT_TRUE(file.notes.empty()) << file.notes.front();
}

}  // namespace
