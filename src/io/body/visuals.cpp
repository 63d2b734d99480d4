#include "io/body/visuals.h"

namespace io {

void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links) {
  constexpr double kSlender = 0.06;  // radius by length
  for (const std::size_t i : bare) {
    std::vector<Eigen::Vector3d> ends;
    for (const lab::ModelLink& link : links) {
      if (link.parent != static_cast<int>(i)) continue;
      const Eigen::Vector3d anchor =
          link.joints.empty() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : link.joints[0].anchor;
      ends.emplace_back(link.parent_from_link * anchor);
    }
    if (ends.empty() && links[i].middle) ends.emplace_back(2.0 * *links[i].middle);
    for (const Eigen::Vector3d& end : ends) {
      const double length = end.norm();
      if (length > 0.0) links[i].visuals.push_back(lab::bone(end, kSlender * length));
    }
  }
}

}  // namespace io
