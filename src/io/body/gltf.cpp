#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "io/body/body_formats.h"
#include "io/body/gltf_mesh.h"
#include "io/body/gltf_nodes.h"
#include "io/body/model_parts.h"

namespace io {
namespace {

constexpr double kStill = 2e-4;  // a share of the body's size; a smaller movement is rounding error
constexpr double kStillTurn = 1e-4;   // rad
constexpr double kBoneWidth = 0.018;  // fraction of the body's size
constexpr double kMaxAngles = 50e6;   // in all frames

struct NodeLink {
  int node = -1;
  bool slides = false, turns = false;
  Eigen::Index first_axis = 0;  // where the hinges begin
  const GltfTrack* translation = nullptr;
  const GltfTrack* rotation = nullptr;
};

class GltfReader {
 public:
  explicit GltfReader(const BodyInput& input)
      : file_(input.bytes, input.path), wish_(input.choice), tree_(read_gltf_nodes(file_)) {
    body_.model.name = input.name_of_file();
    std::error_code ignored;
    shown_file_ = std::filesystem::absolute(input.path, ignored).lexically_normal().string();
    if (shown_file_.empty()) shown_file_ = input.path.string();
    in_scene_.assign(tree_.nodes.size(), false);
    for (const int node : tree_.order) in_scene_[static_cast<std::size_t>(node)] = true;
  }

  BodyFile read() {
    body_.files = file_.files();
    body_.notes = file_.notes();
    body_.notes.insert(body_.notes.end(), tree_.notes.begin(), tree_.notes.end());
    read_meshes();
    find_joints();
    choose_animation();
    choose_links();
    measure();
    for (const int node : tree_.order) {
      if (is_link_[static_cast<std::size_t>(node)]) add_link(node);
    }
    const bool moves =
        std::ranges::any_of(links_, [](const NodeLink& link) { return link.slides || link.turns; });
    if (!moves && !mesh_error_.empty()) throw Error(mesh_error_);
    if (!moves && !animation_.faults.empty()) throw Error(animation_.faults.front());
    if (!moves) file_.fail("neither a skin nor an animated node: nothing can move");
    record();
    add_joints();
    add_sites();
    if (character_.parts.empty() && size_ > 0.0) {
      add_bones(kBoneWidth * size_, body_.model.links,
                [this](std::size_t link) { return links_[link].turns; });
    }
    body_.model.z_up = false;
    return std::move(body_);
  }

 private:
  static std::size_t at(int node) { return static_cast<std::size_t>(node); }

  void read_meshes() {
    try {
      character_ = make_character(file_, tree_);
      body_.notes.insert(body_.notes.end(), character_.notes.begin(), character_.notes.end());
    } catch (const Error& error) {
      // the skeleton may still be valid and is shown as bones
      mesh_error_ = error.what();
      body_.notes.push_back(mesh_error_.substr(file_.source().size() + 2));
    }
  }

  /// Finds the joints of the skins used by meshes of the scene; of all skins if no mesh uses one.
  void find_joints() {
    const tinygltf::Model& model = file_.model();
    is_joint_.assign(tree_.nodes.size(), false);
    std::set<int> skins;
    for (const int node : tree_.order) {
      const tinygltf::Node& from = model.nodes[at(node)];
      if (from.mesh >= 0 && from.skin >= 0) skins.insert(from.skin);
    }
    if (skins.empty()) {
      for (std::size_t i = 0; i < model.skins.size(); ++i) skins.insert(static_cast<int>(i));
    }
    for (const int i : skins) {
      const tinygltf::Skin& skin = file_.entry(model.skins, i, "no skin ", i);
      const std::string title = GltfFile::title("skin", skin.name, at(i));
      const int bind = skin.inverseBindMatrices;
      if (bind >= 0) file_.numbers(bind, title, {TINYGLTF_TYPE_MAT4});  // checks it
      for (const int joint : skin.joints) {
        if (joint < 0 || at(joint) >= tree_.nodes.size() || !in_scene_[at(joint)]) {
          file_.fail(title, ": node ", joint, " is not in the scene");
        }
        is_joint_[at(joint)] = true;
        has_skin_ = true;
      }
    }
  }

