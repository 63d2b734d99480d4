// The page "Path" in the picture: the path, the body on its way, and handles for the pointer.
#include <algorithm>
#include <cmath>

#include "app/picture/marks.h"
#include "app/session/to_gpu.h"
#include "app/window/view.h"
#include "lab/track/reach.h"
#include "ui/panels/column.h"

namespace app {
namespace {

constexpr float kPathWidth = 2.2F, kStrokeWidth = 3.0F;  // design points
constexpr float kBranchAlpha = 0.45F;                    // opacity of a branch under the pointer
constexpr float kPathBall = 0.8F;                        // radius of a waypoint's ball, link radii
constexpr std::size_t kMaxBalls = 200;                   // waypoints with a ball
constexpr float kLeastStroke = 3.0F;                     // pixels between drawn places
constexpr lab::Color kUnfollowed = lab::hex(0xc0392b);  // waypoints that no pose of the way reaches
constexpr lab::Color kPathColor = lab::hex(0x7433e8);   // handles, as of parts that move freely

/// Whether an effector moves along the path.
bool goes_along(std::span<const ik::Waypoint> waypoints, std::size_t effector) {
  return std::ranges::any_of(waypoints, [&](const ik::Waypoint& waypoint) {
    return waypoint.targets[effector] != waypoints.front().targets[effector];
  });
}

}  // namespace

std::optional<ik::Pose> View::played_pose(const Session& session,
                                          const ui::PathPanel& panel) const {
  if (!panel.open || !session.path().plays()) return std::nullopt;
  const ik::Multibody& body = session.tracker().multibody();
  const ik::VectorX theta = lab::pose_on(*session.path().shown().way, panel.player.at);
  if (theta.size() != body.joint_count()) return std::nullopt;  // the body has just changed
  return ik::pose_at(body, theta);
}

/// Fills a picture with the body on its way, the path, and the branch under the pointer.
void View::fill_path(const Session& session, const ui::PathPanel& panel, const ik::Pose& pose,
                     LanePicture& drawn) const {
  const ui::PathShown path = session.path().shown();
  const ik::Multibody& body = session.tracker().multibody();
  gfx::Picture& picture = drawn.picture;
  const bool dark = drawn.style.dark;
  PictureStyle style = drawn.style;
  const auto row = static_cast<std::size_t>(std::lround(panel.player.at));
  if (row < path.lines.size() && path.lines[row] >= 0) {
    const int hue = path.ladder->lines[static_cast<std::size_t>(path.lines[row])].hue;
    style.method_color = to_gpu(lab::solution_color(hue, dark));
  }
  make_picture({body, pose, {}}, stage_, style, picture);
  add_obstacles(session.tracker().scene().obstacles, style, picture);
  const std::vector<ik::Waypoint>& waypoints = path.question->waypoints();
  const std::size_t followed = path.way->poses.size();
  for (std::size_t i = 0; i < waypoints.front().targets.size(); ++i) {
    const gfx::Color color = to_gpu(lab::on_ground(lab::series_color(static_cast<int>(i)), dark));
    const gfx::Color beyond = to_gpu(lab::on_ground(kUnfollowed, dark));
    const bool moves = goes_along(waypoints, i);
    for (std::size_t k = 0; k < waypoints.size(); ++k) {
      const glm::vec3 here = to_gpu(waypoints[k].targets[i]);
      const gfx::Color& shade = k < followed ? color : beyond;
      if (k > 0 && moves) {
        const glm::vec3 before = to_gpu(waypoints[k - 1].targets[i]);
        picture.lines.push_back({before, here, kPathWidth, 0.0F, shade});
      }
      if (k > 0 && (!moves || waypoints.size() > kMaxBalls)) continue;
      picture.balls.push_back({here,
                               (k == 0 ? kTargetRadius : kPathBall) * stage_.link_radius() * 0.6F,
                               {shade, 0.4F, 0.0F}});
    }
  }
  if (panel.lit && path.graph != nullptr && *panel.lit < path.graph->strands.size()) {
    const ik::Strand& strand = path.graph->strands[*panel.lit];
    const int at = std::clamp(static_cast<int>(row), strand.first, strand.last());
    const ik::VectorX& theta = strand.theta[static_cast<std::size_t>(at - strand.first)];
    const lab::Color color = lab::solution_color(path.ladder->lines[*panel.lit].hue, dark);
    add_companion(body, ik::pose_at(body, theta), stage_, to_gpu(color, kBranchAlpha), 1.0F,
                  picture);
  }
  for (std::size_t k = 1; k < drawn_path_.size(); ++k) {
    picture.lines.push_back({to_gpu(drawn_path_[k - 1]), to_gpu(drawn_path_[k]), kStrokeWidth, 0.0F,
                             to_gpu(lab::on_ground(kPathColor, dark))});
  }
}

/// The normal of the plane in which the pointer moves a handle or draws: the plane in which the
/// joints move the effector, unless it is seen from the side; else the picture's.
glm::vec3 View::path_normal(const Session& session, int effector) const {
  constexpr float kMinCosine = 0.1F;
  const lab::Tracker& tracker = session.tracker();
  const auto plane =
      lab::motion_plane(tracker.multibody(), tracker.pose(), tracker.problem().mobility, effector);
  const glm::vec3 forward = camera_.forward();
  if (!plane) return forward;
  const glm::vec3 normal = to_gpu(plane->normal);
  return std::abs(glm::dot(normal, forward)) < kMinCosine ? forward : normal;
}

/// Lets the pointer draw a path. \returns whether it belongs to that
bool View::draw_on_path(const Session& session, const glm::vec2& pixel, bool inside,
                        ui::PathPanel& panel, ui::Edit& edit) {
  const ui::Area& picture = picture_of(session.setup().front);
  const bool begins = inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (drawn_path_.empty() && !begins) return inside;
  lab::PathShape shape = ui::present_path(session.setup());
  const lab::Tracker& tracker = session.tracker();
  shape.effector = std::clamp(shape.effector, 0, tracker.multibody().effector_count() - 1);
  const Eigen::Vector3d through = tracker.pose().effector.col(shape.effector);
  const auto met = gfx::meet_plane(camera_.ray(pixel, {picture.size.x, picture.size.y}),
                                   to_gpu(through), path_normal(session, shape.effector));
  const ImVec2 way = ImGui::GetIO().MouseDelta;
  if (met && (begins || std::abs(way.x) + std::abs(way.y) > 0.0F)) {
    const auto last = drawn_path_.empty() ? std::nullopt
                                          : camera_.project(to_gpu(drawn_path_.back()),
                                                            {picture.size.x, picture.size.y});
    const bool apart = !last || glm::distance(glm::vec2(*last), pixel) >= kLeastStroke * scale_;
    if (apart) drawn_path_.push_back(to_world(*met));
  }
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return true;
  if (drawn_path_.size() >= 2) {
    shape.form = lab::PathForm::kPoints;
    shape.points = lab::simplified(drawn_path_);
    shape.start.clear();
    edit.change("draw a path").path = std::move(shape);
    panel.drawing = false;
  }
  drawn_path_.clear();
  return true;
}

/// Lets the pointer draw a path, or drag one of its handles. \returns whether it does
bool View::take_path(const Session& session, ui::PathPanel& panel, ui::Edit& edit) {
  if (!panel.open || session.tracker().multibody().effector_count() == 0) {
    path_hold_.reset();
    drawn_path_.clear();
    return false;
  }
  const ui::Area& picture = picture_of(session.setup().front);
  const ImGuiIO& io = ImGui::GetIO();
  const glm::vec2 pixel{io.MousePos.x - picture.corner.x, io.MousePos.y - picture.corner.y};
  const glm::vec2 size{picture.size.x, picture.size.y};
  const bool inside = pixel.x >= 0.0F && pixel.y >= 0.0F && pixel.x < size.x && pixel.y < size.y &&
                      !io.WantCaptureMouse;
  if (panel.drawing) {
    path_hold_.reset();
    return draw_on_path(session, pixel, inside, panel, edit);
  }
  const lab::PathShape shape = ui::present_path(session.setup());
  const std::vector<Eigen::Vector3d> places = lab::path_handles(shape);
  if (path_hold_ && path_hold_->handle >= places.size()) path_hold_.reset();
  const bool down = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (path_hold_ && path_hold_->held && down) {
    const auto met = gfx::meet_plane(camera_.ray(pixel, size), to_gpu(path_hold_->from),
                                     path_normal(session, shape.effector));
    const bool moves = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0.0F);
    if (!met || !moves) return true;
    const Eigen::Vector3d place = path_hold_->from + to_world(*met - path_hold_->met);
    if (place == places[path_hold_->handle]) return true;
    edit.change(lab::path_handle_name(shape, path_hold_->handle)).path =
        lab::with_path_handle(shape, path_hold_->handle, place);
    return true;
  }
  path_hold_.reset();
  float nearest = kReachable * scale_;
  for (std::size_t i = 0; i < places.size() && inside; ++i) {
    const auto seen = camera_.project(to_gpu(places[i]), size);
    if (!seen || glm::distance(glm::vec2(*seen), pixel) > nearest) continue;
    nearest = glm::distance(glm::vec2(*seen), pixel);
    path_hold_ = PathHold{.handle = i, .from = places[i]};
  }
  if (!path_hold_) return false;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    const auto met = gfx::meet_plane(camera_.ray(pixel, size), to_gpu(path_hold_->from),
                                     path_normal(session, shape.effector));
    path_hold_->held = met.has_value();
    if (met) path_hold_->met = *met;
  }
  return true;
}

