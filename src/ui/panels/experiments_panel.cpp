#include "ui/panels/experiments_panel.h"

#include <algorithm>
#include <string>

#include "lab/claims/claims.h"
#include "ui/kit/widgets.h"
#include "ui/plot/plot.h"

namespace ui {
namespace {

// design points
constexpr float kRoomForList = 440.0F;  ///< width for the list beside the claim
constexpr float kListAbove = 500.0F;    ///< height for the list above the claim; else it is a menu
constexpr float kListShare = 0.36F;     ///< of the height, at most, for a list above the claim
constexpr float kListWidth = 172.0F, kWideList = 232.0F;
constexpr float kRoomForPlots = 600.0F;  ///< for plots beside the text; else they are below it
constexpr float kPlotHeight = 150.0F;

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict) {
  switch (verdict) {
    case lab::Verdict::kHolds:
      return hex(theme.dark ? 0x5cc795 : 0x12734a);
    case lab::Verdict::kInPart:
      return hex(theme.dark ? 0xe0b056 : 0x8a5a00);
    case lab::Verdict::kDoesNotHold:
      return hex(theme.dark ? 0xf0867b : 0xa8342a);
    case lab::Verdict::kNotJudged:
      break;
  }
  return theme.color.muted;
}

const lab::Finding* finding_of(const ExperimentsShown& known, const lab::Claim& claim) {
  const auto finding = std::find_if(known.findings.begin(), known.findings.end(),
                                    [&claim](const auto& f) { return f.claim == &claim; });
  return finding == known.findings.end() ? nullptr : &*finding;
}

/// The id in words, such as "dls is calm".
std::string short_name(const lab::Claim& claim) {
  std::string name = claim.id;
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

/// A button of the full width, whose text may have several lines.
bool wide_button(const Theme& theme, const char* text) {
  const Colors& c = theme.color;
  const float width = ImGui::GetContentRegionAvail().x, pad = theme.px(8);
  const float room = std::max(width - 2.0F * pad, theme.px(20));
  const ImVec2 words = ImGui::CalcTextSize(text, nullptr, false, room);
  const bool pressed = ImGui::InvisibleButton(text, {width, words.y + theme.px(8)});
  const ImVec2 a = item_rect().min, b = item_rect().max;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 fill =
      ImGui::IsItemActive() ? c.active : (ImGui::IsItemHovered() ? c.hovered : c.control);
  list.AddRectFilled(a, b, packed(fill), ImGui::GetStyle().FrameRounding);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {a.x + pad, a.y + theme.px(4)},
               packed(c.text), text, nullptr, room);
  return pressed;
}

/// A button in the line of the last item, or in the next line if it does not fit.
bool next_button(const Theme& theme, const char* text, bool first) {
  const float width = ImGui::CalcTextSize(text).x + 2.0F * ImGui::GetStyle().FramePadding.x;
  if (!first) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    flow(theme.px(4), width, right);
  }
  return ImGui::Button(text);
}

void claim_row(const Theme& theme, const ExperimentsShown& known, std::size_t i,
               ExperimentsPanel& panel) {
  const lab::Claim& claim = lab::claims()[i];
  const Colors& c = theme.color;
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() + theme.px(5)};
  if (ImGui::InvisibleButton(claim.id, size)) panel.chosen = i;
  describe(theme, "claim", claim.id, std::string(claim.sentence) + "\n" + claim.source);
  const ImVec2 a = item_rect().min, b = item_rect().max;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool chosen = panel.chosen == i;
  row_ground(theme, {a, b}, chosen, ImGui::IsItemHovered());
  const float middle = 0.5F * (a.y + b.y), r = theme.px(3.5F);
  const ImVec2 dot{a.x + theme.px(8), middle};
  const lab::Finding* finding = finding_of(known, claim);
  if (known.measuring == &claim) {
    list.AddCircle(dot, r, packed(c.accent), 16, theme.px(1.5F));
  } else if (finding != nullptr) {
    list.AddCircleFilled(dot, r, packed(verdict_color(theme, finding->judgement.verdict)), 16);
  } else {
    list.AddCircle(dot, r, packed(c.active), 16, theme.px(1.0F));
  }
  list.PushClipRect(a, {b.x - theme.px(2), b.y}, true);
  list.AddText({a.x + theme.px(17), middle - 0.5F * ImGui::GetFontSize()}, packed(c.text),
               short_name(claim).c_str());
  list.PopClipRect();
}

