#include "lab/path/path_way.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "iklab/solver.h"
#include "lab/path/path_trial.h"
#include "lab/path/waypoints.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene_solver.h"
#include "lab/solve/reach_summary.h"
#include "lab/solve/solution_names.h"
#include "lab/solve/solution_search.h"

namespace lab {
namespace {

double largest_index(const ik::Followed& way) {
  return static_cast<double>(way.poses.size()) - 1.0;
}

/// Whether the way changes its branch between a row and the next one.
bool changes_after(const ik::Followed& way, std::size_t row) {
  return row + 1 < way.poses.size() && way.poses[row + 1].reconfigured;
}

/// The time from a row to the next one, s: of waypoints without times as if all took four seconds.
double time_after(std::span<const ik::Waypoint> waypoints, std::size_t row) {
  constexpr double kWithoutTimes = 4.0;
  const bool timed = waypoints.back().time > waypoints.front().time;
  if (!timed) return kWithoutTimes / static_cast<double>(waypoints.size());
  return std::max(waypoints[row + 1].time - waypoints[row].time, 0.0);
}

std::string waypoint_text(double number) { return number_text(number + 1.0, 4); }

std::string reached_text(const ik::Followed& way, std::size_t all) {
  return std::to_string(way.poses.size()) + " of " + std::to_string(all) + " waypoints";
}

/// The verdict on the waypoint where a way breaks.
std::string break_in_words(const PathQuestion& question, const ik::Followed& way) {
  const std::string waypoint = "waypoint " + std::to_string(way.breaks_at + 1);
  const std::string unreached = waypoint + " is not reached: ";
  switch (way.verdict) {
    case ik::Verdict::kProven:
      return unreached +
             why_not_reached(ik::Report{
                 .outcome = ik::Outcome::kStalled, .verdict = way.verdict, .proof = way.proof});
    case ik::Verdict::kSearched:
      return unreached + "a search from many starts finds no pose";
    case ik::Verdict::kUnfinished:
      return unreached + "the search ended before it was known";
    case ik::Verdict::kReached:
      break;
  }
  const std::string end = way.ends.empty() ? "" : end_in_words(question, way.ends.back());
  return "no way leads to " + waypoint + (end.empty() ? "" : ": " + end);
}

}  // namespace

PathQuestion path_question(const PathShape& shape, const Setup& setup, const ik::VectorX& present) {
  Setup on_path = setup_on_path(shape, setup);
  on_path.pull.reset();
  on_path.nudge.reset();
  StandingLane lane(Tracker(on_path, on_path.front));
  lane.theta = present;
  PathQuestion question{lane.scene, {*lane.scene, waypoints_of(shape, on_path), {}}, present};
  question.plan.scene.multibody = lane.weighted_body();
  ik::FollowOptions& options = question.plan.options;
  options.closed = shape.closed;
  options.keeps_limits = lane.keeps_limits();
  options.obstacles = lane.scene->obstacles;
  if (shape.start.size() == static_cast<std::size_t>(present.size())) {
    options.start = ik::PathStart::kGiven;
    options.theta = Eigen::Map<const ik::VectorX>(shape.start.data(), present.size());
  }
  return question;
}

ik::Followed first_way(const PathQuestion& question) {
  const ik::FollowOptions& options = question.options();
  ik::Solver solver(question.body());
  if (!options.keeps_limits) solver.set_limits(LimitRule::kIgnore);
  const bool given = options.start == ik::PathStart::kGiven;
  solver.set_theta(given ? options.theta : question.present);
  const ik::Stop stop{
      .error = options.error, .aim_error = options.aim_error, .give_up = options.give_up};
  const JumpTest jumps(question.body());
  ik::Followed way;
  for (std::size_t k = 0; k < question.waypoints().size(); ++k) {
    const ik::Waypoint& waypoint = question.waypoints()[k];
    set_goals(waypoint.targets, waypoint.aims, solver);
    const ik::Report report = solver.solve(stop);
    if (report.outcome != ik::Outcome::kReached) {
      way.breaks_at = static_cast<int>(k);
      way.verdict = report.verdict;
      way.proof = report.proof;
      break;
    }
    ik::FollowedPose pose{.theta = solver.theta()};
    if (k > 0) {
      const ik::FollowedPose& before = way.poses.back();
      const ik::VectorX step = pose.theta - before.theta;
      pose.reconfigured = jumps(question.waypoints()[k - 1], before.theta, waypoint, pose.theta);
      pose.branch = before.branch + (pose.reconfigured ? 1 : 0);
      way.reconfigurations += pose.reconfigured ? 1 : 0;
      way.travel += step.norm();
      if (!pose.reconfigured) {
        way.max_step = std::max(way.max_step, step.lpNorm<Eigen::Infinity>());
      }
    }
    way.poses.push_back(std::move(pose));
  }
  return way;
}

std::size_t next_stop(const ik::Followed& way, std::size_t from) {
  while (from + 1 < way.poses.size() && !changes_after(way, from)) ++from;
  return from;
}

bool PathPlayer::advance(const ik::Followed& way, std::span<const ik::Waypoint> waypoints,
                         double seconds) {
  if (way.poses.empty()) return false;
  at = std::clamp(at, 0.0, largest_index(way));
  auto row = static_cast<std::size_t>(at);
  const std::size_t stop = next_stop(way, row);
  while (row < stop) {
    const double whole = time_after(waypoints, row);
    const double left = whole * (static_cast<double>(row) + 1.0 - at);
    if (seconds < left) {
      at += seconds / whole;
      return true;
    }
    seconds -= left;
    at = static_cast<double>(++row);
  }
  return false;
}

void PathPlayer::resume(const ik::Followed& way) {
  if (at >= largest_index(way)) {
    at = 0.0;
  } else if (at == std::floor(at) && changes_after(way, static_cast<std::size_t>(at))) {
    at += 1.0;
  }
}

void PathPlayer::seek(const ik::Followed& way, double place) {
  at = std::clamp(place, 0.0, std::max(largest_index(way), 0.0));
  if (changes_after(way, static_cast<std::size_t>(at))) at = std::round(at);
}

ik::VectorX pose_on(const ik::Followed& way, double at) {
  at = std::clamp(at, 0.0, largest_index(way));
  const auto row = static_cast<std::size_t>(at);
  const double share = at - static_cast<double>(row);
  if (share == 0.0 || row + 1 >= way.poses.size()) return way.poses[row].theta;
  if (changes_after(way, row)) return way.poses[share < 0.5 ? row : row + 1].theta;
  return (1.0 - share) * way.poses[row].theta + share * way.poses[row + 1].theta;
}

Ladder ladder_of(const PathQuestion& question, const ik::BranchGraph& graph) {
  const Postures postures(question.scene->multibody, up_axis(*question.scene));
  Ladder ladder;
  std::vector<KnownSolution> known;
  for (const ik::Strand& strand : graph.strands) {
    LadderLine line{.first = strand.first,
                    .last = strand.last(),
                    .row = 0,
                    .hue = 0,
                    .name = {},
                    .begin = end_in_words(question, strand.begin),
                    .end = end_in_words(question, strand.end),
                    .begins = strand.begin.kind,
                    .ends = strand.end.kind};
    const auto beside = [&line](const LadderLine& other) {
      return other.first <= line.last && line.first <= other.last;
    };
    const auto is_free = [&](auto LadderLine::*member) {
      return [&ladder, beside, member](auto value) {
        return std::ranges::none_of(ladder.lines, [&](const LadderLine& other) {
          return beside(other) && other.*member == value;
        });
      };
    };
    const auto row_is_free = is_free(&LadderLine::row);
    while (!row_is_free(line.row)) ++line.row;
    const std::uint64_t posture = postures.of(ik::pose_at(question.body(), strand.theta.front()));
    line.hue = postures.hue(posture, is_free(&LadderLine::hue));
    known.push_back({posture, line.hue});
    ladder.rows = std::max(ladder.rows, line.row + 1);
    ladder.lines.push_back(std::move(line));
  }
  const std::vector<std::string> names = postures.names(known);
  for (std::size_t i = 0; i < names.size(); ++i) {
    ladder.lines[i].name = names[i];
    for (const ik::BranchEnd* end : {&graph.strands[i].begin, &graph.strands[i].end}) {
      if (end->kind != ik::PathEnd::kSingular || end->strand < 0) continue;
      const auto other = static_cast<std::size_t>(end->strand);
      if (other > i) ladder.meetings.push_back({end->at, i, other});
    }
  }
  return ladder;
}

std::vector<int> lines_of_way(const PathQuestion& question, const ik::BranchGraph& graph,
                              const ik::Followed& way) {
  std::vector<int> lines;
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    const auto on = [&](const ik::Strand& strand) {
      const auto row = static_cast<int>(k);
      return strand.first <= row && row <= strand.last() &&
             same_pose(question.body(), strand.theta[static_cast<std::size_t>(row - strand.first)],
                       way.poses[k].theta);
    };
    const auto found = std::ranges::find_if(graph.strands, on);
    lines.push_back(found == graph.strands.end() ? -1
                                                 : static_cast<int>(found - graph.strands.begin()));
  }
  return lines;
}

