#include "io/saved/path_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/setup/provenance.h"

namespace io {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void write_csv(std::ostream& out, const lab::PathPlan& plan, const ik::Followed& followed) {
  const ik::Multibody& body = plan.scene.multibody;
  std::string text = "waypoint,time";
  for (int given = 0; given < body.joint_count(); ++given) {
    text += ',' + csv_name("theta_" + body.joint(body.solver_index(given)).name);
  }
  for (const ik::Effector& effector : body.effectors()) {
    text += ',' + csv_name("error_" + effector.name);
  }
  for (const ik::Effector& effector : body.effectors()) {
    if (effector.aim != ik::AimKind::kNone) text += ',' + csv_name("aim_error_" + effector.name);
  }
  out << text << ",branch,reconfigured\n";
  for (std::size_t w = 0; w < followed.poses.size(); ++w) {
    const ik::FollowedPose& pose = followed.poses[w];
    const ik::Waypoint& goal = plan.waypoints[w];
    text = fmt::format("{},{:.17g}", w, goal.time);
    for (const double theta : pose.theta) text += fmt::format(",{:.17g}", theta);
    const std::vector<lab::PathError> errors = lab::path_errors(body, goal, pose.theta);
    for (const lab::PathError& error : errors) text += fmt::format(",{:.17g}", error.place);
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (body.effector(static_cast<int>(i)).aim == ik::AimKind::kNone) continue;
      text += fmt::format(",{:.17g}", errors[i].aim);
    }
    out << text << fmt::format(",{},{}\n", pose.branch, pose.reconfigured ? 1 : 0);
  }
}

std::string path_json(const lab::PathPlan& plan, const ik::Followed& followed,
                      double milliseconds) {
  const std::string reason = lab::why_not_followed(plan, followed);
  const Json object = {
      {"scene", plan.scene.id},
      {"waypoints", plan.waypoints.size()},
      {"followed", followed.poses.size()},
      {"reconfigurations", followed.reconfigurations},
      {"least_reconfigurations", followed.least},
      {"passages", followed.passages},
      {"travel", followed.travel},
      {"max_step", followed.max_step},
      {"breaks_at", followed.breaks_at >= 0 ? Json(followed.breaks_at) : Json(nullptr)},
      {"verdict", ik::name(followed.verdict)},
      {"proof", ik::name(followed.proof)},
      {"reason", reason.empty() ? Json(nullptr) : Json(reason)},
      {"ms", milliseconds >= 0.0 ? Json(milliseconds) : Json(nullptr)},
      {"program", program_name()}};
  return object.dump(2) + '\n';
}

std::string draw_path(const lab::PathPlan& plan, const ik::Followed& followed, PlotFormat format) {
  return draw_plots(lab::path_plots(plan, followed), format);
}

}  // namespace io
