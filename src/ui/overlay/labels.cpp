#include "ui/overlay/labels.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"

namespace ui {

Area clear_of_edges(const Theme& theme, const Area& part) {
  constexpr float kDraggedEdge = 6.0F;  // design points, more than half an edge
  const float edge = theme.px(kDraggedEdge);
  return {{part.corner.x + edge, part.corner.y + edge},
          {part.size.x - 2.0F * edge, part.size.y - 2.0F * edge}};
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
    if (overlap(rect, area)) result.push_back(rect);
  }
  return result;
}

namespace {

constexpr float kLabelGap = 4.0F;     // design points, between a label and anything else
constexpr float kNear = 44.0F;        // design points, between an effector and its target
constexpr float kMinRadius = 1.5F;    // design points, of a ball with a label
constexpr float kWidest = 180.0F;     // design points, of a name
constexpr float kBar = 3.0F;          // design points, width of the bar in the effector's colour
constexpr float kArrow = 9.0F;        // design points, half the length of an arrow
constexpr float kBodyPad = 5.0F;      // design points, at the ends of a body's name
constexpr float kBodySwatch = 12.0F;  // design points, of a body's name, with its gap
constexpr float kLetterPad = 4.0F;    // design points

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
    if (!covers(window, arrow.at)) continue;
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

/// The wishes of one frame, in order of importance, with the things that they are for.
class LabelRequest {
 public:
  LabelRequest(const Theme& theme, const Labelled& labelled, LabelPlaces& places)
      : theme_(theme), labelled_(labelled), area_{labelled.view.corner, labelled.view.end()} {
    covered_ = windows_over(area_);
    covered_.insert(covered_.end(), labelled.taken.begin(), labelled.taken.end());
    discs_.assign(labelled.discs.begin(), labelled.discs.end());
    add_bodies(LabelKind::kLane, labelled.lanes);
    add_bodies(LabelKind::kSolution, labelled.solutions);
    add_pairs(places);
    add_letters();
  }

  std::vector<PlacedLabel> place(LabelPlaces& places) const {
    const float gap = theme_.px(kLabelGap);
    const auto rects = places.place(wishes_, {area_, discs_, covered_, gap});
    std::vector<PlacedLabel> placed;
    for (std::size_t i = 0; i < rects.size(); ++i) {
      const int id = wishes_[i].id;
      if (rects[i]) placed.push_back({LabelKind(id / kMaxOfKind), id % kMaxOfKind, *rects[i]});
    }
    return placed;
  }

  std::span<const EdgeArrow> arrows() const { return arrows_; }

 private:
  static constexpr int kMaxOfKind = 1 << 20;

  void add(LabelKind kind, std::size_t index, const LabelWish& wish) {
    wishes_.push_back(wish);
    wishes_.back().id = static_cast<int>(kind) * kMaxOfKind + static_cast<int>(index);
  }

  void add_bodies(LabelKind kind, std::span<const BodyName> names) {
    ImFont* const font = theme_.font.small;
    const Area clear = clear_of_edges(theme_, labelled_.view);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!names[i].point) continue;
      const ImVec2 size{
          text_width(font, names[i].text.c_str()) + theme_.px(2 * kBodyPad + kBodySwatch),
          line_height(font) + theme_.px(6)};
      add(kind, i,
          {.around = {*names[i].point, 0.0F},
           .size = size,
           .stand = LabelStand::kLed,
           .area = ItemRect{clear.corner, clear.end()}});
    }
  }

  void add_pairs(LabelPlaces& places) {
    const std::span<const NamedPair> pairs = labelled_.pairs;
    std::vector<std::pair<std::size_t, LabelWish>> of_targets;
    const float height = line_height(theme_.font.small) + theme_.px(4);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const NamedPair& pair = pairs[i];
      if (!pair.effector || pair.effector->radius < theme_.px(kMinRadius)) continue;
      auto arrow = pair.target ? arrow_to(theme_, area_, *pair.target, covered_) : std::nullopt;
      const std::string shown = fitted(theme_, pair.name);
      const ImVec2 size{text_width(theme_.font.small, shown.c_str()) + theme_.px(kBar + 9), height};
      LabelWish wish{.around = *pair.effector, .size = size};
      discs_.push_back(*pair.effector);
      if (pair.target) {
        const Disc& target = arrow ? arrow->at : *pair.target;
        discs_.push_back(target);
        if (arrow) {
          arrow->color = pair.color;
          arrows_.push_back(*arrow);
        }
        const float distance = std::hypot(pair.target->center.x - pair.effector->center.x,
                                          pair.target->center.y - pair.effector->center.y);
        if (places.apart(static_cast<int>(i), distance, theme_.px(kNear))) {
          of_targets.push_back({i, {.around = target, .size = size}});
        } else {
          wish.around = around(*pair.effector, *pair.target);
        }
      }
      add(LabelKind::kEffector, i, wish);
    }
    for (const auto& [i, wish] : of_targets) add(LabelKind::kTarget, i, wish);
  }

  void add_letters() {
    ImFont* const font = theme_.font.small_numbers;
    for (std::size_t i = 0; i < labelled_.letters.size(); ++i) {
      const HandleLetter& letter = labelled_.letters[i];
      add(LabelKind::kLetter, i,
          {.around = letter.handle,
           .size = {text_width(font, letter.text.c_str()) + theme_.px(2 * kLetterPad),
                    line_height(font) + theme_.px(3)},
           .stand = LabelStand::kOutward,
           .outward = letter.outward,
           .area = ItemRect{letter.view.corner, letter.view.end()}});
    }
  }

  const Theme& theme_;
  const Labelled& labelled_;
  ItemRect area_;
  std::vector<ItemRect> covered_;
  std::vector<Disc> discs_;
  std::vector<LabelWish> wishes_;
  std::vector<EdgeArrow> arrows_;
};