std::string end_in_words(const PathQuestion& question, const ik::BranchEnd& end) {
  return end.kind == ik::PathEnd::kWaypoints ? std::string() : in_words(question.plan, end);
}

std::string way_in_words(const PathQuestion& question, const ik::Followed& way, bool first_look) {
  const std::size_t all = question.waypoints().size();
  std::string text = way.poses.size() == all
                         ? "All " + std::to_string(all) + " waypoints are followed"
                         : reached_text(way, all) + " are followed";
  if (way.reconfigurations > 0) {
    text += ", with " + std::to_string(way.reconfigurations) +
            (way.reconfigurations == 1 ? " change of branch" : " changes of branch");
    if (way.least) text += "; no way has fewer";
  } else if (!way.poses.empty()) {
    text += " without a change of branch";
  }
  text += ".";
  if (way.breaks_at >= 0) {
    std::string why = break_in_words(question, way);
    why[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(why[0])));
    text += " " + why + ".";
  }
  if (first_look) text += " It is a first look, which proves nothing.";
  return text;
}

std::string stop_in_words(const PathQuestion& question, const ik::Followed& way, double at) {
  if (way.poses.empty() || at != std::floor(at)) return {};
  const auto row = static_cast<std::size_t>(at);
  if (row + 1 >= way.poses.size()) {
    if (way.breaks_at < 0) return {};
    return "The way ends here: " + break_in_words(question, way) + ".";
  }
  if (!changes_after(way, row)) return {};
  const auto before =
      std::count_if(way.poses.begin(), way.poses.begin() + static_cast<std::ptrdiff_t>(row) + 1,
                    [](const ik::FollowedPose& pose) { return pose.reconfigured; });
  const auto number = static_cast<std::size_t>(before);
  const std::string why =
      number < way.ends.size() ? end_in_words(question, way.ends[number]) : std::string();
  return "The branch ends after waypoint " + waypoint_text(at) + (why.empty() ? "" : ": " + why) +
         ". Play goes on with another branch.";
}

