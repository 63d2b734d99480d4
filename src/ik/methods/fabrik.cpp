#include "ik/methods/fabrik.h"

#include "ik/body/joint.h"
#include "ik/simd/vectors.h"
#include "ik/task/objective.h"

#include <algorithm>
#include <numeric>

namespace ik {
namespace {

IK_INLINE Vec<double> get(const Eigen::Vector3d& v) { return get_vec<double>(v.data(), 0); }
IK_INLINE void put(const Vec<double>& v, Eigen::Vector3d& to) { put_vec<double>(v, to.data(), 0); }

/// The unit direction from a to b, or `known` if they coincide.
IK_INLINE Vec<double> direction(const Vec<double>& a, const Vec<double>& b,
                                const Vec<double>& known) {
  const Vec<double> way = b - a;
  const double far = length_of<double>(x_of(way), y_of(way), z_of(way));
  return choose(far > 0.0, {way.lanes / far}, known);
}

IK_MULTIVERSION void backward(PointTree& tree, std::span<const Eigen::Vector3d> targets) {
  PointTree::Node* const nodes = tree.nodes.data();
  for (PointTree::Node& node : tree.nodes) node.sum.setZero();
  for (std::size_t i = tree.order.size(); i-- > 0;) {
    PointTree::Node& node = nodes[tree.order[i]];
    const double pull = node.pull;
    if (!(pull > 0.0)) continue;
    const Vec<double> at = node.effector >= 0
                               ? get(targets[static_cast<std::size_t>(node.effector)])
                               : Vec<double>{get(node.sum).lanes / pull};
    put(at, node.at);
    if (node.parent < 0) continue;
    PointTree::Node& parent = nodes[node.parent];
    const Vec<double> towards = direction(get(parent.at), at, get(node.heading));
    put(get(parent.sum) + pull * (at - node.length * towards), parent.sum);
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
    const Vec<double> heading = direction(before, get(node.at), get(node.heading));
    put(heading, node.heading);
    put(before + node.length * heading, node.at);
  }
}

/// Straightens a chain towards its target if the target is out of reach.
/// \param chain the base, then its points
void stretch(std::span<PointTree::Node> chain, double reach, const Eigen::Vector3d& target) {
  const Eigen::Vector3d& base = chain.front().base;
  if (!(length(target - base) >= reach)) return;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    put(direction(get(base), get(target), get(chain[i].heading)), chain[i].heading);
    chain[i].at = chain[i - 1].at + chain[i].length * chain[i].heading;
  }
}

}  // namespace

int PointTree::add(int parent, int effector, const Eigen::Vector3d& place) {
  Node node{.parent = parent, .effector = effector, .at = place};
  if (parent >= 0) {
    const Eigen::Vector3d& before = nodes[static_cast<std::size_t>(parent)].at;
    node.depth = nodes[static_cast<std::size_t>(parent)].depth + 1;
    node.length = length(place - before);
    put(direction(get(before), get(place), get(node.heading)), node.heading);
  }
  nodes.push_back(node);
  return static_cast<int>(nodes.size()) - 1;
}

