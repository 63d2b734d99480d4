#include "ui/panels/lanes_panel.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "ui/kit/widgets.h"
#include "ui/panels/method_panel.h"

namespace ui {
namespace {

constexpr long kWindow = 2000;  ///< steps that are compared: ten seconds of 5 ms steps
constexpr long kRefresh = 20;   ///< steps between updates of the table: a tenth of a second

struct Column {
  const char* name;
  const char* format;
  double scale;
  double (*value)(const lab::Standing&);
  const char* help;
};

const std::array kColumns = {
    Column{"error", "%.3f", 1.0, [](const lab::Standing& s) { return s.mean_error; },
           "Mean error over effectors and steps, m. Press to sort."},
    Column{"max", "%.2f", 1.0, [](const lab::Standing& s) { return s.max_error; },
           "Largest error of any effector in these steps, m. Press to sort."},
    Column{"jitter", "%.2f", 1.0, [](const lab::Standing& s) { return s.mean_jitter_deg; },
           "Mean of |Δ²θ|, degrees: the change of Δθ from step to step. Press to sort."},
    Column{"rev.", "%.0f%%", 100.0, [](const lab::Standing& s) { return s.reversal_rate; },
           "Reversals: share of pairs of successive joint changes with opposite signs. Press to "
           "sort."},
    Column{"µs", "%.2f", 1e-3, [](const lab::Standing& s) { return s.update_ns; },
           "Median computing time of one update of the pose, µs. Press to sort."},
};

void refresh(const lab::Timeline& timeline, std::span<const lab::History* const> histories,
             bool playing, LanesPanel& panel) {
  const long now = timeline.now();
  const auto& lanes = timeline.setup().lanes;
  const bool same = panel.standings.size() == lanes.size() && panel.lanes == lanes;
  if (same && now >= panel.at && now - panel.at < kRefresh && playing) return;
  if (same && now == panel.at) return;
  panel.at = now;
  panel.lanes = lanes;
  panel.standings.clear();
  // the same steps for all lanes, since the last change of any of them
  const long first = std::max(now - kWindow, lab::settled_since(timeline));
  panel.steps = now - first;
  for (const lab::History* history : histories) {
    panel.standings.push_back(lab::standing(*history, first, now));
  }
}

/// The lanes in the order of the rows.
std::vector<std::size_t> order_of(const LanesPanel& panel) {
  std::vector<std::size_t> order(panel.standings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto value = [&panel](std::size_t lane) {
    return kColumns[panel.sorted_by].value(panel.standings[lane]);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
  return order;
}

float number_width(const Theme& theme) { return theme.px(46); }

void headings(const Theme& theme, float names, LanesPanel& panel) {
  ImGui::PushFont(theme.font.small);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  colored(theme.color.muted, format("last %ld steps", panel.steps));
  describe(theme, "lanes", "span",
           "The steps that are compared: those since the last change of a lane, at most 2000.");
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const float left = corner.x + names + static_cast<float>(i) * number_width(theme);
    ImGui::SetCursorScreenPos({left, corner.y});
    ImGui::PushID(kColumns[i].name);
    if (ImGui::InvisibleButton("sort", {number_width(theme), ImGui::GetFontSize() + theme.px(4)})) {
      panel.sorted_by = i;
    }
    const bool hovered = ImGui::IsItemHovered();
    describe(theme, "lanes/sort", kColumns[i].name, kColumns[i].help);
    ImGui::PopID();
    const float width = ImGui::CalcTextSize(kColumns[i].name).x;
    const bool chosen = panel.sorted_by == i;
    ImGui::GetWindowDrawList()->AddText(
        {left + number_width(theme) - width, corner.y + theme.px(1)},
        packed(chosen || hovered ? theme.color.accent : theme.color.muted), kColumns[i].name);
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + ImGui::GetFontSize() + theme.px(5)});
  ImGui::PopFont();
}

/// Draws a text, clipped to a width.
void clipped(ImVec2 at, float width, const std::string& text, ImVec4 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + width, at.y + 2.0F * ImGui::GetFontSize()}, true);
  list.AddText(at, packed(color), text.c_str());
  list.PopClipRect();
}

/// The name of a lane in its row, and in the hint.
struct LaneName {
  std::string brief, label;
};

