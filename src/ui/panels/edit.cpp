#include "ui/panels/edit.h"

namespace ui {

void set(const lab::SettingInfo& setting, double value, Edit& edit) {
  lab::set_setting(edit.change(setting.label), setting, value);
}

void set_param(const std::string& name, double value, Edit& edit) {
  lab::set_param(edit.change(name).front_lane(), name, value);
}

void choose_method(const ik::MethodInfo& method, Edit& edit) {
  if (&method == edit.setup.front_lane().method) return;
  lab::set_method(edit.change(method.label).front_lane(), method);
}

void add_lane(const ik::MethodInfo& method, Edit& edit) {
  lab::Setup& setup = edit.change(std::string("add ") + method.label);
  lab::set_method(setup.lanes[lab::add_lane(setup)], method);
}

void set_target(int i, const lab::TargetSetup& target, Edit& edit) {
  edit.change("target").targets[static_cast<std::size_t>(i)] = target;
}

void set_pull(const std::optional<lab::Pull>& pull, Edit& edit) {
  edit.change(pull ? "hold a link" : "let a link go").pull = pull;
}

void set_frozen(bool frozen, Edit& edit) {
  edit.change(frozen ? "freeze the targets" : "let the targets go").frozen = frozen;
}

}  // namespace ui
