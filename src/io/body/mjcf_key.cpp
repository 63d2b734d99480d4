#include "io/body/mjcf_key.h"

#include <algorithm>

#include <Eigen/Geometry>

#include "io/body/hinge_angles.h"
#include "io/body/notes.h"

namespace io {
namespace {

constexpr const char* kHome = "home";

std::size_t numbers_of(MjcfCoordinate::Kind kind) {
  if (kind == MjcfCoordinate::Kind::kScalar) return 1;
  return kind == MjcfCoordinate::Kind::kBall ? 4 : 7;
}

/// Sets three hinges about x, y and z to the rotation of a quaternion w, x, y, z.
void turn_hinges(const Eigen::Matrix3d& rest, const double* wxyz, lab::ModelJoint* hinges) {
  const Eigen::Quaterniond turn(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
  if (!(turn.norm() > 0.0)) return;  // zero quaternion: no rotation, as in MuJoCo
  const Eigen::Matrix3d from_rest = rest.transpose() * turn.normalized().toRotationMatrix();
  const Eigen::Vector3d angles = hinge_angles(from_rest, 0, Eigen::Vector3d::Zero());
  for (Eigen::Index i = 0; i < 3; ++i) hinges[i].initial = angles[i];
}

void take_pose(const double* qpos, const std::vector<MjcfCoordinate>& coordinates,
               lab::BodyModel& model) {
  for (const MjcfCoordinate& at : coordinates) {
    lab::ModelLink& link = model.links[at.link];
    lab::ModelJoint* const first = &link.joints[at.joint];
    const ik::Isometry& rest = link.parent_from_link;  // world_from_link at rest, for a free body
    if (at.kind == MjcfCoordinate::Kind::kScalar) {
      first->initial = qpos[0];
    } else if (at.kind == MjcfCoordinate::Kind::kBall) {
      turn_hinges(Eigen::Matrix3d::Identity(), qpos, first);
    } else {
      const Eigen::Vector3d way = Eigen::Vector3d(qpos) - rest.translation();
      const Eigen::Vector3d slides = rest.linear().transpose() * way;
      for (Eigen::Index i = 0; i < 3; ++i) first[i].initial = slides[i];
      turn_hinges(rest.linear(), qpos + 3, first + 3);
    }
    qpos += numbers_of(at.kind);
  }
}

}  // namespace

void start_at_key(const std::vector<XmlNode>& keys, const std::string& wish,
                  const std::vector<MjcfCoordinate>& coordinates, lab::BodyModel& model,
                  std::vector<std::string>& notes) {
  const std::string wanted = wish.empty() ? kHome : wish;
  std::vector<std::string> names;
  const XmlNode* chosen = nullptr;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].tag() != "key") continue;
    names.push_back(printable(keys[i].text_or("name", concat("key ", i))));
    if (chosen == nullptr && names.back() == wanted) chosen = &keys[i];
  }
  if (chosen == nullptr && !wish.empty()) {
    const std::string there = names.empty() ? "is none" : concat("are ", quoted_names(names, 10));
    throw Error(printable(concat(model.source, ": no key \"", wish, "\"; there ", there)));
  }
  if (chosen == nullptr) {
    if (names.empty()) return;
    notes.push_back(concat("start poses of keys are not used: ", quoted_names(names), "; ",
                           printable(model.source), "#NAME starts in one"));
    return;
  }
  if (!chosen->has("qpos")) return;  // keeps the file's pose
  const auto qpos = parse_numbers(chosen->element()->Attribute("qpos"));
  std::size_t needed = 0;
  for (const MjcfCoordinate& at : coordinates) needed += numbers_of(at.kind);
  if (qpos && qpos->size() == needed) return take_pose(qpos->data(), coordinates, model);
  notes.push_back(printable(concat("the start pose of the key \"", wanted, "\" is not used: qpos ",
                                   qpos ? concat("has ", qpos->size(), " numbers, not ", needed)
                                        : "has other than finite numbers")));
}

}  // namespace io
