#include "io/scene/groups.h"

#include <algorithm>

#include "io/files/text.h"

namespace io {

void choose_group(lab::Scene& scene, const std::string& name, const std::string& option) {
  const auto found = std::ranges::find(scene.groups, name, &lab::JointGroup::name);
  if (found == scene.groups.end()) {
    const std::string names = joined(scene.groups, ", ", &lab::JointGroup::name);
    throw Error(printable(concat(option, ": ", scene.id, " has no group '", name, "'; there are ",
                                 names.empty() ? "none" : names)));
  }
  scene.group = static_cast<std::size_t>(found - scene.groups.begin());
}

}  // namespace io
