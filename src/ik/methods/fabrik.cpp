#include "ik/methods/fabrik.h"

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/body/link_motion.h"
#include "ik/simd/vectors.h"
#include "ik/task/objective.h"

#include <algorithm>
#include <numeric>

namespace ik {
namespace {

IK_INLINE Vec<double> get(const Eigen::Vector3d& v) { return get_vec<double>(v.data(), 0); }
IK_INLINE void put(const Vec<double>& v, Eigen::Vector3d& to) { put_vec<double>(v, to.data(), 0); }

IK_INLINE Vec<double> get(const Fabrik::Column& v) { return load_vec<double>(v.data(), 0); }
IK_INLINE void put(const Vec<double>& v, Fabrik::Column& to) { store_vec<double>(v, to.data(), 0); }

/// The squares of these lengths are safe.
constexpr double kMinSquare = 1e-100, kMaxSquare = 1e100;

bool is_safe(double square) { return square > kMinSquare && square < kMaxSquare; }

/// As along(), where the square of a length overflows or underflows, or the way is 0.
/// \param[in,out] way (4) the way, then the result
[[gnu::noinline]] void extreme_along(double length, const Eigen::Vector3d& last, double* way) {
  if (!(length_of<double>(way[0], way[1], way[2]) > 0.0)) std::copy_n(last.data(), 3, way);
  const double far = length_of<double>(way[0], way[1], way[2]);
  for (int i = 0; i < 3; ++i) way[i] = length * (way[i] / far);
}

/// The vector of this length along `way`, or along `last` if way is 0.
IK_INLINE Vec<double> along(double length, const Vec<double>& way, const Eigen::Vector3d& last) {
  const double square = dot(way, way);
  // quotient and root do not wait for each other
  if (is_safe(square)) return (length / square * std::sqrt(square)) * way;
  double column[kLanes];
  store_vec<double>(way, column, 0);
  extreme_along(length, last, column);
  return load_vec<double>(column, 0);
}

IK_MULTIVERSION void backward(PointTree& tree, std::span<const Eigen::Vector3d> targets) {
  PointTree::Node* const nodes = tree.nodes.data();
  for (std::size_t i = tree.order.size(); i-- > 0;) {
    PointTree::Node& node = nodes[tree.order[i]];
    if (!(node.pull > 0.0)) continue;
    const Vec<double> at =
        get(node.effector >= 0 ? targets[static_cast<std::size_t>(node.effector)] : node.mean);
    put(at, node.at);
    node.mean.setZero();  // for the next pass
    if (node.parent < 0) continue;
    PointTree::Node& parent = nodes[node.parent];
    const Vec<double> wanted = at - along(node.length, at - get(parent.at), node.way);
    put(get(parent.mean) + node.share * wanted, parent.mean);
  }
}

IK_MULTIVERSION void forward(PointTree& tree) {
  PointTree::Node* const nodes = tree.nodes.data();
  for (const int i : tree.order) {
    PointTree::Node& node = nodes[i];
    if (node.parent < 0) {
      node.at = node.base;
      continue;
    }
    const Vec<double> before = get(nodes[node.parent].at);
    const Vec<double> way = get(node.at) - before;
    put(before + along(node.length, way, node.way), node.at);
    if (dot(way, way) > 0.0) put(way, node.way);
  }
}

/// Straightens a chain towards its target if the target is out of reach.
void stretch(PointTree& tree, const PointTree::Chain& chain, const Eigen::Vector3d& target) {
  const Eigen::Vector3d way = target - tree.nodes[chain.base].base;
  const double far = length(way);
  if (!(far >= chain.reach)) return;
  for (std::size_t i = chain.base + 1; i < chain.end; ++i) {
    PointTree::Node& node = tree.nodes[i];
    node.at = tree.nodes[i - 1].at;
    put(get(node.at) + along(node.length, get(way), node.way), node.at);
    if (far > 0.0) node.way = way;
  }
}

/// Adds the chains that pull: each point is the child of the previous one, the last is an end.
void find_chains(PointTree& tree) {
  const std::vector<PointTree::Node>& nodes = tree.nodes;
  tree.chains.clear();
  for (std::size_t base = 0, end = 0; base < nodes.size(); base = end) {
    bool chain = nodes[base].pull > 0.0;
    double reach = 0.0;
    for (end = base + 1; end < nodes.size() && nodes[end].parent >= 0; ++end) {
      chain = chain && nodes[end].parent + 1 == static_cast<int>(end);
      reach += nodes[end].length;
    }
    if (chain && nodes[end - 1].effector >= 0) tree.chains.push_back({base, end, reach});
  }
}

}  // namespace

int PointTree::add(int parent, int effector, const Eigen::Vector3d& place) {
  const int index = static_cast<int>(nodes.size());
  Node& node = nodes.emplace_back();
  node.parent = parent;
  node.effector = effector;
  node.at = node.base = place;
  if (parent >= 0) {
    const Node& before = nodes[static_cast<std::size_t>(parent)];
    const Eigen::Vector3d way = place - before.at;
    node.depth = before.depth + 1;
    node.length = length(way);
    if (node.length > 0.0) node.way = way;
  }
  return index;
}

void compute_pulls(PointTree& tree, std::span<const double> weights) {
  for (PointTree::Node& node : tree.nodes) {
    node.pull = node.effector >= 0 ? weights[static_cast<std::size_t>(node.effector)] : 0.0;
  }
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    PointTree::Node& node = tree.nodes[i];
    node.end = std::max(node.end, static_cast<int>(i) + 1);
    if (node.parent < 0) continue;
    PointTree::Node& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
    parent.pull += node.pull;
    parent.end = std::max(parent.end, node.end);
  }
  for (PointTree::Node& node : tree.nodes) {
    if (node.parent < 0 || !(node.pull > 0.0)) continue;
    node.share = node.pull / tree.nodes[static_cast<std::size_t>(node.parent)].pull;
  }
  find_chains(tree);
  if (tree.order.size() != tree.nodes.size()) {
    tree.order.resize(tree.nodes.size());
    std::iota(tree.order.begin(), tree.order.end(), 0);
  }
  const auto is_before = [&nodes = tree.nodes](int a, int b) {
    const int of_a = nodes[static_cast<std::size_t>(a)].depth;
    const int of_b = nodes[static_cast<std::size_t>(b)].depth;
    return of_a != of_b ? of_a < of_b : a < b;
  };
  // most often the order of the last step
  if (!std::is_sorted(tree.order.begin(), tree.order.end(), is_before)) {
    std::sort(tree.order.begin(), tree.order.end(), is_before);
  }
}

