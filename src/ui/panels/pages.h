#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/advise/conclusion.h"
#include "lab/claims/claims.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/plot/axes.h"
#include "lab/plot/live_plot.h"
#include "lab/plot/plot.h"
#include "lab/plot/time_view.h"
#include "lab/run/history.h"
#include "lab/run/timeline.h"
#include "lab/solve/solution_search.h"
#include "lab/track/bench.h"
#include "lab/track/setup.h"
#include "lab/track/tracker.h"
#include "lab/view/landscape.h"
#include "lab/view/spectrum.h"
#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/panels/column.h"
#include "ui/panels/edit.h"
#include "ui/panels/ranking.h"
#include "ui/plot/plot.h"

namespace ui {

/// How the lanes other than the front one are drawn over it.
enum class LaneLook { kGhosts, kSolid, kHidden };

struct LanesPanel {
  LaneLook look = LaneLook::kGhosts;
  bool apart = false;  ///< side by side, each lane in its own picture, instead of overlaid
  Ranking ranking;
  std::optional<int> baseline;  ///< id of the lane to which the others' differences refer
};

/// Whether the picture is a grid with one picture for each lane.
bool side_by_side(const LanesPanel& panel, const lab::Setup& setup);

/// A table of the lanes and their errors, jitter and times over the last steps, with bars behind
/// the numbers. A press on a heading sorts it, on a row brings the lane to the front, on a row's
/// mark Δ shows the numbers of the others as differences to it. \param histories by lane \param
/// playing   the table is then updated only every 20 steps
void lanes_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, bool playing, LanesPanel& panel,
                 Edit& edit);

/// A range of a y axis that the user has chosen, and the axis that it belongs to.
struct ChosenRange {
  lab::Signal signal;
  bool logarithmic;
  double min, max;
};

struct PlotView {
  lab::LiveChoice choice = {};
  lab::LivePlot live = {};
  double legend = 0.0;  ///< height above the frame in the last frame, display coordinates
  std::optional<ChosenRange> range = {};    ///< none: the y axis fits the visible values
  bool holds_axis = false;                  ///< the button was pressed over the y axis
  std::optional<std::size_t> menu_of = {};  ///< series of the line that the open menu can hide
};

struct PlotsPanel {
  std::array<PlotView, 2> views = {PlotView{.choice = {.signal = lab::Signal::kErrors}},
                                   PlotView{.choice = {.signal = lab::Signal::kJitter}}};
  std::size_t visible = 0;      ///< number of plots that fit
  lab::TimeView time;           ///< the time range of both
  std::optional<long> cursor;   ///< the step with its values shown in plots and timeline
  std::optional<long> pointed;  ///< the step under the pointer in this frame
  bool dragged = false;         ///< the pointer has moved since the button was pressed
  /// The step of the second cursor; values at the cursor are shown as differences to it.
  std::optional<long> anchor;
  bool measures = false;  ///< the button was pressed with Shift
  bool compares = false;  ///< there were several lanes in the last frame
};

/// Two signals over time, or one if there is no room for both. With several lanes, the mean
/// error of each lane replaces the errors of the front lane's effectors, until the user chooses
/// otherwise. The titles open the list of signals; legend entries hide or show their lines. The
/// wheel zooms the time axis or y axis and a drag moves it. A click seeks; a double click goes back
/// to the present and fits the y axis. Shift and a click set or remove the second cursor. A right
/// click opens a menu. \param histories by lane
void plots_panel(const Theme& theme, const lab::Timeline& timeline,
                 std::span<const lab::History* const> histories, ImVec2 size, PlotsPanel& panel,
                 Edit& edit);

/// Follows the present again, and fits the y axes.
void fit(PlotsPanel& panel);

/// The visible plots for files: same ranges and lines, with all rows of the time range.
std::vector<lab::Plot> visible_plots(const lab::Timeline& timeline,
                                     std::span<const lab::History* const> histories,
                                     const PlotsPanel& panel);

struct SpectrumPanel {
  lab::Plot gains;                     ///< over singular values
  std::optional<std::size_t> hovered;  ///< index of the bar under the pointer in this frame
};

/// The singular values of the last update as bars. Beside them the method's gain for each: its
/// filter tau(sigma) as a curve, the gains of the last update as dots, and 1/sigma for comparison.
/// Buss (2009), eq. 13 and 14. For a step without gains, offers a method that has some.
void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel, Edit& edit);

