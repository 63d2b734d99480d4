#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace io {

/// Limits of the folders in a FileSet. Deeper folders are not searched.
inline constexpr int kMaxSetDepth = 8;
inline constexpr std::size_t kMaxSetFiles = 10'000;

/// Files and folders that were given together, such as a robot with its meshes.
class FileSet {
 public:
  FileSet() = default;
  /// Finds the files. Folders are searched, but no hidden files and no links to folders.
  /// \throws Error if there are more than kMaxSetFiles
  explicit FileSet(std::span<const std::string> given);

  /// The bodies, scenes and sessions of the set, sorted. Files that another one of them includes
  /// are left out, and where a file was given by name those in folders. A single given file is
  /// returned whatever it is: opening it says what is wrong.
  /// \throws Error if there is none
  std::vector<std::filesystem::path> to_open() const;

  bool has(const std::filesystem::path& file) const;

  /// The file that a name in another file means. It has the same file name, and the most folders
  /// above it in common with the name.
  std::optional<std::filesystem::path> find(std::string_view name) const;

 private:
  struct Entry {
    std::filesystem::path path;
    bool in_folder = false;
  };
  void search(const std::filesystem::path& folder, int depth);
  void add(const std::filesystem::path& file, bool in_folder);

  std::vector<std::string> given_;
  std::multimap<std::string, Entry> files_;  // by file name
};

}  // namespace io
