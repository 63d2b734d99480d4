#include "io/body/mjcf_element.h"

#include "ik/math/elementary.h"
#include "lab/body/body_model.h"

namespace io {

Eigen::Vector3d unit(const MjcfElement& element, const char* attribute, const Eigen::Vector3d& v) {
  if (!(v.stableNorm() > 0.0)) element.node.fail(concat(attribute, ": the vector is zero"));
  return v.stableNormalized();
}

Eigen::Matrix3d quaternion_of(const MjcfElement& element, const char* attribute) {
  const std::vector<double> q = element.numbers(attribute, 4);
  if (q.empty()) return Eigen::Matrix3d::Identity();
  const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
  if (!(quaternion.norm() > 0.0)) {
    element.node.fail(concat(attribute, ": the quaternion is zero"));
  }
  return quaternion.normalized().toRotationMatrix();
}

namespace {

Eigen::Matrix3d rotation_of(const MjcfElement& element, const MjcfConventions& conventions) {
  if (element.value("quat") != nullptr) return quaternion_of(element, "quat");
  if (const auto a = element.numbers("axisangle", 4); !a.empty()) {
    const Eigen::Vector3d axis = unit(element, "axisangle", {a[0], a[1], a[2]});
    return ik::rotation_about(axis, conventions.angle * a[3]);
  }
  if (const auto e = element.numbers("euler", 3); !e.empty()) {
    // lower-case letters rotate about the moved axes, capitals about the fixed axes
    Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
      const char letter = conventions.euler[i];
      const bool fixed = letter <= 'Z';
      const int axis = letter - (fixed ? 'X' : 'x');
      const Eigen::Matrix3d turn =
          ik::rotation_about(Eigen::Vector3d::Unit(axis), conventions.angle * e[i]);
      rotation = fixed ? Eigen::Matrix3d(turn * rotation) : Eigen::Matrix3d(rotation * turn);
    }
    return rotation;
  }
  if (const auto xy = element.numbers("xyaxes", 6); !xy.empty()) {
    const Eigen::Vector3d x = unit(element, "xyaxes", {xy[0], xy[1], xy[2]});
    const Eigen::Vector3d wish(xy[3], xy[4], xy[5]);
    const Eigen::Vector3d y = unit(element, "xyaxes", wish - wish.dot(x) * x);
    Eigen::Matrix3d rotation;
    rotation << x, y, x.cross(y);
    return rotation;
  }
  if (const auto z = element.numbers("zaxis", 3); !z.empty()) {
    return lab::z_to(unit(element, "zaxis", {z[0], z[1], z[2]}));
  }
  return Eigen::Matrix3d::Identity();
}

}  // namespace

ik::Isometry placement_of(const MjcfElement& element, const MjcfConventions& conventions) {
  ik::Isometry placement = ik::Isometry::Identity();
  placement.translation() = element.vector_or("pos", Eigen::Vector3d::Zero());
  placement.linear() = rotation_of(element, conventions);
  return placement;
}

}  // namespace io
