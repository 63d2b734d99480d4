#include "io/body/gltf_nodes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include <Eigen/SVD>

#include "io/body/notes.h"

namespace io {
namespace {

constexpr double kSameScale = 1e-4;  // relative rounding error of exporters

/// Counts the nodes with a property that cannot be represented, and keeps the first.
struct UnsupportedNodes {
  std::size_t count = 0;
  std::string first;
  void add(const GltfNode& node) {
    if (count++ == 0) first = node.title;
  }
};

class NodeReader {
 public:
  explicit NodeReader(const GltfFile& file) : file_(file) {}

  GltfTree read() {
    const std::vector<tinygltf::Node>& given = file_.model().nodes;
    if (given.size() > kMaxGltfNodes) file_.fail("more than ", kMaxGltfNodes, " nodes");
    for (std::size_t i = 0; i < given.size(); ++i) {
      GltfNode& node = tree_.nodes.emplace_back();
      node.title = GltfFile::title("node", given[i].name, i);
      node.name = given[i].name.empty() ? concat("node ", i) : printable(given[i].name);
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
      for (const int child : given[i].children) join(static_cast<int>(i), child);
      place(given[i], tree_.nodes[i]);
    }
    enter_scene();
    for (const int i : tree_.order) grow(i);
    if (const std::size_t scenes = file_.model().scenes.size(); scenes > 1) {
      tree_.notes.push_back(
          concat(counted_words(scenes - 1, "other scene is", "other scenes are"), " left out"));
    }
    note(uneven_, "a scale that differs by axis: its children use the mean");
    note(mirrored_, "a mirror in its scale: left out");
    note(sheared_, "a matrix with shear: left out");
    return std::move(tree_);
  }

 private:
  GltfNode& at(int node) { return tree_.nodes[static_cast<std::size_t>(node)]; }

  void join(int parent, int child) {
    file_.entry(tree_.nodes, child, at(parent).title, ": no node ", child);
    if (at(child).parent >= 0) file_.fail(at(child).title, ": it has two parents");
    at(child).parent = parent;
    at(parent).children.push_back(child);
  }

  void place(const tinygltf::Node& given, GltfNode& node) {
    const auto expect = [&](const std::vector<double>& list, std::size_t size, const char* what) {
      if (!list.empty() && list.size() != size) {
        file_.fail(node.title, ": ", what, ": expected ", size, " numbers");
      }
      return !list.empty();
    };
    if (expect(given.matrix, 16, "matrix")) {
      take_apart(Eigen::Map<const Eigen::Matrix4d>(given.matrix.data()), node);
    }
    if (expect(given.translation, 3, "translation")) {
      node.translation = Eigen::Map<const Eigen::Vector3d>(given.translation.data());
    }
    if (expect(given.rotation, 4, "rotation")) {
      node.rotation.coeffs() = Eigen::Map<const Eigen::Vector4d>(given.rotation.data());
      const double length = node.rotation.coeffs().stableNorm();
      if (!(length > 1e-6) || !std::isfinite(length)) {
        file_.fail(node.title, ": rotation: expected a quaternion of length 1");
      }
      node.rotation.coeffs() /= length;
    }
    if (expect(given.scale, 3, "scale")) {
      node.scale = Eigen::Map<const Eigen::Vector3d>(given.scale.data());
    }
    const bool near = node.translation.lpNorm<Eigen::Infinity>() <= kMaxGltfReach &&
                      node.scale.lpNorm<Eigen::Infinity>() <= kMaxGltfReach;
    if (!near) file_.fail(node.title, ": farther or larger than ", kMaxGltfReach, " m");
  }

  void take_apart(const Eigen::Matrix4d& matrix, GltfNode& node) {
    const Eigen::Matrix3d linear = matrix.topLeftCorner<3, 3>();
    const bool affine = (matrix.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).norm() < 1e-6;
    if (!affine || !(linear.lpNorm<Eigen::Infinity>() <= kMaxGltfReach)) {
      file_.fail(node.title, ": matrix: expected a translation, a rotation and a scale");
    }
    node.translation = matrix.topRightCorner<3, 1>();
    node.scale = linear.colwise().norm().transpose();
    if (node.scale.minCoeff() <= 0.0) return;  // flat: its rotation is unknown, and not visible
    Eigen::Matrix3d axes = linear * node.scale.cwiseInverse().asDiagonal();
    if (axes.determinant() < 0.0) {
      mirrored_.add(node);
      axes.col(0) *= -1.0;
    }
    const Eigen::Matrix3d skew = axes.transpose() * axes - Eigen::Matrix3d::Identity();
    if (skew.lpNorm<Eigen::Infinity>() > 1e-3) sheared_.add(node);
    // the nearest rotation
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(axes, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d turn = svd.matrixU() * svd.matrixV().transpose();
    if (turn.determinant() < 0.0) turn = -turn;
    node.rotation = Eigen::Quaterniond(turn).normalized();
  }

  std::vector<int> roots() const {
    const tinygltf::Model& model = file_.model();
    std::vector<int> list;
    if (model.scenes.empty()) {
      for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        if (tree_.nodes[i].parent < 0) list.push_back(static_cast<int>(i));
      }
      return list;
    }
    const int scene = std::max(0, model.defaultScene);
    list = file_.entry(model.scenes, scene, "scene: no scene ", scene).nodes;
    for (const int node : list) file_.entry(tree_.nodes, node, "scene ", scene, ": no node ", node);
    return list;
  }

