#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <span>

#include "app/picture/stage.h"
#include "app/session/trails.h"
#include "gfx/context/framebuffer.h"
#include "gfx/draw/picture.h"
#include "iklab/problem.h"
#include "lab/track/hand.h"
#include "lab/track/tracker.h"
#include "ui/panels/shown.h"

namespace app {

/// A multibody in a pose, with its targets and trails.
struct DrawnBody {
  const ik::Multibody& multibody;
  const ik::Pose& pose;
  std::span<const Eigen::Vector3d> targets;  ///< (k) m, in the effectors' order
  const Trails* trails = nullptr;  ///< behind the targets and the effectors; null draws none
};

/// Replaces `picture` by a multibody in a pose, with its targets and trails.
///
/// A link is a capsule from a joint to each of its children and effectors, unless they coincide.
/// A revolute joint is a drum with a pin along its axis, a prismatic joint a sleeve on the parent
/// with a rod through it, a screw joint both. A dashed line joins each effector to its target.
/// Allocates nothing once the picture has held as many parts.
void make_picture(const DrawnBody& body, const Stage& stage, const PictureStyle& style,
                  gfx::Picture& picture);
/// The same for the tracker's present state, with its obstacles and aims.
void make_picture(const lab::Tracker& tracker, const Trails* trails, const Stage& stage,
                  const PictureStyle& style, gfx::Picture& picture);

/// Adds another lane's body: links and effectors in one colour.
/// \param color     an alpha below 1 makes a ghost
/// \param thickness of a link, as a multiple of the front lane's
void add_companion(const ik::Multibody& multibody, const ik::Pose& pose, const Stage& stage,
                   const gfx::Color& color, float thickness, gfx::Picture& picture);

/// Marks the pulled point of a link, and draws a line from it to the pointer.
void add_pull(const lab::Pull& pull, const ik::Pose& pose, const Stage& stage,
              const PictureStyle& style, gfx::Picture& picture);

/// Marks the target under the pointer, and its axis of motion if it has one.
void add_grasp(const Eigen::Vector3d& target, const std::optional<Eigen::Vector3d>& axis,
               const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

void add_obstacles(std::span<const ik::Obstacle> obstacles, const PictureStyle& style,
                   gfx::Picture& picture);

/// For a two-link arm (ik::TwoLink), adds both closed-form solutions as ghosts, or the nearest pose
/// when the target is out of reach. The body hides a ghost that it coincides with. Adds nothing for
/// other bodies.
void add_closed_form(const ik::Multibody& multibody, std::span<const Eigen::Vector3d> targets,
                     const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// The image of a picture without floor and background, with the opacity of every pixel. It is
/// drawn twice, on black and on white: a pixel of colour c and opacity α is α c on the one and α c
/// + 1 − α on the other. \param draw draws `picture` with the same size each time
gfx::Image without_background(gfx::Picture& picture, const std::function<gfx::Image()>& draw);

struct SnapshotOptions {
  int width = 1280;          ///< pixels, positive
  int height = 720;          ///< pixels, positive
  int samples = 4;           ///< per pixel; fewer if the driver offers fewer
  bool dark = false;         ///< the dark studio instead of the bright one
  bool transparent = false;  ///< see without_background()
  std::span<const ui::ShownSolution> solutions = {};  ///< drawn as ghosts
};

/// Draws the tracker's present state without a display, through the scene's own camera.
/// Makes another graphics context current on this thread, and leaves none current.
/// \param trails null draws none
/// \param[out] notes if given: a line for each mesh that is not shown
/// \throws gfx::NoDevice if no graphics device is available,
///         std::runtime_error if the device refuses the size
gfx::Image snapshot(const lab::Tracker& tracker, const Trails* trails = nullptr,
                    const SnapshotOptions& options = {}, std::vector<std::string>* notes = nullptr);

}  // namespace app
