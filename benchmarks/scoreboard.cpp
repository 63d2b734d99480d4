// Poses of an arm solved to the end by this project, by a loop in plain Eigen and by other
// libraries: the same goals, starts, limits and tolerance, one solver after the other on each pose.
// Prints JSON; scripts/scoreboard puts arms together and makes the page.
//
//   iklab_scoreboard SCENE POSES LINES [GOALS.csv]
//
// Methods alone take long where they fail: they solve a hundred of the poses.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "iklab/batch.h"
#include "io/body/body_file.h"
#include "io/saved/preparation_files.h"
#include "io/saved/reach_files.h"
#include "lab/scene/scene_solver.h"
#include "lab/solve/reach_study.h"
#include "measure.h"
#include "peers/pose_solver.h"
#include "work/platform.h"

namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-5;  // m and rad
constexpr double kMost = 20e6;       // ns; a pose that takes longer is not reached
constexpr double kRounding = 1e-9;   // m and rad, between two computations of one frame
constexpr double kTimedTwice = 1e6;  // ns; of shorter times the lesser of two
constexpr int kForMethods = 100;     // poses that methods alone solve

/// The arm that is measured, and the others who solve it.
struct Arm {
  explicit Arm(const std::string& name) : scene(io::open_scene(name)) {
    if (scene.multibody.effector_count() != 1) {
      throw std::invalid_argument(name + ": an arm has one effector");
    }
    scene = lab::with_aims(std::move(scene), std::array{ik::AimKind::kOrientation});
    chain = bench::chain_of(scene.multibody);
    peers = bench::pose_solvers(chain);
  }

  lab::Scene scene;
  bench::Chain chain;
  std::vector<bench::NamedPoseSolver> peers;
};

lab::ReachGoal goal_of(const Eigen::Isometry3d& frame) {
  lab::ReachGoal goal{{frame.translation()}};
  goal.aims.emplace_back().orientation = frame.linear();
  return goal;
}

Eigen::Isometry3d frame_of(const lab::ReachPose& pose) {
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.translation() = pose.targets[0];
  frame.linear() = pose.aims[0].orientation;
  return frame;
}

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// How a solver did on some poses.
struct Row {
  std::string solver;
  int reached = 0;
  std::vector<double> us = {};
  std::map<std::string, int> verdicts = {};  // of a solver that gives any

  json as_json() {
    double sum = 0.0;
    for (const double one : us) sum += one;
    json row = {{"solver", solver},
                {"poses", us.size()},
                {"reached", reached},
                {"mean_us", sum / static_cast<double>(us.size())},
                {"median_us", quantile(us, 0.5)},
                {"p99_us", quantile(us, 0.99)}};
    if (!verdicts.empty()) row["verdicts"] = verdicts;
    return row;
  }
};

/// A batch with the poses as its bodies, one in every SIMD lane.
class Lanes {
 public:
  Lanes(const lab::ReachStudy& study, int poses) : solver_(study.multibody(), poses) {
    for (int i = 0; i < poses; ++i) {
      poses_.push_back(study.pose(i));
      solver_.set_target(i, 0, poses_.back().targets[0]);
      solver_.set_orientation(i, 0, poses_.back().aims[0].orientation);
    }
  }
  /// Solves all poses again, and keeps the lesser time.
  void take() {
    for (int i = 0; i < solver_.count(); ++i) {
      solver_.set_theta(i, poses_[static_cast<std::size_t>(i)].start);
    }
    const double begin = bench::thread_ns();
    solver_.solve({.error = kTolerance, .aim_error = kTolerance});
    least_ = std::min(least_, bench::thread_ns() - begin);
  }
  json as_json() const {
    int reached = 0;
    for (int i = 0; i < solver_.count(); ++i) {
      reached += solver_.report(i).outcome == ik::Outcome::kReached ? 1 : 0;
    }
    return {{"solver", "solve, in lanes"},
            {"poses", solver_.count()},
            {"reached", reached},
            {"mean_us", 1e-3 * least_ / solver_.count()}};
  }

