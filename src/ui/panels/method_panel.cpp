#include "ui/panels/method_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ik/body/two_link.h"
#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

void wrapped(const Theme& theme, const char* text, ImFont* font, ImVec4 color) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - theme.px(2));
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

/// A method's colour and name in a rectangle of a list.
void write_method(const Theme& theme, ImDrawList& list, const ItemRect& rect,
                  const ik::MethodInfo& info) {
  const float middle = rect.middle().y;
  const float left = rect.min.x + ImGui::GetStyle().FramePadding.x;
  const float swatch = theme.px(5);
  list.AddRectFilled({left, middle - swatch}, {left + 2.0F * swatch, middle + swatch},
                     packed(to_imgui(lab::method_color(info))), theme.px(3));
  list.AddText({left + 2.0F * swatch + theme.px(8), middle - 0.5F * ImGui::GetFontSize()},
               packed(theme.color.text), info.label);
}

bool method_row(const Theme& theme, const ik::MethodInfo& info, bool chosen, float width) {
  const bool pressed = ImGui::InvisibleButton(info.id, {width, ImGui::GetFontSize() + theme.px(5)});
  mark("method", info.id);
  const ItemRect rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  row_ground(theme, rect, chosen, ImGui::IsItemHovered());
  write_method(theme, list, rect, info);
  // the key that chooses it without the list
  const auto number = static_cast<std::size_t>(&info - ik::methods().data()) + 1;
  if (number <= 9) {
    const char key[] = {static_cast<char>('0' + number), '\0'};
    list.AddText({rect.max.x - theme.px(16), rect.middle().y - 0.5F * ImGui::GetFontSize()},
                 packed(theme.color.muted), key);
  }
  hint(theme, (std::string(info.help) + "\n" + info.reference).c_str());
  return pressed;
}

/// The names of the groups in the order in which the registry has them first.
std::vector<std::string_view> method_groups() {
  std::vector<std::string_view> groups;
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::find(groups.begin(), groups.end(), info.group) == groups.end()) {
      groups.emplace_back(info.group);
    }
  }
  return groups;
}

/// "λ 1.1 m/rad", or nothing where the number is none.
void add_number(std::string& line, const char* name, double value, const char* unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%s%s %.3g%s%s", line.empty() ? "" : "   ", name, value,
                *unit == '\0' ? "" : " ", unit);
  line += text;
}

/// What the method's letters are worth in this step, and then what the Jacobian is like.
void live_numbers(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum) {
  std::string own, common;
  for (const ik::Reading& reading : tracker.workspace().readings()) {
    add_number(own, reading.name, reading.value, reading.unit);
  }
  if (!spectrum.components.empty()) {
    add_number(common, "σ_min", spectrum.components.back().sigma, "");
    add_number(common, "μ", spectrum.manipulability, "");
  }
  add_number(common, "rank", spectrum.rank, "");
  add_number(own, "at limits", tracker.joints_at_limits(), "");
  add_number(own, "updates", tracker.updates(), "");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(1)));
  ImGui::BeginGroup();
  wrapped(theme, own.c_str(), theme.font.small_numbers, theme.color.text);
  wrapped(theme, common.c_str(), theme.font.small_numbers, theme.color.muted);
  ImGui::EndGroup();
  ImGui::PopStyleVar();
  mark("live-numbers");
  hint(theme,
       "The last update in numbers: what the method chose for the letters of its equation, joints "
       "that their limits stopped, updates made in this step; then the least singular value of J, "
       "manipulability √det(JJᵀ) and rank.");
}

void about(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum) {
  const ik::MethodInfo& info = tracker.method_info();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(4)));
  wrapped(theme, info.equation, theme.font.text, theme.color.text);
  mark("equation");
  hint(theme, info.reference);
  live_numbers(theme, tracker, spectrum);
  const std::string words = std::string(info.help) + " " + info.reference + ".";
  wrapped(theme, words.c_str(), theme.font.small, theme.color.muted);
  ImGui::PopStyleVar();
}

/// How far the method's preparation is; nothing once it is done.
void preparation(const Theme& theme, double done) {
  if (done >= 1.0) return;
  char text[32];
  std::snprintf(text, sizeof text, "Learning, %.0f %%", 100.0 * done);
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, faded(theme.color.accent, 0.55F));
  ImGui::ProgressBar(static_cast<float>(done), {-1.0F, ImGui::GetFrameHeight()}, text);
  ImGui::PopStyleColor();
  mark("preparation");
  hint(theme, "The method learns this body before it moves it; the body waits.");
}

