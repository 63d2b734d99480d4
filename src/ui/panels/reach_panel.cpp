#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"
#include "ui/panels/reach_rows.h"

namespace ui {
namespace {

constexpr const char* kBasinHelp =
    "Every point is a start pose: the angles of two joints, the others as in the best pose that is "
    "known: a solution, else the closest one, else the middle of their ranges. "
    "Its hue is the solution that the front lane's method reaches from there, paler or darker with "
    "every update; grey: none within the updates of the map. Lines: equal numbers of updates. "
    "Press: the run begins there.";
constexpr const char* kConvergenceHelp =
    "|e| after every update from the start of the run until it is rounding alone, for all lanes. "
    "The order q is fitted to the last errors, e_k+1 = C e_k^q: a straight line is linear, a line "
    "that falls ever faster is quadratic or cubic (Ortega and Rheinboldt 1970).";

struct Pace {
  const char* name;
  double updates_per_s;
};
constexpr Pace kPaces[] = {{"4 a second", 4.0}, {"15", 15.0}, {"60", 60.0}};

constexpr double kFewReached = 0.1;  ///< share of a map's starts below which help is offered
constexpr int kEnoughCells = 1024;   ///< known cells of a map that tell where nothing is reached

// design points
constexpr float kMinMapSide = 200.0F;
constexpr float kMinBeside = 230.0F;   ///< width of each of two maps side by side
constexpr float kWords = 310.0F;       ///< width of what stands beside a large map
constexpr float kChipsHeight = 70.0F;  ///< least, of the solutions below a map that stands alone
constexpr float kTickRoom = 10.0F;
constexpr float kStacked = 0.62F;                     ///< height of each of two maps, of one's
constexpr float kMapShare = 0.66F;                    ///< most of the page's height
constexpr float kCurvesHeight = 145.0F;               ///< least, of the plot of errors
constexpr float kStartMark = 5.0F, kLaneMark = 4.5F;  ///< radii

std::string value_text(const ik::Joint& joint, double theta) {
  const bool angular = ik::is_angular(joint.type);
  const double shown = angular ? lab::kDegrees * theta : theta;
  return joint.name + " " + lab::number_text(shown, 3) + (angular ? "°" : " m");
}

/// The place of a pose on the map; none if it lies outside.
std::optional<ImVec2> place_of(const ReachShown& reach, const lab::Box& cells,
                               const ik::VectorX& theta) {
  const auto [x, y] = reach.basins->place(theta);
  if (!std::isfinite(x) || !std::isfinite(y)) return {};
  const ImVec2 place = vec(lab::on_surface(*reach.figure, cells, {x, y}));
  const bool inside = place.x >= cells.left && place.x <= cells.right() && place.y >= cells.top &&
                      place.y <= cells.bottom();
  return inside ? std::optional(place) : std::nullopt;
}

void draw_dot(const Theme& theme, ImVec2 at, float radius, ImU32 color) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled(at, theme.px(radius + 2.0F), IM_COL32(20, 22, 26, 200), 24);
  list.AddCircleFilled(at, theme.px(radius + 1.2F), IM_COL32_WHITE, 24);
  list.AddCircleFilled(at, theme.px(radius), color, 24);
}

/// The lanes' present poses and the start of the run, over the map.
void draw_poses(const Theme& theme, const ReachData& data, const lab::Box& cells) {
  const ReachShown& reach = data.reach;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!reach.figure->trace.empty()) {
    const ImVec2 start = vec(lab::on_surface(*reach.figure, cells, reach.figure->trace.front()));
    list.AddCircle(start, theme.px(kStartMark), IM_COL32(20, 22, 26, 220), 24, theme.px(3));
    list.AddCircle(start, theme.px(kStartMark), IM_COL32_WHITE, 24, theme.px(1.5F));
  }
  const lab::Setup& setup = data.timeline.setup();
  const lab::Bench& bench = data.timeline.bench();
  // the front lane last, over the others
  for (std::size_t i = 0; i <= bench.size(); ++i) {
    const std::size_t lane = i < bench.size() ? i : setup.front;
    if (i < bench.size() && lane == setup.front) continue;
    const auto at = place_of(reach, cells, bench.tracker(lane).pose().theta);
    // the rim is white in both themes
    const lab::Color color = lab::on_ground(lab::lane_color(setup, lane), false);
    if (at) draw_dot(theme, *at, kLaneMark, packed(to_imgui(color)));
  }
}

