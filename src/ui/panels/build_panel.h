#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// A part of a body that can be changed.
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

/// State of the page "Body".
struct BuildPanel {
  bool open = false;               ///< it was drawn in this frame; the picture then has handles
  std::optional<BodyPart> chosen;  ///< the part that the page and the handles in the picture show
  std::optional<BodyPart> shown;   ///< the part to which the list has scrolled
  std::string refusal;             ///< why the last request could not be met; else empty
  std::string name;                ///< in the text field
  std::optional<BodyPart> named;   ///< the part to which `name` belongs
};

/// What can be done to a body by one press.
enum class BuildStep {
  kAddJoint,      ///< at the chosen joint, see lab::next_joint
  kAddEffector,   ///< at the end of the chosen joint's link
  kAddObstacle,   ///< a ball above the first effector
  kDelete,        ///< the chosen part
  kDeleteBranch,  ///< the chosen joint with all that it carries
};

/// Makes the change, or says in the panel why it is refused. A new part is chosen then. The joint
/// is the chosen one, or that of the chosen effector, or else the last one of the scene file.
void build(BuildStep step, const lab::Tracker& tracker, BuildPanel& panel, Edit& edit);

/// Changes the body, or says in the panel why that is refused: what std::invalid_argument says.
void try_change(BuildPanel& panel, const std::function<void()>& change);

/// The chosen part, if the scene has it.
std::optional<BodyPart> chosen_part(const BuildPanel& panel, const lab::Scene& scene);
/// Its name. \pre the scene has it
const std::string& part_name(const lab::Scene& scene, const BodyPart& part);

/// Lists joints, effectors and obstacles, and edits the chosen one. A long list scrolls by itself,
/// to what has been chosen.
void build_panel(const Theme& theme, const lab::Tracker& tracker, ImVec2 size, BuildPanel& panel,
                 Edit& edit);

/// The rows in which the chosen part is named, placed and changed.
/// \pre the tracker's scene is that of the edit's set-up
void edit_part(const Theme& theme, const lab::Tracker& tracker, const BodyPart& part,
               BuildPanel& panel, Edit& edit);

}  // namespace ui
