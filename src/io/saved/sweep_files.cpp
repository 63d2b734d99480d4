#include "io/saved/sweep_files.h"

#include "io/figure/plot_file.h"
#include "io/files/numbered_files.h"
#include "io/saved/sweep_csv.h"
#include "io/setup/provenance.h"
#include "lab/sweep/sweep_maps.h"

namespace io {
namespace fs = std::filesystem;

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
  const std::vector<std::string> suffixes = {".csv", ".svg", ".png", ".pdf"};
  return write_numbered(folder, stem, suffixes, [&](std::span<std::ostream* const> files) {
    write_csv(*files[0], sweep, results);
    for (std::size_t i = 1; i < files.size(); ++i) {
      *files[i] << draw_sweep(sweep, results, plot_format("sweep" + suffixes[i]));
    }
  });
}

}  // namespace io
