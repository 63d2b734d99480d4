#include "ui/shell/gizmo.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/kit/icons.h"
#include "ui/kit/widgets.h"
#include "ui/panels/column.h"

namespace ui {
namespace {

using Side = LookFrom::Side;

// lengths in design points
constexpr float kReach = 27.0F;       ///< from the middle to an end
constexpr float kBall = 8.5F;         ///< radius of a named end
constexpr float kRear = 5.5F;         ///< radius of the opposite end
constexpr float kTouchReach = 32.0F;  ///< the same for fingers
constexpr float kHome = 22.0F;        ///< height of the button
constexpr float kMargin = 10.0F;
constexpr float kMinView = 220.0F;    ///< least width and height of a picture with room
constexpr float kLargeSide = 320.0F;  ///< side of a square with the area of a cell with room

/// Fingers need ends farther from each other.
float gizmo_reach(const Theme& theme) { return theme.px(theme.touch ? kTouchReach : kReach); }
float gizmo_box(const Theme& theme) {
  return 2.0F * gizmo_reach(theme) + theme.finger(2.0F * kBall) + theme.px(4);
}

struct End {
  const char* id;
  std::optional<Side> side = {};  ///< none: below the floor
  const char* help = "";
};

/// The ends of each world axis: the end with its name, then the opposite one, a ring.
using Ends = std::array<End, 6>;
constexpr Ends kEndsWithYUp = {
    End{"right", Side::kRight, "Look from the right, along −X"},
    End{"left", Side::kLeft, "Look from the left, along +X"},
    End{"top", Side::kTop, "Look from above, along −Y"},
    End{"bottom"},
    End{"front", Side::kFront, "Look from the front, along −Z"},
    End{"back", Side::kBack, "Look from the back, along +Z"},
};
constexpr Ends kEndsWithZUp = {
    End{"right", Side::kRight, "Look from the right, along −X"},
    End{"left", Side::kLeft, "Look from the left, along +X"},
    End{"back", Side::kBack, "Look from the back, along −Y"},
    End{"front", Side::kFront, "Look from the front, along +Y"},
    End{"top", Side::kTop, "Look from above, along −Z"},
    End{"bottom"},
};
constexpr const char* kAxisNames[] = {"X", "Y", "Z"};
constexpr unsigned kColors[] = {0xd1495b, 0x3a9d5d, 0x3b7dd8};

bool is_named(std::size_t end) { return end % 2 == 0; }

void draw_end(const Theme& theme, std::size_t end, ImVec2 middle, ImVec2 at, bool hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = packed(hex(kColors[end / 2]));
  const float radius = theme.px(is_named(end) ? kBall : kRear) + (hovered ? theme.px(1) : 0.0F);
  if (!is_named(end)) {
    list.AddCircleFilled(at, radius, packed(faded(theme.color.panel, 0.85F)), 24);
    list.AddCircle(at, radius, color, 24, theme.px(hovered ? 2.0F : 1.5F));
    return;
  }
  list.AddLine(middle, at, color, theme.px(2));
  list.AddCircleFilled(at, radius, color, 24);
  ImFont* font = theme.font.small;
  const char* const name = kAxisNames[end / 2];
  const float size = line_height(font);
  list.AddText(font, size, {at.x - 0.5F * text_width(font, name), at.y - 0.5F * size},
               packed(hex(0xffffff)), name);
}

void follow_menu(const Theme& theme, const ik::Multibody& multibody,
                 std::optional<Followed>& followed) {
  const ImVec2 size{theme.finger(28), theme.finger(kHome)};
  if (icon_button(theme, "follow", Icon::kFollow, size, followed.has_value())) {
    ImGui::OpenPopup("followed");
  }
  describe(theme, "gizmo", "follow", "What the camera follows");
  if (!ImGui::BeginPopup("followed")) return;
  const auto choice = [&](const std::string& name, const std::optional<Followed>& what) {
    if (list_row(theme, name.c_str(), followed == what)) followed = what;
    mark("follow", name);
  };
  choice("nothing", std::nullopt);
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const std::string& name = multibody.effector(i).name;
    choice("effector " + name, Followed{i, false});
    choice("target " + name, Followed{i, true});
  }
  ImGui::EndPopup();
}

}  // namespace