  /// By node: whether it is a joint or an ancestor of one. Without skins, all nodes of the scene
  /// count.
  std::vector<bool> body_nodes() const { return has_skin_ ? with_ancestors(is_joint_) : in_scene_; }

  /// Marks by node, extended to all ancestors of marked nodes.
  std::vector<bool> with_ancestors(std::vector<bool> marks) const {
    for (std::size_t i = tree_.order.size(); i-- > 0;) {
      const int node = tree_.order[i], parent = tree_.at(node).parent;
      if (marks[at(node)] && parent >= 0) marks[at(parent)] = true;
    }
    return marks;
  }

  void choose_animation() {
    animation_ = choose_gltf_animation(file_, tree_, body_nodes(), wish_);
    body_.notes.insert(body_.notes.end(), animation_.notes.begin(), animation_.notes.end());
    body_.model.recordings = animation_.choices;
    of_node_.assign(tree_.nodes.size(), {nullptr, nullptr});
    for (const GltfTrack& track : animation_.tracks) {
      of_node_[at(track.node)][track.path == GltfTrack::Path::kRotation ? 1 : 0] = &track;
    }
  }

  /// Makes links of joints, moved nodes, nodes with meshes, and all their ancestors.
  void choose_links() {
    is_link_ = is_joint_;
    for (const CharacterJoint& joint : character_.joints) is_link_[at(joint.node)] = true;
    for (const GltfTrack& track : animation_.tracks) is_link_[at(track.node)] = true;
    is_link_ = with_ancestors(is_link_);
  }

  /// Computes the nodes' rest poses and the body's size.
  void measure() {
    rest_.assign(tree_.nodes.size(), ik::Isometry::Identity());
    Eigen::AlignedBox3d box;
    for (const int node : tree_.order) {
      const int parent = tree_.at(node).parent;
      rest_[at(node)] =
          (parent < 0 ? ik::Isometry::Identity() : rest_[at(parent)]) * parent_from_node(node);
      if (is_link_[at(node)]) box.extend(rest_[at(node)].translation());
    }
    if (!box.isEmpty()) size_ = box.sizes().maxCoeff();
  }

  ik::Isometry parent_from_node(int node) const {
    const GltfNode& from = tree_.at(node);
    ik::Isometry result(Eigen::Translation3d(tree_.grown_above(node) * from.translation));
    result.rotate(from.rotation);
    return result;
  }

  void add_link(int node) {
    const GltfNode& from = tree_.at(node);
    NodeLink link{node};
    link.translation = of_node_[at(node)][0];
    link.rotation = of_node_[at(node)][1];
    lab::ModelLink& model = body_.model.links.emplace_back();
    model.parent = from.parent < 0 ? -1 : link_of_[at(from.parent)];
    model.name = GltfFile::unique_name(from.name, names_);
    model.parent_from_link = parent_from_node(node);
    if (link.translation != nullptr) decide_slides(link, model);
    link.turns = is_joint_[at(node)] || turns(link);
    if (!has_root_ && (link.slides || link.turns)) has_root_ = model.is_root = true;
    if (!character_.parts.empty()) {
      lab::Visual& visual = model.visuals.emplace_back();
      visual.shape = lab::NodeShape{shown_file_, node, tree_.own_scale(node)};
    }
    model.middle = Eigen::Vector3d::Zero();  // an effector is at the joint
    link_of_.resize(tree_.nodes.size(), -1);
    link_of_[at(node)] = static_cast<int>(links_.size());
    links_.push_back(link);
  }

  /// Gives a link slides if the animation changes its translation. A constant translation becomes
  /// the link's fixed position.
  void decide_slides(NodeLink& link, lab::ModelLink& model) {
    const double grown = tree_.grown_above(link.node);
    const Eigen::Vector3d start = grown * link.translation->at(0.0).head<3>();
    double way = 0.0;
    for (const double time : sampled(*link.translation)) {
      way = std::max(way, (grown * link.translation->at(time).head<3>() - start).norm());
    }
    link.slides = way > kStill * size_;
    if (!link.slides) model.parent_from_link.translation() = start;
  }

