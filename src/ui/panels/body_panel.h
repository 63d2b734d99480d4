#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// In the corner of the picture a line for every effector: its colour in the plots, its name, how
/// it is doing and how far it is from its target, and from its aim if it has one: the word says
/// why, its colour how much it matters, by the distance as a share of the reach. Not in a picture
/// that is too small to spare the room.
void targets_overlay(const Theme& theme, const Area& view, const Shown& shown);

/// How much every goal counts, which joints may move, and how easily each does.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
