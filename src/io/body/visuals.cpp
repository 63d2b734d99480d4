#include "io/body/visuals.h"

namespace io {

void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links) {
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
      if (length > 0.0) links[i].visuals.push_back(lab::bone(end, lab::kSlender * length));
    }
  }
}

void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds) {
  const auto add = [radius](lab::ModelLink& link, const Eigen::Vector3d& to) {
    if (to.norm() > 0.0) link.visuals.push_back(lab::bone(to, radius));
  };
  for (lab::ModelLink& link : links) {
    const auto parent = static_cast<std::size_t>(link.parent);
    if (link.parent >= 0 && holds(parent)) add(links[parent], link.parent_from_link.translation());
    for (const lab::ModelSite& site : link.sites) add(link, site.place);
  }
}

}  // namespace io
