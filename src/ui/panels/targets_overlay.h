#pragma once

#include <optional>
#include <span>
#include <string>

#include "lab/track/reach.h"
#include "lab/track/tracker.h"
#include "ui/panels/targets_panel.h"

namespace ui {

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
