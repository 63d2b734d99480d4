#include "ui/shell/laboratory.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/kit/widgets.h"
#include "ui/panels/ranking.h"
#include "ui/shell/bars.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/shortcuts.h"

namespace ui {

namespace {

constexpr ImGuiWindowFlags kScrolls =
    (kPlainWindow & ~ImGuiWindowFlags_NoScrollbar) | ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr float kLowColumn = 680.0F, kHighColumn = 780.0F;  ///< heights; between: closer rows
constexpr float kClose = 1.0F;                              ///< design points between closer rows
constexpr float kMinNotice = 240.0F;                        ///< design points, width for a message
constexpr ImGuiWindowFlags kFixed =
    kScrolls | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// Offers to bring the most shaking other lane to the front. \returns whether there is one
bool offer_shaking_lane(const Theme& theme, const Context& context) {
  const auto& [shown, panels, edit] = context;
  const lab::Setup& setup = shown.timeline.setup();
  if (setup.lanes.size() < 2) return false;
  Ranking& ranking = panels.lanes.ranking;
  update(ranking, shown.timeline, shown.seen.histories, shown.playback.playing, ImGui::GetTime());
  const auto lane = shaking_lane(setup, ranking);
  if (!lane) return false;
  const std::string name = lab::lane_labels(setup)[*lane];
  const bool pressed = empty_state(theme, {.name = "another lane",
                                           .text = "Another lane shakes.",
                                           .button = "Look at " + name,
                                           .help = "Brings this lane to the front."});
  if (pressed) bring_to_front(*lane, edit);
  return true;
}

/// The page "Why?" while nothing is known to shake.
void nothing_to_explain(const Theme& theme, const Context& context) {
  const lab::Diagnosis* known = context.shown.seen.diagnosis;
  if (known != nullptr && known->causes.front().id != lab::CauseId::kCalm) return;
  ImGui::PushFont(theme.font.small);
  if (offer_shaking_lane(theme, context)) return ImGui::PopFont();
  const bool pressed = empty_state(
      theme,
      {.name = "Why?",
       .text = "When the body shakes, its causes are here, each with remedies that were tried on a "
               "copy of the body.",
       .button = "Watch it shake: the pseudoinverse on the Y",
       .help = "Shows in four acts when the report's Y shakes and what calms it. Undo leads "
               "back to the present set-up."});
  ImGui::PopFont();
  if (pressed) watch_it_shake(context.panels);
}

ReachData reach_data(const Context& context) {
  const LabView& shown = context.shown;
  return {shown.reach,
          shown.timeline,
          shown.saving.path,
          shown.playback.playing,
          context.panels.targets.selected,
          shown.saving.filmed.has_value()};
}

const SidePage kPages[] = {
    {.name = "Spectrum",
     .icon = Icon::kBars,
     .help = "The singular values of J, and the method's gain for each.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           spectrum_panel(theme, c.shown.seen.spectrum, c.shown.tracker(), size, c.panels.spectrum,
                          c.edit);
           c.panels.maths.hovered = c.panels.spectrum.hovered;
         },
     .synonyms = "SVD, singular values, sigma, rank, condition number, gain"},
    {.name = "Compare",
     .icon = Icon::kRanking,
     .help = "Methods side by side on the same targets, ranked.",
     .draw =
         [](const Theme& theme, ImVec2, const Context& c) {
           lanes_panel(theme, c.shown.timeline, c.shown.seen.histories, c.shown.playback.playing,
                       c.panels.lanes, c.edit);
         },
     .synonyms = "lanes, side by side, versus, ranking, table, benchmark"},
    {.name = "Maths",
     .icon = Icon::kMatrix,
     .help = "J, U, Σ and V, filters, the error landscape, ellipsoids and the nullspace.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           maths_panel(theme, {c.shown.timeline, c.shown.seen.spectrum, c.shown.scenes}, size,
                       c.panels.maths, c.edit);
         },
     .synonyms =
         "mathematics, equations, formulas, matrix, SVD, nullspace, ellipsoids, error landscape"},
    {.name = "Sweep",
     .icon = Icon::kMap,
     .help = "Maps of error and jitter over two settings, with the present settings as a point.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           sweep_panel(theme, {c.shown.sweep, c.shown.tracker(), c.shown.saving.path}, size,
                       c.panels.sweep, c.edit);
         },
     .synonyms = "heat map, parameter study, parameter scan, grid search, tuning"},
    {.name = "Advice",
     .icon = Icon::kCloud,
     .help = "Which method suits this body, with which settings: all of them tried, and three "
             "recommended.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           advice_panel(theme, c.shown.advice, c.shown.timeline.setup().front_lane(),
                        c.shown.saving.path, size, c.edit);
         },
     .synonyms =
         "advise, recommend, recommendation, which method, best method, choose, Pareto front, "
         "trade-off"},
    {.name = "Why?",
     .icon = Icon::kQuestion,
     .help = "Why the body shakes, and what would help.",
     .draw =
         [](const Theme& theme, ImVec2, const Context& c) {
           diagnosis_panel(theme, c.shown.seen.diagnosis, c.shown.tracker().multibody(),
                           c.panels.diagnosis, c.edit);
           nothing_to_explain(theme, c);
         },
     .synonyms =
         "jitter, shaking, shakes, wobble, oscillation, trembling, diagnosis, causes, remedies"},
    {.name = "Crowd",
     .icon = Icon::kCrowd,
     .help = "Thousands of bodies around this one, and their computing time.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           crowd_panel(theme, c.shown.crowd, size, c.panels.crowd, c.edit);
         },
     .synonyms = "many bodies, batch, swarm, thousands"},
    {.name = "Claims",
     .icon = Icon::kFlask,
     .help = "Claims about the methods: predict the result, then see it measured.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           claims_panel(theme, {c.shown.experiments, c.shown.scenes, c.shown.saving.path}, size,
                        c.panels.claims, c.edit);
         },
     .synonyms = "experiments, hypotheses, predictions, quiz, report"},
    {.name = "Body",
     .icon = Icon::kBody,
     .help = "The body's joints, effectors and obstacles: add, move, turn and delete them.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           build_panel(theme, c.shown.tracker(), size, c.panels.build, c.edit);
         },
     .synonyms = "build, editor, edit the body, joints, links, effectors, obstacles, hinge, slide"},
    {.name = "Reach",
     .icon = Icon::kReach,
     .help = "Poses solved to the end: which solution from which start, and how fast.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           reach_panel(theme, reach_data(c), size, c.panels.reach, c.edit);
         },
     .synonyms =
         "solve to the end, basins of attraction, fractal, solutions, elbow up, convergence, "
         "order, workspace, reachability, standing targets"},
    {.name = "Path",
     .icon = Icon::kPath,
     .help = "The joints along a path without a jump, and all branches over it.",
     .draw =
         [](const Theme& theme, ImVec2 size, const Context& c) {
           path_panel(theme,
                      {c.shown.path, c.shown.timeline, c.shown.playback, c.shown.saving.path}, size,
                      c.panels.path, c.edit);
         },
     .synonyms =
         "waypoints, trajectory, Cartesian path, branches, aspects, cuspidal, reconfiguration"},
};

