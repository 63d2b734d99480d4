#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "iklab/body.h"
#include "lab/advise/conclusion.h"
#include "lab/claims/claims.h"
#include "lab/crowd/crowd.h"
#include "lab/path/path_trial.h"
#include "lab/path/path_way.h"
#include "lab/plot/heat_map.h"
#include "lab/plot/plot.h"
#include "lab/plot/scatter.h"
#include "lab/solve/basin_figure.h"
#include "lab/solve/basin_map.h"
#include "lab/solve/branch_marks.h"
#include "lab/solve/recorded_search.h"
#include "lab/solve/solution_families.h"
#include "lab/solve/solution_search.h"
#include "lab/sweep/sweep.h"

// What the panels show and what they ask for: state that the application keeps, and views of it.
namespace ui {

/// A range of steps, both ends included.
struct StepSpan {
  long from, to;

  bool operator==(const StepSpan&) const = default;
};

/// The sweep that the page shows: state, not an action, since the session keeps its maps up to
/// date.
struct SweepWish {
  std::vector<lab::SweepAxis> axes;  ///< two; the first is horizontal
  long steps = 0, warmup = 0;
  bool live = true;  ///< start whenever the set-up differs from the set-up of the maps
};

/// What the page "Reach" shows; state, as SweepWish is.
struct ReachWish {
  /// The map's two, in the solver's order; none: the lab's choice.
  std::optional<std::array<int, 2>> joints;
  int side = 256;      ///< cells of the map's side
  bool dark = false;   ///< colours for a dark background
  bool cloud = false;  ///< the shape of an effector's reach
  int effector = 0;    ///< the cloud shows its reachable points
  double pace = 0.0;   ///< updates a second while the targets stand

  bool operator==(const ReachWish&) const = default;
};

struct Playback {
  bool playing = true;
  double speed = 1.0;                 ///< requested simulated seconds per second
  std::optional<StepSpan> loop = {};  ///< steps to repeat
};

/// The folder of recordings cannot be written: the user has to choose another one.
struct FolderQuestion {
  std::string problem;           ///< why, in a sentence
  std::size_t unsaved_rows = 0;  ///< rows that wait for a folder; 0: a recording waits to begin
  std::string spare;             ///< another folder, which is writable; empty: none is known
  int number = 0;                ///< counts the questions
};

/// The recording and the video in progress, and their folder.
struct Saving {
  std::string folder;                   ///< where recordings are saved, as the user wrote it
  std::string path;                     ///< the folder as an absolute path
  std::optional<std::size_t> recorded;  ///< rows so far; none: no recording
  std::optional<double> filmed = {};    ///< length of the video so far, s; none: no video
  std::optional<FolderQuestion> question = {};
  std::string no_folder = {};  ///< why the folder cannot be chosen; empty: it can
  bool shows_folder = false;   ///< the desktop can show it in a file manager
};

struct Opening {
  std::string name;
  double share = 0.0;  ///< progress, 0 to 1
};

/// The last message to the user, such as the path of a saved file.
struct Message {
  std::string text;
  bool trouble = false;
  std::string folder = {};  ///< absolute, of the saved files that the text names; else empty
};

struct AdviceShown {
  const lab::Advised* advised = nullptr;  ///< null: nothing yet
  const lab::Scatter* figure = nullptr;   ///< shows `advised`
  bool running = false;
  double progress = 0.0;  ///< 0 to 1
  std::string left;       ///< "2 min left"; empty while it is not known
  bool stale = false;     ///< for another scene, or for other targets, weights or settings
};

struct ClaimsShown {
  std::span<const lab::Finding> findings = {};  ///< so far, one for each measured claim
  const lab::Claim* measuring = nullptr;        ///< the claim that is being measured, or null
  double progress = 0.0;                        ///< how far the measurement is, 0 to 1
  std::size_t waiting = 0;                      ///< number of claims that wait after it
};

struct SweepShown {
  const lab::Sweep* sweep = nullptr;  ///< null: nothing yet
  const lab::SweepResults* results = nullptr;
  const std::vector<lab::HeatMap>* maps = nullptr;  ///< error and jitter
  bool stale = false;                               ///< the page asks for another sweep
  bool running = false;                  ///< the sweep that the page asks for is being computed
  double done = 0.0;                     ///< its progress, 0 to 1
  const std::string* trouble = nullptr;  ///< why the sweep is impossible; null: it is possible
};

/// A pose that reaches the goals, or for a redundant body a posture with one such pose.
struct ShownSolution {
  ik::VectorX theta;  ///< (n) in the solver's order, rad or m
  ik::Pose pose;
  std::string name;         ///< see lab::Postures
  std::string detail = {};  ///< a longer name for a hint; may be empty
  int hue = 0;              ///< number of its colour, see lab::solution_color
  double share = -1.0;      ///< how many of the map's starts end there; negative: none seen
};

/// A mark that fades.
struct ShownMark : lab::BranchMark {
  double left = 1.0;  ///< share of its time
};

/// A search for a pose that reaches the goals, as the button "Solve" has it.
struct SolveShown {
  bool running = false;                    ///< it is computed, or its attempts are shown
  const lab::RecordedSearch* search = {};  ///< null: not computed yet
  std::size_t attempt = 0;                 ///< the one that is shown, from 0
  double update = 0.0;                     ///< the one that is shown, along the plot
  std::span<const ik::Pose> ghosts = {};   ///< ends of the attempts so far, and the present pose
};

/// A map of another method or other settings beside the present one, for the same goals.
struct KeptMap {
  const lab::Basins* basins;
  const lab::BasinMap* map;
  const lab::BasinFigure* figure;
  ImTextureID picture = nullptr;  ///< as ReachShown::picture
  bool stale = false;             ///< as ReachShown::stale
};

struct ReachShown {
  const lab::Basins* basins = nullptr;  ///< the question of the map; null: no map yet
  const lab::BasinMap* map = nullptr;
  const lab::BasinFigure* figure = nullptr;
  /// The figure's cells and contours as a picture on the graphics card; null: draw them.
  ImTextureID picture = nullptr;
  std::optional<KeptMap> kept = {};
  bool stale = false;  ///< the page asks for another map, which has no picture yet
  const std::string* trouble = nullptr;  ///< why there can be no map; null: there can

