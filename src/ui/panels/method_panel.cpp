#include "ui/panels/column.h"

#include <algorithm>
#include <array>

#include "ik/body/two_link.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"
#include "ui/kit/focus.h"

namespace ui {
namespace {

// design points
constexpr float kOpenWidth = 68.0F;     // the button that opens a file
constexpr float kBesideSwatch = 18.0F;  // how far left a name begins

void menu_arrow(const Theme& theme, const ItemRect& rect) {
  chevron(theme, {rect.max.x - theme.px(12), rect.middle().y}, true);
}

/// Draws a method's colour and name in a rectangle.
void write_method(const Theme& theme, const ItemRect& rect, const ik::MethodInfo& info,
                  const std::string& name, ImDrawList& list) {
  const float middle = rect.middle().y;
  const float left = rect.min.x + ImGui::GetStyle().FramePadding.x;
  swatch(theme, lab::method_color(info), {left, middle}, 5, list);
  list.AddText({left + theme.px(kBesideSwatch), middle - 0.5F * ImGui::GetFontSize()},
               packed(theme.color.text), name.c_str());
}

/// A box, with a tick if it is chosen.
void check_box(const Theme& theme, ImVec2 middle, bool chosen) {
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = theme.px(6), r = theme.px(3.5F);
  const ItemRect box{{middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}};
  if (!chosen) return list.AddRect(box.min, box.max, packed(c.muted), theme.px(3));
  fill_rect(list, box, c.accent, theme.px(3));
  const ImVec2 tick[] = {{middle.x - r, middle.y},
                         {middle.x - 0.2F * r, middle.y + 0.8F * r},
                         {middle.x + r, middle.y - r}};
  list.AddPolyline(tick, 3, packed(c.on_accent), 0, theme.px(1.6F));
}

bool method_row(const Theme& theme, const ik::MethodInfo& info, bool chosen, float width,
                Choices choices) {
  const bool pressed = press_area(info.id, {width, theme.finger(21.0F)});
  mark("method", info.id);
  if (chosen) begin_focus_here();
  const ItemRect rect = item_rect();
  row_ground(theme, rect, {.chosen = chosen, .hovered = ImGui::IsItemHovered()});
  write_method(theme, rect, info, info.label, *ImGui::GetWindowDrawList());
  // its key on the keyboard
  const auto number = &info - ik::methods().data() + 1;
  if (number <= 9) {
    ImGui::GetWindowDrawList()->AddText(
        {rect.max.x - theme.px(16), rect.middle().y - 0.5F * ImGui::GetFontSize()},
        packed(theme.color.muted), std::to_string(number).c_str());
  }
  if (choices == Choices::kSeveral) {
    check_box(theme, {rect.max.x - theme.px(34), rect.middle().y}, chosen);
  }
  hint(theme, std::string(info.help) + "\n" + info.reference);
  return pressed;
}

/// Appends "λ 1.1 m/rad" to a line.
void add_number(std::string& line, const char* name, double value, const char* unit) {
  line += (line.empty() ? "" : "   ") + std::string(name) + " " +
          lab::with_unit_behind(format("%.3g", value), unit);
}

/// The values of the letters of the method's equation in this step, and measures of the Jacobian.
void live_numbers(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum) {
  std::string own, common;
  for (const ik::Reading& reading : tracker.workspace().readings()) {
    add_number(own, reading.name, reading.value, reading.unit);
  }
  if (!spectrum.components.empty()) {
    add_number(common, "σ_min", spectrum.components.back().sigma, "");
    add_number(common, "w", spectrum.manipulability, "");
  }
  add_number(common, "rank", spectrum.rank, "");
  add_number(own, "at limits", tracker.joints_at_limits(), "");
  add_number(own, "updates", tracker.updates(), "");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(1)));
  ImGui::BeginGroup();
  paragraph(theme.color.text, own, theme.font.small_numbers);
  paragraph(theme.color.muted, common, theme.font.small_numbers);
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  describe(theme, "live-numbers", "",
           "Numbers of the last update: the values of the letters in the method's equation, the "
           "joints stopped by their limits, the updates in this step; then of J the smallest "
           "singular value, manipulability √det(JJᵀ) and rank.");
}

void about(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum) {
  const ik::MethodInfo& info = tracker.method_info();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(4)));
  paragraph(theme.color.text, info.equation, theme.font.text);
  describe(theme, "equation", "", info.reference);
  live_numbers(theme, tracker, spectrum);
  paragraph(theme.color.muted, std::string(info.help) + " " + info.reference + ".",
            theme.font.small);
  ImGui::PopStyleVar();
}

/// Progress of the method's preparation, until it is done.
void preparation(const Theme& theme, double done) {
  if (done >= 1.0) return;
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, faded(theme.color.accent, 0.55F));
  ImGui::ProgressBar(static_cast<float>(done), {-1.0F, ImGui::GetFrameHeight()},
                     format("Learning, %.0f %%", 100.0 * done).c_str());
  ImGui::PopStyleColor();
  describe(theme, "preparation", "",
           "The method learns a model of this body first. The body moves after that.");
}

/// The menu of the recordings in the scene's file, if there are several.
void recording_menu(const Theme& theme, const lab::Scene& scene, Edit& edit) {
  if (scene.recordings.size() < 2) return;
  row_label(theme, "Animation",
            "The animation in the file that the targets follow. Another one opens the file anew.");
  const std::string shown =
      shortened(scene.recording, ImGui::GetContentRegionAvail().x - theme.px(32), ImGui::GetFont());
  const bool open = begin_combo("##animation", shown);
  mark("scene", "animation");
  if (!open) return menu_arrow(theme, item_rect());
  for (const std::string& name : scene.recordings) {
    const bool chosen = name == scene.recording;
    if (list_row(theme, name.c_str(), chosen) && !chosen) edit.send(FollowRecording{name});
    mark("animation", name);
  }
  ImGui::EndCombo();
}

}  // namespace