void column(const Theme& theme, const Area& area, const Context& context) {
  const auto& [shown, panels, edit] = context;
  begin_window("laboratory", area, {theme.px(12), theme.px(4)}, kScrolls);
  const float right = area.end().x - 1.0F;
  border(theme, {right, area.corner.y}, {right, area.end().y});
  // in a laptop's window, closer rows make room for the last headings; a lower one scrolls anyway
  const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
  const bool low = area.size.y >= theme.px(kLowColumn) && area.size.y < theme.px(kHighColumn);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, low ? theme.px(kClose) : spacing.y});
  const lab::Tracker& tracker = shown.tracker();
  if (shown.saving.question) ImGui::GetStateStorage()->SetBool(ImGui::GetID("Run"), true);
  if (section(theme, "Run")) {
    run_panel(theme, shown.playback, shown.seen.pace.has_value(), shown.saving, shown.message,
              panels.run, edit);
  }
  if (section(theme, "Scene")) {
    scene_panel(theme, shown.scenes, tracker, panels.closed_form, edit);
  }
  if (section(theme, "Method"))
    method_panel(theme, tracker, shown.seen.spectrum, panels.settings, edit);
  if (section(theme, "Settings")) settings_panel(theme, tracker, panels.settings, edit);
  if (section(theme, "Targets", false)) targets_panel(theme, shown.timeline, panels.targets, edit);
  if (section(theme, "Weights and joints", false)) weights_panel(theme, tracker, edit);
  ImGui::PopStyleVar();
  fade_scrolled_ends(theme);
  ImGui::End();
}

void side_page(const Theme& theme, const Area& area, const Context& context) {
  const SidePage& page = side_pages()[context.panels.page];
  begin_window("side", area, {theme.px(12), theme.px(8)}, kFixed);
  border(theme, area.corner, {area.corner.x, area.end().y});
  colored(theme.color.text, page.name, theme.font.bold);
  hint(theme, page.help);
  // every page scrolls for itself
  ImGui::BeginChild(page.name, ImGui::GetContentRegionAvail());
  page.draw(theme, ImGui::GetContentRegionAvail(), context);
  fade_scrolled_ends(theme);
  ImGui::EndChild();
  ImGui::End();
}

