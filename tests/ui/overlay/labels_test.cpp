#include "ui/overlay/labels.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/vision.h"
#include "ui/desk.h"

namespace {

using Labels = std::vector<std::optional<ui::ItemRect>>;

const ui::ItemRect kArea{{0.0F, 0.0F}, {400.0F, 300.0F}};
constexpr float kGap = 4.0F;

bool meet(const ui::ItemRect& a, const ui::ItemRect& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

float distance(const ui::ItemRect& rect, ImVec2 point) {
  const float x = std::max({rect.min.x - point.x, point.x - rect.max.x, 0.0F});
  const float y = std::max({rect.min.y - point.y, point.y - rect.max.y, 0.0F});
  return std::hypot(x, y);
}

/// Places labels of 60 x 16 at balls of radius 8.
Labels place(ui::LabelPlaces& places, const std::vector<ImVec2>& balls,
             const std::vector<ui::ItemRect>& taken = {}, ui::ItemRect area = kArea) {
  std::vector<ui::LabelWish> wishes;
  std::vector<ui::Disc> discs;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    discs.push_back({balls[i], 8.0F});
    wishes.push_back({static_cast<int>(i), discs.back(), {60.0F, 16.0F}});
  }
  return places.place(wishes, {area, discs, taken, kGap});
}

TEST(LabelPlaces, AreClearOfBallsOfEachOtherAndOfTheEdge) {
  // balls on a spiral from the center to the edge of the area
  std::vector<ImVec2> balls;
  for (int i = 0; i < 14; ++i) {
    const float angle = 2.4F * static_cast<float>(i), far = 14.0F * static_cast<float>(i);
    balls.push_back({200.0F + far * std::cos(angle), 150.0F + 0.75F * far * std::sin(angle)});
  }
  ui::LabelPlaces places;
  const Labels labels = place(places, balls);
  int shown = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i]) continue;
    ++shown;
    EXPECT_GE(labels[i]->min.x, kArea.min.x);
    EXPECT_GE(labels[i]->min.y, kArea.min.y);
    EXPECT_LE(labels[i]->max.x, kArea.max.x);
    EXPECT_LE(labels[i]->max.y, kArea.max.y);
    for (const ImVec2& ball : balls) EXPECT_GT(distance(*labels[i], ball), 8.0F) << i;
    EXPECT_LT(distance(*labels[i], balls[i]), 8.0F + 4.0F * kGap) << "far from its ball";
    for (std::size_t k = 0; k < i; ++k) {
      if (!labels[k]) continue;
      EXPECT_FALSE(meet(*labels[i], *labels[k])) << i << " " << k;
    }
  }
  EXPECT_GE(shown, 10);
}

TEST(LabelPlaces, LeaveTheLastOnesOutWhereThereIsNoRoom) {
  const std::vector<ImVec2> crowd(20, {200.0F, 150.0F});
  ui::LabelPlaces places;
  const Labels labels = place(places, crowd);
  EXPECT_TRUE(labels[0]);
  EXPECT_TRUE(labels[1]);
  EXPECT_FALSE(labels[19]);
  EXPECT_FALSE(place(places, {{200.0F, 150.0F}}, {}, {{150.0F, 140.0F}, {250.0F, 160.0F}})[0])
      << "no room beside a ball in a narrow area";
}

TEST(LabelPlaces, KeepAnOffsetWhileItIsFree) {
  ui::LabelPlaces places;
  const ui::ItemRect first = *place(places, {{200.0F, 150.0F}})[0];
  // a window covers the preferred place
  const ui::ItemRect window{{210.0F, 100.0F}, {300.0F, 200.0F}};
  const ui::ItemRect aside = *place(places, {{200.0F, 150.0F}}, {window})[0];
  EXPECT_FALSE(meet(aside, window));
  // without the window the label stays on its side, also while the ball moves
  const ui::ItemRect after = *place(places, {{207.0F, 153.0F}})[0];
  EXPECT_EQ(after.min.x, aside.min.x + 7.0F);
  EXPECT_EQ(after.min.y, aside.min.y + 3.0F);
  EXPECT_NE(first.min.x, aside.min.x);
  // the same input gives the same labels
  ui::LabelPlaces fresh;
  EXPECT_EQ(place(fresh, {{200.0F, 150.0F}})[0]->min.x, first.min.x);
}

