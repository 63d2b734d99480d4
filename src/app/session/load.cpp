#include "app/session/load.h"

#include <vector>

#include "ui/kit/text.h"

namespace app {
namespace {

// a step of the report takes 5 ms, an update of 20 joints some microseconds; a page takes twice as
// long
constexpr long kHeavyUpdates = 500;
constexpr std::size_t kHeavyLanes = 32;
constexpr int kHeavyJoints = 500, kHeavyBodies = 5000;

}  // namespace

std::string heavy_load(const lab::Setup& setup, int crowd) {
  const long updates = lab::updates_in_step(setup);
  std::vector<std::string> reasons;
  if (setup.lanes.size() > kHeavyLanes) {
    reasons.push_back(std::to_string(setup.lanes.size()) + " lanes");
  }
  if (updates > kHeavyUpdates) reasons.push_back(std::to_string(updates) + " updates a step");
  const int joints = setup.scene->multibody.joint_count();
  if (joints > kHeavyJoints) reasons.push_back(std::to_string(joints) + " joints");
  if (crowd > kHeavyBodies) reasons.push_back("a crowd of " + std::to_string(crowd) + " bodies");
  return ui::listed(reasons);
}

}  // namespace app
