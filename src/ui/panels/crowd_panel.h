#pragma once

#include <array>
#include <optional>
#include <string>

#include "iklab/method.h"
#include "lab/crowd/crowd.h"
#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

struct CrowdShown {
  bool wanted = false;
  int bodies = 0;                                 ///< in the present frame; 0 before the first one
  const ik::MethodInfo* method = nullptr;         ///< what steps the bodies; null: no bodies
  bool stands_in = false;                         ///< DLS replaces a method without SIMD lanes
  int threads = 0;                                ///< number of threads that solve
  double solve_s = 0.0;                           ///< s, one step of all bodies
  double steps = 0.0;                             ///< time steps per picture
  double upload_s = 0.0, draw_s = 0.0;            ///< s per picture
  double speed = 1.0;                             ///< the crowd's time divided by the session's
  double mean_error = 0.0;                        ///< m, over bodies and effectors
  lab::CrowdTone tone = lab::CrowdTone::kMethod;  ///< the present frame's
  double error_scale = 1.0;                       ///< m, error at the last colour
  std::array<std::size_t, 4> drawn{};             ///< visible bodies by level, from near to distant
  const std::string* trouble = nullptr;  ///< why there can be no crowd; null: it is possible
};

enum class CrowdKind { kScene, kY, kDoubleY, kBoth };

struct CrowdWish {
  CrowdKind kind = CrowdKind::kScene;
  int count = 1000;
  double spacing = 1.3;                    ///< between neighbours, in lengths of a body
  const ik::MethodInfo* method = nullptr;  ///< null: the front lane's
  lab::CrowdTone tone = lab::CrowdTone::kMethod;

  bool operator==(const CrowdWish&) const = default;
};

struct CrowdPanel {
  bool on = false;
  CrowdWish wish;

  std::optional<CrowdWish> wanted() const { return on ? std::optional(wish) : std::nullopt; }
};

/// Controls and measurements of a crowd, a field of bodies around the single one.
void crowd_panel(const Theme& theme, const CrowdShown& crowd, ImVec2 size, CrowdPanel& panel,
                 Edit& edit);

enum class LegendSide { kLeft, kRight };

/// Draws the legend of the crowd's colours in a lower corner of an area. Draws nothing if the
/// bodies have the method's colour, or if the legend would cover most of an area on the left side.
/// \returns whether it was drawn
bool crowd_legend(const Theme& theme, const Area& area, LegendSide side, const CrowdShown& crowd);

}  // namespace ui
