#include "ui/overlay/labels.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"

namespace ui {

namespace {

constexpr int kNone = -1;         // the label was left out
constexpr float kSpare = 2.0F;    // free gaps around a label that reappears
constexpr float kFarther = 2.5F;  // gaps from a disc to a label at an outer offset

/// Directions from a disc to its label, the best one first: beside it, so that both read as one.
const ImVec2 kDirections[] = {{1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}};
constexpr int kDirectionCount = static_cast<int>(std::size(kDirections));
constexpr int kOffsetCount = 2 * kDirectionCount;  // close to the disc, then farther away

/// The label at an offset: one side or corner is a gap away from the disc.
ItemRect label_at(const LabelWish& wish, int offset, float gap) {
  const ImVec2 way = kDirections[offset % kDirectionCount];
  const float length = std::hypot(way.x, way.y);
  const float gaps = offset < kDirectionCount ? 1.0F : kFarther;
  const float distance = (wish.around.radius + gaps * gap) / length;
  // on whole pixels, to be sharp
  const ImVec2 corner{std::round(wish.around.center.x + way.x * (distance + 0.5F * wish.size.x) -
                                 0.5F * wish.size.x),
                      std::round(wish.around.center.y + way.y * (distance + 0.5F * wish.size.y) -
                                 0.5F * wish.size.y)};
  return {corner, corner + wish.size};
}

bool overlap(const ItemRect& a, const ItemRect& b, float gap) {
  return a.min.x < b.max.x + gap && b.min.x < a.max.x + gap && a.min.y < b.max.y + gap &&
         b.min.y < a.max.y + gap;
}

bool covers(const ItemRect& rect, const Disc& disc, float gap) {
  const float x = std::clamp(disc.center.x, rect.min.x, rect.max.x) - disc.center.x;
  const float y = std::clamp(disc.center.y, rect.min.y, rect.max.y) - disc.center.y;
  return std::hypot(x, y) < disc.radius + gap;
}

/// Whether a label is clear of the edge, of everything in the room and of the labels so far.
/// \param gap to all of these, except to the label's own discs
bool is_free(const ItemRect& rect, const LabelWish& wish, const LabelRoom& room,
             std::span<const std::optional<ItemRect>> labels, float gap) {
  if (rect.min.x < room.area.min.x + gap || rect.max.x > room.area.max.x - gap) return false;
  if (rect.min.y < room.area.min.y + gap || rect.max.y > room.area.max.y - gap) return false;
  const auto met = [&](const ItemRect& other) { return overlap(rect, other, gap); };
  if (std::ranges::any_of(room.taken, met)) return false;
  const auto hidden = [&](const Disc& disc) {
    const float x = disc.center.x - wish.around.center.x, y = disc.center.y - wish.around.center.y;
    const bool own = std::hypot(x, y) < wish.around.radius;
    // a pixel less: a label is rounded to whole pixels
    return covers(rect, disc, own ? room.gap - 1.0F : gap - 1.0F);
  };
  if (std::ranges::any_of(room.discs, hidden)) return false;
  return std::ranges::none_of(labels, [&](const auto& label) { return label && met(*label); });
}

}  // namespace

std::vector<std::optional<ItemRect>> LabelPlaces::place(std::span<const LabelWish> wishes,
                                                        const LabelRoom& room) {
  std::vector<std::optional<ItemRect>> labels(wishes.size());
  // 0, the best offset, for a new label
  const auto before = [this](int id) { return offsets_[id]; };
  std::map<int, int> offsets;
  // labels that can stay come first, so that a label that has to move displaces no other
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const int offset = before(wishes[i].id);
    if (offset == kNone) continue;
    const ItemRect rect = label_at(wishes[i], offset, room.gap);
    if (!is_free(rect, wishes[i], room, labels, room.gap)) continue;
    labels[i] = rect;
    offsets[wishes[i].id] = offset;
  }
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (labels[i]) continue;
    const float gap = before(wishes[i].id) == kNone ? (1.0F + kSpare) * room.gap : room.gap;
    offsets[wishes[i].id] = kNone;
    for (int offset = 0; offset < kOffsetCount && !labels[i]; ++offset) {
      const ItemRect rect = label_at(wishes[i], offset, room.gap);
      if (!is_free(rect, wishes[i], room, labels, gap)) continue;
      labels[i] = rect;
      offsets[wishes[i].id] = offset;
    }
  }
  offsets_ = std::move(offsets);
  return labels;
}

std::vector<ItemRect> windows_over(const ItemRect& area, bool before) {
  std::vector<ItemRect> result;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!(before ? window->WasActive : window->Active) || window->Hidden ||
        window->ParentWindow != nullptr)
      continue;
    // Dear ImGui's own window, which is not drawn
    if (window->IsFallbackWindow && !window->WriteAccessed) continue;
    // hints come and go with the pointer
    if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0) continue;
    const ItemRect rect{window->Pos, window->Pos + window->Size};
    if (overlap(rect, area, 0.0F)) result.push_back(rect);
  }
  return result;
}

