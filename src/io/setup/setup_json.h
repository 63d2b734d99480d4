#pragma once

#include "io/files/text.h"
#include "io/json/node.h"
#include "io/setup/provenance.h"
#include "lab/track/setup.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace io {

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
