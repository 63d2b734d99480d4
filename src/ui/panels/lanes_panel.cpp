#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

// design points
constexpr float kMinLanesFigure = 150.0F, kMaxLanesFigure = 420.0F;  ///< height
constexpr float kLanesFigureShare = 0.85F;                           ///< height by width
constexpr double kNearLane = 5.0;
constexpr double kLaneDot = 0.55;  ///< size of a dot, 0 to 1

/// Rounds to 1, 2 or 5 times a power of ten, below or above, so that an axis seldom changes.
double round_number(double value, bool up) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double digits = value / power;
  if (up) return power * (digits <= 1.0 ? 1.0 : digits <= 2.0 ? 2.0 : digits <= 5.0 ? 5.0 : 10.0);
  return power * (digits < 2.0 ? 1.0 : digits < 5.0 ? 2.0 : 5.0);
}

lab::Scatter figure_of(const lab::Setup& setup, const Ranking& ranking,
                       std::span<const std::string> labels) {
  lab::Scatter figure{.title = {},
                      .subtitle = {},
                      .x = {.label = "mean error", .unit = "m", .logarithmic = true},
                      .y = {.label = "jitter |Δ²θ|", .unit = "°", .logarithmic = true},
                      .dots = {},
                      .line = {},
                      .legend = {}};
  for (std::size_t lane = 0; lane < setup.lanes.size(); ++lane) {
    const lab::Standing& standing = ranking.standings[lane];
    figure.dots.push_back({.x = standing.mean_error,
                           .y = standing.mean_jitter_deg,
                           .color = lab::lane_color(setup, lane),
                           .size = kLaneDot,
                           .strong = true,
                           .mark = lab::abbreviated(labels[lane], *setup.lanes[lane].method)});
  }
  lab::fit(figure);
  for (lab::Axis* axis : {&figure.x, &figure.y}) {
    axis->min = round_number(axis->min, false);
    axis->max = round_number(axis->max, true);
  }
  figure.y_bound = lab::kShakingJitter;
  return figure;
}

/// Draws mean error against jitter with a dot for each lane in its colour. The figure is as wide as
/// the line, and at most as high as the rest of the window; a rest that is too low stays empty. A
/// press on a dot brings its lane to the front.
/// \param labels by lane
void lanes_figure(const Theme& theme, const lab::Setup& setup, const Ranking& ranking,
                  std::span<const std::string> labels, Edit& edit) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float wanted = std::min(kLanesFigureShare * room.x, theme.px(kMaxLanesFigure));
  const ImVec2 size{room.x, std::floor(std::min(wanted, room.y - theme.px(8)))};
  if (size.y < theme.px(kMinLanesFigure) || ranking.steps == 0) return;
  ImGui::Dummy({0.0F, theme.px(2)});
  const auto lane =
      scatter_item(theme, "lanes", figure_of(setup, ranking, labels), size, kNearLane,
                   "Every dot is a lane: left is closer, down is calmer. Dashed: from 0.2° on "
                   "shaking is visible. Press a dot to bring its lane to the front.")
          .dot;
  if (!lane) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const lab::Standing& standing = ranking.standings[*lane];
  if (ImGui::IsItemClicked()) bring_to_front(*lane, edit);
  const auto tooltip = in_tooltip();
  ImGui::Text("%s\nerror %.4g m, jitter %.4g°", labels[*lane].c_str(), standing.mean_error,
              standing.mean_jitter_deg);
}

constexpr float kBarStrength = 0.3F;  // opacity of the bars
constexpr float kSign = 11.0F;        // design points, width of the sign for "shakes"

/// The columns of the table. Widths in display coordinates.
struct TableShape {
  float names = 0.0F;  ///< swatch, name and flag
  float flag = 0.0F;   ///< the word or the sign for a lane that shakes
  bool word = false;   ///< flag is the word
  float number = 0.0F;
  float mark = 0.0F;   ///< the mark of the baseline
  float cross = 0.0F;  ///< the cross that removes a lane
  std::vector<std::size_t> columns;
};

float indent_of(const Theme& theme) { return theme.px(20); }

