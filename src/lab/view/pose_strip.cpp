#include "lab/view/pose_strip.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ik/body/obstacle.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/view/spectrum.h"

namespace lab {
namespace {

constexpr double kPanelMargin = 0.10;  // around a panel, as a share of what it shows
constexpr double kFlattest = 0.45;     // least height of a panel, as a share of its width
constexpr int kEllipseCorners = 48;
// design points
constexpr double kPanelGap = 10.0, kLink = 3.6, kJoint = 1.2, kTarget = 4.6, kThin = 1.0;
constexpr float kEarlier = 0.20F;  // opacity of the earlier poses
constexpr Color kTargetInk{0.12F, 0.13F, 0.15F}, kObstacle{0.78F, 0.80F, 0.83F};
constexpr Color kGround{0.965F, 0.97F, 0.975F};

/// A place seen from the front. \param up see up_axis()
Point flat(const Eigen::Vector3d& place, const Eigen::Vector3d& up) {
  return {place.x(), place.dot(up)};
}

/// Appends a link to the chain that ends where it begins, or begins another one.
void add_link(Point from, Point to, std::vector<std::vector<Point>>& chains) {
  const auto ends_there = [from](const std::vector<Point>& chain) {
    return chain.back().x == from.x && chain.back().y == from.y;
  };
  const auto chain = std::ranges::find_if(chains, ends_there);
  if (chain != chains.end()) {
    chain->push_back(to);
  } else {
    chains.push_back({from, to});
  }
}

PoseStrip::Pose pose_of(const Tracker& tracker) {
  const ik::Pose& pose = tracker.pose();
  const Eigen::Vector3d up = up_axis(tracker.scene());
  PoseStrip::Pose result;
  std::vector<bool> carries(static_cast<std::size_t>(tracker.multibody().joint_count()));
  ik::for_each_link(tracker.multibody(), [&](const ik::LinkSegment& link) {
    add_link(flat(link.from(pose), up), flat(link.to(pose), up), result.chains);
    carries[static_cast<std::size_t>(link.joint)] = true;
  });
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (carries[static_cast<std::size_t>(j)]) result.joints.push_back(flat(pose.origin.col(j), up));
  }
  return result;
}

/// The outline of an ellipsoid seen from the front: points c + A v / |v A| over the directions v,
/// where the plane touches it.
std::vector<Point> outline_of(const VelocityEllipsoid& ellipsoid, double factor,
                              const Eigen::Vector3d& up) {
  Eigen::Matrix<double, 2, 3> A;
  A << factor * ellipsoid.axes.row(0), factor * up.transpose() * ellipsoid.axes;
  const Point center = flat(ellipsoid.center, up);
  std::vector<Point> outline;
  for (int i = 0; i <= kEllipseCorners; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i % kEllipseCorners) / kEllipseCorners;
    const Eigen::Vector3d share = A.transpose() * Eigen::Vector2d(std::cos(angle), std::sin(angle));
    const double length = share.norm();
    const Eigen::Vector2d at =
        length > 0.0 ? Eigen::Vector2d(A * share / length) : Eigen::Vector2d(0.0, 0.0);
    outline.push_back({center.x + at.x(), center.y + at.y()});
  }
  return outline;
}

PoseStrip::Panel panel_of(const Tracker& tracker, std::span<const PoseStrip::Pose> last,
                          const PoseStripPlan& plan) {
  const Eigen::Vector3d up = up_axis(tracker.scene());
  PoseStrip::Panel panel{.step = tracker.step_count(), .poses = {last.begin(), last.end()}};
  if (plan.ellipses > 0.0) {
    for (const VelocityEllipsoid& ellipsoid : velocity_ellipsoids(tracker)) {
      panel.ellipses.push_back(outline_of(ellipsoid, plan.ellipses, up));
    }
  } else {
    for (const Eigen::Vector3d& target : tracker.targets())
      panel.targets.push_back(flat(target, up));
  }
  return panel;
}

