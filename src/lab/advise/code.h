#pragma once

#include <string>

#include "lab/run/run.h"

namespace lab {

/// The options of `iklab run` that differ from the scene's settings: "--method dls --lambda 0.4".
std::string options_of(const Experiment& experiment);
/// The same without the method: empty, or with a blank before every option.
std::string settings_options(const Experiment& experiment);

/// The shell command that repeats an experiment's run: "iklab run --scene y --method dls --lambda
/// 0.4 --steps 2400 --warmup 400".
std::string command_of(const Experiment& experiment);

/// The command that opens the window with an experiment's method and settings: "iklab view y
/// --method dls --lambda 0.4".
std::string view_command_of(const Experiment& experiment);

/// The words that name a scene on a command line, with the options of a robot or character file.
std::string scene_words(const Scene& scene);

/// A text as // comments, with line breaks between words.
std::string commented(const std::string& text);

/// C++ code of a function `name` that makes an `ik::Solver` with the experiment's method and
/// settings for any body; comments name the settings that ik::Solver does not have.
std::string solver_function(const Experiment& experiment, const std::string& name);

/// The same function with a comment above it: the text, and the command that measures it. The code
/// needs `#include <iklab/iklab.h>`.
/// \param text one or more lines
std::string code_of(const Experiment& experiment, const std::string& name, const std::string& text);

}  // namespace lab
