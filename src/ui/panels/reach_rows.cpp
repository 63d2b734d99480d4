#include "ui/panels/reach_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"
#include "ui/kit/number_slider.h"
#include "ui/kit/widgets.h"
#include "ui/panels/column.h"

namespace ui {
namespace {

constexpr const char* kSolveHelp =
    "Damped least squares from one start after the other until a pose reaches the targets, as "
    "`iklab solve` does, whatever the method of the lane. The attempts are shown as ghosts, the "
    "body of every lane goes to the nearest pose, and the plot shows the error of all attempts.";

// the sweep of λ: values, their range about the present one, least seconds of each, and seconds
// after which some cells suffice
constexpr int kSweepValues = 60;
constexpr double kSweepFrom = 0.05, kSweepTo = 4.0, kSweepPace = 0.1, kSweepPatience = 0.4;
constexpr int kSweptCells = 4096;
constexpr int kFramesToBegin = 10;  ///< after which a video could not begin

/// The next two joints for the map, in the order of the scene file.
std::array<int, 2> next_joints(const lab::Basins& basins) {
  const ik::Multibody& body = *basins.lane().multibody;
  std::vector<int> joints;
  for (int given = 0; given < body.joint_count(); ++given) {
    const int j = body.solver_index(given);
    if (basins.lane().may_move(j)) joints.push_back(j);
  }
  const auto x = std::ranges::find(joints, basins.plane().x.joint) - joints.begin();
  const auto next = [&](std::ptrdiff_t from) {
    return joints[static_cast<std::size_t>(from) % joints.size()];
  };
  return {next(x + 1), next(x + 2)};
}

/// Moves the targets to where the effectors are in the closest pose.
void bring_targets_within_reach(const ReachData& data, Edit& edit) {
  const ik::Multibody& body = data.timeline.bench().front().multibody();
  const ik::Pose closest = ik::pose_at(body, data.reach.verdict->theta);
  lab::Setup& setup = edit.change("targets within reach");
  for (int i = 0; i < body.effector_count(); ++i) {
    setup.targets[static_cast<std::size_t>(i)].held = closest.effector.col(i);
  }
}

/// The front lane's damping; none if its method has none.
std::optional<double> damping_of(const lab::Tracker& front) {
  const auto lambda = lab::find_knob(front.method_info(), lab::knob::kDamping.name);
  if (!lambda || !lambda->usual || !why_unused(*lambda, front).empty()) return std::nullopt;
  const double now = lambda->in_force(front.settings());
  return now > 0.0 ? std::optional(now) : std::nullopt;
}

}  // namespace

void remedies(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit) {
  const ReachShown& reach = data.reach;
  const lab::Tracker& front = data.timeline.bench().front();
  const ik::Multibody& body = front.multibody();
  const bool unreachable = reach.verdict != nullptr && !reach.verdict->sentence.empty();
  bool first = true;
  const auto button = [&](const std::string& text, const char* name, const char* help) {
    const bool pressed = flowing_button(theme, text.c_str(), std::exchange(first, false));
    describe(theme, "reach/help", name, help);
    return pressed;
  };
  const auto id = in_id("help");  // the page has another button "Solve"
  colored(theme.color.muted, "What may help:");
  if (unreachable && body.aim_count() == 0 &&
      button("Targets within reach", "targets",
             "Moves every target to its effector's place in the closest pose that was found.")) {
    bring_targets_within_reach(data, edit);
  }
  if (const auto now = damping_of(front); !unreachable && now) {
    // half a link is small enough for a body of any size
    const double half = lab::half_link(body), quarter = 0.25 * *now;
    const double less = lab::rounded_to_digits(half > 0.0 ? std::min(half, quarter) : quarter, 1);
    if (button("λ " + lab::short_number(less), "lambda",
               "A smaller damping λ: every update comes nearer, so that more starts arrive within "
               "the updates of the map.")) {
      set(lab::knob::kDamping, less, edit);
    }
  }
  if (!unreachable && button("Solve", "solve", kSolveHelp)) edit.send(Command::kSolve);
  const std::array<int, 2> joints = next_joints(*reach.basins);
  const bool others = reach.basins->lane().moving_joints().size() > 2;
  if (others && button("Map of " + body.joint(joints[0]).name + ", " + body.joint(joints[1]).name,
                       "joints", "The map of the next two joints.")) {
    choose_joints(body, joints, panel);
  }
}

void solve_row(const Theme& theme, const ReachShown& reach, float width, Edit& edit) {
  const SolveShown solve = reach.solve.value_or(SolveShown{});
  ImGui::BeginDisabled(solve.running);
  push_button_colors(theme, true);
  edit.send_if(ImGui::Button("Solve", {theme.px(58), 0.0F}), Command::kSolve);
  ImGui::PopStyleColor(4);
  ImGui::EndDisabled();
  describe(theme, "reach", "solve", kSolveHelp);
  std::string text = "from many starts, until a pose reaches";
  if (solve.running && solve.search == nullptr) text = "Searching …";
  if (solve.search != nullptr) {
    text = solve.running ? format("Attempt %zu of %zu", solve.attempt + 1,
                                  std::max(solve.search->attempts.size(), solve.attempt + 1))
                         : lab::in_words(*solve.search);
  }
  ImGui::SameLine(0.0F, theme.px(8));
  ImGui::AlignTextToFramePadding();
  const float room = width - theme.px(58 + 8);
  colored(solve.search != nullptr ? theme.color.text : theme.color.muted,
          shortened(text, room, ImGui::GetFont()));
  mark("reach", "solved");
}

void family_row(const Theme& theme, const ReachShown& reach, ReachPanel& panel, Edit& edit) {
  if (!reach.place || reach.place->family >= reach.families.size()) return;
  const ik::Family& family = reach.families[reach.place->family];
  const bool elbow = family.parameter == ik::Family::Parameter::kElbow;
  const double scale = elbow ? lab::kDegrees : 1.0;
  const ik::Family::Arc range = lab::range_of(family);
  const double now = panel.along.value_or(lab::nearest_allowed(family, reach.place->parameter));
  const auto moved = number_row(
      theme, elbow ? "Elbow" : "Self-motion",
      elbow
          ? "Turns the elbow about the line from shoulder to wrist; the effector stays. 0° is "
            "where the elbow is on the side to which the first axis points. The line marks "
            "where all joints are within limits; elsewhere the arm goes to the nearest such place."
          : "Moves the arm along its self-motion; the effector stays. The number is the length "
            "of the way through the joints. The line marks where all joints are within "
            "limits; elsewhere the arm goes to the nearest such place.",
      "reach",
      {.id = "along",
       .unit = elbow ? "°" : "rad",
       .min = scale * range.from,
       .max = scale * range.to,
       .resets = false},
      1e-4 * std::round(1e4 * scale * now));  // no rounding of 0
  const ItemRect rect = item_rect();
  const float width = rect.max.x - rect.min.x;
  const auto place = [&](double at) {
    return rect.min.x + width * static_cast<float>((at - range.from) / (range.to - range.from));
  };
  for (const ik::Family::Arc& arc : lab::arcs_in_range(family)) {
    fill_rect(*ImGui::GetWindowDrawList(),
              {{place(arc.from), rect.min.y}, {place(arc.to), rect.min.y + theme.px(3)}},
              theme.color.accent);
  }
  if (!ImGui::IsItemActive()) panel.along.reset();
  if (!moved) return;
  const double at = lab::nearest_allowed(family, *moved / scale);
  if (ImGui::IsItemActive()) panel.along = at;
  start_at(family.pose(at), elbow ? "turn the elbow" : "move along the self-motion", edit);
}

void off_plane_rows(const Theme& theme, const lab::Tracker& tracker, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto plane = lab::motion_plane(body, tracker.pose(), tracker.problem().mobility, i);
    const Eigen::Vector3d& target = tracker.targets()[at];
    if (!plane || !(std::abs(plane->off(target)) > ik::Stop().error)) continue;
    const std::string& name = body.effector(i).name;
    paragraph(theme.color.caution, "The target of " + name + " lies " +
                                       lab::number_text(std::abs(plane->off(target)), 2) +
                                       " m off the plane in which the joints move " + name + ".");
    mark("reach/off-plane", name);
    const auto id = in_id(i);
    if (ImGui::Button("Put it into the plane")) {
      set_target(i, {edit.setup.targets[at].curve, plane->projected(target)}, edit);
    }
    describe(theme, "reach/into-plane", name,
             "Moves the target to the nearest place in the plane. No joint moves the effector "
             "across it.");
  }
}

