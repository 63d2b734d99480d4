#include "ui/shell/laboratory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/shell/bars.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/shortcuts.h"

namespace ui {
namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

/// Share of the strip for the plots, beside a wide and beside a narrow page.
constexpr float kWideStrip = 0.4F, kNarrowStrip = 0.6F;

/// Offset of a narrow page's left edge in a wide page, as a share of the wide page's width.
constexpr float kWider = 1.0F - (1.0F - kNarrowStrip) / (1.0F - kWideStrip);

const SidePage kPages[] = {
    {"Spectrum", "The singular values of J, and the method's gain for each.", false,
     [](const Theme& theme, ImVec2 size, const Context& c) {
       spectrum_panel(theme, c.shown.seen.spectrum, c.shown.tracker(), size, c.panels.spectrum);
       c.panels.maths.hovered = c.panels.spectrum.hovered;
     }},
    {"Compare", "Methods side by side on the same targets, ranked.", false,
     [](const Theme& theme, ImVec2, const Context& c) {
       lanes_panel(theme, c.shown.timeline, c.shown.seen.histories, c.shown.playback.playing,
                   c.panels.lanes, c.edit);
     }},
    {"Mathematics", "J, U, Σ and V, filters, the error landscape, ellipsoids and the nullspace.",
     true,
     [](const Theme& theme, ImVec2 size, const Context& c) {
       maths_panel(theme, c.shown.timeline, c.shown.seen.spectrum, size, c.panels.maths, c.edit);
     }},
    {"Sweep", "Maps of error and jitter over two settings, with the present settings as a point.",
     true,
     [](const Theme& theme, ImVec2 size, const Context& c) {
       sweep_panel(theme, c.shown.sweep, c.shown.tracker(), c.shown.saving.path, size,
                   c.panels.sweep, c.edit);
     }},
    {"Why?", "Why the body shakes, and what would help.", true,
     [](const Theme& theme, ImVec2, const Context& c) {
       diagnosis_panel(theme, c.shown.seen.diagnosis, c.shown.tracker().multibody(),
                       c.panels.diagnosis, c.edit);
     }},
    {"Crowd", "Thousands of bodies around this one, and their computing time.", true,
     [](const Theme& theme, ImVec2 size, const Context& c) {
       crowd_panel(theme, c.shown.crowd, size, c.panels.crowd, c.edit);
     }},
    {"Experiments", "Claims about the methods: predict the result, then see it measured.", true,
     [](const Theme& theme, ImVec2 size, const Context& c) {
       experiments_panel(theme, c.shown.experiments, c.shown.saving.path, size,
                         c.panels.experiments, c.edit);
     }},
};

bool tab(const Theme& theme, const SidePage& page, bool chosen) {
  const Colors& c = theme.color;
  const ImVec2 text = ImGui::CalcTextSize(page.name);
  const ImVec2 size{text.x + theme.px(12), ImGui::GetFrameHeight()};
  const bool pressed = ImGui::InvisibleButton(page.name, size);
  describe(theme, "page", page.name, page.help);
  const ImVec2 a = item_rect().min, b = item_rect().max;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool lit = chosen || ImGui::IsItemHovered();
  list.AddText({a.x + theme.px(6), 0.5F * (a.y + b.y - text.y)}, packed(lit ? c.text : c.muted),
               page.name);
  if (chosen) {
    list.AddRectFilled({a.x + theme.px(4), b.y - theme.px(2)}, {b.x - theme.px(4), b.y},
                       packed(c.accent), theme.px(1));
  }
  return pressed;
}

void place(const Area& area) {
  ImGui::SetNextWindowPos(area.corner);
  ImGui::SetNextWindowSize(area.size);
}

void column(const Theme& theme, const Area& area, const Context& context) {
  const auto& [shown, panels, edit] = context;
  place(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(4)));
  ImGui::Begin("laboratory", nullptr, kFixed);
  ImGui::PopStyleVar();
  const float right = area.corner.x + area.size.x - 1.0F;
  ImGui::GetWindowDrawList()->AddLine({right, area.corner.y}, {right, area.corner.y + area.size.y},
                                      packed(theme.color.border));
  const lab::Tracker& tracker = shown.tracker();
  if (shown.saving.question) ImGui::GetStateStorage()->SetBool(ImGui::GetID("Run"), true);
  if (section(theme, "Run")) {
    run_panel(theme, shown.playback, shown.saving, shown.message, panels.run, edit);
  }
  if (section(theme, "Scene")) {
    scene_panel(theme, shown.scenes, tracker, panels.closed_form, edit);
  }
  if (section(theme, "Method")) method_panel(theme, tracker, shown.seen.spectrum, edit);
  if (section(theme, "Settings")) settings_panel(theme, tracker, panels.settings, edit);
  if (section(theme, "Targets", false)) targets_panel(theme, shown.timeline, panels.targets, edit);
  if (section(theme, "Weights and joints", false)) weights_panel(theme, tracker, edit);
  ImGui::End();
}