const ik::MethodInfo* method_list(const Theme& theme, std::span<const ik::MethodInfo* const> chosen,
                                  float width, Choices choices) {
  const ik::MethodInfo* result = nullptr;
  for (const ik::MethodInfo& first : ik::methods()) {
    const auto in_group = [&first](const ik::MethodInfo& info) {
      return info.group == std::string_view(first.group);
    };
    // the groups are in the order of their first methods
    if (&*std::ranges::find_if(ik::methods(), in_group) != &first) continue;
    colored(theme.color.muted, first.group, theme.font.small);
    for (const ik::MethodInfo& info : ik::methods()) {
      if (!in_group(info)) continue;
      const bool is_chosen = std::find(chosen.begin(), chosen.end(), &info) != chosen.end();
      if (method_row(theme, info, is_chosen, width, choices)) result = &info;
      if (is_chosen && choices == Choices::kOne && ImGui::IsWindowAppearing()) {
        ImGui::SetScrollHereY();
      }
    }
  }
  return result;
}

std::string fitting_label(const std::string& label, const ik::MethodInfo& method, float width,
                          const ImFont* font) {
  if (text_width(font, label.c_str()) <= width) return label;
  return shortened(lab::abbreviated(label, method), width, font);
}

void scene_panel(const Theme& theme, const SceneMenu& scenes, const lab::Tracker& tracker,
                 bool& closed_form, Edit& edit) {
  const lab::Scene& scene = tracker.scene();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = ImGui::GetContentRegionAvail().x - theme.px(kOpenWidth) - gap;
  const std::string name = scene.name.empty() ? scene.id : scene.name;
  const float room = width - theme.px(32);
  const std::string shown = shortened(name, room, ImGui::GetFont());
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo(
      "##scene", shown.c_str(), ImGuiComboFlags_HeightLargest | ImGuiComboFlags_NoArrowButton);
  mark("scene");
  edit.gallery |= open;
  if (!open) {
    menu_arrow(theme, item_rect());
    hint(theme, shown == name ? scene.description : name + "\n" + scene.description);
  } else {
    if (const auto pressed = scene_gallery(theme, scenes)) {
      if (*pressed != scenes.chosen) edit.send(LoadScene{*pressed});
      ImGui::CloseCurrentPopup();
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine(0.0F, gap);
  edit.send_if(ImGui::Button("Open …", {theme.px(kOpenWidth), 0.0F}), Command::kOpenFile);
  describe(theme, "scene", "open",
           "Opens a file: a scene, a session, or a robot or character (" +
               std::string(scenes.formats) + "). It can also be dropped on the window.");
  recording_menu(theme, scene, edit);
  const ik::Multibody& body = tracker.multibody();
  const auto count = [](int number, const char* one) {
    return lab::counted(static_cast<std::size_t>(number), one);
  };
  paragraph(theme.color.muted,
            count(body.joint_count(), "joint") + " · " + count(body.effector_count(), "effector") +
                format(" · J is %d × %d", body.row_count(), body.joint_count()),
            theme.font.small);
  if (const auto arm = ik::TwoLink::of(body)) {
    switch_row(theme, "Closed form",
               "Shows both solutions of the law of cosines as ghosts, elbow up and elbow down; for "
               "a target out of reach, the nearest pose (G).",
               "closed form", "", closed_form);
    ImGui::SameLine(0.0F, theme.px(8));
    ImGui::AlignTextToFramePadding();
    const ik::TwoLink::Reach reach = arm->solve(tracker.targets().front()).reach;
    colored(theme.color.muted, reach == ik::TwoLink::Reach::kInReach  ? "two poses reach it"
                               : reach == ik::TwoLink::Reach::kTooFar ? "the target is too far"
                                                                      : "the target is too near");
  }
}

void method_menu(const Theme& theme, const ik::MethodInfo& chosen, Edit& edit) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  const ItemRect rect{corner, corner + size};
  ImGui::SetNextItemWidth(size.x);
  ImDrawList& own = *ImGui::GetWindowDrawList();  // an open list has its own
  const bool open = ImGui::BeginCombo(
      "##method", "", ImGuiComboFlags_HeightLargest | ImGuiComboFlags_NoArrowButton);
  const float room = size.x - theme.px(kBesideSwatch + 24.0F) - ImGui::GetStyle().FramePadding.x;
  const std::string name = fitting_label(chosen.label, chosen, room, ImGui::GetFont());
  if (!open) {
    const std::string whole = name == chosen.label ? "" : chosen.label + std::string("\n");
    describe(theme, "method", "", whole + chosen.help + "\n" + chosen.reference);
  }
  write_method(theme, rect, chosen, name, own);
  if (!open) return menu_arrow(theme, rect);
  const float width = std::clamp(theme.px(kMethodListWidth), size.x,
                                 std::max(size.x, 0.9F * ImGui::GetIO().DisplaySize.x));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(2)));
  const ik::MethodInfo* const pressed =
      method_list(theme, std::array{&chosen}, width - 2.0F * ImGui::GetStyle().FramePadding.x);
  ImGui::PopStyleVar();
  if (pressed != nullptr) {
    choose_method(*pressed, edit);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndCombo();
}

void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  SettingsPanel& panel, Edit& edit) {
  method_menu(theme, tracker.method_info(), edit);
  about(theme, tracker, spectrum);
  preparation(theme, tracker.prepared());
  for (const lab::Knob& knob : lab::knobs(tracker.method_info())) {
    if (knob.is_own) knob_row(theme, knob, tracker, panel, edit);
  }
}

}  // namespace ui
