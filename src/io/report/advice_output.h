#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "io/figure/figure.h"
#include "io/setup/provenance.h"
#include "lab/advise/conclusion.h"

namespace io {

/// Writes the CSV of docs/formats.md: one row per candidate with a result, in the candidates'
/// order. Except for times, the bytes do not depend on the machine.
void write_csv(std::ostream& out, const lab::Advised& advised);

/// The recommended setups as C++ for the library: one function per purpose, with the commands that
/// measure them. The first line is `#include <iklab/iklab.h>`; nothing else is needed to compile.
std::string advice_code(const lab::Advised& advised);
/// One candidate as a C++ function `make_solver`.
std::string candidate_code(const lab::Advised& advised, std::size_t candidate);

/// The bytes of the figure of error against jitter.
std::string draw_advice(const lab::Advised& advised, PlotFormat format);

/// Where the settings of the candidates are used. \param plan outlives the uses
std::vector<lab::KnobUse> uses_of(const lab::AdvicePlan& plan);

/// The origin of an advice: version, scene, settings common to all candidates, and their number.
std::string provenance(const lab::Advised& advised);

/// The advice as one HTML page: sentences, figure, rules, and a table of all candidates. The page
/// includes its figure and styles, and follows the reader's light or dark theme.
std::string advice_page(const lab::Advised& advised);

}  // namespace io
