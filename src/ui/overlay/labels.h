#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
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

struct PlacedLabel {
  int pair = 0;  ///< index of the effector and its target
  ItemRect rect;
};

struct LabelWish {
  int id = 0;   ///< the same in every frame
  Disc around;  ///< the label does not touch it
  ImVec2 size;
};

struct LabelRoom {
  ItemRect area;                    ///< every label lies inside, display coordinates
  std::span<const Disc> discs;      ///< no label covers a disc
  std::span<const ItemRect> taken;  ///< no label covers a rectangle
  float gap = 0.0F;                 ///< between a label and anything else
};

/// The windows over an area of the picture, except hints.
/// \param before windows of the last frame, for drawing before the windows; else of this frame
std::vector<ItemRect> windows_over(const ItemRect& area, bool before = false);

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
/// target, else one for each. Labels avoid each other, all balls, the windows over the picture, its
/// edge and what is `taken`. Names of targets are left out first. An arrow at the edge points to a
/// target outside of the picture, and has its name. \returns the labels that are shown
/// \param list draw list behind the windows
std::vector<PlacedLabel> draw_labels(const Theme& theme, const Area& view,
                                     std::span<const NamedPair> pairs,
                                     std::span<const ItemRect> taken, LabelPlaces& places,
                                     ImDrawList& list);

/// A handle of a curve on the screen, display coordinates.
struct HandleMark {
  ImVec2 point;
  std::optional<ImVec2> from;  ///< start of a line to the handle
  bool ring = false;           ///< drawn as a ring around a dot: it moves the whole curve
  std::string letter;          ///< beside it at rest; may be empty
  std::string reading;         ///< replaces the letter while hovered or dragged; may be empty
  bool lit = false;            ///< under the pointer, or dragged
};

/// Draws handles over the picture, behind all windows, with the same size at every zoom and an edge
/// that stands out on any background.
/// \returns the rectangles of handles, letters and readings
std::vector<ItemRect> draw_handles(const Theme& theme, const Area& view, lab::Color color,
                                   std::span<const HandleMark> handles);

struct ScaleLength {
  double metres;
  std::string text;  ///< with the unit that has the fewest digits: "200 µm", "0.5 m", "5 km"
};

/// The longest of 1, 2 and 5 times a power of ten that is at most `most`.
/// \param most m, positive and finite
ScaleLength round_length(double most);

/// Draws a bar of a round length in the lower left corner of the picture, valid at the camera's
/// focus. Draws nothing in a small picture, or where a window lies. \returns its rectangle
/// \param metres_per_coordinate at the focus
std::optional<ItemRect> draw_scale_bar(const Theme& theme, const Area& view,
                                       double metres_per_coordinate, ImDrawList& list);

}  // namespace ui
