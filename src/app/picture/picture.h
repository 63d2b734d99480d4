#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "app/picture/stage.h"
#include "app/session/trails.h"
#include "gfx/context/framebuffer.h"
#include "gfx/draw/picture.h"
#include "ik/body/obstacle.h"
#include "iklab/problem.h"
#include "lab/track/pull.h"
#include "lab/track/tracker.h"

namespace app {

/// What the user chose to see, and in which colours.
struct PictureStyle {
  bool dark = false;                             ///< the dark studio instead of the bright one
  gfx::Color method_color = gfx::hex(0x0072b2);  ///< of the effectors and their trails
  bool axes = true;                              ///< the pins that show where a joint's axis points
  bool trails = true;
  bool target_lines = true;  ///< dashed, from each effector to its target
  bool grid = true;
  bool shadows = true;
};

/// Replaces `picture` by a multibody in a pose, with its targets and trails.
///
/// A link is a capsule from a joint to each of its children and effectors, where these are apart.
/// A revolute joint is a drum about its axis, a prismatic one a sleeve on the parent with a rod
/// through it, a screw joint has both. Allocates nothing once the picture has been as full.
/// \param targets (k) m, in the effectors' order
/// \param trails of the targets and the effectors; null draws none
void make_picture(const ik::Multibody& multibody, const ik::Pose& pose,
                  std::span<const Eigen::Vector3d> targets, const Trails* trails,
                  const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// Adds a body that runs beside the one of the picture: links and effectors in one colour.
/// \param color  with its alpha: below 1 it is a ghost
/// \param offset from where it is to where it is drawn, m
void add_companion(const ik::Multibody& multibody, const ik::Pose& pose, const Stage& stage,
                   const gfx::Color& color, const glm::vec3& offset, gfx::Picture& picture);

/// Adds targets again, for a companion that is drawn elsewhere.
void add_targets(std::span<const Eigen::Vector3d> targets, const Stage& stage,
                 const PictureStyle& style, const glm::vec3& offset, gfx::Picture& picture);

/// Marks the point of a link that is drawn, and its way to the hand where it is not there.
void add_pull(const lab::Pull& pull, const ik::Pose& pose, const Stage& stage,
              const PictureStyle& style, gfx::Picture& picture);

/// Marks a target that the pointer is at, and the line that it is moved along.
void add_grasp(const Eigen::Vector3d& target, const std::optional<Eigen::Vector3d>& axis,
               const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// Adds what the links are to keep clear of, as matt solids.
void add_obstacles(std::span<const ik::Obstacle> obstacles, const PictureStyle& style,
                   gfx::Picture& picture);

/// Where a body is a two-link arm (ik::TwoLink), adds both ways that it can reach its target, or
/// its nearest pose where it cannot, as ghosts that the body itself hides where it coincides with
/// one.
void add_closed_form(const ik::Multibody& multibody, std::span<const Eigen::Vector3d> targets,
                     const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// What a picture without a window looks like.
struct SnapshotOptions {
  int width = 1280;    ///< pixels, positive
  int height = 720;    ///< pixels, positive
  int samples = 4;     ///< a pixel; fewer where the driver offers fewer
  PictureStyle style;  ///< the method's colour is the tracker's, whatever stands here
};

/// One frame of the tracker's present state, drawn without a display, from the scene's own camera.
/// Makes another context current on this thread, and leaves none.
/// \param trails of the way here; null draws none
/// \throws gfx::NoDevice where no graphics device can be reached,
///         std::runtime_error where it refuses the size
gfx::Image snapshot(const lab::Tracker& tracker, const Trails* trails = nullptr,
                    const SnapshotOptions& options = {});

}  // namespace app
