#include <glad/gl.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "app/edits.h"
#include "app/window/pointed_view.h"
#include "app/window/view.h"
#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"
#include "support/scenes.h"

namespace {

constexpr int kCanvasWidth = 600, kCanvasHeight = 400;

/// Three lanes side by side in a window without panels, drawn without a display.
class LaneCells : public testing::Test {
 protected:
  LaneCells() {
    panels.lanes.apart = true;
    for (const char* id : {"sdls", "jacobian-transpose"}) {
      edits::edit(session, [id](ui::Edit& edit) { ui::add_lane(*ik::find_method(id), edit); });
    }
    session.advance(0.03);
    frame();
    frame();
  }
  ~LaneCells() override { ImGui::DestroyContext(context); }

  void frame() {
    ImGui::NewFrame();
    ui::Edit edit(session.setup());
    view.set_area(kArea);
    view.caption(theme, session.shown(), panels);
    view.take_hold(session, panels, edit);
    session.apply(edit);
    view.update(session, panels);
    view.draw_names(theme, session, panels);
    ImGui::Render();
  }
  gfx::Image picture() {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.id());
    glClearColor(0.0F, 1.0F, 0.0F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    view.make_pictures(session, panels);
    view.draw(nullptr, {canvas.id(), 1.0F, kCanvasHeight, 1.0F});
    return canvas.read_pixels();
  }
  void press(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    frame();
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MousePos = to;
    frame();
    io.MouseDown[0] = false;
    frame();
  }
  std::vector<ui::Cell> cells() const {
    return ui::cells_of(3, kArea,
                        ui::cell_style(theme, app::measure(*session.setup().scene).shape));
  }
  /// A corner of a cell's picture that shows only the floor.
  ImVec2 floor_of(std::size_t i) const {
    const ui::Area a = cells()[i].picture;
    return {a.corner.x + 6, a.corner.y + 6};
  }
  /// Position of the first target in a cell: the mean of all red pixels.
  std::optional<glm::vec2> red_in(const gfx::Image& image, std::size_t cell) const {
    const ui::Area a = cells()[cell].picture;
    glm::vec2 sum(0.0F);
    int count = 0;
    for (int y = 0; y < static_cast<int>(a.size.y); ++y) {
      for (int x = 0; x < static_cast<int>(a.size.x); ++x) {
        const std::uint8_t* p =
            image.at(x + static_cast<int>(a.corner.x), y + static_cast<int>(a.corner.y));
        if (p[0] < 2 * p[1] || p[0] < 2 * p[2]) continue;
        sum += glm::vec2(x, y);
        ++count;
      }
    }
    if (count < 10) return std::nullopt;
    return sum / static_cast<float>(count);
  }

  inline static const ui::Area kArea{{0, 0}, {kCanvasWidth, kCanvasHeight}};
  ui::Theme theme;
  ImGuiContext* context = make_windowless({kCanvasWidth, kCanvasHeight}, theme);
  gfx::Offscreen gl;
  gfx::Framebuffer canvas{kCanvasWidth, kCanvasHeight, 0};
  app::View view;
  app::Session session{{}, {}, scenes::circling(bodies::planar_arm(3)), *ik::find_method("dls")};
  ui::Panels panels;
};

TEST_F(LaneCells, DrawTheSameTargetsAtTheSamePlaces) {
  const gfx::Image image = picture();
  const auto first = red_in(image, 0);
  ASSERT_TRUE(first.has_value());
  for (std::size_t i = 1; i < 3; ++i) {
    const auto other = red_in(image, i);
    ASSERT_TRUE(other.has_value()) << i;
    EXPECT_LT(glm::distance(*first, *other), 4.0F) << i;
  }
  // the caption is not part of the picture
  const std::uint8_t* above = image.at(static_cast<int>(cells()[0].caption.corner.x) + 5,
                                       static_cast<int>(cells()[0].caption.corner.y) + 5);
  EXPECT_EQ(above[1], 255);
  EXPECT_EQ(above[0], 0);
}

TEST_F(LaneCells, TurnTogether) {
  const gfx::Image before = picture();
  const ImVec2 from = floor_of(1);
  press(from, {from.x + 60, from.y});
  const gfx::Image after = picture();
  EXPECT_EQ(session.setup().front, 0U) << "a drag is not a click";
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(glm::distance(*red_in(before, i), *red_in(after, i)), 5.0F) << i;
  }
}

TEST_F(LaneCells, BringTheirLaneToTheFrontByAClick) {
  press(floor_of(2), floor_of(2));
  EXPECT_EQ(session.setup().front, 2U);
  EXPECT_EQ(session.shown().undo.undo_name(), "bring to the front");
}

TEST_F(LaneCells, LetTheTargetBeDraggedInEachOfThem) {
  for (std::size_t i = 0; i < 3; ++i) {
    const gfx::Image image = picture();
    const auto red = red_in(image, i);
    ASSERT_TRUE(red.has_value()) << i;
    const ImVec2 corner = cells()[i].picture.corner;
    const ImVec2 at{corner.x + red->x, corner.y + red->y};
    press(at, {at.x + 8, at.y - 10});
    ASSERT_TRUE(session.setup().targets[0].held.has_value()) << i;
    EXPECT_EQ(session.setup().front, 0U) << "the press was for the target";
    const auto moved = red_in(picture(), i);
    ASSERT_TRUE(moved.has_value()) << i;
    EXPECT_NEAR(moved->x - red->x, 8.0F, 3.5F) << i;
    EXPECT_NEAR(moved->y - red->y, -10.0F, 3.5F) << i;
  }
}

TEST_F(LaneCells, KeepTheirPlacesUntilTheNextFrame) {
  const gfx::Image before = picture();
  for (const char* id : {"dls", "newton"}) {
    edits::edit(session, [id](ui::Edit& edit) { ui::add_lane(*ik::find_method(id), edit); });
  }
  edits::edit(session, [](ui::Edit& edit) { edit.change("front").front = 4; });
  const gfx::Image image = picture();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto old = red_in(before, i), now = red_in(image, i);
    ASSERT_TRUE(old && now) << i;
    EXPECT_LT(glm::distance(*old, *now), 1.0F) << i << ", though there are more lanes";
  }
  edits::edit(session, [](ui::Edit& edit) {
    while (edit.setup.lanes.size() > 1) lab::remove_lane(edit.change("remove"), 1);
  });
  EXPECT_TRUE(red_in(picture(), 0).has_value());
}

TEST_F(LaneCells, BecomeOnePictureWhenTheLanesAreOverlaid) {
  panels.lanes.apart = false;
  frame();
  const gfx::Image image = picture();
  for (int x = 10; x < kCanvasWidth; x += 50)
    EXPECT_NE(image.at(x, 5)[0], 0) << "a picture up to the top";
  press({6, 200}, {6, 200});
  EXPECT_EQ(session.setup().front, 0U);
}

}  // namespace
