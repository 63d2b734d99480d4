#include "ui/shell/status_bar.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "lab/run/metrics.h"
#include "ui/kit/items.h"
#include "ui/kit/widgets.h"
#include "ui/shell/side_panel.h"

namespace ui {
namespace {

constexpr double kOtherSpeed = 0.1;  ///< a share of the asked speed that is worth a word

/// A word and a number; the number has a fixed width, so that nothing jumps about.
void reading(const Theme& theme, const char* name, const char* word, const char* number,
             const char* help) {
  // a reading that does not fit is left out as a whole
  const float width =
      ImGui::CalcTextSize(word).x + theme.px(16) +
      theme.font.small_numbers
          ->CalcTextSizeA(theme.font.small_numbers->FontSize * theme.font.small_numbers->Scale,
                          1e6F, 0.0F, number)
          .x;
  if (ImGui::GetCursorPosX() + width > ImGui::GetWindowWidth()) return;
  ImGui::BeginGroup();
  ImGui::PushStyleColor(ImGuiCol_Text, theme.color.muted);
  ImGui::TextUnformatted(word);
  ImGui::PopStyleColor();
  ImGui::SameLine(0.0F, theme.px(5));
  ImGui::PushFont(theme.font.small_numbers);
  ImGui::TextUnformatted(number);
  ImGui::PopFont();
  ImGui::EndGroup();
  mark("status", name);
  hint(theme, help);
  ImGui::SameLine(0.0F, theme.px(16));
}

void outcome_word(const Theme& theme, const lab::Tracker& tracker) {
  const ik::Outcome outcome = tracker.outcome();
  // an outcome is that of an update, and row 0 comes before the first
  const bool initial = tracker.step_count() == 0;
  const bool trouble =
      !initial && (outcome == ik::Outcome::kNotFinite || outcome == ik::Outcome::kStalled);
  const ImVec4 color = trouble ? theme.color.record : theme.color.accent;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = theme.px(4);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r, at.y + 0.5F * ImGui::GetFontSize()}, r,
                                              packed(color), 20);
  ImGui::BeginGroup();
  ImGui::Dummy({2.0F * r, ImGui::GetFontSize()});
  ImGui::SameLine(0.0F, theme.px(6));
  char text[48];
  std::snprintf(text, sizeof text, "%s%s", initial ? "initial pose" : ik::name(outcome),
                !initial && tracker.capped() ? ", capped" : "");
  ImGui::TextUnformatted(text);
  ImGui::EndGroup();
  mark("status", "outcome");
  hint(theme,
       "The initial pose, before any step; then how the last update went: moved, reached (every "
       "effector is at its target), stalled (an "
       "error remains, yet the method proposes to stay) or not finite. Capped: the angle or the "
       "slide cap shortened the step.");
  // room for the longest word, so that the rest stands still
  ImGui::SameLine(theme.px(132));
}

void filming_word(const Theme& theme) {
  ImGui::TextColored(theme.color.record, "filming");
  mark("status", "filming");
  hint(theme, "The window is made a video: stop it by the list of commands (Ctrl K).");
  ImGui::SameLine(0.0F, theme.px(16));
}

}  // namespace

