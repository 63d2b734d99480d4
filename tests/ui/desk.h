#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support/scenes.h"
#include "ui/kit/items.h"
#include "ui/shell/laboratory.h"
#include "ui/shell/shortcuts.h"

/// The panels on a desk without a window: frames are built, and pointer and keys go in as Dear
/// ImGui's real input. What the panels ask for is done to a tracker.
class Desk {
 public:
  explicit Desk(lab::Scene scene = scenes::circling(bodies::forked_tree()),
                const char* method = "dls", ImVec2 size = {1280.0F, 1400.0F}, float scale = 1.0F);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk();

  /// One frame. Changes of the set-up are made, and what was sent is kept.
  void frame();
  void frames(int count);

  bool has(const std::string& item) const { return items.contains(item); }
  const ui::ItemRect& item(const std::string& name) const;

  void point_at(ImVec2 place);
  void hover(const std::string& name);  ///< and wait for a hint
  void wait_for_hint();                 ///< half a second
  void press(const std::string& name, int button = 0);
  /// Opens the list of methods and presses one.
  void choose_method(const std::string& id);
  void press_at(ImVec2 place, int button = 0);
  /// Presses at a share of an item's width, from the left, and waits until it is no double click.
  void press_part(const std::string& name, float share);
  void drag(const std::string& name, float from, float to);
  /// Ctrl-clicks a slider, or clicks a text field, and types.
  void type(const std::string& name, const std::string& text, bool control = true);
  void enter(const std::string& text);  ///< types into the open text field
  void key(ui::Key key, bool control = false);
  void character(ImWchar sign);

  /// Whether the last frame drew that text anywhere, read back from the letters' triangles. Line
  /// breaks and spaces do not count.
  bool says(std::string text) const;

  /// Of the front lane.
  const lab::Tracker& tracker() const { return timeline.bench().front(); }
  /// What the panels are to show.
  ui::LabView shown() const;
  /// So many steps of the experiment.
  void run(int steps);
  void change(const lab::Setup& setup, long gesture = 0);

  /// The action of that kind that was sent last, or null; whether a command was.
  template <class Kind>
  const Kind* sent() const {
    return ui::sent<Kind>(all_);
  }
  bool sends(ui::Command command) const { return ui::sends(all_, command); }
  /// The crowd that the last frame wanted, or null.
  const ui::CrowdWish* crowd_wish() const { return ui::sent<ui::CrowdWish>(last_); }
  /// Forgets what was sent and changed.
  void forget();

  std::vector<std::string> changes;  ///< of the set-up, by their names
  lab::Timeline timeline;
  lab::Undo undo;
  std::map<int, lab::History> histories;  ///< by the lane's id
  std::vector<const lab::History*> shown_histories;
  std::optional<lab::EffectorStatus> status;  ///< of all effectors; by their places where empty
  std::vector<std::optional<lab::EffectorStatus>> statuses;
  lab::Spectrum spectrum;
  ui::Timing timing;
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
  ui::SweepShown sweep;
  ui::AdviceShown advice;
  std::optional<lab::Diagnosis> diagnosis;
  ui::ExperimentsShown experiments;
  ui::CrowdShown crowd;
  /// Draws over the picture, behind all windows, as the program does; may be empty.
  std::function<void(const ui::Layout&)> over_picture;
  ImVec2 size;

 private:
  void read_text();

  ui::Edit all_{timeline.setup()},
      last_{timeline.setup()};  // what was sent, in all frames and in the last

  ImGuiContext* context_;
  ui::FontFiles font_files_;
  std::map<std::pair<float, float>, ImWchar> letters_;  // by their place in the atlas
  std::string text_;
};
