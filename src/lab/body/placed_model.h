#pragma once

#include <vector>

#include "lab/body/body_model.h"

namespace lab {

/// The position of a link on a joint of the multibody, in the given order.
struct PlacedLink {
  int joint = -1;  // -1: fixed to the world
  ik::Isometry joint_from_link = ik::Isometry::Identity();
  int joints_above = 0;
};

struct PlacedModel {
  std::vector<ik::Joint> joints;
  std::vector<PlacedLink> links;
};

/// The joints of a model, and the links placed on them.
PlacedModel place(const BodyModel& model, Base base);

}  // namespace lab
