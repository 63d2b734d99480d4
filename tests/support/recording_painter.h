#pragma once

#include <string>
#include <vector>

#include "lab/plot/painter.h"

namespace support {

/// A painter that records its calls. Every letter is half as wide as its line is high.
struct RecordingPainter final : lab::Painter {
  struct Line {
    std::vector<lab::Point> points;
    lab::Pen pen;
    bool clipped;
  };
  struct Rectangle {
    lab::Box box;
    lab::Color color;
  };
  struct Disc {
    lab::Point center;
    double radius;
    lab::Color color;
  };
  struct Cells {
    lab::Box box;
    int columns;
    std::vector<lab::Color> colors;
  };
  struct Text {
    std::string words;
    lab::Box box;
    lab::Letters letters;
  };

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override {
    lines.push_back({{points.begin(), points.end()}, pen, depth > 0});
  }
  void rectangle(const lab::Box& box, lab::Color color) override {
    rectangles.push_back({box, color});
  }
  void disc(lab::Point center, double radius, lab::Color color) override {
    discs.push_back({center, radius, color});
  }
  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override {
    grids.push_back({box, columns, {colors.begin(), colors.end()}});
  }
  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override {
    const double width = text_width(words, letters);
    const double share = align == lab::Align::kLeft ? 0.0 : align == lab::Align::kMiddle ? 0.5 : 1;
    texts.push_back(
        {words, {at.x - share * width, at.y - 0.5 * letters.size, width, letters.size}, letters});
  }
  double text_width(const std::string& words, const lab::Letters& letters) const override {
    return 0.5 * letters.size * static_cast<double>(words.size());
  }
  void clip(const lab::Box& box) override {
    clips.push_back(box);
    ++depth;
  }
  void unclip() override { --depth; }

  /// The recorded text with these words, or null.
  const Text* find(const std::string& words) const {
    for (const Text& text : texts) {
      if (text.words == words) return &text;
    }
    return nullptr;
  }
  /// Number of lines in a colour.
  int count(lab::Color color) const {
    int result = 0;
    for (const Line& line : lines) {
      const lab::Color c = line.pen.color;
      result += c.r == color.r && c.g == color.g && c.b == color.b;
    }
    return result;
  }

  std::vector<Line> lines;
  std::vector<Rectangle> rectangles;
  std::vector<Disc> discs;
  std::vector<Cells> grids;
  std::vector<Text> texts;
  std::vector<lab::Box> clips;
  int depth = 0;
};

/// A style with distinct colours, for panels or for pages.
inline lab::PlotStyle style_of(bool compact, double unit = 1.0) {
  lab::PlotStyle style{.ground = {0.9F, 0.9F, 0.8F},
                       .grid = {0.5F, 0.5F, 0.4F},
                       .rule = {0.3F, 0.2F, 0.3F},
                       .title = {lab::Face::kBold, 16.0 * unit, {0.0F, 0.0F, 0.1F}},
                       .words = {lab::Face::kWords, 12.0 * unit, {0.0F, 0.1F, 0.0F}},
                       .numbers = {lab::Face::kNumbers, 10.0 * unit, {0.1F, 0.0F, 0.0F}},
                       .unit = unit};
  style.axis *= unit;
  style.compact = compact;
  return style;
}

}  // namespace support
