#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace app {

/// "~/arm.urdf" as a path in the user's home; any other path as it is.
std::string at_home(const std::string& path);

/// What completes a typed path: folders, with a slash at the end, and files that can be opened, by
/// name, without regard to case. Hidden ones only where their point is typed.
class Completions {
 public:
  /// Valid until the next call. Reads a folder only when the text has changed.
  std::span<const std::string> of(const std::string& typed);

 private:
  std::optional<std::string> typed_;  // of found_
  std::vector<std::string> found_;
};

}  // namespace app
