#include "app/crowd/view.h"

#include <algorithm>
#include <cmath>

#include "app/session/to_gpu.h"

namespace app {
namespace {

using gfx::CrowdLevel;
using gfx::CrowdPiece;

constexpr float kHingeRadius = 1.35f;  ///< in link radii

class Builder {
 public:
  Builder(const ik::Multibody& multibody, const Stage& stage, const PictureStyle& style)
      : multibody_(multibody), materials_(materials(style)), radius_(stage.link_radius()) {
    body_.point_count = multibody.joint_count() + 2 * multibody.effector_count();
    body_.foot = gfx::to_y_up(stage.middle, stage.z_up);
    body_.x_axis_height = 2.0f * kPlinthHalfHeight * radius_;
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
    CrowdPiece ball{at, at, kEffectorRadius * radius_, materials_.effector};
    ball.toned = true;
    put_full(ball);
    put(CrowdLevel::kDistant, link(stop_above(effector.joint), at, true));
  }

  void add_target(int i) {
    const int at = multibody_.joint_count() + multibody_.effector_count() + i;
    put_full({at, at, kTargetRadius * radius_, materials_.target.color});
  }

  /// From the foot to the joint where the paths to the first and the last effector separate, and
  /// from there to both effectors.
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
    return offset.norm() > static_cast<double>(kMinLength * radius_);
  }

  /// Whether the tree begins, branches or ends at a joint.
  bool is_stop(int j) const {
    const auto carried = std::ranges::count(multibody_.joints(), j, &ik::Joint::parent) +
                         std::ranges::count(multibody_.effectors(), j, &ik::Effector::joint);
    return carried != 1 || multibody_.joint(j).parent < 0;
  }

  int stop_above(int j) const {
    while (!is_stop(j)) j = multibody_.joint(j).parent;
    return j;
  }

  /// Whether a joint moves exactly one effector.
  bool is_arm(int j) const { return multibody_.effectors_of(j).size() == 1; }

  void put(CrowdLevel level, const CrowdPiece& piece) {
    body_.pieces[static_cast<std::size_t>(level)].push_back(piece);
  }

  /// Adds a piece to all levels that show every link.
  void put_full(const CrowdPiece& piece) {
    put(CrowdLevel::kNear, piece);
    put(CrowdLevel::kMiddle, piece);
    put(CrowdLevel::kFar, piece);
  }

  /// A light grey line one pixel wide is invisible on the floor: a far trunk is darker, and a far
  /// arm has its effector's colour.
  CrowdPiece link(int a, int b, bool arm) const {
    CrowdPiece piece{a, b, radius_, materials_.link.color,
                     arm ? materials_.effector : materials_.hinge.color};
    piece.toned = true;
    return piece;
  }

  const ik::Multibody& multibody_;
  Materials materials_;
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

gfx::CrowdTones crowd_tones(const CrowdFrame& frame, bool dark) {
  gfx::CrowdTones tones;
  if (frame.tone == lab::CrowdTone::kStatus) {
    for (const lab::EffectorStatus status : lab::kCrowdStatuses) {
      tones.colors.push_back(to_gpu(lab::status_tone(status, dark)));
    }
  } else if (frame.tone == lab::CrowdTone::kError) {
    constexpr auto kLast = static_cast<float>(gfx::CrowdTones::kMax - 1);
    for (float i = 0.0f; i <= kLast; ++i) {
      tones.colors.push_back(to_gpu(lab::error_tone(i / kLast, dark)));
    }
    tones.scale = kLast / static_cast<float>(lab::error_scale(frame.most_error));
  }
  return tones;
}

gfx::Crowd& CrowdView::take(const CrowdFrame& frame, const PictureStyle& style,
                            const gfx::Camera& camera, glm::vec2 size) {
  if (!crowd_) crowd_ = std::make_unique<gfx::Crowd>();
  if (field_ != frame.field || style_ != style) {
    field_ = frame.field;
    style_ = style;
    groups_.clear();
    for (const CrowdKindPlaces& kind : field_->kinds) {
      const ik::Multibody& body = kind.scene->multibody;
      groups_.push_back(
          {.body = crowd_body(body, kind.stage, style),
           .first = kind.first,
           .places = kind.places,
           .bounds = {gfx::to_y_up(to_gpu(body.joint(0).parent_from_joint.translation()),
                                   kind.stage.z_up)},
           .link = kind.stage.link_radius()});
    }
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    // room for the foot and for the pieces around the points
    const Stage& stage = field_->kinds[i].stage;
    const float foot = groups_[i].bounds.center.y - stage.floor_height;
    groups_[i].bounds.radius =
        std::max(static_cast<float>(frame.reach[i]), foot) + 5.0f * stage.link_radius();
  }
  crowd_->assign({groups_, frame.points, frame.number, crowd_tones(frame, style.dark)},
                 camera.with_y_up(), size);
  return *crowd_;
}

void CrowdView::drop() {
  crowd_.reset();
  field_.reset();
  groups_.clear();
}

void CrowdView::tell(ui::CrowdShown& shown) const {
  if (!crowd_) return;
  const gfx::CrowdMeter& meter = crowd_->meter();
  shown.upload_s = meter.upload_s;
  shown.draw_s = meter.draw_s;
  for (std::size_t level = 0; level < meter.drawn.size(); ++level) {
    // specks count as far bodies
    const std::size_t shown_as = std::min(level, shown.drawn.size() - 1);
    shown.drawn[shown_as] += meter.drawn[level];
  }
}

void widen_floor(const CrowdField& field, const gfx::Camera& camera, gfx::Ground& ground) {
  constexpr float kClosest = 0.025f;  // least spacing, as a share of the camera's distance
  ground.extent = std::max(ground.extent, 2.0f * field.radius);
  // every fifth line is strong: a factor of 5 makes the strong lines the normal ones
  while (ground.spacing < kClosest * camera.distance) ground.spacing *= 5.0f;
}

void frame_field(const CrowdField& field, const Stage& stage, float aspect, gfx::Camera& camera) {
  constexpr int kAround = 48;
  constexpr float kPitch = 0.42f;  // rad, steep enough that bodies do not hide each other
  std::vector<gfx::Sphere> spheres;
  for (int i = 0; i < kAround; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(kAround);
    const glm::vec3 way = gfx::from_y_up({std::cos(angle), 0.0f, std::sin(angle)}, stage.z_up);
    spheres.push_back(
        {stage.middle + (field.radius + 0.5f * field.apart) * way, 0.4f * field.apart});
  }
  camera.pitch = kPitch;
  camera.frame(spheres, aspect);
}

}  // namespace app
