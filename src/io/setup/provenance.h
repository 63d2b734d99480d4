#pragma once

#include "io/files/text.h"
#include "lab/run/changes.h"
#include "lab/run/recording.h"
#include "lab/scene/knobs.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab {
struct ReachPlan;
}

namespace io {

/// Where settings are used by methods that follow the targets of a scene.
/// \param scene, settings outlive the uses
std::vector<lab::KnobUse> tracking_uses(const lab::Scene& scene, const lab::Settings& settings,
                                        const std::vector<const ik::MethodInfo*>& methods,
                                        lab::KnobTask task = lab::KnobTask::kTracking);
/// The same for an experiment's method and scene with each of the settings.
std::vector<lab::KnobUse> uses_of(const lab::Experiment& experiment,
                                  const std::vector<lab::Settings>& settings);

/// Name and version: "iklab 1.2.3".
std::string program_name();

/// The origin of an experiment's results, for people and for comparison by programs: version,
/// scene, method, and all non-default settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 · d-max 0.3 · steps 220 · warmup 20
/// Settings that have no effect on any of the methods are left out.
/// \param methods the results' methods, which replace the experiment's
std::string provenance(const lab::Experiment& experiment,
                       const std::vector<const ik::MethodInfo*>& methods);
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

/// Where results come from: the conditions at the start, and every later change.
struct Origin {
  std::string text;                       ///< provenance()
  std::vector<std::string> changes = {};  ///< "1.7 s: method pseudoinverse → dls", in order
};

Origin origin_of(std::string text, std::span<const lab::ChangeNote> notes);

/// The origin for a figure's foot: "TEXT · changed at 1.7 s: …; 2 to 2.5 s: …". If there are many
/// changes, only the first are listed, then their remaining number with a reference to the CSV.
std::string foot_of(const Origin& origin);

/// Writes a line that begins with "# ". Control characters become spaces.
void write_comment(std::ostream& out, std::string text);
/// Writes the origin as comment lines: the text, then one line per change.
void write_origin(std::ostream& out, const Origin& origin);

}  // namespace io
