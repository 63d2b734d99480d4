#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/body/fitted_curve.h"
#include "lab/run/timeline.h"
#include "lab/scene/scene.h"
#include "lab/track/reach.h"
#include "lab/track/tracker.h"
#include "lab/view/spectrum.h"
#include "ui/kit/icons.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

struct SettingsPanel {
  /// By name of a knob: the value to restore when it is switched on again.
  std::map<std::string, double, std::less<>> last_on;
};

/// A knob's label, control and reset button, as wide as the window's line.
/// \param knob of the lane's method, see lab::knobs()
void knob_row(const Theme& theme, const lab::Knob& knob, const lab::Tracker& tracker,
              SettingsPanel& panel, Edit& edit);

void settings_panel(const Theme& theme, const lab::Tracker& tracker, SettingsPanel& panel,
                    Edit& edit);

/// Why the knob has no effect in the present lane; empty if it has one.
std::string why_unused(const lab::Knob& knob, const lab::Tracker& tracker);
void say_if_unused(const lab::Knob& knob, const lab::Tracker& tracker, Edit& edit);

/// Toggles a switch or a choice of two; switches a limit off, or on with its last value.
/// \param name of a knob of the lane
void toggle(const char* name, const lab::Tracker& tracker, SettingsPanel& panel, Edit& edit);

/// Weights of the goals, groups of joints that may move, and weights of the joints.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

struct SceneItem {
  std::string id;
  std::string name;
  std::string description;
  std::string group = {};  ///< heading in the gallery
  bool is_file = false;    ///< the id is a path
};

struct SceneMenu {
  std::span<const SceneItem> items;
  std::size_t chosen = 0;  ///< index; items.size() if the scene is not in the list
  /// Names of the formats of robot and character files, with commas between them.
  std::string_view formats = {};
  /// By item; null: no picture, or not yet. May be empty.
  std::span<const ImTextureID> pictures = {};
};

/// Size of a scene's picture in the gallery, design points.
inline constexpr float kScenePictureWidth = 120.0F, kScenePictureHeight = 76.0F;

/// The gallery of scenes in their groups, a tile for each. \returns the index of one that was
/// pressed
std::optional<std::size_t> scene_gallery(const Theme& theme, const SceneMenu& scenes);

/// The gallery of scenes, a button that opens a file, and the size of the body.
/// \param[in,out] closed_form show both closed-form poses; a switch for two-link arms
void scene_panel(const Theme& theme, const SceneMenu& scenes, const lab::Tracker& tracker,
                 bool& closed_form, Edit& edit);

inline constexpr float kMethodListWidth = 312.0F;  ///< design points: a name, its key and a tick

enum class Choices { kOne, kSeveral };  ///< several have boxes

/// By group. \returns the method that was pressed, or null
const ik::MethodInfo* method_list(const Theme& theme, std::span<const ik::MethodInfo* const> chosen,
                                  float width, Choices choices = Choices::kOne);

/// A lane's label. If the whole one does not fit, the method's short name, such as "SDLS", replaces
/// its long one; if that does not fit either, it is shortened.
std::string fitting_label(const std::string& label, const ik::MethodInfo& method, float width,
                          const ImFont* font);

void method_menu(const Theme& theme, const ik::MethodInfo& chosen, Edit& edit);

/// The method's menu, equation, live numbers, description, progress of its preparation, and its
/// parameters, except parameters that are settings.
void method_panel(const Theme& theme, const lab::Tracker& tracker, const lab::Spectrum& spectrum,
                  SettingsPanel& panel, Edit& edit);

inline constexpr ik::Knob kSpeed{
    .name = "speed",
    .label = "Speed",
    .unit = "×",
    .min = 0.1,
    .max = 10.0,
    .logarithmic = true,
    .least = 0.1,
    .most = 10.0,
    .synonyms = "faster, slower, slow motion, real time, playback speed, playback rate"};

/// A button with a symbol that sends a command, marked as "group/id".
struct CommandButton {
  const char* group;
  const char* id;
  Icon icon;
  Command command;
  std::string help;
  bool enabled = true;
  bool primary = false;
};
void command_button(const Theme& theme, const CommandButton& button, ImVec2 size, Edit& edit);

struct RunPanel {
  std::string folder_text;  ///< contents of the text field
  int asked = 0;            ///< number of the last FolderQuestion that took the focus
};

/// Play and pause, single step, reset, speed, recording and its folder. A new FolderQuestion moves
/// the focus to the folder's field.
/// \param paced updates are made one by one, see Observations::pace: the speed has no effect
void run_panel(const Theme& theme, const Playback& playback, bool paced, const Saving& saving,
               const Message& message, RunPanel& panel, Edit& edit);

/// Name of the window of film_overlay(). The video leaves out windows with names that begin so.
inline constexpr const char* kFilmOverlay = "film";

/// While a video is made: a red frame around the picture, the time filmed, and a button to end it.
void film_overlay(const Theme& theme, const Area& view, const Saving& saving, Edit& edit);

/// While a recording runs and its line in the panels is hidden: the same line and a button to end
/// it, at the lower right.
void recording_overlay(const Theme& theme, const Area& view, const Saving& saving, Edit& edit);

struct TargetsPanel {
  bool snap_back = false;  ///< on release of the button, also release the dragged target or link
  bool names = true;       ///< write the names of effectors and targets over the picture
  bool trails = true;      ///< draw the trails of effectors and targets
  bool whole = false;      ///< draw all of a selected target's curve, not only a stretch
  std::optional<int> selected = {};  ///< its curve is shown with handles
  bool dragged = false;              ///< something in the picture is held by the pointer
};

/// Selects target i, or deselects it if `chosen` is false.
void choose_target(int i, bool chosen, TargetsPanel& panel);

/// Words for lab::CurveFit.
inline constexpr const char* kCurveFitWords[] = {"in reach", "in and out of reach", "at the edge",
                                                 "standing"};
/// Gives target i a curve fitted to its effector's reach.
void fit_curve(int i, lab::CurveFit fit, const lab::Setup& setup, Edit& edit);

void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit);

/// Lists the effectors in the corner of the picture: colour in the plots, name, status, and
/// distances from target and aim. In a small picture, a short line for each effector out of reach.
/// A press on a line selects its target, or deselects a selected one.
/// \param statuses by effector; none if not known yet
void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses,
                     TargetsPanel& panel);

/// The hint of a target in the picture: name, status and errors, and what the status means.
std::string target_help(const lab::Tracker& tracker, int i,
                        const std::optional<lab::EffectorStatus>& status);

}  // namespace ui
