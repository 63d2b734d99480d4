#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr std::size_t kMaxPoints = 600;  // points of a path; about ten seconds
constexpr const char* kLandscapeHelp =
    "F(θ₁, θ₂) = ½ Σ w |e|² in m², for every pose of the two joints and the present target, "
    "without D_max. Lines: paths of the lanes. Squares: the two closed-form solutions. Bold edges: "
    "joint limits.";

/// The screen position of a place on the map, from 0 to 1 on both axes.
ImVec2 point_at(const lab::Box& cells, const std::array<double, 2>& place) {
  return vec({cells.left + std::clamp(place[0], -0.5, 1.5) * cells.width,
              cells.bottom() - std::clamp(place[1], -0.5, 1.5) * cells.height});
}

/// Appends the lanes' present poses to their paths.
void follow(const lab::Timeline& timeline, MathsPanel& panel) {
  const long now = timeline.now();
  const lab::Setup& setup = timeline.setup();
  if (now < panel.paths_at) panel.paths.clear();
  // forget the paths of removed lanes
  std::erase_if(panel.paths, [&setup](const auto& path) {
    return std::ranges::find(setup.lanes, path.first, &lab::Lane::id) == setup.lanes.end();
  });
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    auto& path = panel.paths[setup.lanes[i].id];
    const ik::VectorX& theta = timeline.bench().tracker(i).pose().theta;
    const std::array<double, 2> here{theta[0], theta[1]};
    if (!path.empty() && path.back() == here) continue;
    if (path.size() >= kMaxPoints) path.erase(path.begin());
    path.push_back(here);
  }
  panel.paths_at = now;
}

void draw_paths(const Theme& theme, const lab::Bench& bench, const lab::Box& cells,
                const MathsPanel& panel) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const lab::Setup& setup = bench.setup();
  const ImU32 rim = IM_COL32(255, 255, 255, 225);
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    const auto& path = panel.paths.at(setup.lanes[i].id);
    // the rim is white in both themes
    const ImU32 color = packed(to_imgui(lab::on_ground(lab::lane_color(setup, i), false)));
    const auto place = [&](const std::array<double, 2>& theta) {
      return panel.landscape.place(bench.front(), theta[0], theta[1]);
    };
    for (const bool under : {true, false}) {
      std::array<double, 2> before = place(path.front());
      for (const auto& theta : path) {
        const std::array<double, 2> here = place(theta);
        // an angle that wraps around leaves the map at one edge and enters at the other
        const bool leaps =
            std::abs(here[0] - before[0]) > 0.5 || std::abs(here[1] - before[1]) > 0.5;
        if (!leaps && here != before) {
          list.AddLine(point_at(cells, before), point_at(cells, here), under ? rim : color,
                       theme.px(under ? 4.0F : 2.0F));
        }
        before = here;
      }
    }
    const ImVec2 now = point_at(cells, place(path.back()));
    list.AddCircleFilled(now, theme.px(5), rim, 20);
    list.AddCircleFilled(now, theme.px(3.6F), color, 20);
  }
}

void draw_solutions(const Theme& theme, const lab::Tracker& tracker, const lab::Box& cells,
                    const lab::Landscape& landscape) {
  const auto solutions = lab::closed_form(tracker);
  if (!solutions) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Eigen::Vector2d& theta : *solutions) {
    const ImVec2 at = point_at(cells, landscape.place(tracker, theta[0], theta[1]));
    const float r = theme.px(4.5F);
    list.AddRect({at.x - r, at.y - r}, {at.x + r, at.y + r}, IM_COL32(0, 0, 0, 255), 0.0F, 0,
                 theme.px(3));
    list.AddRect({at.x - r, at.y - r}, {at.x + r, at.y + r}, IM_COL32(255, 255, 255, 255), 0.0F, 0,
                 theme.px(1.5F));
  }
}

