#pragma once

#include <cstddef>
#include <filesystem>

namespace io {

/// Limits of a zip archive: its own bytes, the bytes of its files together, and their number.
inline constexpr std::size_t kMaxZipBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMaxUnzippedBytes = std::size_t{512} << 20;
inline constexpr std::size_t kMaxZipFiles = 10'000;

/// Unpacks a zip archive into an existing folder. Hidden files and links are left out. Nothing is
/// written outside of the folder, and nothing at all where a name or a limit forbids it.
/// \throws Error naming the archive, WriteError
void unzip(const std::filesystem::path& archive, const std::filesystem::path& folder);

}  // namespace io