  /// How rough the basins' border is, once the map is complete.
  std::optional<lab::BoxDimension> border = {};
  std::string contours = {};  ///< "a line every 5 updates"; may be empty

  std::span<const ShownSolution> solutions = {};
  /// Of an arm of seven hinges: the families of the first solutions, poses spread over each, and
  /// where the front lane's pose lies on them, if it does.
  std::span<const ik::Family> families = {};
  std::span<const std::vector<ik::Pose>> sweeps = {};
  std::optional<lab::PlaceOnFamily> place = {};
  std::span<const ShownMark> marks = {};      ///< where branches of solutions met or ended lately
  bool searching = false;                     ///< more solutions may follow
  const lab::GoalVerdict* verdict = nullptr;  ///< on the goals; null: not yet
  /// By lane: how it ended from the start, "DLS: reached after 12 updates"; empty: not yet.
  std::span<const std::string> lane_ends = {};
  /// All lanes from the start, or the search that found it; null: not yet, or nothing to show.
  const lab::Plot* convergence = nullptr;
  bool starts_solved = false;            ///< the goals are reached in the start already
  std::optional<SolveShown> solve = {};  ///< the last search for these goals
  double cloud_share = 0.0;  ///< the largest share of directions of the shape of the reach; 0: none
  /// Whether the picture has the attempts of a search, in place of the solutions.
  bool shows_attempts() const { return solve && !solve->ghosts.empty(); }
};

/// What the page "Path" computes beside the way; state, as SweepWish is.
struct PathWish {
  std::vector<const ik::MethodInfo*> methods;  ///< that try the same path
  int updates = 1;                             ///< of a method at every waypoint