/// The edge above the timeline. Dragging it changes the height of the strip.
void strip_handle(const Theme& theme, const Layout& layout, Panels& panels) {
  const float half = theme.px(3);
  const ImVec2 at{layout.time.corner.x, layout.time.corner.y - half};
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({layout.time.size.x, 2.0F * half});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
  // in front of the two areas at the edge
  ImGui::Begin("handle", nullptr,
               (kFixed & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar(2);
  ImGui::InvisibleButton("edge", {layout.time.size.x, 2.0F * half});
  mark("strip", "edge");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    const float y = layout.time.corner.y;
    ImGui::GetForegroundDrawList()->AddLine({at.x, y}, {at.x + layout.time.size.x, y},
                                            packed(theme.color.accent), theme.px(2));
  }
  if (ImGui::IsItemActive()) {
    const float foot = layout.strip.corner.y + layout.strip.size.y;
    panels.strip_height =
        (foot - layout.time.size.y - ImGui::GetIO().MousePos.y) / std::max(theme.scale, 0.1F);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) panels.strip_height = 0.0F;
  ImGui::End();
}

/// The tabs and the chosen page.
void side_panel(const Theme& theme, ImVec2 size, const Context& context) {
  Panels& panels = context.panels;
  const ImVec2 corner = ImGui::GetCursorPos();
  const float right = ImGui::GetCursorScreenPos().x + size.x;
  // a wide page begins farther left, but the tabs stay where they are
  const float first = corner.x + (side_pages()[panels.page].wide ? kWider * size.x : 0.0F);
  ImGui::PushFont(theme.font.small);
  for (std::size_t i = 0; i < side_pages().size(); ++i) {
    // tabs that do not fit begin the next line
    const float width = ImGui::CalcTextSize(side_pages()[i].name).x + theme.px(14);
    if (i > 0 && ImGui::GetItemRectMax().x + width <= right) {
      ImGui::SameLine(0.0F, theme.px(2));
    } else {
      ImGui::SetCursorPosX(first);
    }
    if (tab(theme, side_pages()[i], panels.page == i)) panels.page = i;
  }
  const float row =
      ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y - corner.y + theme.px(6);
  ImGui::PopFont();
  ImGui::SetCursorPos({corner.x, corner.y + row});
  const ImVec2 rest{size.x, size.y - row};
  ImGui::BeginChild("page", rest);
  side_pages()[panels.page].draw(theme, rest, context);
  ImGui::EndChild();
}

void strip(const Theme& theme, const Area& area, const Context& context) {
  const auto& [shown, panels, edit] = context;
  place(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(8)));
  ImGui::Begin("plots", nullptr,
               kFixed | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x + area.size.x, area.corner.y},
                                      packed(theme.color.border));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 corner = ImGui::GetCursorPos();
  const float gap = theme.px(20);
  const float share = side_pages()[panels.page].wide ? kWideStrip : kNarrowStrip;
  const float left = std::floor(share * (room.x - gap));
  plots_panel(theme, shown.timeline, shown.seen.histories, {left, room.y}, panels.plots, edit);
  ImGui::SetCursorPos({corner.x + left + gap, corner.y});
  side_panel(theme, {room.x - gap - left, room.y}, context);
  ImGui::End();
}

struct Card {
  const char* title;
  const char* text;
  Area Layout::*about;
};

const std::array kCards = {
    Card{"A race that cannot be won",
         "The red targets move on curves, in and out of reach. In each time step the solver turns "
         "the joints a little, so the effectors can only follow. Some methods follow well, others "
         "shake: this is the experiment of Buss's report.",
         &Layout::view},
    Card{"Drag a target",
         "Drag a target with the left button: parallel to the screen, along an axis while X, Y or "
         "Z is held, or horizontally while Shift is held. Drag the background to rotate the view, "
         "with the right button to move it.",
         &Layout::view},
    Card{"Choose a method",
         "Each method has its equation and live numbers; keys 1 to 9 choose the first nine. Below "
         "are damping, clamps and limits. Try Jacobian transpose, then damped least squares with "
         "a smaller λ.",
         &Layout::column},
    Card{"Go back in time",
         "Every step of the run can be shown again: drag on the line, step back and forward, undo "
         "and redo. A change made in the past replaces what came after it.",
         &Layout::time},
    Card{"See and compare",
         "On the left are plots of error and jitter. The pages on the right show singular values, "
         "run methods side by side and rank them, and more.",
         &Layout::strip},
    Card{"Find everything by name",
         "Ctrl K opens a list of all commands, F1 the list of keys. Have a good time.",
         &Layout::status},
};

