#pragma once

#include <cmath>
#include <vector>

#include "lab/path/path_way.h"
#include "lab/path/waypoints.h"
#include "ui/panels/pages.h"

/// A path of a two-link arm with a way and its branches, as the page "Path" shows it: the way's
/// branch over all waypoints, and its mirror image about the line to the hand in two parts.
struct SolvedPath {
  /// \param changes_at the way has another branch from this row on; 0: nowhere
  explicit SolvedPath(const lab::Tracker& tracker, std::size_t changes_at = 0)
      : question(lab::path_question(tracker.setup().path.value_or(within_reach()), tracker.setup(),
                                    tracker.pose().theta)),
        way(lab::first_way(question)) {
    const auto count = static_cast<int>(way.poses.size());
    std::vector<ik::VectorX> mirrored;
    for (std::size_t k = 0; k < way.poses.size(); ++k) {
      const Eigen::Vector3d& hand = question.waypoints()[k].targets[0];
      const ik::VectorX& theta = way.poses[k].theta;
      mirrored.push_back(
          Eigen::Vector2d(2.0 * std::atan2(hand.y(), hand.x()) - theta[0], -theta[1]));
    }
    graph.strands.resize(3);
    for (const ik::FollowedPose& pose : way.poses) graph.strands[0].theta.push_back(pose.theta);
    const int half = count / 2;
    graph.strands[1].theta.assign(mirrored.begin(), mirrored.begin() + half);
    graph.strands[1].end = {.kind = ik::PathEnd::kLimit, .at = half - 0.5, .joint = 1};
    graph.strands[2].first = half;
    graph.strands[2].theta.assign(mirrored.begin() + half, mirrored.end());
    graph.strands[2].begin = graph.strands[1].end;
    if (changes_at > 0) {
      for (std::size_t k = changes_at; k < way.poses.size(); ++k) {
        way.poses[k].theta = mirrored[k];
        way.poses[k].branch = 1;
      }
      way.poses[changes_at].reconfigured = true;
      way.reconfigurations = 1;
      way.ends = {{.kind = ik::PathEnd::kSingular, .at = changes_at - 0.5}};
    }
    ladder = lab::ladder_of(question, graph);
    lines = lab::lines_of_way(question, graph, way);
    plots = lab::conditioning_plots(lab::conditioning_of(question, way), {});
    trials = {{.method = ik::find_method("dls"), .mean_error = 0.0123, .jumps = 2}};
  }

  static lab::PathShape within_reach() {
    lab::PathShape shape;
    shape.form = lab::PathForm::kLine;
    shape.from = {1.0, 0.5, 0.0};
    shape.to = {0.5, 1.0, 0.0};
    shape.waypoints = 40;
    return shape;
  }

  ui::PathShown shown() const {
    return {.question = &question,
            .way = &way,
            .graph = &graph,
            .ladder = &ladder,
            .lines = lines,
            .plots = plots,
            .trials = trials};
  }

  lab::PathQuestion question;
  ik::Followed way;
  ik::BranchGraph graph;
  lab::Ladder ladder;
  std::vector<int> lines;
  std::vector<lab::Plot> plots;
  std::vector<lab::PathTrial> trials;
};