const ShownSolution* solution_of(const ReachShown& reach, std::int32_t solution) {
  if (solution < 0) return nullptr;
  const int hue = reach.map->solutions()[static_cast<std::size_t>(solution)].hue;
  const auto found = std::ranges::find(reach.solutions, hue, &ShownSolution::hue);
  return found == reach.solutions.end() ? nullptr : &*found;
}

/// "elbow up after 7 updates".
std::string verdict(const ReachShown& reach, int cell) {
  const auto known = reach.map->stand_in(cell);
  if (!known) return "not computed yet";
  const lab::BasinCell& here = reach.map->cell(*known);
  if (here.solution < 0) return format("no solution in %d updates", reach.map->budget());
  const ShownSolution* solution = solution_of(reach, here.solution);
  return (solution != nullptr ? solution->name : std::string("a solution")) + " after " +
         lab::counted(static_cast<std::size_t>(here.updates), "update");
}

void start_tooltip(const Theme& theme, const ReachShown& reach, int cell) {
  const ik::Multibody& body = *reach.basins->lane().multibody;
  const ik::VectorX theta = reach.basins->start(cell);
  const auto tooltip = in_tooltip();
  const auto font = in_font(theme.font.small_numbers);
  for (const lab::BasinPlane::Side* side : {&reach.basins->plane().x, &reach.basins->plane().y}) {
    ImGui::TextUnformatted(value_text(body.joint(side->joint), theta[side->joint]).c_str());
  }
  colored(theme.color.text, verdict(reach, cell), theme.font.small);
  colored(theme.color.muted, "Press to begin there", theme.font.small);
}

/// The cell of the run's start; the middle one if it is not on the map.
MapCell present_cell(const lab::BasinFigure& figure) {
  const bool known = !figure.trace.empty() && std::isfinite(figure.trace.front().x);
  const lab::Point at =
      known ? figure.trace.front() : lab::Point{0.5 * figure.columns, 0.5 * figure.rows};
  return {map_index(at.x / figure.columns, figure.columns),
          map_index(at.y / figure.rows, figure.rows)};
}

/// Puts the body into the start pose of a cell, and plays.
void begin_at(int cell, const ReachData& data, Edit& edit) {
  if (!data.playing) edit.send(Command::kPlayOrPause);
  start_at(data.reach.basins->start(cell), "start of the run", edit);
}

