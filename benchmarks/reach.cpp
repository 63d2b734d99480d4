// Poses of real arms solved to the end: how many are reached, and how soon, by Solver::solve, by
// BatchSolver::solve, by a loop in plain Eigen of the same idea, and by Orocos KDL. A machine under
// load counts in all: compare ratios. `runs` are means as multiples of the reference kernel of
// measure.h.
//
//   iklab_reach_benchmark [POSES] [TOLERANCE]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Dense>

#include "iklab/batch.h"
#include "measure.h"
#ifdef BENCH_KDL
#include "peers/kdl_poses.h"
#endif
#include "peers/pose_solver.h"
#include "support/robot_arms.h"

namespace {

using Clock = std::chrono::steady_clock;

/// The starts of a column of the table.
enum class Start { kMiddle, kNear };

constexpr int kRepeats = 3;

/// One measured pose.
struct Pose {
  Eigen::Isometry3d goal;
  ik::VectorX start;
};

/// Damped least squares in plain Eigen with restarts, the loop that a program would write itself.
class PlainLoop : public bench::PoseSolver {
 public:
  explicit PlainLoop(const bodies::Arm& arm) : arm_(arm) {}

  void begin() override { random_.seed(3); }
  bool solve(const Eigen::Isometry3d& goal, const ik::VectorX& start, double tolerance) override {
    Eigen::VectorXd theta;
    for (int attempt = 0; attempt < 100; ++attempt) {
      theta = attempt == 0 ? Eigen::VectorXd(start) : drawn();
      if (descend(goal, tolerance, 60, false, theta) && wrap(theta)) return true;
      clamp(theta);
      if (descend(goal, tolerance, 10, true, theta)) return true;
    }
    return false;
  }

 private:
  bool descend(const Eigen::Isometry3d& goal, double tolerance, int most, bool limits,
               Eigen::VectorXd& theta) {
    const Eigen::Index n = theta.size();
    Eigen::MatrixXd J(6, n);
    std::vector<Eigen::Isometry3d> frames(static_cast<std::size_t>(n));
    for (int i = 0; i < most; ++i) {
      Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
      for (Eigen::Index j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(j);
        frame = frame * bodies::Arm::placement(arm_.joints[at]) *
                Eigen::AngleAxisd(theta[j], Eigen::Vector3d::UnitZ());
        frames[at] = frame;
      }
      frame = frame * Eigen::Translation3d(0.0, 0.0, arm_.tool);
      const Eigen::AngleAxisd turn(Eigen::Matrix3d(goal.linear() * frame.linear().transpose()));
      Eigen::VectorXd e(6);
      e << goal.translation() - frame.translation(), turn.angle() * turn.axis();
      if (e.head<3>().norm() <= tolerance && e.tail<3>().norm() <= tolerance) return true;
      for (Eigen::Index j = 0; j < n; ++j) {
        const Eigen::Isometry3d& joint = frames[static_cast<std::size_t>(j)];
        const Eigen::Vector3d v = joint.linear().col(2);
        J.col(j) << v.cross(frame.translation() - joint.translation()), v;
      }
      if (e.head<3>().norm() > 0.3) e.head<3>() *= 0.3 / e.head<3>().norm();
      if (e.tail<3>().norm() > 1.0) e.tail<3>() *= 1.0 / e.tail<3>().norm();
      const double mu = 1e-10 + 1e-3 * std::min(1.0, e.squaredNorm());
      const Eigen::MatrixXd A = J * J.transpose() + mu * Eigen::MatrixXd::Identity(6, 6);
      theta += J.transpose() * A.ldlt().solve(e);
      if (limits) clamp(theta);
    }
    return false;
  }
  bool wrap(Eigen::VectorXd& theta) const {
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const bodies::ArmJoint& joint = arm_.joints[static_cast<std::size_t>(j)];
      const double middle = 0.5 * (joint.lower + joint.upper);
      theta[j] = middle + std::remainder(theta[j] - middle, 2.0 * std::numbers::pi);
    }
    return arm_.keeps_limits(theta);
  }
  void clamp(Eigen::VectorXd& theta) const {
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const bodies::ArmJoint& joint = arm_.joints[static_cast<std::size_t>(j)];
      theta[j] = std::clamp(theta[j], joint.lower, joint.upper);
    }
  }
  Eigen::VectorXd drawn() {
    Eigen::VectorXd theta(static_cast<Eigen::Index>(arm_.joints.size()));
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      const bodies::ArmJoint& joint = arm_.joints[static_cast<std::size_t>(j)];
      theta[j] = std::uniform_real_distribution<double>(joint.lower, joint.upper)(random_);
    }
    return theta;
  }

  const bodies::Arm& arm_;
  std::mt19937_64 random_{3};
};

