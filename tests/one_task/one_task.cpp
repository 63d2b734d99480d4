// The task of scripts/one-task in C++: one_task_cpp GOALS PATH

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "iklab/experiment.h"
#include "iklab/path.h"
#include "iklab/scene.h"
#include "iklab/solver.h"

namespace {

/// FNV-1a over the bytes of all joints (Fowler, Noll, Vo 1991).
struct Digest {
  std::uint64_t value = 14695981039346656037ULL;
  void add(const ik::VectorX& theta) {
    for (const double number : theta) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &number, sizeof bits);
      for (int byte = 0; byte < 8; ++byte) {
        value = (value ^ ((bits >> (8 * byte)) & 255)) * 1099511628211ULL;
      }
    }
  }
};

/// Rows of x, y, z, qw, qx, qy, qz below a line of names.
std::vector<std::vector<double>> read_rows(const char* path) {
  std::vector<std::vector<double>> rows;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

Eigen::Vector3d place_of(const std::vector<double>& row) { return {row[0], row[1], row[2]}; }
Eigen::Matrix3d turn_of(const std::vector<double>& row) {
  return Eigen::Quaterniond(row[3], row[4], row[5], row[6]).normalized().toRotationMatrix();
}

template <class Work>
void tell(const char* task, const Work& work) {
  Digest digest;
  const auto begin = std::chrono::steady_clock::now();
  work(digest);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%s %016llx %.3f\n", task, static_cast<unsigned long long>(digest.value),
              taken.count());
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const auto goals = read_rows(words[1]), path = read_rows(words[2]);
  const ik::Scene arm = ik::open_scene("ur5");
  tell("solve", [&](Digest& digest) {
    ik::Solver solver = arm.solver();
    const ik::VectorX start = ik::VectorX::Zero(6);
    for (const auto& goal : goals) {
      solver.target(0) = place_of(goal);
      solver.orientation(0) = turn_of(goal);
      solver.set_theta(start);
      solver.solve();
      digest.add(solver.theta());
    }
  });
  tell("path", [&](Digest& digest) {
    std::vector<ik::Waypoint> waypoints;
    for (const auto& goal : path) {
      waypoints.push_back({{place_of(goal)}, {{.orientation = turn_of(goal)}}});
    }
    for (const ik::FollowedPose& pose : ik::follow(arm, waypoints).poses) digest.add(pose.theta);
  });
  const ik::Scene tree = ik::open_scene("double-y");
  tell("track", [&](Digest& digest) {
    lab::TrackingExperiment run(tree, "dls");
    for (int step = 0; step < 400; ++step) {
      run.step();
      digest.add(run.theta());
    }
  });
}
