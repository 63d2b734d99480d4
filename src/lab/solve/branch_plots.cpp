#include "lab/solve/branch_plots.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <Eigen/LU>

#include "lab/scene/colors.h"
#include "lab/solve/branch_marks.h"

namespace lab {
namespace {

constexpr int kPointsOfWay = 400;

Plot angle_plot(const StandingLane& lane, int joint, const Axis& x) {
  const bool turns = lane.multibody->joint(joint).type == ik::JointType::kRevolute;
  return {.title = lane.multibody->joint(joint).name,
          .subtitle = lane.scene->name,
          .x = x,
          .y = {.label = "θ", .unit = turns ? "rad" : "m"},
          .series = {}};
}

double determinant(const StandingLane& lane, const ik::VectorX& theta) {
  ik::Workspace workspace;
  const ik::Pose pose = ik::pose_at(*lane.multibody, theta);
  ik::Problem problem = lane.problem(pose, {});
  workspace.begin(problem);
  return workspace.jacobian(problem).determinant();
}

}  // namespace

std::vector<Plot> branch_plots(Tracker tracker, long steps) {
  const StandingLane first(tracker);
  const Postures postures(first.scene->multibody, up_axis(*first.scene));
  const Axis time{.label = "Time", .unit = "s"};
  const std::vector<int> joints = first.moving_joints();
  std::vector<Plot> plots;
  for (const int joint : joints) plots.push_back(angle_plot(first, joint, time));
  SolutionSearch search(first);
  search.advance(1000);
  std::map<int, std::size_t> series;  // by a branch's number
  std::map<int, std::string> names;
  for (long step = 0; step <= steps; ++step) {
    if (step > 0) {
      tracker.step();
      search.follow(StandingLane(tracker));
    }
    const double now = tracker.time();
    for (Plot& plot : plots) {
      for (Series& line : plot.series) {
        line.x.push_back(now);
        line.y.push_back(std::nan(""));
      }
    }
    for (std::size_t i = 0; i < search.found().size(); ++i) {
      const ik::VectorX& theta = search.found()[i];
      const int number = search.numbers()[i];
      const std::uint64_t posture = postures.of(ik::pose_at(*first.multibody, theta));
      const int hue =
          postures.owns_hues() ? postures.hue(posture, [](int) { return true; }) : number;
      names[number] =
          postures.has_words() ? postures.words(posture) : "solution " + std::to_string(hue + 1);
      const auto [line, is_new] = series.try_emplace(number, plots.front().series.size());
      for (std::size_t k = 0; k < plots.size(); ++k) {
        if (is_new) plots[k].series.push_back({.label = {}, .color = solution_color(hue, false)});
        Series& values = plots[k].series[line->second];
        if (is_new) values.x.push_back(now), values.y.push_back(std::nan(""));
        values.y.back() = theta[joints[k]];
      }
    }
    const auto name_of = [&](int number) { return names[number]; };
    for (const BranchMark& mark :
         branch_marks(*first.multibody, postures, search.events(), name_of)) {
      for (Plot& plot : plots) plot.marks.push_back({now, mark.text});
    }
  }
  for (Plot& plot : plots) fit(plot);
  return plots;
}

std::optional<RegularWay> regular_way(const StandingLane& lane) {
  ik::Workspace workspace;
  const ik::Pose pose = ik::pose_at(*lane.multibody, lane.theta);
  ik::Problem problem = lane.problem(pose, {});
  workspace.begin(problem);
  const ik::MatrixX& J = workspace.jacobian(problem);
  if (J.rows() != J.cols()) return std::nullopt;
  SolutionSearch search(lane);
  search.advance(1000);
  std::optional<RegularWay> best;
  double most = 0.0;  // of the least |det J|
  for (std::size_t a = 0; a < search.found().size(); ++a) {
    for (std::size_t b = a + 1; b < search.found().size(); ++b) {
      const ik::VectorX& from = search.found()[a];
      ik::VectorX turn(from.size());
      for (int j = 0; j < lane.multibody->joint_count(); ++j) {
        turn[j] = joint_difference(lane.multibody->joint(j), from[j], search.found()[b][j]);
      }
      RegularWay way;
      double least = ik::kUnlimited, sign = 0.0;
      for (int i = 0; i <= kPointsOfWay; ++i) {
        way.theta.push_back(from + static_cast<double>(i) / kPointsOfWay * turn);
        way.determinant.push_back(determinant(lane, way.theta.back()));
        if (i == 0) sign = way.determinant[0] < 0.0 ? -1.0 : 1.0;
        least = std::min(least, sign * way.determinant.back());
      }
      if (!(least > most)) continue;
      most = least;
      best = std::move(way);
    }
  }
  return best;
}

std::vector<Plot> regular_way_plots(const StandingLane& lane, const RegularWay& way) {
  const Axis share{.label = "Share of the way", .unit = ""};
  Series line{.label = {}, .color = solution_color(0, false)};
  for (std::size_t i = 0; i < way.theta.size(); ++i) {
    line.x.push_back(static_cast<double>(i) / static_cast<double>(way.theta.size() - 1));
  }
  std::vector<Plot> plots = {
      {.title = "det J, from one pose to the other",
       .subtitle = lane.scene->name,
       .x = share,
       .y = {.label = "det J", .unit = way.theta.front().size() == 3 ? "m³" : ""},
       .series = {line}}};
  plots[0].series[0].y = way.determinant;
  for (const int joint : lane.moving_joints()) {
    Plot& plot = plots.emplace_back(angle_plot(lane, joint, share));
    plot.series = {line};
    for (const ik::VectorX& theta : way.theta) plot.series[0].y.push_back(theta[joint]);
  }
  for (Plot& plot : plots) fit(plot);
  plots[0].y.min = std::min(plots[0].y.min, 0.0);
  plots[0].y.max = std::max(plots[0].y.max, 0.0);
  return plots;
}

}  // namespace lab
