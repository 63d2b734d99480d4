#pragma once

#include <string>
#include <vector>

namespace support {

/// A scene file that uses every field that there is: joints before their parents, all three types,
/// rpy, all three kinds of target.
std::string whole_scene();

/// A scene file with one thing wrong, and what the message must say behind the file's name.
struct BrokenScene {
  std::string name;
  std::string text;
  std::string message;
};

/// Every field broken in turn, and texts that are no scene at all.
const std::vector<BrokenScene>& broken_scenes();

}  // namespace support