TEST(LabelPlaces, MoveNoLabelThatCanStay) {
  ui::LabelPlaces places;
  const std::vector<ImVec2> apart{{200.0F, 150.0F}, {290.0F, 150.0F}};
  const Labels before = place(places, apart);
  ASSERT_TRUE(before[0] && before[1]);
  // the second ball moves to the label of the first
  const std::vector<ImVec2> near{{200.0F, 150.0F}, {240.0F, 150.0F}};
  const Labels after = place(places, near);
  ASSERT_TRUE(after[0] && after[1]);
  EXPECT_EQ(after[1]->min.x, before[1]->min.x - 50.0F);
  EXPECT_EQ(after[1]->min.y, before[1]->min.y);
  EXPECT_FALSE(meet(*after[0], *after[1]));
}

TEST(LabelPlaces, ComeBackOnlyWithRoomToSpare) {
  ui::LabelPlaces places;
  const ImVec2 ball{40.0F, 150.0F};
  const auto width = [&](float right) {
    return place(places, {ball}, {}, {{30.0F, 129.0F}, {right, 171.0F}})[0].has_value();
  };
  EXPECT_TRUE(width(116.0F));  // 40 + 8 + 4 + 60 and the gap to the edge
  EXPECT_FALSE(width(115.0F));
  EXPECT_FALSE(width(116.0F));
  EXPECT_TRUE(width(130.0F));
}

/// Labels of 120 x 20, led from points.
std::vector<ui::LabelWish> led(const std::vector<ImVec2>& points, int first_id = 0) {
  std::vector<ui::LabelWish> wishes;
  for (const ImVec2 point : points) {
    wishes.push_back({.id = first_id + static_cast<int>(wishes.size()),
                      .around = {point, 0.0F},
                      .size = {120.0F, 20.0F},
                      .stand = ui::LabelStand::kLed});
  }
  return wishes;
}

TEST(LabelPlaces, ShowEveryLedLabelOfACrowd) {
  // all at one point, all in a corner, along a line, outside
  const std::vector<std::vector<ImVec2>> cases = {
      std::vector<ImVec2>(10, {200, 150}),
      std::vector<ImVec2>(10, {399, 299}),
      {{110, 100}, {130, 104}, {150, 108}, {170, 112}, {190, 116}, {210, 120}},
      {{-300, 100}, {900, 100}, {200, -500}, {200, 5000}}};
  for (const auto& points : cases) {
    ui::LabelPlaces places;
    const Labels labels = places.place(led(points), {kArea, {}, {}, kGap});
    for (std::size_t i = 0; i < labels.size(); ++i) {
      ASSERT_TRUE(labels[i]) << i << " of " << points.size();
      EXPECT_GE(labels[i]->min.x, kArea.min.x);
      EXPECT_GE(labels[i]->min.y, kArea.min.y);
      EXPECT_LE(labels[i]->max.x, kArea.max.x);
      EXPECT_LE(labels[i]->max.y, kArea.max.y);
      for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(meet(*labels[i], *labels[k]));
    }
  }
}

TEST(LabelPlaces, AreLedInANarrowAreaAndClearOfWindows) {
  ui::LabelPlaces places;
  const ui::ItemRect narrow{{100.0F, 50.0F}, {240.0F, 250.0F}};
  EXPECT_TRUE(places.place(led({{170.0F, 150.0F}}), {narrow, {}, {}, kGap})[0]);
  const ui::ItemRect window{{170.0F, 60.0F}, {400.0F, 240.0F}};
  const auto label = places.place(led({{200.0F, 150.0F}}), {kArea, {}, {&window, 1}, kGap})[0];
  ASSERT_TRUE(label);
  EXPECT_FALSE(meet(*label, window));
}

TEST(LabelPlaces, GiveTheRoomOfALessImportantLabelToALaneThatComes) {
  const ui::ItemRect small{{0.0F, 0.0F}, {130.0F, 30.0F}};
  const ui::LabelWish ball{.id = 900, .around = {{10.0F, 15.0F}, 2.0F}, .size = {60.0F, 16.0F}};
  ui::LabelPlaces places;
  ASSERT_TRUE(places.place(std::vector{ball}, {small, {}, {}, kGap})[0]);
  std::vector<ui::LabelWish> both = led({{60.0F, 40.0F}});
  both.push_back(ball);
  const Labels labels = places.place(both, {small, {}, {}, kGap});
  EXPECT_TRUE(labels[0]) << "the name of the lane";
  EXPECT_FALSE(labels[1]);
}

