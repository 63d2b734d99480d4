#include "ui/panels/pages.h"

#include <algorithm>

#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr long kObserved{static_cast<long>(lab::kRecentSteps)};

constexpr float kNumberWidth = 62.0F;  ///< design points, of a column of the remedies

/// The joints and effectors that the picture marks: "Joints: shoulder, elbow. Effectors: hand".
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

/// The result of a remedy's trial, and the help of the settings that it changes.
std::string remedy_help(const lab::Remedy& remedy) {
  std::string text = "Tried on a copy of the body as it was a moment ago: " + effect(remedy) +
                     ".\nPress to change the front lane; undo takes it back.";
  for (const auto& change : remedy.changes) {
    if (const auto* number = std::get_if<lab::KnobChange>(&change)) {
      text += std::string("\n") + number->knob.label;
      if (*number->knob.unit != '\0') text += std::string(" [") + number->knob.unit + "]";
      text += std::string(": ") + number->knob.help;
    } else if (const auto* method = std::get_if<lab::MethodChange>(&change)) {
      text += std::string("\n") + method->method->label + ": " + method->method->reference;
    }
  }
  return text;
}

std::string error_text(const lab::Behaviour& behaviour) {
  return lab::brief_number(behaviour.error) + " m";
}

float column_width(const Theme& theme, const lab::Cause& cause) {
  const ImFont* font = theme.font.small_numbers;
  float widest = text_width(font, error_text(cause.remedies.front().without).c_str());
  for (const lab::Remedy& remedy : cause.remedies) {
    widest = std::max(widest, text_width(font, error_text(remedy.with).c_str()));
  }
  return std::max(theme.px(kNumberWidth), widest + theme.px(12));
}

void remedy_numbers(const ItemRect& row, float column, const std::string& jitter,
                    const std::string& error, ImVec4 ink, const ImFont* font) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = row.middle().y - 0.5F * line_height(font);
  write_before(list, font, {row.max.x, top}, ink, error);
  write_before(list, font, {row.max.x - column, top}, ink, jitter);
}

void remedies(const Theme& theme, const lab::Cause& cause, Edit& edit) {
  if (cause.remedies.empty()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto row_at = [width](ImVec2 at, float height) {
    return ItemRect{at, {at.x + width, at.y + height}};
  };
  const ImFont* numbers = theme.font.small_numbers;
  const float column = column_width(theme, cause);
  const auto behaviour = [&](const ItemRect& row, const lab::Behaviour& b, ImVec4 ink) {
    remedy_numbers(row, column, lab::brief_number(b.jitter_deg) + "°", error_text(b), ink, numbers);
  };
  const float line = ImGui::GetFontSize() + theme.px(2);
  ImVec2 at = ImGui::GetCursorScreenPos();
  colored(theme.color.muted, "tried on copies:");
  remedy_numbers(row_at(at, line), column, "jitter", "error", theme.color.muted, theme.font.small);
  at = ImGui::GetCursorScreenPos();
  colored(theme.color.muted, "without a remedy");
  behaviour(row_at(at, line), cause.remedies.front().without, theme.color.muted);
  const std::string group = std::string("remedy/") + lab::name(cause.id);
  for (std::size_t i = 0; i < cause.remedies.size(); ++i) {
    const lab::Remedy& remedy = cause.remedies[i];
    at = ImGui::GetCursorScreenPos();
    const auto id = in_id(i);
    const float room = width - 2.0F * column - theme.px(4);
    if (wide_button(theme, remedy.label.c_str(), std::max(room, theme.px(kNumberWidth)))) {
      lab::apply(remedy, edit.change(remedy.label).front_lane());
    }
    describe(theme, group, std::to_string(i), remedy_help(remedy));
    behaviour(row_at(at, item_rect().max.y - at.y), remedy.with, theme.color.text);
  }
}

/// The numbers that show the cause, its source and its places.
void evidence(const Theme& theme, const ik::Multibody& body, const lab::Cause& cause) {
  for (const lab::Symptom& symptom : cause.symptoms) {
    ImGui::Bullet();
    ImGui::SameLine();
    paragraph(theme.color.text, text(symptom));
  }
  const std::string at = places(cause, body);
  paragraph(theme.color.muted, cause.source + (at.empty() ? "" : ". ") + at);
}

std::string headline(lab::CauseId id) {
  std::string text = words(id);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// The cause's name on a bar of the share of the shaking in which it is at work.
void title(const Theme& theme, const lab::Cause& cause, bool lit, DiagnosisPanel& panel) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() + theme.px(6)};
  const std::string presence = lab::presence(cause);
  if (press_area("title", size)) {
    panel.pinned = panel.pinned == cause.id ? std::nullopt : std::optional(cause.id);
  }
  describe(
      theme, "cause", lab::name(cause.id),
      (presence.empty() ? ""
                        : "This cause is " + presence + ", by the squared change of the step. ") +
          "While the pointer is here, the picture marks the joints, effectors and direction "
          "of the cause. Press to keep them marked.");
  const ImVec2 a = item_rect().min, b = item_rect().max;
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  share_bar(theme, {a, b}, presence.empty() ? 0.0 : cause.strength);
  if (lit) {
    list.AddRect(a, b, packed(c.accent), ImGui::GetStyle().FrameRounding, 0,
                 theme.px(panel.pinned == cause.id ? 2 : 1));
  }
  const float text = 0.5F * (a.y + b.y - ImGui::GetFontSize());
  write(list, theme.font.bold, {a.x + theme.px(8), text}, c.text, headline(cause.id));
  if (presence.empty()) return;
  const std::string number = format("in %.0f %%", 100.0 * cause.strength);
  const ImFont* font = theme.font.small_numbers;
  write(list, font,
        {b.x - theme.px(8) - text_width(font, number.c_str()),
         0.5F * (a.y + b.y - line_height(font))},
        c.text, number);
}

