#include "ui/method_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/items.h"
#include "ui/widgets.h"

namespace ui {
namespace {

/// More methods than this scroll, so that the settings stay in sight.
constexpr float kMostRows = 8.5F;

void wrapped(const Theme& theme, const char* text, ImFont* font, ImVec4 color) {
  ImGui::PushFont(font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - theme.px(2));
  ImGui::TextUnformatted(text);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

bool method_row(const Theme& theme, const ik::MethodInfo& info, bool chosen) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() + theme.px(5)};
  const bool pressed = ImGui::InvisibleButton(info.id, size);
  mark("method", info.id);
  const Colors& c = theme.color;
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImVec2 b = ImGui::GetItemRectMax();
  if (chosen || ImGui::IsItemHovered()) {
    const ImVec4 color = chosen ? faded(c.accent, theme.dark ? 0.28F : 0.16F) : c.control;
    ImGui::GetWindowDrawList()->AddRectFilled(a, b, packed(color), ImGui::GetStyle().FrameRounding);
  }
  const float middle = 0.5F * (a.y + b.y);
  const float left = a.x + ImGui::GetStyle().ItemSpacing.x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float swatch = theme.px(5);
  list.AddRectFilled({left, middle - swatch}, {left + 2.0F * swatch, middle + swatch},
                     packed(to_imgui(lab::method_color(info))), theme.px(3));
  list.AddText({left + 2.0F * swatch + theme.px(8), middle - 0.5F * ImGui::GetFontSize()},
               packed(theme.color.text), info.label);
  hint(theme, (std::string(info.help) + "\n" + info.reference).c_str());
  return pressed;
}

void about(const Theme& theme, const ik::MethodInfo& info) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(4)));
  wrapped(theme, info.equation, theme.font.text, theme.color.text);
  mark("equation");
  hint(theme, info.reference);
  const std::string words = std::string(info.help) + " " + info.reference + ".";
  wrapped(theme, words.c_str(), theme.font.small, theme.color.muted);
  ImGui::PopStyleVar();
}

}  // namespace

std::optional<std::size_t> scene_panel(const Theme& theme, const Shown& shown) {
  std::optional<std::size_t> result;
  const lab::Scene& scene = shown.tracker.scene();
  ImGui::SetNextItemWidth(-1.0F);
  const bool open = ImGui::BeginCombo("##scene", scene.name.c_str(),
                                      ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
  const ImVec2 corner = ImGui::GetItemRectMax();
  mark("scene");
  if (!open)
    chevron(theme, {corner.x - theme.px(12), corner.y - 0.5F * ImGui::GetFrameHeight()}, true);
  if (!open) hint(theme, scene.description.c_str());
  if (open) {
    for (std::size_t i = 0; i < shown.scenes.size(); ++i) {
      const SceneItem& item = shown.scenes[i];
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(item.name.c_str(), i == shown.scene) && i != shown.scene) result = i;
      ImGui::PopID();
      mark("scene", item.id);
      hint(theme, item.description.c_str());
    }
    ImGui::EndCombo();
  }
  const ik::Multibody& body = shown.tracker.multibody();
  char size[96];
  std::snprintf(size, sizeof size, "%d joint%s · %d effector%s · J is %d × %d", body.joint_count(),
                body.joint_count() == 1 ? "" : "s", body.effector_count(),
                body.effector_count() == 1 ? "" : "s", body.row_count(), body.joint_count());
  wrapped(theme, size, theme.font.small, theme.color.muted);
  return result;
}

const ik::MethodInfo* method_panel(const Theme& theme, const ik::MethodInfo& chosen,
                                   const ik::MethodInfo*& listed) {
  const ik::MethodInfo* result = nullptr;
  const auto methods = ik::methods();
  int groups = 0;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (i == 0 || std::string_view(methods[i].group) != methods[i - 1].group) ++groups;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(8), theme.px(2)));
  const float row = ImGui::GetFontSize() + theme.px(7);
  const float heading = theme.font.small->FontSize * theme.font.small->Scale + theme.px(4);
  const float all = row * static_cast<float>(methods.size()) + heading * static_cast<float>(groups);
  ImGui::BeginChild("methods", {0.0F, std::min(all + theme.px(4), row * kMostRows)});
  const char* group = "";
  for (const ik::MethodInfo& info : methods) {
    if (std::string_view(info.group) != group) {
      group = info.group;
      wrapped(theme, group, theme.font.small, theme.color.muted);
    }
    if (method_row(theme, info, &info == &chosen) && &info != &chosen) result = &info;
    if (&info == &chosen && listed != &chosen) {
      ImGui::SetScrollHereY();
      listed = &chosen;
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::Spacing();
  about(theme, chosen);
  return result;
}

std::optional<ParamChange> param_panel(const Theme& theme, const lab::Tracker& tracker) {
  std::optional<ParamChange> result;
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
        result = ParamChange{info.name, **flag ? 0.0 : 1.0};
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
        result = ParamChange{info.name, *moved};
      }
      mark("param", info.name);
    }
    if (reset_button(theme, info.name, value != before, "Back to the method's own value.")) {
      result = ParamChange{info.name, before};
    }
    mark("reset", info.name);
  });
  return result;
}

}  // namespace ui
