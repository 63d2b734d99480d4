#pragma once

#include "lab/run/changes.h"

#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace io {

/// Where results come from: what held when they began, and every change after that.
struct Origin {
  std::string text;                       ///< provenance(), see io/setup/setup_json.h
  std::vector<std::string> changes = {};  ///< "1.7 s: method pseudoinverse → dls", in their order
};

Origin origin_of(std::string text, std::span<const lab::ChangeNote> notes);

/// The origin for a figure's foot: "TEXT · changed at 1.7 s: …; 2 to 2.5 s: …". Of many changes the
/// first ones, then how many more there are, and that the CSV beside the figure has them.
std::string foot_of(const Origin& origin);

/// Writes a line that begins with "# ". Control characters become spaces.
void write_comment(std::ostream& out, std::string text);
/// Writes the origin as such lines: the text, then a line for each change.
void write_origin(std::ostream& out, const Origin& origin);

}  // namespace io
