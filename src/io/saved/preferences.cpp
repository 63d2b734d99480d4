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
#include "lab/scene/number_text.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr double kLargestWindow = 32768.0;  // points; a larger side means a broken file
constexpr double kLargestSpeed = 1000.0;    // far beyond any slider
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

/// Makes a reader of numbers in a range.
auto within(double least, double most) {
  return [least, most](const JsonNode& node) {
    const double value = node.number();
    if (value < least || value > most) {
      node.fail("expected " + lab::short_number(least) + " to " + lab::short_number(most));
    }
    return value;
  };
}

/// 0, or a scale of the window.
double parse_scale(const JsonNode& node) {
  return node.number() == 0.0 ? 0.0 : within(kMinScale, kMaxScale)(node);
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

/// The first files of a list.
std::vector<std::string> parse_recent(const JsonNode& node) {
  std::vector<std::string> paths;
  for (const JsonNode& path : node.list()) {
    if (paths.size() < kMaxRecent) paths.push_back(path.name());
  }
  return paths;
}

/// Whether a theme is the dark one.
bool parse_theme(const JsonNode& node) {
  constexpr const char* kThemes[] = {"light", "dark"};
  return node.choice(kThemes) == 1;
}

/// The parameters of a method. Those of unknown names are kept for other programs.
std::map<std::string, double> parse_params(const JsonNode& node, const ik::MethodInfo* method) {
  std::map<std::string, double> params;
  for (const auto& [name, value] : node.fields()) {
    const double number = value.number();
    const auto param = method != nullptr ? lab::find_param(*method, name) : std::nullopt;
    if (param && !param->accepts(number)) value.fail("expected " + param->expectation());
    params[name] = number;
  }
  return params;
}

lab::Settings parse_settings(const JsonNode& node) {
  lab::Settings settings;
  read_settings(node, settings);
  return settings;
}

/// Every field of the file: its name, its value, and how it is read.
template <class SomePreferences, class Visit>
void visit_fields(SomePreferences& p, const Visit& visit) {
  const auto size = up_to(kLargestWindow);
  visit("window_width", p.window_width, size);
  visit("window_height", p.window_height, size);
  visit("ui_scale", p.ui_scale, parse_scale);
  visit("text_size", p.text_size, within(kMinTextSize, kMaxTextSize));
  visit("page", p.page, &JsonNode::line);
  visit("page_open", p.page_open, &JsonNode::boolean);
  visit("column_open", p.column_open, &JsonNode::boolean);
  visit("page_width", p.page_width, size);
  visit("column_width", p.column_width, size);
  visit("plots_height", p.plots_height, size);
  visit("plots", p.plots, parse_plots);
  visit("crowd", p.crowd, parse_crowd);
  visit("speed", p.speed, up_to(kLargestSpeed));
  visit("theme", p.dark, parse_theme);
  visit("contrast", p.contrast, &JsonNode::boolean);
  visit("calm", p.calm, &JsonNode::boolean);
  visit("side_by_side", p.side_by_side, &JsonNode::boolean);
  visit("scene", p.scene, &JsonNode::name);
  visit("method", p.method, &JsonNode::name);
  visit("settings", p.settings, parse_settings);
  visit("params", p.params,
        [&p](const JsonNode& node) { return parse_params(node, ik::find_method(p.method)); });
  visit("setup", p.setup, [](const JsonNode& node) { return node.value().dump(); });
  visit("web_page", p.web_page, &JsonNode::line);
  visit("recordings", p.recordings, &JsonNode::name);
  visit("recent", p.recent, parse_recent);
}

using Json = nlohmann::ordered_json;

// A value as it is written; null: not at all.
Json json_of(const auto& value) { return value; }
Json json_of(const fs::path& path) { return path.string(); }
Json json_of(const std::optional<bool>& value) { return value ? Json(*value) : Json(); }
Json json_of(const std::optional<lab::Settings>& settings) {
  return settings ? settings_object(*settings) : Json();
}
Json json_of(const std::vector<PlotPreference>& plots) {
  Json list = Json::array();
  for (const PlotPreference& plot : plots) {
    list.push_back({{"signal", plot.signal}, {"logarithmic", plot.logarithmic}});
  }
  return list;
}
Json json_of(const CrowdPreference& crowd) {
  return {{"kind", kCrowdKinds[crowd.kind]},
          {"tone", kCrowdTones[crowd.tone]},
          {"count", crowd.count},
          {"spacing", crowd.spacing},
          {"method", crowd.method}};
}

ReadPreferences parse_preferences(const JsonNode& root) {
  ReadPreferences result;
  Preferences& p = result.preferences;
  int faults = 0;
  const auto take = [&](const char* name, auto& value, const auto& of) {
    try {
      read(root, name, value, of);
    } catch (const Error& error) {
      if (++faults == 1) result.warning = error.what();
    }
  };
  root.fields();  // an error if this is no object
  // the field of older programs, which wrote false without a choice
  take("dark", p.dark,
       [](const JsonNode& node) { return node.boolean() ? std::optional(true) : std::nullopt; });
  visit_fields(p, take);
  if (faults == 1) result.warning += ". Its default is used";
  if (faults > 1) {
    result.warning += concat(", and ", faults - 1, " more. Their defaults are used");
  }
  return result;
}

}  // namespace

fs::path home_folder() { return folder_from("HOME"); }

fs::path program_folder(const char* variable, const char* under_home) {
  fs::path folder = folder_from(variable);
  if (folder.empty() && !home_folder().empty()) folder = home_folder() / under_home;
  return folder.empty() ? folder : folder / "iklab";
}

fs::path preferences_path() {
  const fs::path folder = program_folder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder / "settings.json";
}

ReadPreferences read_preferences(const fs::path& path) {
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) return {};
  try {
    const std::string source = path.string();
    const nlohmann::json document = parse_json(read_file(path), source);
    return parse_preferences(JsonNode(document, source));
  } catch (const Error& error) {
    return {Preferences(), error.what()};
  }
}

void write_preferences(const fs::path& path, const Preferences& preferences) {
  Json document;
  visit_fields(preferences, [&document](const char* name, const auto& value, const auto&) {
    const Json json = json_of(value);
    if (!json.is_null()) document[name] = json;
  });
  if (preferences.dark) document["theme"] = *preferences.dark ? "dark" : "light";
  if (preferences.setup.empty()) {
    document.erase("setup");
  } else {
    document["setup"] = nlohmann::json::parse(preferences.setup);
  }

  make_folder(path.parent_path());
  write_file(path, document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n',
             OutputFile::Devices::kRefused);
}

}  // namespace io
