#pragma once

#include "app/crowd/view.h"
#include "app/picture/grasp.h"
#include "app/picture/picture.h"
#include "app/session/session.h"
#include "app/window/gallery.h"
#include "app/window/window.h"
#include "gfx/draw/camera.h"
#include "gfx/render/renderer.h"
#include "ui/overlay/labels.h"
#include "ui/panels/cells.h"

namespace app {

/// Moves a camera with the pointer: a left drag orbits; a right, middle or shift drag pans; the
/// wheel dollies towards the pointer. Call between ImGui::NewFrame and Render. Ignores the pointer
/// while a panel uses it. \returns true if the camera changed
bool move_camera(gfx::Camera& camera, const ui::Area& view);

/// Target of the pictures.
struct Canvas {
  unsigned framebuffer;
  float scale;        ///< pixels per window coordinate
  int height;         ///< the window's height, pixels
  float pixel_scale;  ///< pixels per design point
};

/// The picture of the session's body, and its camera. Shows the front lane with the others
/// overlaid, or each lane in a cell of a grid, all with one camera.
class View {
 public:
  /// \param quality of the window's pictures; image() has the best one
  explicit View(const gfx::Quality& quality = {}) : renderer_(quality) {}

  /// Sets the part of the window with the picture. Call it first in a frame.
  void set_area(const ui::Area& area) { area_ = area; }
  const ui::Area& area() const { return area_; }
  /// Lays out the cells of a frame. If the lanes are side by side, writes names and numbers over
  /// them. Call it before the panels, which may write over it, and a change of the lanes shows
  /// in the next frame.
  void caption(const ui::Theme& theme, const ui::LabView& shown, ui::Panels& panels);
  /// The cells of this frame; empty without a grid.
  std::span<const ui::Cell> cells() const { return cells_; }
  /// Frames the scene with the camera.
  void frame(const Session& session);

  /// Lets the pointer grasp a handle, a target or a link, in any cell. A press on a target or on a
  /// label selects the target. While the page "Body" is open, a press on a link chooses its joint.
  /// A click on a cell, but not on a target or a handle, brings its lane to the front. Call before
  /// update(), which moves the camera only if nothing is held.
  void take_hold(const Session& session, ui::Panels& panels, ui::Edit& edit);

  /// Ends a drag and restores what was dragged, in the frame's edit. Call after take_hold().
  void take_back(ui::Edit& edit);

  /// Frames the picture's contents if needed, then moves the camera with the pointer.
  ///
  /// The scene is framed again if it has changed, or if the shape of a picture has changed and the
  /// user has not moved the camera. If the number of cells has changed, the user's direction of the
  /// camera is kept. A new scene has no selected target. A body edited by hand is framed again only
  /// if it has outgrown the picture, the user has not moved the camera, and no drag is going on.
  /// From a running body that leaves the picture the camera moves away, until the user moves it. A
  /// new crowd is framed as a whole, except in a grid; it is framed again at each change until the
  /// user moves the camera. When the crowd is gone, the scene is framed.
  /// \param crowd null: none
  void update(const Session& session, ui::Panels& panels, const CrowdFrame* crowd = nullptr);

  /// Whether the pointer is over something in the picture that can be dragged, or drags it.
  bool graspable() const;

  /// Message about parts of a new scene's file that are not shown, once; empty if all are shown.
  /// Trouble: a broken mesh.
  ui::Message take_note();

  /// Makes the pictures that draw() draws: lists of solids and lines.
  void make_pictures(const Session& session, const ui::Panels& panels);
  /// Draws these pictures with one call of the renderer. \param crowd  null: none
  void draw(const CrowdFrame* crowd, const Canvas& canvas);
  /// The same, unless they look as at the last call; a crowd always looks different.
  /// \returns whether it has drawn
  bool draw_changed(const CrowdFrame* crowd, const Canvas& canvas);
  /// Makes the next draw_changed() draw: its framebuffer has lost the pictures.
  void forget_drawn() { shown_.clear(); }

  /// The picture of the last frame in another size, without the panels; in a grid the front lane's.
  /// \param canvas pixels per window coordinate and per design point; the framebuffer does not
  /// matter
  gfx::Image image(const CrowdFrame* crowd, const Canvas& canvas, bool transparent);

