#pragma once

#include <filesystem>

namespace io {

/// The path behind the symbolic links of its last part, also where they lead to a file that does
/// not exist yet. Links among the folders stay.
/// \param[out] problem the error of a link that cannot be followed, such as a circle; else 0
std::filesystem::path behind_links(const std::filesystem::path& path, std::error_code& problem);

/// Whether two paths lead to one file: by device and inode, so through symbolic and hard links,
/// too. Files that do not exist are compared by the place where they would be made.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace io