/// The map as an item: a press or a drag on it puts the body into the start pose under the pointer.
void basin_map(const Theme& theme, const ReachData& data, ImVec2 size, Edit& edit) {
  const ReachShown& reach = data.reach;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList(), reach.picture);
  const lab::PlotStyle style = plot_style(theme);
  const lab::Box cells = lab::lay_out(*reach.figure, box_of(corner, size), style);
  ImGui::Dummy(size);
  if (!lab::has_room(cells, style)) return;
  lab::draw(*reach.figure, cells, style, painter);
  ImGui::SetCursorScreenPos(vec({cells.left, cells.top}));
  press_area("##basins", vec({cells.width, cells.height}));
  mark("reach", "map");
  const bool by_pointer = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool held = by_pointer && ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const bool pressed = by_pointer && ImGui::IsItemActivated();
  const auto keys =
      cell_by_keys({reach.figure->columns, reach.figure->rows}, present_cell(*reach.figure));
  if (reach.stale) {
    dim_map(theme, cells, painter);
  } else {
    painter.clip(cells);
    draw_poses(theme, data, cells);
    painter.unclip();
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + size.y});
  hint_in(theme, corner, {corner.x + size.x, static_cast<float>(cells.top)}, kBasinHelp);
  const auto index_of = [&reach](const MapCell& cell) {
    return cell.row * reach.figure->columns + cell.column;
  };
  if (keys && !held) {
    const ImVec2 at =
        vec(lab::on_surface(*reach.figure, cells, {keys->column + 0.5, keys->row + 0.5}));
    ImGui::GetWindowDrawList()->AddCircle(at, theme.px(kLaneMark + 3.0F),
                                          packed(theme.color.accent), 24, theme.px(2));
    if (keys->taken) return begin_at(index_of(*keys), data, edit);
    ImGui::SetNextWindowPos({at.x + theme.px(14), at.y + theme.px(14)});
    return start_tooltip(theme, reach, index_of(*keys));
  }
  if (!held && !hovered) return;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const int cell =
      index_of({map_index((pointer.x - cells.left) / cells.width, reach.figure->columns),
                map_index((cells.bottom() - pointer.y) / cells.height, reach.figure->rows)});
  if (!held) return start_tooltip(theme, reach, cell);
  const ik::VectorX start = reach.basins->start(cell);
  const std::vector<double>& now = edit.setup.start;
  if (pressed) return begin_at(cell, data, edit);
  const bool same = std::equal(start.begin(), start.end(), now.begin(), now.end());
  if (!same) start_at(start, "start of the run", edit);
}

/// Height of a map of that width, at most `most`.
float map_height(const Theme& theme, const lab::BasinFigure& figure, float width, float most) {
  const lab::Box margins = lab::whole_of(figure, {}, plot_style(theme));
  const float around = static_cast<float>(margins.height);
  const float widest = width - static_cast<float>(margins.width);
  return std::floor(std::min(widest, std::max(most - around, theme.px(kMinMapSide))) + around);
}

/// What a map is of: "DLS, λ 0.4: 97 % reach".
std::string caption_of(const lab::Basins& basins, const lab::BasinMap& map) {
  return lab::describe(*basins.lane().info, basins.lane().settings) + ": " +
         lab::percent(map.reached_share()) + " reach";
}

/// The map, and beside or below it the second one.
/// \param room width, and the largest height
void basin_maps(const Theme& theme, const ReachData& data, ImVec2 room, Edit& edit) {
  const lab::BasinFigure& figure = *data.reach.figure;
  const std::optional<KeptMap>& kept = data.reach.kept;
  if (!kept)
    return basin_map(theme, data, {room.x, map_height(theme, figure, room.x, room.y)}, edit);
  const float gap = theme.px(8), line = ImGui::GetTextLineHeightWithSpacing();
  const bool beside = room.x >= theme.px(2.0F * kMinBeside) + gap;
  const float width = beside ? std::floor(0.5F * (room.x - gap)) : room.x;
  // below each other both are in sight
  const float most = beside ? room.y : kStacked * room.y;
  const ImVec2 size{width, map_height(theme, figure, width, most - line)};
  const auto caption = [&](const lab::Basins& basins, const lab::BasinMap& map) {
    colored(theme.color.text, shortened(caption_of(basins, map), width, ImGui::GetFont()));
  };
  ImGui::BeginGroup();
  caption(*data.reach.basins, *data.reach.map);
  basin_map(theme, data, size, edit);
  ImGui::EndGroup();
  if (beside) ImGui::SameLine(0.0F, gap);
  ImGui::BeginGroup();
  caption(*kept->basins, *kept->map);
  kept_map(theme, *kept, size);
  ImGui::EndGroup();
}