/// The filters of all methods that have one, with the present singular values.
/// \param hovered index of the highlighted singular value
void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters);

/// All views, in the order of their buttons.
enum class MathsView { kJacobian, kU, kSigma, kV, kFilters, kLandscape };

struct MathsPanel {
  std::size_t view = 0;                ///< a MathsView
  bool ellipsoids = false;             ///< draw them in the picture, at every effector
  bool directions = false;             ///< draw u and v of one singular value in the picture
  std::optional<std::size_t> hovered;  ///< index of the singular value under the pointer
  int leader = -1;          ///< joint of the nullspace slider; -1: choose the one that moves most
  std::string leader_name;  ///< its name; a joint of another body is not kept
  // caches for drawing
  lab::MatrixView matrix;
  lab::Plot filters;
  lab::Landscape landscape;
  lab::PoseCount poses;
  /// Paths on the landscape since it is shown, rad or m, by the lane's id.
  std::map<int, std::vector<std::array<double, 2>>> paths;
  long paths_at = -1;  ///< step of their last points
};

struct MathsData {
  const lab::Timeline& timeline;
  const lab::Spectrum& spectrum;  ///< the front lane's
  const SceneMenu& scenes;
};

void maths_panel(const Theme& theme, const MathsData& data, ImVec2 size, MathsPanel& panel,
                 Edit& edit);

/// The error of a two-joint body over all its poses, with the paths of the lanes. For another body,
/// offers a scene with a two-joint body.
void draw_landscape(const Theme& theme, const lab::Timeline& timeline, const SceneMenu& scenes,
                    ImVec2 size, MathsPanel& panel, Edit& edit);

struct SweepRange {
  double low, high;
  bool logarithmic;
};

struct SweepPanel {
  /// Names of what the axes show, if the method has it.
  std::array<std::string, 2> names{lab::knob::kDamping.name, lab::knob::kDMax.name};
  std::map<std::string, SweepRange, std::less<>> ranges;  ///< by the axis's name
  std::size_t length = 1, grid = 1;                       ///< indices of presets
  bool live = true;
};

struct SweepData {
  const SweepShown& sweep;
  const lab::Tracker& tracker;  ///< the front lane's
  const std::string& folder;    ///< where recordings are saved, as an absolute path
};

/// Maps of error and jitter of the front lane's method over two settings or parameters. A point
/// shows the present values; a press or a drag moves it and changes the settings, as one change.
void sweep_panel(const Theme& theme, const SweepData& data, ImVec2 size, SweepPanel& panel,
                 Edit& edit);

/// The sweep of the page. Replaces names of axes that the method does not have.
SweepWish sweep_wish(const SweepPanel& panel, const lab::Tracker& tracker);

/// Why these axes cannot be swept; empty if they can.
std::string sweep_fault(std::span<const lab::SweepAxis> axes);

/// Steps of the runs that the page requests, as in the report, Buss (2009), section 8.
inline constexpr long kAdviceSteps = 2400;

bool is_in_use(const lab::Candidate& candidate, const lab::Lane& lane);

/// Makes the candidate the front lane, with all parameters: no remembered value comes back.
void use_candidate(const lab::Candidate& candidate, Edit& edit);

/// Which method suits the body: the candidates as dots of error against jitter, with their Pareto
/// front, and the three recommendations with reasons. A press on a dot makes it the front lane.
/// \param folder of recordings, as an absolute path
void advice_panel(const Theme& theme, const AdviceShown& shown, const lab::Lane& front,
                  const std::string& folder, ImVec2 size, Edit& edit);

struct DiagnosisPanel {
  std::optional<lab::CauseId> pinned;  ///< the cause that was pressed: it stays lit
  /// Index of the lit cause in this frame and in the last one, while the page is shown.
  std::optional<std::size_t> lit, was_lit;
  std::optional<lab::Diagnosis> held;  ///< shown instead of newer ones while the page is hovered
};

/// Why the front lane's body shakes: the causes with their shares, the strongest first, with
/// remedies that helped in a trial as buttons, and the numbers that show a cause. \param known null
/// if there are not enough steps yet
void diagnosis_panel(const Theme& theme, const lab::Diagnosis* known, const ik::Multibody& body,
                     DiagnosisPanel& panel, Edit& edit);

