#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/axes.h"
#include "lab/track/tracker.h"

namespace lab {

/// What methods do with a body, as poses side by side: a row for each method, a panel for each of
/// some steps. The body is seen from the front: points are x and the height in m, see up_axis().
struct PoseStrip {
  struct Pose {
    std::vector<std::vector<Point>> chains;  ///< lines of links, each from one joint to the next
    std::vector<Point> joints;               ///< that move something, without effectors
  };
  struct Panel {
    long step = 0;
    std::vector<Pose> poses;                   ///< the last steps, the present one last
    std::vector<Point> targets;                ///< none with ellipses
    std::vector<std::vector<Point>> ellipses;  ///< closed outlines; none unless asked for
  };
  struct Row {
    std::string label;
    Color color;
    std::vector<Panel> panels;
  };
  struct Obstacle {
    Point from, to;
    double radius;
  };
  std::string title, subtitle;
  std::vector<Row> rows;
  std::vector<Obstacle> obstacles;
  Point low, high;  ///< corners of the part of the plane that every panel shows
  std::string legend;
};

struct PoseStripPlan {
  std::vector<long> steps;  ///< the panels, ascending; 0 is the initial pose
  int before = 4;           ///< poses of earlier steps in a panel
  /// Factor of the effectors' velocity ellipses (velocity_ellipsoids() seen along z), rad; 0: none.
  double ellipses = 0.0;
};

/// Runs every tracker to the last of the plan's steps.
/// \param pause called after every step
/// \pre at least one tracker and one step; all trackers have the same scene
PoseStrip pose_strip(std::span<Tracker> trackers, const PoseStripPlan& plan,
                     const std::function<void()>& pause = {});

double height_of(const PoseStrip& strip, double width, const PlotStyle& style);

void draw(const PoseStrip& strip, const Box& box, const PlotStyle& style, Painter& painter);

}  // namespace lab