void joint_combo(const Theme& theme, const ReachShown& reach, std::size_t which, float width,
                 ReachPanel& panel) {
  const ik::Multibody& body = *reach.basins->lane().multibody;
  const lab::BasinPlane& plane = reach.basins->plane();
  const std::array<int, 2> chosen{plane.x.joint, plane.y.joint};
  const char* const side = which == 0 ? "x" : "y";
  const bool open = begin_combo(which == 0 ? "##x" : "##y",
                                std::string(side) + "  " + body.joint(chosen[which]).name, width);
  mark("reach", side);
  if (!open) {
    return hint(theme,
                which == 0 ? "The joint of the horizontal axis" : "The joint of the vertical axis");
  }
  for (int given = 0; given < body.joint_count(); ++given) {
    const int j = body.solver_index(given);
    if (!reach.basins->lane().may_move(j) || std::ranges::count(body.followers(), j) > 0) continue;
    if (list_row(theme, body.joint(j).name.c_str(), j == chosen[which])) {
      std::array<int, 2> next = chosen;
      // a press on the joint of the other axis swaps the axes
      if (j == chosen[1 - which]) next[1 - which] = chosen[which];
      next[which] = j;
      choose_joints(body, next, panel);
    }
    mark(std::string("reach/") + side, body.joint(j).name);
  }
  ImGui::EndCombo();
}

void controls(const Theme& theme, const ReachData& data, float width, ReachPanel& panel,
              Edit& edit) {
  const float gap = theme.px(5), save = theme.px(58);
  const float combo = std::floor(0.5F * (width - save - 2.0F * gap));
  joint_combo(theme, data.reach, 0, combo, panel);
  ImGui::SameLine(0.0F, gap);
  joint_combo(theme, data.reach, 1, combo, panel);
  ImGui::SameLine(0.0F, gap);
  edit.send_if(ImGui::Button("Save", {save, 0.0F}), Command::kSaveBasins);
  describe(theme, "reach", "save",
           "Save the map as SVG, PNG and, on a desktop, PDF in " + data.folder);
}

std::string in_words(const ReachData& data) {
  const ReachShown& reach = data.reach;
  const lab::BasinMap& map = *reach.map;
  const std::string method = data.timeline.setup().front_lane().method->label;
  if (map.done() == 0) return {};
  if (map.solutions().empty()) {
    return format("%s reaches the targets from none of these starts within %d updates.",
                  method.c_str(), map.budget());
  }
  std::string text = method + " reaches a solution from " + lab::percent(map.reached_share()) +
                     format(" of these starts, in %.1f updates on average.", map.mean_updates());
  if (!reach.contours.empty()) text += " There is " + reach.contours + ".";
  if (reach.border) {
    text += format(" Dimension of the border between the basins: %.2f (a smooth line has 1).",
                   reach.border->dimension);
  }
  return text;
}

void solution_list(const Theme& theme, const ReachShown& reach, float width, ReachPanel& panel,
                   Edit& edit) {
  const float right = ImGui::GetCursorScreenPos().x + width, top = ImGui::GetCursorPosY();
  const float height = ImGui::GetFrameHeight(), pad = theme.px(6), swatch_room = theme.px(16);
  bool first = true;
  for (std::size_t i = 0; i < reach.solutions.size(); ++i) {
    const ShownSolution& solution = reach.solutions[i];
    const auto id = in_id(static_cast<int>(i));
    std::string text = solution.name;
    if (solution.share >= 0.0) text += "  " + lab::percent(solution.share);
    const float wide =
        std::min(text_width(theme.font.small, text.c_str()) + swatch_room + 2.0F * pad, width);
    if (!first) flow(theme.px(4), wide, right);
    first = false;
    const bool pressed = press_area("solution", {wide, height});
    describe(theme, "reach/solution", solution.name,
             (solution.detail.empty() ? solution.name : solution.detail) +
                 ": press to take this pose, and the body of every lane goes there. The "
                 "number is the share of the map's starts that end in it.");
    const ItemRect rect = item_rect();
    const bool hovered = ImGui::IsItemHovered();
    const bool lit = hovered || panel.was_lit == i;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill_rect(list, rect, lit ? theme.color.hovered : theme.color.control, theme.px(4));
    const float half = theme.px(5), middle = rect.middle().y;
    fill_rect(list,
              {{rect.min.x + pad, middle - half}, {rect.min.x + pad + 2.0F * half, middle + half}},
              to_imgui(lab::solution_color(solution.hue, theme.dark)), theme.px(2));
    const float room = rect.max.x - rect.min.x - swatch_room - 2.0F * pad + 1.0F;
    list.AddText({rect.min.x + pad + swatch_room, rect.middle().y - 0.5F * ImGui::GetFontSize()},
                 packed(theme.color.text), shortened(text, room, ImGui::GetFont()).c_str());
    if (hovered) panel.lit = i;
    if (pressed) start_at(solution.theta, "take " + solution.name, edit);
  }
  panel.chips = ImGui::GetCursorPosY() - top;
}

