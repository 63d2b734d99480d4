#pragma once

#include "ui/panels/pages.h"

// Rows of the page "Path": what is followed, and the branches over it.
namespace ui {

/// The form of the path and the numbers of that form.
void path_form_rows(const Theme& theme, const PathData& data, PathPanel& panel, Edit& edit);

/// The timeline of the path, on which the player can be moved, and below it the ladder of branches:
/// a line for each, the way thick. A press on a branch follows it.
void path_ladder(const Theme& theme, const PathData& data, float width, PathPanel& panel,
                 Edit& edit);

/// What the methods make of the path, as a table with a menu of methods.
void path_trials(const Theme& theme, const PathData& data, float width, PathPanel& panel);

}  // namespace ui
