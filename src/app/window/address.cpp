#include "app/window/address.h"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "io/files/text.h"
#include "io/saved/preferences.h"
#include "io/saved/session_file.h"
#include "io/scene/parts.h"
#include "io/scene/scene_file.h"
#include "io/setup/setup_json.h"
#include "lab/crowd/crowd.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/setup.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/laboratory.h"

namespace app {
namespace {

constexpr const char* kOfFiles =
    "it is about robot and character files, which an address does not open";
constexpr const char* kOfProgram = "it works on the command line only";
constexpr RefusedPart kRefused[] = {
    {"base", kOfFiles},
    {"effectors", kOfFiles},
    {"tip", kOfFiles},
    {"curve", kOfFiles},
    {"aim", kOfFiles},
    {"package", kOfFiles},
    {"frames", kOfProgram},
    {"screenshot", kOfProgram},
    {"no-cache", kOfProgram},
    {"session", "the menu opens session files, and a link to the view holds a run"},
};

/// What a link's text is called in messages.
constexpr const char* kSetup = "the link's set-up";
constexpr const char* kRun = "the link's run";

bool is_off(const std::string& text) { return text == "off" || text == "false" || text == "0"; }
bool is_on(const std::string& text) {
  return text.empty() || text == "on" || text == "true" || text == "1";
}

/// Whether a program that passes links on has added the part, to count their readers.
bool is_tracking(std::string_view name) {
  constexpr std::string_view kTracking[] = {
      "_ga",    "_gl",       "_hsenc", "_hsmi",  "dclid",   "fbclid",  "gbraid",      "gclid",
      "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id",
      "ref",    "s_cid",     "si",     "ttclid", "twclid",  "vero_id", "wbraid",      "yclid"};
  return name.starts_with("utm_") || name.starts_with("hsa_") || name.starts_with("pk_") ||
         name.starts_with("mtm_") || std::ranges::find(kTracking, name) != std::end(kTracking);
}

bool switched(const std::string& name, const std::string& text) {
  if (!is_on(text) && !is_off(text)) throw io::Error(name + "=" + text + ": expected on or off");
  return is_on(text);
}

/// A whole number in a range.
long count_of(const std::string& name, const std::string& text, long least, long most) {
  const auto count = io::parse_count(text);
  if (count && *count >= least && *count <= most) return *count;
  throw io::Error(io::concat(name, "=", text, ": expected ", least, " to ", most));
}

CameraView camera_of(const std::string& text) {
  constexpr float kFarthest = 1e6F, kZoom = 1e4F;
  CameraView camera;
  float* const numbers[] = {&camera.yaw,      &camera.pitch,    &camera.zoom,
                            &camera.focus[0], &camera.focus[1], &camera.focus[2]};
  const std::vector<std::string> parts = io::parts_of(text);
  bool good = parts.size() == std::size(numbers);
  for (std::size_t i = 0; good && i < parts.size(); ++i) {
    const auto number = lab::parse_number(parts[i]);
    good = number && std::abs(*number) <= kFarthest;
    if (good) *numbers[i] = static_cast<float>(*number);
  }
  if (good && camera.zoom >= 1.0F / kZoom && camera.zoom <= kZoom) return camera;
  throw io::Error("camera=" + text + ": expected yaw, pitch, zoom and the focus' x, y, z");
}

/// The text in a part that may be packed.
std::string text_in(const std::string& part, const char* what) {
  if (part.starts_with('{')) return part;
  if (auto text = unpacked(part)) return *text;
  throw io::Error(std::string(what) + " is cut off or broken");
}

/// Reads the parts of an address, and notes which are wrong.
class AddressReader {
 public:
  /// \param present set-up of the window that takes the parts as a message; null: they are an
  /// address
  explicit AddressReader(const lab::Setup* present = nullptr) : present_(present) {}

  Asked read(const Query& query) {
    for (const auto& part : query) {
      attempt([&] { take(part.first, part.second); });
    }
    WindowOptions& options = asked_.options;
    attempt([&] {
      const std::size_t count = methods_.size();
      if (count <= lab::kMaxLanes) return;
      methods_.clear();
      throw io::Error(io::concat("methods: ", count, " lanes, of at most ", lab::kMaxLanes));
    });
    if (methods_.empty() && present_ != nullptr && !options.setup && !options.run) {
      for (const lab::Lane& lane : present_->lanes) methods_.push_back(lane.method);
    } else if (methods_.empty()) {
      for (const ik::MethodInfo& method : ik::methods()) methods_.push_back(&method);
    } else {
      options.method = methods_.front()->id;
      options.further_lanes.assign(methods_.begin() + 1, methods_.end());
    }
    for (const auto& number : numbers_) {
      attempt([&] { take_number(number.first, number.second); });
    }
    attempt([&] { take_group(); });
    // a link is somebody else's view, not what its reader begins with the next time
    options.keep_run = !options.scene && !options.setup && !options.run && !options.step &&
                       options.method.empty() && !options.crowd && options.settings.empty() &&
                       options.params.empty() && !options.page && !options.fold_page &&
                       options.signals.empty() && !options.apart;
    return asked_;
  }