  /// A small picture of a scene for the gallery, through the scene's own camera.
  gfx::Image scene_picture(const lab::Scene& scene, const Gallery::Look& look);

  /// The camera, for a link.
  CameraView camera_view() const;
  /// Sets the camera. It keeps its zoom when the shape of the picture changes, until the user moves
  /// it or the scene changes.
  void set_camera(const CameraView& view);
  /// Turns the camera about its focus to a side of the world.
  void look_from(ui::LookFrom::Side side);
  /// The world's axes as the camera sees them.
  std::array<ui::SeenAxis, 3> axes() const;
  /// Draws the handles of the selected target's curve, and of the part chosen on the page "Body",
  /// over the picture or over every cell. Call before draw_names(), which avoids them.
  void draw_handles(const ui::Theme& theme, const Session& session, const ui::Panels& panels);
  /// Writes the scale and the names of overlaid lanes, effectors and targets over the picture, and
  /// the hint of the target under the pointer. Call between ImGui::NewFrame and Render, after the
  /// panels and update().
  void draw_names(const ui::Theme& theme, const Session& session, const ui::Panels& panels);
  /// The labels of the last draw_names().
  std::span<const ui::PlacedLabel> labels() const { return labels_; }

  /// Frames the whole crowd with the camera.
  void frame_crowd(const CrowdFrame& crowd);
  /// Adds the times and counts of drawing the crowd.
  void tell(ui::CrowdShown& shown) const { crowd_.tell(shown); }

 private:
  struct LanePicture {
    std::size_t lane = 0;
    PictureStyle style;
    gfx::Picture picture;
  };
  /// A picture as draw_changed() has drawn it.
  struct ShownPicture {
    gfx::Picture picture;
    gfx::Viewport viewport;
  };

  void lay_out(const CrowdFrame* crowd, const Canvas& canvas);
  bool is_shown() const;
  /// The lane's cell, or the whole area without a grid.
  const ui::Area& picture_of(std::size_t lane) const;
  void fill(const Session& session, const ui::Panels& panels, LanePicture& drawn);
  void add_maths(const Session& session, const ui::MathsPanel& panel, LanePicture& drawn) const;
  void add_lanes(const Session& session, const ui::LanesPanel& panel, LanePicture& drawn) const;
  void add_reach(const Session& session, const ui::ReachPanel& panel, LanePicture& drawn) const;
  std::optional<ik::Pose> played_pose(const Session& session, const ui::PathPanel& panel) const;
  void fill_path(const Session& session, const ui::PathPanel& panel, const ik::Pose& pose,
                 LanePicture& drawn) const;
  bool take_path(const Session& session, ui::PathPanel& panel, ui::Edit& edit);
  bool draw_on_path(const Session& session, const glm::vec2& pixel, bool inside,
                    ui::PathPanel& panel, ui::Edit& edit);
  glm::vec3 path_normal(const Session& session, int effector) const;
  void draw_path_handles(const ui::Theme& theme, const Session& session,
                         const ui::PathPanel& panel);
  void nudge(const Session& session, ui::Edit& edit) const;
  void add_ghosts(const ui::ReachShown& reach, std::optional<std::size_t> lit,
                  const ik::Multibody& multibody, LanePicture& drawn) const;
  void add_attempts(const ui::ReachShown& reach, const ik::Multibody& multibody,
                    LanePicture& drawn) const;
  void take_solution(const Session& session, ui::ReachPanel& panel, ui::Edit& edit) const;
  void add_selected(const lab::Setup& setup, double time, const ui::TargetsPanel& panel,
                    LanePicture& drawn);
  void take_body(const Session& session);
  bool reaches_out_of(const ui::Area& picture, const ik::Pose& pose, float margin) const;
  bool reach_out_of(const ui::Area& picture, std::span<const Eigen::Vector3d> points,
                    float margin) const;
  void hold_cloud(const lab::ReachCloud* cloud, const ui::Area& picture);
  void place_linked();
  void step_back(const Session& session, const ui::Area& picture);
  void add_chosen_part(const lab::Tracker& tracker, const ui::BuildPanel& panel,
                       LanePicture& drawn) const;
  void add_arcs(const PartPlace& at, LanePicture& drawn) const;
  void add_aim_arcs(const lab::Tracker& tracker, const ui::TargetsPanel& panel,
                    LanePicture& drawn) const;
  std::string turn_reading(int axis) const;
  void draw_aim_handles(const ui::Theme& theme, const lab::Tracker& tracker, int i,
                        const ui::Area& picture, bool reads);
  void draw_part_handles(const ui::Theme& theme, const lab::Tracker& tracker,
                         const ui::BuildPanel& panel, const ui::Area& picture, bool reads);
  std::string part_reading(const lab::Scene& scene, const ui::BodyPart& part) const;
  std::vector<ui::HandleMark> handle_marks(const lab::TargetCurve& curve, const ui::Area& picture,
                                           bool reads) const;
  void follow(const Session& session, const ui::Panels& panels);
  void follow_crowd(const Session& session, const CrowdFrame* crowd, bool whole);
  const ui::PlacedLabel* label_under_pointer() const;
  std::optional<ImVec2> name_place(std::span<const std::vector<Eigen::Vector3d>> points,
                                   std::size_t body, std::size_t& point) const;
  void hint_of_target(const ui::Theme& theme, const Session& session) const;
  std::vector<ui::BodyName> lane_names(const ui::Theme& theme, const Session& session,
                                       const ui::Panels& panels);
  std::vector<ui::BodyName> solution_names(const Session& session, const ui::ReachPanel& panel);
  void mark_happenings(const ui::Theme& theme, const Session& session, const ui::ReachPanel& panel,
                       std::vector<ui::ItemRect>& taken) const;