  bool turns(const NodeLink& link) const {
    if (link.rotation == nullptr) return false;
    const auto times = sampled(*link.rotation);
    return std::any_of(times.begin(), times.end(), [&](double time) {
      return link.rotation->turn_at(time).angularDistance(tree_.at(link.node).rotation) >
             kStillTurn;
    });
  }

  /// The times of a track's keys and the midpoints between them.
  static std::vector<double> sampled(const GltfTrack& track) {
    std::vector<double> times;
    for (Eigen::Index i = 0; i < track.times.size(); ++i) {
      if (i > 0) times.push_back(0.5 * (track.times[i - 1] + track.times[i]));
      times.push_back(track.times[i]);
    }
    return times;
  }

  /// The rotation of a link at a time, relative to its rest pose.
  Eigen::Matrix3d turn_at(const NodeLink& link, double time) const {
    if (link.rotation == nullptr) return Eigen::Matrix3d::Identity();
    const Eigen::Quaterniond turn =
        tree_.at(link.node).rotation.conjugate() * link.rotation->turn_at(time);
    return turn.normalized().toRotationMatrix();
  }

  /// Fills the recording and chooses the order of hinges. The middle hinge should stay away from a
  /// right angle (gimbal lock), where the other two jump.
  void record() {
    if (animation_.tracks.empty()) return;
    const ik::VectorX times = frame_times(animation_.tracks);
    Eigen::Index rows = 0;
    for (const NodeLink& link : links_) rows += (link.slides ? 3 : 0) + (link.turns ? 3 : 0);
    if (times.size() == 0 ||
        static_cast<double>(rows) * static_cast<double>(times.size()) > kMaxAngles) {
      file_.fail(animation_.title, ": too long");
    }
    lab::RecordedMotion recording{.name = animation_.name, .frame_time = 1.0 / 24.0, .theta = {}};
    if (times.size() > 1) recording.frame_time = times[1] - times[0];
    recording.theta.setZero(rows, times.size());
    Eigen::Index row = 0;
    for (NodeLink& link : links_) {
      if (link.slides) {
        const ik::Isometry rest = parent_from_node(link.node);
        for (Eigen::Index f = 0; f < times.size(); ++f) {
          const Eigen::Vector3d place =
              tree_.grown_above(link.node) * link.translation->at(times[f]).head<3>();
          recording.theta.col(f).segment<3>(row) =
              rest.linear().transpose() * (place - rest.translation());
        }
        row += 3;
      }
      if (link.turns) {
        choose_axes(link, times);
        Eigen::Vector3d before = Eigen::Vector3d::Zero();
        for (Eigen::Index f = 0; f < times.size(); ++f) {
          before = hinge_angles(turn_at(link, times[f]), link.first_axis, before);
          recording.theta.col(f).segment<3>(row) = before;
        }
        row += 3;
      }
    }
    body_.model.recording = std::move(recording);
  }

  void choose_axes(NodeLink& link, const ik::VectorX& times) const {
    Eigen::Vector3d peak = Eigen::Vector3d::Zero();  // |sin| of the middle angle, by first axis
    for (const double time : times) {
      const Eigen::Matrix3d turn = turn_at(link, time);
      for (Eigen::Index i = 0; i < 3; ++i) {
        peak[i] = std::max(peak[i], std::abs(turn(i, (i + 2) % 3)));
      }
    }
    peak.minCoeff(&link.first_axis);
  }

  void add_joints() {
    Eigen::Index row = 0;
    for (std::size_t l = 0; l < links_.size(); ++l) {
      const NodeLink& link = links_[l];
      lab::ModelLink& model = body_.model.links[l];
      for (const bool turn : {false, true}) {
        if (!(turn ? link.turns : link.slides)) continue;
        for (Eigen::Index k = 0; k < 3; ++k, ++row) {
          const Eigen::Index axis = turn ? (link.first_axis + k) % 3 : k;
          const auto type = turn ? ik::JointType::kRevolute : ik::JointType::kPrismatic;
          lab::ModelJoint& joint = model.joints.emplace_back(
              lab::axis_joint(model.name + (turn ? " turn " : " "), type, axis));
          if (turn || model.is_root) continue;
          // the slide's limits are its range in the recording
          const auto way = body_.model.recording->theta.row(row);
          joint.lower = std::min(0.0, way.minCoeff());
          joint.upper = std::max(0.0, way.maxCoeff());
        }
      }
      if (link.turns) model.motion = link.slides ? lab::LinkMotion::kFree : lab::LinkMotion::kBall;
    }
  }

