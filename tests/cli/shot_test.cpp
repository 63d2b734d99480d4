#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "cli/iklab_process.h"
#include "io/figure/image_file.h"
#include "io/scene/scene_file.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

// `iklab shot` of every scene against stored reference pictures, which a person has checked;
// scripts/make-pictures --references remakes them.
namespace {

/// Drivers differ in anti-aliasing and in the last bits of shading. The mean over blocks of this
/// many pixels hides these differences, but nothing that a person would see.
constexpr int kBlock = 8;

struct Difference {
  double mean = 0.0;     ///< over all blocks' colours, 0 to 255
  double changed = 0.0;  ///< share of blocks that differ by more than kVisible
};
constexpr double kVisible = 16.0;

double block_mean(const support::Picture& picture, int x, int y, int channel) {
  double sum = 0.0;
  for (int dy = 0; dy < kBlock; ++dy) {
    for (int dx = 0; dx < kBlock; ++dx) {
      const int pixel = (y * kBlock + dy) * picture.width + x * kBlock + dx;
      sum += picture.rgba[static_cast<std::size_t>(4 * pixel + channel)];
    }
  }
  return sum / (kBlock * kBlock);
}

Difference difference(const support::Picture& a, const support::Picture& b) {
  const int columns = a.width / kBlock;
  const int rows = a.height / kBlock;
  Difference result;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      double largest = 0.0;
      for (int channel = 0; channel < 3; ++channel) {
        const double here = std::abs(block_mean(a, x, y, channel) - block_mean(b, x, y, channel));
        result.mean += here / (3.0 * rows * columns);
        largest = std::max(largest, here);
      }
      result.changed += largest > kVisible ? 1.0 / (rows * columns) : 0.0;
    }
  }
  return result;
}

bool alike(const Difference& difference) {
  return difference.mean < 2.0 && difference.changed < 0.01;
}

class Shot : public testing::TestWithParam<std::string> {
 protected:
  support::Picture take(const std::string& scene, const std::string& settings) {
    const std::string file = (folder_.path() / "shot.png").string();
    const Finished finished = iklab("shot --scene " + scene + " --method dls " + settings +
                                    " --size 480x320 --out " + file);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return support::read_png(file);
  }
  static support::Picture stored(const std::string& scene) {
    return support::read_png(IKLAB_TEST_DATA "/shots/" + scene + ".png");
  }

 private:
  support::TemporaryFolder folder_;
};

TEST_P(Shot, LooksLikeTheStoredPicture) {
  const support::Picture picture = take(GetParam(), "--steps 150");
  const support::Picture expected = stored(GetParam());
  ASSERT_EQ(picture.width, expected.width);
  ASSERT_EQ(picture.height, expected.height);
  const Difference found = difference(picture, expected);
  EXPECT_TRUE(alike(found)) << "mean " << found.mean << ", changed " << found.changed;
}

TEST_P(Shot, OfAnotherMomentLooksOtherwise) {
  const support::Picture picture = take(GetParam(), "--steps 40");
  EXPECT_FALSE(alike(difference(picture, stored(GetParam()))));
}

TEST(ShotScaledUp, HasMorePixelsOfTheSamePictureAndIfAskedNoBackground) {
  const support::TemporaryFolder folder;
  const auto take = [&folder](const std::string& options) {
    const std::string file = (folder / "shot.png").string();
    const Finished finished =
        iklab("shot --scene y --method dls --steps 9 --size 240x160 " + options + " --out " + file);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return support::read_png(file);
  };
  const support::Picture usual = take(""), twice = take("--scale-up 2");
  ASSERT_EQ(twice.width, 2 * usual.width);
  ASSERT_EQ(twice.height, 2 * usual.height);
  double difference = 0.0;
  for (int y = 0; y < 160 / kBlock; ++y) {
    for (int x = 0; x < 240 / kBlock; ++x) {
      double sum = 0.0;  // of the four blocks in the larger picture
      for (const int dy : {0, 1}) {
        for (const int dx : {0, 1}) sum += block_mean(twice, 2 * x + dx, 2 * y + dy, 1);
      }
      difference = std::max(difference, std::abs(0.25 * sum - block_mean(usual, x, y, 1)));
    }
  }
  EXPECT_LT(difference, kVisible);
  const support::Picture clear = take("--transparent");
  EXPECT_EQ(clear.rgba[3], 0);
  EXPECT_EQ(usual.rgba[3], 255);
}

TEST(ShotOfARobot, SaysWhichMeshesAreNotShown) {
  const support::TemporaryFolder folder;
  std::string urdf = "<robot name='r'><link name='a'/>";
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    support::put(folder / ("m" + n + ".stl"), "solid x\nfacet\n");
    urdf += "<link name='l" + n + "'><visual><geometry><mesh filename='m" + n +
            ".stl'/></geometry></visual></link><joint name='j" + n +
            "' type='continuous'><origin xyz='0 0 0.2'/><parent link='" +
            (i == 0 ? "a" : "l" + std::to_string(i - 1)) + "'/><child link='l" + n + "'/></joint>";
  }
  support::put(folder / "r.urdf", urdf + "</robot>");
  const Finished finished =
      iklab("shot --scene " + (folder / "r.urdf").string() +
            " --method dls --steps 0 --size 64x64 --out " + (folder / "r.png").string());
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.complaints(), 11) << finished.err;
  EXPECT_NE(finished.err.find("m0.stl: not a mesh that can be read (STL, OBJ, DAE)"),
            std::string::npos);
  EXPECT_NE(finished.err.find("2 more meshes are not shown"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Shot, testing::ValuesIn(io::built_in_scenes()),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