void strip(const Theme& theme, const Area& area, const Context& context) {
  const auto& [shown, panels, edit] = context;
  begin_window("plots", area, {theme.px(12), theme.px(8)}, kFixed);
  border(theme, area.corner, {area.end().x, area.corner.y});
  plots_panel(theme, shown.timeline, shown.seen.histories, ImGui::GetContentRegionAvail(),
              panels.plots, edit);
  ImGui::End();
}

/// Draws what lies over the picture, or over the grid of pictures. \returns the area in which a
/// message at the foot covers no button
Area overlays(const Theme& theme, const Area& clear, const Context& context) {
  const auto& [shown, panels, edit] = context;
  const lab::Setup& setup = shown.timeline.setup();
  const std::size_t lanes = setup.lanes.size();
  const bool grid = side_by_side(panels.lanes, setup) && shown.cells.size() >= lanes;
  const std::span<const Cell> cells = grid ? shown.cells : std::span<const Cell>{};
  const auto empty = empty_cells(cells, lanes);
  if (!empty) {
    targets_overlay(theme, grid ? cells[setup.front].picture : clear, shown.tracker(),
                    shown.seen.statuses, panels.targets);
  }
  const auto gizmo = room_for_gizmo(theme, clear, cells, lanes);
  if (gizmo) {
    axis_gizmo(theme, *gizmo, shown.axes, shown.tracker().scene(), panels.followed, edit);
  }
  // the crowd is in the front lane's cell; in an empty cell the legend hides nothing
  const float taken = gizmo ? gizmo_width(theme) : 0.0F;
  const bool beside =
      empty && crowd_legend(theme, {empty->corner, {empty->size.x - taken, empty->size.y}},
                            LegendSide::kRight, shown.crowd);
  if (!grid) {
    crowd_legend(theme, clear, LegendSide::kLeft, shown.crowd);
  } else if (!beside) {
    // above the readings at its foot
    const Area& front = cells[setup.front].picture;
    crowd_legend(theme, {front.corner, {front.size.x, front.size.y - readings_height(theme)}},
                 LegendSide::kLeft, shown.crowd);
  }
  column_button(theme, grid ? cells.front().picture : clear, panels);
  if (clear.size.x - taken < theme.px(kMinNotice)) return clear;
  return {clear.corner, {clear.size.x - taken, clear.size.y}};
}

/// The windows in the order in which Tab walks them: as a reader goes over them.
constexpr const char* kOrder[] = {"tour",        "demonstration", "controls", "laboratory",
                                  "edge column", "column button", "targets",  "crowd legend",
                                  "gizmo",       "edge strip",    "timeline", "plots",
                                  "edge side",   "side",          "rail",     "status"};

/// A column over the picture folds when it gets room beside it.
void note_room(const Layout& layout, Arrangement& arrangement) {
  arrangement.column.beside = layout.column_beside;
  arrangement.page.beside = layout.page_beside;
  if (layout.column_beside) arrangement.column.over = false;
  if (layout.page_beside) arrangement.page.over = false;
}

}  // namespace

std::span<const SidePage> side_pages() { return kPages; }

std::size_t page_named(std::string_view name) {
  const auto pages = side_pages();
  const auto page = std::ranges::find(pages, name, &SidePage::name);
  return static_cast<std::size_t>(page - pages.begin());
}

