#include "ui/drawn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include <imgui_internal.h>

namespace drawn {
namespace {

constexpr float kTolerance = 1.0F;      // design points
constexpr float kTrailingGap = 14.0F;   // design points, after the last item of a row
constexpr int kFewCells = 3;            // of overlapping words
constexpr double kShareCovered = 0.12;  // of words covered by something else
constexpr int kOpaque = 128;            // alpha

bool inside(const ui::ItemRect& rect, ImVec2 point) {
  return point.x >= rect.min.x && point.x <= rect.max.x && point.y >= rect.min.y &&
         point.y <= rect.max.y;
}

ui::ItemRect common(const ui::ItemRect& a, const ui::ItemRect& b) {
  return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)},
          {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
}

bool empty(const ui::ItemRect& rect) {
  return rect.max.x <= rect.min.x || rect.max.y <= rect.min.y;
}

void extend(ui::ItemRect& rect, const ui::ItemRect& by) {
  rect.min = {std::min(rect.min.x, by.min.x), std::min(rect.min.y, by.min.y)};
  rect.max = {std::max(rect.max.x, by.max.x), std::max(rect.max.y, by.max.y)};
}

std::string utf8(ImWchar sign) {
  char bytes[5] = {};
  ImTextCharToUtf8(bytes, sign);
  return bytes;
}

std::string at(const ui::ItemRect& rect) {
  const auto number = [](float x) { return std::to_string(static_cast<int>(std::lround(x))); };
  return " at (" + number(rect.min.x) + ", " + number(rect.min.y) + ") to (" + number(rect.max.x) +
         ", " + number(rect.max.y) + ")";
}

std::string quoted(const Words& words) { return "“" + words.text + "” in " + words.window; }

/// Calls f(cell) for the grid cells with their centres inside a triangle and a rectangle.
template <class F>
void fill(std::array<ImVec2, 3> corners, const ui::ItemRect& within, int width, F f) {
  float top = within.max.y, bottom = within.min.y;
  for (const ImVec2& c : corners) top = std::min(top, c.y), bottom = std::max(bottom, c.y);
  top = std::max(top, within.min.y);
  bottom = std::min(bottom, within.max.y);
  const auto first = static_cast<int>(std::ceil(top - 0.5F));
  for (int row = std::max(first, 0); static_cast<float>(row) + 0.5F < bottom; ++row) {
    const float y = static_cast<float>(row) + 0.5F;
    float left = 1e9F, right = -1e9F;
    for (int i = 0; i < 3; ++i) {
      const ImVec2 a = corners[static_cast<std::size_t>(i)];
      const ImVec2 b = corners[static_cast<std::size_t>((i + 1) % 3)];
      if ((a.y <= y) == (b.y <= y)) continue;
      const float x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
      left = std::min(left, x), right = std::max(right, x);
    }
    left = std::max(left, within.min.x);
    right = std::min(right, within.max.x);
    const auto begin = static_cast<int>(std::ceil(left - 0.5F));
    for (int x = std::max(begin, 0); static_cast<float>(x) + 0.5F < right; ++x) {
      f(row * width + x);
    }
  }
}

}  // namespace

bool may_cover(const std::string& name) {
  const ImGuiWindow* window = ImGui::FindWindowByName(name.c_str());
  if (window == nullptr) return false;
  const ImGuiWindow* root = window->RootWindow;
  if ((root->Flags & (ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_Popup)) != 0) return true;
  const std::string_view over(root->Name);
  return over == "commands" || over == "help" || over == "notice";
}

/// State of read() for one frame.
class Reading {
 public:
  Reading(const Reader& reader, const ImDrawData& data)
      : reader_(reader),
        width_(static_cast<int>(std::ceil(data.DisplaySize.x / reader.scale_))),
        height_(static_cast<int>(std::ceil(data.DisplaySize.y / reader.scale_))),
        cells_(static_cast<std::size_t>(width_ * height_), -1) {}