bool LabelPlaces::apart(int pair, float distance, float least) {
  bool& apart = apart_[pair];
  apart = distance > (apart ? least : 1.5F * least);
  return apart;
}

namespace {

constexpr float kLabelGap = 4.0F;   // design points, between a label and anything else
constexpr float kNear = 44.0F;      // design points, between an effector and its target
constexpr float kMinRadius = 1.5F;  // design points, of a ball with a label
constexpr float kWidest = 180.0F;   // design points, of a name
constexpr float kBar = 3.0F;        // design points, width of the bar in the effector's colour
constexpr float kArrow = 9.0F;      // design points, half the length of an arrow

Disc around(const Disc& a, const Disc& b) {
  const float x = b.center.x - a.center.x, y = b.center.y - a.center.y;
  const float distance = std::hypot(x, y);
  if (distance + b.radius <= a.radius) return a;
  if (distance + a.radius <= b.radius) return b;
  const float radius = 0.5F * (distance + a.radius + b.radius);
  const float share = (radius - a.radius) / distance;
  return {{a.center.x + share * x, a.center.y + share * y}, radius};
}

std::string fitted(const Theme& theme, std::string_view name) {
  return shortened(name, theme.px(kWidest), theme.font.small);
}

void draw_label(const Theme& theme, const ItemRect& rect, const NamedPair& pair, bool of_target,
                ImDrawList& list) {
  const Colors& c = theme.color;
  const float rounding = theme.px(4), bar = theme.px(kBar);
  fill_rect(list, rect, faded(c.panel, kLabelGround), rounding);
  fill_rect(list, {rect.min, {rect.min.x + bar, rect.max.y}}, ink_of(theme, pair.color), rounding,
            ImDrawFlags_RoundCornersLeft);
  const float height = line_height(theme.font.small);
  const std::string shown = fitted(theme, pair.name);
  if (shown != pair.name) hint_over_picture(theme, rect.min, rect.max, pair.name);
  write(list, theme.font.small,
        {rect.min.x + bar + theme.px(4), std::round(0.5F * (rect.min.y + rect.max.y - height))},
        of_target ? c.muted : c.text, shown);
}

/// An arrow at the edge of the picture that points to a target outside.
struct EdgeArrow {
  Disc at;     ///< the label is beside it
  ImVec2 way;  ///< unit, towards the target
  lab::Color color;
};

/// The arrow to a disc with its centre outside of the picture, clear of the windows if there is
/// room; none if the centre is inside.
std::optional<EdgeArrow> arrow_to(const Theme& theme, const ItemRect& area, const Disc& disc,
                                  std::span<const ItemRect> windows) {
  const ImVec2 c = disc.center;
  if (c.x >= area.min.x && c.x <= area.max.x && c.y >= area.min.y && c.y <= area.max.y) return {};
  const float r = theme.px(kArrow), inset = r + theme.px(3);
  if (area.max.x - area.min.x < 4.0F * inset || area.max.y - area.min.y < 4.0F * inset) return {};
  EdgeArrow arrow{{{std::clamp(c.x, area.min.x + inset, area.max.x - inset),
                    std::clamp(c.y, area.min.y + inset, area.max.y - inset)},
                   r},
                  {},
                  {}};
  for (const ItemRect& window : windows) {
    if (!covers(window, arrow.at, 0.0F)) continue;
    const float below = window.max.y + inset, above = window.min.y - inset;
    arrow.at.center.y = below <= area.max.y - inset ? below : std::max(above, area.min.y + inset);
  }
  const ImVec2 way = c - arrow.at.center;
  const float length = std::hypot(way.x, way.y);
  if (!std::isfinite(length) || length <= 0.0F) return {};
  arrow.way = {way.x / length, way.y / length};
  return arrow;
}

void draw_arrow(const Theme& theme, const EdgeArrow& arrow, ImDrawList& list) {
  const ImVec2 at = arrow.at.center, way = arrow.way;
  const float r = arrow.at.radius;
  const auto point = [&](float along, float side) {
    return ImVec2(at.x + r * (along * way.x - side * way.y),
                  at.y + r * (along * way.y + side * way.x));
  };
  const ImVec2 tip = point(1.0F, 0.0F), left = point(-0.7F, 0.8F), right = point(-0.7F, -0.8F);
  list.AddTriangleFilled(tip, left, right, packed(ink_of(theme, arrow.color)));
  list.AddTriangle(tip, left, right, packed(theme.color.panel), theme.px(1));
}

}  // namespace