void draw_limits(const Theme& theme, const ik::Multibody& body, const lab::Box& cells) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = packed(theme.color.record);
  const float bold = theme.px(2.5F);
  const auto edge = [&](bool limited, ImVec2 a, ImVec2 b) {
    if (limited) list.AddLine(a, b, ink, bold);
  };
  const ImVec2 a = vec({cells.left, cells.top}), b = vec({cells.right(), cells.bottom()});
  edge(std::isfinite(body.joint(0).lower), a, {a.x, b.y});
  edge(std::isfinite(body.joint(0).upper), {b.x, a.y}, b);
  edge(std::isfinite(body.joint(1).lower), {a.x, b.y}, b);
  edge(std::isfinite(body.joint(1).upper), a, {b.x, a.y});
}

void read_map(const Theme& theme, const lab::HeatMap& map, const lab::Box& cells) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = (mouse.x - cells.left) / cells.width;
  const double y = (cells.bottom() - mouse.y) / cells.height;
  if (x < 0.0 || x >= 1.0 || y < 0.0 || y >= 1.0) return hint(theme, kLandscapeHelp);
  const double value = map.value(static_cast<int>(x * map.columns), static_cast<int>(y * map.rows));
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small_numbers);
  ImGui::Text("%s %.3g %s", map.x.label.c_str(), lab::value_at(map.x, x), map.x.unit.c_str());
  ImGui::Text("%s %.3g %s", map.y.label.c_str(), lab::value_at(map.y, y), map.y.unit.c_str());
  ImGui::Text("F %.4g m²", value);
}

/// Says why there is no landscape, and offers a scene with one, or another view.
void no_landscape(const Theme& theme, const lab::Tracker& tracker, const SceneMenu& scenes,
                  float width, MathsPanel& panel, Edit& edit) {
  const auto arm = std::ranges::find(scenes.items, "two-link-arm", &SceneItem::id);
  const bool known = arm != scenes.items.end();
  const bool pressed = empty_state(
      theme,
      {.name = "Maths",
       .text = format("Here is the error F(θ) over all poses, as a map with a joint on each axis, "
                      "and the paths of the lanes on it. It needs a body of two joints; this one "
                      "has %d.",
                      tracker.multibody().joint_count()),
       .button = known ? "Open the scene “" + arm->name + "”" : "Show the Jacobian instead",
       .help = known ? "Undo restores the present scene." : ""},
      width);
  if (!pressed) return;
  if (known) {
    edit.send(LoadScene{static_cast<std::size_t>(arm - scenes.items.begin())});
  } else {
    panel.view = static_cast<std::size_t>(MathsView::kJacobian);
  }
}

}  // namespace

void draw_landscape(const Theme& theme, const lab::Timeline& timeline, const SceneMenu& scenes,
                    ImVec2 size, MathsPanel& panel, Edit& edit) {
  const lab::Tracker& tracker = timeline.bench().front();
  if (tracker.multibody().joint_count() != 2) {
    panel.paths.clear();
    panel.paths_at = -1;
    return no_landscape(theme, tracker, scenes, size.x, panel, edit);
  }
  panel.landscape.refresh(tracker);
  follow(timeline, panel);
  const lab::HeatMap& map = panel.landscape.map();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  press_area("##landscape", size);
  mark("maths", "landscape", Access::kPointer);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiPainter painter(theme, list);
  const lab::PlotStyle style = plot_style(theme);
  const std::span<const lab::HeatMap> maps(&map, 1);
  const lab::MapsLayout layout = lab::lay_out(maps, box_of(corner, size), style, painter);
  const lab::Box& cells = layout.maps.front().cells;
  if (!lab::has_room(cells, style)) return;
  lab::draw(maps, layout, style, painter);
  painter.clip(cells);
  draw_paths(theme, timeline.bench(), cells, panel);
  draw_solutions(theme, tracker, cells, panel.landscape);
  painter.unclip();
  draw_limits(theme, tracker.multibody(), cells);
  if (hovered) read_map(theme, map, cells);
}

}  // namespace ui
