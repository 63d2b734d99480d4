#pragma once

#include <string>
#include <vector>

namespace support {

/// A scene file that uses every field: joints before their parents, all three types, rpy, all three
/// kinds of target.
std::string whole_scene();

/// A scene file with one fault, and the expected message after the file's name.
struct BrokenScene {
  std::string name;
  std::string text;
  std::string message;
};

/// Scenes with every field broken in turn, and texts that are not scenes.
const std::vector<BrokenScene>& broken_scenes();

}  // namespace support
