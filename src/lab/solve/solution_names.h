#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "iklab/body.h"

namespace lab {

/// A hinge at which a chain bends, as at an elbow: its neighbours before and after it come nearer
/// to each other or farther apart as it turns. A hinge that turns all that follows about the line
/// to a neighbour is none, nor is the root.
struct Bend {
  static constexpr int kRootAxis = -1, kEffector = -1;

  int joint;  ///< in the solver's order
  /// The nearest joint towards the root that lies elsewhere. kRootAxis: a point on the root's axis.
  int before;
  int after;     ///< the nearest joint towards the effector that lies elsewhere, or kEffector
  int effector;  ///< at the end of the chain
  int root;      ///< the first joint of the chain
};

/// The bends on the ways to all effectors, each joint once, in the solver's order; at most 64.
std::vector<Bend> find_bends(const ik::Multibody& multibody);

/// The neighbours of a bend, world axes, m.
Eigen::Vector3d before_of(const ik::Pose& pose, const Bend& bend);
Eigen::Vector3d after_of(const ik::Pose& pose, const Bend& bend);

/// v . ((p - p_before) x (p_after - p)), m^2, with v the hinge's axis and p its origin: positive if
/// the chain turns to the left there, seen from the tip of v; 0 where it is straight or folded.
double bend_of(const ik::Pose& pose, const Bend& bend);

/// A part of a body that is on one of two sides at a pose.
struct PosturePart {
  std::string joint;                               ///< name of its hinge
  std::array<std::string, 2> words = {};           ///< for both sides; may be empty
  std::function<double(const ik::Pose&)> measure;  ///< the second side where it is negative
};

/// By what a solution is known among others.
struct KnownSolution {
  std::uint64_t posture;  ///< Postures::of()
  int hue;                ///< number of its colour, see solution_color()
};

/// What tells the solutions of a body apart: on which of two sides each part of the body is, as a
/// bit for each part. With o_i, v_i the origin and the axis of hinge i, p_ij the point of axis i
/// that is nearest to axis j, u = v_1 or -v_1 upwards and h = v_2 x v_1, the parts are
///
///   six hinges, the second and the third parallel, across the first; and a spherical wrist, or
///   the fourth parallel, too, and the last two meet
///     shoulder  r = h . (p_56 - o_1)                          left, right; or forward, back
///     elbow     (u . v_1) r v_2 . ((o_3 - o_2) x (p_45 - o_3))  up, down
///     wrist     v_5 . (v_4 x v_6)                             flipped where negative
///   three such hinges: shoulder and elbow, with the effector for p_56 and p_45
///   seven hinges, each across the next
///     shoulder  v_2 . (v_1 x v_3)                             flipped, or not
///     elbow     v_4 . ((o_4 - p_32) x (p_56 - o_4))           flipped, or not
///     wrist     v_6 . (v_5 x v_7)                             flipped, or not
///   an arm whose hinges are all parallel
///     elbow, wrist, or every bend: bend_of()                  left, right
///   others
///     every bend                                              no words
///
/// Lee and Ziegler (1984) name the arms of a PUMA like this; for seven hinges these are the signs
/// that KUKA calls the status. Every expression is 0 only where hinges or links line up, as at a
/// singular pose: a solution keeps its name while its goals move, until it meets another one. The
/// last bend of a planar arm does not count where the effector has an aim.
///
/// A shoulder is left or right of the way to the hand, seen from above, if the arm passes beside
/// its first axis. Otherwise it reaches back over itself, or forward: to the side on which the
/// second axis passes the first, or as in the middle of the limits, or as the second hinge leans an
/// upright arm. Up is away from the base. Seven hinges are not flipped in the middle of their
/// limits. An elbow of a planar arm is left or right of the line between its neighbours, seen from
/// above, or from the tip of the first axis if the plane stands upright.
class Postures {
 public:
  /// \param body with its limits, even where they are not kept \param up see up_axis()
  explicit Postures(const ik::Multibody& body,
                    const Eigen::Vector3d& up = Eigen::Vector3d::UnitY());

  int count() const { return static_cast<int>(parts_.size()); }
  bool has_words() const { return has_words_; }
  const PosturePart& part(int i) const { return parts_[static_cast<std::size_t>(i)]; }
  /// The sides of all parts at a pose: bit i is 1 where part i is on its second side.
  std::uint64_t of(const ik::Pose& pose) const;

  /// The words for a posture, "shoulder left, elbow up"; empty without words.
  std::string words(std::uint64_t posture) const;
  /// The side of every bend by its joint, "A2 +, A4 −"; "all poses" for a body without parts.
  std::string signs(std::uint64_t posture) const;

  /// True if the hue of a solution is that of its posture alone: words for at most three parts.
  bool owns_hues() const { return has_words_ && count() <= kHueParts; }
  /// The number of a posture's colour, see solution_color(): its own, or where it is not free the
  /// first that is free and no other posture's.
  template <class IsFree>
  int hue(std::uint64_t posture, const IsFree& is_free) const {
    const int own = static_cast<int>(posture % (1U << kHueParts));
    if (is_free(own)) return own;
    int hue = count() <= kHueParts ? 1 << count() : 0;
    while (!is_free(hue)) ++hue;
    return hue;
  }

  /// Names of solutions, all different: words, with a number where they are another one's, too; or
  /// without words "solution 3", by the hue.
  std::vector<std::string> names(std::span<const KnownSolution> solutions) const;

 private:
  static constexpr int kHueParts = 3;

  std::vector<PosturePart> parts_;
  bool has_words_ = false;
  std::string before_words_;  // what has the sides, where words are sides alone
};

/// Names of solutions of a body, see Postures; without words "solution 1" and so on in their order.
/// \param solutions (n) each, the solver's order
std::vector<std::string> solution_names(const ik::Multibody& multibody,
                                        std::span<const ik::VectorX> solutions,
                                        const Eigen::Vector3d& up = Eigen::Vector3d::UnitY());

}  // namespace lab
