#include "io/sweep_files.h"

#include <memory>

#include "io/file.h"
#include "io/heat_map_file.h"
#include "io/numbered_files.h"
#include "io/plot_file.h"
#include "io/provenance.h"
#include "io/sweep_csv.h"
#include "lab/sweep_plot.h"

namespace io {
namespace {

namespace fs = std::filesystem;

void write(const std::vector<fs::path>& files, const lab::Sweep& sweep,
           const lab::SweepResults& results) {
  std::vector<std::unique_ptr<OutputFile>> outputs;
  for (const fs::path& file : files) outputs.push_back(std::make_unique<OutputFile>(file));
  write_csv(outputs[0]->stream(), sweep, results);
  for (std::size_t i = 1; i < files.size(); ++i) {
    outputs[i]->stream() << draw_sweep(sweep, results, plot_format(files[i]));
  }
  for (const auto& output : outputs) output->commit();
}

}  // namespace

std::string draw_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       PlotFormat format) {
  const std::string text = provenance(sweep);
  return sweep.axes().size() == 1 ? draw_plots(lab::sweep_plots(sweep, results), format, text)
                                  : draw_heat_maps(lab::sweep_maps(sweep, results), format, text);
}

std::vector<fs::path> save_sweep(const fs::path& folder, const lab::Sweep& sweep,
                                 const lab::SweepResults& results) {
  const lab::Experiment& experiment = sweep.experiment();
  const std::string stem = plain_name(experiment.scene.id) + "-" + experiment.method->id + "-sweep";
  const std::vector<fs::path> files = take_names(folder, stem, {".csv", ".svg", ".png", ".pdf"});
  try {
    write(files, sweep, results);
  } catch (...) {
    remove_files(files);
    throw;
  }
  return files;
}

}  // namespace io
