#pragma once

#include "lab/run/changes.h"

#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace io {

/// Where results come from: the conditions at the start, and every later change.
struct Origin {
  std::string text;                       ///< provenance(), see io/setup/provenance.h
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
