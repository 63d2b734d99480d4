#include "io/saved/path_record.h"

#include <fmt/format.h>

#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/numbered_files.h"
#include "io/saved/path_files.h"
#include "io/setup/provenance.h"

namespace io {
namespace {

/// The way with its joints in the order of the scene file.
ik::Followed in_files_order(const ik::Multibody& body, ik::Followed way) {
  for (ik::FollowedPose& pose : way.poses) {
    const ik::VectorX theta = pose.theta;
    for (int j = 0; j < body.joint_count(); ++j) pose.theta[body.given_index(j)] = theta[j];
  }
  return way;
}

void write_trials(std::ostream& out, std::span<const lab::PathTrial> trials) {
  out << "method,mean_error,max_error,jumps,max_step\n";
  for (const lab::PathTrial& trial : trials) {
    out << fmt::format("{},{:.17g},{:.17g},{},{:.17g}\n", trial.method->id, trial.mean_error,
                       trial.max_error, trial.jumps, trial.max_step);
  }
}

}  // namespace

std::vector<std::filesystem::path> save_path(const std::filesystem::path& folder,
                                             const PathRecord& record, const lab::Setup& setup) {
  const lab::PathQuestion& question = record.question;
  const lab::PathPlan plan{*question.scene, question.waypoints(), question.options()};
  const ik::Followed way = in_files_order(plan.scene.multibody, record.way);
  const std::string origin = provenance(setup);
  std::vector<NumberedFile> files = {
      {".csv", [&](std::ostream& out) { write_csv(out, plan, way); }}};
  if (!record.trials.empty()) {
    files.push_back({"-methods.csv", [&](std::ostream& out) { write_trials(out, record.trials); }});
  }
  add_figures(files, [&](PlotFormat format) { return draw_plots(record.plots, format, origin); });
  return write_numbered(folder, plain_name(setup.scene->id) + "-path", files);
}

}  // namespace io
