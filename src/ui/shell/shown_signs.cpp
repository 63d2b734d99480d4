#include "ui/shell/shown_signs.h"

namespace ui {
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