  /// Adds nodes without joints as sites. The end of a branch is the end of its vertices.
  void add_sites() {
    std::vector<bool> has_child(links_.size(), false);
    for (std::size_t l = 0; l < links_.size(); ++l) {
      const int parent = body_.model.links[l].parent;
      if (parent >= 0) has_child[static_cast<std::size_t>(parent)] = true;
    }
    std::vector<int> carrier(tree_.nodes.size(), -1);
    for (const int node : tree_.order) {
      const int parent = tree_.at(node).parent;
      carrier[at(node)] = is_link_[at(node)] ? node : parent < 0 ? -1 : carrier[at(parent)];
      const int on = carrier[at(node)];
      if (on < 0 || on == node) continue;
      lab::ModelLink& link = body_.model.links[at(link_of_[at(on)])];
      const ik::Isometry placed = rest_[at(on)].inverse() * rest_[at(node)];
      const Eigen::Vector3d place = placed.translation();
      link.sites.push_back(
          {GltfFile::unique_name(tree_.at(node).name, names_), place, placed.linear()});
      if (!has_child[at(link_of_[at(on)])]) link.middle = place;
    }
    const std::vector<std::optional<Eigen::Vector3d>> tips = find_tips();
    for (std::size_t l = 0; l < links_.size(); ++l) {
      const auto& tip = tips[at(links_[l].node)];
      if (!has_child[l] && tip) body_.model.links[l].middle = *tip;
    }
  }

  /// By node: its farthest vertex in the direction of the vertices' mean, m.
  std::vector<std::optional<Eigen::Vector3d>> find_tips() const {
    std::vector<std::vector<Eigen::Vector3d>> points(tree_.nodes.size());
    for (const CharacterPart& part : character_.parts) {
      for (Eigen::Index v = 0; v < part.mesh.points.cols(); ++v) {
        Eigen::Index strongest = 0;
        part.weights.col(v).maxCoeff(&strongest);
        const CharacterJoint& joint = character_.joints[part.joints(strongest, v)];
        const Eigen::Vector4d p = part.mesh.points.col(v).cast<double>().homogeneous();
        const Eigen::Vector3d scale = tree_.own_scale(joint.node);
        points[at(joint.node)].push_back(scale.cwiseProduct((joint.node_from_mesh * p).head<3>()));
      }
    }
    std::vector<std::optional<Eigen::Vector3d>> tips(tree_.nodes.size());
    for (std::size_t node = 0; node < tips.size(); ++node) {
      Eigen::Vector3d mean = Eigen::Vector3d::Zero();
      for (const Eigen::Vector3d& p : points[node]) mean += p;
      if (!(mean.norm() > 0.0)) continue;
      mean.normalize();
      double farthest = 0.0;
      for (const Eigen::Vector3d& p : points[node]) farthest = std::max(farthest, p.dot(mean));
      if (farthest > 0.0) tips[node] = farthest * mean;
    }
    return tips;
  }

  const GltfFile file_;
  const std::string& wish_;  // the animation to follow; may be empty
  GltfTree tree_;
  std::string shown_file_, mesh_error_;
  BodyFile body_;
  Character character_;
  std::vector<bool> in_scene_, is_joint_, is_link_;  // by node
  bool has_skin_ = false, has_root_ = false;
  GltfAnimation animation_;
  std::vector<std::array<const GltfTrack*, 2>> of_node_;  // translation, rotation
  std::vector<NodeLink> links_;                           // in the model's order
  std::vector<int> link_of_;                              // by node
  std::set<std::string> names_;
  std::vector<ik::Isometry> rest_;  // rest poses by node, without scale
  double size_ = 0.0;
};

}  // namespace

BodyFile read_gltf(const BodyInput& input) { return GltfReader(input).read(); }

}  // namespace io
