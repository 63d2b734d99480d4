// The camera of a view, and the body that it frames.
#include <algorithm>
#include <utility>

#include "app/session/trails.h"
#include "app/window/view.h"

namespace app {
namespace {

bool same_shape(const lab::Visual& a, const lab::Visual& b) {
  return a.joint == b.joint && a.shape == b.shape && a.color == b.color &&
         a.joint_from_shape.matrix() == b.joint_from_shape.matrix();
}

// Pictures in the gallery: margin, share of their half height; least radius of a link, share of
// their height; largest factor of the radii; width of lines, share of the window's.
constexpr float kTileMargin = 0.2F, kTileRadius = 0.026F, kMaxTileThickness = 4.0F,
                kTileLines = 0.5F;

}  // namespace

bool move_camera(gfx::Camera& camera, const ui::Area& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || view.size.y <= 0.0F) return false;

  const bool inside = ImGui::IsMouseHoveringRect(view.corner, view.end(), false);
  bool changed = false;
  if (inside && io.MouseWheel != 0.0F) {
    camera.dolly(io.MouseWheel, {io.MousePos.x - view.corner.x, io.MousePos.y - view.corner.y},
                 {view.size.x, view.size.y});
    changed = true;
  }
  if (io.MouseDelta.x == 0.0F && io.MouseDelta.y == 0.0F) return changed;
  // a drag that began on a panel never gets here: WantCaptureMouse lasts as long as the drag
  const glm::vec2 drag{io.MouseDelta.x / view.size.y, io.MouseDelta.y / view.size.y};
  const bool left = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0F);
  const bool other = ImGui::IsMouseDragging(ImGuiMouseButton_Right, 0.0F) ||
                     ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0.0F);
  if (other || (left && io.KeyShift)) {
    camera.pan(drag);
  } else if (left) {
    camera.orbit(drag);
  } else {
    return changed;
  }
  return true;
}

void View::frame(const Session& session) {
  if (area_.size.x <= 0.0F || area_.size.y <= 0.0F) return;
  const ui::Area& picture = picture_of(0);
  aspect_ = picture.size.x / std::max(picture.size.y, 1.0F);
  camera_ = camera_for(session.tracker().scene(), stage_, aspect_);
  moved_ = false;
  linked_.reset();
  framed_cloud_ = nullptr;
}

/// Measures a new body, and reads its shapes if they differ.
void View::take_body(const Session& session) {
  const lab::Scene& scene = session.tracker().scene();
  const bool first = body_changes_ < 0;
  body_changes_ = session.body_changes();
  Stage stage = measure(scene);
  stage.skin = stage_.skin;
  stage.thickness = stage_.thickness;
  stage.trail = stage_.trail;
  if (first || stage.housed || stage_.housed ||
      !std::ranges::equal(visuals_, scene.visuals, same_shape)) {
    visuals_ = scene.visuals;
    stage.skin = skin_of(scene, stage);
    std::vector<std::string> notes = scene.notes;
    notes.insert(notes.end(), stage.skin->notes().begin(), stage.skin->notes().end());
    note_ = {notes.empty() ? "" : notes.front(), !stage.skin->notes().empty()};
    if (notes.size() > 1) note_.text += ", and " + std::to_string(notes.size() - 1) + " more";
  }
  stage_ = stage;
}

/// Whether a point of the body is outside of the picture without its margin, a share of its sides.
bool View::reaches_out_of(const ui::Area& picture, const ik::Pose& pose, float margin) const {
  return reach_out_of(picture, points_of(pose), margin);
}

bool View::reach_out_of(const ui::Area& picture, std::span<const Eigen::Vector3d> points,
                        float margin) const {
  const float left = margin * picture.size.x, top = margin * picture.size.y;
  return std::ranges::any_of(points, [&](const Eigen::Vector3d& point) {
    const auto seen = camera_.project(to_gpu(point), {picture.size.x, picture.size.y});
    return !seen || seen->x < left || seen->y < top || seen->x > picture.size.x - left ||
           seen->y > picture.size.y - top;
  });
}

