#include <algorithm>
#include <array>
#include <cmath>

#include "lab/path/waypoints.h"
#include "lab/scene/number_text.h"
#include "lab/scene/scene.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"
#include "ui/panels/column.h"
#include "ui/panels/path_rows.h"

namespace ui {
namespace {

using lab::PathForm;

constexpr const char* kFormWords[] = {"the targets' curves", "a line", "a circle", "points",
                                      "a file"};
constexpr const char* kFormHelp =
    "What the effector follows: the targets' curves once round, a line, a circle, a smooth line "
    "through points, or the rows of a CSV file with the columns of `iklab path`. Lines, circles "
    "and points have handles in the picture.";
constexpr const char* kUpdatesNames[] = {"1 update", "10", "100"};

constexpr float kPathPlotHeight = 105.0F;  // design points

void change_path(Edit& edit, const char* what, lab::PathShape shape) {
  edit.change(what).path = std::move(shape);
}

/// The places of the moving effector along the present path.
std::vector<Eigen::Vector3d> places_of(const lab::PathShape& shape, const lab::Setup& setup) {
  std::vector<Eigen::Vector3d> places;
  for (const ik::Waypoint& waypoint : lab::waypoints_of(shape, setup)) {
    places.push_back(waypoint.targets[static_cast<std::size_t>(shape.effector)]);
  }
  return places;
}

void choose_form(PathForm form, const lab::PathShape& shape, Edit& edit) {
  if (form == shape.form) return;
  if (form == PathForm::kRows) return edit.send(Command::kOpenFile);
  lab::PathShape next = shape;
  if (form == PathForm::kTargets) {
    next = {.waypoints = lab::first_path(edit.setup).waypoints};
  } else {
    const std::vector<Eigen::Vector3d> places = places_of(shape, edit.setup);
    next = lab::fitted_path(next, form, places);
    if (shape.form == PathForm::kRows) next.waypoints = static_cast<int>(places.size());
  }
  next.start.clear();
  change_path(edit, "the path's form", std::move(next));
}

void form_combo(const Theme& theme, const lab::PathShape& shape, const lab::Setup& setup,
                Edit& edit) {
  row_label(theme, "Path", kFormHelp);
  const auto form = static_cast<std::size_t>(shape.form);
  const std::string shown = shape.form == PathForm::kRows && !shape.rows->name.empty()
                                ? shape.rows->name
                                : kFormWords[form];
  const bool open = begin_combo("##form", shown);
  mark("path", "form");
  if (!open) return;
  for (std::size_t i = 0; i < std::size(kFormWords); ++i) {
    const bool file = i == static_cast<std::size_t>(PathForm::kRows);
    if (list_row(theme, file ? "open a CSV file …" : kFormWords[i], i == form && !file)) {
      if (file) edit.send(Command::kOpenFile);
      if (!file && lab::path_trouble(shape, setup).empty()) {
        choose_form(static_cast<PathForm>(i), shape, edit);
      } else if (!file) {
        // a path that cannot be followed has no places: begin at the targets
        lab::PathShape first = lab::first_path(setup);
        const std::vector<Eigen::Vector3d> places = places_of(first, setup);
        change_path(edit, "the path's form",
                    lab::fitted_path(first, static_cast<PathForm>(i), places));
      }
    }
    mark("path/form", lab::kPathForms[i]);
  }
  ImGui::EndCombo();
}

void effector_combo(const Theme& theme, const lab::PathShape& shape, const lab::Setup& setup,
                    Edit& edit) {
  const ik::Multibody& body = setup.scene->multibody;
  if (body.effector_count() < 2) return;
  row_label(theme, "Effector",
            "The effector that goes along the path. The others stay at their "
            "targets.");
  const bool open = begin_combo("##effector", body.effector(shape.effector).name);
  mark("path", "effector");
  if (!open) return;
  for (int i = 0; i < body.effector_count(); ++i) {
    if (list_row(theme, body.effector(i).name.c_str(), i == shape.effector)) {
      lab::PathShape next = shape;
      next.effector = i;
      next.start.clear();
      change_path(edit, "the path's effector", std::move(next));
    }
    mark("path/effector", body.effector(i).name);
  }
  ImGui::EndCombo();
}

/// The numbers of a line or a circle.
void shape_numbers(const Theme& theme, const lab::PathShape& shape, const ik::Multibody& body,
                   Edit& edit) {
  const NumberLook look = length_look(body);
  lab::PathShape next = shape;
  bool changed = false;
  const auto vector = [&](const char* label, const char* help, Eigen::Vector3d& value,
                          NumberLook of) {
    changed |= numbers_row(theme, "path", label, help, of, {value.data(), 3});
  };
  if (shape.form == PathForm::kLine) {
    vector("From", "The first waypoint, m.", next.from, look);
    vector("To", "The last waypoint, m.", next.to, look);
  } else if (shape.form == PathForm::kCircle) {
    vector("Centre", "Of the circle, m.", next.center, look);
    vector("Normal", "The direction across the circle, of any length.", next.normal,
           kDirectionLook);
    changed |= numbers_row(theme, "path", "Radius", "Of the circle, m.", look, {&next.radius, 1});
    if (!(next.radius > 0.0) || !(next.normal.norm() > 1e-9)) changed = false;
  }
  if (changed) change_path(edit, "the path's numbers", std::move(next));
}

void waypoint_rows(const Theme& theme, const lab::PathShape& shape, Edit& edit) {
  if (shape.form != PathForm::kRows) {
    const auto count = number_row(theme, "Waypoints", "Number of waypoints on the path.", "path",
                                  {.id = "waypoints",
                                   .unit = "",
                                   .min = 10.0,
                                   .max = 1000.0,
                                   .logarithmic = true,
                                   .whole = true,
                                   .resets = false},
                                  shape.waypoints);
    if (count) {
      lab::PathShape next = shape;
      next.waypoints =
          std::clamp(static_cast<int>(std::lround(*count)), lab::kMinWaypoints, lab::kMaxWaypoints);
      change_path(edit, "number of waypoints", std::move(next));
    }
  }
  bool closed = shape.closed;
  if (switch_row(theme, "Closed",
                 "The joints end as they began, so that the path can be repeated for ever. Points "
                 "are joined to a loop.",
                 "path", "closed", closed)) {
    lab::PathShape next = shape;
    next.closed = closed;
    change_path(edit, "a closed path", std::move(next));
  }
}

void start_row(const Theme& theme, const lab::PathShape& shape, Edit& edit) {
  if (shape.start.empty()) return;
  if (text_link(theme, "free", "Let the way begin on any branch", theme.color.accent)) {
    lab::PathShape next = shape;
    next.start.clear();
    change_path(edit, "begin on any branch", std::move(next));
  }
  describe(theme, "path", "free",
           "The way begins on the branch that was pressed. Without that it begins where it has the "
           "fewest changes of branch, and then the shortest way.");
}

/// Plays, pauses, and the speed; then what stands at the present place.
void player_rows(const Theme& theme, const PathData& data, PathPanel& panel, Edit& edit) {
  const ik::Followed& way = *data.path.way;
  const bool playing = data.playback.playing;
  const float side = theme.finger(26);
  command_button(theme,
                 {.group = "path",
                  .id = "play",
                  .icon = playing ? Icon::kPause : Icon::kPlay,
                  .command = Command::kPlayOrPause,
                  .help = "Plays along the path, or pauses (Space). The run rests meanwhile."},
                 {side, side}, edit);
  ImGui::SameLine(0.0F, theme.px(8));
  ImGui::AlignTextToFramePadding();
  colored(theme.color.text, "waypoint " + lab::number_text(std::round(panel.player.at) + 1.0, 5) +
                                " of " + std::to_string(data.path.question->waypoints().size()));
  mark("path", "place");
  const auto speed = number_row(theme, "Speed", "Path seconds per second.", "path",
                                {.id = "speed",
                                 .unit = "×",
                                 .min = kSpeed.min,
                                 .max = kSpeed.max,
                                 .logarithmic = true,
                                 .resets = false},
                                data.playback.speed);
  if (speed) edit.send(SetSpeed{*speed});
  if (playing) return;
  const std::string stop = lab::stop_in_words(*data.path.question, way, panel.player.at);
  if (stop.empty()) return;
  paragraph(theme.color.caution, stop);
  mark("path", "stop");
}

/// Moves the player by the time of this frame; at a stop the window pauses.
void advance_player(const PathData& data, PathPanel& panel, Edit& edit) {
  const bool playing = data.playback.playing;
  const bool begins = playing && !panel.was_playing;
  panel.was_playing = playing;
  if (data.path.way == nullptr || data.path.way->poses.empty()) return;
  const ik::Followed& way = *data.path.way;
  if (begins) panel.player.resume(way);
  if (!playing) return panel.player.seek(way, panel.player.at);
  const double seconds = static_cast<double>(ImGui::GetIO().DeltaTime) * data.playback.speed;
  if (!panel.player.advance(way, data.path.question->waypoints(), seconds)) {
    edit.send(Command::kPlayOrPause);
  }
}

PathWish path_wish(const PathPanel& panel) {
  PathWish wish{.methods = {}, .updates = kPathUpdates[panel.updates]};
  for (const std::string& id : panel.methods) wish.methods.push_back(ik::find_method(id));
  return wish;
}

void path_words(const Theme& theme, const PathData& data, Edit& edit) {
  const PathShown& path = data.path;
  if (path.trouble != nullptr) {
    paragraph(theme.color.caution, *path.trouble);
    mark("path", "trouble");
    return;
  }
  if (path.searching) {
    colored(theme.color.muted, "Looking for the best way and all branches …");
    mark("path", "searching");
    ImGui::SameLine(0.0F, theme.px(8));
    if (text_link(theme, "stop", "Stop", theme.color.accent)) edit.send(Command::kStopPath);
    describe(theme, "path", "stop-search", "Ends the search with what is known.");
  }
  if (path.way == nullptr) return;
  const bool whole = path.way->breaks_at < 0 && path.way->reconfigurations == 0;
  paragraph(whole ? theme.color.text : theme.color.caution,
            lab::way_in_words(*path.question, *path.way, path.first_look));
  mark("path", "words");
}

void path_buttons(const Theme& theme, const PathData& data, const PathPanel& panel, Edit& edit) {
  if (flowing_button(theme, "Save", true)) edit.send(Command::kSavePath);
  describe(theme, "path", "save",
           "Saves the joints along the path as CSV, as `iklab path` writes it, and the branches "
           "and plots as figures in " +
               data.folder);
  if (flowing_button(theme, "Run the methods on it")) run_on_path(data, panel, edit);
  describe(theme, "path", "run",
           "Gives the target this path as its curve, and each method of the table a lane: the "
           "run, its plots and recordings then show what they do.");
  if (flowing_button(theme, "Copy link")) edit.send(Command::kCopyLink);
  describe(theme, "path", "link", "The address of a page that opens with this path.");
}

}  // namespace

lab::PathShape present_path(const lab::Setup& setup) {
  return setup.path ? *setup.path : lab::first_path(setup);
}

void follow_branch(const PathShown& path, std::size_t line, Edit& edit) {
  const ik::Strand& strand = path.graph->strands[line];
  const std::string& name = path.ladder->lines[line].name;
  if (strand.first > 0) {
    return edit.send(Tell{"The branch " + name + " begins at waypoint " +
                          std::to_string(strand.first + 1) + ": no way can begin on it."});
  }
  lab::PathShape shape = present_path(edit.setup);
  shape.start.assign(strand.theta.front().begin(), strand.theta.front().end());
  edit.change("follow " + name).path = std::move(shape);
}

void run_on_path(const PathData& data, const PathPanel& panel, Edit& edit) {
  const lab::PathShape shape = present_path(edit.setup);
  lab::Setup& setup = edit.change("run on the path");
  if (shape.form != PathForm::kTargets) {
    const double period = std::max(
        data.path.question->waypoints().back().time - data.path.question->waypoints().front().time,
        1.0);
    setup.targets[static_cast<std::size_t>(shape.effector)] = {lab::curve_of(shape, period), {}};
  }
  setup.frozen = false;
  std::vector<const ik::MethodInfo*> methods;
  for (const std::string& id : panel.methods) methods.push_back(ik::find_method(id));
  lab::add_lanes(setup, methods);
}

void path_form_rows(const Theme& theme, const PathData& data, PathPanel& panel, Edit& edit) {
  const lab::Setup& setup = data.timeline.setup();
  const lab::PathShape shape = present_path(setup);
  form_combo(theme, shape, setup, edit);
  const bool moves_one = shape.form != PathForm::kTargets && shape.form != PathForm::kRows;
  if (moves_one && shape.effector < setup.scene->multibody.effector_count()) {
    effector_combo(theme, shape, setup, edit);
  }
  shape_numbers(theme, shape, setup.scene->multibody, edit);
  waypoint_rows(theme, shape, edit);
  start_row(theme, shape, edit);
  switch_row(theme, "Draw",
             "The next drag in the picture draws a path: through the effector's place, in the "
             "plane in which the joints move it or in the picture's plane.",
             "path", "draw", panel.drawing);
}

void path_trials(const Theme& theme, const PathData& data, float width, PathPanel& panel) {
  row_label(theme, "Methods",
            "Tracking methods on the same path, from the way's first pose: each makes these "
            "updates at every waypoint from where the last one ended, with the front lane's "
            "settings.");
  std::vector<const ik::MethodInfo*> chosen;
  for (const std::string& id : panel.methods) chosen.push_back(ik::find_method(id));
  ImGui::SetNextWindowSizeConstraints({theme.px(kMethodListWidth), 0.0F}, {1e6F, 1e6F});
  const bool open = begin_combo("##methods", format("%zu methods", chosen.size()));
  mark("path", "methods");
  if (open) {
    if (const ik::MethodInfo* pressed =
            method_list(theme, chosen, ImGui::GetContentRegionAvail().x, Choices::kSeveral)) {
      const auto at = std::ranges::find(panel.methods, pressed->id);
      if (at == panel.methods.end()) {
        panel.methods.emplace_back(pressed->id);
      } else {
        panel.methods.erase(at);
      }
    }
    ImGui::EndCombo();
  }
  row_label(theme, "At a waypoint", "Updates of a method at every waypoint.");
  choose(theme, "path-updates", kUpdatesNames, panel.updates, ImGui::GetContentRegionAvail().x);
  if (!ImGui::BeginTable("trials", 4, ImGuiTableFlags_SizingStretchProp, {width, 0.0F})) return;
  for (const char* heading : {"", "mean error, m", "jumps", "largest step, rad"}) {
    ImGui::TableNextColumn();
    colored(theme.color.muted, heading);
  }
  const auto row = [&](const lab::Color& color, const std::string& name,
                       const std::array<std::string, 3>& cells) {
    ImGui::TableNextColumn();
    swatch_before(theme, color, 4, theme.px(6));
    colored(theme.color.text, shortened(name, 0.3F * width, ImGui::GetFont()));
    mark("path/trial", name);
    for (const std::string& cell : cells) {
      ImGui::TableNextColumn();
      colored(theme.color.text, cell, theme.font.small_numbers);
    }
  };
  if (data.path.way != nullptr && !data.path.way->poses.empty()) {
    row(lab::hex(0x4a4f57), "the way",
        {"0", std::to_string(data.path.way->reconfigurations),
         lab::number_text(data.path.way->max_step, 3)});
  }
  for (const lab::PathTrial& trial : data.path.trials) {
    row(lab::method_color(*trial.method), trial.method->short_name,
        {lab::number_text(trial.mean_error, 3), std::to_string(trial.jumps),
         lab::number_text(trial.max_step, 3)});
  }
  ImGui::EndTable();
}

void path_panel(const Theme& theme, const PathData& data, ImVec2 size, PathPanel& panel,
                Edit& edit) {
  const auto font = in_font(theme.font.small);
  panel.open = true;
  edit.path = path_wish(panel);
  path_form_rows(theme, data, panel, edit);
  path_words(theme, data, edit);
  if (data.path.way != nullptr) {
    advance_player(data, panel, edit);
    const float width = size.x - theme.px(2);
    if (!data.path.way->poses.empty()) {
      player_rows(theme, data, panel, edit);
      path_ladder(theme, data, width, panel, edit);
      for (const lab::Plot& plot : data.path.plots) {
        lab::Plot shown = plot;
        shown.marks.push_back({panel.player.at + 1.0, "now"});
        draw_plot(theme, plot.id.c_str(), shown, {width, theme.px(kPathPlotHeight)},
                  plot.id == "sigma"
                      ? "The smallest singular value of J along the way: 0 at a singularity."
                      : "√det(JJᵀ) along the way, the product of all singular values (Yoshikawa "
                        "1985).");
        mark("path", plot.id, Access::kPointer);
      }
    }
    path_trials(theme, data, width, panel);
    path_buttons(theme, data, panel, edit);
  }
  const bool pressed =
      empty_state(theme,
                  {.name = "Path",
                   .text = "The joints along a path without a jump, all branches over it, and what "
                           "tracking methods make of it.",
                   .button = panel.drawing ? "Draw it in the picture now" : "Draw a path",
                   .help = "The next drag in the picture is the path of the effector."},
                  size.x);
  if (pressed) panel.drawing = true;
}

}  // namespace ui
