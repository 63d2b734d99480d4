#pragma once

#include <vector>

#include "ui/kit/focus.h"
#include "ui/kit/theme.h"

namespace lab {
struct Knob;
}

namespace ui {

/// A column at one side of the picture, as the user has set it.
struct SideColumn {
  float width = 0.0F;  ///< design points; 0: default
  bool open = true;    ///< where it has room beside the picture
  bool over = false;   ///< open over the picture, in a window too narrow for it
  bool beside = true;  ///< whether it had room beside the picture in the last frame

  bool& shown() { return beside ? open : over; }
  bool shown() const { return beside ? open : over; }
};

/// Controls below the picture, each in a cell of its own.
struct Controls {
  bool method = false;
  std::vector<const lab::Knob*> knobs = {};

  std::size_t count() const { return knobs.size() + (method ? 1 : 0); }
};

/// What stays with the picture while the panels are hidden: in the frame of another page.
struct Kept {
  Controls controls;
  bool time = false;
  bool plots = false;
};

/// The parts of the window, as the user has set them.
struct Arrangement {
  SideColumn column;          ///< at the left: run, scene, method, settings
  SideColumn page;            ///< at the right
  float strip_height = 0.0F;  ///< the plots' height, design points; 0: default
  float card_height = 0.0F;   ///< the tour's or the demonstration's height, design points; 0: none
  Kept kept;
  bool page_stays = false;  ///< the page is shown beside the picture while the panels are hidden
};

/// Opens or folds the left column; the page, if both would lie over the picture, folds.
void show_column(Arrangement& arrangement, bool shown);
/// The same for the page.
void show_page(Arrangement& arrangement, bool shown);

/// The areas of the window. A folded one has size 0.
struct Layout {
  Area column;  ///< run, scene, method, settings
  Area view;
  Area card;      ///< a card with words, below the picture
  Area controls;  ///< a line with `at_hand`, below the picture
  Area time;      ///< the timeline, below both
  Area strip;     ///< the plots, below the timeline
  Area page;
  Area rail;         ///< the names of the pages, at the right edge
  Area status;       ///< the line at the bottom
  Controls at_hand;  ///< the method and λ where the left column has no room, or what is kept
  bool column_beside = true;  ///< else the column is folded or lies over the picture
  bool page_beside = true;    ///< else the page is folded, or lies over or below the picture
  bool page_below = false;    ///< on a phone held upright, instead of the plots

  /// The part of the picture over which nothing lies.
  Area clear() const;
};

/// Divides the window into areas. Where the window is narrow, the page and then also the column lie
/// over the picture; where it is low, the plots give way to them. On a phone held upright the page
/// is below the picture.
/// \param hidden the panels are hidden, but for what is kept
Layout arrange(const Theme& theme, ImVec2 window, bool hidden, const Arrangement& wanted = {});

/// Height of a line of controls.
inline float control_height(const Theme& theme) { return theme.px(theme.touch ? 48.0F : 34.0F); }
inline constexpr float kControlPadding = 3.0F;  ///< design points, above and below all lines

/// Number of controls per row below the picture.
int controls_across(const Theme& theme, float width, std::size_t count);

/// The edges between the areas: a drag or arrows move one, a double click or Enter resets it.
void splitters(const Theme& theme, const Layout& layout, Arrangement& arrangement);

}  // namespace ui
