#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace ui {

/// A disc on the screen, display coordinates.
struct Disc {
  ImVec2 center;
  float radius = 0.0F;
};

/// An effector and its target in the picture.
struct NamedPair {
  std::string_view name;
  lab::Color color;              ///< the effector's, see lab::series_color
  std::optional<Disc> effector;  ///< none: behind the camera
  std::optional<Disc> target;
};

/// A label of an effector, of its target or of both.
struct PlacedLabel {
  int pair = 0;  ///< index of the effector and its target
  ItemRect rect;
};

/// A label to place beside a disc.
struct LabelWish {
  int id = 0;   ///< the same in every frame
  Disc around;  ///< the label does not touch it
  ImVec2 size;  ///< the label's
};

/// The room for labels, display coordinates.
struct LabelRoom {
  ItemRect area;                    ///< every label lies inside
  std::span<const Disc> discs;      ///< no label covers a disc
  std::span<const ItemRect> taken;  ///< no label covers a rectangle
  float gap = 0.0F;                 ///< between a label and anything else
};

/// The windows over an area of the picture, except hints.
/// \param before windows of the last frame, for drawing before the windows; else of this frame so
///               far
std::vector<ItemRect> windows_over(const ItemRect& area, bool before = false);

/// Remembers where labels were in the last frame.
class LabelPlaces {
 public:
  /// Places labels in order of importance, at a fixed sequence of offsets around their discs. A
  /// label keeps its offset of the last frame while it is free there. If no offset is free, the
  /// label is left out until one has some room to spare. \returns the rectangle of each label;
  /// none: left out
  std::vector<std::optional<ItemRect>> place(std::span<const LabelWish> wishes,
                                             const LabelRoom& room);

  /// Whether effector and target of a pair get a label each. They share a label if they are nearer
  /// than `least`, until they are farther apart than 1.5 `least`.
  bool apart(int pair, float distance, float least);

 private:
  std::map<int, int> offsets_;  // by the label's id; negative: left out
  std::map<int, bool> apart_;   // by pair
};

inline constexpr float kLabelGround = 0.84F;  ///< opacity of the panel's colour behind a label

/// Writes the names of effectors and targets over the picture: one label if an effector is near its
/// target, else one for each. Labels avoid each other, all balls, the windows over the picture, and
/// its edge. Names of targets are left out first. An arrow at the edge points to a target outside
/// of the picture, and has its name.
/// \param view  area of the picture
/// \param taken rectangles that no label covers
/// \param list  draw list behind the windows
/// \returns the labels that are shown
std::vector<PlacedLabel> draw_labels(const Theme& theme, const Area& view,
                                     std::span<const NamedPair> pairs,
                                     std::span<const ItemRect> taken, LabelPlaces& places,
                                     ImDrawList& list);

}  // namespace ui
