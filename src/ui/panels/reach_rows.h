#pragma once

#include <array>

#include "ui/panels/pages.h"

// Rows of the page "Reach": what solves, what helps, and what is compared.
namespace ui {

/// The search with restarts: a button, and what it does or has found.
void solve_row(const Theme& theme, const ReachShown& reach, float width, Edit& edit);

/// A slider along the family of the front lane's pose, for an arm of seven hinges: it moves the arm
/// and leaves the effector where it is.
void family_row(const Theme& theme, const ReachShown& reach, ReachPanel& panel, Edit& edit);

/// Says of each target how far it lies off the plane in which the joints move its effector, with a
/// button that puts it back.
void off_plane_rows(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

/// Where hardly a start of the map reaches the goals: what would help, each as a button.
void remedies(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit);

/// Chooses the two joints of the map, in the solver's order.
void choose_joints(const ik::Multibody& body, const std::array<int, 2>& joints, ReachPanel& panel);

/// Keeps a second map with this method and these settings, or drops it.
void keep_link(const Theme& theme, const ReachShown& reach, Edit& edit);
/// The second map. It is only looked at.
void kept_map(const Theme& theme, const KeptMap& kept, ImVec2 size);
/// Dims a map that answers an earlier question.
void dim_map(const Theme& theme, const lab::Box& cells, lab::Painter& painter);

/// Begins a sweep of λ with a video of it, or ends it.
void sweep_link(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit);
/// Sets the next λ of a sweep once the map of the one before is there.
void advance_sweep(const ReachData& data, ReachPanel& panel, Edit& edit);

/// The colours of the shape of the reach. \param largest share of directions
void cloud_legend(const Theme& theme, double largest);

}  // namespace ui
