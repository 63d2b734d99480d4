#pragma once

#include <array>
#include <string>

#include "iklab/method.h"

namespace ui {

/// Which bodies stand in the field.
enum class CrowdKind { kScene, kY, kDoubleY, kBoth };

/// The crowd that is wanted, in every frame.
struct CrowdWish {
  CrowdKind kind = CrowdKind::kScene;
  int count = 1000;
  double spacing = 1.3;                    ///< from body to body, in lengths of a body
  const ik::MethodInfo* method = nullptr;  ///< null: the front lane's

  bool operator==(const CrowdWish&) const = default;
};

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

}  // namespace ui
