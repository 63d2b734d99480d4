#include "ui/kit/text.h"

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

TEST(ShortenedPath, KeepsTheNameOfTheFileWhole) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const std::string text =
      "Saved /home/somebody/projects/robots/arm/recordings/y-dls-plots-017.csv";
  const float whole = ui::text_width(font, text.c_str());
  std::string before;
  for (float share = 1.0F; share > 0.3F; share -= 0.02F) {
    const std::string shown = ui::shortened_path(text, share * whole, font);
    EXPECT_LE(ui::text_width(font, shown.c_str()), share * whole + 0.01F);
    const bool short_of_room = !shown.ends_with("/y-dls-plots-017.csv");
    if (short_of_room) {
      EXPECT_LT(share * whole, ui::text_width(font, "Saved …/y-dls-plots-017.csv")) << shown;
      continue;
    }
    EXPECT_TRUE(shown.starts_with("Saved ")) << shown;
  }
  EXPECT_EQ(ui::shortened_path(text, whole + 1.0F, font), text);
  const std::string most = ui::shortened_path(text, whole - 1.0F, font);
  EXPECT_EQ(most, "Saved /home/somebody/projects/robots/arm/…/y-dls-plots-017.csv");
}

TEST(ShortenedPath, KeepsWordsAroundThePath) {
  const Desk desk;
  const ImFont* const font = desk.theme.font.small;
  const std::string text = "Saved /a/very/long/path/of/folders/x.png. Its path is copied";
  const float whole = ui::text_width(font, text.c_str());
  EXPECT_EQ(ui::shortened_path(text, whole - 1.0F, font),
            "Saved /a/very/long/path/of/…/x.png. Its path is copied");
  EXPECT_EQ(ui::shortened_path("no path", 1000.0F, font), "no path");
  EXPECT_TRUE(ui::shortened_path("no path in these words", 60.0F, font).ends_with("…"));
  EXPECT_TRUE(ui::shortened_path("/rootlevelfile", 40.0F, font).ends_with("…"));
}

}  // namespace
