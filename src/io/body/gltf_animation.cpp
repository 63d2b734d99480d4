#include "io/body/gltf_motion.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace io {
namespace {

std::size_t place_of(const GltfTrack& track) { return static_cast<std::size_t>(track.node); }

bool moves_scale(const GltfTree& tree, const GltfTrack& track) {
  const Eigen::Vector3d rest = tree.at(track.node).scale;
  return std::any_of(track.times.data(), track.times.data() + track.times.size(), [&](double time) {
    return (track.at(time).head<3>() - rest).norm() > 1e-3 * std::max(1e-3, rest.norm());
  });
}

/// The names by which animations are chosen.
std::vector<std::string> animation_names(const tinygltf::Model& model) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    const std::string& given = model.animations[i].name;
    const std::string wish = given.empty() ? concat("animation ", i) : printable(given);
    names.push_back(GltfFile::unique_name(wish, taken));
  }
  return names;
}

/// "Run", "Walk"; of many, how many more.
std::string quoted_names(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNames = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
    text += (i > 0 ? ", \"" : "\"") + names[i] + '"';
  }
  return names.size() > kMostNames ? text + concat(" and ", names.size() - kMostNames, " more")
                                   : text;
}

}  // namespace

GltfAnimation choose_gltf_animation(const GltfFile& file, const GltfTree& tree,
                                    const std::vector<bool>& counts, const std::string& wish) {
  const auto& animations = file.model().animations;
  const std::vector<std::string> names = animation_names(file.model());
  GltfAnimation result;
  bool scales = false;
  std::vector<bool> moved(tree.nodes.size(), false);
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < animations.size(); ++i) {
    std::vector<GltfTrack> tracks = read_gltf_tracks(file, i);
    const bool wanted = wish.empty() || wish == names[i];
    std::erase_if(tracks, [&](const GltfTrack& track) {
      if (!counts[place_of(track)]) return true;
      if (track.path != GltfTrack::Path::kScale) return false;
      scales = scales || (wanted && moves_scale(tree, track));
      return true;
    });
    if (tracks.empty()) continue;
    result.choices.push_back(names[i]);
    if (!wanted) continue;
    // some exporters write an animation for each node: those are played together
    const auto is_moved = [&](const GltfTrack& track) { return moved[place_of(track)]; };
    if (std::ranges::any_of(tracks, is_moved)) {
      left_out.push_back(names[i]);
      continue;
    }
    if (result.tracks.empty()) {
      result.title = GltfFile::title("animation", animations[i].name, i);
      result.name = names[i];
    }
    for (const GltfTrack& track : tracks) moved[place_of(track)] = true;
    std::move(tracks.begin(), tracks.end(), std::back_inserter(result.tracks));
  }
  if (!wish.empty() && result.tracks.empty()) {
    file.fail("no animation \"", wish, "\" that moves the body; there ",
              result.choices.empty()       ? "is none"
              : result.choices.size() == 1 ? "is " + quoted_names(result.choices)
                                           : "are " + quoted_names(result.choices));
  }
  if (scales) result.notes.emplace_back("animated scales are not held");
  if (!left_out.empty()) {
    result.notes.push_back(concat(result.title, " is followed, ", left_out.size(),
                                  " more left out; ", file.source(), "#NAME follows ",
                                  quoted_names(left_out)));
  }
  if (left_out.empty() && wish.empty()) result.choices.clear();
  return result;
}

}  // namespace io
