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
/// Contains its figures and styles, loads nothing from the network, and follows the reader's light
/// or dark theme. \param version of the program that measured
std::string html_report(std::span<const lab::Finding> findings, const std::string& version);

/// Writes a report in the format of the path's suffix, .html or .md. The figures of Markdown go to
/// the folder FILE_files beside it.
/// \param out  receives the report
/// \param path decides its format, and where the figures go
/// \throws Error naming the path for another suffix; Error, WriteError if it cannot be written
void write_report(std::ostream& out, const std::filesystem::path& path,
                  std::span<const lab::Finding> findings, const std::string& version);
/// The folder of a report's figures; empty where they are in the file itself.
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

// An HTML page that contains its styles and figures, loads nothing from the network, and follows
// the reader's light or dark theme.

/// Everything up to the heading, which is the title.
std::string page_head(const std::string& title);
std::string page_foot();

/// The bytes of an SVG file for use inside a page: without prolog, and with unique ids.
/// \param number of the figure on the page
std::string inline_svg(std::string svg, std::size_t number);

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

/// Writes the visible part of a plot as a table: lines that begin with # (title and subtitle,
/// provenance, then each change), a header "t [s],left hand [m]", and a row for each x of a visible
/// series within the axis. A series without a finite value at that x has an empty field. Numbers
/// read back bit for bit.
void write_plot_csv(std::ostream& out, const lab::Plot& plot, const Origin& origin);

/// Saves plots, see write_numbered(): one figure with all plots in SCENE-plots-NUMBER.svg, .png and
/// .pdf, and a table for each plot in SCENE-plots-NUMBER-ID.csv. Their provenance has the setup,
/// the range of time and the changes during the run.
/// \returns their paths, the figures first
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_plots(const std::filesystem::path& folder,
                                              std::span<const lab::Plot> plots,
                                              const lab::Timeline& run);

}  // namespace io
