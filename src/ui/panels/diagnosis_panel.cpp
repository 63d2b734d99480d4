#include "ui/panels/diagnosis_panel.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr const char* kWords[] = {
    "calm",           "no number",     "a target leapt", "alternate Jacobian", "no D_max",
    "little damping", "the rate",      "the method",     "joint limits",       "targets at odds",
    "out of reach",   "singular pose", "the cap"};

/// "at shoulder, elbow; left hand": what the picture marks.
std::string places(const lab::Cause& cause, const ik::Multibody& body) {
  std::string text;
  for (const int j : cause.joints) {
    text += (text.empty() ? "Joints: " : ", ") + body.joint(j).name;
  }
  bool first = true;
  for (const int i : cause.effectors) {
    text += first ? (text.empty() ? "Effectors: " : ". Effectors: ") : ", ";
    text += body.effector(i).name;
    first = false;
  }
  return text;
}

/// What a remedy changes, and what the settings say of themselves.
std::string remedy_help(const lab::Remedy& remedy) {
  char numbers[200];
  std::snprintf(
      numbers, sizeof numbers,
      "Tried on a copy of the body from a moment ago: %.3g° of jitter a step and %.3g m of "
      "error, instead of %.3g° and %.3g m without it.\n",
      remedy.with.jitter_deg, remedy.with.error, remedy.without.jitter_deg, remedy.without.error);
  std::string text = std::string(numbers) + "Changes the front lane at once; undo takes it back.";
  for (const auto& change : remedy.changes) {
    if (const auto* setting = std::get_if<lab::SettingChange>(&change)) {
      text += std::string("\n") + setting->info->label;
      if (*setting->info->unit != '\0') text += std::string(" [") + setting->info->unit + "]";
      text += std::string(": ") + setting->info->help;
    } else if (const auto* method = std::get_if<lab::MethodChange>(&change)) {
      text += std::string("\n") + method->method->label + ": " + method->method->reference;
    }
  }
  return text;
}

/// Buttons that go on to the next line where there is no more room.
void remedies(const Theme& theme, const lab::Cause& cause, Edit& edit) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float padding = 2.0F * ImGui::GetStyle().FramePadding.x;
  const std::string group = std::string("remedy/") + lab::name(cause.id);
  for (std::size_t i = 0; i < cause.remedies.size(); ++i) {
    const lab::Remedy& remedy = cause.remedies[i];
    char jitter[32];
    std::snprintf(jitter, sizeof jitter, ": %.2g°", remedy.with.jitter_deg);
    const std::string label = remedy.label + jitter;
    const float width = ImGui::CalcTextSize(label.c_str()).x + padding;
    if (i > 0) flow(theme.px(4), width, right);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Button(label.c_str())) {
      lab::apply(remedy, edit.change(remedy.label).front_lane());
    }
    ImGui::PopID();
    mark(group, std::to_string(i));
    hint(theme, remedy_help(remedy).c_str());
  }
}

/// The cause's name over a bar as long as its share.
void title(const Theme& theme, const lab::Cause& cause, bool lit, DiagnosisPanel& panel) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() + theme.px(6)};
  if (ImGui::InvisibleButton("title", size)) {
    panel.pinned = panel.pinned == cause.id ? std::nullopt : std::optional(cause.id);
  }
  mark("cause", lab::name(cause.id));
  hint(theme,
       "The share of the shaking that this explains, by the squared change of the step; causes "
       "stand in its order, and what one explains another may explain, too. In the picture its "
       "joints, effectors and direction are marked while the pointer is here: press "
       "to keep them marked.");
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  share_bar(theme, {a, b}, cause.strength);
  if (lit) {
    list.AddRect(a, b, packed(c.accent), ImGui::GetStyle().FrameRounding, 0,
                 theme.px(panel.pinned == cause.id ? 2 : 1));
  }
  const float text = 0.5F * (a.y + b.y - ImGui::GetFontSize());
  ImGui::PushFont(theme.font.bold);
  list.AddText(theme.font.bold, ImGui::GetFontSize(), {a.x + theme.px(8), text}, packed(c.text),
               cause_word(cause.id));
  ImGui::PopFont();
  char number[16];
  std::snprintf(number, sizeof number, "%.0f %%", 100.0 * cause.strength);
  ImGui::PushFont(theme.font.small_numbers);
  list.AddText({b.x - theme.px(8) - ImGui::CalcTextSize(number).x,
                0.5F * (a.y + b.y - ImGui::GetFontSize())},
               packed(c.text), number);
  ImGui::PopFont();
}