void fabrik_pass(PointTree& tree, std::span<const Eigen::Vector3d> targets) {
  backward(tree, targets);
  forward(tree);
  for (const PointTree::Chain& chain : tree.chains) {
    const int effector = tree.nodes[chain.end - 1].effector;
    stretch(tree, chain, targets[static_cast<std::size_t>(effector)]);
  }
}

namespace {

constexpr int kSweeps = 2;  // over the hinges: hinges at one point share a ball joint's rotation
constexpr int kShares = 5;  // number of shares of the turns that are tried: 1, 1/2, ...
/// Turns that lower the squared error by less than this share are rejected: the hinges cannot
/// follow the points.
constexpr double kWorthwhile = 0.1;
/// A point does not turn a hinge if its distance from the hinge's axis is at most kLever times its
/// distance from the hinge plus kSamePlace [m].
constexpr double kLever = 1e-3;
constexpr double kSamePlace = 1e-9;

bool is_hinge(JointType type) { return type == JointType::kRevolute; }
bool slides(JointType type) { return type != JointType::kRevolute; }

constexpr Frame<Lanes> kUnturned{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {}};

/// What turns with a hinge.
IK_INLINE Frame<Lanes> turned_with(const Fabrik::Hinge& hinge) {
  return {get(hinge.x).lanes, get(hinge.y).lanes, get(hinge.z).lanes, Lanes{}};
}

IK_INLINE Vec<double> turned_by(const Frame<Lanes>& turned, const Vec<double>& r) {
  return {x_of(r) * turned.x + y_of(r) * turned.y + z_of(r) * turned.z};
}

/// True if a point at r from a hinge turns about its axis. \param across r's part normal to the
/// axis
IK_INLINE bool has_lever(const Vec<double>& across, const Vec<double>& r) {
  const double lever = dot(across, across), square = dot(r, r);
  // (a + b)^2 <= 2 (a^2 + b^2)
  if (lever > 2.0 * (kLever * kLever * square + kSamePlace * kSamePlace)) return true;
  return std::sqrt(lever) > kLever * std::sqrt(square) + kSamePlace;
}

/// Turns every hinge once so that the next points come closest to their places in the tree, and
/// moves hinges and points with it. Each hinge turns the frame of the hinge before it, so that a
/// sweep takes time proportional to the number of hinges.
IK_MULTIVERSION void turn_hinges(Fabrik::Memory& m) {
  const PointTree::Node* const nodes = m.tree.nodes.data();
  Fabrik::Column* const places = m.place_of_point.data();
  Fabrik::Hinge* const hinges = m.hinges.data();
  for (const int j : m.turning) {
    Fabrik::Hinge& hinge = hinges[j];
    Frame<Lanes> turned = kUnturned;
    const Vec<double> was = get(hinge.at), axis = get(hinge.axis);
    Vec<double> v = axis, p = was;
    if (hinge.before >= 0) {
      const Fabrik::Hinge& before = hinges[hinge.before];
      turned = turned_with(before);
      p = get(before.at) + turned_by(turned, was - get(before.was));
      v = turned_by(turned, v);
    }
    JointObjective f;
    for (int i = hinge.first; i < hinge.end;) {
      const PointTree::Node& node = nodes[i];
      const Vec<double> r = turned_by(turned, get(places[i]) - was);
      const Vec<double> q = get(node.at) - p;
      const double height = dot(v, r);
      if (!has_lever(r - height * v, r)) {
        ++i;  // the points after it turn the hinge
        continue;
      }
      f.a += node.pull * (dot(r, q) - height * dot(v, q));
      f.b += node.pull * dot(v, cross(r, q));
      i = node.end;
    }
    double& moved = m.moved[j];
    const auto [move, late] = JointMoves::choose(f, hinge.range, moved);
    if (late) m.bearings.late.push_back({j, f.a, f.b});
    moved += move.x;
    Fabrik::Column a;
    put(axis, a);
    turn(a.data(), v.lanes, move.sine, 1.0 - move.versine, turned);
    put(was, hinge.was);
    put(p, hinge.at);
    put(v, hinge.axis);
    put({turned.x}, hinge.x);
    put({turned.y}, hinge.y);
    put({turned.z}, hinge.z);
  }
  for (std::size_t i = 0; i < m.tree.nodes.size(); ++i) {
    const Fabrik::Hinge& hinge = hinges[m.hinge_of_point[i]];
    put(get(hinge.at) + turned_by(turned_with(hinge), get(places[i]) - get(hinge.was)), places[i]);
  }
}

class FabrikStep {
 public:
  FabrikStep(const Fabrik& method, const Problem& problem, Workspace& w)
      : method_(method),
        problem_(problem),
        multibody_(problem.multibody),
        joints_(problem, method.max_turn, method.max_translation),
        w_(w),
        m_(w.memory<Fabrik::Memory>()) {}

