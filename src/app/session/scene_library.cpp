#include "app/session/scene_library.h"

#include <algorithm>

#include "io/body/body_file.h"
#include "io/scene/scene_file.h"
#include "lab/body/build.h"

namespace app {
namespace {

// Adding a scene: it is among the arms, unless it has a row here.
constexpr struct {
  const char *scene, *group;
} kGroupOf[] = {
    {"y", "The report"},          {"double-y", "The report"},     {"double-y-25", "The report"},
    {"folded-arm", "The report"}, {"planar-arm", "In a plane"},   {"two-link-arm", "In a plane"},
    {"humanoid", "Characters"},   {"searchlights", "Characters"}, {"mannequin", "Characters"},
    {"four-bar", "Loops"},        {"jansen-leg", "Loops"},        {"delta", "Loops"},
    {"stewart-platform", "Loops"}};
constexpr const char* kGroups[] = {"The report", "In a plane", "Arms", "Characters", "Loops"};

const char* group_of(const std::string& id) {
  const auto row = std::ranges::find(kGroupOf, id, [](const auto& each) { return each.scene; });
  return row == std::end(kGroupOf) ? "Arms" : row->group;
}

}  // namespace

lab::Scene SceneLibrary::scene(const std::string& id) const {
  return id == lab::kNewBody ? lab::new_body() : load(id);
}

SceneLibrary built_in_library() {
  SceneLibrary library{.items = {}, .load = [](const std::string& id) {
                         return io::open_scene(id, {.wish = {.words = &lab::kWindowWords}});
                       }};
  for (const char* group : kGroups) {
    for (const auto* names :
         {&io::built_in_scenes(), &io::built_in_bodies(), &io::built_in_linkages()}) {
      for (const std::string& id : *names) {
        if (group_of(id) != std::string_view(group)) continue;
        const lab::Scene scene = io::find_scene(id);
        library.items.push_back({id, scene.name, scene.description, group});
      }
    }
  }
  return library;
}

}  // namespace app
