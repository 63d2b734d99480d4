#include "io/figure/figure.h"

#include <algorithm>

#include "io/files/file.h"

namespace io {
namespace {

constexpr double kFootHeight = 20.0, kFootMargin = 22.0, kFootRise = 13.0;  // pt
constexpr double kFootLine = 14.0;                                          // pt
constexpr lab::Letters kFootLetters{lab::Face::kWords, 11.4, {0.45F, 0.47F, 0.50F}};

/// Length of the part with which a line ends, of a word that is wider than a line: up to its first
/// comma, or as many characters as fit.
template <class Fits>
std::size_t first_part(std::string_view word, const Fits& fits) {
  const std::size_t comma = word.find(',');
  if (comma != word.npos && fits(std::string(word.substr(0, comma + 1)))) return comma + 1;
  std::size_t end = 0;
  for (std::size_t next = 1; next <= word.size(); ++next) {
    const bool in_character =
        next < word.size() && (static_cast<unsigned char>(word[next]) >> 6) == 2;
    if (in_character) continue;
    if (end > 0 && !fits(std::string(word.substr(0, next)))) break;
    end = next;
  }
  return end;
}

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  const auto* const known = std::ranges::find(kPlotSuffixes, extension_of(path));
  if (known != kPlotSuffixes.end()) return static_cast<PlotFormat>(known - kPlotSuffixes.begin());
  throw Error(path.string() + ": a plot ends in .svg, .png or .pdf");
}

void add_figures(std::vector<NumberedFile>& files,
                 const std::function<std::string(PlotFormat format)>& draw) {
  const auto suffixes = written_suffixes();
  for (std::size_t i = 0; i < suffixes.size(); ++i) {
    const auto write = [draw, i](std::ostream& out) { out << draw(static_cast<PlotFormat>(i)); };
    files.push_back({suffixes[i], write});
  }
}

std::vector<std::string> lines_of(std::string_view text, const lab::Letters& letters, double room,
                                  const lab::Painter& painter) {
  std::vector<std::string> lines;
  const auto fits = [&](const std::string& line) {
    return painter.text_width(line, letters) <= room;
  };
  const auto add = [&](std::string_view part, const char* joint) {
    const std::string longer = lines.empty() ? "" : concat(lines.back(), joint, part);
    if (!lines.empty() && fits(longer)) {
      lines.back() = longer;
    } else {
      lines.emplace_back(part);
    }
  };
  while (true) {
    std::string_view word = take_word(text, " ");
    if (word.empty()) return lines;
    const char* joint = " ";
    while (!fits(std::string(word)) && word.size() > 1) {
      const std::size_t end = first_part(word, fits);
      add(word.substr(0, end), joint);
      word.remove_prefix(end);
      joint = "";
    }
    if (!word.empty()) add(word, joint);
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
