#include "lab/scene/colors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lab/track/setup.h"
#include "support/scenes.h"
#include "support/vision.h"

namespace {

using vision::Sight;

constexpr Sight kNormal[] = {Sight::kNormal};

lab::Color grey(float value) { return {value, value, value}; }

lab::Color color(unsigned code) {
  const auto part = [code](unsigned shift) {
    return static_cast<float>((code >> shift) & 0xffU) / 255.0F;
  };
  return {part(16), part(8), part(0)};
}

/// Backgrounds of curves and swatches: plots and panels of the window, paper.
std::vector<lab::Color> grounds(bool dark) {
  if (dark) return {color(0x15171b), color(0x1b1e23)};
  return {color(0xfafbfc), color(0xffffff)};
}

constexpr double kMinContrast = 3.0;

double contrast(lab::Color shown, bool dark) {
  double result = 21.0;
  for (const lab::Color& ground : grounds(dark)) {
    result = std::min(result, vision::contrast(lab::on_ground(shown, dark), ground));
  }
  return result;
}

void expect_to_stand_out(lab::Color shown, const std::string& name) {
  for (const bool dark : {false, true}) {
    EXPECT_GE(contrast(shown, dark), kMinContrast) << name << dark;
  }
}

/// The methods of the report and newton: the methods usually compared.
const char* const kCompared[] = {"jacobian-transpose", "pseudoinverse", "dls", "sdls", "newton"};

bool is_compared(const ik::MethodInfo& method) {
  return std::find(std::begin(kCompared), std::end(kCompared), std::string(method.id)) !=
         std::end(kCompared);
}

TEST(Vision, AgreesWithPublishedNumbers) {
  EXPECT_NEAR(vision::contrast(grey(0.0F), grey(1.0F)), 21.0, 1e-9);
  // pairs from table 1 of Sharma, Wu and Dalal
  EXPECT_NEAR(vision::ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
  EXPECT_NEAR(vision::ciede2000({50, -1.1848, -84.8006}, {50, 0, -82.7485}), 1.0, 1e-4);
  EXPECT_NEAR(vision::ciede2000({50, 2.5, 0}, {61, -5, 29}), 22.8977, 1e-4);
  EXPECT_NEAR(vision::ciede2000({50, 2.5, 0}, {73, 25, -18}), 27.1492, 1e-4);
  for (const Sight sight : vision::kSights) {
    // greys look the same to everybody
    const Eigen::Vector3d light = vision::linear(grey(0.5F));
    EXPECT_LT((vision::seen(light, sight) - light).norm(), 1e-5);
  }
  // red and green of equal lightness are almost the same to a deuteranope
  const lab::Color red = color(0xb05a3c), green = color(0x7a7a3c);
  EXPECT_LT(vision::distance(red, green, std::array{Sight::kDeutan}),
            0.5 * vision::distance(red, green, kNormal));
}

TEST(MethodColors, StandOutOnBothGrounds) {
  for (const ik::MethodInfo& method : ik::methods()) {
    expect_to_stand_out(lab::method_color(method), method.id);
  }
}

TEST(MethodColors, StandOutForEveryLaneOfAMethod) {
  lab::Setup setup =
      lab::setup_of(std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree())),
                    *ik::find_method("dls"));
  for (int i = 0; i < 4; ++i) lab::add_lane(setup);
  for (const ik::MethodInfo& method : ik::methods()) {
    for (lab::Lane& lane : setup.lanes) lane.method = &method;
    for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
      expect_to_stand_out(lab::lane_color(setup, i), method.id + std::to_string(i));
    }
  }
}

// Minimum distances between the colours of two methods for every kind of colour vision, and for
// normal vision, by how many of the two are in kCompared. If none is, some pairs are close for
// colour-deficient viewers.
constexpr double kMinToAll[] = {5.0, 7.0, 12.0}, kMinToNormal[] = {9.5, 12.5, 24.0};
constexpr double kMinToSeries = 6.0;

