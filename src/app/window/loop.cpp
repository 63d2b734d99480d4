#include "app/window/loop.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "io/body/body_file.h"
#include "io/figure/image_file.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/scene/scene_file.h"

namespace app {
namespace {

/// Samples per pixel. A software renderer takes 26 ms a frame for four, 13 ms for one.
int samples_for(const gfx::ContextInfo& context) { return context.software ? 1 : 4; }

/// Whether the processor draws the window. A page has the canvas itself as its screen, which does
/// not keep what the last frame drew.
bool draws_light(const gfx::ContextInfo& context) { return context.software && !context.web; }

/// A shorter frame means that the driver does not wait for the display; the loop then waits itself.
constexpr double kShortestFrame = 4e6;  // ns

/// Time of drawing after the last event: until hints and messages are gone.
constexpr double kAwake = 12e9;  // ns

constexpr double kFull = 1.0 / 60.0, kHalf = 1.0 / 30.0, kStill = 1.0 / 10.0;  // s

/// Time after a change in which Dear ImGui may need further frames, s.
constexpr double kSettling = 0.25;

/// The pixels of a picture in the window. One more at each side, because the parts of a grid are
/// rounded one by one.
ui::PixelRect pixels_of(const ui::Area& area, float density) {
  const auto pixels = [density](float length) {
    return static_cast<int>(std::lround(length * density));
  };
  const int left = pixels(area.corner.x), top = pixels(area.corner.y);
  return {left - 1, top - 1, left + pixels(area.size.x) + 1, top + pixels(area.size.y) + 1};
}

std::string png_of(const gfx::Image& image) {
  return io::png_bytes(image.width, image.height, image.rgba);
}

std::string title(const Session& session) {
  const lab::Scene& scene = session.tracker().scene();
  return "iklab — " + (scene.name.empty() ? scene.id : scene.name) + " — " +
         session.tracker().method_info().label;
}

}  // namespace

FrameTime frame_time(const FrameDemand& state) {
  if (!state.software && !state.calm) return {};
  const double least = state.calm ? kHalf : kFull;
  if (!state.moving && state.still_for > kSettling) return {least, kStill};
  return {least, state.moving ? kHalf : least};
}

int parts_of(const FrameTime& planned, double seconds) {
  return planned.most > 0.0 && seconds > 0.5 * (kFull + kHalf) ? 2 : 1;
}

Loop::Loop(GlfwWindow& window, Session& session, ui::Panels& panels, double content_scale)
    : window_(window),
      session_(session),
      panels_(panels),
      content_scale_(content_scale),
      context_(gfx::load_functions(GlfwWindow::loader())),
      imgui_(window),
      view_(draws_light(context_) ? gfx::kLightQuality : gfx::Quality()),
      crowd_([](const std::string& id) { return io::open_scene(id); }, session_.pool()),
      screen_(window.pixels().width, window.pixels().height, samples_for(context_)) {
  if (draws_light(context_)) light_.emplace(Light{{screen_.width(), screen_.height(), 1}, {}});
  session_.set_window(actions());
}

Loop::~Loop() {
  session_.set_window({});
  if (!answer_.empty()) answer_message(answer_);
  try {
    if (video_) start_or_stop_film();
  } catch (const std::exception&) {
    // the window is closed: no place for a message
  }
}

float Loop::pixels_per_point() const {
  const float scale =
      content_scale_ > 0.0 ? static_cast<float>(content_scale_) : window_.content_scale();
  return std::clamp(scale * static_cast<float>(panels_.text_size), ui::kMinScale, ui::kMaxScale);
}

float Loop::pixels_per_coordinate() const {
  return static_cast<float>(window_.pixels().width) / static_cast<float>(window_.size().width);
}

void Loop::pass_time() {
  const double seconds = 1e-9 * (work::nanoseconds() - last_frame_);
  last_frame_ = work::nanoseconds();
  // a frame that waits for a change says nothing about the computer
  if (moving_ || session_.busy()) session_.timing().frame_s.add(seconds);
  const int parts = parts_of(planned_, seconds);
  for (int i = 0; i < parts; ++i) session_.advance(seconds / parts);
}

bool Loop::may_rest() {
  const bool busy = session_.busy() || video_ || panels_.crowd.on || panels_.demonstration.open;
  if (window_.take_event_flag() || busy || !rests_) awake_until_ = work::nanoseconds() + kAwake;
  return work::nanoseconds() > awake_until_;
}

/// A map of the page "Reach" on the graphics card.
ImTextureID Loop::basin_picture(const Raster& raster, BasinPicture& picture) {
  if (raster.revision != picture.revision) {
    picture.revision = raster.revision;
    picture.texture.set(raster.width, raster.height, raster.rgba);
    if (light_) light_->damage.forget();
  }
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(picture.texture.id()));
}

