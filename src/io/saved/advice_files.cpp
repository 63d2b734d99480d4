#include "io/saved/advice_files.h"

#include <string>

#include "io/files/numbered_files.h"
#include "io/report/advice_output.h"
#include "io/report/json_output.h"

namespace io {

std::vector<std::filesystem::path> save_advice(const std::filesystem::path& folder,
                                               const lab::Advised& advised) {
  const std::string stem = plain_name(advised.plan.experiment.scene.id) + "-advice";
  std::vector<std::string> suffixes = {".csv", ".json", ".html"};
  const std::size_t tables = suffixes.size();
  const auto figures = written_suffixes();
  suffixes.insert(suffixes.end(), figures.begin(), figures.end());
  return write_numbered(folder, stem, suffixes, [&](std::span<std::ostream* const> files) {
    write_csv(*files[0], advised);
    *files[1] << advice_json(advised);
    *files[2] << advice_page(advised, IKLAB_VERSION);
    for (std::size_t i = tables; i < files.size(); ++i) {
      *files[i] << draw_advice(advised, static_cast<PlotFormat>(i - tables));
    }
  });
}

}  // namespace io
