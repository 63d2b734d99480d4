#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include <Eigen/Core>

#include "lab/scene/colors.h"

/// Visibility of colours and of their differences.
namespace vision {

/// sRGB to linear light, IEC 61966-2-1.
inline Eigen::Vector3d linear(lab::Color color) {
  const auto decode = [](float value) {
    const double x = static_cast<double>(value);
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  return {decode(color.r), decode(color.g), decode(color.b)};
}

/// Relative luminance and contrast, WCAG 2.1: 4.5 is enough for text, 3 for large text and signs.
inline double luminance(lab::Color color) {
  return Eigen::Vector3d(0.2126, 0.7152, 0.0722).dot(linear(color));
}
inline double contrast(lab::Color a, lab::Color b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// A colour blended over a background, as in the window.
inline lab::Color over(lab::Color top, float alpha, lab::Color ground) {
  const auto mix = [alpha](float a, float b) { return alpha * a + (1.0F - alpha) * b; };
  return {mix(top.r, ground.r), mix(top.g, ground.g), mix(top.b, ground.b)};
}

enum class Sight { kNormal, kProtan, kDeutan, kTritan };
inline constexpr Sight kSights[] = {Sight::kNormal, Sight::kProtan, Sight::kDeutan, Sight::kTritan};

/// Linear light as seen with a kind of color vision: Machado, Oliveira and Fernandes (2009), "A
/// physiologically-based model for simulation of color vision deficiency", severity 1.0.
inline Eigen::Vector3d seen(const Eigen::Vector3d& light, Sight sight) {
  Eigen::Matrix3d m = Eigen::Matrix3d::Identity();
  if (sight == Sight::kProtan) {
    m << 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
        1.051998;
  } else if (sight == Sight::kDeutan) {
    m << 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881;
  } else if (sight == Sight::kTritan) {
    m << 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
        0.303900;
  }
  return (m * light).cwiseMax(0.0).cwiseMin(1.0);
}

/// Linear sRGB to CIE L*a*b* under D65.
inline Eigen::Vector3d cielab(const Eigen::Vector3d& light) {
  Eigen::Matrix3d xyz_from_rgb;
  xyz_from_rgb << 0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339,
      0.1191920, 0.9503041;
  const Eigen::Vector3d xyz =
      (xyz_from_rgb * light).cwiseQuotient(Eigen::Vector3d(0.95047, 1.0, 1.08883));
  const auto f = [](double t) {
    return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
  };
  const double x = f(xyz[0]), y = f(xyz[1]), z = f(xyz[2]);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

/// CIEDE2000 distance of two colours in CIE L*a*b*: 1 is just visible side by side. Notation of
/// Sharma, Wu and Dalal (2005), "The CIEDE2000 color-difference formula".
inline double ciede2000(const Eigen::Vector3d& one, const Eigen::Vector3d& two) {
  constexpr double kDegree = std::numbers::pi / 180.0;
  const auto pow7 = [](double x) { return x * x * x * x * x * x * x; };
  const auto strength = [&](double C) { return std::sqrt(pow7(C) / (pow7(C) + pow7(25.0))); };
  const double G = 0.5 * (1.0 - strength(0.5 * (one.tail<2>().norm() + two.tail<2>().norm())));
  const double a1 = (1.0 + G) * one[1], a2 = (1.0 + G) * two[1];
  const double C1 = std::hypot(a1, one[2]), C2 = std::hypot(a2, two[2]);
  const auto hue = [](double b, double a) {
    const double h = std::atan2(b, a) / kDegree;
    return h < 0.0 ? h + 360.0 : h;
  };
  const double h1 = hue(one[2], a1), h2 = hue(two[2], a2);
  const bool grey = C1 * C2 == 0.0;
  const double dh = grey ? 0.0 : std::remainder(h2 - h1, 360.0);
  const double dL = two[0] - one[0], dC = C2 - C1;
  const double dH = 2.0 * std::sqrt(C1 * C2) * std::sin(0.5 * dh * kDegree);
  const double L = 0.5 * (one[0] + two[0]), C = 0.5 * (C1 + C2);
  double h = grey ? h1 + h2 : 0.5 * (h1 + h2);
  if (!grey && std::abs(h1 - h2) > 180.0) h += h1 + h2 < 360.0 ? 180.0 : -180.0;
  const auto cosine = [](double degrees) { return std::cos(degrees * kDegree); };
  const double T = 1.0 - 0.17 * cosine(h - 30.0) + 0.24 * cosine(2.0 * h) +
                   0.32 * cosine(3.0 * h + 6.0) - 0.20 * cosine(4.0 * h - 63.0);
  const double turn = 30.0 * std::exp(-std::pow((h - 275.0) / 25.0, 2));
  const double away = (L - 50.0) * (L - 50.0);
  const double SL = 1.0 + 0.015 * away / std::sqrt(20.0 + away);
  const double SC = 1.0 + 0.045 * C, SH = 1.0 + 0.015 * C * T;
  const double RT = -std::sin(2.0 * turn * kDegree) * 2.0 * strength(C);
  return std::sqrt(std::pow(dL / SL, 2) + std::pow(dC / SC, 2) + std::pow(dH / SH, 2) +
                   RT * (dC / SC) * (dH / SH));
}

/// Smallest distance of two colours over kinds of color vision, on a light and a dark background.
inline double distance(lab::Color a, lab::Color b, std::span<const Sight> sights) {
  double least = 1e9;
  for (const bool dark : {false, true}) {
    const Eigen::Vector3d x = linear(lab::on_ground(a, dark)), y = linear(lab::on_ground(b, dark));
    for (const Sight sight : sights) {
      least = std::min(least, ciede2000(cielab(seen(x, sight)), cielab(seen(y, sight))));
    }
  }
  return least;
}

}  // namespace vision
