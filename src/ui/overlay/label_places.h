#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "ui/kit/focus.h"

namespace ui {

/// A disc on the screen, display coordinates.
struct Disc {
  ImVec2 center;
  float radius = 0.0F;
};

/// Whether two rectangles are nearer than `gap`.
bool overlap(const ItemRect& a, const ItemRect& b, float gap = 0.0F);
/// Whether a rectangle is nearer to a disc than `gap`.
bool covers(const ItemRect& rect, const Disc& disc, float gap = 0.0F);

/// Where a label may stand.
enum class LabelStand {
  kBeside,   ///< close to its disc, on any side
  kOutward,  ///< the same; best in the direction `outward`
  kLed,      ///< right or left of its disc, higher or lower: a line leads from the disc to it
};

struct LabelWish {
  int id = 0;   ///< the same in every frame
  Disc around;  ///< the label does not touch it; a led label's is moved into the area
  ImVec2 size;
  LabelStand stand = LabelStand::kBeside;
  ImVec2 outward = {};                ///< unit
  std::optional<ItemRect> area = {};  ///< replaces the room's
};

struct LabelRoom {
  ItemRect area;                    ///< every label lies inside, display coordinates
  std::span<const Disc> discs;      ///< no label covers a disc
  std::span<const ItemRect> taken;  ///< no label covers a rectangle
  float gap = 0.0F;                 ///< between a label and anything else
};

class LabelPlaces {
 public:
  /// Places labels in order of importance, at a fixed sequence of offsets around their discs. A
  /// label keeps its offset of the last frame while it is free there. If no offset is free, the
  /// label takes one from less important labels. Without any, it is left out until an offset has
  /// some room to spare. \returns the rectangle of each label; none: left out
  std::vector<std::optional<ItemRect>> place(std::span<const LabelWish> wishes,
                                             const LabelRoom& room);

  /// Whether effector and target of a pair get a label each. They share a label if they are nearer
  /// than `least`, until they are farther apart than 1.5 `least`.
  bool apart(int pair, float distance, float least);

 private:
  std::map<int, int> offsets_;  // by the label's id; negative: left out
  std::map<int, bool> apart_;   // by pair
};

}  // namespace ui
