#pragma once

#include "io/files/text.h"
#include "io/json/node.h"
#include "lab/run/recording.h"
#include "lab/sweep/sweep.h"
#include "lab/track/setup.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

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