double next_text_size(double size, bool larger) {
  constexpr double kSizes[] = {0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
  double next = larger ? std::end(kSizes)[-1] : kSizes[0];
  for (const double step : kSizes) {
    if (larger && step > size) next = std::min(next, step);
    if (!larger && step < size) next = std::max(next, step);
  }
  return next;
}

void open_page(Panels& panels, std::size_t page) {
  panels.page = page;
  show_page(panels.arrangement, true);
}

Edit draw(const Theme& theme, const Layout& layout, const LabView& shown, Panels& panels) {
  Edit edit(shown.timeline.setup());
  const Context context{shown, panels, edit};
  ImGui::GetIO().UserData = &panels.focus;
  press_focused(panels.focus);
  // shows the panels that ask it, from the next frame on
  const auto& question = shown.saving.question;
  if (question && question->number != panels.run.asked) {
    panels.hidden = false;
    show_column(panels.arrangement, true);
  }
  panels.maths.hovered.reset();
  const bool reach_was_open = std::exchange(panels.reach.open, false);
  panels.build.open = false;
  panels.path.open = false;
  panels.path.lit.reset();
  panels.reach.alone = panels.hidden;
  panels.reach.was_lit = std::exchange(panels.reach.lit, std::nullopt);
  const int effectors = shown.tracker().multibody().effector_count();
  if (panels.targets.selected >= effectors) panels.targets.selected.reset();
  panels.diagnosis.was_lit = std::exchange(panels.diagnosis.lit, std::nullopt);
  panels.plots.cursor = std::exchange(panels.plots.pointed, std::nullopt);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ++panels.presses;
  // also in the frame that lets go, where a drag may end with a change
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    edit.gesture = panels.presses;
  }
  ImGui::PushFont(theme.font.text);
  control_line(theme, layout, context);
  if (layout.time.size.y > 0.0F) timeline_bar(theme, layout.time, shown, panels.plots, edit);
  if (layout.strip.size.y > 0.0F) strip(theme, layout.strip, context);
  if (layout.rail.size.x > 0.0F) {
    note_room(layout, panels.arrangement);
    const Area clear = layout.clear();
    if (layout.column.size.x > 0.0F) column(theme, layout.column, context);
    if (layout.page.size.x > 0.0F) side_page(theme, layout.page, context);
    rail(theme, layout.rail, context);
    status_bar(theme, layout.status, shown, panels);
    // a page may lie over all of the picture
    const Area foot = clear.size.x > 0.0F ? overlays(theme, clear, context) : clear;
    splitters(theme, layout, panels.arrangement);
    notice(theme, foot, shown, panels.notice);
    tour(theme, layout, panels);
    demonstration(theme, layout.card, context);
  } else if (layout.page.size.x > 0.0F) {
    side_page(theme, layout.page, context);
  }
  const bool stands = shown.timeline.setup().frozen;
  const bool reach = stands && panels.page == page_named("Reach");
  if (reach && reach_was_open && !panels.reach.open) {
    keep_reach(theme, reach_data(context), panels.reach, edit);
  }
  panels.arrangement.page_stays = reach;
  film_overlay(theme, layout.view, shown.saving, edit);
  if (panels.hidden) recording_overlay(theme, layout.view, shown.saving, edit);
  way_back(theme, layout.view, panels);
  help_overlay(theme, shown.platform, panels);
  command_palette(theme, context);
  ImGui::PopFont();
  handle_shortcuts(context);
  if (panels.palette.open) {
    panels.focus.stops.clear();  // it has the keys
    panels.focus.shown = false;
  } else {
    walk(theme, panels.focus, kOrder, panels.help ? kKeysOverlay : "");
  }
  const float room = layout.clear().size.x;
  const float card = std::max(tour_height(theme, room, panels.tour),
                              demonstration_height(theme, room, panels.demonstration));
  panels.arrangement.card_height = card / theme.scale;
  return edit;
}

namespace {

std::set<ImWchar> signs_of(const lab::Scene& scene) {
  std::set<ImWchar> signs;
  const auto add = [&signs](const std::string& text) { add_further_signs(text, signs); };
  for (const std::string* text : {&scene.id, &scene.name, &scene.description, &scene.recording}) {
    add(*text);
  }
  const ik::Multibody& body = scene.multibody;
  for (int j = 0; j < body.joint_count(); ++j) add(body.joint(j).name);
  for (int i = 0; i < body.effector_count(); ++i) add(body.effector(i).name);
  for (const ik::Obstacle& obstacle : scene.obstacles) add(obstacle.name);
  for (const lab::JointGroup& group : scene.groups) add(group.name);
  for (const auto* texts : {&scene.recordings, &scene.notes, &scene.files}) {
    for (const std::string& text : *texts) add(text);
  }
  return signs;
}

}  // namespace

void ShownSigns::add(std::string_view text) {
  if (signs_.size() < kMaxSigns) add_further_signs(text, signs_);
}

void ShownSigns::look(const LabView& shown, const Panels& panels) {
  const std::shared_ptr<const lab::Scene>& scene = shown.timeline.setup().scene;
  if (scene_ != scene) {
    scene_ = scene;
    signs_ = signs_of(*scene);
  }
  add(shown.message.text);
  add(shown.saving.path);
  if (shown.opening) add(shown.opening->name);
  for (const SceneItem& item : shown.scenes.items) add(item.name);
  for (const std::string& path : shown.paths) add(path);
  for (const LeftRun& run : shown.left_runs) add(run.timeline->setup().scene->name);
  add(panels.palette.text);
  for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
    if (signs_.size() < kMaxSigns && !is_usual_sign(letter)) signs_.insert(letter);
  }
  while (signs_.size() > kMaxSigns) signs_.erase(std::prev(signs_.end()));
}

}  // namespace ui
