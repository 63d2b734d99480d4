#include "io/figure/figure.h"

#include <algorithm>

#include "io/files/file.h"

namespace io {
namespace {

constexpr double kFootHeight = 18.0, kFootMargin = 22.0, kFootRise = 12.0;  // pt
constexpr double kFootLine = 12.0;                                          // pt
constexpr lab::Letters kFootLetters{lab::Face::kWords, 9.6, {0.45F, 0.47F, 0.50F}};

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  const auto* const known = std::ranges::find(kPlotSuffixes, extension_of(path));
  if (known != kPlotSuffixes.end()) return static_cast<PlotFormat>(known - kPlotSuffixes.begin());
  throw Error(path.string() + ": a plot ends in .svg, .png or .pdf");
}

std::vector<std::string> lines_of(std::string_view text, const lab::Letters& letters, double room,
                                  const lab::Painter& painter) {
  std::vector<std::string> lines;
  while (true) {
    const std::string_view word = take_word(text, " ");
    if (word.empty()) return lines;
    const std::string longer = lines.empty() ? "" : concat(lines.back(), " ", word);
    if (!lines.empty() && painter.text_width(longer, letters) <= room) {
      lines.back() = longer;
    } else {
      lines.emplace_back(word);
    }
  }
}

Figure with_foot(Figure figure) {
  measure_text([&figure](const lab::Painter& painter) {
    const double room = figure.width - 2.0 * kFootMargin;
    figure.foot = lines_of(figure.provenance, kFootLetters, room, painter);
  });
  if (figure.foot.empty()) return figure;
  figure.height += kFootHeight + kFootLine * static_cast<double>(figure.foot.size() - 1);
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
  double y = figure.height - kFootRise;
  for (auto line = figure.foot.rbegin(); line != figure.foot.rend(); ++line, y -= kFootLine) {
    painter.text({kFootMargin, y}, *line, kFootLetters, lab::Align::kLeft);
  }
}

}  // namespace io