TableShape shape_of(const Theme& theme, const std::vector<std::string>& labels,
                    const LanesPanel& panel) {
  TableShape shape;
  const bool many = labels.size() > 1;
  shape.number = theme.px(50);
  shape.mark = many ? theme.px(18) : 0.0F;
  shape.cross = many ? theme.px(16) : 0.0F;
  const float room = ImGui::GetContentRegionAvail().x - shape.mark - shape.cross;
  float longest = 0.0F;
  for (const std::string& label : labels) {
    longest = std::max(longest, text_width(theme.font.small, label.c_str()));
  }
  const float name = indent_of(theme) + longest + theme.px(6);
  // the word if it costs no column; a single lane is not compared and has no flag
  const float word = text_width(theme.font.small, kShakesWord) + theme.px(6);
  const auto numbers = [&](float flag) {
    return columns_that_fit(room - name - flag, shape.number, panel.ranking.sorted_by).size();
  };
  const float sign = many ? theme.px(kSign + 6.0F) : 0.0F;
  const bool fits = room - name - word >= shape.number * static_cast<float>(numbers(word));
  shape.word = many && fits && numbers(word) == numbers(sign);
  shape.flag = shape.word ? word : sign;
  // columns are dropped before a name is shortened; the most important columns stay
  const auto least =
      static_cast<float>(columns_that_fit(0.0F, shape.number, panel.ranking.sorted_by).size());
  const float wanted = std::min(name + shape.flag, room - least * shape.number);
  shape.columns = columns_that_fit(room - wanted, shape.number, panel.ranking.sorted_by);
  // room to spare makes the bars longer
  const float each = std::floor((room - wanted) / static_cast<float>(shape.columns.size()));
  shape.number = std::max(shape.number, std::min(each, theme.px(84)));
  shape.names = room - shape.number * static_cast<float>(shape.columns.size());
  return shape;
}

/// The number of a column; of a very small or large length as many digits as fit.
std::string number_in(const RankingColumn& column, double value, float room) {
  if (column.unit != std::string_view("m")) return format(column.format, column.scale * value);
  std::string text = lab::reading_number(value, column.decimals);
  for (int digits = 2; digits > 0 && ImGui::CalcTextSize(text.c_str()).x > room; --digits) {
    text = lab::number_text(value, digits);
  }
  return text;
}

/// An arrow before the heading of the sorting column: the least value is on top.
void ascending_mark(const Theme& theme, ImVec2 right) {
  const float half = theme.px(2.5F), high = theme.px(3);
  ImGui::GetWindowDrawList()->AddTriangleFilled(
      {right.x - half, right.y - high}, {right.x - 2.0F * half, right.y + high},
      {right.x, right.y + high}, packed(theme.color.accent));
}

void headings(const Theme& theme, const TableShape& shape, LanesPanel& panel) {
  const auto font = in_font(theme.font.small);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  colored(theme.color.muted,
          "last " + lab::counted(static_cast<std::size_t>(panel.ranking.steps), "step"));
  describe(theme, "lanes", "span",
           format("The steps that are compared: those since the last change of a lane, at most "
                  "%ld. Lanes are ranked from %ld steps on. A row moves when its new place has "
                  "held for a second.",
                  kMaxRanked, kMinRanked));
  const float height = std::max(ImGui::GetFontSize() + theme.px(4), theme.finger(0.0F));
  float left = corner.x + shape.names;
  for (const std::size_t i : shape.columns) {
    const RankingColumn& column = ranking_columns()[i];
    ImGui::SetCursorScreenPos({left, corner.y});
    const auto id = in_id(column.name);
    if (press_area("sort", {shape.number, height})) {
      panel.ranking.sorted_by = i;
      panel.ranking.order.reset();
    }
    const bool hovered = ImGui::IsItemHovered();
    describe(theme, "lanes/sort", column.name, column.help);
    const std::string title = lab::with_unit_behind(column.name, column.unit);
    const bool chosen = panel.ranking.sorted_by == i;
    const ImVec2 at{left + shape.number - theme.px(3) - ImGui::CalcTextSize(title.c_str()).x,
                    corner.y + 0.5F * (height - ImGui::GetFontSize()) - theme.px(1)};
    ImGui::GetWindowDrawList()->AddText(
        at, packed(chosen || hovered ? theme.color.accent : theme.color.muted), title.c_str());
    if (chosen) ascending_mark(theme, {at.x - theme.px(2), at.y + 0.5F * ImGui::GetFontSize()});
    left += shape.number;
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + height + theme.px(1)});
}