std::vector<PlacedLabel> draw_labels(const Theme& theme, const Area& view,
                                     std::span<const NamedPair> pairs,
                                     std::span<const ItemRect> taken, LabelPlaces& places,
                                     ImDrawList& list) {
  const ItemRect area{view.corner, view.end()};
  std::vector<ItemRect> covered = windows_over(area);
  covered.insert(covered.end(), taken.begin(), taken.end());
  std::vector<EdgeArrow> arrows;
  std::vector<LabelWish> wishes, of_targets;
  std::vector<Disc> discs;
  const float height = line_height(theme.font.small) + theme.px(4);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const NamedPair& pair = pairs[i];
    if (!pair.effector || pair.effector->radius < theme.px(kMinRadius)) continue;
    const int id = 2 * static_cast<int>(i);  // the target's label has id + 1
    auto arrow = pair.target ? arrow_to(theme, area, *pair.target, covered) : std::nullopt;
    const ImVec2 size{
        text_width(theme.font.small, fitted(theme, pair.name).c_str()) + theme.px(kBar + 9),
        height};
    LabelWish wish{id, *pair.effector, size};
    discs.push_back(*pair.effector);
    if (pair.target) {
      const Disc& target = arrow ? arrow->at : *pair.target;
      discs.push_back(target);
      if (arrow) {
        arrow->color = pair.color;
        arrows.push_back(*arrow);
      }
      const float distance = std::hypot(pair.target->center.x - pair.effector->center.x,
                                        pair.target->center.y - pair.effector->center.y);
      if (places.apart(static_cast<int>(i), distance, theme.px(kNear))) {
        of_targets.push_back({id + 1, target, size});
      } else {
        wish.around = around(*pair.effector, *pair.target);
      }
    }
    wishes.push_back(wish);
  }
  wishes.insert(wishes.end(), of_targets.begin(), of_targets.end());
  const auto labels = places.place(wishes, {area, discs, covered, theme.px(kLabelGap)});
  std::vector<PlacedLabel> placed;
  list.PushClipRect(area.min, area.max);
  for (const EdgeArrow& arrow : arrows) draw_arrow(theme, arrow, list);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i]) continue;
    const int pair = wishes[i].id / 2;
    draw_label(theme, *labels[i], pairs[static_cast<std::size_t>(pair)], wishes[i].id % 2 == 1,
               list);
    placed.push_back({pair, *labels[i]});
  }
  list.PopClipRect();
  return placed;
}

namespace {

// design points
constexpr float kHandle = 5.5F;       // radius
constexpr float kLit = 7.0F;          // radius under the pointer
constexpr float kAway = 11.0F;        // from the middle of a handle to its text
constexpr float kLetterAway = 17.0F;  // to the middle of its letter
constexpr float kEdge = 1.5F;

ItemRect draw_handle(const Theme& theme, const HandleMark& handle, ImU32 color, ImDrawList& list) {
  const Colors& c = theme.color;
  const float radius = theme.px(handle.lit ? kLit : kHandle), edge = theme.px(kEdge);
  constexpr int kPieces = 32;
  list.AddCircleFilled(handle.point, radius + edge, packed(c.text), kPieces);
  list.AddCircleFilled(handle.point, radius + 0.4F * edge, packed(c.panel), kPieces);
  list.AddCircleFilled(handle.point, radius - 0.4F * edge, color, kPieces);
  if (handle.ring) {
    list.AddCircleFilled(handle.point, 0.58F * radius, packed(c.panel), kPieces);
    list.AddCircleFilled(handle.point, 0.3F * radius, color, kPieces);
  }
  const float reach = radius + edge;
  return {{handle.point.x - reach, handle.point.y - reach},
          {handle.point.x + reach, handle.point.y + reach}};
}

/// A letter or a reading on its own background, inside the view. A letter is at the outer end of
/// the line to the handle.
ItemRect draw_text(const Theme& theme, const Area& view, const HandleMark& handle,
                   const std::string& text, ImDrawList& list) {
  ImFont* const font = theme.font.small_numbers;
  const float pad = theme.px(4), height = line_height(font) + theme.px(3);
  const float width = text_width(font, text.c_str()) + 2.0F * pad;
  const float right = view.end().x, bottom = view.end().y;
  ImVec2 at{handle.point.x + theme.px(kAway), handle.point.y - height - theme.px(2)};
  if (at.x + width > right) at.x = handle.point.x - theme.px(kAway) - width;
  if (handle.reading.empty() && handle.from) {
    const float x = handle.point.x - handle.from->x, y = handle.point.y - handle.from->y;
    const float away = theme.px(kLetterAway) / std::max(std::hypot(x, y), 1.0F);
    at = {handle.point.x + away * x - 0.5F * width, handle.point.y + away * y - 0.5F * height};
  }
  at.x = std::round(std::max(at.x, view.corner.x));
  at.y = std::round(std::clamp(at.y, view.corner.y, std::max(view.corner.y, bottom - height)));
  const ItemRect rect{at, at + ImVec2(width, height)};
  fill_rect(list, rect, faded(theme.color.panel, kLabelGround), theme.px(4));
  write(list, font, {at.x + pad, at.y + theme.px(1.5F)}, theme.color.text, text);
  return rect;
}

}  // namespace