  gfx::Renderer renderer_;
  std::vector<LanePicture> pictures_;  // in the order of cells_; unused ones keep memory
  std::size_t pictures_drawn_ = 0;
  std::size_t front_ = 0;  // index of the front lane's picture
  std::vector<gfx::Cell> drawn_;
  std::vector<ShownPicture> shown_;  // by the last draw_changed()
  gfx::Camera shown_camera_;
  gfx::Camera camera_;
  Stage stage_;
  ui::Message note_;  // until take_note()
  Grasp grasp_;
  /// A handle of the page "Path" under the pointer, or held by it.
  struct PathHold {
    std::size_t handle;
    bool held = false;
    Eigen::Vector3d from = Eigen::Vector3d::Zero();  // its place when it was taken, m
    glm::vec3 met{0.0F};                             // the pointer on the plane of the drag then
  };
  std::optional<PathHold> path_hold_;
  std::vector<Eigen::Vector3d> drawn_path_;       // what the pointer draws, m; empty: nothing
  float scale_ = 1.0F;                            // display coordinates per design point
  std::vector<ui::PlacedLabel> labels_;           // as the last frame placed them
  ui::DrawnHandles handles_;                      // as draw_handles() drew them
  lab::TargetCurve course_of_{lab::WaveCurve{}};  // the curve of course_
  std::optional<double> course_around_;  // the time in the middle of course_; none: all of it
  std::vector<Eigen::Vector3d> course_;
  std::size_t held_in_ = 0;  // lane of the picture with the pointer or the held thing
  CrowdView crowd_;
  const lab::ReachCloud* framed_cloud_ = nullptr;   // that the camera's first view holds
  std::shared_ptr<const CrowdField> framed_field_;  // null: none, or of another scene
  std::optional<CameraView> linked_;                // the view of set_camera(), while it holds
  std::optional<gfx::Camera> crowd_camera_;         // the camera of the last frame_crowd()
  ui::LabelPlaces label_places_;
  std::vector<std::size_t> named_points_;     // by lane, see farthest_apart()
  std::vector<std::size_t> named_solutions_;  // by solution, see farthest_apart()
  std::vector<ui::Cell> cells_;               // this frame's grid; empty without a grid
  std::vector<ui::ItemRect> captions_;        // rectangles of the captions, by lane
  float line_scale_ = 1.0F;                   // factor of the widths of lines
  std::size_t framed_cells_ = 0;              // number of cells when the camera was set
  int scene_changes_ = -1, body_changes_ = -1;
  std::vector<lab::Visual> visuals_;  // what stage_.skin was made of
  bool moved_ = false;                // the user has moved the camera
  long step_ = 0;                     // the run's step in the last frame
  std::optional<ui::Followed> followed_;
  glm::vec3 followed_at_{0.0F};
  float aspect_ = 0.0F;
  ui::Area area_;
};

}  // namespace app
