#pragma once

#include <filesystem>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/window/preferences.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

/// Windows that begin with the preferences of an earlier one.
namespace remembered {

/// Loads one of the two existing scenes.
inline lab::Scene load(const std::string& id) {
  if (id != "y" && id != "slide") throw std::runtime_error(id + ": no such scene");
  lab::Scene scene = scenes::circling(id == "y" ? bodies::forked_tree() : bodies::slider_arm());
  scene.id = id;
  return scene;
}

inline app::Session make_session(const io::Preferences& kept,
                                 const app::WindowOptions& options = {},
                                 std::vector<ui::SceneItem> items = {}) {
  return app::make_session({}, {.items = std::move(items), .load = load}, kept, options);
}

/// Preferences of a window that showed "slide" with SDLS.
inline io::Preferences kept_of_slide() {
  io::Preferences kept;
  kept.scene = "slide";
  kept.method = "sdls";
  kept.params["gamma-max"] = 0.125;
  kept.settings = lab::Settings{};
  kept.settings->d_max = 0.3;
  return kept;
}

class Preferences : public testing::Test {
 protected:
  support::TemporaryFolder folder;
  std::filesystem::path file = folder / "iklab/settings.json";
};

}  // namespace remembered
