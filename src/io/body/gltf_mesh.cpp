#include "io/body/gltf_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include <Eigen/Geometry>

#include "io/files/file.h"
#include "io/scene/scene_file.h"

namespace io {
namespace {

constexpr float kSheet = 0.003F;   // thickness given to a flat mesh, as a fraction of its size
constexpr double kDropped = 0.01;  // fraction of a vertex's weight that is dropped without a note
constexpr std::size_t kInfluences = 4;

using Indices = std::vector<std::uint32_t>;

/// Triangles of a list, strip or fan; empty for points and lines.
Indices triangles_of(const Indices& list, int mode) {
  Indices triangles;
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    triangles.assign(list.begin(), list.end() - static_cast<std::ptrdiff_t>(list.size() % 3));
  }
  const bool strip = mode == TINYGLTF_MODE_TRIANGLE_STRIP, fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
  for (std::size_t i = 0; (strip || fan) && i + 2 < list.size(); ++i) {
    const std::size_t odd = strip ? i % 2 : 0;
    triangles.push_back(strip ? list[i] : list[0]);
    triangles.push_back(list[i + 1 + odd]);
    triangles.push_back(list[i + 2 - odd]);
  }
  return triangles;
}

/// Gives every triangle its own vertices with its normal. Meshes without normals look so by the
/// specification, section 3.7.2.1.
void make_flat(CharacterPart& part) {
  const Indices from = part.mesh.indices;
  const auto count = static_cast<Eigen::Index>(from.size());
  CharacterPart flat;
  flat.mesh.points = part.mesh.points(Eigen::all, from);
  flat.mesh.normals.resize(3, count);
  flat.joints = part.joints(Eigen::all, from);
  flat.weights = part.weights(Eigen::all, from);
  for (Eigen::Index i = 0; i + 2 < count; i += 3) {
    const Eigen::Vector3f a = flat.mesh.points.col(i + 1) - flat.mesh.points.col(i);
    const Eigen::Vector3f b = flat.mesh.points.col(i + 2) - flat.mesh.points.col(i);
    const Eigen::Vector3f normal = a.cross(b);
    const Eigen::Vector3f unit =
        normal.norm() > 0.0F ? Eigen::Vector3f(normal.normalized()) : Eigen::Vector3f::UnitZ();
    for (Eigen::Index k = 0; k < 3; ++k) flat.mesh.normals.col(i + k) = unit;
  }
  flat.mesh.indices.resize(from.size());
  std::iota(flat.mesh.indices.begin(), flat.mesh.indices.end(), 0U);
  flat.mesh.color = part.mesh.color;
  part = std::move(flat);
}

/// True if every edge of a triangle occurs in another triangle in the opposite direction.
bool is_closed(const MeshPart& mesh) {
  // vertices at the same place count as one
  Indices order(static_cast<std::size_t>(mesh.points.cols()));
  std::iota(order.begin(), order.end(), 0U);
  const auto point = [&mesh](std::uint32_t i) {
    const auto p = mesh.points.col(static_cast<Eigen::Index>(i));
    return std::tuple(p.x(), p.y(), p.z());
  };
  std::sort(order.begin(), order.end(),
            [&point](std::uint32_t a, std::uint32_t b) { return point(a) < point(b); });
  Indices place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && point(order[i]) == point(order[i - 1]);
    place[order[i]] = same ? place[order[i - 1]] : order[i];
  }
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Edge> edges, opposite;
  for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
    const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
    const Edge edge{place[mesh.indices[i]], place[mesh.indices[next]]};
    edges.push_back(edge);
    opposite.emplace_back(edge.second, edge.first);
  }
  std::sort(edges.begin(), edges.end());
  std::sort(opposite.begin(), opposite.end());
  return edges == opposite;
}

