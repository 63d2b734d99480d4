#include <gtest/gtest.h>

#include "app/window/preferences.h"
#include "ui/shell/laboratory.h"

namespace {

TEST(NamedPage, IsOpenInAWindowOfAnyWidth) {
  app::WindowOptions options;
  options.page = ui::page_named("Sweep");
  ui::Panels panels;
  app::set_view(options, panels);
  for (const bool beside : {true, false}) {
    panels.arrangement.page.beside = beside;
    EXPECT_TRUE(panels.arrangement.page.shown()) << beside;
  }
  options = {.fold_page = true};
  app::set_view(options, panels);
  for (const bool beside : {true, false}) {
    panels.arrangement.page.beside = beside;
    EXPECT_FALSE(panels.arrangement.page.shown()) << beside;
  }
}

}  // namespace
