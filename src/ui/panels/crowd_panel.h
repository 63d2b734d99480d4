#pragma once

#include <array>
#include <string>

#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// What is known of the crowd.
struct CrowdShown {
  bool wanted = false;
  int bodies = 0;                          ///< of the frame that is drawn; 0 before the first
  const ik::MethodInfo* method = nullptr;  ///< that the bodies move by; null: no bodies
  bool stands_in = false;                  ///< the front lane's method does not run in lanes
  int threads = 0;                         ///< that solve
  double solve_s = 0.0;                    ///< a step of all bodies
  double steps = 0.0;                      ///< in a picture
  double upload_s = 0.0, draw_s = 0.0;     ///< of a picture
  double speed = 1.0;                      ///< its time by the session's
  double mean_error = 0.0;                 ///< m, over bodies and effectors
  std::array<std::size_t, 4> drawn{};      ///< bodies in the picture, from near to distant
  const std::string* trouble = nullptr;    ///< why it cannot be had
};

/// What the page remembers.
struct CrowdPanel {
  bool on = false;
  CrowdWish wish;
};

/// A field of bodies around the single one: how many, which and how they move, and what that takes.
void crowd_panel(const Theme& theme, const CrowdShown& crowd, ImVec2 size, CrowdPanel& panel,
                 Edit& edit);

}  // namespace ui
