#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/shell/laboratory.h"

namespace ui {

struct SpokenChoice {
  std::string id, name;

  bool operator==(const SpokenChoice&) const = default;
};

/// A setting of the front lane as a text field.
struct SpokenSetting {
  std::string name;   ///< as in fulfil()
  std::string label;  ///< with its unit: "Damping λ, m/rad"
  std::string value;  ///< "0.4", "off"
  std::string help;   ///< what it does, or why it has no effect at present
  bool used = true;   ///< it has an effect at present

  bool operator==(const SpokenSetting&) const = default;
};

/// The window's controls in words, for readers who do not see it.
struct Spoken {
  std::string title;                    ///< "Y, Damped least squares"
  std::vector<SpokenChoice> scenes;     ///< in the order of the menu
  std::string scene;                    ///< id of the shown one
  std::vector<SpokenChoice> methods;    ///< in the order of the menu
  std::string method;                   ///< id of the front lane's
  std::vector<SpokenSetting> settings;  ///< λ and D_max
  bool playing = false;
  std::string page;       ///< name of the open page; empty: none is open
  std::string page_help;  ///< what the page shows

  bool operator==(const Spoken&) const = default;
};

Spoken spoken(const LabView& shown, const Panels& panels);

/// Does what a reader asks by a control of Spoken: "scene" and "method" with an id, the name of a
/// setting with a value, or "play", "step" and "restart". A value that the setting does not accept
/// changes nothing and is answered by a message; an unknown name or id changes nothing.
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