PoseStrip::Row row_of(Tracker& tracker, const PoseStripPlan& plan,
                      const std::function<void()>& pause) {
  PoseStrip::Row row{
      describe(tracker.method_info(), tracker.settings()), method_color(tracker.method_info()), {}};
  const auto most = static_cast<std::size_t>(plan.before) + 1;
  std::vector<PoseStrip::Pose> last = {pose_of(tracker)};
  for (const long step : plan.steps) {
    while (tracker.step_count() < step) {
      tracker.step();
      last.push_back(pose_of(tracker));
      if (last.size() > most) last.erase(last.begin());
      if (pause) pause();
    }
    row.panels.push_back(panel_of(tracker, last, plan));
  }
  return row;
}

/// Sets the part of the plane that holds everything, with a margin.
void fit(PoseStrip& strip) {
  Range x, y;
  const auto add = [&](Point point) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) return;
    x.add(point.x);
    y.add(point.y);
  };
  for (const PoseStrip::Row& row : strip.rows) {
    for (const PoseStrip::Panel& panel : row.panels) {
      for (const Point& target : panel.targets) add(target);
      for (const auto& outline : panel.ellipses) {
        for (const Point& point : outline) add(point);
      }
      for (const PoseStrip::Pose& pose : panel.poses) {
        for (const auto& chain : pose.chains) {
          for (const Point& point : chain) add(point);
        }
      }
    }
  }
  for (const PoseStrip::Obstacle& obstacle : strip.obstacles) {
    for (const Point& end : {obstacle.from, obstacle.to}) {
      add({end.x - obstacle.radius, end.y - obstacle.radius});
      add({end.x + obstacle.radius, end.y + obstacle.radius});
    }
  }
  if (x.empty()) x = y = {-1.0, 1.0};
  const double margin = kPanelMargin * std::max({x.most - x.least, y.most - y.least, 1e-6});
  const double width = x.most - x.least + 2.0 * margin;
  const double spare = std::max(margin, 0.5 * (kFlattest * width - (y.most - y.least)));
  strip.low = {x.least - margin, y.least - spare};
  strip.high = {x.most + margin, y.most + spare};
}

/// The sizes of a strip's parts, from its width.
struct Sizes {
  double panel_width, panel_height, label, caption, heading, legend;

  Sizes(const PoseStrip& strip, double width, const PlotStyle& style)
      : panel_width(width), panel_height(0.0) {
    const auto panels = static_cast<double>(strip.rows.front().panels.size());
    const double gap = kPanelGap * style.unit;
    panel_width = (width - gap * (panels - 1.0)) / panels;
    panel_height = panel_width * (strip.high.y - strip.low.y) / (strip.high.x - strip.low.x);
    label = strip.rows.size() > 1 ? 1.5 * style.words.size : 0.0;
    caption = 1.5 * style.numbers.size;
    heading =
        1.4 * style.title.size + (strip.subtitle.empty() ? 0.0 : 1.4 * style.words.size) + gap;
    legend = 1.7 * style.words.size;
  }
  double row() const { return label + panel_height + caption; }
};

std::vector<Point> placed(const std::vector<Point>& points, const auto& place) {
  std::vector<Point> result(points.size());
  std::transform(points.begin(), points.end(), result.begin(), place);
  return result;
}

void draw_poses(const PoseStrip::Panel& panel, Color color, const auto& place,
                const PlotStyle& style, Painter& painter) {
  for (const PoseStrip::Pose& pose : panel.poses) {
    const bool present = &pose == &panel.poses.back();
    const Color ink = present ? color : faded(color, kEarlier);
    for (const auto& chain : pose.chains) {
      painter.line(placed(chain, place), {ink, kLink * style.unit});
    }
    if (!present) continue;
    for (const Point& joint : pose.joints) {
      painter.disc(place(joint), kJoint * style.unit, style.ground);
    }
  }
}

