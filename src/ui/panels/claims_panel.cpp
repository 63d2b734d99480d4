#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include <imgui_stdlib.h>

#include "ui/kit/text.h"
#include "ui/kit/widgets.h"

namespace ui {

const lab::Finding* finding_of(const ClaimsShown& known, const lab::Claim& claim) {
  const auto finding = std::ranges::find(known.findings, &claim, &lab::Finding::claim);
  return finding == known.findings.end() ? nullptr : &*finding;
}

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict) {
  switch (verdict) {
    case lab::Verdict::kHolds:
      return hex(theme.dark ? 0x5cc795 : 0x12734a);
    case lab::Verdict::kInPart:
      return theme.color.caution;
    case lab::Verdict::kDoesNotHold:
      return hex(theme.dark ? 0xf79489 : 0xa8342a);
    case lab::Verdict::kNotJudged:
      break;
  }
  return theme.color.muted;
}

namespace {

constexpr const char* kVerdicts[] = {"any verdict",         "holds",      "holds in part",
                                     "does not hold",       "not judged", "not yet run",
                                     "waits for your guess"};
constexpr std::size_t kNotYetRun = 5, kWaits = 6;

/// Index in kVerdicts.
std::size_t verdict_of(const ClaimsShown& known, const lab::Claim& claim,
                       const ClaimsPanel& panel) {
  const lab::Finding* finding = finding_of(known, claim);
  if (finding == nullptr) return kNotYetRun;
  return panel.predictions.contains(&claim)
             ? 1 + static_cast<std::size_t>(finding->judgement.verdict)
             : kWaits;
}

/// A sign for each verdict: a tick, a tick of half its strength, a cross, a dash, an empty circle.
void draw_verdict(const Theme& theme, ImVec2 middle, std::size_t verdict, ImVec4 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = packed(color);
  const float r = theme.px(4.5F), thick = theme.px(1.8F);
  const auto at = [&](float x, float y) { return ImVec2{middle.x + x * r, middle.y + y * r}; };
  const ImVec2 tick[] = {at(-1.0F, 0.1F), at(-0.3F, 0.8F), at(1.0F, -0.8F)};
  switch (verdict) {
    case 1:
      return list.AddPolyline(tick, 3, ink, 0, thick);
    case 2:
      list.AddCircle(middle, r, ink, 20, theme.px(1.2F));
      list.PathArcTo(middle, r, 1.5708F, 4.7124F, 12);
      return list.PathFillConvex(ink);
    case 3:
      list.AddLine(at(-0.8F, -0.8F), at(0.8F, 0.8F), ink, thick);
      return list.AddLine(at(-0.8F, 0.8F), at(0.8F, -0.8F), ink, thick);
    case 4:
      return list.AddLine(at(-0.9F, 0.0F), at(0.9F, 0.0F), ink, thick);
    default:
      return list.AddCircle(middle, r, ink, 20, theme.px(1.2F));
  }
}

bool passes(const ClaimsShown& known, const lab::Claim& claim, const ClaimsPanel& panel) {
  const std::size_t verdict = verdict_of(known, claim, panel);
  return (panel.verdict == 0 || panel.verdict == verdict) &&
         matches(std::string(claim.sentence) + " " + claim.source + " " + claim.id, panel.filter);
}

void choose_passing(const ClaimsShown& known, ClaimsPanel& panel) {
  const auto claims = lab::claims();
  if (passes(known, claims[panel.chosen], panel)) return;
  for (std::size_t i = claims.size(); i-- > 0;) {
    if (passes(known, claims[i], panel)) panel.chosen = i;
  }
}

/// A sentence, and below it the verdict in words once the user has guessed.
void claim_row(const Theme& theme, const ClaimsShown& known, std::size_t i, ClaimsPanel& panel) {
  const lab::Claim& claim = lab::claims()[i];
  const Colors& c = theme.color;
  const float width = ImGui::GetContentRegionAvail().x, left = theme.px(22), pad = theme.px(4);
  const float room = std::max(width - left - pad, theme.px(40));
  const std::string lines = lines_within(claim.sentence, room);
  const ImVec2 words = ImGui::CalcTextSize(lines.c_str());
  const float line = ImGui::GetFontSize();
  if (press_area(claim.id, {width, words.y + line + 2.0F * pad})) panel.chosen = i;
  describe(theme, "claim", claim.id,
           std::string(claim.source) + "\nOn the command line: iklab claims " + claim.id);
  if (!ImGui::IsItemVisible()) return;
  const ItemRect rect = item_rect();
  row_ground(theme, rect, {.chosen = panel.chosen == i, .hovered = ImGui::IsItemHovered()});
  const bool measuring = known.measuring == &claim;
  const std::size_t verdict = verdict_of(known, claim, panel);
  const ImVec4 color = verdict >= kNotYetRun
                           ? c.muted
                           : verdict_color(theme, finding_of(known, claim)->judgement.verdict);
  draw_verdict(theme, {rect.min.x + theme.px(11), rect.min.y + pad + 0.5F * line}, verdict,
               measuring ? c.accent : color);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at{rect.min.x + left, rect.min.y + pad};
  list.AddText(at, packed(c.text), lines.c_str());
  const std::string below =
      measuring ? format("measuring, %.0f %%", 100.0 * known.progress) : kVerdicts[verdict];
  const ImVec2 foot{at.x, at.y + words.y};
  list.AddText(foot, packed(measuring ? c.text : color), below.c_str());
}

/// The text field and the menu of verdicts that filter the list. If the chosen claim no longer
/// passes, the first passing claim is chosen.
void claim_filter(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel) {
  const float gap = theme.px(4), menu = theme.px(118);
  const float width = std::max(ImGui::GetContentRegionAvail().x - menu - gap, theme.px(60));
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputTextWithHint("##filter", "Filter the claims", &panel.filter)) {
    choose_passing(known, panel);
  }
  describe(theme, "experiments", "filter", "Words of the claim, of its source or of its id.");
  ImGui::SameLine(0.0F, gap);
  const bool open = begin_combo("##verdict", kVerdicts[panel.verdict], menu);
  describe(theme, "experiments", "verdict-filter", "Only the claims with this verdict.");
  if (!open) return;
  for (std::size_t i = 0; i < std::size(kVerdicts); ++i) {
    if (list_row(theme, kVerdicts[i], panel.verdict == i)) {
      panel.verdict = i;
      choose_passing(known, panel);
    }
    mark("experiments/verdict-filter", kVerdicts[i]);
  }
  ImGui::EndCombo();
}