struct TableRow {
  std::size_t lane;
  ItemRect rect;
};

/// The numbers of a row, each before a bar of its share of the largest number in the column.
void lane_numbers(const Theme& theme, const lab::Setup& setup, const LanesPanel& panel,
                  const TableShape& shape, const TableRow& row) {
  const Colors& c = theme.color;
  const std::vector<lab::Standing>& standings = panel.ranking.standings;
  const auto base = std::ranges::find(setup.lanes, panel.baseline, &lab::Lane::id);
  const auto base_lane = static_cast<std::size_t>(base - setup.lanes.begin());
  const bool relative = base != setup.lanes.end() && base_lane != row.lane;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 bar = packed(ink_of(theme, lab::lane_color(setup, row.lane), kBarStrength));
  const auto font = in_font(theme.font.small_numbers);
  float left = row.rect.min.x + shape.names;
  for (const std::size_t i : shape.columns) {
    const RankingColumn& column = ranking_columns()[i];
    double largest = 0.0;
    for (const lab::Standing& standing : standings) {
      largest = std::max(largest, standing.*column.value);
    }
    const double value = standings[row.lane].*column.value;
    const float gap = theme.px(2), room = shape.number - gap;
    if (largest > 0.0 && value > 0.0) {
      const float share = std::min(static_cast<float>(value / largest), 1.0F);
      list.AddRectFilled({left + gap, row.rect.min.y + gap},
                         {left + gap + share * room, row.rect.max.y - gap}, bar, theme.px(2));
    }
    const std::string text = relative ? difference_text(value, standings[base_lane].*column.value)
                                      : number_in(column, value, room - theme.px(3));
    const float at = left + shape.number - theme.px(3) - ImGui::CalcTextSize(text.c_str()).x;
    list.AddText({at, row.rect.middle().y - 0.5F * ImGui::GetFontSize()},
                 packed(panel.ranking.sorted_by == i ? c.text : c.muted), text.c_str());
    left += shape.number;
  }
}

/// The mark that makes a row's lane the baseline, or ends that.
void baseline_mark(const Theme& theme, int id, const TableShape& shape, const TableRow& row,
                   LanesPanel& panel) {
  const bool chosen = panel.baseline == id;
  ImGui::SetCursorScreenPos({row.rect.max.x - shape.cross - shape.mark, row.rect.min.y});
  if (press_area("baseline", {shape.mark, row.rect.max.y - row.rect.min.y})) {
    panel.baseline = chosen ? std::nullopt : std::optional(id);
  }
  const bool hovered = ImGui::IsItemHovered();
  describe(theme, "lane-baseline", std::to_string(id),
           chosen ? "The others' numbers are differences to this lane. Press to show all numbers."
                  : "Show the others' numbers as differences to this lane.");
  const Colors& c = theme.color;
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float r = theme.px(7);
  if (chosen) list.AddCircleFilled(rect.middle(), r, packed(c.accent), 20);
  const ImVec2 size = ImGui::CalcTextSize("Δ");
  list.AddText({rect.middle().x - 0.5F * size.x, rect.middle().y - 0.5F * size.y},
               packed(chosen    ? c.on_accent
                      : hovered ? c.text
                                : c.muted),
               "Δ");
}

void remove_cross(const Theme& theme, const TableShape& shape, const TableRow& row, int id,
                  Edit& edit) {
  ImGui::SetCursorScreenPos({row.rect.max.x - shape.cross, row.rect.min.y});
  if (press_area("remove", {shape.cross, row.rect.max.y - row.rect.min.y})) {
    lab::remove_lane(edit.change("remove a lane"), row.lane);
  }
  const ImU32 ink = packed(ImGui::IsItemHovered() ? theme.color.record : theme.color.muted);
  describe(theme, "lane-remove", std::to_string(id), "Remove this lane");
  const ImVec2 m = item_rect().middle();
  const float r = theme.px(3);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({m.x - r, m.y - r}, {m.x + r, m.y + r}, ink, theme.px(1.3F));
  list.AddLine({m.x - r, m.y + r}, {m.x + r, m.y - r}, ink, theme.px(1.3F));
}