void draw_panel(const PoseStrip& strip, const PoseStrip::Row& row, const PoseStrip::Panel& panel,
                const Box& box, const PlotStyle& style, Painter& painter) {
  const double scale = box.width / (strip.high.x - strip.low.x);
  const auto place = [&](Point at) {
    return Point{box.left + scale * (at.x - strip.low.x),
                 box.bottom() - scale * (at.y - strip.low.y)};
  };
  painter.rectangle(box, kGround);
  painter.clip(box);
  for (const PoseStrip::Obstacle& obstacle : strip.obstacles) {
    // round ends make a line a capsule
    const Point ends[] = {place(obstacle.from), place(obstacle.to)};
    painter.line(ends, {kObstacle, 2.0 * scale * obstacle.radius});
  }
  draw_poses(panel, row.color, place, style, painter);
  for (const auto& outline : panel.ellipses) {
    painter.line(placed(outline, place), {kTargetInk, kThin * style.unit});
  }
  for (const Point& target : panel.targets) {
    constexpr int kCircle = 20;
    painter.line(polygon(place(target), kTarget * style.unit, kCircle),
                 {kTargetInk, 1.3 * kThin * style.unit});
  }
  painter.unclip();
}

}  // namespace

PoseStrip pose_strip(std::span<Tracker> trackers, const PoseStripPlan& plan,
                     const std::function<void()>& pause) {
  PoseStrip strip;
  const Scene& scene = trackers.front().scene();
  const Eigen::Vector3d up = up_axis(scene);
  for (const ik::Obstacle& obstacle : scene.obstacles) {
    strip.obstacles.push_back({flat(obstacle.a, up), flat(obstacle.b, up), obstacle.radius});
  }
  for (Tracker& tracker : trackers) strip.rows.push_back(row_of(tracker, plan, pause));
  const bool alone = strip.rows.size() == 1;
  strip.title = alone ? strip.rows.front().label : scene.name;
  strip.subtitle = alone ? scene.name : "";
  fit(strip);
  if (plan.ellipses > 0.0) {
    strip.legend = "ellipse: velocities of the effector for |dθ/dt| ≤ 1, times " +
                   number_text(plan.ellipses, 3);
  } else {
    strip.legend = "ring: target";
  }
  if (plan.before > 0) {
    strip.legend += "; faint: the " + std::to_string(plan.before) + " steps before";
  }
  return strip;
}

double height_of(const PoseStrip& strip, double width, const PlotStyle& style) {
  const Sizes sizes(strip, width, style);
  return sizes.heading + sizes.row() * static_cast<double>(strip.rows.size()) + sizes.legend;
}

void draw(const PoseStrip& strip, const Box& box, const PlotStyle& style, Painter& painter) {
  const Sizes sizes(strip, box.width, style);
  double y = box.top + 0.5 * style.title.size;
  painter.text({box.left, y}, strip.title, style.title, Align::kLeft);
  if (!strip.subtitle.empty()) {
    y += 0.9 * style.title.size + 0.5 * style.words.size;
    painter.text({box.left, y}, strip.subtitle, style.words, Align::kLeft);
  }
  y = box.top + sizes.heading;
  for (const PoseStrip::Row& row : strip.rows) {
    if (strip.rows.size() > 1) {
      Letters letters = style.words;
      letters.face = Face::kBold;
      letters.color = row.color;
      painter.text({box.left, y + 0.5 * letters.size}, row.label, letters, Align::kLeft);
    }
    Box panel{box.left, y + sizes.label, sizes.panel_width, sizes.panel_height};
    for (const PoseStrip::Panel& shown : row.panels) {
      draw_panel(strip, row, shown, panel, style, painter);
      const Point below{panel.left + 0.5 * panel.width, panel.bottom() + 0.65 * sizes.caption};
      painter.text(below, "step " + std::to_string(shown.step), style.numbers, Align::kMiddle);
      panel.left += panel.width + kPanelGap * style.unit;
    }
    y += sizes.row();
  }
  painter.text({box.left, y + 1.1 * style.words.size}, strip.legend, style.words, Align::kLeft);
}

}  // namespace lab
