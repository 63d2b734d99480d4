#pragma once

#include <filesystem>

namespace io {

/// Follows the symbolic links of a path's last part, even to a file that does not exist yet. Links
/// among the folders stay.
/// \param[out] problem the error of a link that cannot be followed, such as a cycle; otherwise 0
std::filesystem::path behind_links(const std::filesystem::path& path, std::error_code& problem);

/// Whether two paths lead to one file, by device and inode: also through symbolic and hard links.
/// For files that do not exist, compares the paths at which they would be made.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace io
