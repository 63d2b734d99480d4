#include "lab/advise/code.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr std::size_t kCodeColumns = 96;                // of a comment
constexpr std::string_view kPlainSigns = "-_./+=:,@%";  // in a word without quotes

/// A word of a shell's command line.
std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || kPlainSigns.find(c) != std::string_view::npos;
  });
  if (plain) return word;
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
  std::string result, line = "//";
  const auto end_line = [&] {
    result += line + '\n';
    line = "//";
  };
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (line.size() + 1 + word.size() > kCodeColumns && line != "//") end_line();
    line += ' ' + word;
    word.clear();
  };
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    end_word();
    if (c == '\n') end_line();
  }
  end_word();
  if (line != "//") end_line();
  return result;
}

std::string number_in_code(double value) {
  if (std::isinf(value)) return "std::numeric_limits<double>::infinity()";
  std::string text = exact_number(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

class CodeText {
 public:
  void set(const std::string& name, double value, const std::string& unit) {
    text_ += "  solver.set(\"" + name + "\", " + number_in_code(value) + ");";
    text_ += unit.empty() ? "\n" : "  // " + unit + '\n';
  }
  void line(const std::string& code) { text_ += "  " + code + '\n'; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void add_settings(const Experiment& experiment, CodeText& code) {
  const Settings &s = experiment.settings, usual;
  for (const auto& [name, value] : s.params) {
    const auto param = find_param(*experiment.method, name);
    if (param) code.set(name, value, param->info.unit);
  }
  if (const auto cap = s.param("max-angle")) code.set("angle-cap", *cap, "rad in a step");
  if (s.max_slide != usual.max_slide) code.set("slide-cap", s.max_slide, "m in a step");
  if (s.d_max != usual.d_max) code.set("d-max", s.d_max, "m");
  if (s.limits != usual.limits) {
    constexpr const char* kRules[] = {"kIgnore", "kClamp", "kActiveSet", "kProject"};
    code.line(std::string("solver.set_limits(ik::LimitRule::") +
              kRules[static_cast<std::size_t>(s.limits)] + ");");
  }
  if (s.jacobian != usual.jacobian) {
    code.line("solver.set_jacobian(ik::JacobianKind::kTarget);");
  }
  if (s.iterations != usual.iterations) {
    code.line("// call step() " + std::to_string(s.iterations) + " times for each new target");
  }
  for (const char* name : {"adaptive-d-max", "aim-weight", "lead", "tolerance"}) {
    const SettingInfo& info = *find_setting(name);
    const double value = info.get(s);
    if (value == info.get(usual)) continue;
    code.line(std::string("// not of the solver: ") + name + " " + value_of_option(info, value));
  }
}

}  // namespace

std::string options_of(const Experiment& experiment) {
  std::string text = std::string("--method ") + experiment.method->id;
  const Settings &own = experiment.settings, &given = experiment.scene.settings;
  for (const SettingInfo& info : settings()) {
    const double value = info.get(own), before = info.get(given);
    if (value == before || std::isnan(value)) continue;
    // a number that the method does not have
    if (info.own != nullptr && !info.own(*experiment.method)) continue;
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
  const Scene& scene = experiment.scene;
  std::string text = "iklab run --scene " + quoted(scene.id);
  for (const std::string& word : scene.source_options) text += " " + quoted(word);
  if (scene.group) text += " --group " + quoted(scene.groups[*scene.group].name);
  return text + " " + options_of(experiment) + " --steps " + std::to_string(experiment.steps) +
         " --warmup " + std::to_string(experiment.warmup);
}

std::string code_of(const Experiment& experiment, const std::string& name,
                    const std::string& text) {
  CodeText code;
  add_settings(experiment, code);
  return commented(text) + "//   " + command_of(experiment) + "\nik::Solver " + name +
         "(const ik::Multibody& body) {\n  ik::Solver solver(body, \"" + experiment.method->id +
         "\");\n" + code.text() + "  return solver;\n}\n";
}

}  // namespace lab
