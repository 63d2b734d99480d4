#include <stb_truetype.h>

#include <array>
#include <cmath>

#include "io/figure/figure.h"
#include "io/figure/image_file.h"
#include "io/files/file.h"
#include "io/setup/setup_json.h"
#include "lab/scene/number_text.h"

// An SVG file, written by hand: there is no cairo in a browser. The widths of texts are those of
// the window's own letters. A PNG file begins as SVG: the page draws it when it hands the file
// over.
namespace io {
namespace {

/// A font of the page, by its file.
class PageFont {
 public:
  explicit PageFont(const char* path) : bytes_(read_file(path)) {
    const auto* const data = reinterpret_cast<const unsigned char*>(bytes_.data());
    stbtt_InitFont(&font_, data, stbtt_GetFontOffsetForIndex(data, 0));
  }
  /// Of a line of text whose letters have a size of 1.
  double width(std::string_view words) const {
    double sum = 0.0;
    for (std::size_t at = 0; at < words.size();) {
      int advance = 0, bearing = 0;
      stbtt_GetCodepointHMetrics(&font_, next(words, at), &advance, &bearing);
      sum += advance;
    }
    return sum * static_cast<double>(stbtt_ScaleForMappingEmToPixels(&font_, 1.0F));
  }

 private:
  /// The character of valid UTF-8 at a place, which moves behind it.
  static int next(std::string_view words, std::size_t& at) {
    const auto byte = [&words](std::size_t i) {
      return i < words.size() ? static_cast<unsigned char>(words[i]) : 0U;
    };
    const unsigned first = byte(at++);
    const int more = first < 0x80U ? 0 : first < 0xe0U ? 1 : first < 0xf0U ? 2 : 3;
    unsigned code = more == 0 ? first : first & (0x3fU >> static_cast<unsigned>(more));
    for (int i = 0; i < more; ++i) code = code << 6U | (byte(at++) & 0x3fU);
    return static_cast<int>(code);
  }

  std::string bytes_;
  stbtt_fontinfo font_{};
};

const PageFont& page_font(lab::Face face) {
  static const PageFont words("/usr/share/fonts/opentype/inter/Inter-Regular.otf"),
      bold("/usr/share/fonts/opentype/inter/Inter-SemiBold.otf");
  return face == lab::Face::kBold ? bold : words;
}

std::string shown(double number) { return lab::number_text(number, 6); }

/// Draws SVG elements, in points from the upper left corner.
class SvgPainter final : public lab::Painter {
 public:
  explicit SvgPainter(std::string& svg) : svg_(svg) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override {
    if (points.empty()) return;
    const lab::Point &first = points.front(), &last = points.back();
    const bool closed = points.size() > 2 && first.x == last.x && first.y == last.y;
    svg_ += "<path d=\"M";
    for (const lab::Point& point : points) svg_ += " " + shown(point.x) + " " + shown(point.y);
    // a line of no length makes a single point visible
    if (points.size() == 1) svg_ += " " + shown(first.x) + " " + shown(first.y);
    svg_ += concat(closed ? " Z" : "", "\" fill=\"none\" stroke-linejoin=\"round\" ",
                   "stroke-linecap=\"round\" stroke-width=\"", shown(pen.width), "\" ",
                   paint("stroke", pen.color));
    if (pen.dash > 0.0) svg_ += " stroke-dasharray=\"" + shown(pen.dash) + "\"";
    svg_ += "/>\n";
  }

  void rectangle(const lab::Box& box, lab::Color color) override {
    svg_ += "<rect " + place(box) + " " + paint("fill", color) + "/>\n";
  }

  void disc(lab::Point center, double radius, lab::Color color) override {
    svg_ += concat("<circle cx=\"", shown(center.x), "\" cy=\"", shown(center.y), "\" r=\"",
                   shown(radius), "\" ", paint("fill", color), "/>\n");
  }

  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override {
    draw_cells(*this, box, columns, colors);
  }

  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override {
    constexpr std::array kAnchors = {"start", "middle", "end"};
    svg_ += concat("<text x=\"", shown(at.x), "\" y=\"", shown(at.y + kHalfDigit * letters.size),
                   "\" text-anchor=\"", kAnchors[static_cast<std::size_t>(align)],
                   "\" font-family=\"Inter, sans-serif\" font-size=\"",
                   shown(kFontShare * letters.size), "\" ",
                   letters.face == lab::Face::kBold ? "font-weight=\"bold\" " : "",
                   paint("fill", letters.color), ">", html_escaped(words), "</text>\n");
  }

  double text_width(const std::string& words, const lab::Letters& letters) const override {
    return kFontShare * letters.size * page_font(letters.face).width(words);
  }

  void clip(const lab::Box& box) override {
    const std::string name = "c" + std::to_string(++clips_);
    svg_ += concat("<clipPath id=\"", name, "\"><rect ", place(box), "/></clipPath>\n",
                   "<g clip-path=\"url(#", name, ")\">\n");
  }

  void unclip() override { svg_ += "</g>\n"; }

 private:
  static std::string place(const lab::Box& box) {
    return concat("x=\"", shown(box.left), "\" y=\"", shown(box.top), "\" width=\"",
                  shown(box.width), "\" height=\"", shown(box.height), "\"");
  }
  static std::string paint(const char* what, lab::Color color) {
    const auto byte = [](float share) { return std::to_string(std::lround(255.0F * share)); };
    std::string text =
        concat(what, "=\"rgb(", byte(color.r), ",", byte(color.g), ",", byte(color.b), ")\"");
    if (color.a < 1.0F) text += concat(" ", what, "-opacity=\"", shown(color.a), "\"");
    return text;
  }

  std::string& svg_;
  int clips_ = 0;
};

}  // namespace

std::span<const char* const> written_suffixes() {
  // not PDF
  return std::span(kPlotSuffixes).first(2);
}

std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw) {
  if (format == PlotFormat::kPdf) throw Error("PDF is written by the desktop program alone");
  const std::string width = shown(figure.width), height = shown(figure.height);
  std::string svg = concat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"",
                           "http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"", height,
                           "\" viewBox=\"0 0 ", width, " ", height, "\">\n");
  SvgPainter painter(svg);
  painter.rectangle({0.0, 0.0, figure.width, figure.height}, {1.0F, 1.0F, 1.0F, 1.0F});
  draw(painter);
  write_foot(painter, figure);
  return with_svg_text(svg + "</svg>\n", figure.title, figure.provenance);
}

void measure_text(const std::function<void(const lab::Painter&)>& measure) {
  std::string nothing;
  measure(SvgPainter(nothing));
}

}  // namespace io
