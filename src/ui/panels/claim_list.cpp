#include "ui/panels/claim_list.h"

#include <algorithm>

#include <imgui_stdlib.h>

#include "ui/kit/text.h"
#include "ui/kit/widgets.h"

namespace ui {
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

/// A sentence in as many lines as it needs; below it the verdict in words, once the user has
/// guessed.
void claim_row(const Theme& theme, const ClaimsShown& known, std::size_t i, ClaimsPanel& panel) {
  const lab::Claim& claim = lab::claims()[i];
  const Colors& c = theme.color;
  const float width = ImGui::GetContentRegionAvail().x, left = theme.px(22), pad = theme.px(4);
  const float room = std::max(width - left - pad, theme.px(40));
  const ImVec2 words = ImGui::CalcTextSize(claim.sentence, nullptr, false, room);
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
  list.AddText(ImGui::GetFont(), line, at, packed(c.text), claim.sentence, nullptr, room);
  const std::string below =
      measuring ? format("measuring, %.0f %%", 100.0 * known.progress) : kVerdicts[verdict];
  const ImVec2 foot{at.x, at.y + words.y};
  list.AddText(foot, packed(measuring ? c.text : color), below.c_str());
}

}  // namespace

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

void claim_filter(const Theme& theme, const ClaimsShown& known, ClaimsPanel& panel) {
  const float gap = theme.px(4), menu = theme.px(118);
  const float width = std::max(ImGui::GetContentRegionAvail().x - menu - gap, theme.px(60));
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputTextWithHint("##filter", "Filter the claims", &panel.filter)) {
    choose_passing(known, panel);
  }
  describe(theme, "experiments", "filter", "Words of the claim, of its source or of its id.");
  ImGui::SameLine(0.0F, gap);
  ImGui::SetNextItemWidth(menu);
  const bool open = ImGui::BeginCombo("##verdict", kVerdicts[panel.verdict],
                                      ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
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

}  // namespace ui
