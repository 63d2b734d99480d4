#include "ui/panels/cells.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/overlay/labels.h"
#include "ui/panels/method_panel.h"

namespace ui {
namespace {

constexpr float kDraggedEdge = 6.0F;  // design points, more than half an edge that can be dragged

bool has_point(const Area& area, ImVec2 point) {
  const ImVec2 end = area.end();
  return point.x >= area.corner.x && point.y >= area.corner.y && point.x < end.x && point.y < end.y;
}

/// Begin and length of part i of n along a side, with gaps between the parts.
struct Part {
  float begin, length;
};
Part part_of(float begin, float length, std::size_t i, std::size_t n, float gap) {
  const auto edge = [&](std::size_t k) {
    return std::round(begin + (length + gap) * static_cast<float>(k) / static_cast<float>(n));
  };
  return {edge(i), std::max(edge(i + 1) - gap - edge(i), 0.0F)};
}

/// Height of the largest rectangle of the wanted shape in a picture of that grid.
float largest_picture(Grid grid, ImVec2 area, const CellStyle& style) {
  const auto side = [&style](float length, std::size_t n) {
    return (length + style.gap) / static_cast<float>(n) - style.gap;
  };
  const float width = side(area.x, grid.columns);
  const float height = side(area.y, grid.rows) - style.caption;
  return std::min(width / style.shape, height);
}

void fill_between(const Theme& theme, std::span<const Cell> cells) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 first = cells.front().whole.corner, last = cells.back().whole.end();
  const ImU32 line = packed(theme.color.border);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ImVec2 a = cells[i].whole.corner, b = cells[i].whole.end();
    // the gap to the cell on the right, and to the one on the left of the next row
    if (i > 0 && a.y == cells[i - 1].whole.corner.y) {
      list.AddRectFilled({cells[i - 1].whole.end().x, a.y}, {a.x, b.y}, line);
    } else if (i > 0) {
      list.AddRectFilled({first.x, cells[i - 1].whole.end().y}, {last.x, a.y}, line);
    }
  }
}

/// "1st", "2nd", "3rd", "4th".
std::string ordinal(std::size_t place) {
  const bool teen = place / 10 % 10 == 1;
  const std::size_t last = teen ? 0 : place % 10;
  const char* const suffix = last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return std::to_string(place) + suffix;
}

/// One lane's line above its picture: name, mean error and jitter, and place.
struct Caption {
  std::string name;
  const ik::MethodInfo& method;
  lab::Standing standing;
  std::size_t place;  // from 1
  lab::Color color;
  bool front;
  float inset;  // display coordinates
};

/// The words of a caption for its width. What has no room is left out in this order: the words of
/// the readings, the jitter, "shakes" (the place stays red), the error, the end of the name.
struct CaptionWords {
  std::string name, readings, place;
};
CaptionWords words_for(const Theme& theme, const Caption& caption, float room) {
  const ImFont *const font = theme.font.small, *const numbers = theme.font.small_numbers;
  const float gap = theme.px(10);
  const lab::Standing& s = caption.standing;
  const std::string place = ordinal(caption.place);
  const std::string words = shakes(s) ? "shakes · " + place : place;
  const std::string error = format("%.3f m", s.mean_error);
  const CaptionWords choices[] = {
      {{}, format("mean error %.3f m  jitter %.2f°", s.mean_error, s.mean_jitter_deg), words},
      {{}, format("%.3f m  %.2f°", s.mean_error, s.mean_jitter_deg), words},
      {{}, error, words},
      {{}, error, place},
      {{}, {}, words},
      {{}, {}, place}};
  CaptionWords result;
  for (const CaptionWords& choice : choices) {
    float left = room - text_width(font, choice.place.c_str()) - gap;
    if (!choice.readings.empty()) left -= text_width(numbers, choice.readings.c_str()) + gap;
    result = choice;
    result.name = fitting_label(caption.name, caption.method, left, font);
    if (!result.name.ends_with("…") && text_width(font, result.name.c_str()) <= left) break;
  }
  return result;
}

