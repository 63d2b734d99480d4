#pragma once

#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "iklab/body.h"
#include "support/temporary_folder.h"

// Robots and skeletons from Debian's packages.
namespace robots {

namespace fs = std::filesystem;

/// The robots' folders, unpacked, because some packages compress their files.
class RobotFolder {
 public:
  RobotFolder() {
    const std::string copy = "cp -r " IKLAB_ROBOTS "/sdf/atlas " IKLAB_ROBOTS "/urdf " IKLAB_ROBOTS
                             "/mjcf " +
                             folder_.path().string() + " && find " + folder_.path().string() +
                             " -name '*.gz' -exec gunzip -f {} +";
    if (std::system(copy.c_str()) != 0) throw std::runtime_error("cannot copy the robots");
  }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  support::TemporaryFolder folder_;
};

inline const RobotFolder& folder() {
  static const RobotFolder folder;
  return folder;
}

inline std::vector<fs::path> urdf_files() {
  return {folder() / "atlas/atlas_v3_no_head.urdf", folder() / "urdf/drchubo/drchubo.urdf",
          folder() / "urdf/wam/wam.urdf", folder() / "urdf/KR5/KR5 sixx R650.urdf", IKLAB_PR2};
}
inline const std::vector<std::string> kRecordings = {"01_01", "01_03", "Boxing_Toes"};

/// Files of all kinds, to be moved by every method.
inline std::vector<fs::path> all_bodies() {
  std::vector<fs::path> paths = urdf_files();
  paths.push_back(folder() / "mjcf/openai/robotics/fetch/reach.xml");
  paths.emplace_back(IKLAB_MUJOCO "/humanoid/humanoid.xml");
  paths.emplace_back(IKLAB_MUJOCO "/tendon_arm/arm26.xml");
  for (const std::string& name : kRecordings) paths.push_back(IKLAB_BVH / fs::path(name + ".bvh"));
  return paths;
}

/// Jitter: mean |theta_k - 2 theta_{k-1} + theta_{k-2}| over the angular joints, degrees.
/// Roughness: sum of |d_k - d_{k-1}|^2 over sum of (|d_k| + |d_{k-1}|)^2, with d_k step k of all
/// joints.
struct Motion {
  void add(const ik::Multibody& body, const ik::VectorX& theta) {
    if (steps >= 2) {
      ik::VectorX bend = theta - 2.0 * last + before;
      for (int j = 0; j < body.joint_count(); ++j) {
        if (body.joint(j).type == ik::JointType::kPrismatic) bend[j] = 0.0;
      }
      sum_deg += bend.norm() * 180.0 / std::numbers::pi;
      rough += (theta - 2.0 * last + before).squaredNorm();
      rough_of += std::pow((theta - last).norm() + (last - before).norm(), 2);
    }
    before = last;
    last = theta;
    ++steps;
  }
  double jitter_deg() const { return sum_deg / (steps - 2); }
  double roughness() const { return rough / rough_of; }

  ik::VectorX last, before;
  int steps = 0;
  double sum_deg = 0.0, rough = 0.0, rough_of = 0.0;
};

}  // namespace robots
