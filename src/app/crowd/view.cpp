#include "app/crowd/view.h"

#include <algorithm>
#include <cmath>

#include "app/crowd/body.h"
#include "app/session/convert.h"

namespace app {

gfx::Crowd& CrowdView::take(const CrowdFrame& frame, const PictureStyle& style,
                            const gfx::Camera& camera, glm::vec2 size) {
  if (!crowd_) crowd_ = std::make_unique<gfx::Crowd>();
  const bool same =
      field_ == frame.field && dark_ == style.dark && method_color_ == style.method_color;
  if (!same) {
    field_ = frame.field;
    dark_ = style.dark;
    method_color_ = style.method_color;
    groups_.clear();
    for (const CrowdKindPlaces& kind : field_->kinds) {
      gfx::CrowdGroup group;
      group.body = crowd_body(kind.scene->multibody, kind.stage, style);
      group.first = kind.first;
      group.places = kind.places;
      group.bounds.center = to_gpu(kind.scene->multibody.joint(0).parent_from_joint.translation());
      group.link = kind.stage.link_radius();
      groups_.push_back(std::move(group));
    }
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    // room for the foot and for what is drawn around the points
    const Stage& stage = field_->kinds[i].stage;
    const float foot = groups_[i].bounds.center.y - stage.floor_height;
    groups_[i].bounds.radius =
        std::max(static_cast<float>(frame.reach[i]), foot) + 5.0f * stage.link_radius();
  }
  crowd_->assign({groups_, frame.points, frame.number}, camera, size);
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
    // specks count as distant
    const std::size_t shown_as = std::min(level, shown.drawn.size() - 1);
    shown.drawn[shown_as] += meter.drawn[level];
  }
}

void widen_floor(const CrowdField& field, const gfx::Camera& camera, gfx::Ground& ground) {
  constexpr float kClosest = 0.025f;  // lines, as a share of the camera's distance
  ground.extent = std::max(ground.extent, 2.0f * field.radius);
  // every fifth line is a strong one: these become the usual ones
  while (ground.spacing < kClosest * camera.distance) ground.spacing *= 5.0f;
}

void frame_field(const CrowdField& field, const Stage& stage, float aspect, gfx::Camera& camera) {
  constexpr int kAround = 48;
  constexpr float kPitch = 0.42f;  // rad: bodies stand clear of those behind them
  std::vector<gfx::Sphere> spheres;
  for (int i = 0; i < kAround; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / static_cast<float>(kAround);
    const glm::vec3 way(std::cos(angle), 0.0f, std::sin(angle));
    spheres.push_back(
        {stage.middle + (field.radius + 0.5f * field.apart) * way, 0.4f * field.apart});
  }
  camera.pitch = kPitch;
  camera.frame(spheres, aspect);
}

}  // namespace app
