#include "ui/panels/pages.h"

#include <algorithm>
#include <stdexcept>

#include "lab/body/build.h"
#include "lab/body/goals.h"
#include "lab/scene/knobs.h"
#include "lab/track/reach.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

// sizes of a new obstacle, as shares of a typical link
constexpr double kObstacleShare = 0.3;  // its radius
constexpr double kAbove = 0.6;          // its height above the effector

using Kind = BodyPart::Kind;

/// The joint to which a new part is added, in the order of the scene file.
int base_joint(const BuildPanel& panel, const lab::Scene& scene) {
  const ik::Multibody& body = scene.multibody;
  const auto part = chosen_part(panel, scene);
  if (part && part->kind == Kind::kJoint) return part->index;
  if (part && part->kind == Kind::kEffector) {
    return body.given_index(body.effector(part->index).joint);
  }
  return body.joint_count() - 1;
}

void add_joint(const lab::Setup& setup, BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *setup.scene;
  const lab::AddedJoint joint = lab::next_joint(scene.multibody, base_joint(panel, scene));
  edit.change("add a joint") = lab::with_body(setup, lab::with_joint(scene, joint));
  panel.chosen = {Kind::kJoint, scene.multibody.joint_count()};
}

void add_effector(const lab::Setup& setup, BuildPanel& panel, Edit& edit) {
  const ik::Multibody& body = setup.scene->multibody;
  const int joint = base_joint(panel, *setup.scene);
  const int carrier = body.solver_index(joint);
  Eigen::Vector3d end = lab::link_end(body, joint);
  for (const ik::Effector& effector : body.effectors()) {
    if (effector.joint == carrier && effector.offset == end) end *= 0.5;
  }
  edit.change("add an effector") =
      lab::with_effector(setup, {carrier, end, Eigen::Vector3d::Zero()});
  panel.chosen = {Kind::kEffector, body.effector_count()};
}

/// Whether the method keeps links clear of obstacles: it then has a least distance from them.
bool minds_obstacles(const ik::MethodInfo& method) {
  return lab::find_param(method, "margin").has_value();
}

/// Says that the method passes links through obstacles, if it does.
void say_if_ignored(const ik::MethodInfo& method, Edit& edit) {
  if (minds_obstacles(method)) return;
  std::string others;
  for (const ik::MethodInfo& other : ik::methods()) {
    if (minds_obstacles(other)) others += (others.empty() ? "" : ", ") + std::string(other.label);
  }
  edit.send(Tell{std::string(method.label) +
                 " takes no notice of obstacles. Methods that do: " + others});
}

void add_obstacle(const lab::Setup& setup, const ik::Pose& pose, BuildPanel& panel, Edit& edit) {
  const double link = lab::link_length(setup.scene->multibody);
  const double length = link > 0.0 ? link : 0.5;  // m
  const Eigen::Vector3d above = pose.effector.col(0) + kAbove * length * Eigen::Vector3d::UnitY();
  lab::Scene next = lab::with_obstacle(*setup.scene, above, kObstacleShare * length);
  panel.chosen = {Kind::kObstacle, static_cast<int>(next.obstacles.size()) - 1};
  edit.change("add an obstacle") = lab::with_body(setup, std::move(next));
  say_if_ignored(*setup.front_lane().method, edit);
}

void remove(const lab::Setup& setup, const lab::Tracker& tracker, bool branch, BuildPanel& panel,
            Edit& edit) {
  const auto part = chosen_part(panel, *setup.scene);
  if (!part) return;
  const lab::Scene& scene = *setup.scene;
  const ik::Multibody& body = scene.multibody;
  const std::string what = "delete " + part_name(scene, *part);
  if (part->kind == Kind::kEffector) {
    if (body.effector_count() < 2) {
      throw std::invalid_argument("'" + part_name(scene, *part) +
                                  "' is the only effector, and a body needs one");
    }
    edit.change(what) = lab::without_effector(setup, part->index);
  } else if (part->kind == Kind::kObstacle) {
    edit.change(what) =
        lab::with_body(setup, lab::without_obstacle(scene, static_cast<std::size_t>(part->index)));
  } else {
    const double theta = tracker.pose().theta[body.solver_index(part->index)];
    lab::Scene next = branch ? lab::without_branch(scene, part->index)
                             : lab::without_joint(scene, part->index, theta);
    edit.change(what) = lab::with_body(setup, std::move(next));
  }
  panel.chosen.reset();
}

constexpr float kIndent = 13.0F;  // design points for each level of the tree
constexpr float kMaxIndent = 104.0F;
// largest share of the page's height, without and with a chosen part
constexpr float kListShare = 0.55F, kShareBesideRows = 0.34F;
constexpr float kMinRows = 5.0F;  // rows of a long list that are always visible

struct StepButton {
  const char* text;
  const char* item;
  BuildStep step;
  const char* help;
};
constexpr StepButton kAdders[] = {
    {"+ Joint", "add-joint", BuildStep::kAddJoint,
     "Adds a joint at the end of the chosen joint's link. An effector there moves to "
     "the end of the new link."},
    {"+ Effector", "add-effector", BuildStep::kAddEffector,
     "Adds an effector at the end of the chosen joint's link, with a target that moves in and out "
     "of its reach."},
    {"+ Obstacle", "add-obstacle", BuildStep::kAddObstacle,
     "Adds a ball above the first effector. The methods nullspace and constrained keep links clear "
     "of it, the others pass through."}};