 private:
  /// Does something with a part, which counts as wrong if that throws.
  template <class Act>
  void attempt(const Act& act) {
    try {
      act();
    } catch (const std::exception& problem) {
      asked_.trouble += (asked_.trouble.empty() ? "" : "; ") + io::reason_of(problem);
    }
  }

  void take_methods(const std::string& list) {
    const auto group = lab::methods_of_group(ui::lower(list));
    methods_.insert(methods_.end(), group.begin(), group.end());
    if (!group.empty()) return;
    for (const std::string& id : io::parts_of(list)) {
      attempt([&] {
        const ik::MethodInfo* method = ik::find_method(ui::lower(id));
        if (method == nullptr) throw io::Error("method=" + id + ": no such method");
        methods_.push_back(method);
      });
    }
    if (list.empty()) throw io::Error("method=: expected the id of a method");
  }

  void take_scene(const std::string& name) {
    const std::string id = ui::lower(name);
    if (!io::is_built_in(id)) {
      throw io::Error("scene=" + name + ": no such scene; there are " +
                      io::joined(io::built_in_scenes(), ", ") + ", " +
                      io::joined(io::built_in_bodies(), ", "));
    }
    asked_.options.scene = io::find_scene(id);
  }

  void take_group() {
    if (group_.empty()) return;
    WindowOptions& options = asked_.options;
    if (options.scene) return io::choose_group(*options.scene, group_, "group");
    if (present_ == nullptr) throw io::Error("group: needs a scene");
    options.group = present_group();
  }

  /// The group of the present scene that the message names; none for "off".
  std::optional<std::size_t> present_group() const {
    if (is_off(group_)) return std::nullopt;
    lab::Scene scene = *present_->scene;
    io::choose_group(scene, group_, "group");
    return scene.group;
  }

  /// What stays with the picture in a frame of another page.
  void take_embed(const std::string& list) {
    if (is_off(list)) return;
    asked_.options.no_panels = true;
    asked_.options.keep_preferences = false;
    if (is_on(list)) return;
    ui::Kept& kept = asked_.options.kept;
    for (const std::string& part : io::parts_of(list)) {
      attempt([&] {
        if (part == "method") {
          kept.controls.method = true;
        } else if (part == "time") {
          kept.time = true;
        } else if (part == "plots") {
          kept.plots = true;
        } else if (const lab::Knob* knob = lab::find_shared_knob(part)) {
          kept.controls.knobs.push_back(knob);
        } else {
          throw io::Error("embed=" + part + ": expected method, time, plots or a setting");
        }
      });
    }
  }

  /// A shared knob, or a parameter of one of the methods.
  void take_number(const std::string& name, const std::string& text) {
    const auto value_of = [&](const lab::Knob& knob) {
      const bool is_switch = knob.kind == ik::KnobKind::kSwitch;
      const auto value =
          lab::parse_value(knob, is_switch ? (switched(name, text) ? "true" : "false") : text);
      if (!value) throw io::Error(name + "=" + text + ": expected " + knob.expectation());
      return *value;
    };
    if (const lab::Knob* knob = lab::find_shared_knob(name)) {
      asked_.options.settings.emplace_back(knob, value_of(*knob));
      return;
    }
    for (const ik::MethodInfo* method : methods_) {
      const auto param = lab::find_param(*method, name);
      if (!param) continue;
      asked_.options.params[param->name] = value_of(*param);
      return;
    }
    throw io::Error(name + ": no such part of an address, left out");
  }

  /// "gain=0.5", as after the command line's --param.
  void take_param(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw io::Error("param=" + text + ": expected NAME=VALUE");
    numbers_.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }

  void take(const std::string& name, const std::string& text) {
    if (is_tracking(name) || take_run(name, text) || take_view(name, text)) return;
    const auto refused = std::ranges::find(kRefused, name, &RefusedPart::name);
    if (refused != std::end(kRefused)) throw io::Error(name + ": " + refused->why);
    if (name == "param") return take_param(text);
    numbers_.emplace_back(name, text);
  }

