#include "ui/shell/changes.h"

#include <cmath>

namespace ui {
namespace {

/// Sets it on the front lane; the time step is one for all lanes.
void change_setting(const SettingChange& change, lab::Setup& setup) {
  if (!std::isnan(change.value) && !lab::accepts(*change.setting, change.value)) return;
  change.setting->set(setup.front_lane().settings, change.value);
  for (lab::Lane& lane : setup.lanes) {
    lane.settings.time_step = setup.front_lane().settings.time_step;
  }
}

std::string change_lane(const LaneChange& change, lab::Setup& setup) {
  switch (change.kind) {
    case LaneChange::Kind::kAdd: {
      const std::size_t added = lab::add_lane(setup);
      lab::Lane& lane = setup.lanes[added];
      if (change.method != nullptr && change.method != lane.method) {
        lane.method = change.method;
        lane.params.clear();
      }
      return std::string("add ") + lane.method->label;
    }
    case LaneChange::Kind::kRemove:
      if (setup.lanes.size() < 2) break;
      lab::remove_lane(setup, change.lane);
      return "remove a lane";
    case LaneChange::Kind::kFront:
      setup.front = change.lane;
      return "bring to the front";
  }
  return "";
}

}  // namespace

std::optional<SetupChange> changed(const lab::Setup& setup, const Asked& asked) {
  SetupChange change{setup, ""};
  lab::Setup& next = change.setup;
  if (asked.setup) change = *asked.setup;
  if (asked.method != nullptr && asked.method != next.front_lane().method) {
    next.front_lane().method = asked.method;
    next.front_lane().params.clear();
    change.what = asked.method->label;
  }
  if (asked.setting) {
    change_setting(*asked.setting, next);
    change.what = asked.setting->setting->label;
  }
  if (asked.param) {
    lab::set_param(next.front_lane(), asked.param->name, asked.param->value);
    change.what = asked.param->name;
  }
  if (asked.goal_weight) {
    next.goal_weights[static_cast<std::size_t>(asked.goal_weight->which)] =
        asked.goal_weight->weight;
    change.what = "weight of a goal";
  }
  if (asked.joint_weight) {
    const auto joint = static_cast<std::size_t>(asked.joint_weight->which);
    next.joint_weights[joint] = asked.joint_weight->weight;
    change.what = "weight of a joint";
  }
  if (asked.group) {
    next.group = asked.group->group;
    change.what = "group of joints";
  }
  if (asked.target) {
    next.targets[static_cast<std::size_t>(asked.target->which)] = asked.target->target;
    change.what = "target";
  }
  if (asked.pull) {
    next.pull = asked.pull->pull;
    change.what = next.pull ? "hold a link" : "let a link go";
  }
  if (asked.freeze) {
    next.frozen = *asked.freeze;
    change.what = next.frozen ? "freeze the targets" : "let the targets go";
  }
  if (asked.lane) change.what = change_lane(*asked.lane, next);
  if (next == setup) return std::nullopt;
  return change;
}

}  // namespace ui