void step_buttons(const Theme& theme, std::span<const StepButton> buttons,
                  const lab::Tracker& tracker, BuildPanel& panel, Edit& edit) {
  for (const StepButton& button : buttons) {
    const bool pressed = flowing_button(theme, button.text, &button == buttons.data());
    describe(theme, "build", button.item, button.help);
    if (pressed) build(button.step, tracker, panel, edit);
  }
}

const char* joint_word(const ik::Joint& joint) {
  if (joint.type == ik::JointType::kPrismatic) return "slide";
  return joint.type == ik::JointType::kScrew ? "screw" : "hinge";
}

float row_height(const Theme& theme) {
  return std::max(line_height(theme.font.text) + theme.px(4), theme.finger(0.0F));
}

struct PartRow {
  BodyPart part;
  const std::string& name;
  const char* word;                      ///< its kind, at the right end
  int level = 0;                         ///< how deep in the tree
  std::optional<lab::Color> color = {};  ///< an effector's swatch; none: no swatch
  const char* help;
};

void part_row(const Theme& theme, const PartRow& row, BuildPanel& panel) {
  const BodyPart& part = row.part;
  const float width = ImGui::GetContentRegionAvail().x, height = line_height(theme.font.text);
  const ImVec2 whole{width, row_height(theme)};
  const auto kind = in_id(static_cast<int>(part.kind));
  const auto index = in_id(part.index);
  const bool pressed = press_area("part", whole);
  const char* groups[] = {"joint", "effector", "obstacle"};
  describe(theme, std::string("build-") + groups[static_cast<int>(part.kind)], row.name, row.help);
  const ItemRect rect = item_rect();
  row_ground(theme, rect, {.chosen = panel.chosen == part, .hovered = ImGui::IsItemHovered()});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float indent =
      std::min(theme.px(kIndent) * static_cast<float>(row.level), theme.px(kMaxIndent));
  float left = rect.min.x + theme.px(4) + indent;
  const float y = rect.middle().y;
  if (panel.chosen == part && panel.shown != part) ImGui::SetScrollHereY();
  if (row.color) swatch(theme, *row.color, {left, y}, 4);
  if (part.kind == Kind::kJoint) {
    const float r = theme.px(4);
    const ImU32 ink = packed(theme.color.text);
    if (std::string_view(row.word) == "slide") {
      list.AddRect({left, y - 0.7F * r}, {left + 2.0F * r, y + 0.7F * r}, ink, 0.0F, 0,
                   theme.px(1.5F));
    } else {
      list.AddCircle({left + r, y}, r, ink, 20, theme.px(1.5F));
    }
  }
  if (row.color || part.kind == Kind::kJoint) left += theme.px(14);
  const float words = text_width(theme.font.small, row.word);
  ImGui::PushFont(theme.font.text);
  text_within(list, {left, y - 0.5F * height}, rect.max.x - words - theme.px(10) - left, row.name,
              theme.color.text);
  ImGui::PopFont();
  write(list, theme.font.small,
        {rect.max.x - words - theme.px(4), y - 0.5F * line_height(theme.font.small)},
        theme.color.muted, row.word);
  if (!pressed) return;
  panel.chosen = panel.chosen == part ? std::nullopt : std::optional(part);
  panel.refusal.clear();
}

/// Joints as a tree, with the effectors that they carry; then obstacles.
void part_list(const Theme& theme, const lab::Scene& scene, BuildPanel& panel) {
  const ik::Multibody& body = scene.multibody;
  std::vector<int> levels;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint& joint = body.joint(j);
    // an only child continues its parent's level, so that chains stay narrow
    int level = 0;
    if (joint.parent >= 0) {
      const bool alone = std::ranges::count(body.joints(), joint.parent, &ik::Joint::parent) < 2;
      level = levels[static_cast<std::size_t>(joint.parent)] + (alone ? 0 : 1);
    }
    levels.push_back(level);
    part_row(theme,
             {.part = {Kind::kJoint, body.given_index(j)},
              .name = joint.name,
              .word = joint_word(joint),
              .level = level,
              .help = "Press to choose the joint: rows below and handles in the picture move and "
                      "turn it."},
             panel);
    for (int i = 0; i < body.effector_count(); ++i) {
      if (body.effector(i).joint != j) continue;
      part_row(theme,
               {.part = {Kind::kEffector, i},
                .name = body.effector(i).name,
                .word = "effector",
                .level = level + 1,
                .color = lab::series_color(i),
                .help = "Press to choose the effector."},
               panel);
    }
  }
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    part_row(
        theme,
        {.part = {Kind::kObstacle, static_cast<int>(i)},
         .name = scene.obstacles[i].name,
         .word = "obstacle",
         .help = "Press to choose the obstacle: rows below and handles in the picture move it."},
        panel);
  }
  ImGui::PopStyleVar();
}