/// The line from a body to its name.
void draw_lead(const Theme& theme, const BodyName& name, const ItemRect& rect, ImDrawList& list) {
  const float x = std::clamp(name.point->x, rect.min.x, rect.max.x);
  list.AddLine(*name.point, {x, rect.middle().y}, packed(ink_of(theme, name.color)),
               theme.px(1.3F));
}

void draw_body_name(const Theme& theme, const BodyName& name, const ItemRect& rect,
                    ImDrawList& list) {
  ImFont* const font = theme.font.small;
  const float pad = theme.px(kBodyPad), middle = rect.middle().y;
  fill_rect(list, rect, faded(theme.color.panel, kLabelGround), theme.px(4));
  swatch(theme, name.color, {rect.min.x + pad, middle}, 4, list);
  write(list, font,
        {rect.min.x + pad + theme.px(kBodySwatch), std::floor(middle - 0.5F * line_height(font))},
        theme.color.text, name.text);
}

void draw_letter(const Theme& theme, const std::string& text, const ItemRect& rect,
                 ImDrawList& list) {
  fill_rect(list, rect, faded(theme.color.panel, kLabelGround), theme.px(4));
  write(list, theme.font.small_numbers, rect.min + ImVec2(theme.px(kLetterPad), theme.px(1.5F)),
        theme.color.text, text);
}

}  // namespace

std::vector<PlacedLabel> draw_labels(const Theme& theme, const Labelled& labelled,
                                     LabelPlaces& places, ImDrawList& list) {
  const LabelRequest request(theme, labelled, places);
  const std::vector<PlacedLabel> placed = request.place(places);
  const auto body_of = [&](const PlacedLabel& label) -> const BodyName* {
    const auto i = static_cast<std::size_t>(label.index);
    if (label.kind == LabelKind::kLane) return &labelled.lanes[i];
    return label.kind == LabelKind::kSolution ? &labelled.solutions[i] : nullptr;
  };
  list.PushClipRect(labelled.view.corner, labelled.view.end());
  for (const PlacedLabel& label : placed) {
    if (const BodyName* body = body_of(label)) draw_lead(theme, *body, label.rect, list);
  }
  for (const EdgeArrow& arrow : request.arrows()) draw_arrow(theme, arrow, list);
  for (const PlacedLabel& label : placed) {
    const auto i = static_cast<std::size_t>(label.index);
    if (label.kind == LabelKind::kLetter) continue;
    if (const BodyName* body = body_of(label)) {
      draw_body_name(theme, *body, label.rect, list);
    } else {
      draw_label(theme, label.rect, labelled.pairs[i], label.kind == LabelKind::kTarget, list);
    }
  }
  list.PopClipRect();
  for (const PlacedLabel& label : placed) {
    if (label.kind != LabelKind::kLetter) continue;
    const auto i = static_cast<std::size_t>(label.index);
    draw_letter(theme, labelled.letters[i].text, label.rect, list);
  }
  return placed;
}

