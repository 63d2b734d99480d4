#include "lab/advise/code.h"

#include <cmath>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr std::size_t kCodeColumns = 96;  // the width of a comment
/// What a word without quotes consists of.
constexpr const char* kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";

std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string number_in_code(double value) {
  if (std::isinf(value)) return "std::numeric_limits<double>::infinity()";
  std::string text = exact_number(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// The line of C++ for a knob that differs from the default; may be empty.
std::string line_of(const Knob& knob, const Settings& settings) {
  const SolverCall call = knob.solver_call(settings);
  if (const auto* number = std::get_if<SolverNumber>(&call)) {
    const std::string line =
        std::string("solver.set(\"") + number->name + "\", " + number_in_code(number->value) + ");";
    return *number->unit == '\0' ? line : line + "  // " + number->unit;
  }
  if (const auto* rule = std::get_if<LimitRule>(&call)) {
    constexpr const char* kRules[] = {"kIgnore", "kClamp", "kActiveSet", "kProject"};
    return std::string("solver.set_limits(ik::LimitRule::") +
           kRules[static_cast<std::size_t>(*rule)] + ");";
  }
  if (const auto* kind = std::get_if<ik::JacobianKind>(&call)) {
    constexpr const char* kKinds[] = {"kEffector", "kTarget"};
    return std::string("solver.set_jacobian(ik::JacobianKind::") +
           kKinds[static_cast<std::size_t>(*kind)] + ");";
  }
  if (const auto* left = std::get_if<LeftToProgram>(&call)) {
    return left->what.empty() ? std::string() : "// " + left->what;
  }
  return std::string("// not of the solver: ") + knob.name + " " +
         option_text(knob, knob.in_force(settings));
}

/// The knobs that were set to other values than in `others`.
std::vector<Knob> set_knobs(const Experiment& experiment, const Settings& others) {
  std::vector<Knob> list = knobs(*experiment.method);
  std::erase_if(list, [&](const Knob& knob) {
    const std::optional<double> value = knob.given(experiment.settings);
    return !knob.usual || !value || value == knob.given(others);
  });
  return list;
}

/// Lines of C++ for all that differs from the default.
std::string settings_in_code(const Experiment& experiment) {
  std::string text;
  for (const Knob& knob : set_knobs(experiment, Settings())) {
    const std::string line = line_of(knob, experiment.settings);
    if (!line.empty()) text += "  " + line + '\n';
  }
  return text;
}

}  // namespace

std::string scene_words(const Scene& scene) {
  std::string text = quoted(scene.id);
  for (const std::string& word : scene.source_options) text.append(" ").append(quoted(word));
  if (scene.group) text += " --group " + quoted(scene.groups[*scene.group].name);
  return text;
}

std::string commented(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string given; std::getline(lines, given);) {
    std::istringstream words(given);
    std::string line = "//";
    for (std::string word; std::getline(words, word, ' ');) {
      if (word.empty()) continue;
      if (line.size() + 1 + word.size() > kCodeColumns && line != "//") {
        result += std::exchange(line, "//") + '\n';
      }
      line += ' ' + word;
    }
    result += line + '\n';
  }
  return result;
}

std::string options_of(const Experiment& experiment) {
  return std::string("--method ") + experiment.method->id + settings_options(experiment);
}

std::string settings_options(const Experiment& experiment) {
  std::string text;
  for (const Knob& knob : set_knobs(experiment, experiment.scene.settings)) {
    const bool equals = knob.is_own || knob.kind == ik::KnobKind::kSwitch;
    text += std::string(knob.is_own ? " --param " : " --") + knob.name + (equals ? "=" : " ") +
            option_text(knob, knob.in_force(experiment.settings));
  }
  return text;
}

std::string command_of(const Experiment& experiment) {
  return "iklab run --scene " + scene_words(experiment.scene) + " " + options_of(experiment) +
         " --steps " + std::to_string(experiment.steps) + " --warmup " +
         std::to_string(experiment.warmup);
}

std::string view_command_of(const Experiment& experiment) {
  return "iklab view " + scene_words(experiment.scene) + " " + options_of(experiment);
}

std::string solver_function(const Experiment& experiment, const std::string& name) {
  return "ik::Solver " + name + "(const ik::Multibody& body) {\n  ik::Solver solver(body, \"" +
         experiment.method->id + "\");\n" + settings_in_code(experiment) + "  return solver;\n}\n";
}

std::string code_of(const Experiment& experiment, const std::string& name,
                    const std::string& text) {
  return commented(text) + "//   " + command_of(experiment) + "\n" +
         solver_function(experiment, name);
}

}  // namespace lab
