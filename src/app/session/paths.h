#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace app {

/// Expands "~/arm.urdf" in the user's home; any other path stays as it is.
std::string at_home(const std::string& path);

/// Completions of a typed path, sorted: folders, with a slash at the end, and files that can be
/// opened. Case is ignored. Hidden names appear only after a typed leading dot.
class Completions {
 public:
  /// Valid until the next call. Reads a folder only when the text has changed.
  std::span<const std::string> of(const std::string& typed);

 private:
  std::optional<std::string> typed_;  // text of found_
  std::vector<std::string> found_;
};

}  // namespace app
