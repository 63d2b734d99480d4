#include "lab/solve/branch_plots.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include <Eigen/LU>

#include "lab/scene/colors.h"
#include "lab/solve/branch_marks.h"

namespace lab {
namespace {

constexpr int kPointsOfWay = 400;
/// Least |det J| of a way as a share of its largest: det J may touch 0 between two points.
constexpr double kRegular = 0.01;

double determinant(const StandingLane& lane, const ik::VectorX& theta) {
  ik::Workspace workspace;
  const ik::Pose pose = ik::pose_at(*lane.multibody, theta);
  ik::Problem problem = lane.problem(pose, {});
  workspace.begin(problem);
  return workspace.jacobian(problem).determinant();
}

/// The lines of branches in plots of joints.
class BranchLines {
 public:
  BranchLines(const StandingLane& lane, const Postures& postures)
      : lane_(lane), postures_(postures) {
    constexpr std::size_t kJoints = 3;  // those that place a wrist
    joints_ = lane.moving_joints();
    joints_.resize(std::min(joints_.size(), kJoints));
    for (const int joint : joints_) {
      plots_.push_back({.title = lane.multibody->joint(joint).name,
                        .subtitle = lane.scene->name,
                        .x = {.label = "Time", .unit = "s"},
                        .y = {.label = "θ", .unit = "rad"},
                        .series = {}});
    }
  }

  /// Adds all solutions at a time, and what happened since the time before it.
  void add(const SolutionSearch& search, double before, double now) {
    for (std::size_t i = 0; i < search.found().size(); ++i) {
      const int number = search.numbers()[i];
      const std::uint64_t posture = search.postures()[i];
      names_.try_emplace(number, postures_.has_words() ? postures_.words(posture)
                                                       : "solution " + std::to_string(number + 1));
      hues_.try_emplace(number, postures_.owns_hues()
                                    ? postures_.hue(posture, [](int) { return true; })
                                    : number);
    }
    for (const BranchEvent& event : search.events()) {
      if (event.limit >= 0) continue;
      for (const int number : event.numbers) {
        const bool begins = !lines_.contains(number);
        extend(number, begins ? before : now, middle_of(*lane_.multibody, event));
      }
    }
    for (std::size_t i = 0; i < search.found().size(); ++i) {
      extend(search.numbers()[i], now, search.found()[i]);
    }
    const auto name_of = [this](int number) { return names_[number]; };
    for (const BranchMark& mark :
         branch_marks(*lane_.multibody, postures_, search.events(), name_of)) {
      for (Plot& plot : plots_) plot.marks.push_back({now, mark.text});
    }
  }

  std::vector<Plot> take() {
    for (Plot& plot : plots_) fit(plot);
    return std::move(plots_);
  }

 private:
  void extend(int number, double time, const ik::VectorX& theta) {
    const auto [line, is_new] = lines_.try_emplace(number, plots_.front().series.size());
    for (std::size_t k = 0; k < plots_.size(); ++k) {
      if (is_new) plots_[k].series.push_back(look_of(number, k == 0));
      Series& series = plots_[k].series[line->second];
      double value = theta[joints_[k]];
      if (!series.y.empty())
        value = series.y.back() + std::remainder(value - series.y.back(), 2.0 * std::numbers::pi);
      series.x.push_back(time);
      series.y.push_back(value);
    }
  }

  /// A name's colour; it stands in the legend once.
  Series look_of(int number, bool legend) {
    const bool is_new = legend && legend_.insert(names_[number]).second;
    return {.label = is_new ? names_[number] : "", .color = solution_color(hues_[number], false)};
  }

  const StandingLane& lane_;
  const Postures& postures_;
  std::vector<int> joints_;
  std::vector<Plot> plots_;
  std::map<int, std::size_t> lines_;  // by a branch's number
  std::map<int, std::string> names_;
  std::map<int, int> hues_;
  std::set<std::string> legend_;
};

}  // namespace

std::vector<Plot> branch_plots(Tracker tracker, long steps) {
  const StandingLane first(tracker);
  const Postures postures(first.scene->multibody, up_axis(*first.scene));
  SolutionSearch search(first);
  while (search.advance(1) < 1.0) continue;
  BranchLines lines(first, postures);
  lines.add(search, tracker.time(), tracker.time());
  for (long step = 0; step < steps; ++step) {
    const double before = tracker.time();
    tracker.step();
    search.follow(StandingLane(tracker));
    lines.add(search, before, tracker.time());
  }
  return lines.take();
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
  double most = kRegular;
  for (std::size_t a = 0; a < search.found().size(); ++a) {
    for (std::size_t b = a + 1; b < search.found().size(); ++b) {
      const ik::VectorX& from = search.found()[a];
      ik::VectorX turn(from.size());
      for (int j = 0; j < lane.multibody->joint_count(); ++j) {
        turn[j] = joint_difference(lane.multibody->joint(j), from[j], search.found()[b][j]);
      }
      RegularWay way;
      double least = ik::kUnlimited, largest = 0.0, sign = 0.0;
      for (int i = 0; i <= kPointsOfWay; ++i) {
        way.theta.push_back(from + static_cast<double>(i) / kPointsOfWay * turn);
        way.determinant.push_back(determinant(lane, way.theta.back()));
        if (i == 0) sign = way.determinant[0] < 0.0 ? -1.0 : 1.0;
        least = std::min(least, sign * way.determinant.back());
        largest = std::max(largest, sign * way.determinant.back());
      }
      if (!(least > most * largest)) continue;
      most = least / largest;
      best = std::move(way);
    }
  }
  return best;
}

std::vector<Plot> regular_way_plots(const StandingLane& lane, const RegularWay& way) {
  const std::vector<int> joints = lane.moving_joints();
  const auto plot = [&](const char* title, const Axis& y, std::size_t count) {
    return Plot{.title = title,
                .subtitle = lane.scene->name,
                .x = {.label = "Share of the way", .unit = ""},
                .y = y,
                .series = std::vector<Series>(count)};
  };
  Plot determinants = plot("det J from one pose to the other",
                           {.label = "det J", .unit = joints.size() == 3 ? "m³" : ""}, 1);
  Plot distances =
      plot("Distance of the effector from its place", {.label = "‖s − t‖", .unit = "m"}, 1);
  Plot angles = plot("The joints", {.label = "θ", .unit = "rad"}, joints.size());
  const auto put = [](Series& series, double share, double value) {
    series.x.push_back(share);
    series.y.push_back(value);
  };
  for (std::size_t i = 0; i < way.theta.size(); ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(way.theta.size() - 1);
    const ik::Pose pose = ik::pose_at(*lane.multibody, way.theta[i]);
    put(determinants.series[0], share, way.determinant[i]);
    put(distances.series[0], share, (lane.targets[0] - pose.effector.col(0)).norm());
    for (std::size_t k = 0; k < joints.size(); ++k) {
      put(angles.series[k], share, way.theta[i][joints[k]]);
    }
  }
  for (std::size_t k = 0; k < joints.size(); ++k) {
    angles.series[k].label = lane.multibody->joint(joints[k]).name;
  }
  std::vector<Plot> plots = {std::move(determinants), std::move(distances), std::move(angles)};
  for (Plot& each : plots) {
    for (std::size_t k = 0; k < each.series.size(); ++k) {
      each.series[k].color = solution_color(static_cast<int>(k), false);
    }
    fit(each);
  }
  plots[0].y.min = std::min(plots[0].y.min, 0.0);
  plots[0].y.max = std::max(plots[0].y.max, 0.0);
  return plots;
}

}  // namespace lab
