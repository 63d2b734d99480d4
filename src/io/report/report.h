#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "lab/claims/claims.h"

namespace io {

/// What the text may not hold in HTML: & < > " and ', written as entities.
std::string html_escaped(std::string_view text);
/// What Markdown would read as markup, with a backslash before it; line ends become spaces.
std::string markdown_escaped(std::string_view text);

/// The guided experiments as one page: claim, verdict, figures, numbers and settings of each.
/// Holds its figures and styles, asks the network for nothing, and follows the reader's light or
/// dark theme. \param version of the program that measured
std::string html_report(std::span<const lab::Finding> findings, const std::string& version);

/// A figure beside a page: its path from there and its bytes.
struct ReportFigure {
  std::string name;
  std::string svg;
};
struct MarkdownReport {
  std::string text;
  std::vector<ReportFigure> figures;
};
/// The same in Markdown. \param folder where the figures will stand, as the text refers to it
MarkdownReport markdown_report(std::span<const lab::Finding> findings, const std::string& version,
                               const std::string& folder);

/// Writes the report that the path's suffix asks for, .html or .md; a Markdown's figures go to the
/// folder FILE_files beside it.
/// \throws Error naming the path for another suffix; Error, WriteError where it cannot be written
void write_report(const std::filesystem::path& path, std::span<const lab::Finding> findings,
                  const std::string& version);
/// Saves it as a page under a name that nothing in the folder has: experiments-NUMBER.html. Makes
/// the folder if it is not there. \returns its path
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_report(const std::filesystem::path& folder,
                                  std::span<const lab::Finding> findings);
/// \throws Error naming the path unless it ends in .html or .md
void expect_report_path(const std::filesystem::path& path);

/// The findings as a JSON array: claim, source, verdict, sentence, and every run with its settings
/// and measures.
std::string findings_json(std::span<const lab::Finding> findings);

}  // namespace io