/// The claims that pass the filter, as sentences. A press chooses one.
void claim_list(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel) {
  bool any = false;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, theme.px(1)));
  for (std::size_t i = 0; i < lab::claims().size(); ++i) {
    if (!passes(known, lab::claims()[i], panel)) continue;
    claim_row(theme, known, i, panel);
    any = true;
  }
  ImGui::PopStyleVar();
  if (any) return;
  paragraph(theme.color.muted, "No claim passes the filter.");
  if (ImGui::Button("Show all claims")) panel.filter.clear(), panel.verdict = 0;
  mark("experiments", "show-all");
}

// design points
constexpr float kRoomForList = 580.0F;  ///< width for the list beside the claim
constexpr float kListAbove = 500.0F;    ///< height for the list above the claim; else it is a menu
constexpr float kClaimsShare = 0.4F;    ///< how much of the height a list above the claim takes
constexpr float kListWidthShare = 0.42F;  ///< how much of the width a list beside the claim takes
constexpr float kMinClaim = 200.0F;       ///< height of a claim
constexpr float kRoomForPlots = 600.0F;   ///< for plots beside the text; else they are below it
constexpr float kPlotHeight = 150.0F;

/// The scene's name in words; its id if the list does not have it.
std::string scene_name(const SceneMenu& scenes, const std::string& id) {
  const auto item = std::ranges::find(scenes.items, id, &SceneItem::id);
  return item == scenes.items.end() ? id : item->name;
}

/// The number of correct predictions so far, among measurements that confirm an answer, and buttons
/// that forget all predictions or do without them.
void score(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel) {
  int right = 0, count = 0, hidden = 0;
  for (const lab::Finding& finding : known.findings) {
    const auto guess = panel.predictions.find(finding.claim);
    hidden += guess == panel.predictions.end() ? 1 : 0;
    if (guess == panel.predictions.end() || guess->second < 0) continue;
    if (finding.judgement.answer < 0) continue;
    ++count;
    right += guess->second == finding.judgement.answer ? 1 : 0;
  }
  if (count > 0) {
    ImGui::AlignTextToFramePadding();
    colored(theme.color.text, format("%d of %d correct", right, count));
    describe(theme, "experiments", "score",
             "Your correct predictions, among those that a measurement has decided. They are "
             "counted as long as the window is open.");
  }
  bool first = count == 0;
  if (!panel.predictions.empty()) {
    if (flowing_button(theme, "Start over", first)) panel.predictions.clear();
    describe(theme, "experiments", "start-over",
             "Forgets all predictions: every claim asks again. Measurements stay.");
    first = false;
  }
  if (hidden == 0) return;
  if (flowing_button(theme, "Show all verdicts", first)) {
    for (const lab::Claim& claim : lab::claims()) {
      panel.predictions.try_emplace(&claim, ClaimsPanel::kNoPrediction);
    }
  }
  describe(theme, "experiments", "show-verdicts", "Without predictions.");
}

