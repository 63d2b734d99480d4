#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "app/picture/picture.h"
#include "app/picture/stage.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/solve/reach_cloud.h"
#include "lab/track/tracker.h"
#include "lab/view/spectrum.h"
#include "ui/overlay/labels.h"
#include "ui/panels/shown.h"

namespace app {

/// Adds the polyline through at(0), at(1), ... at(pieces), m. Calls `at` once for each point, in
/// this order. `width` is in points.
template <class At>
void add_curve(int pieces, At&& at, float width, const gfx::Color& color, gfx::Picture& picture) {
  glm::vec3 before = at(0);
  for (int i = 1; i <= pieces; ++i) {
    const glm::vec3 here = at(i);
    picture.lines.push_back({before, here, width, 0.0f, color});
    before = here;
  }
}

/// Adds the actual and the wanted aims. The actual aim is drawn at the effector: a direction as one
/// rod, an orientation as three rods (x red, y green, z blue). The wanted aim is drawn as dashed
/// lines at the target. When both agree, each line runs along its rod.
void add_aims(const lab::Tracker& tracker, const Stage& stage, const PictureStyle& style,
              gfx::Picture& picture);

/// Marks a cause of shaking: its joints and effectors in one colour. Arrows show the effectors'
/// lost direction, towards their targets. Without a lost direction, double arrows show how the
/// cause's motion moves the effectors.
void add_highlight(const lab::Tracker& tracker, const lab::Cause& cause, const Stage& stage,
                   const PictureStyle& style, gfx::Picture& picture);

/// The colour of add_highlight(), distinct from targets and links.
gfx::Color highlight_color(bool dark);

/// Adds velocity ellipsoids: wire frames with an arrow along each half-axis. The longest
/// half-axis of all is 0.8 links long, the others in proportion.
void add_ellipsoids(std::span<const lab::VelocityEllipsoid> ellipsoids, const Stage& stage,
                    const PictureStyle& style, gfx::Picture& picture);

/// Adds one pair of singular vectors: u as an arrow at every effector, v as an arrow along every
/// joint's axis. Lengths are proportional to the components. The longest arrow of each vector is
/// 0.8 links long.
/// \param u (3(k + r)) world axes, \param v (n)
void add_singular_direction(const lab::Tracker& tracker, const ik::VectorX& u, const ik::VectorX& v,
                            const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

/// Adds the course of a curve as a line.
/// \param course see lab::course_of; \param dashed the target jumps from point to point
void add_course(std::span<const Eigen::Vector3d> course, bool dashed, const gfx::Color& color,
                gfx::Picture& picture);

/// Where rings are drawn.
struct Ringed {
  const ik::Pose& pose;
  std::span<const Eigen::Vector3d> targets;  ///< (k) m, in the effectors' order
  /// Target with the ball of add_grasp(): its ring is around that ball.
  std::optional<int> grasped = {};
};

/// Adds a ring around every target's ball and every effector's ball, in the effector's colour
/// (lab::series_color). The rings face the eye. An effector inside its target's ball has no ring.
/// \param eye     position of the camera, m
void add_rings(const Ringed& ringed, const Stage& stage, bool dark, const glm::vec3& eye,
               gfx::Picture& picture);

/// Radius of the ball around a target under the pointer, as a multiple of the target's radius.
inline constexpr float kGraspRadius = 1.7f;

/// Effectors and targets of a lane as the camera sees them in `view`, for name labels.
std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view);

inline constexpr std::size_t kNoPoint = static_cast<std::size_t>(-1);

/// Index of the point of a lane's body that is farthest from the same point of all other lanes: a
/// label there is not mistaken for another lane's label. The last frame's point is kept until
/// another point is far enough and three times as far. If none is far enough, it is a point with
/// the fewest other lanes nearby.
/// \param lanes  points of each lane's body, m; the same number in all lanes
/// \param before the last frame's index, or kNoPoint \param enough m
std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before, double enough = 0.0);

/// Adds solutions as ghosts in their hues; a lit one is more opaque.
void add_solutions(std::span<const ui::ShownSolution> solutions, std::optional<std::size_t> lit,
                   const ik::Multibody& multibody, const Stage& stage, bool dark,
                   gfx::Picture& picture);

/// Adds poses of a family of solutions as faint ghosts in its hue.
void add_sweep(std::span<const ik::Pose> poses, int hue, const ik::Multibody& multibody,
               const Stage& stage, bool dark, gfx::Picture& picture);

/// The solution with a link under the pointer that is nearest to the eye.
/// \param pixel in the view's coordinates, from its top left corner
std::optional<std::size_t> pick_solution(std::span<const ui::ShownSolution> solutions,
                                         const ik::Multibody& multibody, const Stage& stage,
                                         const gfx::Camera& camera, glm::vec2 pixel,
                                         glm::vec2 size);

/// The links of a body as a camera sees them.
class SeenLinks {
 public:
  /// \param radius of the links with a margin, m
  SeenLinks(const ik::Multibody& multibody, const ik::Pose& pose, float radius,
            const gfx::Camera& camera);
  /// Whether a dot at that place would cover a link.
  bool lie_behind(const glm::vec3& place) const;

 private:
  struct Link {
    glm::vec3 from, to;  // see as_seen()
  };
  glm::vec3 as_seen(const glm::vec3& place) const;

  float radius_;
  glm::vec3 eye_, right_, up_, forward_;
  std::vector<Link> links_;
};

/// Adds the places of an effector as dots, coloured by the share of directions in which it gets
/// there: lab::color_at() of the share over the largest one. Of a reach in space only the half
/// behind the body, so that one looks into it, and nothing over the links.
/// \param middle of the halves, m
void add_cloud(const lab::ReachCloud& cloud, const glm::vec3& middle, const gfx::Camera& camera,
               const SeenLinks& links, gfx::Picture& picture);

}  // namespace app
