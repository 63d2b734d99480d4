#include "app/picture/snapshot.h"

#include "app/picture/marks.h"
#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"
#include "gfx/render/renderer.h"
#include "lab/scene/colors.h"

namespace app {

gfx::Image snapshot(const lab::Tracker& tracker, const Trails* trails,
                    const SnapshotOptions& options) {
  gfx::Offscreen context;
  gfx::Framebuffer framebuffer(options.width, options.height, options.samples);
  gfx::Renderer renderer;

  PictureStyle style = options.style;
  const lab::Color color = lab::method_color(tracker.method_info());
  style.method_color = {color.r, color.g, color.b, 1.0f};

  gfx::Picture picture;
  const Stage stage = measure(tracker.scene());
  make_picture(tracker.multibody(), tracker.pose(), tracker.targets(), trails, stage, style,
               picture);
  add_obstacles(tracker.scene().obstacles, style, picture);
  add_aims(tracker.multibody(), tracker.pose(), tracker.targets(), tracker.aims(), stage, style,
           picture);
  const float aspect =
      static_cast<float>(framebuffer.width()) / static_cast<float>(framebuffer.height());
  // lines keep their share of the picture: a point is a pixel in a picture 720 pixels high
  const float pixel_scale = static_cast<float>(framebuffer.height()) / 720.0f;
  renderer.draw(picture, camera_for(tracker.scene(), aspect),
                {framebuffer.id(), 0, 0, framebuffer.width(), framebuffer.height(), pixel_scale});
  return framebuffer.read_pixels();
}

}  // namespace app
