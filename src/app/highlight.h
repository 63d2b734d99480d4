#pragma once

#include "app/picture.h"
#include "lab/diagnosis.h"

namespace app {

/// Marks what a cause of shaking is about: its joints and effectors in one colour, and as arrows
/// the direction in which the effectors are lost (towards their targets) or, where it names none,
/// how its motion moves them, to and fro.
void add_highlight(const lab::Tracker& tracker, const lab::Cause& cause, const Stage& stage,
                   const PictureStyle& style, gfx::Picture& picture);

/// The colour of these marks, unlike that of targets and of links.
gfx::Color highlight_color(bool dark);

}  // namespace app