std::vector<Pose> poses_of(const bodies::Arm& arm, int count, Start start) {
  bodies::Numbers numbers(5);
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const ik::VectorX theta = bodies::drawn(arm, i);
    ik::VectorX from = arm.middle();
    if (start == Start::kNear) from = theta + 0.1 * numbers.vector(static_cast<int>(theta.size()));
    for (Eigen::Index j = 0; j < from.size(); ++j) {
      const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
      from[j] = std::clamp(from[j], joint.lower, joint.upper);
    }
    poses.push_back({arm.frame(theta), from});
  }
  return poses;
}

/// Times, us, in rising order, and the share that was reached.
struct Times {
  std::vector<double> us;
  int reached = 0;
  double updates = 0.0, attempts = 0.0;

  /// The least of some times: other programs interrupt some.
  template <class Place, class Solve>
  void take(int repeats, const Place& place, const Solve& solve) {
    double least = 1e300;
    bool done = false;
    for (int i = 0; i < repeats; ++i) {
      place();
      const Clock::time_point from = Clock::now();
      done = solve();
      least =
          std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - from).count());
    }
    reached += done ? 1 : 0;
    us.push_back(least);
  }
  double mean() const {
    double sum = 0.0;
    for (const double one : us) sum += one;
    return sum / static_cast<double>(us.size());
  }
  double share(double part) {
    std::sort(us.begin(), us.end());
    return us[static_cast<std::size_t>(part * static_cast<double>(us.size() - 1))];
  }
  double percent() const { return 100.0 * reached / static_cast<double>(us.size()); }
};

/// A batch with the poses as its bodies, in pieces of a thousand.
class Batch {
 public:
  Batch(const bodies::Arm& arm, const std::vector<Pose>& poses)
      : poses_(poses),
        solver_(arm.body(), static_cast<int>(poses.size())),
        us_(static_cast<std::size_t>((solver_.blocks() + kPiece - 1) / kPiece), 1e300) {
    for (int i = 0; i < solver_.count(); ++i) {
      const Eigen::Isometry3d& goal = poses[static_cast<std::size_t>(i)].goal;
      solver_.set_target(i, 0, goal.translation());
      solver_.set_orientation(i, 0, goal.linear());
    }
  }
  /// Solves all poses again, and keeps the least time of each piece.
  void take(double tolerance) {
    for (int i = 0; i < solver_.count(); ++i) {
      solver_.set_theta(i, poses_[static_cast<std::size_t>(i)].start);
    }
    for (std::size_t piece = 0; piece < us_.size(); ++piece) {
      const int first = static_cast<int>(piece) * kPiece;
      const int last = std::min(solver_.blocks(), first + kPiece);
      const Clock::time_point from = Clock::now();
      solver_.solve(first, last, 0, {.error = tolerance, .aim_error = tolerance});
      const std::chrono::duration<double, std::micro> time = Clock::now() - from;
      us_[piece] = std::min(us_[piece], time.count());
    }
  }
  double mean() const {
    double sum = 0.0;
    for (const double one : us_) sum += one;
    return sum / solver_.count();
  }
  double percent() const {
    int reached = 0;
    for (int i = 0; i < solver_.count(); ++i) {
      reached += solver_.report(i).outcome == ik::Outcome::kReached ? 1 : 0;
    }
    return 100.0 * reached / solver_.count();
  }