/// Adds the back side, a little below the front.
void add_other_side(CharacterPart& part) {
  const Eigen::Index count = part.mesh.points.cols();
  const Eigen::Vector3f size =
      part.mesh.points.rowwise().maxCoeff() - part.mesh.points.rowwise().minCoeff();
  const float depth = kSheet * size.norm();
  part.mesh.points.conservativeResize(3, 2 * count);
  part.mesh.points.rightCols(count) = part.mesh.points.leftCols(count) - depth * part.mesh.normals;
  part.mesh.normals.conservativeResize(3, 2 * count);
  part.mesh.normals.rightCols(count) = -part.mesh.normals.leftCols(count);
  part.joints.conservativeResize(4, 2 * count);
  part.joints.rightCols(count) = part.joints.leftCols(count).eval();
  part.weights.conservativeResize(4, 2 * count);
  part.weights.rightCols(count) = part.weights.leftCols(count).eval();
  const Indices front = part.mesh.indices;
  const auto first = static_cast<std::uint32_t>(count);
  for (std::size_t i = 0; i + 2 < front.size(); i += 3) {
    for (const std::size_t k : {i, i + 2, i + 1}) part.mesh.indices.push_back(first + front[k]);
  }
}

class CharacterReader {
 public:
  CharacterReader(const GltfFile& file, const GltfTree& tree) : file_(file), tree_(tree) {}

  Character read() {
    for (const int node : tree_.order) read_node(node);
    say(textured_, "textures are not shown, base colours are");
    say(morphed_, "morph targets are not shown");
    say(other_modes_, "points and lines are not shown");
    say(dropped_, "only four joints a vertex are shown");
    say(unweighted_, "vertices without weights hang on the skin's first joint");
    return std::move(character_);
  }

 private:
  void say(bool what, const char* line) {
    if (what) character_.notes.emplace_back(line);
  }

  std::uint16_t joint_index(int node, const Eigen::Matrix4d& node_from_mesh) {
    std::array<double, 16> key{};
    std::copy_n(node_from_mesh.data(), 16, key.begin());
    const auto [at, is_new] =
        known_.emplace(std::pair(node, key), static_cast<std::uint16_t>(character_.joints.size()));
    if (is_new) {
      if (character_.joints.size() == kMaxSkinJoints) {
        file_.fail("more than ", kMaxSkinJoints, " joints carry its meshes");
      }
      character_.joints.push_back({node, node_from_mesh});
    }
    return at->second;
  }

  /// Indices in Character::joints of a skin's joints, in the skin's order.
  std::vector<std::uint16_t> read_skin(int index) {
    const tinygltf::Skin& skin = file_.entry(file_.model().skins, index, "no skin ", index);
    const std::string title = GltfFile::title("skin", skin.name, static_cast<std::size_t>(index));
    const std::size_t count = skin.joints.size();
    if (count == 0) file_.fail(title, ": no joints");
    ik::MatrixX bind;
    if (skin.inverseBindMatrices >= 0) {
      bind = file_.numbers(skin.inverseBindMatrices, title, {TINYGLTF_TYPE_MAT4});
      if (static_cast<std::size_t>(bind.cols()) < count) {
        file_.fail(title, ": ", bind.cols(), " inverse bind matrices for ", count, " joints");
      }
    }
    std::vector<std::uint16_t> joints;
    for (std::size_t j = 0; j < count; ++j) {
      const int node = skin.joints[j];
      file_.entry(tree_.nodes, node, title, ": no node ", node);
      Eigen::Matrix4d own = Eigen::Matrix4d::Identity();
      if (bind.size() > 0) {
        own = Eigen::Map<const Eigen::Matrix4d>(bind.col(static_cast<Eigen::Index>(j)).data());
        own.row(3) << 0.0, 0.0, 0.0, 1.0;  // by the specification
        if (!(own.lpNorm<Eigen::Infinity>() <= kMaxGltfReach)) {
          file_.fail(title, ": an inverse bind matrix with a number above ", kMaxGltfReach);
        }
      }
      joints.push_back(joint_index(node, own));
    }
    return joints;
  }

