#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/scenes.h"
#include "ui/kit/focus.h"
#include "ui/shell/laboratory.h"
#include "ui/shell/shortcuts.h"

/// The last action of that kind in an edit, or null.
template <class Kind>
const Kind* sent_in(const ui::Edit& edit) {
  for (auto action = edit.actions.rbegin(); action != edit.actions.rend(); ++action) {
    if (const Kind* found = std::get_if<Kind>(&*action)) return found;
  }
  return nullptr;
}

/// The panels without a window. Frames are built, and pointer and keys are Dear ImGui's real input.
/// The panels' actions are applied to a timeline.
class Desk {
 public:
  explicit Desk(lab::Scene scene = scenes::circling(bodies::forked_tree()),
                const char* method = "dls", ImVec2 size = {1280.0F, 1400.0F}, float scale = 1.0F);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk();

  /// Builds one frame, applies the changes of the set-up and keeps the sent actions.
  void frame();
  void frames(int count);

  bool has(const std::string& item) const { return items.contains(item); }
  const ui::ItemRect& item(const std::string& name) const;

  void point_at(ImVec2 place);
  void hover(const std::string& name);  ///< also waits for a hint
  void wait_for_hint();                 ///< half a second
  void press(const std::string& name, int button = 0);
  /// Opens the list of methods and presses one.
  void choose_method(const std::string& id);
  void press_at(ImVec2 place, int button = 0);
  /// Presses at a fraction of an item's width from the left, then waits out a double click.
  void press_part(const std::string& name, float share);
  void drag(const std::string& name, float from, float to);
  /// Ctrl-clicks a slider, or clicks a text field, and types.
  void type(const std::string& name, const std::string& text, bool control = true);
  void enter(const std::string& text);  ///< types into the open text field
  void key(ui::Key key, bool control = false);
  void character(ImWchar sign);

  /// True if the last frame drew that text anywhere, read back from the letters' triangles. Line
  /// breaks and spaces are ignored.
  bool says(std::string text) const;

  /// Tracker of the front lane.
  const lab::Tracker& tracker() const { return timeline.bench().front(); }
  /// The data that the panels show.
  ui::LabView shown() const;
  /// Makes a number of steps of the experiment.
  void run(int steps);
  void change(const lab::Setup& setup, long gesture = 0);

  /// The last sent action of a kind, or null.
  template <class Kind>
  const Kind* sent() const {
    return sent_in<Kind>(all_);
  }
  bool sends(ui::Command command) const {
    return std::ranges::any_of(all_.actions, [command](const ui::Action& action) {
      const auto* found = std::get_if<ui::Command>(&action);
      return found != nullptr && *found == command;
    });
  }
  /// The sweep, the pages "Reach" and "Path", and the crowd that the last frame asked for.
  const std::optional<ui::SweepWish>& sweep_wish() const { return sweep_wish_; }
  const std::optional<ui::ReachWish>& reach_wish() const { return reach_wish_; }
  const std::optional<ui::PathWish>& path_wish() const { return path_wish_; }
  /// Whether the gallery of scenes was open in the last frame.
  bool gallery() const { return gallery_; }
  std::optional<ui::CrowdWish> crowd_wish() const { return panels.crowd.wanted(); }
  /// Clears the sent actions and the changes.
  void forget();

  std::vector<std::string> changes;  ///< names of the set-up's changes
  lab::Timeline timeline;
  lab::Undo undo;
  std::map<int, lab::History> histories;  ///< by the lane's id
  std::vector<const lab::History*> shown_histories;
  std::optional<lab::EffectorStatus> status;  ///< of all effectors; empty: by their positions
  std::vector<std::optional<lab::EffectorStatus>> statuses;
  lab::Spectrum spectrum;
  ui::Timing timing;
  std::optional<double> pace;  ///< updates a second
  std::vector<ui::SceneItem> scenes{
      {"one", "First", "The first."}, {"circling", "Circling", ""}, {"three", "Third", ""}};
  std::array<ui::SeenAxis, 3> axes = {};
  float shape = 1.3F;           ///< width / height of the body with its targets
  std::vector<ui::Cell> cells;  ///< of this frame, if the lanes are side by side
  ui::Panels panels;
  ui::Theme theme;
  ui::ItemRects items;
  ui::Playback playback{.playing = false};
  ui::Saving saving{.folder = "recordings", .path = "/somewhere/recordings", .recorded = {}};
  ui::Message message;
  ui::Platform platform;
  std::vector<std::string> paths;
  std::vector<ImTextureID> pictures;  ///< of the scenes
  ui::SweepShown sweep;
  ui::AdviceShown advice;
  std::optional<lab::Diagnosis> diagnosis;
  ui::ClaimsShown claims;
  ui::CrowdShown crowd;
  ui::ReachShown reach;
  ui::PathShown path;
  /// Draws over the picture and behind all windows, as in the program; may be empty.
  std::function<void(const ui::Layout&)> over_picture;
  ImVec2 size;

 private:
  void read_text();

  ui::Edit all_{timeline.setup()};  // the sent actions of all frames
  std::optional<ui::SweepWish> sweep_wish_;
  std::optional<ui::ReachWish> reach_wish_;
  std::optional<ui::PathWish> path_wish_;
  bool gallery_ = false;

  ImGuiContext* context_;
  ui::FontFiles font_files_;
  std::map<std::pair<float, float>, ImWchar> letters_;  // by position in the atlas
  std::string text_;
};