/// Draws the next picture of the open gallery.
void Loop::draw_gallery() {
  const lab::Scene& present = session_.tracker().scene();
  const Gallery::Look look{panels_.dark.on(), pixels_per_point()};
  const auto draw = [&](const ui::SceneItem& item) -> gfx::Image {
    if (item.id == present.id) return view_.scene_picture(present, look);
    return item.is_file || !io::is_built_in(item.id)
               ? gfx::Image()
               : view_.scene_picture(io::find_scene(item.id), look);
  };
  if (gallery_.draw_next(session_.shown().scenes.items, look, draw) && light_) {
    light_->damage.forget();
  }
}

bool Loop::frame() {
  window_.take_events(resting_);
  open_given();
  resting_ = may_rest();
  const GlfwWindow::Size pixels = window_.pixels();
  const GlfwWindow::Size size = window_.size();
  const bool minimised = pixels.empty() || size.empty();
  if (resting_ || minimised) {
    if (!resting_) glfwWaitEventsTimeout(0.1);
    last_frame_ = work::nanoseconds();  // the run pauses
    return !window_.closing();
  }
  const double start = work::nanoseconds();
  pass_time();
  resize(pixels);

  ask_system(panels_);
  const bool new_fonts =
      imgui_.look().set({panels_.dark.on(), panels_.contrast.on(), panels_.touch},
                        pixels_per_point(), pixels_per_coordinate());
  if (new_fonts && light_) light_->damage.forget();
  ImGui::GetIO().ConfigInputTextCursorBlink = !panels_.still;
  imgui_.begin_frame(panels_.palette.open);
  const ui::Theme& theme = imgui_.look().theme();
  const ui::Layout layout =
      ui::arrange(theme, ImGui::GetIO().DisplaySize, panels_.hidden, panels_.arrangement);
  // the body stays in the part of the picture that no panel covers
  const ui::Area clear = layout.clear();
  view_.set_area(clear.size.x > 0.0F ? clear : layout.view);
  ui::LabView shown = session_.shown();
  shown.crowd = crowd_.shown();
  shown.reach.picture = basin_picture(session_.reach().raster(), basins_);
  if (const Raster* kept = session_.reach().kept_raster(); shown.reach.kept && kept != nullptr) {
    shown.reach.kept->picture = basin_picture(*kept, kept_basins_);
  }
  view_.tell(shown.crowd);
  shown.axes = view_.axes();
  shown.platform = platform();
  shown.saving.no_folder = no_folder();
  shown.saving.shows_folder = !shown.platform.browser;
  if (panels_.palette.open && panels_.palette.path) {
    shown.paths = completions_.of(panels_.palette.text);
  }
  shown.message.text = with_known_paths(std::move(shown.message.text));
  view_.caption(theme, shown, panels_);
  shown.cells = view_.cells();
  shown.scenes.pictures = gallery_.shown(shown.scenes.items);
  ui::Edit edit = ui::draw(theme, layout, shown, panels_);
  signs_.look(shown, panels_);
  imgui_.look().set_signs(signs_.signs());
  reader_.exchange({shown, panels_, edit}, 1e-9 * start);
  view_.take_hold(session_, panels_, edit);
  const bool gallery = edit.gallery;
  tell_change({});
  const std::string what = edit.what.empty() ? "another run" : edit.what;
  session_.apply(std::move(edit));
  tell_change(what);
  crowd_.follow(
      panels_.crowd.wanted(), session_.setup(),
      {session_.timeline().now(), session_.tracker().target_time(), session_.setup().frozen});
  crowd_frame_ = crowd_.frame();
  view_.update(session_, panels_, crowd_frame_);
  if (const ui::Message note = view_.take_note(); !note.text.empty()) {
    note.trouble ? session_.warn(note.text) : session_.say(note.text);
  }
  place_linked_camera();
  for (const auto& move : std::exchange(camera_moves_, {})) move();

  view_.draw_handles(theme, session_, panels_);
  view_.draw_names(theme, session_, panels_);
  draw();
  session_.attempt([this, gallery] {
    for (const auto& take : std::exchange(pictures_, {})) take();
    if (gallery) draw_gallery();
  });
  share();
  note_pointer(view_.graspable());
  tell_state();
  window_.set_title(title(session_));
  await_next_frame(start);
  return !window_.closing();
}

