#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace io {

/// A scene's id without folders, suffix and signs that a shell or a system might mind.
std::string plain_name(const std::string& scene);

/// Takes a name that nothing in the folder has, STEM-NUMBER, by making the first of its files,
/// empty: another program that saves at the same time gets the next one. Makes the folder if it is
/// not there.
/// \param suffixes at least one: ".csv"
/// \returns a path for each suffix
/// \throws Error naming the folder or the file
std::vector<std::filesystem::path> take_names(const std::filesystem::path& folder,
                                              const std::string& stem,
                                              const std::vector<std::string>& suffixes);

/// Takes a name for one file likewise, and lets `write` fill it; where that throws, nothing is
/// left. \returns the file
std::filesystem::path write_numbered(
    const std::filesystem::path& folder, const std::string& stem, const std::string& suffix,
    const std::function<void(const std::filesystem::path& path)>& write);

/// Removes those that are there.
void remove_files(const std::vector<std::filesystem::path>& files);

}  // namespace io