void compute_pulls(PointTree& tree, std::span<const double> weights) {
  for (PointTree::Node& node : tree.nodes) {
    node.pull = node.effector >= 0 ? weights[static_cast<std::size_t>(node.effector)] : 0.0;
  }
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const PointTree::Node& node = tree.nodes[i];
    if (node.parent >= 0) tree.nodes[static_cast<std::size_t>(node.parent)].pull += node.pull;
  }
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
  for (std::size_t from = 0, end = 0; from < tree.nodes.size(); from = end) {
    // [from, end): one base and its points; a chain if each point is the child of the previous one
    bool chain = tree.nodes[from].pull > 0.0;
    double reach = 0.0;
    for (end = from + 1; end < tree.nodes.size() && tree.nodes[end].parent >= 0; ++end) {
      chain = chain && tree.nodes[end].parent + 1 == static_cast<int>(end);
      reach += tree.nodes[end].length;
    }
    const int effector = tree.nodes[end - 1].effector;
    if (!chain || effector < 0) continue;
    stretch({&tree.nodes[from], end - from}, reach, targets[static_cast<std::size_t>(effector)]);
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

/// Turns the joints (j, end) and the effectors of a pose about joint j's axis.
IK_MULTIVERSION void turn_rigidly(Pose& pose, int j, int end, std::span<const int> effectors,
                                  const Displacement& move) {
  double* const origin = pose.origin.data();
  double* const axis = pose.axis.data();
  double* const effector = pose.effector.data();
  const Vec<double> p = load_vec<double>(origin, j);
  const AxisTurn turn(load_vec<double>(axis, j), move);
  for (int i = j + 1; i < end; ++i) {
    const Vec<double> at = load_vec<double>(origin, i), along = load_vec<double>(axis, i);
    store_vec<double>(at + turn.change(at - p), origin, i);
    store_vec<double>(along + turn.change(along), axis, i);
  }
  for (const int i : effectors) {
    const Vec<double> at = get_vec<double>(effector, i);
    put_vec<double>(at + turn.change(at - p), effector, i);
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
    if (moves) put(m_.moved);
    sweep(slides, moves ? w_.trial : problem_.pose);
    m_.slid = m_.moved;
    if (!m_.slid.isZero(0.0)) {
      put(m_.slid);
      moves = true;
    }
    if (!moves) w_.trial = problem_.pose;
    // in the first step in any case: later ones must not allocate
    if (moves || m_.unturned.theta.size() != w_.trial.theta.size()) m_.unturned = w_.trial;
    place_points();
    const int passes = static_cast<int>(std::clamp(method_.passes, 1.0, Fabrik::kMaxPasses));
    for (int i = 0; i < passes; ++i) fabrik_pass(m_.tree, m_.goals);
    for (int i = 0; i < kSweeps; ++i) {
      for (const int j : m_.hinges) turn(j);
    }
    check_turns(moves ? m_.unturned : problem_.pose);
  }

 private:
  /// Cyclic coordinate descent of the chosen joints from `pose`, where m_.moved has put the body.
  void sweep(bool (*chosen)(JointType), const Pose& pose) {
    compute_goal_frames(problem_, pose, m_.bearings);
    joints_.sweep(chosen, pose, m_.bearings, m_.moved);
  }

  /// Creates the points for w.trial: free hinges (one point for hinges at the same place) and
  /// effectors.
  void place_points() {
    const int n = multibody_.joint_count();
    const int k = multibody_.effector_count();
    m_.tree.nodes.clear();
    m_.hinges.clear();
    m_.joint_of_point.clear();
    m_.point_of_joint.assign(static_cast<std::size_t>(n), -1);
    m_.goals.resize(static_cast<std::size_t>(k));
    for (int j = 0; j < n; ++j) {
      const int parent = multibody_.joint(j).parent;
      int point = parent < 0 ? -1 : m_.point_of_joint[static_cast<std::size_t>(parent)];
      const Eigen::Vector3d place = w_.trial.origin.col(j);
      if (is_hinge(multibody_.joint(j).type) && joints_.is_free(j)) {
        m_.hinges.push_back(j);
        if (point < 0 ||
            (m_.tree.nodes[static_cast<std::size_t>(point)].at - place).norm() > kSamePlace) {
          point = m_.tree.add(point, -1, place);
          m_.joint_of_point.push_back(j);
        }
      }
      m_.point_of_joint[static_cast<std::size_t>(j)] = point;
      for (int i = 0; i < k; ++i) {
        if (multibody_.effector(i).joint != j || point < 0) continue;
        m_.tree.add(point, i, w_.trial.effector.col(i));
        m_.joint_of_point.push_back(j);
      }
    }
    for (int i = 0; i < k; ++i) {
      m_.goals[static_cast<std::size_t>(i)] = m_.bearings.targets.col(i);
    }
    m_.on_axis.resize(m_.tree.nodes.size());
    compute_pulls(m_.tree, {m_.bearings.weights.data(), static_cast<std::size_t>(k)});
  }

  /// The position of point i in w.trial.
  Eigen::Vector3d place_of(std::size_t i) const {
    const int effector = m_.tree.nodes[i].effector;
    if (effector >= 0) return w_.trial.effector.col(effector);
    return w_.trial.origin.col(m_.joint_of_point[i]);
  }

  bool moves(int j, std::size_t point) const {
    int carrier = m_.joint_of_point[point];
    while (carrier > j) carrier = multibody_.joint(carrier).parent;
    return carrier == j;
  }

  /// Turns hinge j so that the next points come closest to their places in the tree; updates
  /// w.trial.
  void turn(int j) {
    const auto own = static_cast<std::size_t>(m_.point_of_joint[static_cast<std::size_t>(j)]);
    const Eigen::Vector3d v = w_.trial.axis.col(j);
    const Eigen::Vector3d p = w_.trial.origin.col(j);
    JointObjective f;
    std::fill(m_.on_axis.begin(), m_.on_axis.end(), char{0});
    m_.on_axis[own] = 1;
    for (std::size_t i = own + 1; i < m_.tree.nodes.size(); ++i) {
      const PointTree::Node& node = m_.tree.nodes[i];
      if (node.parent < static_cast<int>(own)) break;
      if (!m_.on_axis[static_cast<std::size_t>(node.parent)] || !moves(j, i)) continue;
      const Eigen::Vector3d r = place_of(i) - p;
      const Eigen::Vector3d q = node.at - p;
      const double along = v.dot(r);
      if ((r - along * v).norm() <= kLever * r.norm() + kSamePlace) {
        m_.on_axis[i] = 1;
        continue;
      }
      f.a += node.pull * (r.dot(q) - along * v.dot(q));
      f.b += node.pull * v.dot(r.cross(q));
    }
    const Displacement move = joints_.best(f, j, m_.moved[j]);
    if (move.x == 0.0) return;
    m_.moved[j] += move.x;
    turn_below(j, move);
  }

  /// Turns the axes, origins and effectors of w.trial that hinge j moves, as one rigid body.
  /// Nothing else of the pose is used until put() computes all of it.
  void turn_below(int j, const Displacement& move) {
    // subtrees are contiguous
    int end = j + 1;
    while (end < multibody_.joint_count() && multibody_.joint(end).parent >= j) ++end;
    turn_rigidly(w_.trial, j, end, multibody_.effectors_of(j), move);
  }

  /// Sets the step to `moves`.
  void set_step(const VectorX& moves) {
    for (int j = 0; j < multibody_.joint_count(); ++j) {
      w_.dtheta[j] = moves[j] == 0.0 ? 0.0 : moves[j] / problem_.mobility_of(j);
    }
  }

  /// Sets the step to `moves` and w.trial to its end.
  void put(const VectorX& moves) {
    set_step(moves);
    try_step(problem_, w_.dtheta, 1.0, w_);
  }

  /// Halves the turns until they lower the error enough; otherwise sweeps the hinges by cyclic
  /// coordinate descent.
  /// \param unturned the pose before the turns
  void check_turns(const Pose& unturned) {
    m_.turned = m_.moved - m_.slid;
    const double without = objective_change(problem_, unturned);
    const double least = kWorthwhile * 0.5 * w_.error(problem_).squaredNorm();
    double share = 1.0;
    for (int i = 0; i < kShares; ++i, share *= 0.5) {
      m_.moved = m_.slid + share * m_.turned;
      // the turns have moved the effectors, but not the frames of aims
      if (share == 1.0 && multibody_.aim_count() == 0) {
        set_step(m_.moved);
      } else {
        put(m_.moved);
      }
      if (objective_change(problem_, w_.trial) < without - least) return;
    }
    m_.moved = m_.slid;
    sweep(is_hinge, unturned);
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
  // at a solution the points would move only by rounding
  if (w.error(problem).isZero(0.0)) return;
  FabrikStep(*this, problem, w).take();
  move_leaders(problem, max_turn, max_translation, w);
}

}  // namespace ik