  /// \returns whether the part is about what runs
  bool take_run(const std::string& name, const std::string& text) {
    WindowOptions& options = asked_.options;
    if (name == "scene") {
      take_scene(text);
    } else if (name == "group") {
      group_ = text;
    } else if (name == "method" || name == "methods") {
      take_methods(text);
    } else if (name == "setup") {
      options.setup = io::parse_setup(text_in(text, kSetup), kSetup);
    } else if (name == "run") {
      options.run = io::parse_session(text_in(text, kRun), kRun);
      options.run_name = kRun;
    } else if (name == "step") {
      options.step = count_of(name, text, 0, lab::kMaxRunSteps);
      options.run_name = kRun;
    } else if (name == "crowd") {
      options.crowd = is_off(text) ? 0 : static_cast<int>(count_of(name, text, 1, lab::kMaxBodies));
    } else if (name == "paused") {
      options.paused = switched(name, text);
    } else {
      return false;
    }
    return true;
  }

  /// \returns whether the part is about how it is shown
  bool take_view(const std::string& name, const std::string& text) {
    WindowOptions& options = asked_.options;
    if (name == "dark") {
      options.dark = switched(name, text);
    } else if (name == "embed") {
      take_embed(text);
    } else if (name == "no-panels") {
      options.no_panels |= switched(name, text);
    } else if (name == "fresh" && present_ != nullptr) {
      throw io::Error("fresh: it counts in the address of the frame, before the window starts");
    } else if (name == "fresh") {
      options.keep_preferences &= !switched(name, text);
    } else if (name == "page" && is_off(text)) {
      options.fold_page = true;
    } else if (name == "page") {
      options.page = page_called(name, text);
    } else if (name == "signals") {
      options.signals = signals_called(name, text);
    } else if (name == "side-by-side") {
      options.apart = switched(name, text);
    } else if (name == "camera") {
      options.camera = is_off(text) ? std::nullopt : std::optional(camera_of(text));
    } else if (name == "scale") {
      options.content_scale = is_off(text) ? 0.0 : scale_called(name, text);
    } else {
      return false;
    }
    return true;
  }

  const lab::Setup* present_;
  Asked asked_;
  std::string group_;
  std::vector<const ik::MethodInfo*> methods_;  // that the address names
  Query numbers_;                               // settings, and parameters of the methods
};

constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_.~,").find(c) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) {
      result += c;
    } else {
      result += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return result;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// As a form's address writes it: "+" is a blank, "%41" is A.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                        hex_digit(text[i + 2]) >= 0;
    if (escape) {
      result += static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

void add_parts(std::string_view text, Query& query) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const auto [name, value] = name_and_value(part);
    query.emplace_back(decoded(name), decoded(value));
  }
}

std::string embed_text(const ui::Kept& kept) {
  std::vector<std::string> parts;
  if (kept.controls.method) parts.emplace_back("method");
  for (const lab::Knob* knob : kept.controls.knobs) parts.emplace_back(knob->name);
  if (kept.time) parts.emplace_back("time");
  if (kept.plots) parts.emplace_back("plots");
  return io::joined(parts, ",");
}

std::string attribute(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char* const entity = c == '&'   ? "&amp;"
                               : c == '"' ? "&quot;"
                               : c == '<' ? "&lt;"
                                          : nullptr;
    result += entity != nullptr ? std::string(entity) : std::string(1, c);
  }
  return result;
}

}  // namespace

std::vector<std::string> page_names() {
  std::vector<std::string> names;
  for (const ui::SidePage& page : ui::side_pages()) names.emplace_back(page.name);
  return names;
}

std::size_t page_called(const std::string& option, const std::string& name) {
  const std::vector<std::string> names = page_names();
  const auto found = std::ranges::find(names, ui::lower(name), ui::lower);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw io::Error(option + ": no page '" + name + "'; there are " + io::joined(names, ", "));
}

std::vector<lab::Signal> signals_called(const std::string& option, const std::string& ids) {
  std::vector<lab::Signal> signals;
  for (const std::string& id : io::parts_of(ids)) {
    const auto signal = std::ranges::find(lab::signals(), id, &lab::SignalInfo::id);
    if (signal == lab::signals().end()) {
      throw io::Error(option + ": no signal '" + id + "'; there are " +
                      io::joined(lab::signals(), ", ", &lab::SignalInfo::id));
    }
    signals.push_back(signal->signal);
  }
  if (signals.size() > ui::PlotsPanel().views.size()) {
    throw io::Error(option + ": at most one for each of the two live plots");
  }
  return signals;
}