namespace {

// design points
constexpr float kHandle = 5.5F;  // radius
constexpr float kLit = 7.0F;     // radius under the pointer
constexpr float kAway = 11.0F;   // from the middle of a handle to its text
constexpr float kEdge = 1.5F;

Disc draw_handle(const Theme& theme, const HandleMark& handle, ImU32 color, ImDrawList& list) {
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
  return {handle.point, radius + edge};
}

/// A reading on its own background, beside its handle and inside the view.
ItemRect draw_handle_reading(const Theme& theme, const Area& view, const HandleMark& handle,
                             ImDrawList& list) {
  ImFont* const font = theme.font.small_numbers;
  const float height = line_height(font) + theme.px(3);
  const float width = text_width(font, handle.reading.c_str()) + theme.px(2 * kLetterPad);
  const float right = view.end().x, bottom = view.end().y;
  ImVec2 at{handle.point.x + theme.px(kAway), handle.point.y - height - theme.px(2)};
  if (at.x + width > right) at.x = handle.point.x - theme.px(kAway) - width;
  at.x = std::round(std::max(at.x, view.corner.x));
  at.y = std::round(std::clamp(at.y, view.corner.y, std::max(view.corner.y, bottom - height)));
  const ItemRect rect{at, at + ImVec2(width, height)};
  draw_letter(theme, handle.reading, rect, list);
  return rect;
}

HandleLetter letter_of(const Area& view, const HandleMark& handle, const Disc& disc) {
  HandleLetter letter{view, disc, {1.0F, 0.0F}, handle.letter};
  if (!handle.from) return letter;
  const ImVec2 way = handle.point - *handle.from;
  const float length = std::hypot(way.x, way.y);
  if (length > 0.0F) letter.outward = {way.x / length, way.y / length};
  return letter;
}

}  // namespace

void draw_handles(const Theme& theme, const Area& view, lab::Color color,
                  std::span<const HandleMark> handles, DrawnHandles& drawn) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec4 ink = ink_of(theme, color);
  list.PushClipRect(view.corner, view.end(), true);
  for (const HandleMark& handle : handles) {
    if (!handle.from) continue;
    list.AddLine(*handle.from, handle.point, packed(faded(ink, 0.75F)), theme.px(1.5F));
  }
  for (const HandleMark& handle : handles) {
    drawn.discs.push_back(draw_handle(theme, handle, packed(ink), list));
    if (handle.letter.empty() || !handle.reading.empty()) continue;
    drawn.letters.push_back(letter_of(view, handle, drawn.discs.back()));
  }
  // readings are drawn over all handles
  for (const HandleMark& handle : handles) {
    if (!handle.reading.empty())
      drawn.readings.push_back(draw_handle_reading(theme, view, handle, list));
  }
  list.PopClipRect();
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

ItemRect draw_happening(const Theme& theme, const Area& view, ImVec2 point, const std::string& text,
                        std::span<const std::string> details, std::span<const ItemRect> taken,
                        float opacity, ImDrawList& list) {
  constexpr float kRing = 13.0F, kWidth = 2.5F, kPad = 5.0F;  // design points
  ImFont* const font = theme.font.small;
  const float ring = theme.px(kRing), pad = theme.px(kPad), line = line_height(font);
  float width = text_width(font, text.c_str());
  for (const std::string& detail : details) {
    width = std::max(width, text_width(font, detail.c_str()));
  }
  const ImVec2 size{width + 2.0F * pad, line * (1.0F + static_cast<float>(details.size())) + pad};
  // at the right, or where the view ends there at the left
  const float right = point.x + 1.5F * ring;
  ImVec2 at{right + size.x <= view.end().x ? right : point.x - 1.5F * ring - size.x,
            point.y - 0.5F * size.y};
  at.x = std::max(at.x, view.corner.x);
  for (const ItemRect& other : taken) {
    if (overlap({at, at + size}, other)) at.y = other.max.y + theme.px(2);
  }
  at.y = std::clamp(at.y, view.corner.y, std::max(view.corner.y, view.end().y - size.y));
  const ItemRect rect{at, at + size};
  list.PushClipRect(view.corner, view.end());
  list.AddCircle(point, ring, packed(faded(theme.color.panel, opacity)), 32,
                 theme.px(2.0F * kWidth));
  list.AddCircle(point, ring, packed(faded(theme.color.caution, opacity)), 32, theme.px(kWidth));
  fill_rect(list, rect, faded(theme.color.panel, kLabelGround * opacity), theme.px(4));
  ImVec2 pen = at + ImVec2(pad, 0.5F * pad);
  write(list, font, pen, faded(theme.color.text, opacity), text);
  for (const std::string& detail : details) {
    pen.y += line;
    write(list, font, pen, faded(theme.color.muted, opacity), detail);
  }
  list.PopClipRect();
  return rect;
}

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