/// Asks for a prediction. \param finding null: an answer starts the measurement
void question(const Theme& theme, const lab::Claim& claim, const lab::Finding* finding,
              ClaimsPanel& panel, Edit& edit) {
  paragraph(theme.color.text, claim.question);
  for (std::size_t i = 0; i < claim.answers.size(); ++i) {
    const auto id = in_id(i);
    if (wide_button(theme, claim.answers[i], ImGui::GetContentRegionAvail().x)) {
      panel.predictions[&claim] = static_cast<int>(i);
      if (finding == nullptr) edit.send(Measure{&claim});
    }
    describe(theme, "answer", std::to_string(i),
             finding != nullptr
                 ? "Your prediction. The result is known, and shown then."
                 : "Your prediction. The measurement then runs in the background for some "
                   "seconds.");
  }
  if (ImGui::Button(finding != nullptr ? "Show the result" : "Measure")) {
    panel.predictions[&claim] = ClaimsPanel::kNoPrediction;
    if (finding == nullptr) edit.send(Measure{&claim});
  }
  describe(theme, "experiments", "no-prediction",
           finding != nullptr ? "The result of the measurement, without a prediction."
                              : "Measures the claim without a prediction.");
}

std::string quoted_answer(const lab::Claim& claim, int i) {
  return std::string("“") + claim.answers[static_cast<std::size_t>(i)] + "”";
}

void verdict(const Theme& theme, const lab::Finding& finding, int predicted) {
  const lab::Claim& claim = *finding.claim;
  const lab::Judgement& judgement = finding.judgement;
  paragraph(verdict_color(theme, judgement.verdict), lab::statement(judgement.verdict),
            theme.font.bold);
  mark("experiments", "verdict");
  const auto answer = [&claim](int i) { return quoted_answer(claim, i); };
  std::string text;
  if (predicted == ClaimsPanel::kNoPrediction) {
    text = std::string(claim.question) + " ";
    text += judgement.answer < 0 ? "None of the answers is confirmed." : answer(judgement.answer);
  } else {
    text = "You predicted " + answer(predicted);
    text += judgement.answer < 0            ? "; the measurement confirms none of the answers."
            : predicted == judgement.answer ? ", which is correct."
                                            : "; it is " + answer(judgement.answer) + ".";
  }
  paragraph(theme.color.text, text);
  mark("experiments", "prediction");
  paragraph(theme.color.muted, judgement.sentence);
}

/// \param first whether the buttons begin a line
void set_up_buttons(const Theme& theme, const lab::Claim& claim, const SceneMenu& scenes,
                    bool first, Edit& edit) {
  for (const std::string& scene : lab::scenes_of(claim)) {
    const std::string text = "Set up " + scene_name(scenes, scene) + " here";
    if (flowing_button(theme, text.c_str(), first)) edit.send(ShowClaim{&claim, scene});
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
    mark("claim-plot", number, Access::kPointer);
  }
}

void answered(const Theme& theme, const ClaimsData& data, const lab::Claim& claim,
              ClaimsPanel& panel, Edit& edit) {
  const lab::Finding* finding = finding_of(data.known, claim);
  const int predicted = panel.predictions.at(&claim);
  if (finding != nullptr) {
    verdict(theme, *finding, predicted);
  } else {
    if (predicted >= 0) {
      paragraph(theme.color.text, "You predicted " + quoted_answer(claim, predicted) + ".");
    }
    if (ImGui::Button("Measure")) edit.send(Measure{&claim});
    describe(theme, "experiments", "measure", "Runs in the background for some seconds.");
    ImGui::SameLine(0.0F, theme.px(4));
  }
  if (ImGui::Button("Ask me again")) panel.predictions.erase(&claim);
  describe(theme, "experiments", "again", "Forget your prediction of this claim.");
  if (data.known.findings.empty()) return;
  edit.send_if(flowing_button(theme, "Save the report"), Command::kSaveReport);
  describe(theme, "experiments", "report",
           "Save a page with figures and numbers of all measurements so far in " + data.folder);
}

