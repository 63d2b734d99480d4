#include "lab/solve/followed_path.h"
#include "lab/scene/number_text.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/path/path_leg.h"
#include "ik/task/jacobian.h"
#include "lab/scene/colors.h"
#include "lab/scene/number_text.h"
#include "lab/solve/solution_names.h"

namespace lab {
namespace {

/// How far a pose is moved to both sides of a singular one, to see which part changes its side,
/// rad.
constexpr double kAcross = 0.2;
/// Joints that move less, as a share of the one that moves most, are not named.
constexpr double kMoves = 0.2;
/// Between two waypoints, how far effectors stray is measured at the ends of so many equal parts.
constexpr int kStrayParts = 4;

const ik::Joint& given_joint(const ik::Multibody& body, int given) {
  return body.joint(body.solver_index(given));
}

ik::Pose pose_of(const ik::Multibody& body, const ik::VectorX& given) {
  ik::VectorX theta(given.size());
  for (int j = 0; j < static_cast<int>(given.size()); ++j) theta[j] = given[body.given_index(j)];
  return ik::pose_at(body, theta);
}

/// The parts of a body that are on other sides at both sides of a singular pose: "elbow".
std::string folded_parts(const PathPlan& plan, const ik::BranchEnd& end) {
  const ik::Multibody& body = plan.scene.multibody;
  const Postures postures(body, up_axis(plan.scene));
  if (!postures.has_words()) return {};
  const auto words = [&](double way) {
    return postures.words(postures.of(pose_of(body, end.theta + way * end.motion)));
  };
  const std::string before = words(-kAcross), after = words(kAcross);
  std::string parts;
  for (const char* part : {"shoulder", "elbow", "wrist"}) {
    const auto side = [part](const std::string& text) {
      const std::size_t from = text.find(part);
      return from == std::string::npos ? std::string()
                                       : text.substr(from, text.find(',', from) - from);
    };
    if (side(before) == side(after)) continue;
    // up and down of an elbow depend on the side of the shoulder
    if (parts == "shoulder" && part == std::string("elbow")) continue;
    if (!parts.empty()) parts += " and ";
    parts += part;
  }
  return parts;
}

std::string singularity_in_words(const PathPlan& plan, const ik::BranchEnd& end) {
  const ik::Multibody& body = plan.scene.multibody;
  std::string text = "singularity";
  if (end.theta.size() == 0 || end.motion.size() == 0) return text;
  if (const std::string parts = folded_parts(plan, end); !parts.empty()) text += " of the " + parts;
  std::string joints;
  const double most = end.motion.lpNorm<Eigen::Infinity>();
  for (int j = 0; j < static_cast<int>(end.motion.size()); ++j) {
    if (!(std::abs(end.motion[j]) > kMoves * most)) continue;
    joints += (joints.empty() ? "" : ", ") + given_joint(body, j).name;
  }
  return text + " (" + joints + " can move there without moving the effector)";
}

}  // namespace

std::vector<PathError> path_errors(const ik::Multibody& body, const ik::Waypoint& goal,
                                   const ik::VectorX& theta) {
  const ik::Pose pose = pose_of(body, theta);
  std::vector<PathError> errors;
  std::size_t aim = 0;
  for (int i = 0; i < body.effector_count(); ++i) {
    const ik::Effector& effector = body.effector(i);
    PathError error{(goal.targets[static_cast<std::size_t>(i)] - pose.effector.col(i)).norm(), 0.0};
    if (effector.aim != ik::AimKind::kNone) {
      error.aim = ik::aim_angle(effector.aim, ik::effector_axes(pose, effector), effector.pointer,
                                goal.aims[aim++]);
    }
    errors.push_back(error);
  }
  return errors;
}

namespace {

/// Replaces the errors in `most` by those of a pose where these are larger.
void raise(const ik::Multibody& body, const ik::Waypoint& goal, const ik::VectorX& theta,
           PathError& most) {
  for (const PathError& error : path_errors(body, goal, theta)) {
    most.place = std::max(most.place, error.place);
    most.aim = std::max(most.aim, error.aim);
  }
}

}  // namespace

PathError largest_error(const PathPlan& plan, const ik::Followed& followed) {
  PathError most;
  for (std::size_t w = 0; w < followed.poses.size(); ++w) {
    raise(plan.scene.multibody, plan.waypoints[w], followed.poses[w].theta, most);
  }
  return most;
}

PathError largest_stray(const PathPlan& plan, const ik::Followed& followed) {
  PathError most;
  ik::PathLeg leg;
  ik::Waypoint goal;
  for (std::size_t w = 1; w < followed.poses.size(); ++w) {
    if (followed.poses[w].reconfigured) continue;
    leg.take(plan.scene.multibody, plan.waypoints[w - 1], plan.waypoints[w]);
    const ik::VectorX &from = followed.poses[w - 1].theta, &to = followed.poses[w].theta;
    for (int i = 1; i < kStrayParts; ++i) {
      const double s = static_cast<double>(i) / kStrayParts;
      leg.at(s, goal);
      raise(plan.scene.multibody, goal, from + s * (to - from), most);
    }
  }
  return most;
}

std::string in_words(const PathPlan& plan, const ik::BranchEnd& end) {
  const auto joint = [&] { return given_joint(plan.scene.multibody, end.joint).name; };
  switch (end.kind) {
    case ik::PathEnd::kLimit:
      return (end.upper ? "upper limit of " : "lower limit of ") + joint();
    case ik::PathEnd::kSingular:
      return singularity_in_words(plan, end);
    case ik::PathEnd::kObstacle: {
      const std::string& name = plan.options.obstacles[static_cast<std::size_t>(end.obstacle)].name;
      return (name.empty() ? "obstacle " + std::to_string(end.obstacle + 1) : name) +
             " is in the way";
    }
    case ik::PathEnd::kVelocity:
      return joint() + " would be too fast";
    case ik::PathEnd::kReach:
      return "out of reach";
    case ik::PathEnd::kOpen:
      return "the branch does not come back to its first pose";
    case ik::PathEnd::kWaypoints:
    case ik::PathEnd::kUnknown:
      break;
  }
  return "how the branch goes on was not shown";
}

std::string why_not_followed(const PathPlan& plan, const ik::Followed& followed) {
  const auto because = [&](const ik::BranchEnd& end) {
    return ": " + in_words(plan, end) + (end.at > 0.0 ? " at " + reading_number(end.at, 2) : "");
  };
  std::string text;
  if (followed.breaks_at >= 0) {
    text = "breaks at waypoint " + std::to_string(followed.breaks_at) + " of " +
           std::to_string(plan.waypoints.size());
    if (followed.verdict == ik::Verdict::kProven) {
      text += std::string(", out of reach by proof (") + ik::name(followed.proof) + ")";
    } else if (followed.verdict != ik::Verdict::kReached) {
      text += std::string(", ") + ik::name(followed.verdict);
    }
    if (!followed.ends.empty()) text += because(followed.ends.back());
  }
  const int count = followed.reconfigurations;
  if (count == 0) return text;
  text += std::string(text.empty() ? "" : "; ") + "needs " + (followed.least ? "" : "at most ") +
          counted(static_cast<std::size_t>(count), "reconfiguration");
  return followed.ends.empty() ? text : text + because(followed.ends.front());
}

std::vector<Plot> path_plots(const PathPlan& plan, const ik::Followed& followed) {
  const ik::Multibody& body = plan.scene.multibody;
  std::vector<Plot> plots;
  for (const bool angles : {true, false}) {
    Plot plot{.title = angles ? "Angles along the path" : "Slides along the path",
              .subtitle = plan.scene.id,
              .x = {.label = "waypoint"},
              .y = {.label = angles ? "angle" : "slide", .unit = angles ? "rad" : "m"}};
    plot.id = angles ? "angles" : "slides";
    for (int given = 0; given < body.joint_count(); ++given) {
      const ik::Joint& joint = given_joint(body, given);
      if (ik::is_angular(joint.type) != angles || joint.weight == 0.0) continue;
      Series series{.label = joint.name, .color = series_color(given)};
      for (std::size_t w = 0; w < followed.poses.size(); ++w) {
        if (followed.poses[w].reconfigured) {  // no line across a change of branch
          series.x.push_back(static_cast<double>(w) - 0.5);
          series.y.push_back(std::nan(""));
        }
        series.x.push_back(static_cast<double>(w));
        series.y.push_back(followed.poses[w].theta[given]);
      }
      plot.series.push_back(std::move(series));
    }
    if (plot.series.empty()) continue;
    std::size_t reason = 0;
    for (std::size_t w = 0; w < followed.poses.size(); ++w) {
      if (!followed.poses[w].reconfigured) continue;
      plot.marks.push_back({static_cast<double>(w), in_words(plan, followed.ends[reason++])});
    }
    if (followed.breaks_at >= 0 && !followed.ends.empty()) {
      plot.marks.push_back({static_cast<double>(followed.breaks_at),
                            "breaks: " + in_words(plan, followed.ends.back())});
    }
    fit(plot);
    plot.x.min = 0.0;
    plot.x.max = std::max(1.0, static_cast<double>(plan.waypoints.size()) - 1.0);
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace lab