/// Smallest ratio of a colour's contrast and distances to the minimum required of a method that is
/// not in kCompared; 1 is enough. Distances to the colours of other methods and of effectors.
double clearance(lab::Color own, const ik::MethodInfo* method) {
  double result = std::min(contrast(own, false), contrast(own, true)) / kMinContrast;
  for (int i = 0; i < 8; ++i) {
    const double distance = vision::distance(own, lab::series_color(i), kNormal);
    result = std::min(result, distance / kMinToSeries);
  }
  for (const ik::MethodInfo& other : ik::methods()) {
    if (&other == method || result < 1.0) continue;
    const int compared = is_compared(other) ? 1 : 0;
    const lab::Color theirs = lab::method_color(other);
    const double to_normal = vision::distance(own, theirs, kNormal);
    const double to_all = vision::distance(own, theirs, vision::kSights);
    result = std::min({result, to_normal / kMinToNormal[compared], to_all / kMinToAll[compared]});
  }
  return result;
}

/// The clearest free colour for a method that is not in kCompared, such as "hex(0x104850)". Null
/// stands for a new method. Empty if no colour is clear enough.
std::string free_color(const ik::MethodInfo* method) {
  constexpr unsigned kApart = 8;
  double clearest = 1.0;
  std::string result;
  for (unsigned step = 0; step < 32 * 32 * 32; ++step) {
    const unsigned r = step / 1024, g = step / 32 % 32, b = step % 32;
    const unsigned code = kApart * (r << 16 | g << 8 | b);
    const double clear = clearance(color(code), method);
    if (clear < clearest) continue;
    clearest = clear;
    char text[16];
    std::snprintf(text, sizeof text, "hex(0x%06x)", code);
    result = text;
  }
  return result;
}

TEST(MethodColors, DifferToEverySight) {
  std::set<const ik::MethodInfo*> unclear;
  for (const ik::MethodInfo& a : ik::methods()) {
    for (const ik::MethodInfo& b : ik::methods()) {
      if (&b <= &a) continue;
      const int compared = is_compared(a) + is_compared(b);
      const lab::Color x = lab::method_color(a), y = lab::method_color(b);
      const double to_all = vision::distance(x, y, vision::kSights);
      const double to_normal = vision::distance(x, y, kNormal);
      EXPECT_GE(to_all, kMinToAll[compared]) << a.id << " " << b.id;
      EXPECT_GE(to_normal, kMinToNormal[compared]) << a.id << " " << b.id;
      if (to_all < kMinToAll[compared] || to_normal < kMinToNormal[compared])
        unclear.insert(is_compared(b) ? &a : &b);
    }
  }
  for (const ik::MethodInfo* method : unclear) {
    ADD_FAILURE() << "for " << method->id << ", in kMethods of src/ik/method.cpp at the "
                  << "place of its row: " << free_color(method);
  }
}

TEST(MethodColors, LeaveOneForAFurtherMethod) {
  EXPECT_NE(free_color(nullptr), "") << "all have to be searched anew";
}

TEST(EffectorColors, StandOutOnBothGrounds) {
  for (int i = 0; i < 8; ++i) expect_to_stand_out(lab::series_color(i), std::to_string(i));
}

TEST(EffectorColors, DifferToEverySight) {
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < i; ++k) {
      // built-in bodies have at most four effectors
      const lab::Color x = lab::series_color(i), y = lab::series_color(k);
      EXPECT_GE(vision::distance(x, y, vision::kSights), i < 4 ? 15.0 : 7.5) << i << " " << k;
      EXPECT_GE(vision::distance(x, y, kNormal), i < 4 ? 25.0 : 14.0) << i << " " << k;
    }
  }
}

TEST(EffectorColors, DifferFromThoseOfMethods) {
  // an effector's ring surrounds a ball in the method's colour
  for (int i = 0; i < 8; ++i) {
    for (const ik::MethodInfo& method : ik::methods()) {
      const bool compared = is_compared(method);
      const lab::Color x = lab::series_color(i), y = lab::method_color(method);
      EXPECT_GE(vision::distance(x, y, kNormal), compared ? 12.0 : kMinToSeries)
          << i << " " << method.id;
      if (!compared) continue;
      EXPECT_GE(vision::distance(x, y, vision::kSights), 6.0) << i << " " << method.id;
    }
  }
}

TEST(EffectorColors, DifferFromTheRedOfTargets) {
  // the rings surround red balls
  for (int i = 0; i < 8; ++i) {
    EXPECT_GE(vision::distance(lab::series_color(i), color(0xd92b2b), kNormal), 16.0) << i;
  }
}

constexpr int kSolutionColors = 8;