/// Why the solutions of a singular goal are not proven to be all, in the words of `iklab solve`.
void singularity_line(const Theme& theme, const ReachShown& reach) {
  if (reach.verdict == nullptr || reach.verdict->singularity.empty()) return;
  paragraph(theme.color.caution, reach.verdict->singularity);
  mark("reach", "singularity");
  hint(theme, "Near this goal poses meet, so that they cannot be proven to be all.");
}

/// What is known of the goals, in the words of `iklab solve`, and how the lanes ended.
void verdict_lines(const Theme& theme, const ReachShown& reach) {
  if (reach.verdict != nullptr && !reach.verdict->sentence.empty()) {
    paragraph(theme.color.caution, reach.verdict->sentence);
    mark("reach", "verdict");
  } else if (reach.solutions.empty() && (reach.searching || reach.verdict == nullptr)) {
    colored(theme.color.muted, "Looking for solutions …");
    mark("reach", "none");
  } else if (reach.solutions.empty()) {
    colored(theme.color.muted, "A pose reaches the targets, but none of the map's starts does.");
    mark("reach", "none");
  }
  std::string ends;
  for (const std::string& end : reach.lane_ends) ends += (ends.empty() ? "" : "\n") + end;
  if (ends.empty()) return;
  paragraph(theme.color.text, ends);
  mark("reach", "lanes");
}

/// Puts the body into a pose in which the goals are not reached, and plays.
void begin_elsewhere(const ReachData& data, Edit& edit) {
  if (!data.playing) edit.send(Command::kPlayOrPause);
  lab::StandingLane lane(data.timeline.bench().front());
  start_at(lab::unsolved_start(lane), "start of the run", edit);
}

void curves(const Theme& theme, const ReachData& data, ImVec2 size, Edit& edit) {
  const ReachShown& reach = data.reach;
  if (reach.convergence == nullptr && reach.starts_solved) {
    paragraph(theme.color.muted,
              "The run begins in a pose that reaches the targets: there is no "
              "error to follow.");
    if (ImGui::Button("Begin elsewhere")) begin_elsewhere(data, edit);
    describe(theme, "reach", "elsewhere",
             "Puts the body of every lane into a pose that does not reach the targets.");
    return;
  }
  if (reach.convergence == nullptr) return ImGui::Dummy(size);
  lab::Plot plot = *reach.convergence;
  plot.title += " [" + plot.y.unit + "]";  // the window draws no labels of y axes
  const bool solving = reach.solve && reach.solve->running;
  const auto now =
      solving ? std::optional(reach.solve->update) : updates_since_start(data.timeline);
  const bool of_lanes = plot.id != "search";
  if (now && (solving || of_lanes) && *now <= plot.x.max) plot.marks.push_back({*now, "now"});
  draw_plot(theme, "convergence", plot, size, kConvergenceHelp);
  mark("reach", "convergence", Access::kPointer);
}

void switches(const Theme& theme, const ReachShown& reach, ReachPanel& panel) {
  switch_row(theme, "Solutions",
             "Draws all solutions in the picture, each as a ghost with its name. A click on one "
             "takes it.",
             "reach", "ghosts", panel.ghosts);
  switch_row(theme, "Shape of reach",
             "Draws places that the effector reaches within the limits, the chosen target's "
             "effector or the first. The colour is the share of directions in which it gets there: "
             "dark for few, light for many (Zacharias, Borst and Hirzinger 2007).",
             "reach", "cloud", panel.cloud);
  if (reach.cloud_share > 0.0) cloud_legend(theme, reach.cloud_share);
}

