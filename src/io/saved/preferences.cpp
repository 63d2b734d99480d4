#include "io/saved/preferences.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/json/node.h"
#include "io/json/settings.h"
#include "lab/crowd/crowd.h"
#include "lab/plot/live_plot.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr double kLargestWindow = 32768.0;  // points; a larger side means a broken file
constexpr double kLargestScale = 8.0;
constexpr double kLargestSpeed = 1000.0;  // far beyond any slider
constexpr std::size_t kMaxPlots = 16;
constexpr double kMaxSpacing = 1000.0;  // far beyond any slider

/// The absolute path in an environment variable; any other value counts as empty, by the XDG Base
/// Directory Specification.
fs::path folder_from(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : fs::path();
}

/// Reads a value from a field by the function `of`, if the field exists.
template <class Value, class Of>
void read(const JsonNode& node, const char* name, Value& value, const Of& of) {
  if (const auto field = node.find(name)) value = static_cast<Value>(std::invoke(of, *field));
}

/// Makes a reader of numbers from 0 to `most`.
auto up_to(double most) {
  return [most](const JsonNode& node) {
    const double value = node.number();
    if (value < 0.0 || value > most) node.fail("the number is out of range");
    return value;
  };
}

std::vector<PlotPreference> parse_plots(const JsonNode& node) {
  std::vector<PlotPreference> plots;
  for (const JsonNode& item : node.list()) {
    if (plots.size() == kMaxPlots) node.fail("too many plots");
    const JsonNode signal = item.field("signal");
    const auto known = lab::signals();
    if (std::ranges::find(known, signal.name(), &lab::SignalInfo::id) == known.end()) {
      signal.fail("no such signal");
    }
    plots.push_back({signal.name(), item.field("logarithmic").boolean()});
  }
  return plots;
}

CrowdPreference parse_crowd(const JsonNode& node) {
  CrowdPreference crowd;
  read(node, "kind", crowd.kind, [](const JsonNode& kind) { return kind.choice(kCrowdKinds); });
  read(node, "tone", crowd.tone, [](const JsonNode& tone) { return tone.choice(kCrowdTones); });
  read(node, "count", crowd.count,
       [](const JsonNode& count) { return count.count(0, lab::kMaxBodies); });
  read(node, "spacing", crowd.spacing, up_to(kMaxSpacing));
  read(node, "method", crowd.method, &JsonNode::line);
  return crowd;
}

Preferences parse_preferences(const JsonNode& root) {
  Preferences result;
  read(root, "window_width", result.window_width, up_to(kLargestWindow));
  read(root, "window_height", result.window_height, up_to(kLargestWindow));
  read(root, "page_width", result.page_width, up_to(kLargestWindow));
  read(root, "column_width", result.column_width, up_to(kLargestWindow));
  read(root, "plots_height", result.plots_height, up_to(kLargestWindow));
  read(root, "page", result.page, &JsonNode::line);
  read(root, "page_open", result.page_open, &JsonNode::boolean);
  read(root, "column_open", result.column_open, &JsonNode::boolean);
  read(root, "side_by_side", result.side_by_side, &JsonNode::boolean);
  read(root, "plots", result.plots, parse_plots);
  read(root, "crowd", result.crowd, parse_crowd);
  read(root, "speed", result.speed, up_to(kLargestSpeed));
  read(root, "ui_scale", result.ui_scale, up_to(kLargestScale));
  read(root, "dark", result.dark, &JsonNode::boolean);
  read(root, "scene", result.scene, &JsonNode::name);
  read(root, "method", result.method, &JsonNode::name);
  if (const auto node = root.find("settings")) read_settings(*node, result.settings.emplace());
  if (const auto node = root.find("params")) {
    const ik::MethodInfo* method = ik::find_method(result.method);
    for (const auto& [name, value] : node->fields()) {
      const double number = value.number();
      const auto param = method != nullptr ? lab::find_param(*method, name) : std::nullopt;
      if (param && !param->accepts(number)) value.fail("expected " + param->expectation());
      result.params[name] = number;
    }
  }
  if (const auto node = root.find("setup")) result.setup = node->value().dump();
  read(root, "recordings", result.recordings, &JsonNode::name);
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
  document["page"] = preferences.page;
  document["page_open"] = preferences.page_open;
  document["column_open"] = preferences.column_open;
  document["page_width"] = preferences.page_width;
  document["column_width"] = preferences.column_width;
  document["plots_height"] = preferences.plots_height;
  document["plots"] = nlohmann::ordered_json::array();
  for (const PlotPreference& plot : preferences.plots) {
    document["plots"].push_back({{"signal", plot.signal}, {"logarithmic", plot.logarithmic}});
  }
  const CrowdPreference& crowd = preferences.crowd;
  document["crowd"] = {{"kind", kCrowdKinds[crowd.kind]},
                       {"tone", kCrowdTones[crowd.tone]},
                       {"count", crowd.count},
                       {"spacing", crowd.spacing},
                       {"method", crowd.method}};
  document["speed"] = preferences.speed;
  document["dark"] = preferences.dark;
  document["side_by_side"] = preferences.side_by_side;
  document["scene"] = preferences.scene;
  document["method"] = preferences.method;
  if (preferences.settings) document["settings"] = settings_object(*preferences.settings);
  document["params"] = preferences.params;
  if (!preferences.setup.empty()) document["setup"] = nlohmann::json::parse(preferences.setup);
  document["recordings"] = preferences.recordings.string();

  make_folder(path.parent_path());
  write_file(path, document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n',
             OutputFile::Devices::kRefused);
}

}  // namespace io