void draw_caption(const Theme& theme, const Area& area, const Caption& caption, long steps) {
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 end = area.end();
  list.AddRectFilled(area.corner, end, packed(c.panel));
  if (caption.front) {
    list.AddRectFilled(area.corner, end, packed(faded(c.accent, c.chosen)));
  }
  const float r = theme.px(5), left = area.corner.x + theme.px(7) + caption.inset;
  const float middle = area.corner.y + 0.5F * area.size.y;
  list.AddRectFilled({left, middle - r}, {left + 2.0F * r, middle + r},
                     packed(to_imgui(lab::on_ground(caption.color, theme.dark))), theme.px(3));
  const float text = left + 2.0F * r + theme.px(6), right = end.x - theme.px(7);
  const CaptionWords words = words_for(theme, caption, right - text);
  const auto write = [&](const ImFont* font, float x, const std::string& shown, ImVec4 ink) {
    list.AddText(font, line_height(font), {x, std::floor(middle - 0.5F * line_height(font))},
                 packed(ink), shown.c_str());
  };
  const float place = right - text_width(theme.font.small, words.place.c_str());
  const ImFont* const numbers = theme.font.small_numbers;
  if (place >= text) {
    write(theme.font.small, text, words.name, c.text);
    write(numbers, place - theme.px(10) - text_width(numbers, words.readings.c_str()),
          words.readings, c.text);
    write(theme.font.small, place, words.place, shakes(caption.standing) ? c.alarm : c.muted);
  }
  hint_over_picture(
      theme, area.corner, end,
      caption.name + format("\nMean error %.3f m, jitter %.2f° over %ld steps: %s%s",
                            caption.standing.mean_error, caption.standing.mean_jitter_deg, steps,
                            ordinal(caption.place).c_str(),
                            shakes(caption.standing) ? ", and it shakes." : "."));
}

/// A part of the picture without the edges that can be dragged.
Area within_edges(const Theme& theme, const Area& part) {
  const float edge = theme.px(kDraggedEdge);
  return {{part.corner.x + edge, part.corner.y + edge},
          {part.size.x - 2.0F * edge, part.size.y - 2.0F * edge}};
}

/// The right end of a part of the picture, or of what is left of windows over it, such as the axes.
float clear_end(const Theme& theme, const Area& part) {
  const Area inside = within_edges(theme, part);
  float end = part.end().x;
  for (const ItemRect& window : windows_over({inside.corner, inside.end()}, true)) {
    end = std::min(end, window.min.x);
  }
  return end;
}

/// What all cells have in common, in the empty cells.
void draw_common(const Theme& theme, const lab::Timeline& timeline, const Ranking& ranking,
                 const Area& area) {
  const lab::Scene& scene = *timeline.setup().scene;
  const lab::Tracker& front = timeline.bench().front();
  const std::string title = scene.name.empty() ? scene.id : scene.name;
  const std::string text =
      format("%zu lanes, t = %.2f s\nRanked by %s over %ld steps", timeline.setup().lanes.size(),
             front.time(), ranking_columns()[ranking.sorted_by].what, ranking.steps);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(area.corner, area.end(), packed(theme.color.canvas));
  const float inset = theme.px(14);
  const ImVec2 at{area.corner.x + inset, area.corner.y + inset};
  const float width = clear_end(theme, area) - inset - at.x;
  const ImFont* const font = theme.font.small;
  const float below = at.y + line_height(theme.font.bold) + theme.px(6);
  const float tall =
      font->CalcTextSizeA(line_height(font), FLT_MAX, std::max(width, 1.0F), text.c_str()).y;
  if (width < theme.px(80) || below + tall > area.end().y - theme.px(4)) return;
  list.PushClipRect(area.corner, area.end(), true);
  list.AddText(theme.font.bold, line_height(theme.font.bold), at, packed(theme.color.text),
               title.c_str());
  list.AddText(font, line_height(font), {at.x, below}, packed(theme.color.muted), text.c_str(),
               nullptr, width);
  list.PopClipRect();
}

}  // namespace

