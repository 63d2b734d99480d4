#include "lab/claims/setup.h"

#include <algorithm>

namespace lab {
namespace {

std::vector<std::vector<ClaimRun>> series_on(const Claim& claim, const std::string& scene) {
  std::vector<std::vector<ClaimRun>> all;
  for (ClaimRun& run : claim.plan()) {
    if (run.scene != scene) continue;
    const auto known =
        std::find_if(all.begin(), all.end(), [&run](const std::vector<ClaimRun>& series) {
          return series.front().series == run.series;
        });
    if (known == all.end()) {
      all.push_back({std::move(run)});
    } else {
      known->push_back(std::move(run));
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> scenes_of(const Claim& claim) {
  std::vector<std::string> scenes;
  for (const ClaimRun& run : claim.plan()) {
    if (std::find(scenes.begin(), scenes.end(), run.scene) == scenes.end()) {
      scenes.push_back(run.scene);
    }
  }
  return scenes;
}

Setup setup_of(const Claim& claim, const std::string& id, std::shared_ptr<const Scene> scene) {
  std::vector<Lane> lanes;
  for (const std::vector<ClaimRun>& series : series_on(claim, id)) {
    constexpr std::size_t kOfASweep = 3;
    const std::size_t count = std::min(series.size(), kOfASweep);
    for (std::size_t i = 0; i < count && lanes.size() < kMostClaimLanes; ++i) {
      const ClaimRun& run = series[count < 2 ? 0 : i * (series.size() - 1) / (count - 1)];
      Lane lane{.id = static_cast<int>(lanes.size()),
                .method = ik::find_method(run.method),
                .settings = scene->settings};
      for (const auto& [name, value] : run.settings) find_setting(name)->set(lane.settings, value);
      lanes.push_back(std::move(lane));
    }
  }
  const Lane& first = lanes.front();
  Setup setup = setup_of(std::move(scene), *first.method, first.settings);
  setup.lanes = std::move(lanes);
  return setup;
}

}  // namespace lab
