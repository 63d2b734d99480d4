#pragma once

#include <nlohmann/json.hpp>

#include "io/diagnosed.h"

namespace io {

/// The causes as docs/formats.md says: joints and effectors by name, `motion` in the order of the
/// scene file, `direction` three numbers a goal.
nlohmann::ordered_json diagnosis_json(const Diagnosed& diagnosed);

}  // namespace io
