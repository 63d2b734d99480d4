#pragma once

#include "lab/body/body_model.h"

namespace lab {

/// Where a link ended up: on a joint of the multibody, counted as given.
struct PlacedLink {
  int joint = -1;  // -1: fixed to the world
  Eigen::Isometry3d joint_from_link = Eigen::Isometry3d::Identity();
  int joints_above = 0;
};

struct PlacedModel {
  std::vector<ik::Joint> joints;
  std::vector<PlacedLink> links;
};

/// The joints of a model, and where its links are on them.
PlacedModel place(const BodyModel& model, Base base);

}  // namespace lab
