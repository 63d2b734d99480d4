#include "ui/kit/damage.h"

#include <algorithm>
#include <cstring>

namespace ui {
namespace {

/// Pixels that take as long to draw as one more rectangle with its calls.
constexpr int kPixelsPerRect = 2048;

/// Factors of a multiplicative hash: odd, with about as many ones as zeros.
constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15, kOtherFactor = 0xc2b2ae3d27d4eb4f;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * kFactor;
  return hash ^ (hash >> 29);
}

template <class Value>
std::uint64_t bits(const Value& value) {
  static_assert(sizeof(Value) <= sizeof(std::uint64_t));
  std::uint64_t result = 0;
  std::memcpy(&result, &value, sizeof value);
  return result;
}

std::uint64_t hash_of(const ImDrawVert& vertex) {
  return mixed(mixed(bits(vertex.pos) * kOtherFactor, bits(vertex.uv)), vertex.col);
}

/// The transform from the display's coordinates to pixels.
struct Pixels {
  explicit Pixels(const ImDrawData& data)
      : origin(data.DisplayPos),
        scale(data.FramebufferScale),
        width(static_cast<int>(data.DisplaySize.x * scale.x)),
        height(static_cast<int>(data.DisplaySize.y * scale.y)) {}

  float x(float at) const { return (at - origin.x) * scale.x; }
  float y(float at) const { return (at - origin.y) * scale.y; }

  /// The pixels that a clip rectangle leaves, rounded as Dear ImGui's backend for OpenGL does.
  PixelRect left_by(const ImVec4& clip) const {
    const auto whole = [](float value) { return static_cast<int>(value); };
    // no window is as large, and an integer holds it
    const auto limited = [](float value) { return std::clamp(value, -1e6F, 1e6F); };
    const float left = limited(x(clip.x)), right = limited(x(clip.z));
    const float top = limited(y(clip.y)), bottom = limited(y(clip.w));
    const int low = whole(static_cast<float>(height) - bottom);  // from below, as in OpenGL
    PixelRect rect{whole(left), 0, whole(left) + whole(right - left), height - low};
    rect.top = rect.bottom - whole(bottom - top);
    return rect;
  }

  /// The clip rectangle that leaves these pixels.
  ImVec4 clip_of(const PixelRect& rect) const {
    // a quarter of a pixel keeps the backend's rounding away from whole numbers
    constexpr float kIn = 0.25F;
    const auto share = [](int pixels, float more, float size) {
      return (static_cast<float>(pixels) + more) / size;
    };
    return {origin.x + share(rect.left, kIn, scale.x),
            origin.y + share(rect.top, -2 * kIn, scale.y),
            origin.x + share(rect.right, 2 * kIn, scale.x),
            origin.y + share(rect.bottom, -kIn, scale.y)};
  }

  ImVec2 origin, scale;
  int width, height;
};

/// The pixels that a triangle may touch, within bounds, which begin at 0 or above.
PixelRect touched(const Pixels& pixels, const ImDrawVert& a, const ImDrawVert& b,
                  const ImDrawVert& c, const PixelRect& bounds) {
  // a number that is none becomes the lower bound
  const auto down = [](float value, int least, int most) {
    if (!(value > static_cast<float>(least))) return least;
    return value < static_cast<float>(most) ? static_cast<int>(value) : most;
  };
  const auto up = [down](float value, int least, int most) {
    const int below = down(value, least, most);
    return below < most && value > static_cast<float>(below) ? below + 1 : below;
  };
  const auto [left, right] = std::minmax({a.pos.x, b.pos.x, c.pos.x});
  const auto [top, bottom] = std::minmax({a.pos.y, b.pos.y, c.pos.y});
  return {down(pixels.x(left), bounds.left, bounds.right),
          down(pixels.y(top), bounds.top, bounds.bottom),
          up(pixels.x(right), bounds.left, bounds.right),
          up(pixels.y(bottom), bounds.top, bounds.bottom)};
}

/// Calls visit(a, b, c) with the indices of each triangle of a command.
template <class Visit>
void for_triangles(const ImDrawList& list, const ImDrawCmd& command, Visit visit) {
  const ImDrawIdx* const indices = list.IdxBuffer.Data + command.IdxOffset;
  for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
    visit(indices[i], indices[i + 1], indices[i + 2]);
  }
}

