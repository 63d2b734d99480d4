#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "iklab/body.h"
#include "lab/plot/scatter.h"
#include "ui/kit/widgets.h"
#include "ui/panels/build_panel.h"

namespace ui {

/// How numbers are dragged and shown.
struct NumberLook {
  float speed;          ///< what a pixel of a drag adds
  const char* pattern;  ///< for std::printf
};
inline constexpr NumberLook kDirectionLook{0.005F, "%.3f"}, kDegreeLook{0.5F, "%.1f"};
/// The look of lengths in the scale of a body: a pixel is about a hundredth of a link.
NumberLook length_look(const ik::Multibody& body);

/// Numbers to drag or type in one row, marked as "group/label". A typed number must be finite.
/// \param values at most three
/// \returns whether they changed
bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, NumberLook look, std::span<double> values);

/// segments() for a choice that is an enumeration or an index.
template <class Choice>
void choose(const Theme& theme, const char* id, std::span<const char* const> names, Choice& choice,
            float width) {
  const auto chosen = segments(theme, id, names, static_cast<std::size_t>(choice), width);
  if (chosen) choice = static_cast<Choice>(*chosen);
}

/// Result of scatter_item().
struct ScatterItem {
  lab::Box frame;
  std::optional<std::size_t> dot;  ///< index of the dot under the pointer
};
/// Draws a figure of dots as an item, marked as "group/figure"; `help` is the hint of its heading.
/// \param near largest distance of the pointer from a dot, design points
ScatterItem scatter_item(const Theme& theme, const char* group, const lab::Scatter& figure,
                         ImVec2 size, double near, std::string_view help);

/// Rows that name, place and change the chosen part.
/// \pre the tracker and the edit's set-up have the same scene
void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit);

}  // namespace ui
