#include "io/saved/preferences.h"

#include <cstdlib>

#include "io/files/file.h"
#include "io/json/node.h"
#include "io/json/settings.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr double kLargestWindow = 32768.0;  // points: a larger side means a broken file
constexpr double kLargestScale = 8.0;
constexpr double kLargestSpeed = 1000.0;  // far beyond any slider

/// The absolute path in an environment variable; empty for any other value, by the XDG Base
/// Directory Specification.
fs::path folder_from(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : fs::path();
}

double number_between(const JsonNode& node, double low, double high) {
  const double value = node.number();
  if (value < low || value > high) node.fail("the number is out of range");
  return value;
}

Preferences parse_preferences(const JsonNode& root) {
  Preferences result;
  const auto side = [](const JsonNode& node) {
    return static_cast<int>(number_between(node, 1.0, kLargestWindow));
  };
  if (const auto node = root.find("window_width")) result.window_width = side(*node);
  if (const auto node = root.find("window_height")) result.window_height = side(*node);
  if (const auto node = root.find("speed")) {
    result.speed = number_between(*node, 0.0, kLargestSpeed);
  }
  if (const auto node = root.find("ui_scale")) {
    result.ui_scale = number_between(*node, 0.0, kLargestScale);
  }
  if (const auto node = root.find("dark")) result.dark = node->boolean();
  if (const auto node = root.find("scene")) result.scene = node->name();
  if (const auto node = root.find("method")) result.method = node->name();
  if (const auto node = root.find("settings")) read_settings(*node, result.settings.emplace());
  if (const auto node = root.find("params")) {
    const ik::MethodInfo* method = ik::find_method(result.method);
    for (const auto& [name, value] : node->fields()) {
      const double number = value.number();
      const char* expected = method != nullptr ? lab::param_expectation(*method, name) : nullptr;
      if (expected != nullptr && !lab::accepts_param(*method, name, number)) {
        value.fail(std::string("expected ") + expected);
      }
      result.params[name] = number;
    }
  }
  if (const auto node = root.find("recordings")) result.recordings = node->name();
  return result;
}

}  // namespace

fs::path folder_from_environment(const char* variable, const char* under_home) {
  fs::path folder = folder_from(variable);
  if (!folder.empty()) return folder;
  folder = folder_from("HOME");
  return folder.empty() ? folder : folder / under_home;
}

fs::path preferences_path() {
  const fs::path folder = folder_from_environment("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder / "iklab" / "settings.json";
}

ReadPreferences read_preferences(const fs::path& path) {
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) return {};
  try {
    const std::string source = path.string();
    const nlohmann::json document = parse_json(read_file(path), source);
    return {parse_preferences(JsonNode(document, source)), ""};
  } catch (const Error& error) {
    return {Preferences(), error.what()};
  }
}

void write_preferences(const fs::path& path, const Preferences& preferences) {
  nlohmann::ordered_json document;
  document["window_width"] = preferences.window_width;
  document["window_height"] = preferences.window_height;
  document["ui_scale"] = preferences.ui_scale;
  document["speed"] = preferences.speed;
  document["dark"] = preferences.dark;
  document["scene"] = preferences.scene;
  document["method"] = preferences.method;
  if (preferences.settings) document["settings"] = settings_object(*preferences.settings);
  document["params"] = preferences.params;
  document["recordings"] = preferences.recordings.string();

  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  if (problem) throw Error(path.string() + ": cannot be written: " + problem.message());
  write_file(path, document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

}  // namespace io
