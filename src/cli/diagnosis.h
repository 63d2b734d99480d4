#pragma once

#include <ostream>

#include "io/diagnosed.h"

namespace cli {

/// Why it shakes: the causes, strongest first, each with what would help.
void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed);

}  // namespace cli
