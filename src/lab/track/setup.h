#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "iklab/method.h"
#include "lab/scene/colors.h"
#include "lab/scene/knobs.h"
#include "lab/scene/path_shape.h"
#include "lab/scene/scene.h"
#include "lab/track/hand.h"

namespace lab {

/// A self-motion of the body, see SelfMotion.
struct Push {
  int leader;     ///< a joint, in the solver's order
  double travel;  ///< along its path, rad or m; signed

  bool operator==(const Push&) const = default;
};

/// Most lanes of a setup from outside: far more than a window can show.
inline constexpr std::size_t kMaxLanes = 100;

/// A method with its settings; lanes run side by side on the same targets.
struct Lane {
  int id = 0;  ///< stays when other lanes are added or removed
  const ik::MethodInfo* method = nullptr;
  Settings settings;
  /// Self-motion along each leader's path since row 0; a change moves the body by the difference,
  /// before the next step.
  std::vector<Push> pushes = {};

  bool operator==(const Lane&) const = default;
};

/// A drag of a target or a link while the run stands: the updates that every lane makes.
struct Nudge {
  long step;        ///< of the run, while which the drag goes on
  long number;      ///< of the drag, from 1; each in a run has another
  int updates = 1;  ///< in this drag so far; 0: a link's

  bool operator==(const Nudge&) const = default;
};

struct TargetSetup {
  TargetCurve curve;
  std::optional<Eigen::Vector3d> held = {};  ///< place that overrides the curve, m

  bool operator==(const TargetSetup&) const = default;
};

/// Everything a user can set in an experiment, as one value. Undo goes back to an earlier value; a
/// run is its first value and the later ones with their steps.
struct Setup {
  std::shared_ptr<const Scene> scene;  ///< with the body as it is now
  /// The scene that was opened. `scene` is another one once the user has changed the body.
  std::shared_ptr<const Scene> opened;
  std::vector<TargetSetup> targets;   ///< (k)
  bool frozen = false;                ///< the targets stand still
  std::vector<double> goal_weights;   ///< (k + r)
  std::vector<double> joint_weights;  ///< (n) in the solver's order
  std::optional<std::size_t> group;   ///< the joint group that moves; the others are frozen
  std::optional<Pull> pull;           ///< a link that the user drags, in every lane
  /// The last nudge. At its step, a further update is made at once, and an earlier nudge, or none,
  /// puts the body where that one left it.
  std::optional<Nudge> nudge;
  /// (n) in the solver's order, rad or m: the pose of row 0 in every lane, in place of the body's
  /// initial one. A change puts the body there at once. Empty, or of another length: none.
  std::vector<double> start;
  /// The path of the page "Path"; none: the targets' curves. It moves no lane.
  std::optional<PathShape> path;
  std::vector<Lane> lanes;  ///< at least one; all with the same time step
  std::size_t front = 0;    ///< index of the lane that panels show and change

  Lane& front_lane() { return lanes[front]; }
  const Lane& front_lane() const { return lanes[front]; }

  bool operator==(const Setup&) const = default;
};

/// Whether what was seen of the front lane's shaking holds for both setups: they differ at most in
/// targets and other lanes.
bool shake_alike(const Setup& a, const Setup& b);

/// A setup of the unchanged scene with one lane.
Setup setup_of(std::shared_ptr<const Scene> scene, const ik::MethodInfo& method,
               const Settings& settings);
/// A setup with the scene's settings.
Setup setup_of(std::shared_ptr<const Scene> scene, const ik::MethodInfo& method);

/// For each joint of a changed body the joint before the change, both in the solver's order (n):
/// the one of that name, or else, if there are as many joints, the one at that place of the scene
/// file. -1: a new one.
std::vector<int> joints_before(const ik::Multibody& before, const ik::Multibody& after);

/// Sets a knob of the front lane, the time step in all lanes. A value that the knob does not accept
/// is ignored. \param value empty: the default
void set_knob(Setup& setup, const Knob& knob, std::optional<double> value);

/// Chooses another method with its defaults; damping and angle cap stay as they were set. Does
/// nothing if the lane has that method.
void set_method(Lane& lane, const ik::MethodInfo& method);

/// The lane's push along that leader's path, 0 without one.
double travel_of(const Lane& lane, int leader);
void set_push(Lane& lane, int leader, double travel);

/// Target i after a jump: its curve shifted by half the effector's reach, each `turn` elsewhere;
/// of an effector that moves in a plane, along that plane.
TargetSetup jumped(const Setup& setup, int i, long turn);

/// Appends a copy of the front lane. \returns its index
std::size_t add_lane(Setup& setup);

/// The most updates of a time step, over all lanes.
long updates_in_step(const Setup& setup);

/// Methods by the name of a group: "all", or "report" for the four of Buss (2009), sections 3 to 7,
/// which his report compares. Empty for any other name.
std::vector<const ik::MethodInfo*> methods_of_group(std::string_view name);

/// Appends a lane for each of these methods that has none. \returns whether there was one
bool add_lanes(Setup& setup, std::span<const ik::MethodInfo* const> methods);

/// Removes a lane. If it was the front, a neighbour becomes it. \pre at least two lanes
void remove_lane(Setup& setup, std::size_t lane);

/// A label for each lane, all of them different: its method, and what tells it from other lanes of
/// the method, "Damped least squares, λ 0.4". Lanes that nothing tells apart have numbers, "Damped
/// least squares 1".
std::vector<std::string> lane_labels(std::span<const Lane> lanes);
inline std::vector<std::string> lane_labels(const Setup& setup) { return lane_labels(setup.lanes); }

/// The method's colour, or a shade of it if the method runs more than once.
Color lane_color(const Setup& setup, std::size_t lane);
/// The colour of a lane with that many lanes of the same method before it.
Color lane_color(const ik::MethodInfo& method, std::size_t namesakes_before);

/// A lane's label with the method's short name: "DLS, λ 0.2 m/rad".
std::string abbreviated(const std::string& label, const ik::MethodInfo& method);
/// The same for the method with the name at the begin of the label; other labels stay.
std::string abbreviated(const std::string& label);

}  // namespace lab
