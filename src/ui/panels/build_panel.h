#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

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

}  // namespace ui
