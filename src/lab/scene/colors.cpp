#include "lab/scene/colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Core>

namespace lab {
namespace {

// found by the search for the colours of methods, which were fixed: the first four farthest apart,
// and all clear of the report's methods and newton
constexpr std::array kSeries = {
    hex(0xb475b4), hex(0x6c1b00), hex(0x002d7e), hex(0x6c9900),
    hex(0x2d5136), hex(0x516c75), hex(0x3f363f), hex(0x7e755a),
};

// found by a search, too: farthest apart for every kind of colour vision, with a contrast of 3 to
// unreached_color(), clear of the methods' colours and without blue; the first two are the farthest
constexpr std::array kSolutions = {
    hex(0x108078), hex(0x602800), hex(0x9000b0), hex(0x406800),
    hex(0x8068c0), hex(0x883040), hex(0xa86850), hex(0x502050),
};

struct Anchor {
  double lightness, chroma, hue_deg;  ///< in Oklab, polar coordinates
};

// lightness in nearly even steps; chroma below sRGB's maximum at that lightness and hue
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

double decoded(float value) {
  const auto x = static_cast<double>(value);
  return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

/// Oklab to linear sRGB via cone responses, Ottosson (2020).
Eigen::Vector3d linear_of(const Lab& c) {
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(c[0] + 0.3963377774 * c[1] + 0.2158037573 * c[2]);
  const double m = cube(c[0] - 0.1055613458 * c[1] - 0.0638541728 * c[2]);
  const double s = cube(c[0] - 0.0894841775 * c[1] - 1.2914855480 * c[2]);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Color srgb_of(const Lab& c) {
  const Eigen::Vector3d linear = linear_of(c);
  return {encoded(linear[0]), encoded(linear[1]), encoded(linear[2])};
}

Eigen::Vector3d linear_of(Color color) {
  return {decoded(color.r), decoded(color.g), decoded(color.b)};
}

/// Linear sRGB to Oklab, Ottosson (2020).
Lab lab_of(const Eigen::Vector3d& linear) {
  const double r = linear[0], g = linear[1], b = linear[2];
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

/// The colour with that lightness and hue, and the largest chroma up to its own within sRGB.
Color nearest_srgb(Lab c) {
  constexpr double kLess = 0.97;  // factor on the chroma, per trial
  const auto inside = [](const Eigen::Vector3d& linear) {
    return linear.minCoeff() > -1e-4 && linear.maxCoeff() < 1.0 + 1e-4;
  };
  for (int trial = 0; trial < 100 && !inside(linear_of(c)); ++trial) c.tail<2>() *= kLess;
  return srgb_of(c);
}

// lightness ranges in Oklab, equally wide, with a contrast of 3 (WCAG 2.1) to panels and plots
constexpr double kLightGround[] = {0.33, 0.65};
constexpr double kDarkGround[] = {0.58, 0.90};
constexpr double kMaxLuminance = 0.287;  // on a light background; pure green exceeds it at 0.65

/// Relative luminance of linear sRGB, WCAG 2.1.
double luminance(const Eigen::Vector3d& linear) {
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

}  // namespace

std::uint8_t byte_of(float part) {
  return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(part, 0.0F, 1.0F)));
}

Color method_color(const ik::MethodInfo& method) { return hex(method.color); }

Color series_color(int i) { return kSeries[static_cast<std::size_t>(i) % kSeries.size()]; }

Color solution_color(int hue, bool dark) {
  return on_ground(kSolutions[static_cast<std::size_t>(hue) % kSolutions.size()], dark);
}

Color unreached_color(bool dark) { return hex(dark ? 0x2b2e34 : 0xd4d7dc); }

Color on_ground(Color color, bool dark) {
  const auto& [least, most] = dark ? kDarkGround : kLightGround;
  Color result = color;
  Eigen::Vector3d linear = linear_of(color);
  Lab c = lab_of(linear);
  const auto set_lightness = [&](double lightness) {
    c[0] = lightness;
    result = nearest_srgb(c);
    linear = linear_of(result);
  };
  const double lightness =
      std::clamp(c[0] + (dark ? kDarkGround[0] - kLightGround[0] : 0.0), least, most);
  if (lightness != c[0]) set_lightness(lightness);
  while (!dark && luminance(linear) > kMaxLuminance) set_lightness(c[0] - 0.005);
  result.a = color.a;
  return result;
}

Color color_at(double place) {
  std::array<Lab, kCount> points;
  std::array<double, kCount> length{};  // the path's up to each anchor
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
