#pragma once

#include "io/files/text.h"
#include "io/json/node.h"
#include "lab/run/run_recording.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>

namespace io {

/// Name and version: "iklab 1.2.3".
std::string program_name();

/// The origin of an experiment's results, for people and for comparison by programs: version,
/// scene, method, and all non-default settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 · d-max 0.3 · steps 220 · warmup 20
/// λ is left out if none of the methods has it.
/// \param methods the results' methods, which replace the experiment's
std::string provenance(const lab::Experiment& experiment,
                       std::span<const ik::MethodInfo* const> methods);
/// The provenance with `words` instead of the methods' ids.
std::string provenance(const lab::Experiment& experiment,
                       std::span<const ik::MethodInfo* const> methods, std::string_view words);
/// The provenance of a recording's initial setup.
std::string provenance(const lab::RunRecording& recording);
/// The provenance of a setup of the window: every lane with its method, settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 | sdls
std::string provenance(const lab::Setup& setup);
/// The provenance of a sweep, with its axes: "... · vary lambda=0.1:1:10:lin".
std::string provenance(const lab::Sweep& sweep);

/// The origin of a sweep's table: the provenance and a hash of solver_text(), the part of the scene
/// that methods receive: "... · scene content 0123456789abcdef". Tables with the same origin hold
/// cells of the same sweep.
std::string origin(const lab::Sweep& sweep);
/// Whether an origin contains a hash of the scene.
bool names_scene_content(const std::string& origin);

/// How an origin differs from another, for messages: "of another scene: ...". Empty if equal.
/// \param name of the other
std::string difference_of_origins(const std::string& origin, const std::string& other,
                                  const std::string& name);

/// An axis in the syntax of the option --vary: "lambda=0.1:1:10:lin".
std::string text_of_axis(const lab::SweepAxis& axis);

/// A setup as the JSON object of docs/formats.md: the scene, the lanes, and everything that differs
/// from the scene. A scene that is not built in is included as a whole.
/// \param scene the JSON of the scene, if the caller already has it; may be null
nlohmann::json setup_json(const lab::Setup& setup, const nlohmann::json* scene = nullptr);

/// Reads a setup from its JSON object, bit for bit.
/// \param known the scene, if the caller already has it; may be null
/// \throws Error naming the source and the error's place
lab::Setup read_setup(const JsonNode& node,
                      const std::shared_ptr<const lab::Scene>& known = nullptr);

/// Reads the field "scene" of a setup's JSON object.
/// \throws Error naming the source and the error's place
std::shared_ptr<const lab::Scene> read_setup_scene(const JsonNode& node);

/// A setup as one line of JSON, for the clipboard.
std::string setup_text(const lab::Setup& setup);
/// Reads a setup from setup_text().
/// \param source  name of the text in messages
/// \param present a scene to share if the text has an identical one; may be null
lab::Setup parse_setup(std::string_view text, const std::string& source,
                       const std::shared_ptr<const lab::Scene>& present = nullptr);

}  // namespace io
