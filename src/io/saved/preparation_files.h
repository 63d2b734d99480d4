#pragma once

#include <iklab/method.h>

#include <filesystem>
#include <utility>

namespace io {

/// The folder for what the program can compute again: $XDG_CACHE_HOME/iklab, else under ~/.cache.
/// Empty if there is no home folder.
std::filesystem::path cache_folder();

/// Keeps results of preparations as files of a folder, one each, named after a hash of the inputs.
///
/// A file holds the inputs, the result and a checksum, in the machine's byte order
/// (docs/formats.md). A file that is damaged, too long or about other inputs counts as none, and is
/// replaced. Failures to write are ignored: the result is then computed again.
class PreparationFiles final : public ik::PreparationStore {
 public:
  /// The most files of a folder. The least recently used ones are removed.
  static constexpr std::size_t kMostFiles = 64;

  /// \param folder made when the first result is kept; empty keeps nothing
  explicit PreparationFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::vector<double> find(std::span<const double> inputs, std::size_t size) override;
  void keep(std::span<const double> inputs, std::span<const double> result) override;

 private:
  std::filesystem::path path_of(std::span<const double> inputs) const;

  const std::filesystem::path folder_;
};

}  // namespace io
