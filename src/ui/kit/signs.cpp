#include "ui/kit/signs.h"

#include <algorithm>

#include <imgui_internal.h>

namespace ui {
namespace {

// What the window's own texts and most names need: Latin, Greek, transposed, subscripts i and r,
// punctuation, numeric super- and subscripts, arrows, operators, angle brackets, subscript j.
// Pictures of letters are a tenth of the program's start: further ones are made when a text has
// them. The atlas keeps the pointer.
constexpr ImWchar kUsual[] = {0x0020, 0x00ff, 0x0386, 0x03ce, 0x1d40, 0x1d40, 0x1d62,
                              0x1d63, 0x2010, 0x2026, 0x2070, 0x208e, 0x2190, 0x2193,
                              0x2202, 0x2212, 0x221a, 0x221e, 0x2260, 0x2265, 0x27e8,
                              0x27eb, 0x2c7c, 0x2c7c, 0};

constexpr int kDigitWidth = 3, kDigitHeight = 5;  // dots
/// The dots of the hexadecimal digits, row by row, three bits each.
constexpr unsigned kDigits[16] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111,
                                  075757, 075717, 025755, 065656, 034443, 065556, 074647, 074644};

}  // namespace

const ImWchar* usual_signs() { return kUsual; }

bool is_usual_sign(ImWchar sign) {
  for (const ImWchar* range = kUsual; *range != 0; range += 2) {
    if (sign >= range[0] && sign <= range[1]) return true;
  }
  return sign < 0x20;
}

void add_further_signs(std::string_view text, std::set<ImWchar>& signs) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    if (static_cast<unsigned char>(*at) < 0x80) {
      ++at;
      continue;
    }
    unsigned code = 0;
    at += std::max(ImTextCharFromUtf8(&code, at, end), 1);
    const auto sign = static_cast<ImWchar>(code <= 0xffff ? code : 0xfffd);
    if (!is_usual_sign(sign)) signs.insert(sign);
  }
}

SignPicture numbered_box(ImWchar sign, int height) {
  // two rows and two columns of digits, with a dot between them, around them, and a frame
  constexpr int kWide = 2 * kDigitWidth + 5, kHigh = 2 * kDigitHeight + 5;  // dots
  const int dot = std::max(1, height / kHigh);                              // pixels
  SignPicture box{.width = (kWide + 1) * dot, .height = height, .alpha = {}};
  box.alpha.assign(static_cast<std::size_t>(box.width * box.height), 0);
  const int top = std::max(0, (height - kHigh * dot) / 2);
  const auto fill = [&](int column, int row) {
    for (int y = top + row * dot; y < std::min(top + (row + 1) * dot, height); ++y) {
      for (int x = column * dot; x < (column + 1) * dot; ++x) {
        box.alpha[static_cast<std::size_t>(y * box.width + x)] = 0xff;
      }
    }
  };
  for (int x = 0; x < kWide; ++x) fill(x, 0), fill(x, kHigh - 1);
  for (int y = 0; y < kHigh; ++y) fill(0, y), fill(kWide - 1, y);
  for (int i = 0; i < 4; ++i) {
    const unsigned digit = kDigits[static_cast<unsigned>(sign) >> (12 - 4 * i) & 0xfU];
    const int left = 2 + i % 2 * (kDigitWidth + 1), above = 2 + i / 2 * (kDigitHeight + 1);
    for (int bit = 0; bit < kDigitWidth * kDigitHeight; ++bit) {
      const bool set = (digit >> (kDigitWidth * kDigitHeight - 1 - bit) & 1U) != 0;
      if (set) fill(left + bit % kDigitWidth, above + bit / kDigitWidth);
    }
  }
  return box;
}

}  // namespace ui