/// A control for every parameter but for those that are settings too.
void params(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::AnyMethod usual = tracker.method_info().make();
  ik::AnyMethod method = tracker.method();
  method.visit([&](const ik::ParamInfo& info, ik::ParamValue where) {
    // a setting of the same name has its control in the settings
    if (lab::find_setting(info.name) != nullptr) return;
    const double before = ik::get_param(usual, info.name).value_or(0.0);
    row_label(theme, info.name, info.help);
    double value = 0.0;
    if (bool* const* flag = std::get_if<bool*>(&where)) {
      value = **flag ? 1.0 : 0.0;
      if (switch_button(theme, info.name, **flag)) {
        set_param(info.name, **flag ? 0.0 : 1.0, edit);
      }
      mark("param", info.name);
    } else {
      value = *std::get<double*>(where);
      const NumberRow row{.id = info.name,
                          .unit = info.unit,
                          .min = info.min,
                          .max = info.max,
                          .logarithmic = info.logarithmic};
      if (const auto moved = number_slider(theme, row, value)) {
        set_param(info.name, *moved, edit);
      }
      mark("param", info.name);
    }
    if (reset_button(theme, info.name, value != before, "Back to the method's own value.")) {
      set_param(info.name, before, edit);
    }
    mark("reset", info.name);
  });
}

}  // namespace

const ik::MethodInfo* method_list(const Theme& theme, const ik::MethodInfo& chosen, float width) {
  const ik::MethodInfo* result = nullptr;
  for (const std::string_view group : method_groups()) {
    ImGui::PushFont(theme.font.small);
    ImGui::TextColored(theme.color.muted, "%.*s", static_cast<int>(group.size()), group.data());
    ImGui::PopFont();
    for (const ik::MethodInfo& info : ik::methods()) {
      if (info.group != group) continue;
      if (method_row(theme, info, &info == &chosen, width)) result = &info;
      if (&info == &chosen && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
    }
  }
  return result;
}

void scene_panel(const Theme& theme, const SceneMenu& scenes, const lab::Tracker& tracker,
                 bool& closed_form, Edit& edit) {
  const lab::Scene& scene = tracker.scene();
  ImGui::SetNextItemWidth(-1.0F);
  const bool open =
      ImGui::BeginCombo("##scene", (scene.name.empty() ? scene.id : scene.name).c_str(),
                        ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
  const ImVec2 corner = ImGui::GetItemRectMax();
  mark("scene");
  if (!open)
    chevron(theme, {corner.x - theme.px(12), corner.y - 0.5F * ImGui::GetFrameHeight()}, true);
  if (!open) hint(theme, scene.description.c_str());
  if (open) {
    for (std::size_t i = 0; i < scenes.items.size(); ++i) {
      const SceneItem& item = scenes.items[i];
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(item.name.c_str(), i == scenes.chosen) && i != scenes.chosen) {
        edit.send(LoadScene{i});
      }
      ImGui::PopID();
      mark("scene", item.id);
      hint(theme, item.description.c_str());
    }
    ImGui::EndCombo();
  }
  const ik::Multibody& body = tracker.multibody();
  char size[96];
  std::snprintf(size, sizeof size, "%d joint%s · %d effector%s · J is %d × %d", body.joint_count(),
                body.joint_count() == 1 ? "" : "s", body.effector_count(),
                body.effector_count() == 1 ? "" : "s", body.row_count(), body.joint_count());
  wrapped(theme, size, theme.font.small, theme.color.muted);
  if (const auto arm = ik::TwoLink::of(body)) {
    row_label(theme, "Closed form",
              "Ghosts show both answers of the law of cosines, elbow up and elbow down; out of "
              "reach, the pose that comes nearest (G).");
    if (switch_button(theme, "closed form", closed_form)) closed_form = !closed_form;
    mark("closed form");
    ImGui::SameLine(0.0F, theme.px(8));
    ImGui::AlignTextToFramePadding();
    const ik::TwoLink::Reach reach = arm->solve(tracker.targets().front()).reach;
    ImGui::TextColored(theme.color.muted, "%s",
                       reach == ik::TwoLink::Reach::kInReach  ? "two poses reach it"
                       : reach == ik::TwoLink::Reach::kTooFar ? "the target is too far"
                                                              : "the target is too near");
  }
}

void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  Edit& edit) {
  const ik::MethodInfo& chosen = tracker.method_info();
  const ik::MethodInfo* result = nullptr;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  const ItemRect rect{corner, {corner.x + size.x, corner.y + size.y}};
  ImGui::SetNextItemWidth(size.x);
  const bool open = ImGui::BeginCombo(
      "##method", "", ImGuiComboFlags_HeightLargest | ImGuiComboFlags_NoArrowButton);
  if (!open) {
    mark("method");
    hint(theme, (std::string(chosen.help) + "\n" + chosen.reference).c_str());
  }
  write_method(theme, list, rect, chosen);
  if (open) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(2)));
    result = method_list(theme, chosen, size.x - 2.0F * ImGui::GetStyle().FramePadding.x);
    ImGui::PopStyleVar();
    if (result != nullptr) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
  } else {
    chevron(theme, {rect.max.x - theme.px(12), rect.middle().y}, true);
  }
  about(theme, tracker, spectrum);
  if (result != nullptr) choose_method(*result, edit);
  preparation(theme, tracker.prepared());
  params(theme, tracker, edit);
}

}  // namespace ui