/// Moves the camera a little away while a running body leaves the picture, until the user moves it.
/// Not during a drag, which the picture must not escape, nor while the run stands still.
void View::step_back(const Session& session, const ui::Area& picture) {
  constexpr float kStep = 1.005F;     // factor of the camera's distance in a frame
  constexpr float kMaxGrowth = 1.6F;  // largest factor of the first distance
  constexpr float kMargin = 0.03F;    // a share of the sides: links have a width
  const long step = session.timeline().now();
  if (std::exchange(step_, step) == step) return;
  if (moved_ || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (camera_.distance > kMaxGrowth * camera_.framed) return;
  if (picture.size.y <= 0.0F) return;
  if (reaches_out_of(picture, session.tracker().pose(), kMargin)) camera_.distance *= kStep;
}

/// Moves the camera away until a shape of the reach is in the picture, when it appears, unless the
/// user has moved the camera.
void View::hold_cloud(const lab::ReachCloud* cloud, const ui::Area& picture) {
  constexpr float kStep = 1.03F;  // factor of the camera's distance
  constexpr int kMaxSteps = 60;
  if (std::exchange(framed_cloud_, cloud) == cloud || cloud == nullptr || moved_) return;
  if (picture.size.y <= 0.0F || cloud->box().isEmpty()) return;
  std::vector<Eigen::Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    const auto corner = static_cast<Eigen::AlignedBox3f::CornerType>(i);
    corners.emplace_back(cloud->box().corner(corner).cast<double>());
  }
  for (int i = 0; i < kMaxSteps && reach_out_of(picture, corners, 0.0F); ++i) {
    camera_.distance *= kStep;
  }
}

void View::update(const Session& session, ui::Panels& panels, const CrowdFrame* crowd) {
  const bool whole_crowd = crowd_camera_ == camera_;
  const bool other_scene = scene_changes_ != session.scene_changes();
  const bool other_body = body_changes_ != session.body_changes();
  if (other_body || other_scene) take_body(session);
  const int effectors = session.tracker().multibody().effector_count();
  if (other_scene) {
    scene_changes_ = session.scene_changes();
    camera_.z_up = session.tracker().scene().z_up;
    followed_.reset();
    grasp_ = {};
    panels.build.chosen.reset();
    framed_field_.reset();
    linked_.reset();
  }
  if (other_scene || panels.targets.selected >= effectors) panels.targets.selected.reset();
  const std::size_t cells_before = framed_cells_;
  framed_cells_ = cells_.size();
  const ui::Area& picture = picture_of(0);
  const bool other_shape = aspect_ != picture.size.x / std::max(picture.size.y, 1.0F);
  const bool outgrown = other_body && !moved_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                        reaches_out_of(picture, session.tracker().pose(), 0.0F);
  if (other_scene || outgrown || (other_shape && !moved_)) {
    const auto linked = linked_;
    frame(session);
    linked_ = linked;
    place_linked();
  } else if (cells_before != framed_cells_ && picture.size.y > 0.0F) {
    frame_scene(session.tracker().scene(), stage_, picture.size.x / picture.size.y, camera_);
    place_linked();
  } else if (!linked_ && !panels.still) {
    step_back(session, picture);
  }
  if (panels.reach.open && !linked_) hold_cloud(session.reach().cloud(), picture);
  follow_crowd(session, crowd, whole_crowd);
  follow(session, panels);
  const bool on_path = panels.path.open && panels.targets.dragged;
  if (!grasp_.holds() && !on_path) moved_ |= move_camera(camera_, picture_of(held_in_));
  if (moved_) linked_.reset();
  // slightly above the floor: from below, it would hide the body
  if (moved_) camera_.stay_above(stage_.floor_height + 0.1F * stage_.link_length);
}

/// Frames a crowd when it appears or changes, and the scene when it goes. In a grid only the front
/// lane's picture has the crowd, and framing would empty the others: there, only after the user has
/// framed the crowd.
/// \param whole the camera showed the whole crowd before
void View::follow_crowd(const Session& session, const CrowdFrame* crowd, bool whole) {
  const auto field = crowd != nullptr ? crowd->field : nullptr;
  if (field == framed_field_) return;
  const bool first = framed_field_ == nullptr;
  framed_field_ = field;
  if (field == nullptr) {
    if (whole) frame(session);
  } else if (whole || (first && cells_.empty())) {
    frame_crowd(*crowd);
  }
}

/// Moves the camera by the followed point's motion since the last frame.
void View::follow(const Session& session, const ui::Panels& panels) {
  const lab::Tracker& tracker = session.tracker();
  const bool other = followed_ != panels.followed;
  followed_ = panels.followed;
  if (!followed_ || followed_->effector >= tracker.multibody().effector_count()) return;
  const Eigen::Vector3d point =
      followed_->target ? tracker.targets()[static_cast<std::size_t>(followed_->effector)]
                        : Eigen::Vector3d(tracker.pose().effector.col(followed_->effector));
  if (!point.allFinite()) return;
  if (!other) {
    camera_.focus += to_gpu(point) - followed_at_;
    moved_ = true;
  }
  followed_at_ = to_gpu(point);
}