void Loop::await_next_frame(double start) {
  const double now = work::nanoseconds();
  planned_ = frame_time({.software = light_.has_value(),
                         .calm = panels_.calm.on(),
                         .moving = moving_,
                         .still_for = 1e-9 * (now - changed_at_)});
  if (planned_.most > 0.0) {
    window_.wait_for_event(start + 1e9 * planned_.most);
    work::sleep_until(start + 1e9 * planned_.least);
  } else if (now - start < kShortestFrame) {
    work::sleep_until(start + 2.0 * kShortestFrame);
  }
}

void Loop::resize(const GlfwWindow::Size& pixels) {
  if (pixels.width == screen_.width() && pixels.height == screen_.height()) return;
  screen_.resize(pixels.width, pixels.height);
  if (!light_) return;
  light_->picture.resize(pixels.width, pixels.height);
  light_->damage.forget();
  view_.forget_drawn();
}

WindowActions Loop::actions() {
  return {.take_back = [this](ui::Edit& edit) { view_.take_back(edit); },
          .obey = [this](ui::Command command) { obey(command); },
          .open_folder = open_folder,
          .copy =
              [this](const std::string& text, const char* message) {
                ImGui::SetClipboardText(text.c_str());
                session_.say(message);
              },
          .open_link = [this](const std::string& link) { open_link(link); },
          .choose_file = [this](std::vector<std::string> paths) { choose_path(std::move(paths)); },
          .take_picture =
              [this](const ui::TakePicture& wish) {
                pictures_.emplace_back([this, wish] { take_picture(wish); });
              },
          .copy_picture = [this](const std::string& png) { copy_picture(png); },
          .look_from =
              [this](ui::LookFrom::Side side) {
                camera_moves_.emplace_back([this, side] { view_.look_from(side); });
              }};
}

/// Does a command that Session leaves to the window.
void Loop::obey(ui::Command command) {
  switch (command) {
    case ui::Command::kOpenFile:
      if (!dialog_.open()) choose_path({});
      return;
    case ui::Command::kCopyLink:
    case ui::Command::kCopyView:
    case ui::Command::kCopyFrame:
      return copy_link(command);
    case ui::Command::kPasteSetup:
      return ask_clipboard();
    case ui::Command::kScreenshot:
      // one frame later, when the pressed menu has closed
      at_end_.emplace_back(
          [this] { at_end_.emplace_back([this] { save_picture(png_of(screenshot())); }); });
      return;
    case ui::Command::kFilmOrStop:
      at_end_.emplace_back([this] { start_or_stop_film(); });
      return;
    case ui::Command::kFrameCamera:
      camera_moves_.emplace_back([this] { view_.frame(session_); });
      return;
    case ui::Command::kFrameCrowd:
      camera_moves_.emplace_back([this] {
        if (crowd_frame_ != nullptr) view_.frame_crowd(*crowd_frame_);
      });
      return;
    case ui::Command::kQuit:
      return window_.close();
    default:
      return;
  }
}

/// Lets the user choose one of these files, or type the path of any.
void Loop::choose_path(std::vector<std::string> offered) {
  panels_.palette = {.open = true, .path = true, .text = "", .offered = std::move(offered)};
}

void Loop::open_given() {
  std::vector<std::string> paths = window_.take_dropped();
  if (auto answer = dialog_.take()) {
    awake_until_ = work::nanoseconds() + kAwake;
    if (answer->failed) choose_path({});
    paths.insert(paths.end(), answer->paths.begin(), answer->paths.end());
  }
  const bool waypoints = paths.size() == 1 && io::extension_of(paths.front()) == ".csv";
  if (waypoints) ui::open_page(panels_, ui::page_named("Path"));
  if (!paths.empty()) session_.open_files(paths);
}

void Loop::share() {
  session_.attempt([this] {
    if (const auto text = take_clipboard()) {
      is_link(*text) ? open_link(*text) : session_.paste_setup(*text);
    }
    obey_messages();
    if (const std::string refusal = take_refusal(); !refusal.empty()) session_.warn(refusal);
    for (const auto& task : std::exchange(at_end_, {})) task();
  });
}