  void read_node(int index) {
    const tinygltf::Node& node = file_.model().nodes[static_cast<std::size_t>(index)];
    if (node.mesh < 0) return;
    const tinygltf::Mesh& from = file_.entry(file_.model().meshes, node.mesh, tree_.at(index).title,
                                             ": no mesh ", node.mesh);
    const std::string title =
        GltfFile::title("mesh", from.name, static_cast<std::size_t>(node.mesh));
    std::vector<std::uint16_t> skin;
    if (node.skin >= 0) skin = read_skin(node.skin);
    for (const tinygltf::Primitive& primitive : from.primitives) {
      read_part(primitive, index, skin, title);
    }
  }

  void read_part(const tinygltf::Primitive& primitive, int node,
                 const std::vector<std::uint16_t>& skin, const std::string& title) {
    const auto attribute = [&primitive](const std::string& name) {
      const auto found = primitive.attributes.find(name);
      return found == primitive.attributes.end() ? -1 : found->second;
    };
    const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
    morphed_ = morphed_ || !primitive.targets.empty();
    if (mode < TINYGLTF_MODE_TRIANGLES || mode > TINYGLTF_MODE_TRIANGLE_FAN) {
      other_modes_ = true;
      return;
    }
    if (attribute("POSITION") < 0) return;
    CharacterPart part;
    part.mesh.points =
        file_.numbers(attribute("POSITION"), title, {TINYGLTF_TYPE_VEC3}).cast<float>();
    const Eigen::Index count = part.mesh.points.cols();
    if (count > 0 && !(part.mesh.points.cwiseAbs().maxCoeff() <= kMaxGltfReach)) {
      file_.fail(title, ": a vertex farther than ", kMaxGltfReach, " m");
    }
    Indices list(static_cast<std::size_t>(count));
    std::iota(list.begin(), list.end(), 0U);
    if (primitive.indices >= 0) list = file_.whole_numbers(primitive.indices, title, 1);
    for (const std::uint32_t i : list) {
      if (i >= static_cast<std::size_t>(count)) {
        file_.fail(title, ": index ", i, " of ", count, " vertices");
      }
    }
    part.mesh.indices = triangles_of(list, mode);
    triangles_ += part.mesh.indices.size() / 3;
    if (triangles_ > kMaxTriangles) file_.fail("more than ", kMaxTriangles, " triangles");
    if (part.mesh.indices.empty()) return;
    const bool skinned = !skin.empty() && attribute("JOINTS_0") >= 0;
    part.joints.setZero(4, count);
    part.weights.setZero(4, count);
    if (skinned) {
      read_weights(attribute, skin, title, part);
    } else {
      part.joints.row(0).setConstant(joint_index(node, Eigen::Matrix4d::Identity()));
      part.weights.row(0).setOnes();
    }
    finish(primitive, attribute("NORMAL"), title, part);
    character_.parts.push_back(std::move(part));
  }

  template <class Attribute>
  void read_weights(const Attribute& attribute, const std::vector<std::uint16_t>& skin,
                    const std::string& title, CharacterPart& part) {
    const Eigen::Index count = part.mesh.points.cols();
    std::vector<Indices> joints;
    std::vector<ik::MatrixX> weights;
    for (int set = 0; attribute(concat("JOINTS_", set)) >= 0; ++set) {
      joints.push_back(file_.whole_numbers(attribute(concat("JOINTS_", set)), title, 4));
      weights.push_back(
          file_.numbers(attribute(concat("WEIGHTS_", set)), title, {TINYGLTF_TYPE_VEC4}));
      if (weights.back().cols() != count ||
          joints.back().size() != static_cast<std::size_t>(weights.back().size())) {
        file_.fail(title, ": joints and weights are not as many as its ", count, " vertices");
      }
      if (weights.back().size() > 0 && weights.back().minCoeff() < 0.0) {
        file_.fail(title, ": a weight below 0");
      }
    }
    std::vector<std::pair<double, std::uint16_t>> all;
    for (Eigen::Index v = 0; v < count; ++v) {
      all.clear();
      for (std::size_t set = 0; set < joints.size(); ++set) {
        for (Eigen::Index k = 0; k < 4; ++k) {
          const std::uint32_t joint = joints[set][static_cast<std::size_t>(4 * v + k)];
          const double weight = weights[set](k, v);
          if (weight == 0.0) continue;
          if (joint >= skin.size()) {
            file_.fail(title, ": vertex ", v, " names joint ", joint, " of ", skin.size());
          }
          all.emplace_back(weight, skin[joint]);
        }
      }
      hang(all, skin.front(), v, part);
    }
  }