 private:
  std::vector<lab::ReachPose> poses_;
  ik::BatchSolver solver_;
  double least_ = 1e300;
};

lab::ReachPlan plan_of(const Arm& arm) {
  lab::ReachPlan plan{arm.scene, arm.scene.settings};
  plan.tolerance = plan.aim_tolerance = kTolerance;
  plan.restarts = ik::Stop().restarts;
  plan.updates = ik::Stop().updates;
  return plan;
}

/// The same poses for every method alone.
lab::ReachPlan for_methods(lab::ReachPlan plan) {
  plan.methods.clear();
  for (const ik::MethodInfo& method : ik::methods()) plan.methods.push_back({&method});
  return plan;
}

void prepare(lab::ReachStudy& study) {
  io::PreparationFiles store(io::cache_folder());
  while (study.prepare(1, &store) < 1.0) continue;
}

/// The poses of a plan by all solvers.
class Measured {
 public:
  Measured(Arm& arm, const lab::ReachPlan& plan, bool with_methods)
      : arm_(arm),
        study_(plan, work::nanoseconds, work::thread_nanoseconds),
        methods_(for_methods(plan), work::nanoseconds, work::thread_nanoseconds),
        stride_(std::max(1, plan.pose_count() / kForMethods)) {
    rows_.push_back({plan.methods[0].id()});
    for (const bench::NamedPoseSolver& peer : arm.peers) rows_.push_back({peer.name});
    if (!with_methods) return;
    prepare(methods_);
    for (const lab::ReachMethod& method : methods_.plan().methods) rows_.push_back({method.id()});
  }

  json as_json() {
    const int poses = study_.plan().pose_count();
    Lanes lanes(study_, poses);
    for (int i = 0; i < poses; ++i) {
      if (i == 0 || i == poses / 2) lanes.take();
      take(i);
    }
    json rows = json::array();
    for (Row& row : rows_) rows.push_back(row.as_json());
    rows.insert(rows.begin() + 1, lanes.as_json());
    return {{"start", lab::name(study_.plan().start)},
            {"poses", poses},
            {"rows", rows},
            {"missed", missed_},
            {"refuted", refuted_}};
  }

 private:
  void take(int number) {
    const lab::ReachPose pose = study_.pose(number);
    const Eigen::Isometry3d goal = frame_of(pose);
    Row* row = rows_.data();
    const lab::ReachResult own = results(study_, number).front();
    ++row->verdicts[ik::name(own.verdict)];
    const bool reached = count(arm_.chain.own(own.theta), goal, *own.ns, *row++);
    bool by_others = false;
    const Eigen::VectorXd start = arm_.chain.own(pose.start);
    for (const bench::NamedPoseSolver& peer : arm_.peers) {
      double least = 1e300;
      for (int i = 0; i == 0 || (i == 1 && least < kTimedTwice); ++i) {
        const double begin = work::nanoseconds(), cpu = bench::thread_ns();
        peer.solver->solve(goal, start, kTolerance, kMost);
        least = std::min({least, bench::thread_ns() - cpu, work::nanoseconds() - begin});
      }
      by_others = count(peer.solver->theta(), goal, least, *row++) || by_others;
    }
    if (row != rows_.data() + rows_.size() && number % stride_ == 0) {
      for (const lab::ReachResult& result : results(methods_, number)) {
        by_others = count(arm_.chain.own(result.theta), goal, *result.ns, *row++) || by_others;
      }
    }
    if (reached || !by_others) return;
    ++missed_;
    if (own.verdict == ik::Verdict::kProven) ++refuted_;
  }

  static std::vector<lab::ReachResult> results(const lab::ReachStudy& study, int number) {
    lab::ReachRun run = lab::ReachParts(study, {number}).begin(0);
    while (run.advance(1) < 1.0) continue;
    return run.results();
  }

