#include "app/crowd/body.h"

#include "app/picture/materials.h"

namespace app {
namespace {

using gfx::CrowdLevel;
using gfx::CrowdPiece;

constexpr float kHingeRadius = 1.35f;  ///< in link radii

class Builder {
 public:
  Builder(const ik::Multibody& multibody, const Stage& stage, const PictureStyle& style)
      : multibody_(multibody),
        materials_(materials(style.dark)),
        effector_(style.dark ? lighter(style.method_color) : style.method_color),
        radius_(stage.link_radius()) {
    body_.point_count = multibody.joint_count() + 2 * multibody.effector_count();
    body_.foot = stage.middle;
    body_.foot_height = 2.0f * kPlinthHalfHeight * radius_;
  }

  void add_joint(int j) {
    const ik::Joint& joint = multibody_.joint(j);
    if (joint.parent < 0) {
      put_full(link(CrowdPiece::kFootHigh, j, false));
    } else if (is_apart(joint.parent_from_joint.translation()) ||
               joint.type != ik::JointType::kRevolute) {
      put_full(link(joint.parent, j, is_arm(j)));
    }
    put(CrowdLevel::kNear, {j, j, kHingeRadius * radius_, materials_.hinge.color});
    if (!is_stop(j)) return;
    const int from = joint.parent < 0 ? CrowdPiece::kFootHigh : stop_above(joint.parent);
    put(CrowdLevel::kDistant, link(from, j, false));
  }

  void add_effector(int i) {
    const ik::Effector& effector = multibody_.effector(i);
    const int at = multibody_.joint_count() + i;
    if (is_apart(effector.offset)) put_full(link(effector.joint, at, true));
    put_full({at, at, kEffectorRadius * radius_, effector_});
    put(CrowdLevel::kDistant, link(stop_above(effector.joint), at, true));
  }

  void add_target(int i) {
    const int at = multibody_.joint_count() + multibody_.effector_count() + i;
    put_full({at, at, kTargetRadius * radius_, materials_.target.color});
  }

  /// From the foot to where the ways to the first and the last effector part, and to both.
  void add_fork() {
    const int n = multibody_.joint_count();
    const int last = multibody_.effector_count() - 1;
    int parting = CrowdPiece::kFootHigh;
    for (int j = 0; j < n; ++j) {
      if (last > 0 && multibody_.moves(j, 0) && multibody_.moves(j, last)) parting = j;
    }
    if (parting >= 0) {
      put(CrowdLevel::kSpeck, link(CrowdPiece::kFootHigh, parting, false));
    }
    put(CrowdLevel::kSpeck, link(parting, n, true));
    if (last > 0) put(CrowdLevel::kSpeck, link(parting, n + last, true));
  }

  void add_plinth() {
    CrowdPiece plinth{CrowdPiece::kFootLow, CrowdPiece::kFootHigh, kPlinthRadius * radius_,
                      materials_.plinth.color};
    plinth.flat = true;
    plinth.throws_shadow = false;
    put(CrowdLevel::kNear, plinth);
    put(CrowdLevel::kMiddle, plinth);
  }

  gfx::CrowdBody take() { return std::move(body_); }

 private:
  bool is_apart(const Eigen::Vector3d& offset) const {
    return offset.norm() > 1e-3 * static_cast<double>(radius_);
  }

  /// Whether the tree branches at a joint, begins or ends.
  bool is_stop(int j) const {
    int carried = 0;
    for (const ik::Joint& other : multibody_.joints()) carried += other.parent == j ? 1 : 0;
    for (const ik::Effector& effector : multibody_.effectors()) carried += effector.joint == j;
    return carried != 1 || multibody_.joint(j).parent < 0;
  }

  int stop_above(int j) const {
    while (!is_stop(j)) j = multibody_.joint(j).parent;
    return j;
  }

  /// Whether one effector is all that a joint moves.
  bool is_arm(int j) const { return multibody_.effectors_of(j).size() == 1; }

  void put(CrowdLevel level, const CrowdPiece& piece) {
    body_.pieces[static_cast<std::size_t>(level)].push_back(piece);
  }

  /// At all levels that show every link.
  void put_full(const CrowdPiece& piece) {
    put(CrowdLevel::kNear, piece);
    put(CrowdLevel::kMiddle, piece);
    put(CrowdLevel::kFar, piece);
  }

  /// Light grey a pixel wide would be lost on the floor: the trunk gets darker, arms that end in
  /// an effector take its colour.
  CrowdPiece link(int a, int b, bool arm) const {
    return {a, b, radius_, materials_.link.color, arm ? effector_ : materials_.hinge.color};
  }

  const ik::Multibody& multibody_;
  Materials materials_;
  gfx::Color effector_;
  float radius_;
  gfx::CrowdBody body_;
};

}  // namespace

gfx::CrowdBody crowd_body(const ik::Multibody& multibody, const Stage& stage,
                          const PictureStyle& style) {
  Builder builder(multibody, stage, style);
  builder.add_plinth();
  builder.add_fork();
  for (int j = 0; j < multibody.joint_count(); ++j) builder.add_joint(j);
  for (int i = 0; i < multibody.effector_count(); ++i) builder.add_effector(i);
  for (int i = 0; i < multibody.effector_count(); ++i) builder.add_target(i);
  return builder.take();
}

}  // namespace app