void all_rows(const Theme& theme, const ExperimentsShown& known, ExperimentsPanel& panel) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, theme.px(1)));
  for (std::size_t i = 0; i < lab::claims().size(); ++i) claim_row(theme, known, i, panel);
  ImGui::PopStyleVar();
}

/// The number of correct predictions so far, where the measurement decides.
void score(const Theme& theme, const ExperimentsShown& known, const ExperimentsPanel& panel) {
  int right = 0, count = 0;
  for (const auto& [claim, predicted] : panel.predictions) {
    const lab::Finding* finding = finding_of(known, *claim);
    if (finding == nullptr || finding->judgement.answer < 0) continue;
    ++count;
    right += predicted == finding->judgement.answer ? 1 : 0;
  }
  if (count == 0) return;
  colored(theme.color.muted, format("%d of %d correct", right, count));
  mark("experiments", "score");
}

void question(const Theme& theme, const lab::Claim& claim, ExperimentsPanel& panel, Edit& edit) {
  paragraph(theme.color.text, claim.question);
  for (std::size_t i = 0; i < claim.answers.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (wide_button(theme, claim.answers[i])) {
      panel.predictions[&claim] = static_cast<int>(i);
      edit.send(Measure{&claim});
    }
    ImGui::PopID();
    describe(theme, "answer", std::to_string(i),
             "Your prediction. The measurement then runs in the background for some seconds.");
  }
}

void progress(const Theme& theme, double share, Edit& edit) {
  const float wide = ImGui::CalcTextSize("Stop").x + 2.0F * ImGui::GetStyle().FramePadding.x;
  const ImVec2 size{ImGui::GetContentRegionAvail().x - wide - theme.px(6), ImGui::GetFrameHeight()};
  ImGui::Dummy(size);
  mark("experiments", "progress");
  const ItemRect rect = item_rect();
  share_bar(theme, rect, share);
  ImGui::GetWindowDrawList()->AddText(
      {rect.min.x + theme.px(8), rect.middle().y - 0.5F * ImGui::GetFontSize()},
      packed(theme.color.text), format("Measuring … %.0f %%", 100.0 * share).c_str());
  ImGui::SameLine(0.0F, theme.px(6));
  edit.send_if(ImGui::Button("Stop"), Command::kStopMeasuring);
  describe(theme, "experiments", "stop", "Cancel the measurement.");
}

void verdict(const Theme& theme, const lab::Finding& finding, int predicted) {
  const lab::Claim& claim = *finding.claim;
  const lab::Judgement& judgement = finding.judgement;
  paragraph(verdict_color(theme, judgement.verdict),
            std::string("This ") + lab::name(judgement.verdict) + ".", theme.font.bold);
  mark("experiments", "verdict");
  const auto answer = [&claim](int i) {
    return std::string("“") + claim.answers[static_cast<std::size_t>(i)] + "”";
  };
  const std::string said = "You predicted " + answer(predicted);
  if (judgement.answer < 0) {
    paragraph(theme.color.text, said + "; the measurement confirms none of the answers.");
  } else if (predicted == judgement.answer) {
    paragraph(theme.color.text, said + ", which is correct.");
  } else {
    paragraph(theme.color.text, said + "; it is " + answer(judgement.answer) + ".");
  }
  mark("experiments", "prediction");
  paragraph(theme.color.muted, judgement.sentence);
}

/// \param first whether the buttons begin a line
void set_up_buttons(const Theme& theme, const lab::Claim& claim, bool first, Edit& edit) {
  for (const std::string& scene : lab::scenes_of(claim)) {
    const std::string text = "Set up " + scene + " here";
    if (next_button(theme, text.c_str(), first)) edit.send(ShowClaim{&claim, scene});
    describe(theme, "set-up", scene,
             "Loads this scene with the claim's methods and settings as lanes; of a sweep the "
             "first, the middle and the last value. Undo restores the present set-up.");
    first = false;
  }
}

void plots(const Theme& theme, const lab::Finding& finding, float width) {
  for (std::size_t i = 0; i < finding.plots.size(); ++i) {
    const std::string number = std::to_string(i);
    draw_plot(theme, ("claim" + number).c_str(), finding.plots[i], {width, theme.px(kPlotHeight)},
              finding.claim->sentence);
    mark("claim-plot", number);
  }
}

