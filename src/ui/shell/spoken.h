#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/shell/laboratory.h"

namespace ui {

struct SpokenChoice {
  std::string id, name;

  bool operator==(const SpokenChoice&) const = default;
};

/// A setting of the front lane, or the place of a target, as a text field.
struct SpokenSetting {
  std::string name;   ///< as in fulfil()
  std::string label;  ///< with its unit: "Damping λ, m/rad", "Target of hand: x, y, z, m"
  std::string value;  ///< "0.4", "off"
  std::string help;   ///< what it does, or why it has no effect at present
  bool used = true;   ///< it has an effect at present

  bool operator==(const SpokenSetting&) const = default;
};

/// Something that can be done on a page, as a button.
struct SpokenAction {
  std::string label;
  std::function<void(const Context&)> act;
};

/// The open page of the right column: what it says in sentences, and what can be done on it.
struct SpokenPage {
  std::string name;  ///< empty: none is open
  std::string help;  ///< what the page shows
  std::vector<std::string> lines;
  std::vector<SpokenAction> actions;
};

SpokenPage spoken_page(const LabView& shown, const Panels& panels);

/// The window's controls in words, for readers who do not see it.
struct Spoken {
  std::string title;                    ///< "Y, Damped least squares"
  std::vector<SpokenChoice> scenes;     ///< in the order of the menu
  std::string scene;                    ///< id of the shown one
  std::vector<SpokenChoice> methods;    ///< in the order of the menu
  std::string method;                   ///< id of the front lane's
  std::vector<std::string> lanes;       ///< labels, in their order
  std::size_t lane = 0;                 ///< the front one
  std::vector<SpokenSetting> settings;  ///< λ and D_max, then the targets
  bool playing = false;
  std::vector<std::string> pages;  ///< in the order of the rail
  /// See SpokenPage.
  std::string page, page_help;
  std::vector<std::string> page_lines, page_actions;

  bool operator==(const Spoken&) const = default;
};

Spoken spoken(const LabView& shown, const Panels& panels);

/// Does what a reader asks by a control of Spoken: "scene", "method" and "add-lane" with an id,
/// "page" with a name or nothing, "lane" with the number of the lane that comes to the front from 0
/// on, "do" with the label of the page's action, the name of a setting with a value, or "play",
/// "step", "restart" and "remove-lane". A value that the setting does not accept changes nothing
/// and is answered by a message; an unknown name or id changes nothing.
void fulfil(std::string_view name, std::string_view value, const Context& context);

struct Report {
  std::string outcome;  ///< how the last update ended; empty: there is none
  std::string shaking;  ///< "shaking now: too little damping", or "calm"; empty: not known
  double error = 0.0;   ///< mean tracking error, m
  double least = 0.0;   ///< smaller errors are not told apart, m
  std::string message;  ///< the window's message; empty: none
  std::string verdict;  ///< on goals at rest that no pose reaches; empty: not known, or reached

  bool operator==(const Report&) const = default;
};

Report report(const LabView& shown);

/// Chooses what a screen reader says of the run, so that it does not speak all the time.
class Narrator {
 public:
  /// \param seconds on a clock that does not go back
  /// \returns a sentence at most once a second, and only if a word of the report has changed, or
  /// the error by a factor of 1.5 or more, since the last sentence; otherwise an empty text
  std::string say(const Report& now, double seconds);

 private:
  std::optional<Report> said_;
  double said_at_ = 0.0;  // s
};

}  // namespace ui