void choose_joints(const ik::Multibody& body, const std::array<int, 2>& joints, ReachPanel& panel) {
  panel.joints = joints;
  for (std::size_t i = 0; i < 2; ++i) panel.names[i] = body.joint(joints[i]).name;
}

void kept_map(const Theme& theme, const KeptMap& kept, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const lab::PlotStyle style = plot_style(theme);
  ImGuiPainter painter(theme, *ImGui::GetWindowDrawList(), kept.picture);
  const lab::Box cells = lab::lay_out(*kept.figure, box_of(corner, size), style);
  ImGui::Dummy(size);
  mark("reach", "kept");
  if (!lab::has_room(cells, style)) return;
  lab::draw(*kept.figure, cells, style, painter);
  if (kept.stale) dim_map(theme, cells, painter);
}

void dim_map(const Theme& theme, const lab::Box& cells, lab::Painter& painter) {
  constexpr float kDimmed = 0.45F;
  painter.rectangle(cells, to_lab(faded(theme.color.canvas, kDimmed)));
}

void keep_link(const Theme& theme, const ReachShown& reach, Edit& edit) {
  const bool kept = reach.kept.has_value();
  if (text_link(theme, "keep", kept ? "Remove the second map" : "Keep this map to compare",
                theme.color.accent)) {
    edit.send(kept ? Command::kDropMap : Command::kKeepMap);
  }
  describe(
      theme, "reach", "keep",
      "A second map stays with this method and these settings, beside the ones of another method "
      "or another λ. Both follow the targets.");
}