ik::VectorX singular_values(const ik::Multibody& body, const ik::Waypoint& waypoint,
                            const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(body, theta);
  std::vector<double> mobility;
  int free = 0;
  for (const ik::Joint& joint : body.joints()) {
    const bool moves = joint.weight > 0.0 && joint.leader < 0;
    mobility.push_back(joint.weight > 0.0 ? 1.0 : 0.0);
    free += moves ? 1 : 0;
  }
  ik::Problem problem{body, pose, waypoint.targets};
  problem.aims = waypoint.aims;
  problem.mobility = mobility;
  ik::Workspace workspace;
  workspace.begin(problem);
  const ik::VectorX& sigma = workspace.svd(problem).sigma();
  return sigma.head(std::min<Eigen::Index>(free, sigma.size()));
}

Conditioning conditioning_of(const PathQuestion& question, const ik::Followed& way) {
  Conditioning result;
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    const ik::VectorX sigma =
        singular_values(question.body(), question.waypoints()[k], way.poses[k].theta);
    const bool known = sigma.size() > 0;
    result.least.push_back(known ? sigma.minCoeff() : std::nan(""));
    result.manipulability.push_back(known ? sigma.prod() : std::nan(""));
  }
  return result;
}

Plot ladder_plot(const Ladder& ladder, std::span<const int> lines_of_way) {
  Plot plot{.title = "Branches over the path",
            .subtitle = {},
            .x = {.label = "waypoint", .unit = ""},
            .y = {.label = "branch", .unit = ""},
            .series = {},
            .id = "branches"};
  const auto height = [&ladder](const LadderLine& line) {
    return static_cast<double>(ladder.rows - line.row);
  };
  for (const LadderLine& line : ladder.lines) {
    plot.series.push_back({.label = line.name,
                           .color = solution_color(line.hue, false),
                           .x = {line.first + 1.0, line.last + 1.0},
                           .y = {height(line), height(line)}});
  }
  Series way{.label = "the way", .color = hex(0x4a4f57), .dots = true};
  for (std::size_t k = 0; k < lines_of_way.size(); ++k) {
    if (lines_of_way[k] < 0) continue;
    way.x.push_back(static_cast<double>(k + 1));
    way.y.push_back(height(ladder.lines[static_cast<std::size_t>(lines_of_way[k])]));
  }
  plot.series.push_back(std::move(way));
  fit(plot);
  plot.y.min = 0.0;
  plot.y.max = static_cast<double>(ladder.rows) + 1.0;
  return plot;
}

std::vector<Plot> conditioning_plots(const Conditioning& conditioning, std::span<const int> hues) {
  const auto plot = [hues](const char* title, const char* id, const Axis& y,
                           const std::vector<double>& values) {
    Series line{.label = y.label, .y = values};
    for (std::size_t k = 0; k < values.size(); ++k) {
      const int hue = k < hues.size() ? hues[k] : -1;
      const auto number = static_cast<double>(k + 1);
      line.x.push_back(number);
      if (k == 0 || (k < hues.size() && hue != hues[k - 1])) {
        const Color color = hue < 0 ? series_color(0) : solution_color(hue, false);
        line.stretches.push_back({number - 1.0, number, color, {}});
      }
      line.stretches.back().to = number;
    }
    if (!line.stretches.empty()) line.color = line.stretches.front().color;
    Plot result{.title = title,
                .subtitle = {},
                .x = {.label = "waypoint", .unit = ""},
                .y = y,
                .series = {std::move(line)},
                .id = id};
    fit(result);
    result.y.min = 0.0;
    return result;
  };
  return {plot("Smallest singular value", "sigma", {.label = "σ_min", .unit = "m/rad"},
               conditioning.least),
          plot("Manipulability √det(JJᵀ)", "manipulability", {.label = "w", .unit = ""},
               conditioning.manipulability)};
}

}  // namespace lab
