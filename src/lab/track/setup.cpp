#include "lab/track/setup.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "ik/math/elementary.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

/// Mixes a colour with black for a negative share, with white for a positive one; -1 to 1.
Color shaded(Color color, float share) {
  const auto part = [share](float x) {
    return share < 0.0F ? x * (1.0F + share) : x + (1.0F - x) * share;
  };
  return {part(color.r), part(color.g), part(color.b)};
}

}  // namespace

bool shake_alike(const Setup& a, const Setup& b) {
  return a.front_lane() == b.front_lane() && a.start == b.start &&
         a.goal_weights == b.goal_weights && a.joint_weights == b.joint_weights &&
         a.group == b.group;
}

Setup setup_of(std::shared_ptr<const Scene> scene, const ik::MethodInfo& method,
               const Settings& settings) {
  Setup setup;
  for (const TargetCurve& curve : scene->targets) setup.targets.push_back({curve});
  setup.goal_weights = scene->weights;
  setup.goal_weights.resize(static_cast<std::size_t>(scene->multibody.goal_count()), 1.0);
  for (const ik::Joint& joint : scene->multibody.joints()) {
    setup.joint_weights.push_back(joint.weight);
  }
  setup.group = scene->group;
  setup.lanes.push_back({.id = 0, .method = &method, .settings = settings});
  setup.opened = scene;
  setup.scene = std::move(scene);
  return setup;
}

Setup setup_of(std::shared_ptr<const Scene> scene, const ik::MethodInfo& method) {
  const Settings settings = scene->settings;
  return setup_of(std::move(scene), method, settings);
}

std::vector<int> joints_before(const ik::Multibody& before, const ik::Multibody& after) {
  std::vector<int> result;
  const bool as_many = before.joint_count() == after.joint_count();
  for (int j = 0; j < after.joint_count(); ++j) {
    const auto same = std::ranges::find(before.joints(), after.joint(j).name, &ik::Joint::name);
    if (same != before.joints().end()) {
      result.push_back(static_cast<int>(same - before.joints().begin()));
    } else {
      result.push_back(as_many ? before.solver_index(after.given_index(j)) : -1);
    }
  }
  return result;
}

void set_knob(Setup& setup, const Knob& knob, std::optional<double> value) {
  if (value && !knob.accepts(*value)) return;
  knob.set(setup.front_lane().settings, value);
  const double time_step = setup.front_lane().settings.time_step;
  for (Lane& lane : setup.lanes) lane.settings.time_step = time_step;
}

void set_method(Lane& lane, const ik::MethodInfo& method) {
  if (lane.method == &method) return;
  lane.method = &method;
  lane.settings = shared_settings(std::move(lane.settings));
}

double travel_of(const Lane& lane, int leader) {
  const auto push = std::ranges::find(lane.pushes, leader, &Push::leader);
  return push == lane.pushes.end() ? 0.0 : push->travel;
}

void set_push(Lane& lane, int leader, double travel) {
  for (Push& push : lane.pushes) {
    if (push.leader == leader) return void(push.travel = travel);
  }
  lane.pushes.push_back({leader, travel});
}

TargetSetup jumped(const Setup& setup, int i, long turn) {
  // a low-discrepancy sequence of directions: no two are equal
  constexpr double kGoldenAngle = 2.39996322972865332;
  constexpr double kRatio = 0.7548776662466927;  // Roberts's (2018) for two dimensions
  const double number = static_cast<double>(turn) + 1.0;
  const double height = 2.0 * (number * kRatio - std::floor(number * kRatio)) - 1.0;
  const double around = kGoldenAngle * number, radius = std::sqrt(1.0 - height * height);
  const Eigen::Vector3d direction(radius * ik::cosine(around), height, radius * ik::sine(around));
  const double length = 0.5 * outer_radius(reach_of(setup.scene->multibody, i));
  const TargetSetup& target = setup.targets[static_cast<std::size_t>(i)];
  return {shifted(target.curve, length * direction), std::nullopt};
}

std::size_t add_lane(Setup& setup) {
  Lane lane = setup.front_lane();
  for (const Lane& other : setup.lanes) lane.id = std::max(lane.id, other.id + 1);
  setup.lanes.push_back(std::move(lane));
  return setup.lanes.size() - 1;
}

long updates_in_step(const Setup& setup) {
  long updates = 0;
  for (const Lane& lane : setup.lanes) updates += lane.settings.iterations;
  return updates;
}

std::vector<const ik::MethodInfo*> methods_of_group(std::string_view name) {
  std::vector<const ik::MethodInfo*> methods;
  if (name == "all") {
    for (const ik::MethodInfo& method : ik::methods()) methods.push_back(&method);
  } else if (name == "report") {
    for (const char* id : {"jacobian-transpose", "pseudoinverse", "dls", "sdls"}) {
      methods.push_back(&ik::known_method(id));
    }
  }
  return methods;
}

bool add_lanes(Setup& setup, std::span<const ik::MethodInfo* const> methods) {
  bool added = false;
  for (const ik::MethodInfo* method : methods) {
    if (std::ranges::count(setup.lanes, method, &Lane::method) > 0) continue;
    set_method(setup.lanes[add_lane(setup)], *method);
    added = true;
  }
  return added;
}

void remove_lane(Setup& setup, std::size_t lane) {
  setup.lanes.erase(setup.lanes.begin() + static_cast<std::ptrdiff_t>(lane));
  if (setup.front > lane || setup.front == setup.lanes.size()) --setup.front;
}

std::vector<std::string> lane_labels(const Setup& setup) {
  std::vector<std::string> labels;
  for (const Lane& lane : setup.lanes) {
    const bool alone = std::ranges::count(setup.lanes, lane.method, &Lane::method) == 1;
    labels.push_back(alone ? lane.method->label : describe(*lane.method, lane.settings));
  }
  return labels;
}

Color lane_color(const Setup& setup, std::size_t lane) {
  const ik::MethodInfo* const method = setup.lanes[lane].method;
  const auto before = std::ranges::count(std::span(setup.lanes).first(lane), method, &Lane::method);
  return lane_color(*method, static_cast<std::size_t>(before));
}

Color lane_color(const ik::MethodInfo& method, std::size_t namesakes_before) {
  // alternately lighter and darker, and stronger for each further lane
  constexpr float kShade = 0.4F;
  const std::size_t pair = (namesakes_before + 1) / 2;
  const float away = kShade * static_cast<float>(pair);
  return shaded(method_color(method),
                std::clamp(namesakes_before % 2 == 1 ? away : -away, -0.8F, 0.8F));
}

std::string abbreviated(const std::string& label, const ik::MethodInfo& method) {
  const std::string_view whole = method.label;
  if (!label.starts_with(whole)) return label;
  return method.short_name + label.substr(whole.size());
}

std::string abbreviated(const std::string& label) {
  const ik::MethodInfo* best = nullptr;
  std::size_t most = 0;
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::string_view name = method.label;
    if (name.size() > most && label.starts_with(name)) best = &method, most = name.size();
  }
  return best == nullptr ? label : abbreviated(label, *best);
}

}  // namespace lab
