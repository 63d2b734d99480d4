#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace io {

/// A scene's id without folders, suffix and signs that a shell or a system might mind.
std::string plain_name(const std::string& scene);

/// Makes a folder unless it is there. \throws Error naming it
void make_folder(const std::filesystem::path& folder);

/// Lets `write` fill a file for each suffix, and gives them a name that nothing in the folder has,
/// STEM-NUMBER: another program that saves at the same time gets the next one. Makes the folder if
/// it is not there. A file has its name only once it is whole and on disk, and where something
/// fails none has.
/// \param suffixes at least one: ".csv"
/// \returns a path for each suffix
/// \throws Error, WriteError naming the folder or the file, and what `write` throws
std::vector<std::filesystem::path> write_numbered(
    const std::filesystem::path& folder, const std::string& stem,
    const std::vector<std::string>& suffixes,
    const std::function<void(std::span<std::ostream* const> files)>& write);

/// Likewise one file of that text.
std::filesystem::path write_numbered(const std::filesystem::path& folder, const std::string& stem,
                                     const std::string& suffix, std::string_view bytes);

/// Gives a file that another program has made in the folder such a name. \returns the path
std::filesystem::path give_number(const std::filesystem::path& file, const std::string& stem,
                                  const std::string& suffix);

}  // namespace io
