#include "io/body/gltf_animation.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "io/body/notes.h"

namespace io {
namespace {

constexpr std::size_t kMaxNames = 10;  // animations in one message

std::size_t place_of(const GltfTrack& track) { return static_cast<std::size_t>(track.node); }

/// Whether a track moves its node away from the rest pose.
bool leaves_rest(const GltfTree& tree, const GltfTrack& track) {
  constexpr double kSame = 1e-3;
  const GltfNode& node = tree.at(track.node);
  const bool scales = track.path == GltfTrack::Path::kScale;
  const Eigen::Vector3d rest = scales ? node.scale : node.translation;
  const auto moved_at = [&](double time) {
    if (track.path == GltfTrack::Path::kRotation) {
      return track.turn_at(time).angularDistance(node.rotation) > kSame;
    }
    return (track.at(time).head<3>() - rest).norm() > kSame * std::max(kSame, rest.norm());
  };
  return std::any_of(track.times.data(), track.times.data() + track.times.size(), moved_at);
}

/// The names for choosing animations.
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

}  // namespace

GltfAnimation choose_gltf_animation(const GltfFile& file, const GltfTree& tree,
                                    const std::vector<bool>& counts, const std::string& wish) {
  const auto& animations = file.model().animations;
  const std::vector<std::string> names = animation_names(file.model());
  GltfAnimation result;
  bool scales = false;
  int pointers = 0;
  std::set<int> still;  // nodes that an animation moves, but that do not count here
  std::vector<bool> moved(tree.nodes.size(), false);
  std::vector<std::string> left_out;
  for (std::size_t i = 0; i < animations.size(); ++i) {
    const bool wanted = wish.empty() || wish == names[i];
    GltfTracks read;
    try {
      read = read_gltf_tracks(file, i);
    } catch (const Error& error) {
      if (wish == names[i]) throw;
      if (wanted) result.faults.emplace_back(error.what());
      continue;
    }
    std::set<int> aside;
    std::vector<GltfTrack>& tracks = read.tracks;
    std::erase_if(tracks, [&](const GltfTrack& track) {
      const bool scale = track.path == GltfTrack::Path::kScale;
      if (counts[place_of(track)] && !scale) return false;
      if (!wanted || !leaves_rest(tree, track)) return true;
      if (scale) scales = true;
      if (!scale) aside.insert(track.node);
      return true;
    });
    const auto tell_aside = [&] {
      still.merge(aside);
      pointers += read.pointers;
    };
    if (tracks.empty()) {
      if (wanted) tell_aside();
      continue;
    }
    result.choices.push_back(names[i]);
    if (!wanted) continue;
    // some exporters write one animation per node: they are played together
    const auto is_moved = [&](const GltfTrack& track) { return moved[place_of(track)]; };
    if (std::ranges::any_of(tracks, is_moved)) {
      left_out.push_back(names[i]);
      continue;
    }
    if (result.tracks.empty()) {
      result.title = GltfFile::title("animation", animations[i].name, i);
      result.name = names[i];
    }
    tell_aside();
    for (const GltfTrack& track : tracks) moved[place_of(track)] = true;
    std::move(tracks.begin(), tracks.end(), std::back_inserter(result.tracks));
  }
  if (!wish.empty() && result.tracks.empty()) {
    file.fail("no animation \"", wish, "\" that moves the body; there ",
              result.choices.empty()       ? "is none"
              : result.choices.size() == 1 ? "is " + quoted_names(result.choices, kMaxNames)
                                           : "are " + quoted_names(result.choices, kMaxNames));
  }
  for (const std::string& fault : result.faults) {
    result.notes.push_back(fault.substr(file.source().size() + 2) + "; it is left out");
  }
  if (scales) result.notes.emplace_back("animated scales are not held");
  if (!still.empty()) {
    std::vector<std::string> nodes;
    nodes.reserve(still.size());
    for (const int node : still) nodes.push_back(tree.at(node).name);
    result.notes.push_back(
        concat(counted_words(nodes.size(), "animated node moves no joint: it stands still",
                             "animated nodes move no joint: they stand still"),
               ": ", quoted_names(nodes)));
  }
  if (pointers > 0) {
    result.notes.push_back(
        concat(counted_words(static_cast<std::size_t>(pointers), "channel", "channels"),
               " of KHR_animation_pointer left out"));
  }
  if (!left_out.empty()) {
    result.notes.push_back(concat(result.title, " is followed, ", left_out.size(),
                                  " more left out; ", file.source(), "#NAME follows ",
                                  quoted_names(left_out, kMaxNames)));
  }
  if (left_out.empty() && wish.empty()) result.choices.clear();
  return result;
}

}  // namespace io
