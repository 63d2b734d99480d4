#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace ik {

enum class KnobKind {
  kNumber,
  kCount,   ///< a whole number
  kSwitch,  ///< 0 or 1
  kChoice,  ///< index of one of the choices
};

/// A number that a user sets: its names, its control and the values that it accepts. Options,
/// fields of files, sliders, axes of sweeps and words in tables are made from it.
struct Knob {
  const char* name;              ///< "d-max", as in `--d-max`, `--param NAME=VALUE` and files
  const char* label;             ///< on a control: "Hard clamp", "γ_max"
  const char* symbol = nullptr;  ///< in short texts: "λ"; null: the label
  const char* unit = "";
  KnobKind kind = KnobKind::kNumber;
  double min = 0.0, max = 1.0;  ///< range of the slider
  bool logarithmic = false;     ///< scale of the slider
  /// Accepted range, with both ends: other values are refused, never cut.
  double least = 0.0, most = std::numeric_limits<double>::max();
  bool above_least = false;                   ///< refuses `least` itself
  bool can_be_off = false;                    ///< accepts "off", stored as infinity
  std::span<const char* const> choices = {};  ///< words of a kChoice, by value
  std::span<const char* const> labels = {};   ///< the same on a control; empty: those words
  const char* help = "";                      ///< a sentence or two, with the source
  const char* alias = nullptr;                ///< another accepted name, or null
  const char* synonyms = "";                  ///< words for a search, with commas between them

  bool is_named(std::string_view text) const {
    return text == name || (alias != nullptr && text == alias);
  }
  bool accepts(double value) const;
  /// What it accepts, for messages: "a number above 0, or off", "a whole number from 1 to 20".
  std::string expectation() const;
};

}  // namespace ik