  bool operator==(const PathWish&) const = default;
};

struct PathShown {
  const lab::PathQuestion* question = nullptr;  ///< null: none yet, or `trouble` says why not
  const std::string* trouble = nullptr;         ///< why there is no path; null: there is one
  const ik::Followed* way = nullptr;            ///< the best way so far; null: none yet
  bool first_look = false;                      ///< see lab::first_way
  bool searching = false;                       ///< a better way or the branches may follow
  bool stale = false;                           ///< for another path than the wanted one
  const ik::BranchGraph* graph = nullptr;       ///< null: not yet
  const lab::Ladder* ladder = nullptr;          ///< of the graph
  std::span<const int> lines = {};              ///< of the way's poses in the ladder; -1: none
  std::span<const lab::Plot> plots = {};        ///< see lab::conditioning_plots
  std::span<const lab::PathTrial> trials = {};  ///< in the order of PathWish::methods
  bool tracking = false;                        ///< trials are being made
};

struct CrowdShown {
  bool wanted = false;
  int bodies = 0;                                 ///< in the present frame; 0 before the first one
  const ik::MethodInfo* method = nullptr;         ///< what steps the bodies; null: no bodies
  bool stands_in = false;                         ///< DLS replaces a method without SIMD lanes
  int threads = 0;                                ///< number of threads that solve
  double solve_s = 0.0;                           ///< s, one step of all bodies
  double steps = 0.0;                             ///< time steps per picture
  double upload_s = 0.0, draw_s = 0.0;            ///< s per picture
  double speed = 1.0;                             ///< the crowd's time divided by the session's
  double mean_error = 0.0;                        ///< m, over bodies and effectors
  lab::CrowdTone tone = lab::CrowdTone::kMethod;  ///< the present frame's
  double error_scale = 1.0;                       ///< m, error at the last colour
  std::array<std::size_t, 4> drawn{};             ///< visible bodies by level, from near to distant
  const std::string* trouble = nullptr;  ///< why there can be no crowd; null: it is possible
};

enum class CrowdKind { kScene, kY, kDoubleY, kBoth };

struct CrowdWish {
  CrowdKind kind = CrowdKind::kScene;
  int count = 1000;
  double spacing = 1.3;                    ///< between neighbours, in lengths of a body
  const ik::MethodInfo* method = nullptr;  ///< null: the front lane's
  lab::CrowdTone tone = lab::CrowdTone::kMethod;

  bool operator==(const CrowdWish&) const = default;
};

/// The last 120 values of a measurement.
class Samples {
 public:
  void add(double value) {
    values_[next_] = value;
    next_ = (next_ + 1) % kCapacity;
    count_ = std::min(count_ + 1, kCapacity);
  }
  void clear() { count_ = next_ = 0; }
  std::size_t size() const { return count_; }
  double median() const {  ///< 0 without samples
    if (count_ == 0) return 0.0;
    auto sorted = values_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count_ / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count_));
    return *middle;
  }
  double mean() const {  ///< 0 without samples
    if (count_ == 0) return 0.0;
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(count_);
    return std::accumulate(values_.begin(), end, 0.0) / static_cast<double>(count_);
  }

 private:
  static constexpr std::size_t kCapacity = 120;  // two seconds of frames
  std::array<double, kCapacity> values_{};
  std::size_t count_ = 0, next_ = 0;
};

/// Times of updates and frames. The median of the updates ignores updates in which the thread was
/// suspended. The mean of the frames is what the user sees.
struct Timing {
  Samples update_ns;    ///< one update of the pose, ns
  Samples frame_s;      ///< from frame to frame, s
  Samples real_s;       ///< real time of a frame while playing, s
  Samples simulated_s;  ///< simulated time of the same frame, s

  /// Simulated divided by real time over the last frames; none until these cover half a second.
  std::optional<double> speed() const {
    constexpr double kEnough = 0.5;  // s, so that one slow frame has little effect
    const double real = real_s.mean();
    if (real * static_cast<double>(real_s.size()) < kEnough) return std::nullopt;
    return simulated_s.mean() / real;
  }
  /// Forgets the speed, for example when the user asks for another one.
  void start_pace() {
    real_s.clear();
    simulated_s.clear();
  }
};

}  // namespace ui
