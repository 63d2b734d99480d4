#include "app/window/imgui_layer.h"

#include <fontconfig/fontconfig.h>

#include "io/files/file.h"

namespace app {
namespace {

template <auto destroy>
struct Destroys {
  template <class Held>
  void operator()(Held* held) const {
    destroy(held);
  }
};
using Pattern = std::unique_ptr<FcPattern, Destroys<FcPatternDestroy>>;
using CharSet = std::unique_ptr<FcCharSet, Destroys<FcCharSetDestroy>>;
using FontSet = std::unique_ptr<FcFontSet, Destroys<FcFontSetDestroy>>;

struct FoundFont {
  std::string path;
  int number = 0;
};

/// Whether Dear ImGui can draw the font: outlines in one colour, and no variable font.
bool can_be_drawn(const FcPattern* font) {
  FcBool outline = FcFalse, color = FcFalse, variable = FcFalse;
  FcPatternGetBool(font, FC_OUTLINE, 0, &outline);
  FcPatternGetBool(font, FC_COLOR, 0, &color);
  FcPatternGetBool(font, FC_VARIABLE, 0, &variable);
  FcChar8* format = nullptr;
  FcPatternGetString(font, FC_FONTFORMAT, 0, &format);
  const std::string kind = format == nullptr ? "" : reinterpret_cast<const char*>(format);
  return outline == FcTrue && color == FcFalse && variable == FcFalse &&
         (kind == "TrueType" || kind == "CFF");
}

std::optional<FoundFont> find_font(ImWchar sign) {
  const Pattern wanted(FcPatternCreate());
  const CharSet signs(FcCharSetCreate());
  FcCharSetAddChar(signs.get(), sign);
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, signs.get());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultMatch;
  const FontSet ranked(FcFontSort(nullptr, wanted.get(), FcFalse, nullptr, &result));
  for (int i = 0; ranked != nullptr && i < ranked->nfont; ++i) {
    const FcPattern* const font = ranked->fonts[i];
    FcCharSet* has = nullptr;
    FoundFont found;
    FcChar8* path = nullptr;
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &has) != FcResultMatch ||
        FcCharSetHasChar(has, sign) == FcFalse || !can_be_drawn(font) ||
        FcPatternGetString(font, FC_FILE, 0, &path) != FcResultMatch) {
      continue;
    }
    found.path = reinterpret_cast<const char*>(path);
    FcPatternGetInteger(font, FC_INDEX, 0, &found.number);
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ui::SystemFont> SystemFonts::font_with(ImWchar sign) {
  const auto found = find_font(sign);
  if (!found) return std::nullopt;
  auto file = files_.find(found->path);
  if (file == files_.end()) {
    try {
      file = files_.emplace(found->path, io::read_file(found->path)).first;
    } catch (const io::Error&) {
      return std::nullopt;
    }
  }
  return ui::SystemFont{&file->second, found->number};
}

std::optional<ui::SignPicture> picture_of_sign(ImWchar, int) { return std::nullopt; }

}  // namespace app