double scale_called(const std::string& option, const std::string& text) {
  const std::optional<double> scale = lab::parse_number(text);
  if (scale && *scale >= io::kMinScale && *scale <= io::kMaxScale) return *scale;
  throw io::Error(option + ": expected a number from " + lab::number_text(io::kMinScale, 3) +
                  " to " + lab::number_text(io::kMaxScale, 3));
}

Asked options_from_address(const Query& query) { return AddressReader().read(query); }

Asked options_from_message(const Query& query, const lab::Setup& present) {
  return AddressReader(&present).read(query);
}

std::span<const RefusedPart> refused_parts() { return kRefused; }

Query::value_type name_and_value(std::string_view part) {
  const std::size_t equals = std::min(part.find('='), part.size());
  return {std::string(part.substr(0, equals)),
          std::string(part.substr(std::min(equals + 1, part.size())))};
}

bool is_link(std::string_view text) {
  text = io::trimmed(text);
  return ui::is_address(text) && text.find_first_of("?#") != std::string_view::npos;
}

Query parts_of_link(std::string_view link) {
  link = io::trimmed(link);
  Query query;
  const std::size_t hash = std::min(link.find('#'), link.size());
  const std::size_t question = std::min(link.find('?'), hash);
  if (question < hash) add_parts(link.substr(question + 1, hash - question - 1), query);
  if (hash < link.size()) add_parts(link.substr(hash + 1), query);
  return query;
}

std::string packed(std::string_view text) { return io::base64(text, io::kBase64Url); }

std::optional<std::string> unpacked(std::string_view packed) {
  while (packed.ends_with('=')) packed.remove_suffix(1);
  if (packed.size() % 4 == 1) return std::nullopt;
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : packed) {
    const std::size_t digit = io::kBase64Url.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += static_cast<char>((bits >> count) & 255U);
  }
  return result;
}

io::SavedSession run_of_link(const lab::Timeline& timeline) {
  io::SavedSession run = io::session_of(timeline);
  run.steps = timeline.now();
  run.now = timeline.now();
  std::erase_if(run.changes,
                [&](const lab::SetupChange& change) { return change.step > timeline.now(); });
  return run;
}

std::string camera_text(const CameraView& camera) {
  constexpr int kNumbers = 5;  // digits
  std::vector<std::string> numbers;
  for (const float number :
       {camera.yaw, camera.pitch, camera.zoom, camera.focus[0], camera.focus[1], camera.focus[2]}) {
    numbers.push_back(lab::number_text(static_cast<double>(number), kNumbers));
  }
  return io::joined(numbers, ",");
}

std::string link_to_setup(const lab::Setup& setup) {
  return "#setup=" + packed(io::setup_text(setup));
}

std::string link_to_view(const LinkedView& view, bool& cut) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& name, const std::string& value) {
    parts.push_back(name + (value.empty() ? "" : "=" + percent_encoded(value)));
  };
  if (view.embedded) add("embed", embed_text(*view.embedded));
  add("page", view.page.empty() ? "off" : view.page);
  if (!view.signals.empty()) {
    add("signals",
        io::joined(view.signals, ",", [](lab::Signal signal) { return lab::info(signal).id; }));
  }
  if (view.run.start.lanes.size() > 1) add("side-by-side", view.apart ? "on" : "off");
  if (view.crowd > 0) add("crowd", std::to_string(view.crowd));
  if (view.paused) add("paused", "");
  if (view.camera) add("camera", camera_text(*view.camera));

  const lab::Setup& present =
      view.run.changes.empty() ? view.run.start : view.run.changes.back().setup;
  std::string run;
  cut = false;
  if (view.run.steps > 0 || !view.run.changes.empty()) {
    // without the file's line breaks
    run = nlohmann::json::parse(io::write_session(view.run)).dump();
    cut = run.size() > kMaxLinkedRun;
  }
  const std::string query = "?" + io::joined(parts, "&");
  return query + (run.empty() || cut ? link_to_setup(present) : "#run=" + packed(run));
}

std::string frame_line(const std::string& link, const std::string& title) {
  return "<iframe src=\"" + attribute(link) + "\" title=\"" + attribute(title) +
         "\" width=\"100%\" height=\"480\" style=\"border: 0\" allow=\"clipboard-write\" "
         "loading=\"lazy\"></iframe>";
}

}  // namespace app