  void enter_scene() {
    std::vector<bool> seen(tree_.nodes.size(), false);
    const auto enter = [&](int node) {
      if (seen[static_cast<std::size_t>(node)]) {
        file_.fail(at(node).title, ": it is above itself, or twice in the scene");
      }
      seen[static_cast<std::size_t>(node)] = true;
      tree_.order.push_back(node);
    };
    for (const int root : roots()) {
      if (at(root).parent >= 0) file_.fail(at(root).title, ": a root of the scene has a parent");
      enter(root);
    }
    for (std::size_t i = 0; i < tree_.order.size(); ++i) {
      for (const int child : at(tree_.order[i]).children) enter(child);
    }
  }

  void grow(int i) {
    GltfNode& node = at(i);
    if (node.scale.minCoeff() < 0.0) {
      mirrored_.add(node);
      node.scale = node.scale.cwiseAbs();
    }
    const double most = node.scale.maxCoeff(), least = node.scale.minCoeff();
    const bool even = most - least <= kSameScale * most;
    if (!even && !node.children.empty()) uneven_.add(node);
    const double mean = even ? node.scale.mean() : std::cbrt(node.scale.prod());
    node.grown = tree_.grown_above(i) * mean;
    if (!(tree_.grown_above(i) * node.translation.norm() <= 2.0 * kMaxGltfReach) ||
        !(node.grown <= kMaxGltfReach)) {
      file_.fail(node.title, ": farther or larger than ", kMaxGltfReach, " m");
    }
  }

  void note(const UnsupportedNodes& unheld, const char* what) {
    if (unheld.count == 0) return;
    const std::string others =
        unheld.count > 1 ? concat(" (and ", unheld.count - 1, " more)") : std::string();
    tree_.notes.push_back(printable(concat(unheld.first, others, ": ", what)));
  }

