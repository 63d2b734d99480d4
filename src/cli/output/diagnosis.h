#pragma once

#include <ostream>

#include "io/report/json_output.h"

namespace cli {

/// Why it shakes: the causes, strongest first, each with what was tried and helps: the jitter and
/// the mean error that it leaves.
void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed);

}  // namespace cli
