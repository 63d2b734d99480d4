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

/// The program and its version, "iklab 1.2.3".
std::string program_name();

/// The origin of an experiment's results, for people and for comparison by programs: version,
/// scene, method, and all non-default settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 · d-max 0.3 · steps 220 · warmup 20
/// λ is left out where none of the methods has it.
/// \param methods those of the results, in place of the experiment's
std::string provenance(const lab::Experiment& experiment,
                       std::span<const ik::MethodInfo* const> methods);
/// The same with these words in place of the methods' ids.
std::string provenance(const lab::Experiment& experiment,
                       std::span<const ik::MethodInfo* const> methods, std::string_view words);
/// The same for the begin of a recording of the window.
std::string provenance(const lab::RunRecording& recording);
/// The same for a setup of the window: every lane with its method, settings and parameters.
///   iklab 1.2.3 · y · dls · lambda 0.4 | sdls
std::string provenance(const lab::Setup& setup);
/// The same for a sweep, with its axes: "... · vary lambda=0.1:1:10:lin".
std::string provenance(const lab::Sweep& sweep);

/// The origin of a sweep's table: the provenance and a hash of what methods are given of the scene,
/// see solver_text(): "... · scene content 0123456789abcdef". Tables with the same origin hold
/// cells of the same sweep.
std::string origin(const lab::Sweep& sweep);
/// Whether an origin has that hash.
bool names_scene_content(const std::string& origin);

/// How an origin differs from another, for messages: "of another scene: ...". Empty where they are
/// the same.
/// \param name of the other
std::string difference_of_origins(const std::string& origin, const std::string& other,
                                  const std::string& name);

/// An axis in the form of the option --vary: "lambda=0.1:1:10:lin".
std::string text_of_axis(const lab::SweepAxis& axis);

/// A setup as the JSON object of docs/formats.md: the scene, the lanes, and everything that differs
/// from the scene. A scene that is not built in is included as a whole.
/// \param scene the JSON of the scene, if the caller has it; may be null
nlohmann::json setup_json(const lab::Setup& setup, const nlohmann::json* scene = nullptr);

/// The setup of such an object, bit for bit.
/// \param known the scene, if the caller has it; may be null
/// \throws Error naming the source and the place
lab::Setup read_setup(const JsonNode& node,
                      const std::shared_ptr<const lab::Scene>& known = nullptr);

/// The scene of such an object's field "scene".
/// \throws Error naming the source and the place
std::shared_ptr<const lab::Scene> read_setup_scene(const JsonNode& node);

/// The object as one line of text, for the clipboard.
std::string setup_text(const lab::Setup& setup);
/// \param source  name of the text in messages
/// \param present a scene to share if the text has an identical one; may be null
lab::Setup parse_setup(std::string_view text, const std::string& source,
                       const std::shared_ptr<const lab::Scene>& present = nullptr);

}  // namespace io