void View::draw_path_handles(const ui::Theme& theme, const Session& session,
                             const ui::PathPanel& panel) {
  if (!panel.open || panel.drawing) return;
  const lab::PathShape shape = ui::present_path(session.setup());
  const std::vector<Eigen::Vector3d> places = lab::path_handles(shape);
  const ui::Area& picture = picture_of(session.setup().front);
  const glm::vec2 size{picture.size.x, picture.size.y};
  std::vector<ui::HandleMark> marks;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto seen = camera_.project(to_gpu(places[i]), size);
    if (!seen) continue;
    const bool lit = path_hold_ && path_hold_->handle == i;
    ui::HandleMark mark{.point = {picture.corner.x + seen->x, picture.corner.y + seen->y},
                        .ring = shape.form == lab::PathForm::kCircle && i == 0,
                        .lit = lit};
    if (shape.form == lab::PathForm::kCircle && i > 0) {
      if (const auto center = camera_.project(to_gpu(shape.center), size)) {
        mark.from = ImVec2{picture.corner.x + center->x, picture.corner.y + center->y};
      }
    }
    if (lit) mark.reading = lab::path_handle_name(shape, i);
    marks.push_back(std::move(mark));
  }
  ui::draw_handles(theme, picture, kPathColor, marks, handles_);
}

}  // namespace app