void show_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit) {
  const ik::Multibody& body = tracker.multibody();
  const bool carries =
      part.kind == Kind::kJoint &&
      std::ranges::count(body.joints(), body.solver_index(part.index), &ik::Joint::parent) > 0;
  edit_part(theme, tracker, part, panel, edit);
  ImGui::Spacing();
  const StepButton deleters[] = {
      {"Delete", "delete", BuildStep::kDelete,
       part.kind == Kind::kJoint ? "Deletes the joint (Del). What it carries becomes part of the "
                                   "link before it, and nothing moves."
                                 : "Deletes it (Del). Undo brings it back."},
      {"Delete with all it carries", "delete-branch", BuildStep::kDeleteBranch,
       "Deletes the joint and all joints and effectors beyond it."}};
  step_buttons(theme, std::span(deleters).first(carries ? 2 : 1), tracker, panel, edit);
}

}  // namespace

std::optional<BodyPart> chosen_part(const BuildPanel& panel, const lab::Scene& scene) {
  if (!panel.chosen) return std::nullopt;
  int count = scene.multibody.joint_count();
  if (panel.chosen->kind == Kind::kEffector) count = scene.multibody.effector_count();
  if (panel.chosen->kind == Kind::kObstacle) count = static_cast<int>(scene.obstacles.size());
  if (panel.chosen->index < 0 || panel.chosen->index >= count) return std::nullopt;
  return panel.chosen;
}

const std::string& part_name(const lab::Scene& scene, const BodyPart& part) {
  const ik::Multibody& body = scene.multibody;
  if (part.kind == Kind::kEffector) return body.effector(part.index).name;
  if (part.kind == Kind::kJoint) return body.joint(body.solver_index(part.index)).name;
  return scene.obstacles[static_cast<std::size_t>(part.index)].name;
}

void try_change(BuildPanel& panel, const std::function<void()>& change) {
  try {
    change();
    panel.refusal.clear();
  } catch (const std::invalid_argument& error) {
    panel.refusal = error.what();
  }
}

void set_aim(int effector, ik::AimKind kind, const ik::Pose& pose, BuildPanel& panel, Edit& edit) {
  const lab::Scene& scene = *edit.setup.scene;
  try_change(panel, [&] {
    edit.change("aim of " + scene.multibody.effector(effector).name) =
        lab::with_body(edit.setup, lab::with_aim_kind(scene, effector, kind, pose));
  });
  panel.chosen = {Kind::kEffector, effector};
}

void build(BuildStep step, const lab::Tracker& tracker, BuildPanel& panel, Edit& edit) {
  const lab::Setup setup = edit.setup;
  try_change(panel, [&] {
    switch (step) {
      case BuildStep::kAddJoint:
        return add_joint(setup, panel, edit);
      case BuildStep::kAddEffector:
        return add_effector(setup, panel, edit);
      case BuildStep::kAddObstacle:
        return add_obstacle(setup, tracker.pose(), panel, edit);
      case BuildStep::kDelete:
        return remove(setup, tracker, false, panel, edit);
      case BuildStep::kDeleteBranch:
        return remove(setup, tracker, true, panel, edit);
    }
  });
}

void build_panel(const Theme& theme, const lab::Tracker& tracker, ImVec2 size, BuildPanel& panel,
                 Edit& edit) {
  panel.open = true;
  const lab::Scene& scene = tracker.scene();
  if (!chosen_part(panel, scene)) panel.chosen.reset();
  ImGui::PushFont(theme.font.small);
  step_buttons(theme, kAdders, tracker, panel, edit);
  ImGui::PopFont();
  ImGui::Spacing();
  const auto parts =
      static_cast<std::size_t>(scene.multibody.joint_count() + scene.multibody.effector_count()) +
      scene.obstacles.size();
  const float most = std::max((panel.chosen ? kShareBesideRows : kListShare) * size.y,
                              kMinRows * row_height(theme));
  ImGui::BeginChild("parts", {0.0F, std::min(most, row_height(theme) * static_cast<float>(parts))});
  part_list(theme, scene, panel);
  ImGui::EndChild();
  panel.shown = panel.chosen;
  ImGui::Spacing();
  if (!panel.refusal.empty()) {
    paragraph(theme.color.record, panel.refusal, theme.font.small);
    ImGui::Spacing();
  }
  // a part that was added or chosen in this frame is shown in the next
  const auto part = chosen_part(panel, scene);
  if (part && edit.setup.scene == tracker.setup().scene) {
    return show_part(theme, tracker, *part, panel, edit);
  }
  if (part) return;
  const auto font = in_font(theme.font.small);
  const bool pressed = empty_state(
      theme,
      {.name = "Body",
       .text = "Press a joint in the list or a link in the picture to move, turn and change it. "
               "Changes take effect at once, are on the timeline, and can be undone. The "
               "menu has \"Save a scene file\".",
       .button = "Start a new body",
       .help = "A hinge with a link, an effector and a target, to add joints to. Undo leads back "
               "to the present body."});
  edit.send_if(pressed, Command::kNewBody);
}

}  // namespace ui