CellStyle cell_style(const Theme& theme, float shape) { return {theme.px(2), theme.px(22), shape}; }

Grid grid_for(std::size_t count, ImVec2 area, const CellStyle& style) {
  Grid best{1, std::max<std::size_t>(count, 1)};
  for (std::size_t columns = best.columns; columns-- > 1;) {
    const Grid grid{(count + columns - 1) / columns, columns};
    const float gain = largest_picture(grid, area, style) - largest_picture(best, area, style);
    const bool fuller = grid.rows * grid.columns < best.rows * best.columns;
    if (gain > 0.0F || (gain == 0.0F && fuller)) best = grid;
  }
  return best;
}

std::vector<Cell> cells_of(std::size_t count, const Area& area, const CellStyle& style) {
  const Grid grid = grid_for(count, area.size, style);
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < grid.rows; ++row) {
    const Part y = part_of(area.corner.y, area.size.y, row, grid.rows, style.gap);
    const float caption = std::min(style.caption, y.length);
    for (std::size_t column = 0; column < grid.columns; ++column) {
      const Part x = part_of(area.corner.x, area.size.x, column, grid.columns, style.gap);
      cells.push_back({{{x.begin, y.begin}, {x.length, y.length}},
                       {{x.begin, y.begin}, {x.length, caption}},
                       {{x.begin, y.begin + caption}, {x.length, y.length - caption}}});
    }
  }
  return cells;
}

std::optional<std::size_t> cell_at(std::span<const Cell> cells, std::size_t count, ImVec2 point) {
  for (std::size_t i = 0; i < std::min(count, cells.size()); ++i) {
    if (has_point(cells[i].whole, point)) return i;
  }
  return std::nullopt;
}

void click_cells(std::span<const Cell> cells, Edit& edit) {
  const ImGuiIO& io = ImGui::GetIO();
  constexpr float kClick = 3.0F;  // longest movement of a click
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left) || io.MouseDownOwned[0]) return;
  if (io.MouseDragMaxDistanceSqr[0] > kClick * kClick) return;
  const std::size_t count = edit.setup.lanes.size();
  const auto pressed = cell_at(cells, count, io.MouseClickedPos[0]);
  if (!pressed || pressed != cell_at(cells, count, io.MousePos)) return;
  if (*pressed != edit.setup.front) edit.change("bring to the front").front = *pressed;
}

void draw_captions(const Theme& theme, const lab::Timeline& timeline, const Ranking& ranking,
                   std::span<const Cell> cells, float inset) {
  const lab::Setup& setup = timeline.setup();
  const std::size_t count = setup.lanes.size();
  if (cells.size() < count || ranking.standings.size() != count) return;
  fill_between(theme, cells);
  const std::vector<std::string> labels = lab::lane_labels(setup);
  const std::vector<std::size_t> order = ranked_lanes(ranking);
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t lane = order[place];
    const Cell& cell = cells[lane];
    const bool front = lane == setup.front;
    draw_caption(theme, cell.caption,
                 {labels[lane], *setup.lanes[lane].method, ranking.standings[lane], place + 1,
                  lab::lane_color(setup, lane), front, lane == 0 ? inset : 0.0F},
                 ranking.steps);
  }
  const Area& front = cells[setup.front].whole;
  const float thick = theme.px(2), half = 0.5F * thick;
  const ImVec2 end = front.end();
  ImGui::GetBackgroundDrawList()->AddRect({front.corner.x + half, front.corner.y + half},
                                          {end.x - half, end.y - half}, packed(theme.color.accent),
                                          0.0F, 0, thick);
  if (cells.size() == count) return;
  const ImVec2 corner = cells[count].whole.corner, last = cells.back().whole.end();
  draw_common(theme, timeline, ranking, {corner, {last.x - corner.x, last.y - corner.y}});
}

