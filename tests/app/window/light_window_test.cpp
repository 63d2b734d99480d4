// What a software renderer's window draws, without a display.

#include <cmath>

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "app/window/imgui_layer.h"
#include "app/window/pointed_view.h"
#include "ui/kit/damage.h"

namespace {

/// The same frames drawn whole and drawn where they differ from the last one, over the same
/// picture.
class LightWindow : public testing::Test {
 protected:
  static constexpr int kWide = 420, kHigh = 310;

  LightWindow() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~LightWindow() override {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }

  /// A picture in one colour, below everything.
  void paint(float red) {
    glBindFramebuffer(GL_FRAMEBUFFER, picture.id());
    glDisable(GL_SCISSOR_TEST);
    glClearColor(red, 0.3F, 0.6F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
  }

  /// Panels with much that overlaps and little that moves: k is the number of the frame.
  static void build(int k, float scale) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {kWide / scale, kHigh / scale};
    io.DisplayFramebufferScale = {scale, scale};
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({10.4F, 12.3F});
    ImGui::SetNextWindowSize({140.7F, 130.9F});
    ImGui::Begin("left", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    for (int i = 0; i < 12; ++i) ImGui::Text("line %d is %d", i, i == 3 ? k : i);
    ImGui::End();
    ImGui::SetNextWindowPos({90.0F, 60.0F});
    ImGui::SetNextWindowSize({100.0F, 80.0F});
    ImGui::SetNextWindowBgAlpha(0.5F);
    ImGui::Begin("over", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    std::array<float, 24> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] =
          std::sin(0.5F * static_cast<float>(i) + (k > 4 ? 0.3F * static_cast<float>(k) : 0));
    }
    ImGui::PlotLines("##curve", values.data(), static_cast<int>(values.size()), 0, nullptr, -1, 1,
                     {84.0F, 60.0F});
    ImGui::End();
    const float turn = 0.37F * static_cast<float>(k / 2);
    ImDrawList& front = *ImGui::GetForegroundDrawList();
    front.AddLine({100, 100}, {100.0F + 60.0F * std::cos(turn), 100.0F + 60.0F * std::sin(turn)},
                  0xa02080ff, 3.3F);
    front.AddCircleFilled({60.0F + 3.1F * static_cast<float>(k), 140.0F}, 9.5F, 0x80ff8020);
    ImGui::Render();
  }

  gfx::Offscreen gl;
  gfx::Framebuffer picture{kWide, kHigh, 0}, whole{kWide, kHigh, 0}, light{kWide, kHigh, 0};
  ui::Damage damage;
};

TEST_F(LightWindow, LooksAsIfAllOfItWereDrawnInEveryFrame) {
  for (const float scale : {1.0F, 1.25F, 2.0F}) {
    damage.forget();
    int drawn = 0;
    for (int k = 0; k < 10; ++k) {
      const bool moved = k == 0 || k == 6;
      if (moved) paint(0.1F * static_cast<float>(k));
      build(k, scale);
      const gfx::PixelArea all{0, 0, kWide, kHigh};
      picture.copy_parts_to(whole.id(), {&all, 1});
      ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());

      const ui::PixelRect everything{0, 0, kWide, kHigh};
      const auto rects = damage.take(*ImGui::GetDrawData(),
                                     {&everything, moved ? std::size_t{1} : std::size_t{0}});
      std::vector<gfx::PixelArea> below;
      for (const ui::PixelRect& r : rects) {
        drawn += r.area();
        below.push_back({r.left, kHigh - r.bottom, r.right - r.left, r.bottom - r.top});
      }
      picture.copy_parts_to(light.id(), below);
      ui::keep_only(*ImGui::GetDrawData(), rects);
      ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
      ASSERT_EQ(light.read_pixels().rgba, whole.read_pixels().rgba)
          << "frame " << k << ", " << scale;
    }
    EXPECT_LT(drawn, 7 * kWide * kHigh) << "the frames but two are not drawn whole";
  }
}

using LightView = PointedView;

TEST_F(LightView, DrawsAPictureOnlyIfItDiffersFromTheLastOne) {
  frame();
  frame();
  const auto draws = [&] {
    view.make_pictures(session, panels);
    return view.draw_changed(nullptr, {canvas.id(), 1.0F, kWindowHeight, 1.0F});
  };
  EXPECT_TRUE(draws());
  EXPECT_FALSE(draws());
  session.step();
  EXPECT_TRUE(draws()) << "the body has moved";
  EXPECT_FALSE(draws());
  panels.dark.chosen = true;
  EXPECT_TRUE(draws()) << "another theme";
  EXPECT_FALSE(draws());
  view.look_from(ui::LookFrom::Side::kFront);
  EXPECT_TRUE(draws()) << "another camera";
  EXPECT_FALSE(draws());
  view.forget_drawn();
  EXPECT_TRUE(draws());
  const gfx::Image picture = canvas.read_pixels();
  view.image(nullptr, {0, 1.0F, 0, 1.0F}, false);
  EXPECT_FALSE(draws()) << "a saved picture is drawn elsewhere";
  EXPECT_EQ(canvas.read_pixels().rgba, picture.rgba);
}

TEST_F(LightView, SavesPicturesAsAnyOtherRendererDoes) {
  app::View light(gfx::kLightQuality);
  light.set_area(kArea);
  frame();
  frame();
  view.make_pictures(session, panels);
  light.update(session, panels);
  light.set_camera(view.camera_view());
  frame();
  light.update(session, panels);
  light.make_pictures(session, panels);
  view.make_pictures(session, panels);
  const app::Canvas twice{0, 2.0F, 0, 2.0F};
  EXPECT_EQ(light.image(nullptr, twice, false).rgba, view.image(nullptr, twice, false).rgba);
}

}  // namespace