TEST(LabelPlaces, SplitAPairLateAndJoinItLate) {
  ui::LabelPlaces places;
  EXPECT_FALSE(places.apart(0, 50.0F, 40.0F));
  EXPECT_TRUE(places.apart(0, 61.0F, 40.0F));
  EXPECT_TRUE(places.apart(0, 50.0F, 40.0F));
  EXPECT_FALSE(places.apart(1, 50.0F, 40.0F)) << "another pair";
  EXPECT_FALSE(places.apart(0, 39.0F, 40.0F));
}

/// Labels over a picture of 640 x 480, beside the panels of a desk.
class LabelsOverAPicture : public testing::Test {
 protected:
  /// Draws one frame. \returns number of characters drawn in a colour
  int letters(const std::vector<ui::NamedPair>& pairs, ImVec4 color) {
    ImGui::NewFrame();
    ImGui::PushFont(desk.theme.font.text);
    draw(pairs);
    ImGui::PopFont();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    int count = 0;
    for (int i = 0; i < data.CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
        count += vertex.col == ui::packed(color);
      }
    }
    return count / 4;
  }

  std::vector<ui::PlacedLabel> draw(std::span<const ui::NamedPair> pairs) {
    return ui::draw_labels(desk.theme, {.view = {{0.0F, 0.0F}, {640.0F, 480.0F}}, .pairs = pairs},
                           places, *ImGui::GetBackgroundDrawList());
  }

  static ui::NamedPair pair(ImVec2 effector, ImVec2 target) {
    return {.name = "hand",
            .color = lab::series_color(0),
            .effector = ui::Disc{effector, 10.0F},
            .target = ui::Disc{target, 11.0F}};
  }

  Desk desk;
  ui::LabelPlaces places;
};

TEST_F(LabelsOverAPicture, NameAPairOnceWhereItIsCloseAndTwiceWhereItIsApart) {
  const ui::Colors& c = desk.theme.color;
  const auto close = std::vector{pair({200, 200}, {210, 205})};
  EXPECT_EQ(letters(close, c.text), 4);
  EXPECT_EQ(letters(close, c.muted), 0);
  const auto apart = std::vector{pair({200, 200}, {400, 205})};
  EXPECT_EQ(letters(apart, c.text), 4);
  EXPECT_EQ(letters(apart, c.muted), 4);
}

TEST_F(LabelsOverAPicture, SayWhereTheyAre) {
  const auto pairs = std::vector{pair({100, 100}, {105, 102}), pair({200, 300}, {400, 305})};
  ImGui::NewFrame();
  const auto labels = draw(pairs);
  ImGui::Render();
  // one label for the first pair together, then one each for the second effector and its target
  ASSERT_EQ(labels.size(), 3U);
  const std::pair<int, ImVec2> expected[] = {{0, {100, 100}}, {1, {200, 300}}, {1, {400, 305}}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(labels[i].index, expected[i].first);
    EXPECT_LT(distance(labels[i].rect, expected[i].second), 25.0F) << i;
  }
}

TEST_F(LabelsOverAPicture, NameATargetOutsideAtAnArrowAtTheEdge) {
  for (const ImVec2 target : {ImVec2(900, 200), ImVec2(-50, 100), ImVec2(300, 4000)}) {
    const auto pairs = std::vector{pair({200, 200}, target)};
    ImGui::NewFrame();
    const auto labels = draw(pairs);
    ImGui::Render();
    ASSERT_EQ(labels.size(), 2U);
    // the picture's point nearest to the target
    const ImVec2 nearest{std::clamp(target.x, 0.0F, 640.0F), std::clamp(target.y, 0.0F, 480.0F)};
    EXPECT_LT(distance(labels[1].rect, nearest), 40.0F) << target.x;
    const ui::ItemRect& rect = labels[1].rect;
    EXPECT_TRUE(rect.min.x >= 0.0F && rect.max.x <= 640.0F && rect.min.y >= 0.0F &&
                rect.max.y <= 480.0F);
    EXPECT_EQ(letters(pairs, desk.theme.color.muted), 4) << "its name";
  }
}

TEST_F(LabelsOverAPicture, LeaveOutWhatIsNotToBeSeen) {
  const ui::Colors& c = desk.theme.color;
  ui::NamedPair behind = pair({200, 200}, {400, 205});
  behind.effector.reset();
  EXPECT_EQ(letters({behind}, c.text), 0);
  ui::NamedPair tiny = pair({200, 200}, {400, 205});
  tiny.effector->radius = 0.5F;
  EXPECT_EQ(letters({tiny}, c.text), 0) << "the whole crowd is in sight";
  EXPECT_EQ(letters({pair({-90, 200}, {400, 205})}, c.text), 0) << "outside the picture";
}