/// The present card of the tour, in a corner of the picture, and an outline around the area that it
/// explains. The rest of the window can be used meanwhile.
void tour(const Theme& theme, const Layout& layout, Panels& panels) {
  Tour& state = panels.tour;
  if (!state.open) return;
  state.card = std::min(state.card, kCards.size() - 1);
  const Card& card = kCards[state.card];
  const Area& about = layout.*card.about;
  const float inset = theme.px(2);
  ImGui::GetForegroundDrawList()->AddRect(
      {about.corner.x + inset, about.corner.y + inset},
      {about.corner.x + about.size.x - inset, about.corner.y + about.size.y - inset},
      packed(theme.color.accent), theme.px(6), 0, theme.px(2));

  const float gap = theme.px(14), width = theme.px(330);
  ImGui::SetNextWindowPos({layout.view.corner.x + gap, layout.view.corner.y + gap});
  ImGui::SetNextWindowSize({width, 0.0F});
  begin_overlay(theme, "tour", {16, 14}, 8,
                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing);
  colored(theme.color.text, card.title, theme.font.bold);
  paragraph(theme.color.text, card.text);
  ImGui::Spacing();
  const bool last = state.card + 1 == kCards.size();
  if (ImGui::Button(last ? "Begin" : "Next", {theme.px(84), 0.0F})) {
    state = last ? Tour{} : Tour{.open = true, .card = state.card + 1};
  }
  mark("tour", "next");
  if (!last) {
    ImGui::SameLine();
    if (ImGui::Button("Skip", {theme.px(64), 0.0F})) state = {};
    mark("tour", "skip");
  }
  const std::string place =
      format("%zu of %zu", std::min(state.card + 1, kCards.size()), kCards.size());
  ImGui::SameLine(width - theme.px(16) - ImGui::CalcTextSize(place.c_str()).x);
  ImGui::TextDisabled("%s", place.c_str());
  ImGui::End();
}

}  // namespace

std::span<const SidePage> side_pages() { return kPages; }

std::size_t page_named(std::string_view name) {
  const auto pages = side_pages();
  const auto page = std::find_if(pages.begin(), pages.end(),
                                 [name](const SidePage& other) { return name == other.name; });
  return static_cast<std::size_t>(page - pages.begin());
}

Layout arrange(const Theme& theme, ImVec2 window, bool hidden, float strip_height) {
  Layout layout;
  if (hidden) {
    layout.view = {{0.0F, 0.0F}, window};
    return layout;
  }
  const float wide = std::min(theme.px(316), std::floor(0.42F * window.x));
  const float status = std::min(theme.px(28), window.y);
  const float usual = std::clamp(std::floor(0.30F * window.y),
                                 std::min(theme.px(170), 0.4F * window.y), theme.px(320));
  const float tall = strip_height > 0.0F
                         ? std::clamp(theme.px(strip_height),
                                      std::min(theme.px(120), 0.3F * window.y), 0.6F * window.y)
                         : usual;
  const float rest = window.x - wide;
  layout.column = {{0.0F, 0.0F}, {wide, window.y}};
  layout.status = {{wide, window.y - status}, {rest, status}};
  layout.strip = {{wide, std::floor(window.y - status - tall)}, {rest, std::ceil(tall)}};
  const float time = std::min(theme.px(32), 0.1F * window.y);
  layout.time = {{wide, std::floor(layout.strip.corner.y - time)}, {rest, std::ceil(time)}};
  layout.view = {{wide, 0.0F}, {rest, layout.time.corner.y}};
  return layout;
}

Edit draw(const Theme& theme, const Layout& layout, const LabView& shown, Panels& panels) {
  Edit edit(shown.timeline.setup());
  const Context context{shown, panels, edit};
  // the panels, which ask it, are shown from the next frame on
  const auto& question = shown.saving.question;
  if (question && question->number != panels.run.asked) panels.hidden = false;
  panels.maths.hovered.reset();
  panels.diagnosis.was_lit = std::exchange(panels.diagnosis.lit, std::nullopt);
  begin_frame(panels.plots);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ++panels.presses;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) edit.gesture = panels.presses;
  ImGui::PushFont(theme.font.text);
  if (layout.column.size.x > 0.0F) {
    column(theme, layout.column, context);
    timeline_bar(theme, layout.time, shown, panels.plots, edit);
    strip(theme, layout.strip, context);
    strip_handle(theme, layout, panels);
    status_bar(theme, layout.status, shown, panels);
    targets_overlay(theme, layout.view, shown.tracker(), shown.seen.statuses);
    notice(theme, layout.view, shown, panels.notice);
    tour(theme, layout, panels);
  }
  film_overlay(theme, layout.view, shown.saving, edit);
  help_overlay(theme, panels);
  command_palette(theme, context);
  ImGui::PopFont();
  handle_shortcuts(context);
  if (panels.crowd.on) edit.send(panels.crowd.wish);
  return edit;
}

}  // namespace ui