void Loop::save_picture(const std::string& png) {
  const auto path = io::write_numbered(session_.folder(), "picture", ".png", png);
  session_.say_saved("Saved " + absolute(path.string()));
}

void Loop::copy_picture(const std::string& png) {
  if (app::copy_picture(png)) return session_.say("The picture is on the clipboard");
  const auto path = io::write_numbered(session_.folder(), "picture", ".png", png);
  const std::string whole = absolute(path.string());
  ImGui::SetClipboardText(whole.c_str());
  session_.say_saved("Saved " + whole +
                     ". Its path is on the clipboard; the picture itself needs xclip " +
                     "(X11) or wl-clipboard (Wayland)");
}

void Loop::take_picture(const ui::TakePicture& wish) {
  const auto larger = static_cast<float>(wish.scale);
  const Canvas canvas{.framebuffer = 0,
                      .scale = pixels_per_coordinate() * larger,
                      .height = 0,
                      .pixel_scale = pixels_per_point() * larger};
  const std::string png = png_of(view_.image(crowd_frame_, canvas, wish.transparent));
  wish.copies ? copy_picture(png) : save_picture(png);
}

void Loop::start_or_stop_film() {
  if (video_) {
    const bool made = video_->finish();
    const std::filesystem::path path = video_->path();
    video_.reset();
    session_.set_filmed(std::nullopt);
    if (made) {
      const auto named = io::give_number(path, "video", path.extension().string());
      session_.say_saved("Saved " + absolute(named.string()));
    } else {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
      session_.warn("ffmpeg could not make the video");
    }
  } else {
    last_film_ = work::nanoseconds();
    io::expect_writable(session_.folder());
    io::make_folder(session_.folder());
    // under a temporary name until it is complete
    video_.emplace(io::unused_name(session_.folder(), ".mp4").string(), screen_.width(),
                   screen_.height());
  }
  filmed_s_ = 0.0;
  session_.set_filmed(video_ ? std::optional(filmed_s_) : std::nullopt);
}

void Loop::film() {
  if (!video_) return;
  const double seconds = 1e-9 * (work::nanoseconds() - last_film_);
  last_film_ = work::nanoseconds();
  if (!video_->add(screen_, seconds)) return start_or_stop_film();
  filmed_s_ += seconds;
  session_.set_filmed(filmed_s_);
}

void Loop::draw() {
  view_.make_pictures(session_, panels_);
  bool changed = true;
  if (light_) {
    changed = draw_changes();
  } else {
    view_.draw(crowd_frame_,
               {screen_.id(), pixels_per_coordinate(), screen_.height(), pixels_per_point()});
    imgui_.render();
    imgui_.draw();
  }
  if (changed || session_.busy()) changed_at_ = work::nanoseconds();
  const bool exposed = window_.take_exposure();
  if (changed || exposed || video_) present();
}

bool Loop::draw_changes() {
  auto& [canvas, damage] = *light_;
  moving_ = view_.draw_changed(
      crowd_frame_, {canvas.id(), pixels_per_coordinate(), canvas.height(), pixels_per_point()});
  const ui::PixelRect place = pixels_of(view_.area(), pixels_per_coordinate());
  ImDrawData& panels = imgui_.render();
  if (video_) damage.forget();  // the film's overlay is drawn over whole frames
  const std::span<const ui::PixelRect> changed =
      damage.take(panels, {&place, moving_ ? std::size_t{1} : std::size_t{0}});
  if (changed.empty()) return false;
  std::vector<gfx::PixelArea> below;
  for (const ui::PixelRect& rect : changed) {
    const ui::PixelRect part = ui::common_part(rect, place);
    if (part.empty()) continue;
    below.push_back(
        {part.left, canvas.height() - part.bottom, part.right - part.left, part.bottom - part.top});
  }
  canvas.copy_parts_to(screen_.id(), below);
  ui::keep_only(panels, changed);
  imgui_.draw();
  return true;
}

/// Shows the frame in the window, and adds it to the video.
void Loop::present() {
  screen_.show();
  film();
  imgui_.draw_film_overlay();  // on the screen only, not in the video
  glfwSwapBuffers(window_.handle());
}

}  // namespace app