PixelRect joined(const PixelRect& a, const PixelRect& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

/// Joins rectangles that overlap, and pairs that cost less to draw as one rectangle.
void join_cheaply(std::vector<PixelRect>& rects) {
  for (std::size_t i = 0; i < rects.size(); ++i) {
    for (std::size_t j = 0; j < rects.size(); ++j) {
      if (i == j) continue;
      const PixelRect both = joined(rects[i], rects[j]);
      const bool cheap = both.area() <= rects[i].area() + rects[j].area() + kPixelsPerRect;
      if (!cheap && common_part(rects[i], rects[j]).empty()) continue;
      rects[std::min(i, j)] = both;
      rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      // the joined one may meet any other
      i = std::min(i, j);
      j = static_cast<std::size_t>(-1);
    }
  }
}

}  // namespace

PixelRect common_part(const PixelRect& a, const PixelRect& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

std::span<const PixelRect> Damage::take(const ImDrawData& data, std::span<const PixelRect> anew) {
  const Pixels pixels(data);
  const PixelRect window{0, 0, pixels.width, pixels.height};
  const int columns = (pixels.width + kSquare - 1) / kSquare;
  const int rows = (pixels.height + kSquare - 1) / kSquare;
  if (!(window == window_)) forget();
  window_ = window;
  now_.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);

  const auto for_squares = [&](const PixelRect& rect, auto visit) {
    if (rect.empty()) return;
    for (int row = rect.top / kSquare; row <= (rect.bottom - 1) / kSquare; ++row) {
      for (int column = rect.left / kSquare; column <= (rect.right - 1) / kSquare; ++column) {
        visit(static_cast<std::size_t>(row * columns + column));
      }
    }
  };
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    vertices_.clear();
    for (const ImDrawVert& vertex : list.VtxBuffer) vertices_.push_back(hash_of(vertex));
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const PixelRect bounds = common_part(pixels.left_by(command.ClipRect), window);
      if (bounds.empty()) continue;
      const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
      const std::uint64_t* const hashes = vertices_.data() + command.VtxOffset;
      std::uint64_t common =
          mixed(bits(command.TextureId), bits(ImVec2{command.ClipRect.x, command.ClipRect.y}));
      common = mixed(common, bits(ImVec2{command.ClipRect.z, command.ClipRect.w}));
      for_triangles(list, command, [&](ImDrawIdx a, ImDrawIdx b, ImDrawIdx c) {
        const std::uint64_t triangle = mixed(mixed(mixed(common, hashes[a]), hashes[b]), hashes[c]);
        for_squares(touched(pixels, vertices[a], vertices[b], vertices[c], bounds),
                    [&](std::size_t square) { now_[square] = mixed(now_[square], triangle); });
      });
    }
  }

  rects_.assign(anew.begin(), anew.end());
  for (PixelRect& rect : rects_) rect = common_part(rect, window);
  std::erase_if(rects_, [](const PixelRect& rect) { return rect.empty(); });
  if (before_.empty()) {
    rects_.assign({window});
  } else {
    for (int row = 0; row < rows; ++row) {
      int first = -1;  // where a run of squares begins that differ
      for (int column = 0; column <= columns; ++column) {
        const auto square = static_cast<std::size_t>(row * columns + column);
        const bool differs = column < columns && now_[square] != before_[square];
        if (differs && first < 0) first = column;
        if (differs || first < 0) continue;
        rects_.push_back(common_part(
            {first * kSquare, row * kSquare, column * kSquare, (row + 1) * kSquare}, window));
        first = -1;
      }
    }
    join_cheaply(rects_);
  }
  before_.swap(now_);
  return rects_;
}

void keep_only(ImDrawData& data, std::span<const PixelRect> rects) {
  const Pixels pixels(data);
  ImVector<ImDrawCmd> commands;
  ImVector<ImDrawIdx> indices;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    ImDrawList& list = *data.CmdLists[i];
    commands.resize(0);
    indices.resize(0);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
      for (const PixelRect& rect : rects) {
        const PixelRect part = common_part(pixels.left_by(command.ClipRect), rect);
        if (part.empty()) continue;
        ImDrawCmd kept = command;
        kept.ClipRect = pixels.clip_of(part);
        kept.IdxOffset = static_cast<unsigned>(indices.Size);
        for_triangles(list, command, [&](ImDrawIdx a, ImDrawIdx b, ImDrawIdx c) {
          if (touched(pixels, vertices[a], vertices[b], vertices[c], part).empty()) return;
          for (const ImDrawIdx index : {a, b, c}) indices.push_back(index);
        });
        kept.ElemCount = static_cast<unsigned>(indices.Size) - kept.IdxOffset;
        if (kept.ElemCount > 0) commands.push_back(kept);
      }
    }
    list.CmdBuffer.swap(commands);
    list.IdxBuffer.swap(indices);
  }
}

}  // namespace ui
