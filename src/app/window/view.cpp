#include "app/window/view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/picture/marks.h"
#include "ui/overlay/labels.h"
#include "ui/panels/column.h"

namespace app {
namespace {

constexpr float kLaneAlpha = 0.45F;  ///< opacity of ghosts: the front body stays visible
/// Radius of one overlaid body, and the smallest radius of many, as shares of the front body's:
/// thin bodies hide less of each other.
constexpr float kLaneThickness = 0.85F, kThinLane = 0.5F;
constexpr float kThinAlpha = 0.75F;                        ///< opacity of the thinnest ghosts
constexpr lab::Color kAttemptColor = lab::hex(0x7433e8);   ///< of a search
constexpr float kPresentAlpha = 0.75F, kEndAlpha = 0.15F;  ///< opacity of attempts
constexpr float kClearOfLinks = 2.0F;    ///< around links without dots of a cloud, in their radii
constexpr float kLaneNameRoom = 150.0F;  ///< design points; a longer name becomes its initials

constexpr float kMinForLabels = 100.0F;  ///< design points, least side of a picture with labels

/// Height of a body with its targets, in design points, above which radii and lines are not
/// adapted.
constexpr float kFullHeight = 420.0F;
constexpr float kThinnest = 0.55F;  ///< share of a line's width in a small picture
constexpr float kThickest = 1.6F;   ///< factor of a body's radii in a small picture
/// Points of a trail in a cell: a second of 5 ms steps. Longer ones would hide a small body.
constexpr std::size_t kCellTrail = 200;

/// The rectangle of a framebuffer that an area of the window fills.
gfx::Viewport viewport_of(const ui::Area& area, const Canvas& canvas) {
  const auto pixels = [&canvas](float length) {
    return static_cast<int>(std::lround(length * canvas.scale));
  };
  return {.framebuffer = canvas.framebuffer,
          .x = pixels(area.corner.x),
          .y = canvas.height - pixels(area.corner.y) - pixels(area.size.y),
          .width = pixels(area.size.x),
          .height = pixels(area.size.y),
          .pixel_scale = canvas.pixel_scale};
}

}  // namespace

const ui::Area& View::picture_of(std::size_t lane) const {
  return lane < cells_.size() ? cells_[lane].picture : area_;
}

void View::caption(const ui::Theme& theme, const ui::LabView& shown, ui::Panels& panels) {
  scale_ = theme.scale;
  const lab::Timeline& timeline = shown.timeline;
  cells_.clear();
  captions_.clear();
  if (ui::side_by_side(panels.lanes, timeline.setup())) {
    cells_ =
        ui::cells_of(timeline.setup().lanes.size(), area_, ui::cell_style(theme, stage_.shape));
  }
  stage_.thickness = line_scale_ = 1.0F;
  stage_.trail = cells_.empty() ? Trails::kAll : kCellTrail;
  if (cells_.empty()) return;
  const ImVec2 picture = cells_[0].picture.size;
  const float height = std::min(picture.y, picture.x / stage_.shape) / theme.scale;
  const float share = std::max(height, 1.0F) / kFullHeight;
  stage_.thickness = std::clamp(std::sqrt(1.0F / share), 1.0F, kThickest);
  line_scale_ = std::clamp(share, kThinnest, 1.0F);
  ui::Ranking& ranking = panels.lanes.ranking;
  ui::update(ranking, timeline, shown.seen.histories, shown.playback.playing, ImGui::GetTime());
  captions_ = ui::draw_captions(theme, timeline, ranking, cells_, shown.seen.statuses);
}

/// Where a body's name stands in the window: at the body's point that is farthest from the other
/// bodies. None if that is behind the camera.
/// \param points of each body, m \param[in,out] point index of the body's point in the last frame
std::optional<ImVec2> View::name_place(std::span<const std::vector<Eigen::Vector3d>> points,
                                       std::size_t body, std::size_t& point) const {
  constexpr float kEnough = 0.5F;  // links
  point = farthest_apart(points, body, point, static_cast<double>(kEnough * stage_.link_length));
  const auto at = camera_.project(to_gpu(points[body][point]), {area_.size.x, area_.size.y});
  if (!at) return std::nullopt;
  return ImVec2{area_.corner.x + at->x, area_.corner.y + at->y};
}

std::vector<ui::BodyName> View::solution_names(const Session& session,
                                               const ui::ReachPanel& panel) {
  const ui::ReachShown reach = session.reach().shown();
  if (!panel.shows_ghosts(session.setup().frozen) || reach.shows_attempts()) return {};
  std::vector<std::vector<Eigen::Vector3d>> points;
  for (const ui::ShownSolution& solution : reach.solutions) {
    points.push_back(points_of(solution.pose));
  }
  points.push_back(points_of(session.tracker().pose()));
  named_solutions_.resize(points.size(), kNoPoint);
  std::vector<ui::BodyName> names;
  for (std::size_t i = 0; i < reach.solutions.size(); ++i) {
    const auto at = name_place(points, i, named_solutions_[i]);
    const bool drawn = reach.families.empty() || i == panel.lit || i == panel.was_lit;
    names.push_back({drawn ? at : std::nullopt, reach.solutions[i].name,
                     lab::solution_color(reach.solutions[i].hue, false)});
  }
  return names;
}

/// Marks where branches of solutions have met or left the limits. \param[in,out] taken by labels
void View::mark_happenings(const ui::Theme& theme, const Session& session,
                           const ui::ReachPanel& panel, std::vector<ui::ItemRect>& taken) const {
  if (!panel.shows_ghosts(session.setup().frozen)) return;
  const ui::ReachShown reach = session.reach().shown();
  for (const ui::ShownMark& mark : reach.marks) {
    const auto at = camera_.project(to_gpu(mark.place), {area_.size.x, area_.size.y});
    if (!at) continue;
    // opaque for the first half of its time
    const float opacity = std::min(1.0F, 2.0F * static_cast<float>(mark.left));
    taken.push_back(
        ui::draw_happening(theme, area_, {area_.corner.x + at->x, area_.corner.y + at->y},
                           mark.text, mark.names, taken, opacity, *ImGui::GetBackgroundDrawList()));
  }
}

/// The names of all lanes; without a place where no name belongs.
std::vector<ui::BodyName> View::lane_names(const ui::Theme& theme, const Session& session,
                                           const ui::Panels& panels) {
  const lab::Setup& setup = session.setup();
  if (panels.lanes.look == ui::LaneLook::kHidden || setup.lanes.size() < 2) return {};
  const std::vector<std::string> names = lab::lane_labels(setup);
  std::vector<std::vector<Eigen::Vector3d>> points;
  for (std::size_t lane = 0; lane < names.size(); ++lane) {
    points.push_back(points_of(session.timeline().bench().tracker(lane).pose()));
  }
  named_points_.resize(names.size(), kNoPoint);
  std::vector<ui::BodyName> labels;
  for (std::size_t lane = 0; lane < names.size(); ++lane) {
    const std::string brief = ui::fitting_label(names[lane], *setup.lanes[lane].method,
                                                theme.px(kLaneNameRoom), theme.font.small);
    labels.push_back(
        {{}, brief.ends_with("…") ? names[lane] : brief, lab::lane_color(setup, lane)});
    if (lane == setup.front || points[lane].empty()) continue;
    labels.back().point = name_place(points, lane, named_points_[lane]);
  }
  return labels;
}

ui::Message View::take_note() { return std::exchange(note_, {}); }

void View::make_pictures(const Session& session, const ui::Panels& panels) {
  const lab::Setup& setup = session.setup();
  std::size_t count = 0;
  front_ = 0;
  for (std::size_t lane = 0; lane < setup.lanes.size(); ++lane) {
    const bool front = lane == setup.front;
    // an overlaid lane is in the front lane's picture
    if (cells_.empty() ? !front : lane >= cells_.size()) continue;
    if (front) front_ = count;
    if (count == pictures_.size()) pictures_.emplace_back();
    LanePicture& drawn = pictures_[count++];
    drawn.lane = lane;
    fill(session, panels, drawn);
  }
  pictures_drawn_ = count;
}

void View::fill(const Session& session, const ui::Panels& panels, LanePicture& drawn) {
  const lab::Setup& setup = session.setup();
  const lab::Tracker& tracker = session.timeline().bench().tracker(drawn.lane);
  const PictureStyle style{panels.dark.on(), to_gpu(lab::lane_color(setup, drawn.lane))};
  gfx::Picture& picture = drawn.picture;
  drawn.style = style;
  if (drawn.lane == setup.front) {
    if (const auto pose = played_pose(session, panels.path)) {
      return fill_path(session, panels.path, *pose, drawn);
    }
  }
  const Trails* trails = panels.targets.trails ? &session.trails(drawn.lane) : nullptr;
  make_picture(tracker, trails, stage_, style, picture);
  add_rings({tracker.pose(), tracker.targets(), grasp_.target()}, stage_, style.dark, camera_.eye(),
            picture);
  if (const auto target = grasp_.target()) {
    const auto i = static_cast<std::size_t>(*target);
    if (i < tracker.targets().size()) {
      add_grasp(tracker.targets()[i], grasp_.axis(), stage_, style, picture);
    }
  }
  const auto link = grasp_.link();
  const bool here = cells_.empty() || drawn.lane == held_in_;
  if (link && here && link->joint < tracker.multibody().joint_count()) {
    add_pull(*link, tracker.pose(), stage_, style, picture);
  }
  if (setup.pull) add_pull(*setup.pull, tracker.pose(), stage_, style, picture);
  add_selected(setup, tracker.target_time(), panels.targets, drawn);
  add_aim_arcs(tracker, panels.targets, drawn);
  if (panels.build.open) add_chosen_part(tracker, panels.build, drawn);
  if (drawn.lane != setup.front) return;
  if (cells_.empty()) add_lanes(session, panels.lanes, drawn);
  const lab::Diagnosis* diagnosis = session.diagnosis();
  if (panels.diagnosis.lit && diagnosis != nullptr &&
      *panels.diagnosis.lit < diagnosis->causes.size()) {
    add_highlight(tracker, diagnosis->causes[*panels.diagnosis.lit], stage_, style, picture);
  }
  add_maths(session, panels.maths, drawn);
  add_reach(session, panels.reach, drawn);
  // the page "Reach" draws the same two poses with their names
  if (panels.closed_form && !panels.reach.shows_ghosts(setup.frozen)) {
    add_closed_form(tracker.multibody(), tracker.targets(), stage_, style, picture);
  }
}

void View::draw(const CrowdFrame* crowd, const Canvas& canvas) {
  lay_out(crowd, canvas);
  renderer_.draw(drawn_, camera_);
}

bool View::draw_changed(const CrowdFrame* crowd, const Canvas& canvas) {
  lay_out(crowd, canvas);
  if (crowd == nullptr && is_shown()) return false;
  renderer_.draw(drawn_, camera_);
  shown_.resize(drawn_.size());
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    shown_[i].picture = *drawn_[i].picture;
    shown_[i].viewport = drawn_[i].viewport;
  }
  shown_camera_ = camera_;
  return true;
}