void claim_page(const Theme& theme, const ClaimsData& data, ClaimsPanel& panel, Edit& edit) {
  const ClaimsShown& known = data.known;
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
  paragraph(theme.color.text, claim.sentence, theme.font.bold);
  paragraph(theme.color.muted, claim.source);
  if (measuring) {
    edit.send_if(
        progress_row(theme, "experiments", "Measuring", known.progress, "Cancel the measurement."),
        Command::kStopMeasuring);
  } else if (!predicted) {
    question(theme, claim, finding, panel, edit);
  } else {
    answered(theme, data, claim, panel, edit);
  }
  set_up_buttons(theme, claim, data.scenes, !predicted || measuring, edit);
  if (settled && !beside) plots(theme, *finding, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  if (!beside) return;
  ImGui::SetCursorPos({corner.x + width + gap, corner.y});
  ImGui::BeginChild("plots", {0.0F, 0.0F});
  plots(theme, *finding, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

void overview(const Theme& theme, const ClaimsShown& known, Edit& edit) {
  const std::size_t all = lab::claims().size(), done = known.findings.size();
  if (known.measuring != nullptr) {
    if (known.waiting == 0) return;
    ImGui::AlignTextToFramePadding();
    colored(theme.color.muted, format("Measuring, %zu more to come", known.waiting));
    ImGui::SameLine(0.0F, theme.px(8));
    edit.send_if(ImGui::Button("Stop##all"), Command::kStopMeasuring);
    return describe(theme, "experiments", "stop-all", "Cancel all measurements that are left.");
  }
  if (done == 0) {
    const bool pressed = empty_state(
        theme,
        {.name = "Claims",
         .text =
             "Claims about the methods, from the literature, with a verdict for each once it is "
             "measured here. None is yet: choose a claim and predict the result, or run them "
             "all, which takes a minute or two. Verdicts wait for your predictions.",
         .button = "Run all",
         .help = "In the background, one after the other, while the simulation continues."});
    return edit.send_if(pressed, Command::kMeasureAll);
  }
  ImGui::AlignTextToFramePadding();
  colored(theme.color.muted, format("%zu of %zu measured", done, all));
  if (done == all) return;
  ImGui::SameLine(0.0F, theme.px(8));
  edit.send_if(ImGui::Button(format("Run the other %zu", all - done).c_str()),
               Command::kMeasureAll);
  describe(theme, "experiments", "run-others", "In the background, one after the other.");
}

/// The list as a menu, for low pages.
void claim_menu(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextWindowSizeConstraints({room, 0.0F}, {room, 0.7F * ImGui::GetIO().DisplaySize.y});
  const bool open = begin_combo("##claims", "");
  const char* sentence = lab::claims()[panel.chosen].sentence;
  describe(theme, "experiments", "list", sentence);
  if (open) {
    const std::size_t before = panel.chosen;
    claim_list(theme, known, panel);
    if (panel.chosen != before) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
  }
  text_within(*ImGui::GetWindowDrawList(), at + padding,
              room - 2.0F * padding.x - ImGui::GetFrameHeight(), sentence, theme.color.text);
  const float half = 0.5F * ImGui::GetFrameHeight();
  chevron(theme, {at.x + room - half, at.y + half}, true);
}

}  // namespace

void claims_panel(const Theme& theme, const ClaimsData& data, ImVec2 size, ClaimsPanel& panel,
                  Edit& edit) {
  const ClaimsShown& known = data.known;
  panel.chosen = std::min(panel.chosen, lab::claims().size() - 1);
  const auto font = in_font(theme.font.small);
  const bool beside = size.x >= theme.px(kRoomForList);
  if (beside) ImGui::BeginChild("claims", {std::floor(kListWidthShare * size.x), 0.0F});
  overview(theme, known, edit);
  score(theme, known, panel);
  claim_filter(theme, known, panel);
  if (beside || size.y >= theme.px(kListAbove)) {
    ImGui::BeginChild(beside ? "rows" : "claims", {0.0F, beside ? 0.0F : kClaimsShare * size.y});
    claim_list(theme, known, panel);
    fade_scrolled_ends(theme);
    ImGui::EndChild();
    if (!beside) ImGui::Separator();
  } else {
    claim_menu(theme, known, panel);
  }
  if (beside) {
    ImGui::EndChild();
    ImGui::SameLine(0.0F, theme.px(14));
  }
  // the page scrolls where there is less room
  const float rest = std::max(ImGui::GetContentRegionAvail().y, theme.px(kMinClaim));
  ImGui::BeginChild("claim", {0.0F, beside ? 0.0F : rest});
  claim_page(theme, data, panel, edit);
  ImGui::EndChild();
}

}  // namespace ui