void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels) {
  ImGui::SetNextWindowPos(area.corner);
  ImGui::SetNextWindowSize(area.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(theme.px(12), theme.px(6)));
  ImGui::Begin("status", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  ImGui::GetWindowDrawList()->AddLine(area.corner, {area.corner.x + area.size.x, area.corner.y},
                                      packed(theme.color.border));
  ImGui::PushFont(theme.font.small);

  const lab::Tracker& tracker = shown.tracker();
  outcome_word(theme, tracker);
  if (shaking_word(theme, shown.seen.diagnosis)) panels.page = page_named("Why?");
  if (shown.saving.filming) filming_word(theme);
  char text[48];
  std::snprintf(text, sizeof text, "%8.3f s", tracker.time());
  reading(theme, "time", "t", text, "Simulated time");
  std::snprintf(text, sizeof text, "%6ld", tracker.step_count());
  reading(theme, "step", "step", text, "Time steps since the initial pose");
  double sum = 0.0;
  for (const double error : tracker.errors()) sum += error;
  std::snprintf(text, sizeof text, "%7.4f m", sum / static_cast<double>(tracker.errors().size()));
  reading(theme, "error", "mean error", text,
          "Mean of |tᵢ − sᵢ| over the effectors, now: the tracking error (Buss 2009, section 8)");
  const std::optional<double> speed = shown.seen.timing.speed();
  if (shown.playback.playing && speed &&
      std::abs(*speed / shown.playback.speed - 1.0) > kOtherSpeed) {
    std::snprintf(text, sizeof text, "%.2g of %.2g ×", *speed, shown.playback.speed);
    reading(theme, "speed", "speed", text,
            "Simulated by real time: what is reached, and what is asked for. At most a few steps "
            "are made in one frame, so that a machine that cannot keep up, or draws slowly, runs "
            "slower instead of jumping.");
  }
  std::snprintf(text, sizeof text, "%6.2f µs", 1e-3 * shown.seen.timing.update_ns.median());
  reading(theme, "update", "update", text,
          "Time that one update of the pose takes, the median of the last 120: Jacobian, method, "
          "clamps, forward kinematics (Buss 2009, section 8)");
  const double frame = shown.seen.timing.frame_s.mean();
  std::snprintf(text, sizeof text, "%5.1f ms", 1e3 * frame);
  reading(theme, "frame", "frame", text, "From frame to frame, the mean of the last 120");
  std::snprintf(text, sizeof text, "%3.0f", frame > 0.0 ? 1.0 / frame : 0.0);
  reading(theme, "fps", "fps", text, "Frames a second");

  const char* help = "F1  shortcuts";
  const float width = ImGui::CalcTextSize(help).x;
  ImGui::SameLine(0.0F, 0.0F);
  const float right = ImGui::GetWindowWidth() - width - theme.px(12);
  if (right > ImGui::GetCursorPosX()) {
    ImGui::SetCursorPosX(right);
    ImGui::TextDisabled("%s", help);
  }
  ImGui::PopFont();
  ImGui::End();
}

namespace {

/// What is being opened, with a bar, for as long as it takes.
void opening_notice(const Theme& theme, const Area& view, const Opening& opening) {
  char percent[32];
  std::snprintf(percent, sizeof percent, ": %.0f %%.", 100.0 * opening.share);
  const std::string words = "Opening " + opening.name + percent + " Esc gives it up";
  const float pad = theme.px(10), most = 0.8F * view.size.x;
  const ImVec2 text = ImGui::CalcTextSize(words.c_str(), nullptr, false, most);
  const ImVec2 b{view.corner.x + 0.5F * (view.size.x + text.x) + pad,
                 view.corner.y + view.size.y - theme.px(14)};
  const ImVec2 a{b.x - text.x - 2.0F * pad, b.y - text.y - pad};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(a, b, packed(faded(theme.color.panel, 0.92F)), theme.px(8));
  const float width = static_cast<float>(opening.share) * (b.x - a.x);
  list.AddRectFilled(a, {a.x + width, b.y}, packed(faded(theme.color.accent, 0.25F)), theme.px(8));
  list.AddRect(a, b, packed(theme.color.border), theme.px(8));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + 0.5F * pad},
               packed(theme.color.text), words.c_str(), nullptr, most);
}

}  // namespace

void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice) {
  constexpr double kShown = 6.0;  // s
  if (notice.text != shown.message.text) notice = {shown.message.text, ImGui::GetTime()};
  if (shown.opening) return opening_notice(theme, view, *shown.opening);
  if (notice.text.empty() || ImGui::GetTime() - notice.since > kShown) return;
  const float pad = theme.px(10), most = 0.8F * view.size.x;
  const ImVec2 text = ImGui::CalcTextSize(notice.text.c_str(), nullptr, false, most);
  const ImVec2 b{view.corner.x + 0.5F * (view.size.x + text.x) + pad,
                 view.corner.y + view.size.y - theme.px(14)};
  const ImVec2 a{b.x - text.x - 2.0F * pad, b.y - text.y - pad};
  // behind the lists and hints that lie over the picture
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(a, b, packed(faded(theme.color.panel, 0.92F)), theme.px(8));
  list.AddRect(a, b, packed(shown.message.trouble ? theme.color.record : theme.color.border),
               theme.px(8));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + 0.5F * pad},
               packed(shown.message.trouble ? theme.color.record : theme.color.text),
               notice.text.c_str(), nullptr, most);
}

}  // namespace ui
