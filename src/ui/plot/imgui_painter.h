#pragma once

#include <vector>

#include "lab/plot/painter.h"
#include "ui/kit/theme.h"

namespace ui {

/// A painter on a draw list of Dear ImGui, in the display's coordinates.
class ImGuiPainter final : public lab::Painter {
 public:
  /// \param picture cells() draws this picture of them, its upper row first; null: every cell
  ImGuiPainter(const Theme& theme, ImDrawList& list, ImTextureID picture = nullptr)
      : theme_(theme), list_(list), picture_(picture) {}

  void line(std::span<const lab::Point> points, const lab::Pen& pen) override;
  void rectangle(const lab::Box& box, lab::Color color) override;
  void disc(lab::Point center, double radius, lab::Color color) override;
  void cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) override;
  void text(lab::Point at, const std::string& words, const lab::Letters& letters,
            lab::Align align) override;
  double text_width(const std::string& words, const lab::Letters& letters) const override;
  void clip(const lab::Box& box) override;
  void unclip() override { list_.PopClipRect(); }

 private:
  const ImFont* font(const lab::Letters& letters) const;

  const Theme& theme_;
  ImDrawList& list_;
  ImTextureID picture_;
  std::vector<ImVec2> path_;  // scratch of line()
};

/// The style of plots in the window.
lab::PlotStyle plot_style(const Theme& theme);

inline ImVec2 vec(lab::Point point) {
  return {static_cast<float>(point.x), static_cast<float>(point.y)};
}
lab::Box box_of(ImVec2 corner, ImVec2 size);

}  // namespace ui