std::optional<Area> room_for_gizmo(const Theme& theme, const Area& picture,
                                   std::span<const Cell> cells, std::size_t lanes) {
  const auto least = [](const Area& area) { return std::min(area.size.x, area.size.y); };
  if (cells.empty() || lanes == 0) {
    return least(picture) >= theme.px(kMinView) ? std::optional(picture) : std::nullopt;
  }
  if (const auto empty = empty_cells(cells, lanes)) {
    const bool fits = empty->size.x >= gizmo_width(theme) &&
                      empty->size.y >= gizmo_box(theme) + theme.finger(kHome) + theme.px(kMargin);
    if (fits) return empty;
  }
  const Cell& last = cells[std::min(lanes, cells.size()) - 1];
  const bool large =
      std::sqrt(last.whole.size.x * last.whole.size.y) >= theme.px(kLargeSide) &&
      least(last.picture) >= gizmo_box(theme) + theme.finger(kHome) + theme.px(2.0F * kMargin);
  if (!large) return std::nullopt;
  // above the readings at its foot
  return Area{last.picture.corner,
              {last.picture.size.x, last.picture.size.y - readings_height(theme)}};
}

float gizmo_width(const Theme& theme) { return gizmo_box(theme) + theme.px(2.0F * kMargin); }

void axis_gizmo(const Theme& theme, const Area& area, const std::array<SeenAxis, 3>& axes,
                const lab::Scene& scene, std::optional<Followed>& followed, Edit& edit) {
  const Ends& ends = scene.z_up ? kEndsWithZUp : kEndsWithYUp;
  const ImVec2 size{gizmo_box(theme), gizmo_box(theme) + theme.finger(kHome)};
  const ImVec2 corner{area.end().x - size.x - theme.px(kMargin),
                      area.end().y - size.y - theme.px(kMargin)};
  begin_window("gizmo", {corner, size}, {}, kWindowBehind | ImGuiWindowFlags_NoBackground);
  const ImVec2 middle{corner.x + 0.5F * size.x, corner.y + 0.5F * gizmo_box(theme)};

  std::array<std::size_t, std::tuple_size_v<Ends>> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto sign = [](std::size_t end) { return is_named(end) ? 1.0F : -1.0F; };
  const auto depth = [&](std::size_t end) { return sign(end) * axes[end / 2].z; };
  // overlapping items: the first one gets the pointer, so the nearest comes first and is drawn last
  std::ranges::stable_sort(order, std::ranges::greater(), depth);
  std::array<ImVec2, std::tuple_size_v<Ends>> places{};
  std::optional<std::size_t> hovered;
  for (const std::size_t i : order) {
    const float reach = sign(i) * gizmo_reach(theme);
    places[i] = {middle.x + reach * axes[i / 2].x, middle.y - reach * axes[i / 2].y};
    const End& end = ends[i];
    if (!end.side) continue;
    const float r = 0.5F * theme.finger(2.0F * (is_named(i) ? kBall : kRear));
    ImGui::SetCursorScreenPos({places[i].x - r, places[i].y - r});
    if (press_area(end.id, {2.0F * r, 2.0F * r})) edit.send(LookFrom{*end.side});
    if (ImGui::IsItemHovered()) hovered = i;
    describe(theme, "gizmo", end.id, end.help);
  }
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    draw_end(theme, *i, middle, places[*i], *i == hovered);
  }
  ImGui::SetCursorScreenPos(
      {middle.x - theme.finger(28) - theme.px(2), corner.y + gizmo_box(theme)});
  command_button(theme,
                 {.group = "gizmo",
                  .id = "home",
                  .icon = Icon::kHome,
                  .command = Command::kFrameCamera,
                  .help = "Show the whole body from the first angle (F)"},
                 {theme.finger(28), theme.finger(kHome)}, edit);
  ImGui::SameLine(0.0F, theme.px(4));
  follow_menu(theme, scene.multibody, followed);
  ImGui::End();
}

}  // namespace ui
