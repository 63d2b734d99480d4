#include "io/body/gltf_nodes.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

GltfTree read_gltf_nodes(const GltfFile& file) { return NodeReader(file).read(); }

}  // namespace io
