#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "io/files/error.h"
#include "io/json/node.h"
#include "lab/track/setup.h"

namespace io {

/// A setup as the JSON object of docs/formats.md: the scene, the lanes, and of everything else what
/// is not as the scene has it. A scene that is not built in stands there as a whole.
/// \param scene what stands for the scene, where the caller has it already; may be null
nlohmann::json setup_json(const lab::Setup& setup, const nlohmann::json* scene = nullptr);

/// The setup of such an object, bit for bit.
/// \param known its scene, where the caller has it already; may be null
/// \throws Error naming the source and the place
lab::Setup read_setup(const JsonNode& node,
                      const std::shared_ptr<const lab::Scene>& known = nullptr);

/// The same as one line of text, to paste.
std::string setup_text(const lab::Setup& setup);
/// \param source  names the text in messages
/// \param present a scene that the setup shares where the text has the very same one; may be null
lab::Setup parse_setup(std::string_view text, const std::string& source,
                       const std::shared_ptr<const lab::Scene>& present = nullptr);

}  // namespace io
