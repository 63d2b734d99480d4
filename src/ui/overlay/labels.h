#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/overlay/label_places.h"

namespace ui {

/// An effector and its target in the picture.
struct NamedPair {
  std::string_view name;
  lab::Color color;              ///< the effector's, see lab::series_color
  std::optional<Disc> effector;  ///< none: behind the camera
  std::optional<Disc> target;
};

/// The name of a whole body, a lane's or a solution's.
struct BodyName {
  std::optional<ImVec2> point;  ///< on the body; none: no name
  std::string text;
  lab::Color color;
};

/// The letter of a handle at rest.
struct HandleLetter {
  Area view;  ///< the picture with the handle
  Disc handle;
  ImVec2 outward;  ///< unit, from the start of the handle's line
  std::string text;
};

/// The kinds of labels over the picture, the most important first.
enum class LabelKind { kLane, kSolution, kEffector, kTarget, kLetter };

struct PlacedLabel {
  LabelKind kind;
  int index;  ///< in Labelled; of a target: of the pair
  ItemRect rect;
};

/// The windows over an area of the picture, except hints.
/// \param before windows of the last frame, for drawing before the windows; else of this frame
std::vector<ItemRect> windows_over(const ItemRect& area, bool before = false);

/// A part of the picture without its edges, which can be dragged.
Area clear_of_edges(const Theme& theme, const Area& part);

inline constexpr float kLabelGround = 0.84F;  ///< opacity of the panel's colour behind a label

/// What gets a label, in one picture; letters have their own pictures.
struct Labelled {
  Area view;
  std::span<const BodyName> lanes = {}, solutions = {};
  std::span<const NamedPair> pairs = {};
  std::span<const HandleLetter> letters = {};
  std::span<const Disc> discs = {};      ///< further discs that no label covers
  std::span<const ItemRect> taken = {};  ///< rectangles that no label covers
};

/// Writes all names over the picture. Names of bodies have a line to their body. An effector near
/// its target shares a label with it. Labels avoid each other, all balls, the windows over the
/// picture, its edge and what is taken; where there is no room, the least important are left out.
/// An arrow at the edge points to a target outside of the picture, and has its name.
/// \returns the labels that are shown \param list draw list behind the windows
std::vector<PlacedLabel> draw_labels(const Theme& theme, const Labelled& labelled,
                                     LabelPlaces& places, ImDrawList& list);

/// A handle of a curve on the screen, display coordinates.
struct HandleMark {
  ImVec2 point;
  std::optional<ImVec2> from;  ///< start of a line to the handle
  bool ring = false;           ///< drawn as a ring around a dot: it moves the whole curve
  std::string letter;          ///< beside it at rest; may be empty
  std::string reading;         ///< replaces the letter while hovered or dragged; may be empty
  bool lit = false;            ///< under the pointer, or dragged
};

struct DrawnHandles {
  std::vector<Disc> discs;
  std::vector<ItemRect> readings;
  std::vector<HandleLetter> letters;  ///< for draw_labels()
};

/// Draws handles over the picture, behind all windows, with the same size at every zoom and an edge
/// that stands out on any background. Adds to `drawn`.
void draw_handles(const Theme& theme, const Area& view, lab::Color color,
                  std::span<const HandleMark> handles, DrawnHandles& drawn);

/// Writes what has just happened at a point of the picture: a ring, and beside it a line and
/// smaller ones, below what is taken there. \param opacity 0 to 1 \returns the rectangle of the
/// words
ItemRect draw_happening(const Theme& theme, const Area& view, ImVec2 point, const std::string& text,
                        std::span<const std::string> details, std::span<const ItemRect> taken,
                        float opacity, ImDrawList& list);

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