/// A colour's smallest distance to another one for every sight on one ground.
double apart(lab::Color a, lab::Color b, std::span<const Sight> sights) {
  double least = 1e9;
  for (const Sight sight : sights) {
    const auto seen = [sight](lab::Color color) {
      return vision::cielab(vision::seen(vision::linear(color), sight));
    };
    least = std::min(least, vision::ciede2000(seen(a), seen(b)));
  }
  return least;
}

TEST(SolutionColors, HaveAContrastOfThreeToStartsWithoutASolution) {
  for (const bool dark : {false, true}) {
    for (int i = 0; i < kSolutionColors; ++i) {
      const lab::Color own = lab::solution_color(i, dark);
      EXPECT_GE(vision::contrast(own, lab::unreached_color(dark)), kMinContrast) << i << dark;
      for (const lab::Color& ground : grounds(dark)) {
        EXPECT_GE(vision::contrast(own, ground), kMinContrast) << i << dark;
      }
    }
  }
}

TEST(SolutionColors, DifferToEverySight) {
  constexpr Sight kRedGreen[] = {Sight::kProtan, Sight::kDeutan};
  for (const bool dark : {false, true}) {
    for (int i = 0; i < kSolutionColors; ++i) {
      for (int k = 0; k < i; ++k) {
        const lab::Color x = lab::solution_color(i, dark), y = lab::solution_color(k, dark);
        EXPECT_GE(apart(x, y, kNormal), 18.0) << i << ' ' << k << dark;
        EXPECT_GE(apart(x, y, kRedGreen), 10.0) << i << ' ' << k << dark;
        EXPECT_GE(apart(x, y, vision::kSights), i == 1 ? 25.0 : 8.0) << i << ' ' << k << dark;
      }
    }
  }
}

TEST(SolutionColors, AreTheirOwnFamily) {
  for (const bool dark : {false, true}) {
    for (int i = 0; i < kSolutionColors; ++i) {
      const lab::Color own = lab::solution_color(i, dark);
      const Eigen::Vector3d seen = vision::cielab(vision::linear(own));
      EXPECT_GE(seen.tail<2>().norm(), 25.0) << i << dark << ": not grey";
      for (const ik::MethodInfo& method : ik::methods()) {
        const lab::Color other = lab::on_ground(lab::method_color(method), dark);
        EXPECT_GE(apart(own, other, kNormal), is_compared(method) ? 12.0 : kMinToSeries)
            << i << ' ' << method.id << dark;
      }
      for (int k = 0; k < 8; ++k) {
        const lab::Color other = lab::on_ground(lab::series_color(k), dark);
        EXPECT_GE(apart(own, other, kNormal), kMinToSeries) << i << ' ' << k << dark;
      }
    }
  }
}

TEST(SolutionColors, HaveOneHueOnBothGrounds) {
  for (int i = 0; i < kSolutionColors; ++i) {
    const auto hue = [i](bool dark) {
      const Eigen::Vector3d seen = vision::cielab(vision::linear(lab::solution_color(i, dark)));
      return std::atan2(seen[2], seen[1]);
    };
    EXPECT_LT(std::abs(std::remainder(hue(true) - hue(false), 2.0 * std::numbers::pi)), 0.3) << i;
  }
}

TEST(OnGround, KeepsColoursOfALightGroundAndLightensThemOnADarkOne) {
  for (int i = 0; i < 8; ++i) {
    const lab::Color own = lab::series_color(i);
    const lab::Color light = lab::on_ground(own, false), dark = lab::on_ground(own, true);
    EXPECT_TRUE(light.r == own.r && light.g == own.g && light.b == own.b);
    EXPECT_GT(vision::luminance(dark), 1.5 * vision::luminance(own));
  }
}

TEST(OnGround, KeepsOpacityAndStaysWithinSRgb) {
  for (const unsigned code : {0x000000U, 0xffffffU, 0xffff00U, 0x0000ffU, 0x7f7f7fU, 0x00ff00U}) {
    lab::Color color_before = color(code);
    color_before.a = 0.3F;
    for (const bool dark : {false, true}) {
      const lab::Color shown = lab::on_ground(color_before, dark);
      EXPECT_EQ(shown.a, 0.3F);
      for (const float part : {shown.r, shown.g, shown.b}) {
        EXPECT_GE(part, 0.0F);
        EXPECT_LE(part, 1.0F);
      }
    }
    expect_to_stand_out(color_before, std::to_string(code));
  }
}

}  // namespace
