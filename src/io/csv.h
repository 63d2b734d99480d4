#pragma once

#include <ostream>
#include <span>

#include "lab/recording.h"

namespace io {

/// Writes a recording as the CSV of docs/formats.md: a header, then a row a step from row 0 on;
/// radians, metres, seconds; 17 significant digits, so that every number reads back bit for bit.
void write_csv(std::ostream& out, const lab::Recording& recording);

/// Several of one scene below each other, with a first column `method`.
void write_csv(std::ostream& out, std::span<const lab::Recording> recordings);

}  // namespace io