/// \returns whether the pointer is in it
bool card(const Theme& theme, const ik::Multibody& body, const lab::Cause& cause, bool lit,
          DiagnosisPanel& panel, Edit& edit) {
  ImGui::PushID(lab::name(cause.id));
  ImGui::BeginGroup();
  title(theme, cause, lit, panel);
  paragraph(theme.color.text, cause.sentence);
  const std::string at = places(cause, body);
  paragraph(theme.color.muted, cause.source + (at.empty() ? "" : ". ") + at);
  remedies(theme, cause, edit);
  ImGui::EndGroup();
  const bool hovered = ImGui::IsWindowHovered() &&
                       ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::Dummy({0.0F, theme.px(2)});
  ImGui::PopID();
  return hovered;
}

void numbers(const Theme& theme, const lab::Diagnosis& diagnosis) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3g° a step", diagnosis.jitter_deg);
  reading(
      theme, "diagnosis", "jitter", "jitter", text,
      "Mean of |Δ²θ| over about the last 240 steps, degrees: by how much a step differs from the "
      "one before. A body shakes from 0.2° on, which the eye can see.");
  ImGui::SameLine(0.0F, theme.px(16));
  std::snprintf(text, sizeof text, "%.0f %%", 100.0 * diagnosis.roughness);
  reading(theme, "diagnosis", "turns back", "turns back", text,
          "Share of the motion that the next step takes back: 0 for an even motion, 50 % for steps "
          "at random, 100 % where each step undoes the last. A body shakes from 10 % on.");
}

/// Which cause the picture marks while the pointer is in none.
std::size_t usual(const lab::Diagnosis& diagnosis, const DiagnosisPanel& panel) {
  const auto& causes = diagnosis.causes;
  const auto pinned = std::find_if(causes.begin(), causes.end(), [&panel](const auto& cause) {
    return panel.pinned == cause.id;
  });
  return pinned == causes.end() ? 0 : static_cast<std::size_t>(pinned - causes.begin());
}

}  // namespace

const char* cause_word(lab::CauseId id) { return kWords[static_cast<std::size_t>(id)]; }

void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit) {
  ImGui::PushFont(theme.font.small);
  if (known == nullptr) {
    paragraph(theme.color.muted,
              "Watching. What makes a body shake is named once it has moved for a while with the "
              "method and the settings it has.");
    mark("diagnosis", "watching");
    ImGui::PopFont();
    return;
  }
  const lab::Diagnosis& diagnosis = *known;
  numbers(theme, diagnosis);
  if (diagnosis.causes.front().id == lab::CauseId::kCalm) {
    paragraph(theme.color.text, diagnosis.causes.front().sentence);
    mark("cause", "calm");
    ImGui::PopFont();
    return;
  }
  std::size_t lit = usual(diagnosis, panel);
  const std::size_t before = panel.was_lit.value_or(lit);
  for (std::size_t i = 0; i < diagnosis.causes.size(); ++i) {
    if (card(theme, body, diagnosis.causes[i], i == before, panel, edit)) lit = i;
  }
  panel.lit = lit;
  if (diagnosis.trying) {
    ImGui::TextColored(theme.color.muted, "Trying on a copy what would help …");
    mark("diagnosis", "trying");
  }
  ImGui::PopFont();
}

bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis) {
  if (diagnosis == nullptr) return false;
  const lab::Cause& cause = diagnosis->causes.front();
  if (cause.id == lab::CauseId::kCalm) return false;
  const std::string text = std::string("shaking: ") + cause_word(cause.id);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (ImGui::GetCursorPosX() + size.x + theme.px(16) > ImGui::GetWindowWidth()) return false;
  const bool pressed = ImGui::InvisibleButton("shaking", size);
  mark("status", "shaking");
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(a, packed(theme.color.record), text.c_str());
  if (ImGui::IsItemHovered()) {
    list.AddLine({a.x, b.y}, b, packed(theme.color.record), theme.px(1));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  hint(theme, (cause.sentence + "\nPress to see why, and what would help.").c_str());
  ImGui::SameLine(0.0F, theme.px(16));
  return pressed;
}

}  // namespace ui