  void list(const ImDrawList& list) {
    window_ = list._OwnerName == nullptr ? "a list" : list._OwnerName;
    fresh_ = true;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImVec4& c = command.ClipRect;
      clip_ = {{c.x, c.y}, {c.z, c.w}};
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
      const auto vertex = [&](unsigned i) -> const ImDrawVert& {
        return list.VtxBuffer[static_cast<int>(index[i] + command.VtxOffset)];
      };
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const ImDrawVert &a = vertex(i), &b = vertex(i + 1), &c3 = vertex(i + 2);
        const ImVec2 middle{0.5F * (a.uv.x + c3.uv.x), 0.5F * (a.uv.y + c3.uv.y)};
        if (const Reader::Glyph* glyph = reader_.glyph_at(middle)) {
          letter(*glyph, a, c3);
          i += 3;  // the other half of its rectangle
        } else if (opaque(a) && opaque(b) && opaque(c3)) {
          cover({a.pos, b.pos, c3.pos});
        }
      }
    }
  }

  Frame finish() {
    Frame& f = frame_;
    for (const auto& [pair, cells] : meetings_) {
      if (cells <= kFewCells) continue;
      const Words &under = f.words[pair.first], &over = f.words[pair.second];
      if (under.window != over.window && may_cover(over.window)) continue;
      f.collisions.push_back(quoted(over) + at(over.seen) + " lies over " + quoted(under));
    }
    for (const auto& [who, cells] : covers_) {
      const Words& words = f.words[who.first];
      // text that scrolls out of view is below the line at the edge
      if (words.cut_down) continue;
      if (cells < kShareCovered * whole_[who.first] || may_cover(who.second)) continue;
      f.collisions.push_back(quoted(words) + at(words.seen) + " is covered by something of " +
                             who.second);
    }
    return std::move(frame_);
  }

 private:
  static bool opaque(const ImDrawVert& vertex) {
    return static_cast<int>(vertex.col >> IM_COL32_A_SHIFT & 0xFFU) >= kOpaque;
  }

  ui::ItemRect on_grid(const ui::ItemRect& rect) const {
    const float s = reader_.scale_;
    const ui::ItemRect whole{{0.0F, 0.0F},
                             {static_cast<float>(width_), static_cast<float>(height_)}};
    return common({{rect.min.x / s, rect.min.y / s}, {rect.max.x / s, rect.max.y / s}}, whole);
  }

  void letter(const Reader::Glyph& which, const ImDrawVert& a, const ImDrawVert& b) {
    const ImFontGlyph& g = *which.glyph;
    if ((a.col >> IM_COL32_A_SHIFT & 0xFFU) == 0) return;
    // position of the whole letter; clipping may have removed a part
    const float share = (b.uv.x - a.uv.x) / (g.U1 - g.U0);
    const float size = (b.pos.x - a.pos.x) / (share * (g.X1 - g.X0));
    const float skipped_x = (a.uv.x - g.U0) / (g.U1 - g.U0) * (g.X1 - g.X0);
    const float skipped_y = (a.uv.y - g.V0) / (g.V1 - g.V0) * (g.Y1 - g.Y0);
    const ImVec2 pen{a.pos.x - (g.X0 + skipped_x) * size, a.pos.y - (g.Y0 + skipped_y) * size};
    const ui::ItemRect whole{{pen.x + g.X0 * size, pen.y + g.Y0 * size},
                             {pen.x + g.X1 * size, pen.y + g.Y1 * size}};
    const ui::ItemRect seen = common({a.pos, b.pos}, clip_);
    if (seen.max.y <= seen.min.y) return;  // outside the visible part

    const float space = which.font->FindGlyph(' ')->AdvanceX * size;
    const bool follows = !fresh_ && std::abs(pen.y - pen_.y) < 0.5F && pen.x > pen_.x - 1.5F &&
                         pen.x < pen_.x + 1.7F * space;
    if (!follows) {
      frame_.words.push_back({{}, window_, whole, seen, false, false});
      whole_.push_back(0.0F);
    } else if (pen.x > pen_.x + 0.6F * space) {
      frame_.words.back().text += ' ';
    }
    fresh_ = false;
    pen_ = {pen.x + g.AdvanceX * size, pen.y};
    Words& words = frame_.words.back();
    words.text += utf8(static_cast<ImWchar>(g.Codepoint));
    extend(words.whole, whole);
    if (!empty(seen)) extend(words.seen, seen);
    const float tolerance = kTolerance * reader_.scale_;
    words.cut_across |=
        whole.min.x < seen.min.x - tolerance || whole.max.x > seen.max.x + tolerance;
    words.cut_down |= whole.min.y < seen.min.y - tolerance || whole.max.y > seen.max.y + tolerance;
    whole_.back() += (whole.max.x - whole.min.x) * (whole.max.y - whole.min.y) /
                     (reader_.scale_ * reader_.scale_);
    ink(seen);
  }

  void ink(const ui::ItemRect& seen) {
    const ui::ItemRect box = on_grid(seen);
    const std::size_t mine = frame_.words.size() - 1;
    const auto paint = [&](int cell) {
      int& id = cells_[static_cast<std::size_t>(cell)];
      const auto me = static_cast<int>(mine);
      if (id >= 0 && id != me) ++meetings_[{static_cast<std::size_t>(id), mine}];
      id = me;
    };
    const ImVec2 a = box.min, b = box.max;
    if (empty(box)) return;
    fill({a, ImVec2{b.x, a.y}, b}, box, width_, paint);
    fill({a, b, ImVec2{a.x, b.y}}, box, width_, paint);
  }

  void cover(std::array<ImVec2, 3> corners) {
    for (ImVec2& c : corners) c = {c.x / reader_.scale_, c.y / reader_.scale_};
    fill(corners, on_grid(clip_), width_, [&](int cell) {
      int& id = cells_[static_cast<std::size_t>(cell)];
      if (id >= 0) ++covers_[{static_cast<std::size_t>(id), window_}];
      id = -1;
    });
  }

  const Reader& reader_;
  int width_, height_;
  std::vector<int> cells_;  // index of the words on each cell, or -1
  Frame frame_;
  std::vector<float> whole_;  // number of cells of all letters, by words
  std::map<std::pair<std::size_t, std::size_t>, int> meetings_;  // cells with overlapping words
  std::map<std::pair<std::size_t, std::string>, int> covers_;  // covered cells, by words and window
  std::string window_;
  ui::ItemRect clip_{};
  ImVec2 pen_{};       // after the last letter
  bool fresh_ = true;  // no letter so far in this list
};

