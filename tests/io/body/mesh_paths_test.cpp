// Resolving the file names in a robot file.

#include "io/body/mesh_paths.h"

#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "io/body/body_file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;

/// Sets an environment variable during a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

void make(const fs::path& file, const std::string& text = "x") {
  fs::create_directories(file.parent_path());
  support::put(file, text);
}

std::string manifest(const std::string& name) {
  return "<?xml version='1.0'?>\n<package format='2'>\n  <name> " + name + " </name></package>";
}

TEST(MeshPaths, RelativeNamesCountFromTheFolderOfTheFile) {
  const support::TemporaryFolder folder;
  make(folder / "robot/urdf/r.urdf");
  make(folder / "robot/meshes/a.obj");
  make(folder / "shared/b.obj");
  const io::MeshPaths paths(folder / "robot/urdf/r.urdf", {});
  const fs::path real = fs::canonical(folder.path());
  EXPECT_EQ(paths.find("../meshes/a.obj"), real / "robot/meshes/a.obj");
  EXPECT_EQ(paths.find("../../shared/b.obj"), real / "shared/b.obj");
  EXPECT_EQ(paths.find("a.obj", "../meshes"), real / "robot/meshes/a.obj");
  fs::create_directory_symlink(folder / "shared", folder / "robot/urdf/link");
  EXPECT_EQ(paths.find("link/b.obj"), real / "shared/b.obj");
  EXPECT_FALSE(paths.find("../meshes"));
  EXPECT_FALSE(paths.find("../meshes/none.obj"));
}

TEST(MeshPaths, APackageIsNotLeft) {
  const support::TemporaryFolder folder;
  make(folder / "arm/urdf/r.urdf");
  make(folder / "secret.obj");
  make(folder / "arm/secret.obj");
  const io::MeshPaths paths(folder / "arm/urdf/r.urdf", {});
  EXPECT_TRUE(paths.find("package://arm/secret.obj"));
  EXPECT_FALSE(paths.find("package://arm/../secret.obj"));
  EXPECT_FALSE(paths.find("package://../secret.obj"));
  EXPECT_FALSE(paths.find("package://../arm/secret.obj"));
  EXPECT_FALSE(paths.find("package://./secret.obj"));
  EXPECT_FALSE(paths.find("package://../etc/hostname"));
  fs::create_symlink(folder / "secret.obj", folder / "arm/link.obj");
  EXPECT_FALSE(paths.find("package://arm/link.obj"));
}

TEST(MeshPaths, AFolderAboveIsAPackageByItsManifest) {
  const support::TemporaryFolder folder;
  make(folder / "some_clone/package.xml", manifest("my_robot"));
  make(folder / "some_clone/meshes/a.obj");
  make(folder / "some_clone/urdf/deep/r.urdf");
  const io::MeshPaths paths(folder / "some_clone/urdf/deep/r.urdf", {});
  EXPECT_TRUE(paths.find("package://my_robot/meshes/a.obj"));
  EXPECT_TRUE(paths.find("package://some_clone/meshes/a.obj"));
  EXPECT_FALSE(paths.find("package://other/meshes/a.obj"));
  make(folder / "some_clone/package.xml", "<package><name>my_robot");  // not XML
  EXPECT_FALSE(io::MeshPaths(folder / "some_clone/urdf/deep/r.urdf", {})
                   .find("package://my_robot/meshes/a.obj"));
}

TEST(MeshPaths, PackagesAreFoundByTheVariablesOfRos) {
  const support::TemporaryFolder folder;
  make(folder / "here/r.urdf");
  make(folder / "src/group/clone/package.xml", manifest("arm"));
  make(folder / "src/group/clone/a.obj");
  make(folder / "src/group/clone/inner/package.xml", manifest("inner"));
  make(folder / "opt/share/hand/b.obj");
  const auto found = [&folder](const std::string& name) {
    return io::MeshPaths(folder / "here/r.urdf", {}).find(name).has_value();
  };
  EXPECT_FALSE(found("package://arm/a.obj"));
  {
    const Variable path("ROS_PACKAGE_PATH", "/nowhere:" + (folder / "src").string());
    EXPECT_TRUE(found("package://arm/a.obj"));
    EXPECT_FALSE(found("package://clone/a.obj"));
    EXPECT_FALSE(found("package://arm/../../../here/r.urdf"));
    // packages are not searched inside packages
    EXPECT_FALSE(found("package://inner/package.xml"));
  }
  {
    const Variable path("ROS_PACKAGE_PATH", (folder / "src/group/clone").string());
    EXPECT_TRUE(found("package://arm/a.obj"));
  }
  EXPECT_FALSE(found("package://hand/b.obj"));
  const Variable path("AMENT_PREFIX_PATH", "/nowhere:" + (folder / "opt").string());
  EXPECT_TRUE(found("package://hand/b.obj"));
  EXPECT_TRUE(found("model://hand/b.obj"));
}

TEST(MeshPaths, APackageThatIsThereIsNotNamedAsMissing) {
  const support::TemporaryFolder folder;
  make(folder / "my_robot/r.urdf");
  const io::MeshPaths paths(folder / "my_robot/r.urdf", {});
  EXPECT_EQ(paths.note_on_missing({"package://my_robot/none.obj"}),
            "1 mesh is missing, such as package://my_robot/none.obj; collision shapes or capsules "
            "stand in for them");
  EXPECT_EQ(paths.note_on_missing({"package://my_robot/none.obj", "package://other/a.obj"}),
            "use --package other=DIR for 2 missing meshes; collision shapes or capsules stand in "
            "for them");
}

}  // namespace
