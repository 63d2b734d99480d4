// How the camera of a view frames a crowd.
#include <gtest/gtest.h>

#include <numeric>

#include "app/crowd_run.h"
#include "app/edits.h"
#include "app/window/pointed_view.h"

namespace {

class ViewCrowd : public PointedView {
 protected:
  ViewCrowd() {
    run.setup = session.setup();
    for (int i = 0; i < 3; ++i) frame();
  }

  void show(int count) {
    run.wish->count = count;
    crowd = &run.begin();
    frame();
  }
  void drop() {
    crowd = nullptr;
    frame();
  }
  /// Number of the crowd's bodies in the picture.
  std::size_t visible() {
    picture();
    ui::CrowdShown told;
    view.tell(told);
    return std::accumulate(told.drawn.begin(), told.drawn.end(), std::size_t{0});
  }
  void turn() {
    press({100.0, 100.0});
    point_at({160.0, 100.0});
    release();
  }

  crowd_run::Runner run;
};

TEST_F(ViewCrowd, IsFramedAsAWholeAsItComesAndChanges) {
  for (const int count : {20, 500, 90}) {
    show(count);
    EXPECT_EQ(visible(), static_cast<std::size_t>(count));
  }
}

TEST_F(ViewCrowd, LeavesThePictureAsItWas) {
  const gfx::Image before = picture();
  show(20);
  EXPECT_NE(picture().rgba, before.rgba);
  drop();
  EXPECT_EQ(picture().rgba, before.rgba);
}

TEST_F(ViewCrowd, LeavesTheCameraOfAGridAloneUntilTheUserFramesIt) {
  panels.lanes.apart = true;
  edits::edit(session, [](ui::Edit& edit) { ui::add_lane(*ik::find_method("sdls"), edit); });
  for (int i = 0; i < 3; ++i) frame();
  run.setup = session.setup();
  show(500);
  EXPECT_LT(visible(), 500U) << "the other lanes' bodies stay large";
  view.frame_crowd(*crowd, kArea);
  EXPECT_EQ(visible(), 500U);
  show(700);
  EXPECT_EQ(visible(), 700U);
}

TEST_F(ViewCrowd, StaysAsTheUserHasTurnedIt) {
  show(20);
  turn();
  const float turned = view.axes()[0].x;
  show(500);
  EXPECT_LT(visible(), 500U) << "the camera is still near the twenty";
  drop();
  EXPECT_EQ(view.axes()[0].x, turned);
}

}  // namespace
