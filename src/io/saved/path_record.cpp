#include "io/saved/path_record.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"
#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/numbered_files.h"
#include "io/setup/provenance.h"

namespace io {
namespace {

std::string path_header(const ik::Multibody& body) {
  std::string line = "waypoint,time";
  const auto add = [&line](const std::string& name) { line += ',' + csv_field(name); };
  for (int given = 0; given < body.joint_count(); ++given) {
    add("theta_" + body.joint(body.solver_index(given)).name);
  }
  for (const ik::Effector& effector : body.effectors()) add("error_" + effector.name);
  for (const ik::Effector& effector : body.effectors()) {
    if (effector.aim != ik::AimKind::kNone) add("aim_error_" + effector.name);
  }
  return line + ",branch,reconfigured\n";
}

void write_trials(std::ostream& out, std::span<const lab::PathTrial> trials) {
  out << "method,mean_error,max_error,jumps,max_step\n";
  for (const lab::PathTrial& trial : trials) {
    out << fmt::format("{},{:.17g},{:.17g},{},{:.17g}\n", trial.method->id, trial.mean_error,
                       trial.max_error, trial.jumps, trial.max_step);
  }
}

}  // namespace

void write_csv(std::ostream& out, const lab::PathQuestion& question, const ik::Followed& way) {
  // with the joints' places in the scene file, which question.body does not have
  const ik::Multibody& body = question.scene->multibody;
  out << path_header(body);
  for (std::size_t k = 0; k < way.poses.size(); ++k) {
    const ik::FollowedPose& row = way.poses[k];
    const ik::Waypoint& waypoint = question.waypoints[k];
    const ik::Pose pose = ik::pose_at(body, row.theta);
    std::string line = fmt::format("{},{:.17g}", k, waypoint.time);
    const auto add = [&line](double value) {
      fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
    };
    for (int given = 0; given < body.joint_count(); ++given) {
      add(row.theta[body.solver_index(given)]);
    }
    for (int i = 0; i < body.effector_count(); ++i) {
      add(ik::length(waypoint.targets[static_cast<std::size_t>(i)] - pose.effector.col(i)));
    }
    for (std::size_t r = 0; r < waypoint.aims.size(); ++r) {
      const ik::Effector& effector =
          body.goal_effector(body.effector_count() + static_cast<int>(r));
      add(lab::aim_angle(effector.aim, ik::effector_axes(pose, effector), effector.pointer,
                         waypoint.aims[r]));
    }
    fmt::format_to(std::back_inserter(line), ",{},{}\n", row.branch, row.reconfigured ? 1 : 0);
    out << line;
  }
}

std::vector<std::filesystem::path> save_path(const std::filesystem::path& folder,
                                             const PathRecord& record, const lab::Setup& setup) {
  const std::string origin = provenance(setup);
  std::vector<NumberedFile> files = {
      {".csv", [&](std::ostream& out) { write_csv(out, record.question, record.way); }}};
  if (!record.trials.empty()) {
    files.push_back({"-methods.csv", [&](std::ostream& out) { write_trials(out, record.trials); }});
  }
  add_figures(files, [&](PlotFormat format) { return draw_plots(record.plots, format, origin); });
  return write_numbered(folder, plain_name(setup.scene->id) + "-path", files);
}

}  // namespace io
