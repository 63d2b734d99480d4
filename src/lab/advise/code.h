#pragma once

#include <string>

#include "lab/sweep/sweep.h"

namespace lab {

/// The options of `iklab run` that differ from the scene's settings: "--method dls --lambda 0.4".
std::string options_of(const Experiment& experiment);

/// The command that repeats an experiment's run, for a shell:
/// "iklab run --scene y --method dls --lambda 0.4 --steps 2400 --warmup 400".
std::string command_of(const Experiment& experiment);

/// A C++ function NAME that makes an `ik::Solver` with the experiment's method and settings for any
/// body, behind a comment: the text, and the command that measures it. Settings that a solver has
/// no counterpart of are named in a comment. It needs `#include <iklab/iklab.h>`.
/// \param text one line, or several
std::string code_of(const Experiment& experiment, const std::string& name, const std::string& text);

}  // namespace lab