Reader::Reader(const ImFontAtlas& atlas, float scale)
    : places_(static_cast<std::size_t>(atlas.TexWidth * atlas.TexHeight), -1),
      atlas_size_(static_cast<float>(atlas.TexWidth), static_cast<float>(atlas.TexHeight)),
      scale_(scale) {
  for (const ImFont* font : atlas.Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      const auto left = static_cast<int>(std::lround(glyph.U0 * atlas_size_.x));
      const auto right = static_cast<int>(std::lround(glyph.U1 * atlas_size_.x));
      const auto top = static_cast<int>(std::lround(glyph.V0 * atlas_size_.y));
      const auto bottom = static_cast<int>(std::lround(glyph.V1 * atlas_size_.y));
      if (!glyph.Visible || right <= left || bottom <= top) continue;
      for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
          places_[static_cast<std::size_t>(y * atlas.TexWidth + x)] =
              static_cast<int>(glyphs_.size());
        }
      }
      glyphs_.push_back({font, &glyph});
    }
  }
}

const Reader::Glyph* Reader::glyph_at(ImVec2 uv) const {
  const auto x = static_cast<int>(uv.x * atlas_size_.x), y = static_cast<int>(uv.y * atlas_size_.y);
  if (x < 0 || y < 0 || uv.x >= 1.0F || uv.y >= 1.0F) return nullptr;
  const int index = places_[static_cast<std::size_t>(y * static_cast<int>(atlas_size_.x) + x)];
  return index < 0 ? nullptr : &glyphs_[static_cast<std::size_t>(index)];
}

Frame Reader::read(const ImDrawData& data) const {
  Reading reading(*this, data);
  for (int i = 0; i < data.CmdListsCount; ++i) reading.list(*data.CmdLists[i]);
  return reading.finish();
}

