#pragma once

#include <string>
#include <vector>

#include <imgui.h>

#include "ui/kit/focus.h"

/// Reads texts and their positions back from a frame's triangles, and finds unreadable or
/// unreachable ones: what is really on the screen, not what the panels meant to draw.
namespace drawn {

/// Adjacent letters on one line.
struct Words {
  std::string text;
  std::string window;  ///< name in Dear ImGui, or of the list before or behind all windows
  ui::ItemRect whole;  ///< bounds of all drawn letters
  ui::ItemRect seen;   ///< the part inside the clip rectangle
  bool cut_across = false;
  bool cut_down = false;
};

/// The texts of a frame.
struct Frame {
  std::vector<Words> words;
  std::vector<std::string> collisions;  ///< overlapping words, and covered words
};

class Reader {
 public:
  /// \param scale display coordinates per design point
  Reader(const ImFontAtlas& atlas, float scale);

  Frame read(const ImDrawData& data) const;

 private:
  friend class Reading;
  struct Glyph {
    const ImFont* font;
    const ImFontGlyph* glyph;
  };
  const Glyph* glyph_at(ImVec2 uv) const;

  std::vector<Glyph> glyphs_;
  std::vector<int> places_;  // per pixel of the atlas: index of a glyph, or -1
  ImVec2 atlas_size_;
  float scale_;
};

/// Words that are clipped, except at the top and bottom of scrolling windows and in text fields.
std::vector<std::string> cut_words(const Frame& frame, const ui::ItemRects& items);

/// True if a window may cover others because it is temporary: lists, hints, messages.
bool may_cover(const std::string& window);

/// Words that extend beyond the smallest item in which they begin.
std::vector<std::string> words_beyond_items(const Frame& frame, const ui::ItemRects& items,
                                            float scale);

/// Pairs of partly overlapping items.
std::vector<std::string> crossing_items(const ui::ItemRects& items, float scale);

/// Windows with contents that are too wide, or too high without scrolling.
std::vector<std::string> overfull_windows(float scale);

}  // namespace drawn
