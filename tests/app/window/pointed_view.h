#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/edits.h"
#include "app/window/view.h"
#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"
#include "support/eye.h"
#include "support/scenes.h"

/// Starts Dear ImGui without a window, with its built-in font. \param[out] theme the light theme
/// \returns the new context, which the caller destroys
inline ImGuiContext* make_windowless(ImVec2 size, ui::Theme& theme) {
  ImGuiContext* const context = ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.Fonts->Build();
  for (ImFont** font : {&theme.font.text, &theme.font.bold, &theme.font.title, &theme.font.small,
                        &theme.font.numbers, &theme.font.small_numbers}) {
    *font = io.Fonts->Fonts[0];
  }
  theme.color = ui::make_colors(false);
  return context;
}

/// The picture of a session in a window without panels, drawn without a display, and a pointer that
/// makes gestures. The test draws the first frames itself.
class PointedView : public testing::Test {
 protected:
  static constexpr int kWindowWidth = 900, kWindowHeight = 600;

  PointedView() {
    session.set_window({.take_back = [this](ui::Edit& edit) { view.take_back(edit); }});
  }
  ~PointedView() override { ImGui::DestroyContext(context); }

  void frame(bool escape = false) {
    ImGui::NewFrame();
    ui::Edit edit(session.setup());
    if (ImGui::IsMouseClicked(0)) ++presses;
    if (ImGui::IsMouseDown(0) || ImGui::IsMouseReleased(0)) edit.gesture = presses;
    if (escape) edit.send(ui::Command::kTakeBack);
    edit.reach = reach;
    view.set_area(picture_area);
    view.caption(theme, session.shown(), panels);
    view.take_hold(session, panels, edit);
    session.apply(edit);
    view.update(session, panels, crowd);
    view.draw_handles(theme, session, panels);
    view.draw_names(theme, session, panels);
    cursor = ImGui::GetMouseCursor();
    ImGui::Render();
  }
  gfx::Image picture() {
    view.set_area(kArea);
    view.make_pictures(session, panels);
    view.draw(crowd, {canvas.id(), 1.0F, kWindowHeight, 1.0F});
    return canvas.read_pixels();
  }
  /// Number of pixels of the target's red ball.
  int ball_pixels() {
    const gfx::Image image = picture();
    int count = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const std::uint8_t* p = image.at(x, y);
        count += p[0] > 150 && p[1] < 90 && p[2] < 90;
      }
    }
    return count;
  }
  void point_at(const Eigen::Vector2d& place) {
    ImGui::GetIO().MousePos = {static_cast<float>(place.x()), static_cast<float>(place.y())};
    frame();
  }
  void press(const Eigen::Vector2d& place) {
    point_at(place);
    point_at(place);
    ImGui::GetIO().MouseDown[0] = true;
    frame();
  }
  void release() {
    ImGui::GetIO().MouseDown[0] = false;
    frame();
    frame();
  }
  const lab::Scene& scene() const { return *session.setup().scene; }

  inline static const ui::Area kArea{{0, 0}, {kWindowWidth, kWindowHeight}};
  ui::Area picture_area = kArea;  // of every frame
  ui::Theme theme;
  ImGuiContext* context = make_windowless({kWindowWidth, kWindowHeight}, theme);
  gfx::Offscreen gl;
  gfx::Framebuffer canvas{kWindowWidth, kWindowHeight, 0};
  app::View view;
  app::Session session{{}, {}, scenes::circling(bodies::planar_arm(3)), scenes::dls()};
  ui::Panels panels;
  std::optional<ui::ReachWish> reach;  // of every frame
  const app::CrowdFrame* crowd = nullptr;
  long presses = 0;
  ImGuiMouseCursor cursor = ImGuiMouseCursor_Arrow;
};