/// \returns whether the pointer is over the card
bool card(const Theme& theme, const ik::Multibody& body, const lab::Cause& cause, bool lit,
          DiagnosisPanel& panel, Edit& edit) {
  const auto id = in_id(lab::name(cause.id));
  ImGui::BeginGroup();
  title(theme, cause, lit, panel);
  paragraph(theme.color.text, cause.sentence);
  if (!cause.above.empty()) paragraph(theme.color.muted, cause.above);
  remedies(theme, cause, edit);
  if (section(theme, "Evidence", false)) evidence(theme, body, cause);
  ImGui::EndGroup();
  const bool hovered = ImGui::IsWindowHovered() &&
                       ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  ImGui::Dummy({0.0F, theme.px(2)});
  return hovered;
}

void numbers(const Theme& theme, const lab::Diagnosis& diagnosis) {
  reading(theme, "diagnosis", "jitter", "jitter", format("%.3g° a step", diagnosis.jitter_deg),
          format("Mean of |Δ²θ| over about the last two seconds, %ld steps at most, degrees: the "
                 "difference between successive steps. From 0.2° on it is visible.",
                 kObserved));
  ImGui::SameLine(0.0F, theme.px(16));
  reading(theme, "diagnosis", "turns back", "reversed motion",
          format("%.0f %%", 100.0 * diagnosis.roughness),
          "Share of the motion that the next step reverses: 0 for a smooth motion, 50 % for random "
          "steps, 100 % if each step undoes the last. From 10 % on a visible jitter is shaking.");
}

std::optional<std::size_t> index_of(const lab::Diagnosis& diagnosis,
                                    const std::optional<lab::CauseId>& id) {
  for (std::size_t i = 0; i < diagnosis.causes.size(); ++i) {
    if (diagnosis.causes[i].id == id) return i;
  }
  return std::nullopt;
}

/// The diagnosis to show. While the pointer is on the page, causes and remedies keep their order.
const lab::Diagnosis& held(const lab::Diagnosis& known, DiagnosisPanel& panel) {
  const bool calm = is_still(known.causes.front().id);
  if (calm || !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) {
    panel.held.reset();
  } else if (!panel.held || panel.held->trying) {
    panel.held = known;
  }
  return panel.held ? *panel.held : known;
}

}  // namespace

void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit) {
  const auto font = in_font(theme.font.small);
  front_lane_name(theme, edit.setup);
  if (known == nullptr) {
    panel.held.reset();
    if (edit.setup.front_lane().settings.iterations > lab::kMaxDiagnosedUpdates) {
      paragraph(
          theme.color.muted,
          format("Causes are sought by repeating steps, up to %d updates each. These settings "
                 "make more.",
                 lab::kMaxDiagnosedUpdates));
      return mark("diagnosis", "watching");
    }
    paragraph(theme.color.muted,
              "Watching. The causes of shaking are known after the body has moved for a while with "
              "this method and these settings.");
    return mark("diagnosis", "watching");
  }
  const lab::Diagnosis& diagnosis = held(*known, panel);
  numbers(theme, *known);
  if (is_still(diagnosis.causes.front().id)) {
    paragraph(theme.color.text, diagnosis.causes.front().sentence);
    evidence(theme, body, diagnosis.causes.front());
    return mark("cause", "calm");
  }
  paragraph(theme.color.muted,
            format("In the shakiest moments of the last two seconds or so, %ld steps at most; the "
                   "list in the picture is about the present step. A number says in how much of "
                   "the shaking a cause is at work; several may be at once, so the numbers are no "
                   "parts of a whole.",
                   kObserved));
  std::size_t lit = index_of(diagnosis, panel.pinned).value_or(0);
  std::optional<std::size_t> before;
  if (panel.was_lit && *panel.was_lit < known->causes.size()) {
    before = index_of(diagnosis, known->causes[*panel.was_lit].id);
  }
  const std::size_t marked = before.value_or(lit);
  for (std::size_t i = 0; i < diagnosis.causes.size(); ++i) {
    if (card(theme, body, diagnosis.causes[i], i == marked, panel, edit)) lit = i;
  }
  panel.lit = index_of(*known, diagnosis.causes[lit].id);
  if (diagnosis.trying) {
    colored(theme.color.muted, "Trying remedies on a copy …");
    mark("diagnosis", "trying");
  }
}

bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis) {
  if (diagnosis == nullptr) return false;
  const lab::Cause& cause = diagnosis->causes.front();
  if (is_still(cause.id)) return false;
  const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - theme.px(16);
  std::string text = std::string("shaking now: ") + words(cause.id);
  if (ImGui::CalcTextSize(text.c_str()).x > room) text = "shaking now";
  if (ImGui::CalcTextSize(text.c_str()).x > room) return false;
  const bool pressed = text_link(theme, "shaking", text, theme.color.alarm);
  describe(theme, "status", "shaking",
           cause.sentence +
               format("\nThis is about the last two seconds or so, %ld steps at most; the page "
                      "Compare is about up to %ld steps. Press to see the causes and remedies.",
                      kObserved, kMaxRanked));
  ImGui::SameLine(0.0F, theme.px(16));
  return pressed;
}

}  // namespace ui
