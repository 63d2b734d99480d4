// The labels over a view's picture: of lanes, solutions, effectors, targets and handles.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/window/pointed_view.h"
#include "io/scene/scene_file.h"

namespace {

bool meet(const ui::ItemRect& a, const ui::ItemRect& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

std::size_t count_of(ui::LabelKind kind, std::span<const ui::PlacedLabel> labels) {
  return static_cast<std::size_t>(std::ranges::count(labels, kind, &ui::PlacedLabel::kind));
}

class ViewLabels : public PointedView {
 protected:
  /// Four lanes, over each other.
  ViewLabels() {
    for (const char* method : {"sdls", "jacobian-transpose", "pseudoinverse"}) {
      edits::edit(session,
                  [method](ui::Edit& edit) { ui::add_lane(*ik::find_method(method), edit); });
    }
  }

  void open(const std::string& id) {
    session.set_scene(io::find_scene(id));
    frame();
    panels.targets.selected = 0;
    frame();
  }
  void expect_clear(const std::string& what) const {
    const std::span<const ui::PlacedLabel> labels = view.labels();
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const ui::ItemRect& rect = labels[i].rect;
      EXPECT_TRUE(rect.min.x >= 0.0F && rect.min.y >= 0.0F && rect.max.x <= picture_area.size.x &&
                  rect.max.y <= picture_area.size.y)
          << what;
      for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(meet(rect, labels[k].rect)) << what;
    }
  }
};

TEST_F(ViewLabels, NeverOverlap) {
  for (const std::string& id : io::built_in_scenes()) {
    open(id);
    for (const ImVec2 size :
         {ImVec2{900.0F, 600.0F}, {560.0F, 440.0F}, {340.0F, 400.0F}, {180.0F, 130.0F}}) {
      picture_area.size = size;
      for (int i = 0; i < 25; ++i) {
        session.advance(0.04);
        frame();
        expect_clear(id);
      }
      if (size.x > 500.0F) {
        EXPECT_EQ(count_of(ui::LabelKind::kLane, view.labels()), 3U) << id;
      }
      if (size.x > 300.0F) {
        EXPECT_FALSE(view.labels().empty()) << id;
      }
    }
  }
}

TEST_F(ViewLabels, StayOnTheirSideWhileTheBodyMoves) {
  open("y");
  // a label's way in a frame: it moves with its body, and seldom to another place
  int jumps = 0, seen = 0;
  std::vector<ui::PlacedLabel> before;
  for (int i = 0; i < 120; ++i) {
    session.advance(1.0 / 60.0);
    frame();
    for (const ui::PlacedLabel& label : view.labels()) {
      const auto same = std::ranges::find_if(before, [&](const ui::PlacedLabel& other) {
        return other.kind == label.kind && other.index == label.index;
      });
      if (same == before.end()) continue;
      ++seen;
      const ImVec2 a = label.rect.middle(), b = same->rect.middle();
      if (std::hypot(a.x - b.x, a.y - b.y) > 40.0F) ++jumps;
    }
    before.assign(view.labels().begin(), view.labels().end());
  }
  EXPECT_GT(seen, 500);
  EXPECT_LT(jumps, seen / 15) << "some lanes shake";
}

TEST_F(ViewLabels, LeaveOutTheNamesButNotTheLettersOfHandlesWhereNamesAreOff) {
  open("y");
  panels.targets.names = false;
  frame();
  EXPECT_EQ(count_of(ui::LabelKind::kLetter, view.labels()), view.labels().size());
  EXPECT_GE(view.labels().size(), 2U) << "of the axes that do not point at the camera";
}

}  // namespace