  void take() {
    m_.moved.setZero(multibody_.joint_count());
    bool moves = !problem_.held.empty();
    if (moves) go_by(m_.moved);
    sweep(slides, moves ? w_.trial : problem_.pose);
    m_.slid = m_.moved;
    if (!m_.slid.isZero(0.0)) {
      go_by(m_.slid);
      moves = true;
    }
    // all of both poses in the first step in any case: later ones must not allocate
    const bool first = w_.trial.theta.size() != problem_.pose.theta.size();
    if (first) w_.trial = problem_.pose;
    if (moves || m_.unturned.theta.size() != w_.trial.theta.size()) m_.unturned = w_.trial;
    if (!moves && !first) w_.trial.effector = problem_.pose.effector;
    place_points(moves ? w_.trial : problem_.pose);
    const int passes = static_cast<int>(std::clamp(method_.passes, 1.0, Fabrik::kMaxPasses));
    for (int i = 0; i < passes; ++i) fabrik_pass(m_.tree, m_.goals);
    for (int i = 0; i < kSweeps; ++i) {
      turn_hinges(m_);
      add_late_turns(m_.bearings.late, m_.moved);
    }
    for (std::size_t i = 0; i < m_.tree.nodes.size(); ++i) {
      const int effector = m_.tree.nodes[i].effector;
      if (effector >= 0)
        put_vec<double>(get(m_.place_of_point[i]), w_.trial.effector.data(), effector);
    }
    check_turns(moves ? &m_.unturned : nullptr);
  }

