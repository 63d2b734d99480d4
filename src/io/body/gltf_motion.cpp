#include "io/body/gltf_motion.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace io {
namespace {

constexpr double kFewestFrames = 24.0, kUsualFrames = 60.0;  // per second

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
  const double parts = std::max(1.0, std::ceil(gap * kFewestFrames - 1e-3));
  const double frames = even ? count * parts : std::max(1.0, std::round(total * kUsualFrames));
  if (!(frames < kMaxGltfFrames)) return {};
  return ik::VectorX::LinSpaced(static_cast<Eigen::Index>(frames) + 1, first, keys.back());
}

}  // namespace io
