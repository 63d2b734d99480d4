#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <vector>

namespace ui {

/// Pixels from the upper left corner of the window, without column `right` and row `bottom`.
struct PixelRect {
  int left = 0, top = 0, right = 0, bottom = 0;

  bool empty() const { return left >= right || top >= bottom; }
  int area() const { return empty() ? 0 : (right - left) * (bottom - top); }
  bool operator==(const PixelRect&) const = default;
};

PixelRect common_part(const PixelRect& a, const PixelRect& b);

/// Finds the parts of the window that differ from the last frame, for a renderer that needs a
/// processor for every pixel. A hash of all triangles that touch a square of the window is compared
/// with the last frame's.
class Damage {
 public:
  static constexpr int kSquare = 16;  ///< pixels

  /// \param data of the next frame, before keep_only()
  /// \param anew parts that differ for another reason
  /// \returns rectangles without overlap that contain all that differs; empty if nothing does.
  /// Valid until the next call
  std::span<const PixelRect> take(const ImDrawData& data, std::span<const PixelRect> anew);
  /// Makes the next frame differ everywhere, for example after a change of a texture.
  void forget() { before_.clear(); }

 private:
  PixelRect window_;
  std::vector<std::uint64_t> before_, now_;
  std::vector<std::uint64_t> vertices_;
  std::vector<PixelRect> rects_;
};

/// Reduces a frame to the triangles that touch these rectangles, and clips them to the rectangles.
/// Pixels inside are drawn as by the whole frame, all others are left alone.
/// \param rects without overlap
void keep_only(ImDrawData& data, std::span<const PixelRect> rects);

}  // namespace ui