/// Whether the last draw_changed() has drawn the same.
bool View::is_shown() const {
  return camera_ == shown_camera_ &&
         std::ranges::equal(drawn_, shown_, [](const gfx::Cell& cell, const ShownPicture& shown) {
           return cell.viewport == shown.viewport && *cell.picture == shown.picture;
         });
}

/// Makes the cells of the renderer.
void View::lay_out(const CrowdFrame* crowd, const Canvas& canvas) {
  drawn_.clear();
  for (std::size_t i = 0; i < pictures_drawn_; ++i) {
    LanePicture& drawn = pictures_[i];
    gfx::Viewport viewport = viewport_of(picture_of(drawn.lane), canvas);
    viewport.pixel_scale *= line_scale_;
    drawn_.push_back({&drawn.picture, viewport});
    if (crowd != nullptr) widen_floor(*crowd->field, camera_, drawn.picture.ground);
  }
  if (crowd == nullptr) {
    crowd_.drop();
  } else if (front_ < drawn_.size()) {
    gfx::Cell& front = drawn_[front_];
    const gfx::Viewport& viewport = front.viewport;
    if (viewport.width > 0 && viewport.height > 0) {
      front.crowd =
          &crowd_.take(*crowd, pictures_[front_].style, camera_, {viewport.width, viewport.height});
    }
  }
}

