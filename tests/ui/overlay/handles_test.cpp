#include "ui/overlay/labels.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

const ui::Area kView{{100.0F, 50.0F}, {400.0F, 300.0F}};

/// A frame that draws handles.
class HandlesOverlay : public testing::Test {
 protected:
  HandlesOverlay() : context(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {600, 400};
    io.Fonts->Build();
    for (ImFont** font : {&theme.font.text, &theme.font.small, &theme.font.small_numbers}) {
      *font = io.Fonts->Fonts[0];
    }
  }
  ~HandlesOverlay() override { ImGui::DestroyContext(context); }

  std::vector<ui::ItemRect> draw(std::span<const ui::HandleMark> handles) {
    ImGui::NewFrame();
    const auto rects = ui::draw_handles(theme, kView, lab::series_color(1), handles);
    vertices.clear();
    for (const ImDrawVert& vertex : ImGui::GetBackgroundDrawList()->VtxBuffer) {
      vertices.push_back(vertex);
    }
    ImGui::Render();
    return rects;
  }
  /// Largest distance of a vertex from a point.
  float reach(ImVec2 from) const {
    float most = 0.0F;
    for (const ImDrawVert& v : vertices) {
      most = std::max(most, std::hypot(v.pos.x - from.x, v.pos.y - from.y));
    }
    return most;
  }
  bool has_color(ImVec4 wanted) const {
    return std::any_of(vertices.begin(), vertices.end(),
                       [&](const ImDrawVert& v) { return v.col == ui::packed(wanted); });
  }

  ImGuiContext* context;
  ui::Theme theme;
  std::vector<ImDrawVert> vertices;
};

TEST_F(HandlesOverlay, AreSmallDiscsWithAnEdgeOnEveryGround) {
  for (const bool dark : {false, true}) {
    theme.dark = dark;
    theme.color = ui::make_colors(dark);
    for (const float scale : {1.0F, 2.0F}) {
      theme.scale = scale;
      const ImVec2 at{300.0F, 200.0F};
      draw(std::vector{ui::HandleMark{.point = at}});
      EXPECT_GT(reach(at), 5.0F * scale);
      EXPECT_LT(reach(at), 11.0F * scale);
      EXPECT_TRUE(has_color(ui::to_imgui(lab::on_ground(lab::series_color(1), dark))));
      // one of these two contrasts with any background
      EXPECT_TRUE(has_color(theme.color.text));
      EXPECT_TRUE(has_color(theme.color.panel));
      const float rest = reach(at);
      draw(std::vector{ui::HandleMark{.point = at, .lit = true}});
      EXPECT_GT(reach(at), rest) << "under the pointer";
    }
  }
}

TEST_F(HandlesOverlay, SayWhatTheyAreInsideThePicture) {
  theme.color = ui::make_colors(false);
  const ImVec2 points[] = {
      {102.0F, 52.0F}, {498.0F, 52.0F}, {498.0F, 348.0F}, {102.0F, 348.0F}, {300.0F, 200.0F}};
  for (const ImVec2 point : points) {
    const auto rects =
        draw(std::vector{ui::HandleMark{.point = point, .reading = "amplitude x 0.42 m"}});
    ASSERT_EQ(rects.size(), 2U);
    const ui::ItemRect text = rects[1];
    EXPECT_GE(text.min.x, kView.corner.x);
    EXPECT_GE(text.min.y, kView.corner.y);
    EXPECT_LE(text.max.x, kView.corner.x + kView.size.x);
    EXPECT_LE(text.max.y, kView.corner.y + kView.size.y);
    EXPECT_GT(text.max.x - text.min.x, 90.0F);
  }
}

TEST_F(HandlesOverlay, ShowTheirLetterAtRest) {
  theme.color = ui::make_colors(false);
  const auto rects = draw(std::vector{ui::HandleMark{.point = {300.0F, 200.0F}, .letter = "x"}});
  ASSERT_EQ(rects.size(), 2U);
  EXPECT_LT(rects[1].max.x - rects[1].min.x, 20.0F);
  EXPECT_EQ(draw(std::vector{ui::HandleMark{.point = {300.0F, 200.0F}}}).size(), 1U);
}

}  // namespace
