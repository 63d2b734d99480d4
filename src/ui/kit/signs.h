#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace ui {

/// A font file of the system.
struct SystemFont {
  const std::string* bytes;  ///< the file's
  int number = 0;            ///< which font in the file

  bool operator==(const SystemFont&) const = default;
};

/// A sign as a picture, from the top of its line.
struct SignPicture {
  int width = 0, height = 0;        ///< pixels
  std::vector<std::uint8_t> alpha;  ///< (width × height) opacities, row by row
};

/// Signs beyond the letters and symbols that the window itself writes, and where they come from.
struct FurtherSigns {
  std::set<ImWchar> signs;
  /// The font of the system for a sign; none: no font has it. May be empty. Its bytes must outlive
  /// the atlas.
  std::function<std::optional<SystemFont>(ImWchar sign)> font = {};
  /// The sign as the platform draws it, for lines of that height in pixels. May be empty.
  std::function<std::optional<SignPicture>(ImWchar sign, int height)> picture = {};
};

/// Adds the signs of a text that the window itself does not write. Signs that Dear ImGui cannot
/// draw, beyond U+FFFF, count as U+FFFD.
/// \param text UTF-8
void add_further_signs(std::string_view text, std::set<ImWchar>& signs);

/// Whether the window itself writes the sign: Latin, Greek, mathematical symbols.
bool is_usual_sign(ImWchar sign);
/// Ranges of the usual signs, as Dear ImGui takes them.
const ImWchar* usual_signs();

/// A box with the sign's number in hexadecimal digits, two above two, for lines of that height in
/// pixels.
SignPicture numbered_box(ImWchar sign, int height);

}  // namespace ui
