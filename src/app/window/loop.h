#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/crowd/runner.h"
#include "app/session/session.h"
#include "app/window/address.h"
#include "app/window/gallery.h"
#include "app/window/glfw_window.h"
#include "app/window/imgui_layer.h"
#include "app/window/platform.h"
#include "app/window/video.h"
#include "app/window/view.h"
#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"
#include "ui/kit/damage.h"
#include "ui/shell/laboratory.h"
#include "work/platform.h"

namespace app {

/// What the time of a frame depends on.
struct FrameDemand {
  bool software = false;   ///< the processor computes every pixel
  bool calm = false;       ///< the user or the battery asks for fewer frames
  bool moving = false;     ///< the picture has changed in this frame
  double still_for = 0.0;  ///< s, since something has changed, or was computed
};

/// Time from the start of a frame to the start of the next, s.
struct FrameTime {
  double least = 0.0;
  double most = 0.0;  ///< an event of the user ends the wait before it, but not before `least`

  bool operator==(const FrameTime&) const = default;
};

/// A software renderer draws 60 frames a second, 30 while the picture moves by itself, and 10 once
/// nothing has changed for a quarter of a second; a calm window 30 and 10. All others keep the
/// display's time: 0.
FrameTime frame_time(const FrameDemand& state);

/// In how many equal parts the run takes the time of a frame, so that it makes as many steps in a
/// frame of a thirtieth of a second as in two of a sixtieth.
/// \param planned see frame_time()
/// \param seconds that have passed
int parts_of(const FrameTime& planned, double seconds);

/// The contents of the window, frame by frame.
class Loop {
 public:
  /// \param content_scale pixels per design point; 0 asks the display
  Loop(GlfwWindow& window, Session& session, ui::Panels& panels, double content_scale);
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();  ///< finishes a running video and names its file

  /// One frame: events, time, panels, picture. A browser calls this from its own loop. If nothing
  /// has moved for a while, and nothing is computed, it only waits for an event. \returns false
  /// once the user has closed the window
  bool frame();

  gfx::Image screenshot() const { return screen_.image(); }
  /// Shows the camera of a link, once everything that it frames is there.
  void set_camera(const CameraView& view) { linked_camera_ = view; }
  CameraView camera() const { return view_.camera_view(); }
  /// Draws every frame, even if nothing moves.
  void never_rest() { rests_ = false; }

 private:
  float pixels_per_point() const;
  float pixels_per_coordinate() const;
  /// A map in a texture.
  struct BasinPicture {
    gfx::Texture texture;
    long revision = 0;  // the raster that the texture holds
  };
  ImTextureID basin_picture(const Raster& raster, BasinPicture& picture);
  void draw_gallery();
  bool may_rest();
  void pass_time();
  /// The window's part in the user's actions, for the session.
  WindowActions actions();
  void obey(ui::Command command);
  void choose_path(std::vector<std::string> offered);
  /// Opens dropped files, and those that the user has chosen in the dialog.
  void open_given();
  /// Takes the clipboard's text, and does what waits for the end of the frame.
  void share();
  void place_linked_camera();
  LinkedView linked_view() const;
  void copy_link(ui::Command command);
  void copy_view(const std::string& address, bool as_frame);
  void open_link(const std::string& link);
  void obey_messages();
  /// Tells the page around a changed set-up. \param what the reader's change; empty: another's
  void tell_change(const std::string& what);
  void tell_state() const;
  void save_picture(const std::string& png);
  void copy_picture(const std::string& png);
  void take_picture(const ui::TakePicture& wish);
  void start_or_stop_film();
  void film();
  /// Draws the frame, and adds it to the video.
  void draw();
  /// Draws what has changed since the last frame. \returns whether anything has
  bool draw_changes();
  void present();
  void resize(const GlfwWindow::Size& pixels);
  void await_next_frame(double start);

  GlfwWindow& window_;
  Session& session_;
  ui::Panels& panels_;
  double content_scale_;

  gfx::ContextInfo context_;
  ImGuiLayer imgui_;
  View view_;
  Reader reader_;
  ui::ShownSigns signs_;
  CrowdRunner crowd_;
  const CrowdFrame* crowd_frame_ = nullptr;  // in this frame; null: none
  gfx::Screen screen_;
  // on a software renderer, which draws only what has changed
  struct Light {
    gfx::Framebuffer picture;  // the picture without panels
    ui::Damage damage;
  };
  std::optional<Light> light_;
  bool moving_ = true;       // the picture has changed in this frame
  double changed_at_ = 0.0;  // when anything on the screen changed last, ns
  FrameTime planned_;        // when the last frame began
  BasinPicture basins_, kept_basins_;
  Gallery gallery_;
  Completions completions_;
  FileDialog dialog_;
  std::optional<CameraView> linked_camera_;
  std::string answer_;  // to the last message, once its steps are made
  // number and revision of the run whose set-up was told to the page around
  std::pair<int, long> told_run_ = {-1, -1};
  std::optional<Video> video_;
  double filmed_s_ = 0.0;
  // what the user asked for in this frame: moves of the camera, to be made after View::update,
  // pictures of what is drawn, and what waits for the end of the frame
  std::vector<std::function<void()>> camera_moves_, pictures_, at_end_;
  double last_frame_ = work::nanoseconds(), last_film_ = last_frame_;
  bool rests_ = true, resting_ = false;
  double awake_until_ = 0.0;
};

}  // namespace app