gfx::Image View::image(const CrowdFrame* crowd, const Canvas& canvas, bool transparent) {
  constexpr int kImageSamples = 4;
  if (front_ >= pictures_drawn_) return {};
  LanePicture& front = pictures_[front_];
  const ImVec2 size = picture_of(front.lane).size;
  gfx::Framebuffer own(static_cast<int>(std::lround(size.x * canvas.scale)),
                       static_cast<int>(std::lround(size.y * canvas.scale)), kImageSamples);
  const gfx::Viewport viewport{.framebuffer = own.id(),
                               .x = 0,
                               .y = 0,
                               .width = own.width(),
                               .height = own.height(),
                               .pixel_scale = canvas.pixel_scale * line_scale_};
  const gfx::Quality quality = renderer_.quality();
  renderer_.set_quality({});
  const auto draw = [&] {
    drawn_ = {{&front.picture, viewport}};
    if (crowd != nullptr) {
      drawn_[0].crowd = &crowd_.take(*crowd, front.style, camera_, {own.width(), own.height()});
    }
    renderer_.draw(drawn_, camera_);
    return own.read_pixels();
  };
  const gfx::Image image = transparent ? without_background(front.picture, draw) : draw();
  renderer_.set_quality(quality);
  return image;
}

void View::hint_of_target(const ui::Theme& theme, const Session& session) const {
  const auto target = grasp_.target();
  const lab::Bench& bench = session.timeline().bench();
  if (!target || held_in_ >= bench.size()) return;
  const lab::Tracker& tracker = bench.tracker(held_in_);
  if (*target >= tracker.multibody().effector_count()) return;
  const auto at = static_cast<std::size_t>(*target);
  const auto disc = named_pairs(tracker, camera_, stage_, picture_of(held_in_))[at].target;
  if (!disc) return;
  // the status is known for the front lane only
  const auto statuses = session.statuses();
  const bool known = held_in_ == session.setup().front && at < statuses.size();
  const float r = kGraspRadius * disc->radius;
  ui::hint_over_picture(theme, {disc->center.x - r, disc->center.y - r},
                        {disc->center.x + r, disc->center.y + r},
                        ui::target_help(tracker, *target, known ? statuses[at] : std::nullopt));
}