std::vector<std::optional<ImVec2>> place_boxes(std::span<const ImVec2> points,
                                               std::span<const ImVec2> sizes, const Area& area,
                                               std::span<const ItemRect> taken) {
  const ImVec2 end = area.end();
  std::vector<ItemRect> boxes(taken.begin(), taken.end());
  std::vector<std::optional<ImVec2>> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImVec2 size = sizes[i];
    const auto within = [](float x, float least, float most) {
      return std::max(std::min(x, most), least);
    };
    const float x = within(points[i].x, area.corner.x, end.x - size.x);
    const float wish = within(points[i].y - size.y, area.corner.y, end.y - size.y);
    const auto is_free = [&](float y) {
      constexpr float kRounding = 0.01F;  // display coordinates
      const float top = y + kRounding, foot = y + size.y - kRounding;
      if (top < area.corner.y || foot > end.y || x + size.x > end.x + kRounding) return false;
      return std::ranges::none_of(boxes, [&](const ItemRect& box) {
        const bool beside = x >= box.max.x || x + size.x <= box.min.x;
        return !beside && top < box.max.y && foot > box.min.y;
      });
    };
    // the wished height, or one just above or below another box
    std::vector<float> heights{wish};
    for (const ItemRect& box : boxes) {
      heights.push_back(box.min.y - size.y);
      heights.push_back(box.max.y);
    }
    std::erase_if(heights, [&](float y) { return !is_free(y); });
    const auto nearest =
        std::ranges::min_element(heights, {}, [wish](float y) { return std::abs(y - wish); });
    corners.emplace_back();
    if (nearest == heights.end()) continue;
    corners.back() = {x, *nearest};
    boxes.push_back({{x, *nearest}, {x + size.x, *nearest + size.y}});
  }
  return corners;
}

std::vector<ItemRect> draw_lane_names(const Theme& theme, const Area& area,
                                      std::span<const LaneName> labels) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  ImFont* const font = theme.font.small;
  const float pad = theme.px(5), away = theme.px(14);
  std::vector<ImVec2> points, sizes;
  for (const LaneName& label : labels) {
    points.push_back({label.point.x + away, label.point.y - away});
    sizes.push_back({text_width(font, label.text.c_str()) + 2.0F * pad + theme.px(12),
                     line_height(font) + theme.px(6)});
  }
  const std::vector<ItemRect> windows = windows_over({area.corner, area.end()});
  const auto corners = place_boxes(points, sizes, within_edges(theme, area), windows);
  std::vector<ItemRect> places;
  const auto ink = [&](std::size_t i) {
    return packed(to_imgui(lab::on_ground(labels[i].color, theme.dark)));
  };
  list.PushClipRect(area.corner, area.end(), true);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!corners[i]) continue;
    const ImVec2 a = *corners[i];
    list.AddLine(labels[i].point, {a.x, a.y + 0.5F * sizes[i].y}, ink(i), theme.px(1.3F));
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!corners[i]) continue;
    const ImVec2 a = *corners[i], b{a.x + sizes[i].x, a.y + sizes[i].y};
    const float middle = 0.5F * (a.y + b.y), r = theme.px(4);
    list.AddRectFilled(a, b, packed(faded(theme.color.panel, 0.85F)), theme.px(4));
    list.AddRectFilled({a.x + pad, middle - r}, {a.x + pad + 2.0F * r, middle + r}, ink(i),
                       theme.px(2));
    list.AddText(font, line_height(font),
                 {a.x + pad + theme.px(12), std::floor(middle - 0.5F * line_height(font))},
                 packed(theme.color.text), labels[i].text.c_str());
    places.push_back({a, b});
  }
  list.PopClipRect();
  return places;
}

}  // namespace ui
