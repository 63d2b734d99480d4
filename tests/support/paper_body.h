#pragma once

#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

namespace support {

/// The kinematics of a scene file, restated from docs/formats.md without the library.
class PaperBody {
 public:
  /// theta by the joint's name, rad or m.
  using Theta = std::map<std::string, double>;

  explicit PaperBody(const std::string& file) {
    const nlohmann::json scene = nlohmann::json::parse(std::ifstream(file));
    for (const nlohmann::json& row : scene["joints"]) {
      Joint& joint = joints_[row["name"]];
      names_.push_back(row["name"]);
      if (!row["parent"].is_null()) joint.parent = row["parent"];
      joint.parent_from_joint.translation() = vector_of(row["origin"]);
      joint.parent_from_joint.linear() = rotation_of(row);
      joint.axis = vector_of(row["axis"]).normalized();
      joint.slides = row["type"] == "prismatic";
      if (row.contains("limits")) joint.lower = row["limits"][0], joint.upper = row["limits"][1];
      joint.initial = row.value("initial", 0.0);
      joint.weight = row.value("weight", 1.0);
    }
    for (const nlohmann::json& row : scene["effectors"]) {
      effectors_.push_back({row["name"], row["joint"], row.value("aim", "none"),
                            row.value("lever", 0.5), vector_of(row["offset"]), rotation_of(row)});
      if (row.contains("pointer"))
        effectors_.back().pointer = vector_of(row["pointer"]).normalized();
    }
  }

  struct Joint {
    std::string parent;  ///< empty: the world
    Eigen::Isometry3d parent_from_joint = Eigen::Isometry3d::Identity();
    Eigen::Vector3d axis;  ///< unit vector in the joint's frame
    bool slides = false;
    double lower = -HUGE_VAL, upper = HUGE_VAL;  ///< rad or m
    double initial = 0.0, weight = 1.0;
  };
  struct Effector {
    std::string name, joint, aim;
    double lever;
    Eigen::Vector3d offset;
    Eigen::Matrix3d rotation;
    Eigen::Vector3d pointer = Eigen::Vector3d::UnitX();
  };

  /// The names of the joints, in the order of the file.
  const std::vector<std::string>& names() const { return names_; }
  const Joint& joint(const std::string& name) const { return joints_.at(name); }
  const std::vector<Effector>& effectors() const { return effectors_; }

  /// world_from_joint, moved by theta.
  Eigen::Isometry3d frame(const std::string& name, const Theta& theta) const {
    const Joint& joint = joints_.at(name);
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    if (!joint.parent.empty()) frame = this->frame(joint.parent, theta);
    frame = frame * joint.parent_from_joint;
    if (joint.slides) {
      frame.translate(theta.at(name) * joint.axis);
    } else {
      frame.rotate(Eigen::AngleAxisd(theta.at(name), joint.axis));
    }
    return frame;
  }
  /// world_from_effector.
  Eigen::Isometry3d frame(const Effector& effector, const Theta& theta) const {
    Eigen::Isometry3d frame = this->frame(effector.joint, theta);
    frame.translate(effector.offset);
    frame.rotate(effector.rotation);
    return frame;
  }
  Eigen::Isometry3d effector(const std::string& name, const Theta& theta) const {
    return frame(effector_of(name), theta);
  }
  /// Where the pointer of an effector points, world axes.
  Eigen::Vector3d pointer(const std::string& name, const Theta& theta) const {
    return effector(name, theta).linear() * effector_of(name).pointer;
  }
  /// Whether a joint carries an effector.
  bool moves(const std::string& name, const Effector& effector) const {
    std::string at = effector.joint;
    while (!at.empty() && at != name) at = joints_.at(at).parent;
    return at == name;
  }

 private:
  const Effector& effector_of(const std::string& name) const {
    for (const Effector& effector : effectors_) {
      if (effector.name == name) return effector;
    }
    throw std::invalid_argument(name);
  }
  static Eigen::Vector3d vector_of(const nlohmann::json& numbers) {
    return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
  }
  /// Roll about x, then pitch about y, then yaw about z, fixed axes.
  static Eigen::Matrix3d rotation_of(const nlohmann::json& of) {
    if (!of.contains("rpy")) return Eigen::Matrix3d::Identity();
    const Eigen::Vector3d rpy = vector_of(of["rpy"]);
    return (Eigen::AngleAxisd(rpy.z(), Eigen::Vector3d::UnitZ()) *
            Eigen::AngleAxisd(rpy.y(), Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(rpy.x(), Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
  }

  std::vector<std::string> names_;
  std::map<std::string, Joint> joints_;
  std::vector<Effector> effectors_;
};

}  // namespace support
