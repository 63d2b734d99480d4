#pragma once

#include <filesystem>
#include <vector>

#include "io/files/text.h"
#include "lab/advise/conclusion.h"

namespace io {

/// Saves an advice, even an unfinished one, as tables (CSV, JSON), a page (HTML) and figures (SVG,
/// PNG, PDF) under the free name SCENE-advice-NUMBER, see write_numbered().
/// \returns their paths, in that order
/// \throws Error, WriteError naming the folder or the file
std::vector<std::filesystem::path> save_advice(const std::filesystem::path& folder,
                                               const lab::Advised& advised);

}  // namespace io
