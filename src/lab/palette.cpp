#include "lab/palette.h"

#include <array>

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

}  // namespace lab
