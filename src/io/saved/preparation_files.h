#pragma once

#include <iklab/method.h>

#include <filesystem>
#include <utility>

namespace io {

/// The cache folder: $XDG_CACHE_HOME/iklab, or else under ~/.cache. Empty if there is no home
/// folder.
std::filesystem::path cache_folder();

/// Caches results of preparations in a folder, one file each, named after a hash of the inputs.
///
/// A file holds the inputs, the result and a checksum, in the machine's byte order
/// (docs/formats.md). A file that is damaged, too long or has other inputs is ignored and replaced.
/// Write errors are ignored: the result is then computed again.
class PreparationFiles final : public ik::PreparationStore {
 public:
  /// Maximum number of files. The least recently used files are removed.
  static constexpr std::size_t kMaxFiles = 64;

  /// \param folder made when the first result is kept; an empty path disables the cache
  explicit PreparationFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::vector<double> find(std::span<const double> inputs, std::size_t size) override;
  void keep(std::span<const double> inputs, std::span<const double> result) override;

 private:
  std::filesystem::path path_of(std::span<const double> inputs) const;

  const std::filesystem::path folder_;
};

}  // namespace io
