#include "ui/shell/gizmo.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"
#include "ui/panels/cells.h"
#include "ui/panels/run_panel.h"

namespace ui {
namespace {

using Side = LookFrom::Side;

// lengths in design points
constexpr float kReach = 27.0F;  ///< from the middle to an end
constexpr float kBall = 8.5F;    ///< radius of a named end
constexpr float kRear = 5.5F;    ///< radius of the opposite end
constexpr float kBox = 2.0F * (kReach + kBall) + 4.0F;
constexpr float kHome = 22.0F;  ///< height of the button
constexpr float kMargin = 10.0F;
constexpr float kLeastView = 220.0F;  ///< width and height of a picture that has room
constexpr float kLargeSide = 240.0F;  ///< side of a square as large as a cell that has room

struct End {
  const char* name = "";  ///< empty: drawn as a ring
  const char* id;
  const char* help = "";
  std::optional<Side> side = {};  ///< none: below the floor
  int axis;
  float sign;
  unsigned color;
};

constexpr std::array kEnds = {
    End{.name = "X",
        .id = "right",
        .help = "Look from the right, along −X",
        .side = Side::kRight,
        .axis = 0,
        .sign = 1.0F,
        .color = 0xd1495b},
    End{.id = "left",
        .help = "Look from the left, along +X",
        .side = Side::kLeft,
        .axis = 0,
        .sign = -1.0F,
        .color = 0xd1495b},
    End{.name = "Y",
        .id = "top",
        .help = "Look from above, along −Y",
        .side = Side::kTop,
        .axis = 1,
        .sign = 1.0F,
        .color = 0x3a9d5d},
    End{.id = "bottom", .axis = 1, .sign = -1.0F, .color = 0x3a9d5d},
    End{.name = "Z",
        .id = "front",
        .help = "Look from the front, along −Z",
        .side = Side::kFront,
        .axis = 2,
        .sign = 1.0F,
        .color = 0x3b7dd8},
    End{.id = "back",
        .help = "Look from the back, along +Z",
        .side = Side::kBack,
        .axis = 2,
        .sign = -1.0F,
        .color = 0x3b7dd8},
};

void draw_end(const Theme& theme, const End& end, ImVec2 middle, ImVec2 at, bool hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = packed(hex(end.color));
  const float radius = theme.px(*end.name != '\0' ? kBall : kRear) + (hovered ? theme.px(1) : 0.0F);
  if (*end.name == '\0') {
    list.AddCircleFilled(at, radius, packed(faded(theme.color.panel, 0.85F)), 24);
    list.AddCircle(at, radius, color, 24, theme.px(hovered ? 2.0F : 1.5F));
    return;
  }
  list.AddLine(middle, at, color, theme.px(2));
  list.AddCircleFilled(at, radius, color, 24);
  ImFont* font = theme.font.small;
  const float size = line_height(font);
  list.AddText(font, size, {at.x - 0.5F * text_width(font, end.name), at.y - 0.5F * size},
               packed(hex(0xffffff)), end.name);
}

void follow_menu(const Theme& theme, const ik::Multibody& multibody,
                 std::optional<Followed>& followed) {
  const ImVec2 size{theme.px(28), theme.px(kHome)};
  if (icon_button(theme, "follow", Icon::kFollow, size, followed.has_value())) {
    ImGui::OpenPopup("followed");
  }
  describe(theme, "gizmo", "follow", "What the camera follows");
  if (!ImGui::BeginPopup("followed")) return;
  const auto choice = [&](const std::string& name, const std::optional<Followed>& what) {
    if (ImGui::Selectable(name.c_str(), followed == what)) followed = what;
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
    return least(picture) >= theme.px(kLeastView) ? std::optional(picture) : std::nullopt;
  }
  if (const auto empty = empty_cells(cells, lanes)) {
    const bool fits = empty->size.x >= theme.px(kBox + 2.0F * kMargin) &&
                      empty->size.y >= theme.px(kBox + kHome + kMargin);
    if (fits) return empty;
  }
  const Cell& last = cells[std::min(lanes, cells.size()) - 1];
  const bool large = std::sqrt(last.whole.size.x * last.whole.size.y) >= theme.px(kLargeSide) &&
                     least(last.picture) >= theme.px(kBox + kHome + 2.0F * kMargin);
  if (!large) return std::nullopt;
  // above the readings at its foot
  return Area{last.picture.corner,
              {last.picture.size.x, last.picture.size.y - readings_height(theme)}};
}

float gizmo_width(const Theme& theme) { return theme.px(kBox + 2.0F * kMargin); }

void axis_gizmo(const Theme& theme, const Area& area, const std::array<SeenAxis, 3>& axes,
                const ik::Multibody& multibody, std::optional<Followed>& followed, Edit& edit) {
  const ImVec2 size{theme.px(kBox), theme.px(kBox + kHome)};
  const ImVec2 corner{area.end().x - size.x - theme.px(kMargin),
                      area.end().y - size.y - theme.px(kMargin)};
  begin_window("gizmo", {corner, size}, {}, kWindowBehind | ImGuiWindowFlags_NoBackground);
  const ImVec2 middle{corner.x + 0.5F * size.x, corner.y + 0.5F * theme.px(kBox)};

  std::array<const End*, kEnds.size()> order{};
  std::ranges::transform(kEnds, order.begin(), [](const End& end) { return &end; });
  const auto depth = [&axes](const End* end) {
    return end->sign * axes[static_cast<std::size_t>(end->axis)].z;
  };
  // of items that overlap the first one gets the pointer: the nearest, which is drawn last
  std::ranges::stable_sort(order, std::ranges::greater(), depth);
  std::array<ImVec2, kEnds.size()> places{};
  const End* hovered = nullptr;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const End& end = *order[i];
    const SeenAxis& axis = axes[static_cast<std::size_t>(end.axis)];
    const float reach = end.sign * theme.px(kReach);
    places[i] = {middle.x + reach * axis.x, middle.y - reach * axis.y};
    if (!end.side) continue;
    const float r = theme.px(*end.name != '\0' ? kBall : kRear);
    ImGui::SetCursorScreenPos({places[i].x - r, places[i].y - r});
    if (ImGui::InvisibleButton(end.id, {2.0F * r, 2.0F * r})) edit.send(LookFrom{*end.side});
    if (ImGui::IsItemHovered()) hovered = &end;
    describe(theme, "gizmo", end.id, end.help);
  }
  for (std::size_t i = order.size(); i-- > 0;) {
    draw_end(theme, *order[i], middle, places[i], order[i] == hovered);
  }
  ImGui::SetCursorScreenPos({middle.x - theme.px(30), corner.y + theme.px(kBox)});
  command_button(theme, "gizmo", "home", Icon::kHome, {theme.px(28), theme.px(kHome)},
                 Command::kFrameCamera, "Show the whole body from the first angle (F)", edit);
  ImGui::SameLine(0.0F, theme.px(4));
  follow_menu(theme, multibody, followed);
  ImGui::End();
}

}  // namespace ui