  /// The same judge for all. \returns whether the joints reach the goal within limits and time
  bool count(Eigen::VectorXd theta, const Eigen::Isometry3d& goal, double ns, Row& row) {
    const bool reached = ns <= kMost && arm_.chain.wrap(theta) &&
                         bench::agree(arm_.chain.frame(theta), goal, kTolerance + kRounding);
    row.reached += reached ? 1 : 0;
    row.us.push_back(1e-3 * ns);
    return reached;
  }

  Arm& arm_;
  lab::ReachStudy study_, methods_;
  int stride_;  // every such pose is for methods alone, too
  std::vector<Row> rows_;
  int missed_ = 0;   // goals that others reach, and Solver::solve does not
  int refuted_ = 0;  // of these, said to be out of reach
};

/// Goals of random places and orientations: out of reach, or in reach.
std::vector<lab::ReachGoal> goals_anywhere(const Arm& arm, int count) {
  double reach = arm.chain.joint_from_tool.translation().norm();  // m
  for (std::size_t j = 1; j < arm.chain.joints.size(); ++j) {
    reach += arm.chain.joints[j].parent_from_joint.translation().norm();
  }
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<lab::ReachGoal> goals;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d way(normal(random), normal(random), normal(random));
    const Eigen::Quaterniond turn(normal(random), normal(random), normal(random), normal(random));
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    frame.translation() = arm.chain.joints[0].parent_from_joint.translation() +
                          reach * std::cbrt(uniform(random)) * way.normalized();
    frame.linear() = turn.normalized().toRotationMatrix();
    goals.push_back(goal_of(frame));
  }
  return goals;
}

/// All solutions of goals that are reached by drawn poses.
json all_solutions(const Arm& arm, int count) {
  constexpr int kMostSolutions = 16;  // of six hinges, Raghavan and Roth (1990)
  constexpr int kUpdates = 20'000;
  constexpr double kSame = 1e-3;  // rad or m
  lab::ReachPlan plan = plan_of(arm);
  plan.drawn = count;
  const lab::ReachStudy study(std::move(plan));
  std::vector<double> us;
  int proven = 0, found = 0, listed = 0, bound = -1;
  for (int i = 0; i < count; ++i) {
    const lab::ReachPose pose = study.pose(i);
    ik::Solver solver = study.solver(0);
    lab::set_goals(pose.targets, pose.aims, solver);
    solver.set_theta(pose.start);
    const double begin = bench::thread_ns();
    const ik::Solutions all = solver.solutions(
        kMostSolutions, {.error = kTolerance, .aim_error = kTolerance, .updates = kUpdates});
    us.push_back(1e-3 * (bench::thread_ns() - begin));
    proven += all.proven ? 1 : 0;
    found += static_cast<int>(all.theta.size());
    bound = std::max(bound, all.bound);
    listed += std::any_of(all.theta.begin(), all.theta.end(), [&](const ik::VectorX& theta) {
      for (int j = 0; j < theta.size(); ++j) {
        const ik::Joint& joint = study.multibody().joint(study.multibody().solver_index(j));
        if (std::abs(lab::joint_difference(joint, theta[j], pose.drawn[j])) > kSame) return false;
      }
      return true;
    });
  }
  return {{"goals", count},
          {"proven", proven},
          {"bound", bound},
          {"mean_solutions", static_cast<double>(found) / count},
          {"drawn_listed", listed},
          {"median_us", quantile(us, 0.5)},
          {"p99_us", quantile(us, 0.99)}};
}

/// A straight way of the tool, without turning.
struct Line {
  static constexpr double kLength = 0.3;  // m
  static constexpr int kPoints = 300;

  Eigen::VectorXd theta;    // (n) at the start, of the chain
  Eigen::Isometry3d start;  // world_from_tool
  Eigen::Vector3d along;    // unit

  /// \param share of the way
  Eigen::Isometry3d point(double share) const {
    return Eigen::Translation3d(kLength * share * along) * start;
  }
};

/// Moves joints (n) to a goal from where they are. \returns whether it is reached
using Mover = std::function<bool(const Eigen::Isometry3d& goal, Eigen::VectorXd& theta)>;

