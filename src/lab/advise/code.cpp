#include "lab/advise/conclusion.h"

#include <cmath>
#include <sstream>
#include <utility>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr std::size_t kCodeColumns = 96;  // of a comment
/// What a word without quotes consists of.
constexpr const char* kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=:,@%";

/// A word of a shell's command line.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string value_of_option(const SettingInfo& info, double value) {
  if (value == kOff) return "off";
  if (info.kind == SettingKind::kChoice) return info.choices[static_cast<std::size_t>(value)];
  if (info.kind == SettingKind::kSwitch) return value != 0.0 ? "true" : "false";
  return exact_number(value);
}

/// A text as // comments, with line breaks between words.
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

std::string number_in_code(double value) {
  if (std::isinf(value)) return "std::numeric_limits<double>::infinity()";
  std::string text = exact_number(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

/// A line of C++ that sets a number of a solver.
std::string line_of(const SolverNumber& number) {
  const std::string line =
      std::string("solver.set(\"") + number.name + "\", " + number_in_code(number.value) + ");";
  return *number.unit == '\0' ? line : line + "  // " + number.unit;
}

std::string line_of(LimitRule rule) {
  constexpr const char* kRules[] = {"kIgnore", "kClamp", "kActiveSet", "kProject"};
  return std::string("solver.set_limits(ik::LimitRule::") + kRules[static_cast<std::size_t>(rule)] +
         ");";
}

std::string line_of(ik::JacobianKind kind) {
  constexpr const char* kKinds[] = {"kEffector", "kTarget"};
  return std::string("solver.set_jacobian(ik::JacobianKind::") +
         kKinds[static_cast<std::size_t>(kind)] + ");";
}

std::string line_of(const LeftToProgram& left) {
  return left.what.empty() ? std::string() : "// " + left.what;
}

/// The line for a setting that differs from the default; may be empty.
std::string line_of(const SettingInfo& info, const Settings& settings) {
  if (info.solver == nullptr) {
    return std::string("// not of the solver: ") + info.name + " " +
           value_of_option(info, info.get(settings));
  }
  return std::visit([](const auto& call) { return line_of(call); }, info.solver(settings));
}

/// Lines of C++ for all that differs from the default.
std::string settings_in_code(const Experiment& experiment) {
  const Settings &own = experiment.settings, usual;
  std::string text;
  const auto add = [&text](const std::string& line) {
    if (!line.empty()) text += "  " + line + '\n';
  };
  for (const SettingInfo& info : settings()) {
    const double value = info.get(own);
    if (value == info.get(usual) || std::isnan(value)) continue;
    if (is_of(info, *experiment.method)) add(line_of(info, own));
  }
  for (const auto& [name, value] : own_params(own)) {
    const auto param = find_param(*experiment.method, name);
    if (param) add(line_of(SolverNumber{param->info.name, value, param->info.unit}));
  }
  return text;
}

/// The words that name a scene, with the options of a robot or character file.
std::string scene_words(const Scene& scene) {
  std::string text = quoted(scene.id);
  for (const std::string& word : scene.source_options) text.append(" ").append(quoted(word));
  if (scene.group) text += " --group " + quoted(scene.groups[*scene.group].name);
  return text;
}

}  // namespace

std::string options_of(const Experiment& experiment) {
  std::string text = std::string("--method ") + experiment.method->id;
  const Settings &own = experiment.settings, &given = experiment.scene.settings;
  for (const SettingInfo& info : settings()) {
    const double value = info.get(own), before = info.get(given);
    if (value == before || std::isnan(value)) continue;
    if (!is_of(info, *experiment.method)) continue;
    const char* between = info.kind == SettingKind::kSwitch ? "=" : " ";
    text += std::string(" --") + info.name + between + value_of_option(info, value);
  }
  for (const auto& [name, value] : own_params(own)) {
    const auto param = find_param(*experiment.method, name);
    if (param) text += " --param " + name + "=" + exact_number(value);
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

std::string code_of(const Experiment& experiment, const std::string& name,
                    const std::string& text) {
  return commented(text) + "//   " + command_of(experiment) + "\nik::Solver " + name +
         "(const ik::Multibody& body) {\n  ik::Solver solver(body, \"" + experiment.method->id +
         "\");\n" + settings_in_code(experiment) + "  return solver;\n}\n";
}

}  // namespace lab