void View::draw_names(const ui::Theme& theme, const Session& session, const ui::Panels& panels) {
  labels_.clear();
  hint_of_target(theme, session);
  if (area_.size.y <= 0.0F) return;
  std::vector<ui::ItemRect> taken = handles_.readings;
  taken.insert(taken.end(), captions_.begin(), captions_.end());
  std::vector<ui::BodyName> lanes, solutions;
  // in a grid the readings are at the feet of the pictures
  if (cells_.empty()) {
    const auto bar = ui::draw_scale_bar(theme, area_, camera_.height() / area_.size.y,
                                        *ImGui::GetBackgroundDrawList());
    if (bar) taken.push_back(*bar);
    mark_happenings(theme, session, panels.reach, taken);
    if (panels.targets.names && !session.path().plays()) {
      lanes = lane_names(theme, session, panels);
      solutions = solution_names(session, panels.reach);
    }
  }
  // in a grid only in the front lane's picture: the others show the same targets
  const ui::Area& picture = picture_of(session.setup().front);
  const float least = std::min(picture.size.x, picture.size.y);
  std::vector<ui::NamedPair> pairs;
  const bool plays = session.path().plays();
  if (panels.targets.names && !plays && (cells_.empty() || least >= theme.px(kMinForLabels))) {
    pairs = named_pairs(session.tracker(), camera_, stage_, picture);
  }
  labels_ = ui::draw_labels(theme,
                            {.view = picture,
                             .lanes = lanes,
                             .solutions = solutions,
                             .pairs = pairs,
                             .letters = handles_.letters,
                             .discs = handles_.discs,
                             .taken = taken},
                            label_places_, *ImGui::GetBackgroundDrawList());
}

