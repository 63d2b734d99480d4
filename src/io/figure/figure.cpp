#include "io/figure/figure.h"

#include <algorithm>

#include "io/files/file.h"

namespace io {
namespace {

constexpr double kFootHeight = 18.0, kFootMargin = 22.0, kFootRise = 12.0;  // pt
constexpr double kFootSize = 9.6, kLeastFootSize = 4.8;                     // of letters, pt
constexpr lab::Color kFootColor{0.45F, 0.47F, 0.50F};

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  const auto* const known = std::ranges::find(kPlotSuffixes, extension_of(path));
  if (known != kPlotSuffixes.end()) return static_cast<PlotFormat>(known - kPlotSuffixes.begin());
  throw Error(path.string() + ": a plot ends in .svg, .png or .pdf");
}

Figure with_foot(Figure figure) {
  if (!figure.provenance.empty()) figure.height += kFootHeight;
  return figure;
}

void draw_cells(lab::Painter& painter, const lab::Box& box, int columns,
                std::span<const lab::Color> colors) {
  const int rows = static_cast<int>(colors.size()) / columns;
  const double width = box.width / columns, height = box.height / rows;
  auto color = colors.begin();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double left = box.left + column * width, top = box.bottom() - (row + 1) * height;
      const double under_right = column + 1 < columns ? width : 0.0;
      const double under_above = row + 1 < rows ? height : 0.0;
      painter.rectangle({left, top - under_above, width + under_right, height + under_above},
                        *color++);
    }
  }
}

void write_foot(lab::Painter& painter, const Figure& figure) {
  if (figure.provenance.empty()) return;
  // a long text has smaller letters, down to a readable size
  lab::Letters letters{lab::Face::kWords, kFootSize, kFootColor};
  const double room = figure.width - 2.0 * kFootMargin;
  const double width = painter.text_width(figure.provenance, letters);
  letters.size = std::max(kLeastFootSize, kFootSize * std::min(1.0, room / width));
  painter.text({kFootMargin, figure.height - kFootRise}, figure.provenance, letters,
               lab::Align::kLeft);
}

}  // namespace io
