#include "app/session/load.h"

#include <vector>

namespace app {
namespace {

// a step of the report takes 5 ms, an update of 20 joints some microseconds; a page takes twice as
// long
constexpr long kUpdates = 500;
constexpr std::size_t kLanes = 32;
constexpr int kJoints = 500, kBodies = 5000;

}  // namespace

std::string heavy_load(const lab::Setup& setup, int crowd) {
  long updates = 0;
  for (const lab::Lane& lane : setup.lanes) updates += lane.settings.iterations;
  std::vector<std::string> reasons;
  if (setup.lanes.size() > kLanes) {
    reasons.push_back(std::to_string(setup.lanes.size()) + " lanes");
  }
  if (updates > kUpdates) reasons.push_back(std::to_string(updates) + " updates a step");
  const int joints = setup.scene->multibody.joint_count();
  if (joints > kJoints) reasons.push_back(std::to_string(joints) + " joints");
  if (crowd > kBodies) reasons.push_back("a crowd of " + std::to_string(crowd) + " bodies");
  std::string text;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (i > 0) text += i + 1 < reasons.size() ? ", " : " and ";
    text += reasons[i];
  }
  return text;
}

}  // namespace app