 private:
  static constexpr int kPiece = 125;  // blocks

  const std::vector<Pose>& poses_;
  ik::BatchSolver solver_;
  std::vector<double> us_;  // of each piece
};

/// A peer, and its times.
struct Peer {
  const char* name;
  std::unique_ptr<bench::PoseSolver> solver;
  int repeats;
  Times times;
};

std::vector<Peer> peers_of(const bodies::Arm& arm) {
  std::vector<Peer> peers;
  peers.push_back({"plain loop", std::make_unique<PlainLoop>(arm), kRepeats, {}});
#ifdef BENCH_KDL
  // a hundred times as long, so once
  peers.push_back({"KDL LMA", bench::make_kdl_lma(arm), 1, {}});
  peers.push_back({"KDL NR_JL", bench::make_kdl_nr_jl(arm), 1, {}});
#endif
  return peers;
}

/// The least time of the reference kernel so far, ns.
double quiet_reference_ns() {
  static double least = 1e300;
  for (int i = 0; i < 20; ++i) least = std::min(least, bench::reference_ns());
  return least;
}

/// A row of the table.
struct Row {
  const char *arm, *start, *solver;
  double percent, mean;
  double own;  // mean of Solver::solve

  void print() const {
    std::printf("%-8s %-6s %-10s %7.2f%% %9.3f %9.2f %8.2f", arm, start, solver, percent, mean,
                1e3 * mean / quiet_reference_ns(), mean / own);
  }
};

void measure(const bodies::Arm& arm, const std::vector<Pose>& poses, double tolerance,
             const char* start) {
  ik::Solver solver(arm.body());
  std::vector<Peer> peers = peers_of(arm);
  Batch batch(arm, poses);
  Times own;
  const int every = static_cast<int>(poses.size() + 9) / 10;  // the batch ten times between them
  int number = 0;
  for (const Pose& pose : poses) {  // in turns, so that other load meets all
    if (number++ % every == 0) batch.take(tolerance);
    bodies::want_frame(pose.goal, solver);
    ik::Report report;
    own.take(
        kRepeats, [&] { solver.set_theta(pose.start); },
        [&] {
          report = solver.solve({.error = tolerance, .aim_error = tolerance});
          return report.outcome == ik::Outcome::kReached;
        });
    own.updates += report.updates;
    own.attempts += report.attempts;
    for (Peer& peer : peers) {
      peer.times.take(
          peer.repeats, [&] { peer.solver->begin(); },
          [&] { return peer.solver->solve(pose.goal, pose.start, tolerance); });
    }
  }
  const double count = static_cast<double>(poses.size());
  Row{arm.name, start, "solve", own.percent(), own.mean(), own.mean()}.print();
  std::printf(" %9.2f %9.2f   %.1f updates, %.2f starts\n", own.share(0.5), own.share(0.99),
              own.updates / count, own.attempts / count);
  Row{arm.name, start, "lanes", batch.percent(), batch.mean(), own.mean()}.print();
  std::printf("\n");
  for (Peer& peer : peers) {
    Row{arm.name, start, peer.name, peer.times.percent(), peer.times.mean(), own.mean()}.print();
    std::printf(" %9.2f %9.2f\n", peer.times.share(0.5), peer.times.share(0.99));
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int poses = count > 1 ? std::atoi(arguments[1]) : 2000;
  const double tolerance = count > 2 ? std::atof(arguments[2]) : 1e-5;
  std::printf("%d poses, tolerance %g m and rad\n", poses, tolerance);
  std::printf("%-8s %-6s %-10s %8s %9s %9s %8s %9s %9s\n", "arm", "start", "solver", "reached",
              "mean, us", "runs", "ratio", "median", "99 %");
  for (const bodies::Arm& arm : bodies::arms()) {
    measure(arm, poses_of(arm, poses, Start::kMiddle), tolerance, "middle");
    measure(arm, poses_of(arm, poses, Start::kNear), tolerance, "near");
  }
}
