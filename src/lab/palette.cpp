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
constexpr std::array kSeries = {hex(0x0072b2), hex(0xe69f00), hex(0x009e73), hex(0xcc79a7),
                                hex(0x56b4e9), hex(0xd55e00), hex(0xb3a900), hex(0x7f7f7f)};

}  // namespace

Color method_color(const ik::MethodInfo& method) {
  const auto index = static_cast<std::size_t>(&method - ik::methods().data());
  return kMethods[index % kMethods.size()];
}

Color series_color(int i) { return kSeries[static_cast<std::size_t>(i) % kSeries.size()]; }

}  // namespace lab