TEST_F(LabelsOverAPicture, CutALongName) {
  ui::NamedPair wordy = pair({300, 200}, {300, 200});
  const std::string name(400, 'm');
  wordy.name = name;
  const int count = letters({wordy}, desk.theme.color.text);
  EXPECT_GT(count, 8);
  EXPECT_LT(count, 40);
}

TEST_F(LabelsOverAPicture, NameLanesSolutionsAndEffectorsWithoutACollision) {
  const lab::Color color = lab::series_color(2);
  const std::vector<ui::BodyName> lanes = {{ImVec2{300.0F, 200.0F}, "Jacobian transpose", color},
                                           {std::nullopt, "Damped least squares", color}};
  const std::vector<ui::BodyName> solutions = {{ImVec2{300.0F, 200.0F}, "elbow up", color},
                                               {ImVec2{310.0F, 203.0F}, "elbow down", color}};
  const auto pairs = std::vector{pair({302, 201}, {304, 205}), pair({330, 190}, {420, 190})};
  ImGui::NewFrame();
  const auto labels = ui::draw_labels(desk.theme,
                                      {.view = {{0.0F, 0.0F}, {640.0F, 480.0F}},
                                       .lanes = lanes,
                                       .solutions = solutions,
                                       .pairs = pairs},
                                      places, *ImGui::GetBackgroundDrawList());
  ImGui::Render();
  std::vector<std::pair<ui::LabelKind, int>> shown;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    shown.emplace_back(labels[i].kind, labels[i].index);
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(meet(labels[i].rect, labels[k].rect));
  }
  using enum ui::LabelKind;
  const std::vector<std::pair<ui::LabelKind, int>> all = {
      {kLane, 0}, {kSolution, 0}, {kSolution, 1}, {kEffector, 0}, {kEffector, 1}, {kTarget, 1}};
  EXPECT_EQ(shown, all);
}

TEST(LaneNames, AreAllWrittenBesideTheEdgeThatIsDragged) {
  Desk desk;
  ui::LabelPlaces places;
  std::size_t written = 0;
  desk.over_picture = [&](const ui::Layout& layout) {
    const ui::Area clear = layout.clear();
    std::vector<ui::BodyName> names;
    for (const char* name : {"Jacobian transpose", "Pseudoinverse", "SDLS", "Newton"}) {
      names.push_back(
          {ImVec2{clear.end().x - 20.0F, clear.corner.y + 0.5F * clear.size.y}, name, {}});
    }
    written = ui::draw_labels(desk.theme, {.view = clear, .lanes = names}, places,
                              *ImGui::GetBackgroundDrawList())
                  .size();
  };
  desk.frames(3);
  ASSERT_TRUE(desk.has("side/edge"));
  EXPECT_EQ(written, 4U);
}

TEST(Labels, CanBeReadOnAnythingInThePicture) {
  // the translucent background, over the brightest and the darkest parts of either studio
  for (const bool dark : {false, true}) {
    const ui::Colors c = ui::make_colors(dark);
    for (const unsigned part : {0xd9dde2U, 0x3a4048U}) {
      const lab::Color ground =
          vision::over(ui::to_lab(c.panel), ui::kLabelGround, ui::to_lab(ui::hex(part)));
      EXPECT_GE(vision::contrast(ui::to_lab(c.text), ground), 4.5) << dark;
      EXPECT_GE(vision::contrast(ui::to_lab(c.muted), ground), 4.5) << dark;
    }
  }
}

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

  ui::DrawnHandles draw(std::span<const ui::HandleMark> handles) {
    ImGui::NewFrame();
    ui::DrawnHandles drawn;
    ui::draw_handles(theme, kView, lab::series_color(1), handles, drawn);
    vertices.clear();
    for (const ImDrawVert& vertex : ImGui::GetBackgroundDrawList()->VtxBuffer) {
      vertices.push_back(vertex);
    }
    ImGui::Render();
    return drawn;
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
    const ui::DrawnHandles drawn =
        draw(std::vector{ui::HandleMark{.point = point, .reading = "amplitude x 0.42 m"}});
    ASSERT_EQ(drawn.readings.size(), 1U);
    const ui::ItemRect text = drawn.readings[0];
    EXPECT_GE(text.min.x, kView.corner.x);
    EXPECT_GE(text.min.y, kView.corner.y);
    EXPECT_LE(text.max.x, kView.corner.x + kView.size.x);
    EXPECT_LE(text.max.y, kView.corner.y + kView.size.y);
    EXPECT_GT(text.max.x - text.min.x, 90.0F);
  }
}