/// A zigzag: the sign of a lane that shakes, where the word has no room.
void shaking_sign(const Theme& theme, ImVec2 left, ImDrawList& list) {
  constexpr int kTeeth = 4;
  std::array<ImVec2, kTeeth + 1> points;
  for (int i = 0; i <= kTeeth; ++i) {
    points[static_cast<std::size_t>(i)] = {
        left.x + theme.px(kSign) * static_cast<float>(i) / kTeeth,
        left.y + theme.px(i % 2 == 0 ? 3.0F : -3.0F)};
  }
  list.AddPolyline(points.data(), kTeeth + 1, packed(theme.color.alarm), 0, theme.px(1.6F));
}

struct LaneTable {
  const lab::Setup& setup;
  const std::vector<std::string>& labels;  ///< by lane
  const TableShape& shape;
};

void lane_row(const Theme& theme, const LaneTable& table, std::size_t lane, LanesPanel& panel,
              Edit& edit) {
  const auto& [setup, labels, shape] = table;
  const std::string& label = labels[lane];
  const int id = setup.lanes[lane].id;
  const bool front = setup.front == lane;
  const float height = std::max(ImGui::GetFontSize() + theme.px(7), theme.finger(0.0F));
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const TableRow row{lane, {corner, {corner.x + width, corner.y + height}}};
  const auto scope = in_id(id);
  if (press_area("row", {width - shape.mark - shape.cross, height})) bring_to_front(lane, edit);
  const bool hovered = ImGui::IsItemHovered();
  const lab::Standing& standing = panel.ranking.standings[lane];
  const bool flagged = setup.lanes.size() > 1 && shakes(standing);
  describe(
      theme, "lane", std::to_string(id),
      label +
          (flagged ? format("\nIt shakes: jitter %.2f°, and %.0f %% of its motion turns back "
                            "over %ld steps.",
                            standing.mean_jitter_deg, 100.0 * standing.roughness, standing.steps)
                   : "") +
          (front ? "\nThis is the front lane: the panels show and change it."
                 : "\nPress to bring it to the front."));
  row_ground(theme, row.rect, {.chosen = front, .hovered = hovered});
  const float middle = row.rect.middle().y;
  swatch(theme, lab::lane_color(setup, lane), {corner.x + theme.px(3), middle}, 5);
  const float indent = indent_of(theme);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = middle - 0.5F * ImGui::GetFontSize();
  const float room = shape.names - indent - theme.px(4);
  const ImFont& font = *ImGui::GetFont();
  const float right = corner.x + indent + room;
  const std::string name =
      fitting_label(label, *setup.lanes[lane].method, room - shape.flag, &font);
  text_within(list, {corner.x + indent, top}, room - shape.flag, name, theme.color.text);
  if (flagged && shape.word) {
    list.AddText({right - text_width(&font, kShakesWord), top}, packed(theme.color.alarm),
                 kShakesWord);
  } else if (flagged) {
    shaking_sign(theme, {right - theme.px(kSign), middle}, list);
  }
  lane_numbers(theme, setup, panel, shape, row);
  if (setup.lanes.size() > 1) {
    baseline_mark(theme, id, shape, row, panel);
    remove_cross(theme, shape, row, id, edit);
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + height + theme.px(1)});
}

/// Adds a lane of a method, or removes the newest of its lanes if there are others.
void toggle_lane(const lab::Setup& setup, const ik::MethodInfo& method, Edit& edit) {
  const auto newest =
      std::find_if(setup.lanes.rbegin(), setup.lanes.rend(),
                   [&method](const lab::Lane& lane) { return lane.method == &method; });
  if (newest == setup.lanes.rend()) return add_lane(method, edit);
  if (setup.lanes.size() < 2) return;
  lab::remove_lane(edit.change("remove a lane"),
                   static_cast<std::size_t>(setup.lanes.rend() - newest) - 1);
}

