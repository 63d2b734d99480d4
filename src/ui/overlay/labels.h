#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ui/kit/items.h"
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

/// Where the label of an effector, of its target or of both is.
struct PlacedLabel {
  int pair = 0;  ///< index of the effector and its target
  ItemRect rect;
};

/// What a label has to be beside.
struct LabelWish {
  int id = 0;   ///< the same in every frame
  Disc around;  ///< the label touches none of it
  ImVec2 size;  ///< of the label
};

/// Where labels may be, display coordinates.
struct LabelRoom {
  ItemRect area;                    ///< every label lies inside
  std::span<const Disc> discs;      ///< no label covers these,
  std::span<const ItemRect> taken;  ///< nor these
  float gap = 0.0F;                 ///< between a label and anything else
};

/// The windows over an area of the picture, without hints.
/// \param before of the last frame, for what is drawn before the windows; else of this frame so far
std::vector<ItemRect> windows_over(const ItemRect& area, bool before = false);

/// Remembers where labels were in the last frame.
class LabelPlaces {
 public:
  /// Places labels, the more important ones first, in a fixed order of offsets around their discs.
  /// A label keeps its offset of the last frame while it is free there. Where no offset is free,
  /// the label is left out until one has some room to spare. \returns the rectangle of each label;
  /// none: left out
  std::vector<std::optional<ItemRect>> place(std::span<const LabelWish> wishes,
                                             const LabelRoom& room);

  /// Whether effector and target of a pair get a label each. They get one in common if they are
  /// nearer than `least`, until they are farther apart than one and a half times that.
  bool apart(int pair, float distance, float least);

 private:
  std::map<int, int> offsets_;  // by the label's id; negative: left out
  std::map<int, bool> apart_;   // by pair
};

inline constexpr float kLabelGround = 0.84F;  ///< opacity of the panel's colour behind a label

/// Writes the names of effectors and targets over the picture: one label where an effector is near
/// its target, else one at the effector and one at the target. Labels are clear of each other, of
/// all balls, of the windows over the picture, and of its edge; names of targets are left out
/// first. An arrow at the edge points to a target outside of the picture, and has its name.
/// \param view  of the picture
/// \param taken no label covers these, either
/// \param list  behind the windows
/// \returns where the labels are
std::vector<PlacedLabel> draw_labels(const Theme& theme, const Area& view,
                                     std::span<const NamedPair> pairs,
                                     std::span<const ItemRect> taken, LabelPlaces& places,
                                     ImDrawList& list);

}  // namespace ui