void answered(const Theme& theme, const ExperimentsShown& known, const std::string& folder,
              const lab::Claim& claim, const lab::Finding* finding, ExperimentsPanel& panel,
              Edit& edit) {
  const int predicted = panel.predictions.at(&claim);
  if (finding != nullptr) {
    verdict(theme, *finding, predicted);
  } else {
    paragraph(theme.color.text, std::string("You predicted “") +
                                    claim.answers[static_cast<std::size_t>(predicted)] + "”.");
    if (ImGui::Button("Measure")) edit.send(Measure{&claim});
    describe(theme, "experiments", "measure", "Runs in the background for some seconds.");
    ImGui::SameLine(0.0F, theme.px(4));
  }
  if (ImGui::Button("Ask me again")) panel.predictions.erase(&claim);
  describe(theme, "experiments", "again", "Forget your prediction and measure again.");
  if (known.findings.empty()) return;
  edit.send_if(next_button(theme, "Save the report", false), Command::kSaveReport);
  describe(theme, "experiments", "report",
           "Save a page with figures and numbers of all measurements so far in " + folder);
}

void claim_page(const Theme& theme, const ExperimentsShown& known, const std::string& folder,
                ExperimentsPanel& panel, Edit& edit) {
  const lab::Claim& claim = lab::claims()[panel.chosen];
  const lab::Finding* finding = finding_of(known, claim);
  const bool predicted = panel.predictions.contains(&claim);
  const bool measuring = known.measuring == &claim;
  const bool settled = predicted && finding != nullptr && !measuring;

  const float room = ImGui::GetContentRegionAvail().x, gap = theme.px(16);
  const bool beside = settled && room >= theme.px(kRoomForPlots);
  const float width = beside ? 0.46F * (room - gap) : room;
  const ImVec2 corner = ImGui::GetCursorPos();
  ImGui::BeginChild("words", {width, 0.0F});
  // before the prediction only the short name: the claim would answer the question
  paragraph(theme.color.text, predicted ? std::string(claim.sentence) : short_name(claim),
            theme.font.bold);
  paragraph(theme.color.muted, claim.source);
  if (measuring) {
    progress(theme, known.progress, edit);
  } else if (!predicted) {
    question(theme, claim, panel, edit);
  } else {
    answered(theme, known, folder, claim, finding, panel, edit);
  }
  set_up_buttons(theme, claim, !predicted || measuring, edit);
  if (settled && !beside) plots(theme, *finding, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  if (!beside) return;
  ImGui::SetCursorPos({corner.x + width + gap, corner.y});
  ImGui::BeginChild("plots", {0.0F, 0.0F});
  plots(theme, *finding, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace

void experiments_panel(const Theme& theme, const ExperimentsShown& known, const std::string& folder,
                       ImVec2 size, ExperimentsPanel& panel, Edit& edit) {
  panel.chosen = std::min(panel.chosen, lab::claims().size() - 1);
  ImGui::PushFont(theme.font.small);
  if (size.x >= theme.px(kRoomForList)) {
    const float list = size.x >= theme.px(kRoomForList + kWideList) ? kWideList : kListWidth;
    ImGui::BeginChild("claims", {theme.px(list), 0.0F});
    all_rows(theme, known, panel);
    score(theme, known, panel);
    ImGui::EndChild();
    ImGui::SameLine(0.0F, theme.px(14));
  } else if (size.y >= theme.px(kListAbove)) {
    const float row = ImGui::GetFontSize() + theme.px(6);
    const float all = row * static_cast<float>(lab::claims().size() + 1);
    ImGui::BeginChild("claims", {0.0F, std::min(all, kListShare * size.y)});
    all_rows(theme, known, panel);
    score(theme, known, panel);
    ImGui::EndChild();
    ImGui::Separator();
  } else {
    ImGui::SetNextItemWidth(-1.0F);
    const bool open =
        ImGui::BeginCombo("##claims", short_name(lab::claims()[panel.chosen]).c_str());
    describe(theme, "experiments", "list", "The claim that is shown");
    if (open) {
      const std::size_t before = panel.chosen;
      all_rows(theme, known, panel);
      if (panel.chosen != before) ImGui::CloseCurrentPopup();
      ImGui::EndCombo();
    }
  }
  ImGui::BeginChild("claim", {0.0F, 0.0F});
  claim_page(theme, known, folder, panel, edit);
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace ui