  const GltfFile& file_;
  GltfTree tree_;
  UnsupportedNodes uneven_, mirrored_, sheared_;
};

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

constexpr double kMinFrameRate = 24.0, kUsualFrameRate = 60.0;  // 1/s

std::optional<GltfTrack::Path> path_of(const std::string& name) {
  if (name == "translation") return GltfTrack::Path::kTranslation;
  if (name == "rotation") return GltfTrack::Path::kRotation;
  if (name == "scale") return GltfTrack::Path::kScale;
  return std::nullopt;
}

GltfTrack read_track(const GltfFile& file, const tinygltf::AnimationSampler& sampler,
                     GltfTrack::Path path, const std::string& what) {
  GltfTrack track;
  track.path = path;
  if (sampler.interpolation == "STEP") {
    track.way = GltfTrack::Way::kStep;
  } else if (sampler.interpolation == "CUBICSPLINE") {
    track.way = GltfTrack::Way::kCubic;
  } else if (sampler.interpolation != "LINEAR") {
    file.fail(what, ": no interpolation ", sampler.interpolation);
  }
  track.times = file.numbers(sampler.input, what, {TINYGLTF_TYPE_SCALAR}).row(0);
  const bool turns = path == GltfTrack::Path::kRotation;
  track.values =
      file.numbers(sampler.output, what, {turns ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3});
  const Eigen::Index keys = track.times.size();
  const Eigen::Index each = track.way == GltfTrack::Way::kCubic ? 3 : 1;
  if (keys == 0) file.fail(what, ": no keys");
  if (track.values.cols() != each * keys) {
    file.fail(what, ": ", track.values.cols(), " values for ", keys, " keys");
  }
  for (Eigen::Index i = 0; i < keys; ++i) {
    const double before = i == 0 ? -1.0 : track.times[i - 1];
    if (!(track.times[i] > before) || track.times[i] < 0.0) {
      file.fail(what, ": its times do not ascend from 0 or later");
    }
    const Eigen::Index value = each * i + (each == 3 ? 1 : 0);
    if (turns && !(track.values.col(value).norm() > 1e-6)) {
      file.fail(what, ": a rotation of length 0");
    }
  }
  return track;
}

}  // namespace

GltfTree read_gltf_nodes(const GltfFile& file) { return NodeReader(file).read(); }

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

Eigen::Vector4d GltfTrack::at(double time) const {
  const Eigen::Index keys = times.size(), rows = values.rows();
  const Eigen::Index each = way == Way::kCubic ? 3 : 1, middle = each == 3 ? 1 : 0;
  const auto value = [&](Eigen::Index key, Eigen::Index part) {
    Eigen::Vector4d result = Eigen::Vector4d::Zero();
    result.head(rows) = values.col(each * key + part);
    return result;
  };
  const auto finished = [this](const Eigen::Vector4d& v) {
    return path == Path::kRotation ? Eigen::Vector4d(v.normalized()) : v;
  };
  if (!(time > times[0])) return finished(value(0, middle));
  if (time >= times[keys - 1]) return finished(value(keys - 1, middle));
  const double* const next = std::upper_bound(times.data(), times.data() + keys, time);
  const Eigen::Index a = next - times.data() - 1, b = a + 1;
  const double length = times[b] - times[a], t = (time - times[a]) / length;
  const Eigen::Vector4d from = value(a, middle), to = value(b, middle);
  if (way == Way::kStep) return finished(from);
  if (way == Way::kLinear) {
    if (path != Path::kRotation) return from + t * (to - from);
    // the shorter arc
    return Eigen::Quaterniond(from.normalized())
        .slerp(t, Eigen::Quaterniond(to.normalized()))
        .coeffs();
  }
  const double t2 = t * t, t3 = t2 * t;
  return finished((2.0 * t3 - 3.0 * t2 + 1.0) * from + length * (t3 - 2.0 * t2 + t) * value(a, 2) +
                  (-2.0 * t3 + 3.0 * t2) * to + length * (t3 - t2) * value(b, 0));
}

GltfTracks read_gltf_tracks(const GltfFile& file, std::size_t animation) {
  const tinygltf::Animation& from = file.model().animations[animation];
  const std::string title = GltfFile::title("animation", from.name, animation);
  GltfTracks result;
  for (std::size_t i = 0; i < from.channels.size(); ++i) {
    const tinygltf::AnimationChannel& channel = from.channels[i];
    const std::string what = concat(title, ": channel ", i);
    const auto path = path_of(channel.target_path);
    if (channel.target_path == "pointer") ++result.pointers;
    if (!path || channel.target_node < 0) continue;
    const int node = channel.target_node;
    file.entry(file.model().nodes, node, what, ": no node ", node);
    const tinygltf::AnimationSampler& sampler =
        file.entry(from.samplers, channel.sampler, what, ": no sampler ", channel.sampler);
    result.tracks.push_back(read_track(file, sampler, *path, what));
    result.tracks.back().node = node;
  }
  return result;
}

ik::VectorX frame_times(const std::vector<GltfTrack>& tracks) {
  if (tracks.empty()) return {};
  std::vector<double> keys;
  for (const GltfTrack& track : tracks) {
    keys.insert(keys.end(), track.times.data(), track.times.data() + track.times.size());
  }
  std::sort(keys.begin(), keys.end());
  // times are stored as floats: keys closer than the rounding error are one key
  const double least = 1e-5 + 1e-6 * keys.back();
  keys.erase(
      std::unique(keys.begin(), keys.end(), [least](double a, double b) { return b - a < least; }),
      keys.end());
  const double first = keys.front(), total = keys.back() - first;
  if (keys.size() < 2) return ik::VectorX::Constant(1, first);
  double gap = total;
  for (std::size_t i = 1; i < keys.size(); ++i) gap = std::min(gap, keys[i] - keys[i - 1]);
  const double count = std::round(total / gap);
  gap = total / count;
  const bool even = std::all_of(keys.begin(), keys.end(), [&](double key) {
    const double steps = (key - first) / gap;
    return std::abs(steps - std::round(steps)) * gap < 0.01 * gap + least;
  });
  const double parts = std::max(1.0, std::ceil(gap * kMinFrameRate - 1e-3));
  const double frames = even ? count * parts : std::max(1.0, std::round(total * kUsualFrameRate));
  if (!(frames < kMaxGltfFrames)) return {};
  return ik::VectorX::LinSpaced(static_cast<Eigen::Index>(frames) + 1, first, keys.back());
}

}  // namespace io