/// "shaking now: too little damping", or less if that has no room. \returns whether it was pressed
bool diagnosis_word(const Theme& theme, const lab::Diagnosis* diagnosis);

struct CrowdPanel {
  bool on = false;
  CrowdWish wish;

  std::optional<CrowdWish> wanted() const { return on ? std::optional(wish) : std::nullopt; }
};

/// Controls and measurements of a crowd, a field of bodies around the single one.
void crowd_panel(const Theme& theme, const CrowdShown& crowd, ImVec2 size, CrowdPanel& panel,
                 Edit& edit);

enum class LegendSide { kLeft, kRight };

/// Draws the legend of the crowd's colours in a lower corner of an area. Draws nothing if the
/// bodies have the method's colour, or if the legend would cover most of an area on the left side.
/// \returns whether it was drawn
bool crowd_legend(const Theme& theme, const Area& area, LegendSide side, const CrowdShown& crowd);

struct ClaimsPanel {
  /// Stands for a prediction: the result is shown without one.
  static constexpr int kNoPrediction = -1;

  std::size_t chosen = 0;  ///< index in lab::claims()
  /// The user's answers. A claim without one keeps its verdict to itself.
  std::map<const lab::Claim*, int> predictions;
  std::string filter;  ///< words of the claims in the list
  /// Filter of the list: 0 all, 1 + lab::Verdict, then not yet run, and without an answer.
  std::size_t verdict = 0;
};

struct ClaimsData {
  const ClaimsShown& known;
  const SceneMenu& scenes;
  const std::string& folder;  ///< where reports are saved, as an absolute path
};

/// Claims about the methods with their verdicts, in a list that can be filtered. For the chosen one
/// a question, the user's prediction, then the measurement with its plots. A verdict is shown once
/// the user has predicted it, or has asked for it.
void claims_panel(const Theme& theme, const ClaimsData& data, ImVec2 size, ClaimsPanel& panel,
                  Edit& edit);

/// \returns null if the claim has no finding
const lab::Finding* finding_of(const ClaimsShown& known, const lab::Claim& claim);

ImVec4 verdict_color(const Theme& theme, lab::Verdict verdict);

struct BodyPart {
  enum class Kind {
    kJoint,     ///< in the order of the scene file
    kEffector,  ///< in the effectors' order
    kObstacle,
  };
  Kind kind = Kind::kJoint;
  int index = 0;

  bool operator==(const BodyPart&) const = default;
};

struct BuildPanel;

enum class BuildStep {
  kAddJoint,      ///< at the chosen joint, see lab::next_joint
  kAddEffector,   ///< at the end of the chosen joint's link
  kAddObstacle,   ///< a ball above the first effector
  kDelete,        ///< the chosen part
  kDeleteBranch,  ///< the chosen joint with all that it carries
};

/// Makes the change and chooses the new part, or says in the panel why it is refused. Its joint is
/// the chosen joint, the joint of the chosen effector, or else the last joint of the scene file.
void build(BuildStep step, const lab::Tracker& tracker, BuildPanel& panel, Edit& edit);

/// Words for ik::AimKind.
inline constexpr const char* kAimWords[] = {"none", "direction", "orientation"};
/// Sets the kind of an effector's aim, see lab::with_aim_kind, and chooses the effector.
/// \param pose of the body
void set_aim(int effector, ik::AimKind kind, const ik::Pose& pose, BuildPanel& panel, Edit& edit);

/// Changes the body, or shows the message of std::invalid_argument in the panel.
void try_change(BuildPanel& panel, const std::function<void()>& change);

/// The chosen part, if the scene has it.
std::optional<BodyPart> chosen_part(const BuildPanel& panel, const lab::Scene& scene);
/// \pre the scene has the part
const std::string& part_name(const lab::Scene& scene, const BodyPart& part);

struct BuildPanel {
  bool open = false;               ///< drawn in this frame; the picture then has handles
  std::optional<BodyPart> chosen;  ///< the part shown on the page, with handles in the picture
  std::optional<BodyPart> shown;   ///< the part to which the list has scrolled
  std::string refusal;             ///< why the last request was refused; else empty
  std::string name;                ///< in the text field
  std::optional<BodyPart> named;   ///< the part to which `name` belongs
};

