#pragma once

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "lab/claims/claims.h"

namespace io {

/// Claims as one HTML page: sentence, verdict, figures, numbers and settings of each. The page
/// includes its figures and styles, loads nothing from the network, and follows the reader's light
/// or dark theme.
std::string html_report(std::span<const lab::Finding> findings);

/// Writes a report in the format of the path's suffix, .html or .md. Figures of a Markdown report
/// go to the folder FILE_files next to it.
/// \param out  receives the report
/// \param path determines the format and the folder of figures
/// \throws Error naming the path for another suffix; Error, WriteError if it cannot be written
void write_report(std::ostream& out, const std::filesystem::path& path,
                  std::span<const lab::Finding> findings);
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

}  // namespace io
