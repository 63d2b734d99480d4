#pragma once

#include "ui/laboratory.h"

namespace ui {

/// The list of scenes.
/// \returns the number of the one that the user chose, if it is another
std::optional<std::size_t> scene_panel(const Theme& theme, const Shown& shown);

/// All methods of the registry by their groups, and what there is to know of the chosen one.
/// \param[in,out] listed the method that the list last scrolled to
/// \returns the one that the user chose, if it is another; else null
const ik::MethodInfo* method_panel(const Theme& theme, const ik::MethodInfo& chosen,
                                   const ik::MethodInfo*& listed);

/// The method's own parameters, but for those that are settings too.
std::optional<ParamChange> param_panel(const Theme& theme, const lab::Tracker& tracker);

}  // namespace ui
