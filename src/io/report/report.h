#pragma once

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/figure/figure.h"
#include "io/files/text.h"
#include "io/setup/origin.h"
#include "lab/advise/conclusion.h"
#include "lab/claims/claims.h"
#include "lab/plot/plot.h"
#include "lab/run/timeline.h"

namespace io {

/// The guided experiments as one HTML page: claim, verdict, figures, numbers and settings of each.
/// The page includes its figures and styles, loads nothing from the network, and follows the
/// reader's light or dark theme. \param version of the program that measured
std::string html_report(std::span<const lab::Finding> findings, const std::string& version);

/// Writes a report in the format of the path's suffix, .html or .md. Figures of a Markdown report
/// go to the folder FILE_files next to it.
/// \param out  receives the report
/// \param path determines the format and the folder of figures
/// \throws Error naming the path for another suffix; Error, WriteError if it cannot be written
void write_report(std::ostream& out, const std::filesystem::path& path,
                  std::span<const lab::Finding> findings, const std::string& version);
/// The folder of a report's figures; empty if the report itself contains them.
std::filesystem::path figures_folder(const std::filesystem::path& report);
/// Saves the HTML page under a free name: experiments-NUMBER.html, see write_numbered().
/// \returns its path
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_report(const std::filesystem::path& folder,
                                  std::span<const lab::Finding> findings);
/// \throws Error naming the path unless it ends in .html or .md
void expect_report_path(const std::filesystem::path& path);

/// The findings as the JSON array of docs/formats.md: claim, source, verdict, sentence, and every
/// run with its settings and measures.
std::string findings_json(std::span<const lab::Finding> findings);

// Parts of an HTML page that includes its styles and figures, loads nothing from the network, and
// follows the reader's light or dark theme.

/// The beginning of the page, with the title as heading.
std::string page_head(const std::string& title);
std::string page_foot();

/// The content of an SVG file for use in a page: without prolog, with unique ids.
/// \param number of the figure on the page
std::string inline_svg(std::string svg, std::size_t number);

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

/// The origin of an advice: version, scene, settings common to all candidates, and their number.
std::string provenance(const lab::Advised& advised);

/// The advice as one HTML page: sentences, figure, rules, and a table of all candidates. The page
/// includes its figure and styles, and follows the reader's light or dark theme.
/// \param version of the program that measured
std::string advice_page(const lab::Advised& advised, const std::string& version);

/// Writes the visible part of a plot as a table. First come lines that begin with # (title and
/// subtitle, provenance, then each change), then a header "t [s],left hand [m]". A row follows for
/// each x of a visible series within the axis. A series without a finite value at that x has an
/// empty field. Numbers are restored exactly.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const Origin& origin);

/// Saves plots, see write_numbered(): one figure with all plots in SCENE-plots-NUMBER.svg, .png and
/// .pdf, and one table per plot in SCENE-plots-NUMBER-ID.csv. Their provenance has the setup, the
/// time range and the changes during the run.
/// \returns their paths, the figures first
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_plots(const std::filesystem::path& folder,
                                              std::span<const lab::Plot> plots,
                                              const lab::Timeline& run);

}  // namespace io
