#pragma once

#include <string>
#include <vector>

#include <imgui.h>

#include "ui/kit/items.h"

/// Reads back from a frame's triangles what is written where, and finds what cannot be read or
/// reached: the truth of what is on the screen, whatever the panels meant to draw.
namespace drawn {

/// Letters beside each other on one line.
struct Words {
  std::string text;
  std::string window;  ///< Dear ImGui's name of it, or of the list before or behind all windows
  ui::ItemRect whole;  ///< of all drawn letters
  ui::ItemRect seen;   ///< what clipping leaves of them
  bool cut_across = false;
  bool cut_down = false;
};

/// A frame as it is read back.
struct Frame {
  std::vector<Words> words;
  std::vector<std::string> collisions;  ///< words over words, and words that something covers
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
  std::vector<int> places_;  // of the atlas's pixels: index of a glyph, or -1
  ImVec2 atlas_size_;
  float scale_;
};

/// Words that are cut, except at the top and bottom of what scrolls, and in fields that are typed
/// into.
std::vector<std::string> cut_words(const Frame& frame, const ui::ItemRects& items);

/// Whether a window may lie over others, since it comes and goes: lists, hints, messages.
bool may_cover(const std::string& window);

/// Words that stand out of the smallest item in which they begin.
std::vector<std::string> words_beyond_items(const Frame& frame, const ui::ItemRects& items,
                                            float scale);

/// Items of which one covers a part of another.
std::vector<std::string> crossing_items(const ui::ItemRects& items, float scale);

/// Windows whose contents are wider than they are, or higher without scrolling.
std::vector<std::string> overfull_windows(float scale);

}  // namespace drawn
