#pragma once

#include <ostream>
#include <string>

#include "io/figure/figure.h"
#include "lab/advise/conclusion.h"

namespace io {

/// Writes the CSV of docs/formats.md: a row for every candidate that has a result, in their order.
/// Times excepted, the bytes do not depend on where they were computed.
void write_csv(std::ostream& out, const lab::Advised& advised);

/// The recommended set-ups as C++ for the library, a function for each purpose, with the commands
/// that measure them. It compiles with `#include <iklab/iklab.h>`, which is its first line.
std::string advice_code(const lab::Advised& advised);
/// The same for one candidate, by the name `make_solver`.
std::string candidate_code(const lab::Advised& advised, std::size_t candidate);

/// The bytes of the figure of error against jitter.
std::string draw_advice(const lab::Advised& advised, PlotFormat format);

/// The origin of an advice: version, scene, settings that all candidates have, and their number.
std::string provenance(const lab::Advised& advised);

/// The advice as one HTML page: sentences, figure, rules, and a table of all candidates. It
/// contains its figure and styles, and follows the reader's light or dark theme.
/// \param version of the program that measured
std::string advice_page(const lab::Advised& advised, const std::string& version);

}  // namespace io