/// Whether a solver that is given more and more points between two comes from one to the other in
/// small steps.
bool is_continuous(const Mover& move, const Line& line, double a, const Eigen::VectorXd& theta_a,
                   double b, const Eigen::VectorXd& theta_b, int halvings = 12) {
  constexpr double kSmall = 0.05;  // rad or m
  if ((theta_b - theta_a).cwiseAbs().maxCoeff() <= kSmall) return true;
  if (halvings == 0) return false;
  const double middle = 0.5 * (a + b);
  Eigen::VectorXd theta = theta_a;
  return move(line.point(middle), theta) &&
         is_continuous(move, line, a, theta_a, middle, theta, halvings - 1) &&
         is_continuous(move, line, middle, theta, b, theta_b, halvings - 1);
}

enum class Way { kFollowed, kJumped, kLost };

Way follow(const Mover& move, const Line& line) {
  Eigen::VectorXd theta = line.theta;
  for (int i = 1; i < Line::kPoints; ++i) {
    constexpr double kStep = 1.0 / (Line::kPoints - 1);
    Eigen::VectorXd next = theta;
    if (!move(line.point(i * kStep), next)) return Way::kLost;
    if (!is_continuous(move, line, (i - 1) * kStep, theta, i * kStep, next)) return Way::kJumped;
    theta = next;
  }
  return Way::kFollowed;
}

class Lines {
 public:
  explicit Lines(Arm& arm) : arm_(arm), study_(plan_of(arm)), methods_(for_methods(plan_of(arm))) {
    prepare(methods_);
  }

  /// Straight lines from drawn poses, of which Solver::solve reaches every point.
  json as_json(int count) {
    draw(count);
    json rows = json::array(), starts = json::array();
    rows.push_back(row("solve", own(study_, 0, {})));
    for (const bench::NamedPoseSolver& peer : arm_.peers) {
      rows.push_back(row(peer.name, [&](const Eigen::Isometry3d& goal, Eigen::VectorXd& theta) {
        const Eigen::VectorXd start = theta;
        const bool reached = peer.solver->solve(goal, start, kTolerance, kMost);
        theta = peer.solver->theta();
        return reached;
      }));
    }
    const ik::Stop alone{.updates = lab::ReachPlan::kUpdatesAlone, .restarts = 0};
    for (std::size_t i = 0; i < methods_.plan().methods.size(); ++i) {
      rows.push_back(row(methods_.plan().methods[i].id(), own(methods_, i, alone)));
    }
    for (const Line& line : lines_) {
      const Eigen::Vector3d t = line.start.translation(), way = Line::kLength * line.along;
      const Eigen::Quaterniond q(line.start.linear());
      starts.push_back({{"goal", {t.x(), t.y(), t.z(), q.w(), q.x(), q.y(), q.z()}},
                        {"way", {way.x(), way.y(), way.z()}}});
    }
    return {{"points", Line::kPoints}, {"drawn", drawn_}, {"starts", starts}, {"rows", rows}};
  }

 private:
  /// A solver that starts where the joints are.
  Mover own(const lab::ReachStudy& study, std::size_t method, ik::Stop stop) const {
    stop.error = stop.aim_error = kTolerance;
    return [this, stop, solver = study.solver(method)](const Eigen::Isometry3d& goal,
                                                       Eigen::VectorXd& theta) mutable {
      solver.target(0) = goal.translation();
      solver.orientation(0) = goal.linear();
      ik::VectorX given = solver.theta();
      for (std::size_t j = 0; j < arm_.chain.joints.size(); ++j) {
        given[arm_.chain.joints[j].given] = theta[static_cast<int>(j)];
      }
      solver.set_theta(given);
      const ik::Report report = solver.solve(stop);
      theta = arm_.chain.own(solver.theta());
      return report.outcome == ik::Outcome::kReached;
    };
  }