void View::add_maths(const Session& session, const ui::MathsPanel& panel,
                     LanePicture& drawn) const {
  const lab::Tracker& tracker = session.tracker();
  if (panel.ellipsoids) {
    add_ellipsoids(lab::velocity_ellipsoids(tracker), stage_, drawn.style, drawn.picture);
  }
  const lab::Spectrum& spectrum = session.spectrum();
  if (!panel.directions || spectrum.components.empty()) return;
  const std::size_t last = spectrum.components.size() - 1;
  const auto i = static_cast<Eigen::Index>(std::min(panel.hovered.value_or(last), last));
  add_singular_direction(tracker, spectrum.U.col(i), spectrum.V.col(i), stage_, drawn.style,
                         drawn.picture);
}

void View::add_reach(const Session& session, const ui::ReachPanel& panel,
                     LanePicture& drawn) const {
  if (!panel.open) return;
  const lab::Tracker& tracker = session.tracker();
  const ui::ReachShown reach = session.reach().shown();
  add_attempts(reach, tracker.multibody(), drawn);
  if (panel.shows_ghosts(session.setup().frozen) && !reach.shows_attempts()) {
    add_ghosts(reach, panel.lit ? panel.lit : panel.was_lit, tracker.multibody(), drawn);
  }
  const lab::ReachCloud* const cloud = session.reach().cloud();
  if (cloud == nullptr) return;
  const SeenLinks links(tracker.multibody(), tracker.pose(), kClearOfLinks * stage_.link_radius(),
                        camera_);
  add_cloud(*cloud, stage_.middle, camera_, links, drawn.picture);
}

/// Adds the solutions; or of an arm of seven hinges a sweep over one family, the lit one or that of
/// the arm.
void View::add_ghosts(const ui::ReachShown& reach, std::optional<std::size_t> lit,
                      const ik::Multibody& multibody, LanePicture& drawn) const {
  const bool dark = drawn.style.dark;
  if (reach.families.empty()) {
    return add_solutions(reach.solutions, lit, multibody, stage_, dark, drawn.picture);
  }
  const std::size_t family = lit ? *lit : reach.place ? reach.place->family : 0;
  if (family >= reach.sweeps.size() || family >= reach.solutions.size()) return;
  add_sweep(reach.sweeps[family], reach.solutions[family].hue, multibody, stage_, dark,
            drawn.picture);
  if (lit)
    add_solutions(reach.solutions.subspan(*lit, 1), 0, multibody, stage_, dark, drawn.picture);
}

/// Adds the attempts of a search: where earlier ones ended, and the present one.
void View::add_attempts(const ui::ReachShown& reach, const ik::Multibody& multibody,
                        LanePicture& drawn) const {
  if (!reach.solve) return;
  const std::span<const ik::Pose> ghosts = reach.solve->ghosts;
  for (std::size_t i = 0; i < ghosts.size(); ++i) {
    const bool present = i + 1 == ghosts.size();
    const lab::Color color = lab::on_ground(kAttemptColor, drawn.style.dark);
    add_companion(multibody, ghosts[i], stage_, to_gpu(color, present ? kPresentAlpha : kEndAlpha),
                  kLaneThickness, drawn.picture);
  }
}

void View::add_lanes(const Session& session, const ui::LanesPanel& panel,
                     LanePicture& drawn) const {
  if (panel.look == ui::LaneLook::kHidden) return;
  const lab::Setup& setup = session.setup();
  const lab::Bench& bench = session.timeline().bench();
  const auto others = static_cast<float>(bench.size() - 1);
  const float thickness = std::max(kLaneThickness / std::sqrt(std::max(others, 1.0F)), kThinLane);
  const float thin = (kLaneThickness - thickness) / (kLaneThickness - kThinLane);
  const float ghost = std::lerp(kLaneAlpha, kThinAlpha, thin);
  for (std::size_t i = 0; i < bench.size(); ++i) {
    if (i == setup.front) continue;
    const float alpha = panel.look == ui::LaneLook::kGhosts ? ghost : 1.0F;
    const lab::Tracker& tracker = bench.tracker(i);
    add_companion(tracker.multibody(), tracker.pose(), stage_,
                  to_gpu(lab::on_ground(lab::lane_color(setup, i), drawn.style.dark), alpha),
                  thickness, drawn.picture);
  }
}

}  // namespace app