std::vector<ItemRect> draw_handles(const Theme& theme, const Area& view, lab::Color color,
                                   std::span<const HandleMark> handles) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec4 ink = ink_of(theme, color);
  list.PushClipRect(view.corner, view.end(), true);
  for (const HandleMark& handle : handles) {
    if (!handle.from) continue;
    list.AddLine(*handle.from, handle.point, packed(faded(ink, 0.75F)), theme.px(1.5F));
  }
  std::vector<ItemRect> taken;
  for (const HandleMark& handle : handles) {
    taken.push_back(draw_handle(theme, handle, packed(ink), list));
  }
  // readings are drawn over all handles
  for (const bool reading : {false, true}) {
    for (const HandleMark& handle : handles) {
      const std::string& text = handle.reading.empty() ? handle.letter : handle.reading;
      if (text.empty() || handle.reading.empty() == reading) continue;
      taken.push_back(draw_text(theme, view, handle, text, list));
    }
  }
  list.PopClipRect();
  return taken;
}

namespace {

// design points
constexpr float kLongestBar = 120.0F;
constexpr float kMinSide = 160.0F;  ///< a smaller picture has no bar
constexpr float kBarMargin = 12.0F, kBarPad = 5.0F, kTickHeight = 5.0F;

std::string text_of_length(double metres) {
  struct Unit {
    const char* name;
    double metres, from;
  };
  constexpr Unit kUnits[] = {{"km", 1e3, 1e3},
                             {"m", 1.0, 0.01},
                             {"mm", 1e-3, 1e-3},
                             {"µm", 1e-6, 1e-6},
                             {"nm", 1e-9, 0.0}};
  constexpr double kRoundOff = 1.0 - 1e-9;
  for (const Unit& unit : kUnits) {
    if (metres < kRoundOff * unit.from) continue;
    return lab::brief_number(metres / unit.metres) + " " + unit.name;
  }
  return {};
}

}  // namespace

ScaleLength round_length(double most) {
  const double decade = std::pow(10.0, std::floor(std::log10(most)));
  double length = decade;
  for (const double factor : {0.5, 1.0, 2.0, 5.0}) {
    if (factor * decade <= most * (1.0 + 1e-12)) length = factor * decade;
  }
  return {length, text_of_length(length)};
}

std::optional<ItemRect> draw_scale_bar(const Theme& theme, const Area& view,
                                       double metres_per_coordinate, ImDrawList& list) {
  if (std::min(view.size.x, view.size.y) < theme.px(kMinSide)) return std::nullopt;
  const double most = static_cast<double>(theme.px(kLongestBar)) * metres_per_coordinate;
  if (!(most > 0.0) || !std::isfinite(most)) return std::nullopt;
  const auto [metres, text] = round_length(most);
  ImFont* const font = theme.font.small;
  const float pad = theme.px(kBarPad), tick = theme.px(kTickHeight);
  const float bar = std::round(static_cast<float>(metres / metres_per_coordinate));
  const float words = text_width(font, text.c_str()), size = line_height(font);
  const float width = std::max(bar, words) + 2.0F * pad;
  const float height = size + tick + 2.0F * pad;
  const ImVec2 a{std::floor(view.corner.x + theme.px(kBarMargin)),
                 std::floor(view.end().y - theme.px(kBarMargin) - height)};
  const ItemRect rect{a, {a.x + width, a.y + height}};
  if (!windows_over(rect).empty()) return std::nullopt;
  fill_rect(list, rect, faded(theme.color.panel, kLabelGround), theme.px(4));
  const ImU32 ink = packed(theme.color.text);
  const float middle = 0.5F * (rect.min.x + rect.max.x), foot = rect.max.y - pad;
  list.AddText(font, size, {std::round(middle - 0.5F * words), rect.min.y + pad - theme.px(1)}, ink,
               text.c_str());
  const float left = std::round(middle - 0.5F * bar), right = left + bar;
  const ImVec2 ends[] = {{left, foot - tick}, {left, foot}, {right, foot}, {right, foot - tick}};
  list.AddPolyline(ends, 4, ink, 0, std::max(theme.px(1.5F), 1.0F));
  return rect;
}

}  // namespace ui