void pace_row(const Theme& theme, ReachPanel& panel) {
  row_label(theme, "Updates", "Updates a second while the targets stand and this page is open.");
  std::array<const char*, std::size(kPaces)> names{};
  std::ranges::transform(kPaces, names.begin(), [](const Pace& pace) { return pace.name; });
  choose(theme, "pace", names, panel.pace, ImGui::GetContentRegionAvail().x);
}

void moving_page(const Theme& theme, const ReachData& data, float width, Edit& edit) {
  const bool pressed = empty_state(
      theme,
      {.name = "Reach",
       .text = "Solving to the end: the targets stand, and updates go on until they are reached. "
               "Here is a map of start poses, coloured by the solution that the method reaches, "
               "all solutions by name, and how fast every lane converges.",
       .button = "Let the targets stand and solve",
       .help = "The targets stay where they are, and the body's pose is the start, or another one "
               "if it reaches them already. They can be dragged."},
      width);
  if (pressed) stand(data.timeline.bench().front(), true, edit);
}

void stand_row(const Theme& theme, const ReachData& data, Edit& edit) {
  bool stands = data.timeline.setup().frozen;
  if (switch_row(theme, "Targets stand",
                 "On: the targets stay where they are, and the lanes solve to the end. The page "
                 "shows the run from its start pose.",
                 "reach", "stand", stands)) {
    stand(data.timeline.bench().front(), stands, edit);
  }
}

/// The page while targets move, or before there is a map.
void without_map(const Theme& theme, const ReachData& data, float width, ReachPanel& panel,
                 Edit& edit) {
  const lab::Setup& setup = data.timeline.setup();
  // the switches stay where they are when the map appears
  if (!panel.alone) {
    stand_row(theme, data, edit);
    if (setup.scene->multibody.loops().empty()) switches(theme, data.reach, panel);
  }
  if (data.reach.trouble != nullptr) {
    paragraph(theme.color.caution, *data.reach.trouble);
    mark("reach", "trouble");
  } else if (!setup.frozen) {
    moving_page(theme, data, width, edit);
  } else {
    colored(theme.color.muted, "The first starts are being computed.");
  }
}

void above_map(const Theme& theme, const ReachData& data, float width, ReachPanel& panel,
               Edit& edit) {
  stand_row(theme, data, edit);
  // above what grows while solutions are found
  switches(theme, data.reach, panel);
  pace_row(theme, panel);
  solve_row(theme, data.reach, width, edit);
  off_plane_rows(theme, data.timeline.bench().front(), edit);
  controls(theme, data, width, panel, edit);
}

/// \param bottom of the page, as ImGui::GetCursorPosY() counts
void below_map(const Theme& theme, const ReachData& data, float width, float bottom,
               ReachPanel& panel, Edit& edit) {
  const ReachShown& reach = data.reach;
  if (!panel.alone) {
    // above what changes its height with each map: they stay under the pointer
    keep_link(theme, reach, edit);
    sweep_link(theme, data, panel, edit);
  }
  const bool nothing =
      reach.map->done() >= kEnoughCells && reach.map->reached_share() < kFewReached;
  if (nothing && !reach.stale && !panel.alone) remedies(theme, data, panel, edit);
  if (!panel.alone) singularity_line(theme, reach);
  solution_list(theme, reach, width, panel, edit);
  if (!panel.alone) family_row(theme, reach, panel, edit);
  const auto errors = [&] {
    const float rest = bottom - ImGui::GetCursorPosY() - theme.px(4);
    curves(theme, data, {width, std::max(std::floor(rest), theme.px(kCurvesHeight))}, edit);
  };
  if (panel.alone) return errors();
  verdict_lines(theme, reach);
  paragraph(theme.color.muted, in_words(data));
  mark("reach", "words");
  errors();
}