  void draw(int count) {
    constexpr int kEnough = 20'000;
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    const Mover move = own(study_, 0, {});
    for (; static_cast<int>(lines_.size()) < count && drawn_ < kEnough; ++drawn_) {
      Line line;
      line.theta = arm_.chain.own(study_.pose(drawn_).drawn);
      line.start = arm_.chain.frame(line.theta);
      line.along = Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized();
      // the far end first: most lines leave the reach
      Eigen::VectorXd theta = line.theta;
      bool reached = move(line.point(1.0), theta);
      theta = line.theta;
      for (int i = 1; reached && i < Line::kPoints; ++i) {
        reached = move(line.point(i / (Line::kPoints - 1.0)), theta);
      }
      if (reached) lines_.push_back(line);
    }
  }

  json row(const std::string& name, const Mover& move) const {
    std::array<int, 3> ways{};
    for (const Line& line : lines_) ++ways[static_cast<std::size_t>(follow(move, line))];
    return {{"solver", name}, {"followed", ways[0]}, {"jumped", ways[1]}, {"lost", ways[2]}};
  }

  Arm& arm_;
  lab::ReachStudy study_, methods_;
  std::vector<Line> lines_;
  int drawn_ = 0;
};

/// \throws std::runtime_error if a solver's kinematics differ from the chain's
void check_kinematics(const Arm& arm) {
  lab::ReachPlan plan = plan_of(arm);
  const lab::ReachStudy study(std::move(plan));
  for (int i = 0; i < 20; ++i) {
    const lab::ReachPose pose = study.pose(i);
    const Eigen::VectorXd theta = arm.chain.own(pose.drawn);
    const Eigen::Isometry3d frame = arm.chain.frame(theta);
    const auto expect = [&frame](const Eigen::Isometry3d& other, const std::string& who) {
      if (bench::agree(frame, other, kRounding)) return;
      throw std::runtime_error(who + " has another forward kinematics");
    };
    expect(frame_of(pose), "iklab");
    for (const bench::NamedPoseSolver& peer : arm.peers) {
      expect(peer.solver->frame(theta), peer.name);
    }
  }
}

json measured(const std::string& scene, int poses, int lines, const char* goals) {
  Arm arm(scene);
  check_kinematics(arm);
  json sets = json::array();
  const auto measure = [&](const char* what, const lab::ReachPlan& plan) {
    json set = Measured(arm, plan, std::string(what) != "anywhere").as_json();
    set["goals"] = what;
    sets.push_back(std::move(set));
  };
  if (goals != nullptr) {
    lab::ReachPlan plan = plan_of(arm);
    plan.goals = io::read_goals(goals, arm.scene.multibody, true).rows;
    if (static_cast<int>(plan.goals.size()) > poses)
      plan.goals.resize(static_cast<std::size_t>(poses));
    measure("file", plan);
    lines = 0;
  } else {
    for (const lab::ReachStart start : {lab::ReachStart::kMiddle, lab::ReachStart::kNear}) {
      lab::ReachPlan plan = plan_of(arm);
      plan.drawn = poses;
      plan.start = start;
      measure("drawn", plan);
    }
    lab::ReachPlan plan = plan_of(arm);
    plan.goals = goals_anywhere(arm, (poses + 4) / 5);
    measure("anywhere", plan);
  }
  json result = {
      {"arm", scene}, {"name", arm.scene.name}, {"joints", arm.chain.size()}, {"sets", sets}};
  if (goals == nullptr) result["all"] = all_solutions(arm, (poses + 9) / 10);
  if (lines > 0) result["lines"] = Lines(arm).as_json(lines);
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::cerr << "usage: iklab_scoreboard SCENE POSES LINES [GOALS.csv]\n";
    return 2;
  }
  try {
    json result = measured(arguments[1], std::max(1, std::atoi(arguments[2])),
                           std::atoi(arguments[3]), count > 4 ? arguments[4] : nullptr);
    result["tolerance"] = kTolerance;
    result["most_ms"] = 1e-6 * kMost;
    std::cout << result.dump(1) << '\n';
  } catch (const std::exception& error) {
    std::cerr << "iklab: " << error.what() << '\n';
    return 2;
  }
}
