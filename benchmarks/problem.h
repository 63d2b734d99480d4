#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

/// The problem given to every peer, in plain numbers: a peer's source may be compiled with another
/// Eigen, or for another machine, than the rest.
namespace bench {

/// The report's four methods, available for every peer.
enum class Rule { kTranspose, kPseudoinverse, kDls, kSdls };

/// Whether the method needs singular values.
constexpr bool uses_svd(Rule rule) { return rule == Rule::kPseudoinverse || rule == Rule::kSdls; }

struct Hinge {
  int parent;                       ///< an earlier index; -1 for the world
  std::array<double, 9> rotation;   ///< parent_from_hinge at 0, column-major
  std::array<double, 3> placement;  ///< its translation, m
  std::array<double, 3> axis;       ///< unit, in the hinge's frame
};

struct Tip {
  int hinge;
  std::array<double, 3> offset;  ///< m, in the hinge's moving frame
};

/// A tree of hinges and its effector points.
struct Body {
  std::vector<Hinge> hinges;  ///< (n) parents first
  std::vector<Tip> tips;      ///< (k)

  std::size_t n() const { return hinges.size(); }
  std::size_t rows() const { return 3 * tips.size(); }  ///< m = 3k
};

struct Numbers {
  Rule rule;
  double lambda;     ///< dls: damping, m / rad
  double cutoff;     ///< pseudoinverse: fraction of the largest singular value
  double gamma_max;  ///< sdls: cap of a direction, rad
  double max_angle;  ///< largest change of an angle per update, rad
};

/// One implementation of a whole update: Jacobian, solve, clamp, apply, forward kinematics.
class Updater {
 public:
  Updater() = default;
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;
  virtual ~Updater() = default;

  /// Sets the pose to theta (n) and updates the kinematics.
  virtual void place(const double* theta) = 0;
  /// One update towards targets (3k), world axes, m.
  virtual void update(const double* targets) = 0;
  /// Joint angles (n), rad.
  virtual const double* theta() const = 0;
};

/// A library that offers updates.
struct Peer {
  const char* id;    ///< in names of benchmarks: "kdl"
  const char* what;  ///< origin of the kinematics, the Jacobian and the solve
  /// Returns null for an unsupported method.
  std::unique_ptr<Updater> (*make)(const Body& body, const Numbers& numbers);
};

/// All peers found at build time, fewest dependencies first.
const std::vector<Peer>& peers();
/// One line for each peer that is missing.
const std::vector<std::string>& missing_peers();

}  // namespace bench