namespace {

bool scrolls(const ImGuiWindow& window) {
  constexpr ImGuiWindowFlags kFixed =
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  return (window.Flags & kFixed) != kFixed && window.ScrollMax.y > 0.0F;
}

bool scrolls(std::string_view name) {
  for (const ImGuiWindow* window = ImGui::FindWindowByName(std::string(name).c_str());
       window != nullptr; window = window->ParentWindow) {
    if (scrolls(*window)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> cut_words(const Frame& frame, const ui::ItemRects& items) {
  std::vector<std::string> faults;
  for (const Words& words : frame.words) {
    const bool down = words.cut_down && !scrolls(words.window);
    if (!words.cut_across && !down) continue;
    const ImVec2 middle{0.5F * (words.seen.min.x + words.seen.max.x),
                        0.5F * (words.seen.min.y + words.seen.max.y)};
    // text in these fields scrolls with the cursor
    const auto typed = [&](const char* name) {
      const auto item = items.find(std::string_view(name));
      return item != items.end() && inside(item->second, middle);
    };
    if (typed("run/folder") || typed("commands/text")) continue;
    faults.push_back(quoted(words) + at(words.seen) + " is cut");
  }
  return faults;
}

std::vector<std::string> words_beyond_items(const Frame& frame, const ui::ItemRects& items,
                                            float scale) {
  std::vector<std::string> faults;
  for (const Words& words : frame.words) {
    const ui::ItemRect& seen = words.seen;
    const ImVec2 begin{seen.min.x + scale, 0.5F * (seen.min.y + seen.max.y)};
    const std::pair<const std::string, ui::ItemRect>* least = nullptr;
    const auto area = [](const ui::ItemRect& r) {
      return (r.max.x - r.min.x) * (r.max.y - r.min.y);
    };
    for (const auto& item : items) {
      if (!inside(common(item.second, {item.second.clip_min, item.second.clip_max}), begin)) {
        continue;
      }
      if (least == nullptr || area(item.second) < area(least->second)) least = &item;
    }
    if (least == nullptr || seen.max.x <= least->second.max.x + kTolerance * scale) continue;
    faults.push_back(quoted(words) + at(seen) + " stands out of " + least->first +
                     at(least->second));
  }
  return faults;
}

std::vector<std::string> crossing_items(const ui::ItemRects& all, float scale) {
  std::vector<std::string> faults;
  ui::ItemRects items;
  for (const auto& [name, rect] : all) {
    const ui::ItemRect seen = common(rect, {rect.clip_min, rect.clip_max});
    if (!empty(seen) && !name.ends_with("/edge")) items[name] = seen;
  }
  const float tolerance = kTolerance * scale;
  const auto within = [&](const ui::ItemRect& a, const ui::ItemRect& b) {
    return a.min.x >= b.min.x - tolerance && a.min.y >= b.min.y - tolerance &&
           a.max.x <= b.max.x + tolerance && a.max.y <= b.max.y + tolerance;
  };
  for (auto a = items.begin(); a != items.end(); ++a) {
    for (auto b = std::next(a); b != items.end(); ++b) {
      const ui::ItemRect both = common(a->second, b->second);
      if (both.max.x - both.min.x <= tolerance || both.max.y - both.min.y <= tolerance) continue;
      if (within(a->second, b->second) || within(b->second, a->second)) continue;
      faults.push_back(a->first + at(a->second) + " crosses " + b->first + at(b->second));
    }
  }
  return faults;
}

std::vector<std::string> overfull_windows(float scale) {
  std::vector<std::string> faults;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->Active || window->Hidden || window->SkipItems || window->IsFallbackWindow) {
      continue;
    }
    const ImVec2 end = window->DC.CursorMaxPos;
    const ImRect& room = window->InnerRect;
    const float tolerance = kTolerance * scale;
    const bool sideways = (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
    if (end.x > room.Max.x + kTrailingGap * scale && !sideways) {
      faults.push_back(std::string(window->Name) + " is " + std::to_string(end.x - room.Max.x) +
                       " too narrow");
    }
    if (end.y > room.Max.y + tolerance && !scrolls(*window)) {
      faults.push_back(std::string(window->Name) + " is " + std::to_string(end.y - room.Max.y) +
                       " too low");
    }
  }
  return faults;
}

}  // namespace drawn