/// A checklist of the methods, which stays open until a press elsewhere.
void lane_menu(const Theme& theme, const lab::Setup& setup, float width, Edit& edit) {
  const float list = std::max(width, theme.px(kMethodListWidth));
  ImGui::SetNextWindowSizeConstraints({list, 0.0F}, {list, 0.9F * ImGui::GetIO().DisplaySize.y});
  const bool open = begin_combo("##add", "Compare with …", width);
  describe(theme, "lanes", "add",
           "Adds a lane: another method, or the same with other settings, on the same targets. It "
           "starts from the present pose.");
  if (!open) return;
  const ik::MethodInfo& front = *setup.front_lane().method;
  if (list_row(theme, "the same method, with other settings", false,
               ImGuiSelectableFlags_DontClosePopups)) {
    add_lane(front, edit);
  }
  mark("lanes/add", "same");
  constexpr std::pair<const char*, const char*> kGroups[] = {
      {"report", "the report's four methods"}, {"all", "all methods"}};
  for (const auto& [group, label] : kGroups) {
    if (list_row(theme, label, false, ImGuiSelectableFlags_DontClosePopups)) {
      compare_group(group, edit);
    }
    mark("lanes/add", group);
  }
  if (setup.lanes.size() > 1) {
    if (list_row(theme, "no other: remove other lanes")) remove_other_lanes(edit);
    mark("lanes/add", "none");
  }
  std::vector<const ik::MethodInfo*> compared;
  for (const lab::Lane& lane : setup.lanes) compared.push_back(lane.method);
  if (const auto* pressed =
          method_list(theme, compared, ImGui::GetContentRegionAvail().x, Choices::kSeveral)) {
    toggle_lane(setup, *pressed, edit);
  }
  ImGui::EndCombo();
}

/// Controls of the lanes: add some, overlaid or side by side, and the look of the others.
void lane_controls(const Theme& theme, const lab::Setup& setup, LanesPanel& panel, Edit& edit) {
  const float room = ImGui::GetContentRegionAvail().x, gap = theme.px(8);
  if (setup.lanes.size() < 2) return lane_menu(theme, setup, room, edit);
  const float places = std::floor(0.55F * (room - gap));
  lane_menu(theme, setup, room - gap - places, edit);
  ImGui::SameLine(0.0F, gap);
  constexpr const char* kPlaces[] = {"overlaid", "side by side"};
  if (segments(theme, "places", kPlaces, panel.apart ? 1 : 0, places)) panel.apart = !panel.apart;
  if (panel.apart) return;
  row_label(theme, "Other lanes", "How the lanes behind the front one are drawn.");
  constexpr const char* kLooks[] = {"ghosts", "solid", "hidden"};
  choose(theme, "looks", kLooks, panel.look, ImGui::GetContentRegionAvail().x);
}

void lone_lane(const Theme& theme, const ik::MethodInfo& front, Edit& edit) {
  constexpr const char* kOthers[] = {"dls", "sdls", "newton"};
  std::vector<const ik::MethodInfo*> others;
  std::vector<std::string> names;
  for (const char* id : kOthers) {
    const ik::MethodInfo& info = ik::known_method(id);
    if (&info == &front) continue;
    others.push_back(&info);
    names.emplace_back(info.short_name);
  }
  const bool pressed = empty_state(
      theme,
      {.name = "Compare",
       .text = "Here methods run on the same targets and are ranked over the same steps, by mean "
               "error or by the heading that you press. There is only one lane so far: nothing to "
               "compare.",
       .button = "Add " + listed(names) + " as lanes",
       .help = "Each starts from the present pose, with the settings of the lane in front. Undo "
               "takes them away."});
  if (!pressed) return;
  lab::add_lanes(edit.change("add lanes"), others);
}

}  // namespace

bool side_by_side(const LanesPanel& panel, const lab::Setup& setup) {
  return panel.apart && setup.lanes.size() > 1;
}

void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit) {
  update(panel.ranking, timeline, histories, playing, ImGui::GetTime());
  const lab::Setup& setup = timeline.setup();
  const auto base = std::ranges::find(setup.lanes, panel.baseline, &lab::Lane::id);
  if (base == setup.lanes.end()) panel.baseline.reset();
  lane_controls(theme, setup, panel, edit);
  const std::vector<std::string> labels = lab::lane_labels(setup);
  const TableShape shape = shape_of(theme, labels, panel);
  headings(theme, shape, panel);
  const auto font = in_font(theme.font.small);
  for (const std::size_t lane : ranked_lanes(panel.ranking)) {
    lane_row(theme, {setup, labels, shape}, lane, panel, edit);
  }
  if (setup.lanes.size() > 1) {
    paragraph(theme.color.muted, verdict(panel.ranking, labels));
    mark("lanes", "verdict");
    lanes_figure(theme, setup, panel.ranking, labels, edit);
  }
  if (setup.lanes.size() == 1) lone_lane(theme, *setup.lanes.front().method, edit);
}

}  // namespace ui
