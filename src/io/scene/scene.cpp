#include "iklab/scene.h"

#include <filesystem>
#include <memory>

#include "io/files/text.h"
#include "io/scene/scene_file.h"

ik::Scene ik::read_scene(const std::string& name_or_path) {
  const std::filesystem::path path(name_or_path);
  std::error_code ignored;
  try {
    return Scene(std::make_shared<lab::Scene>(io::find_scene(name_or_path)));
  } catch (const io::Error& error) {
    if (path.extension() == ".json" || !std::filesystem::is_regular_file(path, ignored)) throw;
    throw io::Error(io::concat(
        error.what(), "; robots and characters are opened by ik::open_scene of iklab::bodies"));
  }
}
