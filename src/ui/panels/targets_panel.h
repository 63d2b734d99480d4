#pragma once

#include <optional>
#include <span>
#include <string>

#include "lab/body/fitted_curve.h"
#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "lab/track/tracker.h"
#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

struct TargetsPanel {
  bool snap_back = false;  ///< on release of the button, also release the dragged target or link
  bool names = true;       ///< write the names of effectors and targets over the picture
  bool trails = true;      ///< draw the trails of effectors and targets
  std::optional<int> selected = {};  ///< its curve is shown with handles
  bool dragged = false;              ///< something in the picture is held by the pointer
};

/// Selects target i, or deselects it if `chosen` is false.
void choose_target(int i, bool chosen, TargetsPanel& panel);

/// Words for lab::CurveFit.
inline constexpr const char* kCurveFitWords[] = {"in reach", "in and out of reach", "at the edge",
                                                 "standing"};
/// Gives target i a curve fitted to its effector's reach.
void fit_curve(int i, lab::CurveFit fit, const lab::Setup& setup, Edit& edit);

void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit);

/// Lists the effectors in the corner of the picture: colour in the plots, name, status, and
/// distances from target and aim. In a small picture, a short line for each effector out of reach.
/// A press on a line selects its target, or deselects a selected one.
/// \param statuses by effector; none if not known yet
void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses,
                     TargetsPanel& panel);

/// The hint of a target in the picture: name, status and errors, and what the status means.
std::string target_help(const lab::Tracker& tracker, int i,
                        const std::optional<lab::EffectorStatus>& status);

}  // namespace ui