 private:
  /// Cyclic coordinate descent of the chosen joints from `pose`, where m_.moved has put the body.
  void sweep(bool (*chosen)(JointType), const Pose& pose) {
    compute_goal_frames(problem_, pose, m_.bearings);
    joints_.sweep(chosen, pose, m_.bearings, m_.moved);
  }

  /// Creates the free hinges, and the points: one for hinges at the same place, and one for each
  /// effector that they move.
  void place_points(const Pose& pose) {
    const int n = multibody_.joint_count();
    const int k = multibody_.effector_count();
    const Link* const links = multibody_.layout().links.data();
    m_.tree.nodes.clear();
    m_.turning.clear();
    m_.hinge_of_point.clear();
    m_.place_of_point.clear();
    // hinges that share a point may part later
    const std::size_t most = static_cast<std::size_t>(n) + static_cast<std::size_t>(k);
    m_.tree.nodes.reserve(most);
    m_.tree.order.reserve(most);
    m_.hinge_of_point.reserve(most);
    m_.place_of_point.reserve(most);
    m_.hinges.resize(static_cast<std::size_t>(n));
    m_.hinge_of_joint.resize(static_cast<std::size_t>(n));
    int* const hinge_of = m_.hinge_of_joint.data();
    for (int j = 0; j < n; ++j) {
      const int parent = links[j].parent;
      hinge_of[j] = parent < 0 ? -1 : hinge_of[parent];
      if (is_hinge(links[j].type) && joints_.is_free(j)) {
        add_hinge(j, hinge_of[j], pose);
        hinge_of[j] = j;
      }
      // the effectors on a joint come before those on joints below it
      for (const int i : multibody_.effectors_of(j)) {
        if (hinge_of[j] < 0 || multibody_.effector(i).joint != j) break;
        const int point = hinge(hinge_of[j]).point;
        hinge(hinge_of[j]).end = add_point(hinge_of[j], point, i, pose.effector.col(i)) + 1;
      }
    }
    for (int j = n - 1; j >= 0; --j) {
      if (hinge_of[j] != j || hinge(j).before < 0) continue;
      int& end = hinge(hinge(j).before).end;
      end = std::max(end, hinge(j).end);
    }
    for (const int j : multibody_.layout().by_depth) {
      if (hinge_of[j] == j) m_.turning.push_back(j);
    }
    m_.goals.resize(static_cast<std::size_t>(k));
    for (int i = 0; i < k; ++i) {
      m_.goals[static_cast<std::size_t>(i)] = m_.bearings.targets.col(i);
    }
    compute_pulls(m_.tree, {m_.bearings.weights.data(), static_cast<std::size_t>(k)});
  }

