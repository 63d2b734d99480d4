#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace io {

/// A scene's id as part of a file name: without folders and suffix, special characters replaced by
/// -, and cut to leave room for the rest of the name.
std::string plain_name(const std::string& scene);

/// Makes a folder if it does not exist. \throws Error naming it
void make_folder(const std::filesystem::path& folder);

/// Checks that a file can be written in a folder; makes the folder for the check if it does not
/// exist, and removes it again. \throws Error naming the folder
void expect_writable(const std::filesystem::path& folder);

/// One of several files with a common number.
struct NumberedFile {
  std::string suffix;  ///< ".csv"
  std::function<void(std::ostream& out)> write;
};
/// Writes the files in their order, and names them STEM-NUMBER and suffix, with the first number
/// that is free for all of them. Another program that saves at the same time gets another number.
/// Makes the folder if it does not exist. Either all files appear, complete and on disk, or none.
/// \returns their paths
/// \throws Error, WriteError naming the folder or the file, and what a `write` throws
std::vector<std::filesystem::path> write_numbered(const std::filesystem::path& folder,
                                                  const std::string& stem,
                                                  const std::vector<NumberedFile>& wanted);

/// Writes one numbered file with these bytes.
std::filesystem::path write_numbered(const std::filesystem::path& folder, const std::string& stem,
                                     const std::string& suffix, std::string_view bytes);

/// Renames an existing file to a numbered name in its folder. \returns the path
std::filesystem::path give_number(const std::filesystem::path& file, const std::string& stem,
                                  const std::string& suffix);

}  // namespace io