CameraView View::camera_view() const {
  const glm::vec3 focus = camera_.focus;
  return {
      camera_.yaw, camera_.pitch, camera_.framed / camera_.distance, {focus.x, focus.y, focus.z}};
}

void View::set_camera(const CameraView& view) {
  linked_ = view;
  moved_ = false;
  place_linked();
}

void View::place_linked() {
  if (!linked_) return;
  camera_.yaw = linked_->yaw;
  camera_.pitch = std::clamp(linked_->pitch, -gfx::Camera::kMaxPitch, gfx::Camera::kMaxPitch);
  camera_.distance = camera_.framed / linked_->zoom;
  camera_.focus = {linked_->focus[0], linked_->focus[1], linked_->focus[2]};
}

void View::look_from(ui::LookFrom::Side side) {
  constexpr float kQuarter = 1.5707963F;
  constexpr float kYaws[] = {0.0F, 2.0F * kQuarter, kQuarter, -kQuarter, 0.0F};  // indexed by Side
  camera_.yaw = kYaws[static_cast<std::size_t>(side)];
  camera_.pitch = side == ui::LookFrom::Side::kTop ? gfx::Camera::kMaxPitch : 0.0F;
  moved_ = true;
}

std::array<ui::SeenAxis, 3> View::axes() const {
  const glm::vec3 right = camera_.right(), up = camera_.up(), back = -camera_.forward();
  return {{{right.x, up.x, back.x}, {right.y, up.y, back.y}, {right.z, up.z, back.z}}};
}

void View::frame_crowd(const CrowdFrame& crowd) {
  if (area_.size.x <= 0.0F || area_.size.y <= 0.0F) return;
  const ui::Area& picture = picture_of(0);
  frame_field(*crowd.field, stage_, picture.size.x / std::max(picture.size.y, 1.0F), camera_);
  moved_ = true;
  crowd_camera_ = camera_;
}

gfx::Image View::scene_picture(const lab::Scene& scene, const Gallery::Look& look) {
  constexpr int kSteps = 200;      // after which the body has caught up with its targets
  constexpr int kMaxJoints = 100;  // whose steps take less than a frame
  constexpr float kAspect = ui::kScenePictureWidth / ui::kScenePictureHeight;
  const ik::MethodInfo& method = *ik::find_method("dls");
  lab::Tracker tracker(scene, method, scene.settings);
  if (scene.multibody.joint_count() <= kMaxJoints) {
    for (int i = 0; i < kSteps; ++i) tracker.step();
  }
  Stage stage = measure(scene);
  // the meshes of the present body are read already
  const bool present = !stage.housed && !stage_.housed && stage_.skin &&
                       std::ranges::equal(visuals_, scene.visuals, same_shape);
  stage.skin = present ? stage_.skin : skin_of(scene, stage);

  std::vector<gfx::Sphere> seen;
  const auto see = [&seen](const Eigen::Vector3d& point, double radius) {
    seen.push_back({to_gpu(point), static_cast<float>(radius)});
  };
  for (const Eigen::Vector3d& point : points_of(tracker.pose())) see(point, stage.link_radius());
  for (const Eigen::Vector3d& target : tracker.targets()) see(target, stage.link_radius());
  for (const ik::Obstacle& obstacle : scene.obstacles) {
    see(obstacle.a, obstacle.radius);
    see(obstacle.b, obstacle.radius);
  }
  stage.skin->add_reach(tracker.pose(), seen);
  gfx::Camera camera = camera_for(scene, kAspect);
  camera.frame(seen, kAspect, kTileMargin);
  stage.thickness =
      std::clamp(kTileRadius * camera.height() / stage.link_radius(), 1.0F, kMaxTileThickness);

  gfx::Picture picture;
  make_picture(tracker, nullptr, stage, {look.dark, to_gpu(lab::method_color(method))}, picture);
  gfx::Framebuffer own(static_cast<int>(std::lround(ui::kScenePictureWidth * look.scale)),
                       static_cast<int>(std::lround(ui::kScenePictureHeight * look.scale)), 4);
  const gfx::Quality quality = renderer_.quality();
  renderer_.set_quality({});
  renderer_.draw(picture, camera,
                 {own.id(), 0, 0, own.width(), own.height(), kTileLines * look.scale});
  renderer_.set_quality(quality);
  return own.read_pixels();
}

}  // namespace app