void lane_row(const Theme& theme, const lab::Setup& setup, const LanesPanel& panel,
              std::size_t lane, const LaneName& called, float names, Edit& edit) {
  const Colors& c = theme.color;
  const bool front = setup.front == lane;
  const bool many = setup.lanes.size() > 1;
  const float height = ImGui::GetFontSize() + theme.px(6);
  const float width = ImGui::GetContentRegionAvail().x;
  const float cross = many ? theme.px(16) : 0.0F;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string name = std::to_string(setup.lanes[lane].id);
  ImGui::PushID(name.c_str());
  if (ImGui::InvisibleButton("row", {width - cross, height}) && !front) {
    edit.change("bring to the front").front = lane;
  }
  const bool hovered = ImGui::IsItemHovered();
  describe(theme, "lane", name,
           called.label + (front ? "\nThis is the front lane: the panels show and change it."
                                 : "\nPress to bring it to the front."));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  row_ground(theme, {corner, {corner.x + width, corner.y + height}}, front, hovered);
  const float middle = corner.y + 0.5F * height;
  swatch(theme, lab::lane_color(setup, lane), {corner.x + theme.px(3), middle}, 5);
  const float text = middle - 0.5F * ImGui::GetFontSize();
  const float indent = theme.px(18);
  clipped({corner.x + indent, text}, names - indent - theme.px(2), called.brief, c.text);
  ImGui::PushFont(theme.font.small_numbers);
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const std::string number =
        format(kColumns[i].format, kColumns[i].scale * kColumns[i].value(panel.standings[lane]));
    const float right = corner.x + names + static_cast<float>(i + 1) * number_width(theme);
    list.AddText(
        {right - ImGui::CalcTextSize(number.c_str()).x, middle - 0.5F * ImGui::GetFontSize()},
        packed(panel.sorted_by == i ? c.text : c.muted), number.c_str());
  }
  ImGui::PopFont();
  if (many) {
    ImGui::SetCursorScreenPos({corner.x + width - cross, corner.y});
    if (ImGui::InvisibleButton("remove", {cross, height})) {
      lab::remove_lane(edit.change("remove a lane"), lane);
    }
    const ImU32 ink = packed(ImGui::IsItemHovered() ? c.record : c.muted);
    describe(theme, "lane-remove", name, "Remove this lane");
    const ImVec2 m{corner.x + width - 0.5F * cross, middle};
    const float r = theme.px(3);
    list.AddLine({m.x - r, m.y - r}, {m.x + r, m.y + r}, ink, theme.px(1.3F));
    list.AddLine({m.x - r, m.y + r}, {m.x + r, m.y - r}, ink, theme.px(1.3F));
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos({corner.x, corner.y + height + theme.px(1)});
}

/// A menu of methods to add as a lane.
void add_row(const Theme& theme, const ik::MethodInfo& front, Edit& edit) {
  ImGui::SetNextItemWidth(-1.0F);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextWindowSizeConstraints({width, 0.0F}, {width, theme.px(460)});
  const bool open = ImGui::BeginCombo("##add", "Compare with …", ImGuiComboFlags_NoArrowButton);
  describe(theme, "lanes", "add",
           "Adds a lane: another method, or the same with other settings, on the same targets. It "
           "starts from the present pose.");
  if (!open) return;
  if (ImGui::Selectable("the same method, with other settings")) add_lane(front, edit);
  mark("lanes/add", "same");
  if (const auto* chosen = method_list(theme, front, ImGui::GetContentRegionAvail().x)) {
    add_lane(*chosen, edit);
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndCombo();
}

}  // namespace

void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit) {
  refresh(timeline, histories, playing, panel);
  const lab::Setup& setup = timeline.setup();
  const float cross = setup.lanes.size() > 1 ? theme.px(16) : 0.0F;
  const float names = ImGui::GetContentRegionAvail().x - cross -
                      static_cast<float>(kColumns.size()) * number_width(theme);
  headings(theme, names, panel);
  const std::vector<std::string> labels = lab::lane_labels(setup);
  ImGui::PushFont(theme.font.small);
  for (const std::size_t lane : order_of(panel)) {
    // the method's id fits into a narrow column; the hint has its label
    const ik::MethodInfo& method = *setup.lanes[lane].method;
    const std::string brief =
        method.id + labels[lane].substr(std::string_view(method.label).size());
    lane_row(theme, setup, panel, lane, {brief, labels[lane]}, names, edit);
  }
  ImGui::PopFont();
  add_row(theme, *setup.front_lane().method, edit);
  if (setup.lanes.size() < 2) return;
  row_label(theme, "Others", "How the other lanes are drawn.");
  constexpr const char* kLooks[] = {"ghosts", "solid", "hidden"};
  const float room = ImGui::GetContentRegionAvail().x;
  if (const auto look =
          segments(theme, "looks", kLooks, static_cast<std::size_t>(panel.look), room)) {
    panel.look = static_cast<LaneLook>(*look);
  }
  row_label(theme, "Place",
            "Draw the lanes over each other, or side by side, each with its targets.");
  constexpr const char* kPlaces[] = {"overlaid", "side by side"};
  if (segments(theme, "places", kPlaces, panel.apart ? 1 : 0, room)) panel.apart = !panel.apart;
}

}  // namespace ui
