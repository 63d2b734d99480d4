#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

/// What all who are measured are asked, in plain numbers: a peer's source may have been compiled
/// with another Eigen, or for another machine, than the rest.
namespace bench {

/// The report's four methods, which every peer has or can be given.
enum class Rule { kTranspose, kPseudoinverse, kDls, kSdls };

struct Hinge {
  int parent;                       ///< before it in the list; -1 for the world
  std::array<double, 9> rotation;   ///< parent_from_hinge at 0, by columns
  std::array<double, 3> placement;  ///< its translation, m
  std::array<double, 3> axis;       ///< unit, in the hinge's frame
};

struct Tip {
  int hinge;
  std::array<double, 3> offset;  ///< m, in the frame that the hinge turns
};

/// A tree of hinges and the points on it that are to reach targets.
struct Body {
  std::vector<Hinge> hinges;  ///< (n) parents first
  std::vector<Tip> tips;      ///< (k)

  std::size_t n() const { return hinges.size(); }
  std::size_t rows() const { return 3 * tips.size(); }  ///< m = 3k
};

struct Numbers {
  Rule rule;
  double lambda;     ///< dls: damping, m / rad
  double cutoff;     ///< pseudoinverse: share of the largest singular value
  double gamma_max;  ///< sdls: cap of a direction, rad
  double max_angle;  ///< no angle changes more in an update, rad
};

/// Somebody's way to make one whole update: Jacobian, solve, clamp, apply, forward kinematics.
class Updater {
 public:
  Updater() = default;
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;
  virtual ~Updater() = default;

  /// Moves the body to theta (n), kinematics and all.
  virtual void place(const double* theta) = 0;
  /// One update towards targets (3k), world axes, m.
  virtual void update(const double* targets) = 0;
  /// (n) where the body is, rad.
  virtual const double* theta() const = 0;
};

/// One who offers updates.
struct Peer {
  const char* id;    ///< in names: "kdl"
  const char* what;  ///< whose kinematics, whose Jacobian, whose solve
  /// Null where it has no such method.
  std::unique_ptr<Updater> (*make)(const Body& body, const Numbers& numbers);
};

/// All peers that were found when this was built, the fewest dependencies first.
const std::vector<Peer>& peers();
/// One line for each that was not.
const std::vector<std::string>& missing_peers();

}  // namespace bench