/// Lists joints, effectors and obstacles, and edits the chosen one.
void build_panel(const Theme& theme, const lab::Tracker& tracker, ImVec2 size, BuildPanel& panel,
                 Edit& edit);

/// Rows that name, place and change the chosen part.
/// \pre the tracker and the edit's set-up have the same scene
void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit);

/// The damping of the front lane goes through a range, and the map follows, as a video.
struct LambdaSweep {
  double before;       ///< the damping that comes back at the end
  long gesture;        ///< all of it is one change for undo
  int step = 0;        ///< the next value
  double due = 0.0;    ///< s, on Dear ImGui's clock: not before
  bool begun = false;  ///< the video has begun
  int waited = 0;      ///< frames before it began
};

struct ReachPanel {
  /// The map's two, in the solver's order; none: the lab's choice.
  std::optional<std::array<int, 2>> joints;
  std::array<std::string, 2> names;  ///< the two joints'; other names end the choice
  std::size_t pace = 0;              ///< index of a preset
  bool ghosts = true;                ///< the solutions in the picture
  bool cloud = false;                ///< the shape of the reach in the picture
  bool open = false;                 ///< in this frame; also while its page is out of sight
  bool alone = false;  ///< the other panels are hidden: only map, solutions and curves
  float chips = 0.0F;  ///< height of the list of solutions in the last frame
  std::optional<LambdaSweep> sweep;
  std::optional<double> along;  ///< where the slider along a family is held
  /// The solution under the pointer, in this frame and in the last one.
  std::optional<std::size_t> lit, was_lit;

  /// Whether the solutions are drawn in the picture. \param stands the targets stand
  bool shows_ghosts(bool stands) const { return open && stands && ghosts; }
};

struct ReachData {
  const ReachShown& reach;
  const lab::Timeline& timeline;
  const std::string& folder;         ///< where figures are saved, as an absolute path
  bool playing;                      ///< the run
  std::optional<int> selected = {};  ///< the target that is selected
  bool filmed = false;               ///< a video is being made
};

/// Lets the targets stand, with the present pose as the start, or move again, without a start.
void stand(const lab::Tracker& front, bool stands, Edit& edit);

/// Puts every lane's body into a pose; asked for twice, it goes there twice.
/// \param theta (n) in the solver's order
void start_at(const ik::VectorX& theta, const std::string& what, Edit& edit);

/// Updates of the front lane since its start was set, if nothing else has changed since then.
std::optional<double> updates_since_start(const lab::Timeline& timeline);

/// Poses solved to the end: a map of start poses by the solution that the front lane reaches, the
/// solutions by name, and the lanes' errors over their updates.
void reach_panel(const Theme& theme, const ReachData& data, ImVec2 size, ReachPanel& panel,
                 Edit& edit);
/// What the page shows in the picture goes on while it is folded or hidden.
void keep_reach(const Theme& theme, const ReachData& data, ReachPanel& panel, Edit& edit);

struct PathPanel {
  lab::PathPlayer player;
  bool open = false;         ///< in this frame; the picture then shows the path and its way
  bool drawing = false;      ///< the next drag in the picture draws a path
  bool was_playing = false;  ///< in the last frame
  /// Ids of the methods that try the same path.
  std::vector<std::string> methods{"dls", "newton", "sdls"};
  std::size_t updates = 0;  ///< index of a preset, see kPathUpdates
  /// The branch under the pointer, in this frame.
  std::optional<std::size_t> lit;
};

/// Updates of a method at every waypoint.
inline constexpr std::array<int, 3> kPathUpdates = {1, 10, 100};

struct PathData {
  const PathShown& path;
  const lab::Timeline& timeline;
  const Playback& playback;
  const std::string& folder;  ///< where figures are saved, as an absolute path
};

/// The path of a set-up: its own, or the targets' curves.
lab::PathShape present_path(const lab::Setup& setup);

/// Follows a branch from the path's begin on, or says why that cannot be.
void follow_branch(const PathShown& path, std::size_t line, Edit& edit);
/// Gives the moving target of a path its curve, and every method of the page a lane.
void run_on_path(const PathData& data, const PathPanel& panel, Edit& edit);

/// A path, the joints along it, all branches over it, and what tracking methods make of it.
void path_panel(const Theme& theme, const PathData& data, ImVec2 size, PathPanel& panel,
                Edit& edit);

}  // namespace ui
