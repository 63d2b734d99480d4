#include "app/window/imgui_layer.h"

#include <algorithm>
#include <cmath>

#include <glad/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"

namespace {

/// Dear ImGui with its backend for OpenGL, without a display.
class LookOnPixels : public testing::Test {
 protected:
  static constexpr int kWidth = 400, kHeight = 300;

  LookOnPixels() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~LookOnPixels() override {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }

  /// A frame with a full window of `lines` lines of text.
  gfx::Image frame(int lines) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {kWidth, kHeight};
    io.DeltaTime = 1.0F / 60.0F;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("all", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::PushFont(look.theme().font.text);
    for (int i = 0; i < lines; ++i) ImGui::TextUnformatted("HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH");
    ImGui::PopFont();
    ImGui::End();
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.id());
    glViewport(0, 0, kWidth, kHeight);
    glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return canvas.read_pixels();
  }

  /// Number of pixels that have nearly this colour.
  static int count(const gfx::Image& image, ImVec4 color) {
    const std::array wanted = {color.x, color.y, color.z};
    int found = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
      bool same = true;
      for (std::size_t k = 0; k < 3; ++k) {
        same &= std::abs(static_cast<float>(image.rgba[i + k]) - 255.0F * wanted[k]) < 3.0F;
      }
      found += same;
    }
    return found;
  }

  /// Number of pixels that are darker than the middle between words and panel.
  static int dark_pixels(const gfx::Image& image) {
    int found = 0;
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) found += image.rgba[i] < 140;
    return found;
  }

  gfx::Offscreen gl;
  gfx::Framebuffer canvas{kWidth, kHeight, 0};
  app::Look look;
};

TEST_F(LookOnPixels, StaysVisibleHoweverOftenTheScaleChanges) {
  constexpr float kRatios[] = {1.0F, 1.1F, 1.25F, 0.9F, 0.5F, 3.0F, 2.0F,  1.0F, 0.67F, 1.5F,
                               2.5F, 0.8F, 1.0F,  3.0F, 0.5F, 1.1F, 1.75F, 2.0F, 0.75F, 1.0F};
  int lines = 40;
  for (const float ratio : kRatios) {
    look.set({}, ratio, 1.0F);
    // fewer and more triangles than in the frame before
    for (const int shown : {lines, 2, lines}) {
      const gfx::Image image = frame(shown);
      const int ground = count(image, look.theme().color.panel);
      const int ink = dark_pixels(image);
      EXPECT_GT(ground, kWidth * kHeight / 4) << "the panel is gone at " << ratio;
      EXPECT_GT(ink, 30 * std::min(shown, 4)) << "no words at " << ratio;
      EXPECT_LT(ink, kWidth * kHeight / 2) << "black at " << ratio;
      EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)) << ratio;
    }
    lines = lines == 40 ? 25 : 40;
  }
}

TEST_F(LookOnPixels, KeepsItsScaleWithinWhatFontsCanHave) {
  for (const float asked : {0.0F, 0.01F, 0.1F, 1e3F}) {
    look.set({.dark = true}, asked, 1.0F);
    EXPECT_GE(look.theme().scale, ui::kMinScale);
    EXPECT_LE(look.theme().scale, ui::kMaxScale);
    const gfx::Image image = frame(3);
    EXPECT_GT(count(image, look.theme().color.panel), kWidth * kHeight / 8) << asked;
  }
}

TEST_F(LookOnPixels, HasFurtherSignsAsSoonAsTheyOccur) {
  constexpr ImWchar kMa = 0x99ac, kZhe = 0x436, kNobodys = 0xfffe;
  look.set({}, 1.0F, 1.0F);
  frame(1);
  ASSERT_EQ(look.theme().font.text->FindGlyphNoFallback(kZhe), nullptr);
  look.set_signs({kMa, kZhe, kNobodys});
  for (int i = 0; i < 2; ++i) {
    look.set({}, 1.0F, 1.0F);
    const gfx::Image image = frame(3);
    EXPECT_GT(dark_pixels(image), 90) << "words";
    for (const ImWchar sign : {kMa, kZhe, kNobodys}) {
      EXPECT_NE(look.theme().font.text->FindGlyphNoFallback(sign), nullptr) << sign;
      EXPECT_NE(look.theme().font.small_numbers->FindGlyphNoFallback(sign), nullptr) << sign;
    }
  }
  const ImFont* const before = look.theme().font.text;
  look.set_signs({kMa, kZhe, kNobodys});
  look.set({}, 1.0F, 1.0F);
  EXPECT_EQ(look.theme().font.text, before) << "not loaded again in every frame";
  look.set_signs({});
  look.set({}, 1.0F, 1.0F);
  frame(1);
  EXPECT_EQ(look.theme().font.text->FindGlyphNoFallback(kMa), nullptr);
}

TEST(SystemFonts, HaveTheSignThatTheyWereAskedFor) {
  app::SystemFonts fonts;
  EXPECT_FALSE(fonts.font_with(0xfffe)) << "no character";
  for (const ImWchar sign : {ImWchar{0x436}, ImWchar{0x5d0}}) {  // DejaVu Sans has both
    const auto font = fonts.font_with(sign);
    ASSERT_TRUE(font) << sign;
    ImFontAtlas atlas;
    const ImWchar ranges[] = {sign, sign, 0};
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.FontNo = font->number;
    const ImFont* const loaded =
        atlas.AddFontFromMemoryTTF(const_cast<char*>(font->bytes->data()),
                                   static_cast<int>(font->bytes->size()), 16.0F, &config, ranges);
    atlas.Build();
    EXPECT_NE(loaded->FindGlyphNoFallback(sign), nullptr) << sign;
  }
}

TEST_F(LookOnPixels, LoadsFontsAgainOnlyForAnotherDensity) {
  look.set({}, 1.0F, 1.0F);
  frame(1);
  const ImFont* const before = look.theme().font.text;
  look.set({.dark = true}, 1.0F, 1.0F);
  EXPECT_EQ(look.theme().font.text, before);
  EXPECT_TRUE(look.theme().dark);
  look.set({.dark = true}, 2.0F, 2.0F);
  frame(1);
  EXPECT_EQ(look.theme().scale, 1.0F) << "coordinates, not pixels";
}

}  // namespace
