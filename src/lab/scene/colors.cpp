#include "lab/scene/colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Core>

namespace lab {
namespace {

constexpr Color hex(unsigned code) {
  const auto part = [code](unsigned shift) {
    return static_cast<float>((code >> shift) & 0xffU) / 255.0F;
  };
  return {part(16), part(8), part(0)};
}

// blue, the colour of the third method, is DLS, the report's recommendation and the start-up method
constexpr std::array kMethods = {hex(0xe69f00), hex(0xcc79a7), hex(0x0072b2), hex(0x009e73),
                                 hex(0x56b4e9), hex(0xd55e00), hex(0xb3a900), hex(0x7f7f7f)};
// the set has eight; the next eight methods have them darker, and eight more lighter
constexpr std::array kShades = {0.0F, -0.35F, 0.45F};
// after Tol's (2021) muted set, its darkest ones lightened for the dark theme; none is a method's
constexpr std::array kSeries = {hex(0x6a5acd), hex(0xcc6677), hex(0x44aa99), hex(0x999933),
                                hex(0xb0447f), hex(0x88ccee), hex(0x2e8b57), hex(0xddcc77)};

}  // namespace

Color method_color(const ik::MethodInfo& method) {
  const auto index = static_cast<std::size_t>(&method - ik::methods().data());
  return shaded(kMethods[index % kMethods.size()],
                kShades[index / kMethods.size() % kShades.size()]);
}

Color shaded(Color color, float share) {
  const auto part = [share](float x) {
    return share < 0.0F ? x * (1.0F + share) : x + (1.0F - x) * share;
  };
  return {part(color.r), part(color.g), part(color.b)};
}

Color series_color(int i) { return kSeries[static_cast<std::size_t>(i) % kSeries.size()]; }

namespace {

struct Anchor {
  double lightness, chroma, hue_deg;  ///< in Oklab, by polar coordinates
};

// lightness in nearly even steps; chroma below what sRGB has at that lightness and hue
constexpr Anchor kAnchors[] = {
    {0.24, 0.085, 290.0}, {0.38, 0.125, 272.0}, {0.51, 0.115, 245.0}, {0.63, 0.100, 205.0},
    {0.74, 0.125, 165.0}, {0.84, 0.150, 130.0}, {0.94, 0.120, 108.0},
};
constexpr std::size_t kCount = std::size(kAnchors);

using Lab = Eigen::Vector3d;

Lab lab_of(const Anchor& anchor) {
  const double hue = anchor.hue_deg * std::numbers::pi / 180.0;
  return {anchor.lightness, anchor.chroma * std::cos(hue), anchor.chroma * std::sin(hue)};
}

/// The transfer function of sRGB, IEC 61966-2-1.
float encoded(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  return static_cast<float>(x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055);
}

/// Oklab to sRGB by way of the cones, Ottosson (2020).
Color srgb_of(const Lab& c) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(c[0] + 0.3963377774 * c[1] + 0.2158037573 * c[2]);
  const double m = cube(c[0] - 0.1055613458 * c[1] - 0.0638541728 * c[2]);
  const double s = cube(c[0] - 0.0894841775 * c[1] - 1.2914855480 * c[2]);
  return {encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

Color color_at(double place) {
  std::array<Lab, kCount> points;
  std::array<double, kCount> length{};  // of the path up to each anchor
  for (std::size_t i = 0; i < kCount; ++i) {
    points[i] = lab_of(kAnchors[i]);
    if (i > 0) length[i] = length[i - 1] + (points[i] - points[i - 1]).norm();
  }
  const double walked = place > 0.0 ? std::min(place, 1.0) * length.back() : 0.0;
  std::size_t next = 1;
  while (next + 1 < kCount && length[next] < walked) ++next;
  const double share = (walked - length[next - 1]) / (length[next] - length[next - 1]);
  return srgb_of(points[next - 1] + share * (points[next] - points[next - 1]));
}

Color signed_color_at(double value, bool dark) {
  // the hues of Okabe and Ito's blue and vermilion
  const Anchor negative{dark ? 0.70 : 0.52, 0.115, 247.0};
  const Anchor positive{dark ? 0.70 : 0.52, 0.125, 45.0};
  const Anchor middle{dark ? 0.27 : 0.965, 0.004, 260.0};
  const double share = value > 0.0 ? std::min(value, 1.0) : value < 0.0 ? std::max(value, -1.0) : 0;
  const Lab end = lab_of(share < 0.0 ? negative : positive);
  return srgb_of(lab_of(middle) + std::abs(share) * (end - lab_of(middle)));
}

}  // namespace lab
