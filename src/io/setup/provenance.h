#pragma once

#include <string>
#include <string_view>

#include "lab/run/recording.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

namespace io {

/// "iklab 0.1.0".
std::string program_name();

/// How an experiment came about, for people and for programs that compare: the program's version,
/// the scene, the method, and everything that is not as it is by default.
///   iklab 0.1.0 · y · dls · lambda 0.4 · d-max 0.3 · steps 220 · warmup 20
/// \param methods the id of the method, or several with commas between them
std::string provenance(const lab::Experiment& experiment, std::string_view methods);
/// Likewise of a recording that was made in the window.
std::string provenance(const lab::Recording& recording);
/// Likewise of a setup of the window: every lane with its method, settings and parameters.
///   iklab 0.1.0 · y · dls · lambda 0.4 | sdls
std::string provenance(const lab::Setup& setup);
/// Likewise with the axes, and without what they vary: "... · vary lambda=0.1:1:10:lin".
std::string provenance(const lab::Sweep& sweep);

/// An axis as the command line takes it: "lambda=0.1:1:10:lin".
std::string text_of_axis(const lab::SweepAxis& axis);

}  // namespace io