  /// Assigns a vertex to its joints with the largest weights.
  void hang(std::vector<std::pair<double, std::uint16_t>>& all, std::uint16_t otherwise,
            Eigen::Index v, CharacterPart& part) {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    double whole = 0.0, kept = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      whole += all[i].first;
      if (i < kInfluences) kept += all[i].first;
    }
    if (!(kept > 0.0) || !std::isfinite(whole)) {
      unweighted_ = true;
      part.joints(0, v) = otherwise;
      part.weights(0, v) = 1.0F;
      return;
    }
    dropped_ = dropped_ || whole - kept > kDropped * whole;
    for (std::size_t i = 0; i < std::min(all.size(), kInfluences); ++i) {
      part.joints(static_cast<Eigen::Index>(i), v) = all[i].second;
      part.weights(static_cast<Eigen::Index>(i), v) = static_cast<float>(all[i].first / kept);
    }
  }

  void finish(const tinygltf::Primitive& primitive, int normals, const std::string& title,
              CharacterPart& part) {
    bool both_sides = false;
    if (primitive.material >= 0) {
      const int index = primitive.material;
      const tinygltf::Material& material =
          file_.entry(file_.model().materials, index, title, ": no material ", index);
      const tinygltf::PbrMetallicRoughness& base = material.pbrMetallicRoughness;
      textured_ = textured_ || base.baseColorTexture.index >= 0;
      both_sides = material.doubleSided;
      Eigen::Vector3d color;  // the file has linear light
      for (Eigen::Index k = 0; k < 3; ++k) {
        const double value =
            std::clamp(base.baseColorFactor[static_cast<std::size_t>(k)], 0.0, 1.0);
        color[k] = std::pow(value, 1.0 / 2.2);
      }
      part.mesh.color = color;
    }
    if (normals < 0) {
      make_flat(part);
    } else {
      const ik::MatrixX given = file_.numbers(normals, title, {TINYGLTF_TYPE_VEC3});
      if (given.cols() != part.mesh.points.cols()) {
        file_.fail(title, ": ", given.cols(), " normals for ", part.mesh.points.cols(),
                   " vertices");
      }
      part.mesh.normals = given.cast<float>();
      for (Eigen::Index i = 0; i < given.cols(); ++i) {
        const bool known = part.mesh.normals.col(i).norm() > 0.1F;
        if (known) part.mesh.normals.col(i).normalize();
        if (!known) part.mesh.normals.col(i) = Eigen::Vector3f::UnitZ();
      }
    }
    if (both_sides && !is_closed(part.mesh)) add_other_side(part);
  }

  const GltfFile& file_;
  const GltfTree& tree_;
  Character character_;
  std::map<std::pair<int, std::array<double, 16>>, std::uint16_t> known_;
  std::size_t triangles_ = 0;
  bool textured_ = false, morphed_ = false, other_modes_ = false, dropped_ = false,
       unweighted_ = false;
};

}  // namespace

Character make_character(const GltfFile& file, const GltfTree& tree) {
  return CharacterReader(file, tree).read();
}

Character read_character(const std::filesystem::path& path) {
  const std::string_view built_in = built_in_mesh(path.string());
  const GltfFile file(built_in.empty() ? read_file(path, kMaxGltfBytes) : std::string(built_in),
                      path);
  return make_character(file, read_gltf_nodes(file));
}

}  // namespace io
