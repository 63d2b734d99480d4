#pragma once

#include "io/files/text.h"
#include "lab/run/recording.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

#include <span>
#include <string>
#include <string_view>

namespace lab {
struct ReachPlan;
}

namespace io {

/// Name and version: "iklab 1.2.3".
std::string program_name();

/// The origin of an experiment's results, for people and for comparison by programs: version,
/// scene, method, and all non-default settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 · d-max 0.3 · steps 220 · warmup 20
/// Settings that have no effect on any of the methods are left out.
/// \param methods the results' methods, which replace the experiment's
std::string provenance(const lab::Experiment& experiment,
                       std::span<const ik::MethodInfo* const> methods);
/// The provenance with `words` instead of the methods' ids.
/// \param uses where its settings are used
std::string provenance(const lab::Experiment& experiment, std::span<const lab::KnobUse> uses,
                       std::string_view words);
/// The provenance of a recording's initial setup.
std::string provenance(const lab::RunRecording& recording);
/// The provenance of a setup of the window: every lane with its method, settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 | sdls
std::string provenance(const lab::Setup& setup);
/// The provenance of a sweep, with its axes: "... · vary lambda=0.1:1:10:lin".
std::string provenance(const lab::Sweep& sweep);

/// The provenance of poses solved to the end:
///   iklab 1.2.3 · arm.json · solve, dls · poses 1000 · start middle · seed 1 · tolerance 1e-06 · …
/// Poses that were given instead of drawn appear as a hash of their numbers.
std::string provenance(const lab::ReachPlan& plan);

/// The origin of a sweep's table: the provenance and a hash of solver_text(), the part of the scene
/// that methods receive: "... · scene content 0123456789abcdef". Tables with the same origin hold
/// cells of the same sweep.
std::string origin(const lab::Sweep& sweep);
/// The same for a table of solved poses.
std::string origin(const lab::ReachPlan& plan);
/// Whether an origin contains a hash of the scene.
bool names_scene_content(const std::string& origin);

/// How an origin differs from another, for messages: "of another scene: ...". Empty if equal.
/// \param name of the other
/// \param whole what their tables are parts of
std::string difference_of_origins(const std::string& origin, const std::string& other,
                                  const std::string& name, const char* whole = "sweep");

/// An axis in the syntax of the option --vary: "lambda=0.1:1:10:lin".
std::string text_of_axis(const lab::SweepAxis& axis);

}  // namespace io