/// What the page asks for. Joints of another body are not kept.
ReachWish reach_wish(const Theme& theme, const ReachData& data, const ReachPanel& panel) {
  ReachWish wish{.dark = theme.dark,
                 .cloud = panel.cloud,
                 .effector = data.selected.value_or(0),
                 .pace = kPaces[panel.pace].updates_per_s};
  const ik::Multibody& body = data.timeline.setup().scene->multibody;
  if (panel.joints) {
    bool known = true;
    for (std::size_t i = 0; i < 2; ++i) {
      const int j = (*panel.joints)[i];
      known = known && j < body.joint_count() && body.joint(j).name == panel.names[i];
    }
    if (known) wish.joints = panel.joints;
  }
  return wish;
}

}  // namespace

std::optional<double> updates_since_start(const lab::Timeline& timeline) {
  const std::vector<lab::SetupChange>& changes = timeline.changes();
  if (changes.empty()) return std::nullopt;
  const lab::SetupChange& last = changes.back();
  const lab::Setup& before =
      changes.size() > 1 ? changes[changes.size() - 2].setup : timeline.initial();
  if (last.step > timeline.now() || last.setup.start == before.start) return std::nullopt;
  return static_cast<double>(timeline.now() - last.step) *
         last.setup.front_lane().settings.iterations;
}

void stand(const lab::Tracker& front, bool stands, Edit& edit) {
  lab::Setup& setup = edit.change(stands ? "targets stand" : "targets move");
  setup.frozen = stands;
  setup.start.clear();
  if (!stands) return;
  const ik::VectorX start = lab::unsolved_start(lab::StandingLane(front));
  setup.start.assign(start.begin(), start.end());
}

void start_at(const ik::VectorX& theta, const std::string& what, Edit& edit) {
  std::vector<double> start(theta.begin(), theta.end());
  // an equal set-up would be no change: the next number is as good
  if (start == edit.setup.start) start[0] = std::nextafter(start[0], 10.0);
  edit.change(what).start = std::move(start);
}

void reach_panel(const Theme& theme, const ReachData& data, ImVec2 size, ReachPanel& panel,
                 Edit& edit) {
  const auto font = in_font(theme.font.small);
  const ReachShown& reach = data.reach;
  panel.open = true;
  edit.reach = reach_wish(theme, data, panel);
  const bool has_map =
      data.timeline.setup().frozen && reach.trouble == nullptr && reach.map != nullptr;
  if (!has_map) return without_map(theme, data, size.x, panel, edit);
  advance_sweep(data, panel, edit);
  const float top = ImGui::GetCursorPosY();
  // a scrollbar that comes or goes changes no map
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float wide = ImGui::GetWindowWidth() - bar - theme.px(kTickRoom);
  const float gap = theme.px(12), words = theme.px(kWords) + bar;
  const float below = theme.px(kCurvesHeight) + std::max(theme.px(kChipsHeight), panel.chips);
  const float most = panel.alone ? size.y - below : kMapShare * size.y;
  if (wide - words - gap < most) {
    if (!panel.alone) above_map(theme, data, size.x, panel, edit);
    const float left = size.y - (ImGui::GetCursorPosY() - top);
    basin_maps(theme, data, {wide, panel.alone ? most : kMapShare * left}, edit);
    return below_map(theme, data, size.x, top + size.y, panel, edit);
  }
  ImGui::BeginChild("maps", {wide - words - gap, size.y});
  basin_maps(theme, data, {wide - words - gap - theme.px(kTickRoom), size.y}, edit);
  ImGui::EndChild();
  ImGui::SameLine(0.0F, gap);
  ImGui::BeginChild("words", {words, size.y});
  if (!panel.alone) above_map(theme, data, words - bar, panel, edit);
  below_map(theme, data, words - bar, size.y, panel, edit);
  ImGui::EndChild();
}

void keep_reach(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit) {
  panel.open = true;
  edit.reach = reach_wish(theme, data, panel);
}

}  // namespace ui
