#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ui/kit/theme.h"

namespace app {

/// The fonts of the system. A page has none.
class SystemFonts {
 public:
  /// A font with outlines that has the sign, as fontconfig ranks them; none: there is none. The
  /// bytes last as long as this object.
  std::optional<ui::SystemFont> font_with(ImWchar sign);

 private:
  std::map<std::string, std::string> files_;  // bytes by path
};

/// The sign as the browser draws it; none on a desktop.
std::optional<ui::SignPicture> picture_of_sign(ImWchar sign, int height);

}  // namespace app
