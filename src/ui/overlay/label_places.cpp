#include "ui/overlay/label_places.h"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

namespace ui {

bool overlap(const ItemRect& a, const ItemRect& b, float gap) {
  return a.min.x < b.max.x + gap && b.min.x < a.max.x + gap && a.min.y < b.max.y + gap &&
         b.min.y < a.max.y + gap;
}

bool covers(const ItemRect& rect, const Disc& disc, float gap) {
  const float x = std::clamp(disc.center.x, rect.min.x, rect.max.x) - disc.center.x;
  const float y = std::clamp(disc.center.y, rect.min.y, rect.max.y) - disc.center.y;
  return std::hypot(x, y) < disc.radius + gap;
}

namespace {

constexpr int kNone = -1;         // the label was left out
constexpr float kSpare = 2.0F;    // free gaps around a label that reappears
constexpr float kFarther = 2.5F;  // gaps from a disc to a label at an outer offset
constexpr float kLed = 3.5F;      // gaps from a disc to a led label, across and up
constexpr int kMaxRows = 16;      // of led labels, above and below the first

/// Directions from a disc to its label, the best one first: beside it, so that both read as one.
const ImVec2 kDirections[] = {{1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}};
constexpr int kDirectionCount = static_cast<int>(std::size(kDirections));

ItemRect label_around(const LabelWish& wish, ImVec2 middle) {
  // on whole pixels, to be sharp
  const ImVec2 corner{std::round(middle.x - 0.5F * wish.size.x),
                      std::round(middle.y - 0.5F * wish.size.y)};
  return {corner, corner + wish.size};
}

/// The label in a direction from its disc: one side or corner is some gaps away from the disc.
ItemRect towards(const LabelWish& wish, ImVec2 way, float gaps, float gap) {
  const float distance = (wish.around.radius + gaps * gap) / std::hypot(way.x, way.y);
  return label_around(wish, {wish.around.center.x + way.x * (distance + 0.5F * wish.size.x),
                             wish.around.center.y + way.y * (distance + 0.5F * wish.size.y)});
}

ItemRect outward_of(const LabelWish& wish, float gap) {
  const ImVec2 way = wish.outward;
  const float half = 0.5F * (std::abs(way.x) * wish.size.x + std::abs(way.y) * wish.size.y);
  const float away = wish.around.radius + gap + half;
  return label_around(wish,
                      {wish.around.center.x + away * way.x, wish.around.center.y + away * way.y});
}

int offset_count(const LabelWish& wish) {
  if (wish.stand == LabelStand::kLed) return 2 * (2 * kMaxRows + 1);
  return 2 * kDirectionCount + (wish.stand == LabelStand::kOutward ? 1 : 0);
}

/// A led label: offsets alternate between right and left, then between higher and lower rows.
ItemRect led_at(const LabelWish& wish, int offset, const ItemRect& area, float gap) {
  const auto within = [gap](float x, float least, float most) {
    return std::max(std::min(x, most - gap), least + gap);
  };
  const float side = offset % 2 == 0 ? 1.0F : -1.0F;
  const int pair = offset / 2;  // 0, 1, -1, 2, -2 ... rows higher
  const auto rows = static_cast<float>(pair % 2 == 1 ? (pair + 1) / 2 : -pair / 2);
  const ImVec2 half{0.5F * wish.size.x, 0.5F * wish.size.y};
  const float across = wish.around.radius + kLed * gap + half.x, up = kLed * gap + half.y;
  const float x = within(wish.around.center.x, area.min.x, area.max.x) + side * across;
  const float y = within(wish.around.center.y, area.min.y, area.max.y) - up;
  return label_around(
      wish, {within(x, area.min.x + half.x, area.max.x - half.x),
             within(y, area.min.y + half.y, area.max.y - half.y) - rows * (wish.size.y + gap)});
}

ItemRect label_at(const LabelWish& wish, int offset, const LabelRoom& room) {
  if (wish.stand == LabelStand::kLed) {
    return led_at(wish, offset, wish.area.value_or(room.area), room.gap);
  }
  if (wish.stand == LabelStand::kOutward) {
    if (offset == 0) return outward_of(wish, room.gap);
    --offset;
  }
  const float gaps = offset < kDirectionCount ? 1.0F : kFarther;
  return towards(wish, kDirections[offset % kDirectionCount], gaps, room.gap);
}

/// Whether a label is clear of the edge, of everything in the room and of the labels so far.
/// \param gap to all of these, except to the label's own discs
bool is_free(const ItemRect& rect, const LabelWish& wish, const LabelRoom& room,
             std::span<const std::optional<ItemRect>> labels, float gap) {
  const ItemRect& area = wish.area ? *wish.area : room.area;
  if (rect.min.x < area.min.x + gap || rect.max.x > area.max.x - gap) return false;
  if (rect.min.y < area.min.y + gap || rect.max.y > area.max.y - gap) return false;
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
  // the label's first offset that is clear of these labels.
  const auto find = [&](const LabelWish& wish, std::span<const std::optional<ItemRect>> clear_of) {
    const float gap = before(wish.id) == kNone ? (1.0F + kSpare) * room.gap : room.gap;
    std::optional<ItemRect> found;
    for (int offset = 0; offset < offset_count(wish) && !found; ++offset) {
      const ItemRect rect = label_at(wish, offset, room);
      if (!is_free(rect, wish, room, clear_of, gap)) continue;
      found = rect;
      offsets[wish.id] = offset;
    }
    return found;
  };
  // labels that can stay come first, so that a label that has to move displaces no other
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const int offset = before(wishes[i].id);
    if (offset == kNone) continue;
    const ItemRect rect = label_at(wishes[i], offset, room);
    if (!is_free(rect, wishes[i], room, labels, room.gap)) continue;
    labels[i] = rect;
    offsets[wishes[i].id] = offset;
  }
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (labels[i]) continue;
    offsets[wishes[i].id] = kNone;
    labels[i] = find(wishes[i], labels);
    if (labels[i]) continue;
    labels[i] = find(wishes[i], std::span(labels).first(i));
    if (!labels[i]) continue;
    for (std::size_t less = i + 1; less < labels.size(); ++less) {
      if (labels[less] && overlap(*labels[i], *labels[less], room.gap)) labels[less].reset();
    }
  }
  offsets_ = std::move(offsets);
  return labels;
}

bool LabelPlaces::apart(int pair, float distance, float least) {
  bool& apart = apart_[pair];
  apart = distance > (apart ? least : 1.5F * least);
  return apart;
}

}  // namespace ui