void sweep_link(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit) {
  const auto now = damping_of(data.timeline.bench().front());
  if (!now && !panel.sweep) return;
  ImGui::SameLine(0.0F, theme.px(12));
  if (text_link(theme, "sweep", panel.sweep ? "Stop the video of λ" : "Film the map over λ",
                theme.color.accent)) {
    if (!panel.sweep) {
      panel.sweep = LambdaSweep{.before = *now, .gesture = -1 - ImGui::GetFrameCount()};
      edit.send(Command::kFilmOrStop);
    } else {
      panel.sweep->step = kSweepValues;
      panel.sweep->due = 0.0;
    }
  }
  if (panel.sweep) return mark("reach", "sweep");  // the video shows no tooltip
  describe(theme, "reach", "sweep",
           "λ goes from a twentieth of its value to four times, the map follows, and the window is "
           "filmed. Then λ is as before.");
}

void advance_sweep(const ReachData& data, ReachPanel& panel, Edit& edit) {
  if (!panel.sweep) return;
  LambdaSweep& sweep = *panel.sweep;
  sweep.begun |= data.filmed;
  if (!sweep.begun) {
    // a change of λ would clear the message why the video could not begin
    if (++sweep.waited > kFramesToBegin) panel.sweep.reset();
    return;
  }
  const bool lost = !data.filmed;  // the video was ended elsewhere
  const bool ends = lost || sweep.step >= kSweepValues;
  const double late = ImGui::GetTime() - sweep.due;
  const lab::BasinMap& map = *data.reach.map;
  const bool known =
      !data.reach.stale && (map.complete() || (late > kSweepPatience && map.done() >= kSweptCells));
  if (!lost && (late < 0.0 || (!known && !ends))) return;
  const double share = static_cast<double>(sweep.step) / (kSweepValues - 1);
  const double factor = kSweepFrom * std::pow(kSweepTo / kSweepFrom, share);
  edit.gesture = sweep.gesture;
  set(lab::knob::kDamping, ends ? sweep.before : factor * sweep.before, edit);
  ++sweep.step;
  sweep.due = ImGui::GetTime() + kSweepPace;
  if (!ends) return;
  if (!lost) edit.send(Command::kFilmOrStop);
  panel.sweep.reset();
}

void cloud_legend(const Theme& theme, double largest) {
  constexpr int kPieces = 24;
  const float height = theme.px(8), line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < kPieces; ++i) {
    const float from = width * static_cast<float>(i) / kPieces;
    const float to = width * static_cast<float>(i + 1) / kPieces;
    list.AddRectFilled({at.x + from, at.y}, {at.x + to, at.y + height},
                       packed(to_imgui(lab::color_at((i + 0.5) / kPieces))));
  }
  const std::string most = lab::percent(largest) + " of all directions";
  const float left = width - text_width(theme.font.small, most.c_str());
  list.AddText({at.x, at.y + height}, packed(theme.color.muted), "0 %");
  list.AddText({at.x + left, at.y + height}, packed(theme.color.muted), most.c_str());
  ImGui::Dummy({width, height + line});
  mark("reach", "legend");
}

}  // namespace ui
