#include "io/files/zip.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "support/temporary_folder.h"
#include "support/zip.h"

namespace {

namespace fs = std::filesystem;

using support::deflated, support::stored, support::zip_of, support::Zipped;

class Archive : public testing::Test {
 protected:
  Archive() { fs::create_directory(folder / "out"); }
  /// Unpacks an archive. \returns why it is refused
  std::string unzip(const std::string& bytes) const {
    support::put(folder / "a.zip", bytes);
    try {
      io::unzip(folder / "a.zip", folder / "out");
    } catch (const io::Error& error) {
      return error.what();
    }
    return {};
  }
  std::string text(const std::string& name) const {
    return support::text_of(folder / "out" / name);
  }
  std::string said(const std::string& why) const {
    return (folder / "a.zip").string() + ": " + why;
  }
  support::TemporaryFolder folder;
};

TEST_F(Archive, GivesItsFilesInTheirFolders) {
  EXPECT_EQ(unzip(zip_of({stored("arm/", ""), stored("arm/arm.urdf", "<robot/>"),
                          deflated("arm/meshes/a.stl"), stored("empty", "")},
                         "with a comment")),
            "");
  EXPECT_EQ(text("arm/arm.urdf"), "<robot/>");
  EXPECT_EQ(text("arm/meshes/a.stl"), std::string(100, 'a'));
  EXPECT_TRUE(fs::exists(folder / "out/empty"));
}

TEST_F(Archive, LeavesOutHiddenFilesAndLinks) {
  Zipped link = stored("link", "/etc/passwd");
  link.attributes = std::size_t{0xa1ff} << 16;
  EXPECT_EQ(unzip(zip_of({stored(".git/config", "x"), stored("__MACOSX/a", "x"), link,
                          stored("a.urdf", "x")})),
            "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "out"), fs::directory_iterator()), 1);
}

TEST_F(Archive, IsNeverUnpackedOutsideOfItsFolder) {
  for (const char* name :
       {"../over.urdf", "a/../../over.urdf", "/tmp/over.urdf", "..\\over.urdf"}) {
    EXPECT_EQ(unzip(zip_of({stored("first", "x"), stored(name, "x")})),
              said(name + std::string(": leads out of the archive")));
  }
  EXPECT_EQ(folder.count(), 2) << "the archive and the folder";
  EXPECT_TRUE(fs::is_empty(folder / "out")) << "a refused archive leaves nothing";
}

TEST_F(Archive, IsBounded) {
  Zipped large = deflated("large");
  large.bytes = io::kMaxUnzippedBytes / 2 + 1;
  EXPECT_EQ(unzip(zip_of({large})), said("large: cannot be unzipped")) << "before memory is taken";
  large.packed.resize(large.bytes / 1000);
  EXPECT_EQ(unzip(zip_of({large, large})), said("more than 512 MiB unzipped"));
  EXPECT_EQ(unzip(zip_of(std::vector<Zipped>(io::kMaxZipFiles + 1, stored("a", "")))),
            said("more than 10000 files"));
}

TEST_F(Archive, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(unzip("PK\x03\x04"), said("no zip archive"));
  EXPECT_EQ(unzip(""), said("no zip archive"));
  Zipped file = deflated("a");
  file.flags = 1;
  EXPECT_EQ(unzip(zip_of({file})), said("a: is encrypted"));
  file = deflated("a");
  file.method = 14;
  EXPECT_EQ(unzip(zip_of({file})), said("a: an unknown kind of compression"));
  for (const std::size_t bytes : {99, 101}) {
    file = deflated("a");
    file.bytes = bytes;
    EXPECT_EQ(unzip(zip_of({file})), said("a: cannot be unzipped"));
  }
  file = stored("a", "four");
  file.bytes = 5;
  EXPECT_EQ(unzip(zip_of({file})), said("a: cannot be unzipped"));
  // cut and spoiled anywhere, it is refused or read, and nothing else happens
  const std::string whole = zip_of({stored("arm.urdf", "<robot/>"), deflated("a.stl")});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NE(unzip(whole.substr(0, i)), "") << i;
    std::string spoiled = whole;
    spoiled[i] = static_cast<char>(spoiled[i] ^ 0x55);
    unzip(spoiled);
    EXPECT_EQ(folder.count(), 2) << i;
  }
}

}  // namespace
