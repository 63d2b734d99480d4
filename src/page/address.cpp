#include "page/address.h"

#include <algorithm>

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"

namespace page {
namespace {

const ik::MethodInfo& method_named(const std::string& id) {
  if (const ik::MethodInfo* method = ik::find_method(id)) return *method;
  throw io::Error("method=" + id + ": no such method");
}

/// The parts between commas; none of an empty text.
std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (!list.empty() && begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<const ik::MethodInfo*> methods_named(const std::string& list) {
  std::vector<const ik::MethodInfo*> methods;
  for (const std::string& id : parts_of(list)) methods.push_back(&method_named(id));
  if (methods.empty()) throw io::Error("method=: expected the id of a method");
  return methods;
}

/// What stays with the picture in a frame of another page.
ui::Kept kept_by(const std::string& list) {
  ui::Kept kept;
  for (const std::string& part : parts_of(list)) {
    if (part == "method") {
      kept.controls.method = true;
    } else if (part == "time") {
      kept.time = true;
    } else if (part == "plots") {
      kept.plots = true;
    } else if (const lab::SettingInfo* setting = lab::find_setting(part)) {
      kept.controls.settings.push_back(setting);
    } else {
      throw io::Error("embed=" + part + ": expected method, time, plots or a setting");
    }
  }
  return kept;
}

/// A number of bodies of a crowd.
int count_of(const std::string& text) {
  const auto count = io::parse_count(text);
  if (count && *count >= 1 && *count <= lab::kMostBodies) return static_cast<int>(*count);
  throw io::Error("crowd=" + text + ": expected 1 to " + std::to_string(lab::kMostBodies));
}

/// A setting, or a parameter of one of the methods.
void set_number(const std::string& name, const std::string& text,
                const std::vector<const ik::MethodInfo*>& methods, app::WindowOptions& options) {
  if (const lab::SettingInfo* info = lab::find_setting(name)) {
    const auto value = lab::parse_setting(*info, text);
    if (!value) throw io::Error(name + "=" + text + ": expected " + lab::expectation(*info));
    options.settings.emplace_back(info, *value);
    return;
  }
  for (const ik::MethodInfo* method : methods) {
    const auto param = lab::find_param(*method, name);
    if (!param) continue;
    const auto value = lab::parse_param(*method, name, text);
    if (!value) {
      throw io::Error(name + "=" + text + ": expected " + lab::param_expectation(*method, name));
    }
    options.params[param->info.name] = *value;
    return;
  }
  throw io::Error(name + ": no such part of an address");
}

}  // namespace

app::WindowOptions options_of(const Query& query) {
  app::WindowOptions options;
  std::vector<const ik::MethodInfo*> methods;
  Query numbers;
  for (const auto& [name, text] : query) {
    if (name == "scene") {
      options.scene = io::open_scene(text);
    } else if (name == "method" || name == "methods") {
      methods = methods_named(text);
      options.method = methods.front()->id;
      options.further_lanes.assign(methods.begin() + 1, methods.end());
    } else if (name == "setup") {
      options.setup = io::parse_setup(text, "the link's set-up");
    } else if (name == "crowd") {
      options.crowd = count_of(text);
    } else if (name == "dark") {
      options.dark = true;
    } else if (name == "paused") {
      options.paused = true;
    } else if (name == "embed") {
      options.no_panels = true;
      options.keep_preferences = false;
      options.kept = kept_by(text);
    } else if (name == "fresh") {
      options.keep_preferences = false;
    } else {
      numbers.emplace_back(name, text);
    }
  }
  if (methods.empty()) {
    for (const ik::MethodInfo& method : ik::methods()) methods.push_back(&method);
  }
  for (const auto& [name, text] : numbers) set_number(name, text, methods, options);
  return options;
}

}  // namespace page
