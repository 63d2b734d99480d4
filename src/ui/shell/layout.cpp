#include "ui/shell/layout.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "lab/scene/knobs.h"
#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"
#include "ui/shell/bars.h"

namespace ui {
namespace {

// design points
constexpr float kPageBeside = 1100.0F;   ///< width of the window for the page beside the picture
constexpr float kColumnBeside = 760.0F;  ///< width of the window for the left column beside it
/// The same while a page lies over the picture: a tablet held upright shows one of them.
constexpr float kColumnBesidePage = 880.0F;
constexpr float kColumnHeight = 440.0F;  ///< height of the window for the left column beside it
constexpr float kMinPicture = 300.0F;    ///< width between the columns
constexpr float kColumn = 316.0F, kMinColumn = 260.0F, kMaxColumn = 440.0F;
constexpr float kUsualPage = 330.0F, kWidePage = 640.0F;  ///< default, in narrow and wide windows
constexpr float kMinPage = 300.0F, kMaxPage = 4000.0F;
constexpr float kMinBesideOverlay = 60.0F;     ///< width that overlays leave of the picture
constexpr float kMinBesidePage = 200.0F;       ///< the same in an upright window with room below
constexpr float kPlotsBelow = 540.0F;          ///< height for plots below a page over the picture
constexpr float kPageBelow = 600.0F;           ///< height for a page below the picture
constexpr float kPictureAbove = 0.45F;         ///< the picture's share of that height
constexpr float kHeightForPlots = 260.0F;      ///< least height of the window with plots
constexpr float kPlotsBelowControls = 440.0F;  ///< least height for plots below controls
/// Least height of the window with a line of controls; more for each further line, and for a card.
constexpr float kHeightForControls = 340.0F, kHeightForFurther = 100.0F, kHeightForCard = 160.0F;
constexpr float kControlWidth = 270.0F;  ///< least width of a control below the picture
constexpr float kMinCard = 250.0F;       ///< least width of a card

constexpr float kPageShare = 0.27F;  ///< a share of the window's width
constexpr float kShareAlone = 0.5F;  ///< the same for a page that stays beside the picture alone

/// The user's length, or the default, limited to its range.
float length(const Theme& theme, float wanted, float usual, float least, float most) {
  const float asked = wanted > 0.0F ? theme.px(wanted) : usual;
  return std::floor(std::clamp(asked, least, std::max(least, most)));
}

/// \param picture width that the column leaves, design points; the same in page_width()
float column_width(const Theme& theme, float room, float picture, const SideColumn& wanted) {
  return length(theme, wanted.width, theme.px(kColumn), theme.px(kMinColumn),
                std::min(theme.px(kMaxColumn), room - theme.px(picture)));
}

float page_width(const Theme& theme, ImVec2 window, float room, float picture,
                 const SideColumn& wanted) {
  const float usual = std::clamp(kPageShare * window.x, theme.px(kUsualPage), theme.px(kWidePage));
  return length(theme, wanted.width, usual, theme.px(kMinPage),
                std::min(theme.px(kMaxPage), room - theme.px(picture)));
}

float strip_height(const Theme& theme, ImVec2 window, float bars, float wanted) {
  const float usual =
      std::clamp(0.30F * window.y, std::min(theme.px(170), 0.36F * window.y), theme.px(320));
  return length(theme, wanted, usual, std::min(theme.px(110), 0.3F * window.y),
                window.y - bars - std::max(theme.px(120), 0.25F * window.y));
}

std::size_t control_lines(const Theme& theme, float width, std::size_t count) {
  const std::size_t across = static_cast<std::size_t>(controls_across(theme, width, count));
  return (count + across - 1) / across;
}

float controls_height(const Theme& theme, ImVec2 window, float width, std::size_t count) {
  if (count == 0) return 0.0F;
  const auto lines = static_cast<float>(control_lines(theme, width, count));
  return std::min(lines * control_height(theme) + theme.px(2.0F * kControlPadding),
                  std::floor(0.4F * window.y));
}

/// What is beside the picture and over it.
struct AroundPicture {
  float width;
  bool hidden;  ///< the panels, but for what is kept
  bool column;  ///< the left column is somewhere, or would have room
  bool over;    ///< a column or page lies over the picture and needs its height
};

/// The controls to show below the picture.
Controls controls_at_hand(const Theme& theme, ImVec2 window, const AroundPicture& around,
                          const Arrangement& wanted) {
  if (around.hidden) return wanted.kept.controls;
  Controls controls{.method = true, .knobs = {&lab::knob::kDamping}};
  const auto further = static_cast<float>(control_lines(theme, around.width, controls.count()) - 1);
  const float least = kHeightForControls +
                      kHeightForFurther * std::max(further, around.over ? 1.0F : 0.0F) +
                      (wanted.card_height > 0.0F ? kHeightForCard : 0.0F);
  return around.column || window.y < theme.px(least) ? Controls{} : controls;
}

}  // namespace

int controls_across(const Theme& theme, float width, std::size_t count) {
  const int room = static_cast<int>(width / theme.px(kControlWidth));
  return std::clamp(room, 1, std::max(static_cast<int>(count), 1));
}

void show_column(Arrangement& arrangement, bool shown) {
  arrangement.column.shown() = shown;
  if (shown && !arrangement.column.beside) arrangement.page.over = false;
}

void show_page(Arrangement& arrangement, bool shown) {
  arrangement.page.shown() = shown;
  if (shown && !arrangement.column.beside) arrangement.column.over = false;
}

Area Layout::clear() const {
  Area area = view;
  if (!column_beside) {
    area.corner.x += column.size.x;
    area.size.x -= column.size.x;
  }
  if (!page_beside && !page_below) area.size.x -= page.size.x;
  return area;
}

Layout arrange(const Theme& theme, ImVec2 window, bool hidden, const Arrangement& wanted) {
  Layout layout;
  layout.page_beside = hidden || window.x >= theme.px(kPageBeside);
  const bool covered = !layout.page_beside && wanted.page.over;
  layout.column_beside =
      hidden || (window.x >= theme.px(covered ? kColumnBesidePage : kColumnBeside) &&
                 window.y >= theme.px(kColumnHeight));
  const bool column = !hidden && (layout.column_beside ? wanted.column.open : wanted.column.over);
  const bool over_column = column && !layout.column_beside;
  const bool stays = hidden && wanted.page_stays && wanted.page.shown() &&
                     kShareAlone * window.x >= theme.px(kMinPage);
  const bool page =
      stays ||
      (!hidden && (layout.page_beside ? wanted.page.open : wanted.page.over && !over_column));

  // across: column, picture, page, rail
  const float rail = hidden ? 0.0F : std::min(rail_width(theme, window.y), window.x);
  float room = window.x - rail;
  const auto kept = [](bool beside) { return beside ? kMinPicture : kMinBesideOverlay; };
  const float left =
      column ? std::min(column_width(theme, room, kept(layout.column_beside), wanted.column), room)
             : 0.0F;
  const float begin = layout.column_beside ? left : 0.0F;
  room -= begin;
  float right =
      page ? std::min(page_width(theme, window, room, kept(layout.page_beside), wanted.page), room)
           : 0.0F;
  if (stays) right = std::floor(kShareAlone * room);
  // no strip of the picture that is too narrow to show anything
  const bool high = !layout.page_beside && window.y >= theme.px(kPageBelow);
  const bool upright = high && window.y > window.x;
  if (page && room - right < theme.px(upright ? kMinBesidePage : kMinBesideOverlay)) right = room;
  layout.page_below = page && high && right == room;
  const float middle = layout.page_beside ? room - right : room;

  // down: picture, controls, timeline, plots, status
  const bool over = over_column || (page && !layout.page_beside);
  layout.at_hand = controls_at_hand(
      theme, window,
      {.width = middle, .hidden = hidden, .column = layout.column_beside || column, .over = over},
      wanted);
  const float status = hidden ? 0.0F : std::min(theme.px(28), std::floor(0.15F * window.y));
  const float time = hidden && !wanted.kept.time
                         ? 0.0F
                         : std::min(theme.finger(24) + theme.px(8), std::floor(0.2F * window.y));
  const float controls = controls_height(theme, window, middle, layout.at_hand.count());
  const float least_for_plots = over                         ? kPlotsBelow
                                : controls > 0.0F && !hidden ? kPlotsBelowControls
                                                             : kHeightForPlots;
  const bool plots =
      window.y >= theme.px(least_for_plots) && !layout.page_below && (!hidden || wanted.kept.plots);
  const float strip =
      plots ? strip_height(theme, window, status + time + controls, wanted.strip_height) : 0.0F;
  const float foot = window.y - status;
  const float picture = foot - strip - time - controls;
  const auto below = [begin, middle](float top, float height) {
    return Area{{begin, top}, {height > 0.0F ? middle : 0.0F, height}};
  };
  layout.column = {{0.0F, 0.0F}, {left, layout.column_beside ? window.y : picture}};
  layout.view = {{begin, 0.0F}, {middle, picture}};
  layout.controls = below(picture, controls);
  layout.time = below(picture + controls, time);
  layout.strip = below(foot - strip, strip);
  layout.page = {{begin + room - right, 0.0F}, {right, layout.page_beside ? foot : picture}};
  if (layout.page_below) {
    layout.view.size.y = std::floor(kPictureAbove * picture);
    layout.page = {{begin, layout.view.size.y}, {room, picture - layout.view.size.y}};
  }
  layout.status = {{begin, foot}, {room, status}};
  layout.rail = {{window.x - rail, 0.0F}, {rail, window.y}};

  // the card keeps clear of what lies over the picture, or waits where that leaves too little
  const Area clear = layout.clear();
  if (hidden || layout.page_below || clear.size.x < theme.px(kMinCard)) return layout;
  const float card = std::floor(std::min(theme.px(wanted.card_height), 0.5F * picture));
  layout.view.size.y -= card;
  layout.card = {{clear.corner.x, picture - card}, {card > 0.0F ? clear.size.x : 0.0F, card}};
  return layout;
}

namespace {

struct Edge {
  const char* name;
  ImVec2 from, to;
  float origin;       ///< from where the length is measured, across the edge
  float least, most;  ///< the length's bounds, design points
};

/// An invisible window with a line that can be dragged. A drag sets `length`, in design points, to
/// the distance of the pointer from the origin; arrows change it while the edge has the keyboard's
/// focus; a double click or Enter restores the default.
void draw_edge(const Theme& theme, const Edge& edge, float& length) {
  const auto& [name, from, to, origin, least, most] = edge;
  const bool upright = from.x == to.x;
  const float half = theme.px(3);
  const ImVec2 corner = upright ? ImVec2{from.x - half, from.y} : ImVec2{from.x, from.y - half};
  const ImVec2 size =
      upright ? ImVec2{2.0F * half, to.y - from.y} : ImVec2{to.x - from.x, 2.0F * half};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
  // in front of the two areas at the edge
  begin_window((std::string("edge ") + name).c_str(), {corner, size}, {},
               kPlainWindow | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  press_area("edge", size);
  mark(name, "edge");
  const ImGuiID id = ImGui::GetID("edge");
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const float scale = std::max(theme.scale, 0.1F);
  const float way = (upright ? from.x : from.y) < origin ? -1.0F : 1.0F;
  const Arrows arrows = arrows_for(id);
  // rightwards and downwards
  const auto steps = static_cast<float>(upright ? arrows.across : -arrows.up);
  if (ImGui::IsItemHovered() || held || has_focus(id)) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetForegroundDrawList()->AddLine(from, to, packed(theme.color.accent), theme.px(2));
  }
  if ((ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) ||
      is_item_pressed(id)) {
    length = 0.0F;
  } else if (steps != 0.0F) {
    constexpr float kStep = 10.0F, kFineStep = 1.0F;  // design points
    const float present = way * ((upright ? from.x : from.y) - origin) / scale;
    const float step = ImGui::GetIO().KeyShift ? kFineStep : kStep;
    length = std::clamp(present + way * step * steps, least, most);
  } else if (held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0F)) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const float away = way * ((upright ? pointer.x : pointer.y) - origin);
    length = std::clamp(away / scale, least, most);
  }
  ImGui::End();
}

}  // namespace

void splitters(const Theme& theme, const Layout& layout, Arrangement& arrangement) {
  if (const Area& area = layout.column; area.size.x > 0.0F) {
    draw_edge(theme,
              {.name = "column",
               .from = {area.end().x, area.corner.y},
               .to = area.end(),
               .origin = area.corner.x,
               .least = kMinColumn,
               .most = kMaxColumn},
              arrangement.column.width);
  }
  if (const Area& area = layout.page; area.size.x > 0.0F && !layout.page_below) {
    draw_edge(theme,
              {.name = "side",
               .from = area.corner,
               .to = {area.corner.x, area.end().y},
               .origin = area.end().x,
               .least = kMinPage,
               .most = kMaxPage},
              arrangement.page.width);
  }
  const Area clear = layout.clear();
  if (layout.strip.size.y > 0.0F && clear.size.x > 0.0F) {
    // above the timeline, which moves with it
    const float top = layout.time.corner.y;
    draw_edge(theme,
              {.name = "strip",
               .from = {clear.corner.x, top},
               .to = {clear.end().x, top},
               .origin = layout.strip.end().y - layout.time.size.y,
               .least = 60.0F,
               .most = 2000.0F},
              arrangement.strip_height);
  }
}

}  // namespace ui
