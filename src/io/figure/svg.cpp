#include "io/figure/figure.h"

#include <cstdint>

#include "io/figure/image_file.h"
#include "lab/scene/number_text.h"

namespace io {
namespace {

std::string shown(double number) { return lab::number_text(number, 6); }

/// Draws SVG elements, in points from the top left corner.
class SvgPainter final : public lab::Painter {
 public:
  SvgPainter(std::string& svg, const TextWidth& text_width) : svg_(svg), text_width_(text_width) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override {
    if (points.empty()) return;
    const lab::Point &first = points.front(), &last = points.back();
    const bool closed = points.size() > 2 && first.x == last.x && first.y == last.y;
    svg_ += "<path d=\"M";
    for (const lab::Point& point : points) svg_ += " " + shown(point.x) + " " + shown(point.y);
    // a line of length 0 makes a single point visible
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

  /// A picture with a pixel a cell: much smaller than rectangles, and without seams at any scale.
  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override {
    const auto width = static_cast<std::size_t>(columns);
    const std::size_t rows = colors.size() / width;
    std::vector<std::uint8_t> pixels;
    for (std::size_t row = rows; row-- > 0;) {
      for (const lab::Color& c : colors.subspan(row * width, width)) {
        for (const float part : {c.r, c.g, c.b, c.a}) pixels.push_back(lab::byte_of(part));
      }
    }
    std::string digits = base64(png_bytes(columns, static_cast<int>(rows), pixels), kBase64);
    digits.append((4 - digits.size() % 4) % 4, '=');
    svg_ += concat("<image ", place(box), " preserveAspectRatio=\"none\" ",
                   "image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" ",
                   "xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"", "data:image/png;",
                   "base64,", digits, "\"/>\n");
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
    return text_width_(words, letters);
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
    const auto byte = [](float part) { return std::to_string(lab::byte_of(part)); };
    std::string text =
        concat(what, "=\"rgb(", byte(color.r), ",", byte(color.g), ",", byte(color.b), ")\"");
    if (color.a < 1.0F) text += concat(" ", what, "-opacity=\"", shown(color.a), "\"");
    return text;
  }

  std::string& svg_;
  const TextWidth& text_width_;
  int clips_ = 0;
};

}  // namespace

std::string svg_bytes(const Figure& figure, const TextWidth& text_width,
                      const std::function<void(lab::Painter&)>& draw) {
  const std::string width = shown(figure.width), height = shown(figure.height);
  std::string svg = concat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"",
                           "http://www.w3.org/2000/svg\" width=\"", width, "pt\" height=\"", height,
                           "pt\" viewBox=\"0 0 ", width, " ", height, "\">\n");
  SvgPainter painter(svg, text_width);
  painter.rectangle({0.0, 0.0, figure.width, figure.height}, {1.0F, 1.0F, 1.0F, 1.0F});
  draw(painter);
  write_foot(painter, figure);
  return with_svg_text(svg + "</svg>\n", figure.title, figure.provenance);
}

}  // namespace io