  Fabrik::Hinge& hinge(int j) { return m_.hinges[static_cast<std::size_t>(j)]; }

  /// \param before the hinge before it, -1: none
  void add_hinge(int j, int before, const Pose& pose) {
    const Vec<double> place = load_vec<double>(pose.origin.data(), j);
    Fabrik::Hinge& added = hinge(j);
    added.before = before;
    added.range = joints_.range_of(j);
    added.point = before < 0 ? -1 : hinge(before).point;
    if (added.point < 0 || !is_at(added.point, place)) {
      added.point = add_point(j, added.point, -1, pose.origin.col(j));
    }
    added.first = added.end = static_cast<int>(m_.tree.nodes.size());
    put(load_vec<double>(pose.axis.data(), j), added.axis);
    put(place, added.at);
  }

  bool is_at(int point, const Vec<double>& place) const {
    const Vec<double> way = get(m_.tree.nodes[static_cast<std::size_t>(point)].at) - place;
    return length_of<double>(x_of(way), y_of(way), z_of(way)) <= kSamePlace;
  }

  /// \returns its index \param before the point before it, -1: none
  int add_point(int hinge, int before, int effector, const Eigen::Vector3d& place) {
    m_.hinge_of_point.push_back(hinge);
    m_.place_of_point.emplace_back();
    put(get(place), m_.place_of_point.back());
    return m_.tree.add(before, effector, place);
  }

  /// Sets the step to `moves`.
  void set_step(const VectorX& moves) {
    for (int j = 0; j < multibody_.joint_count(); ++j) {
      w_.dtheta[j] = moves[j] == 0.0 ? 0.0 : moves[j] / problem_.mobility_of(j);
    }
  }

  /// Sets the step to `moves` and w.trial to its end.
  void go_by(const VectorX& moves) {
    set_step(moves);
    try_step(problem_, w_.dtheta, 1.0, w_);
  }

  /// Halves the turns until they lower the error enough; otherwise sweeps the hinges by cyclic
  /// coordinate descent.
  /// \param unturned the pose before the turns if it is not the problem's, else null
  void check_turns(const Pose* unturned) {
    m_.turned = m_.moved - m_.slid;
    const double without = unturned ? objective_change(problem_, *unturned) : 0.0;
    const double least = kWorthwhile * 0.5 * w_.error(problem_).squaredNorm();
    double share = 1.0;
    for (int i = 0; i < kShares; ++i, share *= 0.5) {
      m_.moved = m_.slid + share * m_.turned;
      // the turns have moved the effectors, but not the frames of aims
      if (share == 1.0 && multibody_.aim_count() == 0) {
        set_step(m_.moved);
      } else {
        go_by(m_.moved);
      }
      if (objective_change(problem_, w_.trial) < without - least) return;
    }
    m_.moved = m_.slid;
    sweep(is_hinge, unturned ? *unturned : problem_.pose);
    set_step(m_.moved);
  }

  const Fabrik& method_;
  const Problem& problem_;
  const Multibody& multibody_;
  JointMoves joints_;
  Workspace& w_;
  Fabrik::Memory& m_;
};

}  // namespace

void Fabrik::step(const Problem& problem, Workspace& w) const {
  // at a solution the points would move only by rounding; the first step reserves all memory
  const bool rests = w.error(problem).isZero(0.0);
  const auto joints = static_cast<std::size_t>(problem.multibody.joint_count());
  if (rests && w.memory<Memory>().hinges.size() == joints) return;
  FabrikStep(*this, problem, w).take();
  if (rests) {
    w.dtheta.setZero();
    return;
  }
  move_leaders(problem, max_turn, max_translation, w);
}

}  // namespace ik