TEST_F(HandlesOverlay, HaveTheirLetterAtTheOuterEndOfTheirLine) {
  theme.color = ui::make_colors(false);
  const ImVec2 middle{300.0F, 200.0F};
  for (const ImVec2 way : {ImVec2(1, 0), ImVec2(-1, 0), ImVec2(0, 1), ImVec2(0.6F, -0.8F)}) {
    const ImVec2 point{middle.x + 50.0F * way.x, middle.y + 50.0F * way.y};
    const ui::DrawnHandles drawn =
        draw(std::vector{ui::HandleMark{.point = point, .from = middle, .letter = "x"}});
    ui::LabelPlaces places;
    ImGui::NewFrame();
    const auto labels =
        ui::draw_labels(theme, {.view = kView, .letters = drawn.letters, .discs = drawn.discs},
                        places, *ImGui::GetBackgroundDrawList());
    ImGui::Render();
    ASSERT_EQ(labels.size(), 1U);
    const ImVec2 at = labels[0].rect.middle();
    const ImVec2 from_middle{at.x - middle.x, at.y - middle.y};
    const float along = from_middle.x * way.x + from_middle.y * way.y;
    EXPECT_GT(along, 60.0F);
    EXPECT_LT(along, 85.0F);
    EXPECT_NEAR(std::hypot(from_middle.x, from_middle.y), along, 1.0F) << "on the line";
  }
  EXPECT_TRUE(draw(std::vector{ui::HandleMark{.point = middle}}).letters.empty());
}

TEST(ScaleBar, IsARoundLengthThatFits) {
  for (double most = 1e-9; most < 1e9; most *= 1.37) {
    const double length = ui::round_length(most).metres;
    EXPECT_LE(length, most * (1.0 + 1e-9));
    EXPECT_GT(2.5 * length, most * (1.0 - 1e-9)) << "a longer one fits";
    const double digits = length / std::pow(10.0, std::floor(std::log10(length * 1.0001)));
    EXPECT_TRUE(std::abs(digits - 1.0) < 1e-6 || std::abs(digits - 2.0) < 1e-6 ||
                std::abs(digits - 5.0) < 1e-6)
        << digits;
  }
}

TEST(ScaleBar, NamesItsLengthWithFewDigits) {
  EXPECT_EQ(ui::round_length(0.6).text, "0.5 m");
  EXPECT_EQ(ui::round_length(1.0).text, "1 m");
  EXPECT_EQ(ui::round_length(0.011).text, "0.01 m");
  EXPECT_EQ(ui::round_length(0.0021).text, "2 mm");
  EXPECT_EQ(ui::round_length(1.2e-6).text, "1 µm");
  EXPECT_EQ(ui::round_length(6e-8).text, "50 nm");
  EXPECT_EQ(ui::round_length(300.0).text, "200 m");
  EXPECT_EQ(ui::round_length(5.5e5).text, "500 km");
}

TEST(ScaleBar, IsAsLongAsItSays) {
  Desk desk;
  desk.panels.hidden = true;
  std::optional<ui::ItemRect> drawn;
  double scale = 0.01;  // m per coordinate
  ui::Area area{{0.0F, 0.0F}, {800.0F, 600.0F}};
  desk.over_picture = [&](const ui::Layout&) {
    drawn = ui::draw_scale_bar(desk.theme, area, scale, *ImGui::GetBackgroundDrawList());
  };
  const auto corners = [&] {  // of the bar, the last lines drawn
    desk.frames(2);
    return drawn ? drawn->max.x - drawn->min.x : 0.0F;
  };
  // 1 m is 100 coordinates, 5 design points of margin on either side
  EXPECT_NEAR(corners(), 110.0F, 1.5F);
  EXPECT_TRUE(desk.says("1 m"));
  EXPECT_LT(drawn->max.y, 600.0F);
  EXPECT_GT(drawn->min.y, 500.0F);
  scale = 2e-8;
  EXPECT_NEAR(corners(), 110.0F, 1.5F);
  EXPECT_TRUE(desk.says("2 µm"));
  area.size.y = 100.0F;
  EXPECT_EQ(corners(), 0.0F) << "a small picture";
}

}  // namespace
