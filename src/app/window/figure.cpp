#include "app/window/figure.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/session/files.h"
#include "app/window/preferences.h"
#include "io/files/text.h"
#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/view/spectrum.h"

namespace app {
namespace {

using Json = nlohmann::json;

// all messages until the reader does something are one entry for undo; no other gesture has this
// number
constexpr long kMessages = -1'000'000'001;
constexpr const char* kByPage = "set by the page around";

const std::string* find_part(const Message& message, std::string_view name) {
  const auto part = std::ranges::find(message.parts, name, &Query::value_type::first);
  return part == message.parts.end() ? nullptr : &part->second;
}

const std::string& part_of(const Message& message, const char* name) {
  if (const std::string* text = find_part(message, name)) return *text;
  throw io::Error(message.verb + ": needs " + name);
}

long steps_of(const Message& message, const char* name, long least) {
  const std::string& text = part_of(message, name);
  const auto steps = io::parse_count(text);
  if (steps && *steps >= least && *steps <= lab::kMaxRunSteps) return *steps;
  throw io::Error(io::concat(name, "=", text, ": expected ", least, " to ", lab::kMaxRunSteps));
}

Json place_json(const Eigen::Vector3d& place) { return {place.x(), place.y(), place.z()}; }

/// A setting as an address takes it, a number as a number.
Json setting_json(const lab::Knob& knob, const lab::Settings& settings) {
  const double value = knob.in_force(settings);
  if (knob.kind == ik::KnobKind::kSwitch) return value != 0.0;
  if (knob.kind == ik::KnobKind::kChoice) return lab::option_text(knob, value);
  return std::isfinite(value) ? Json(value) : Json("off");
}

Json settings_of(const lab::Lane& lane) {
  Json settings = Json::object();
  for (const lab::Knob& knob : lab::knobs(*lane.method)) {
    // a knob that the method lacks has no value of its own
    if (knob.usual || knob.given(lane.settings)) {
      settings[knob.name] = setting_json(knob, lane.settings);
    }
  }
  return settings;
}

/// The parts of an address that give the set-up's scene, methods and settings of the front lane.
Json parts_of_setup(const lab::Setup& setup) {
  Json parts = settings_of(setup.front_lane());
  parts["scene"] = setup.scene->id;
  parts["methods"] = io::joined(setup.lanes, ",",
                                [](const lab::Lane& lane) { return std::string(lane.method->id); });
  return parts;
}

Json lane_json(const lab::Tracker& tracker, const lab::Lane& lane) {
  const ik::Multibody& body = tracker.multibody();
  Json theta = Json::object(), effectors = Json::object(), errors = Json::object();
  for (int j = 0; j < body.joint_count(); ++j) {
    theta[body.joint(j).name] = tracker.pose().theta[j];
  }
  for (int i = 0; i < body.effector_count(); ++i) {
    const std::string& name = body.effector(i).name;
    effectors[name] = place_json(tracker.pose().effector.col(i));
    errors[name] = tracker.errors()[static_cast<std::size_t>(i)];
  }
  lab::Tracker copy = tracker;
  lab::Spectrum spectrum;
  lab::analyse(copy, spectrum);
  Json sigma = Json::array();
  for (const lab::SingularComponent& each : spectrum.components) sigma.push_back(each.sigma);
  return {{"method", lane.method->id},
          {"settings", settings_of(lane)},
          {"theta", theta},
          {"sigma", sigma},
          {"effectors", effectors},
          {"errors_m", errors},
          {"jitter_deg", lab::jitter_deg(tracker)}};
}

/// All that a page around can read.
Json state_of(const Session& session, const ui::Panels& panels, const CameraView& camera) {
  const lab::Setup& setup = session.setup();
  const lab::Tracker& front = session.tracker();
  Json lanes = Json::array(), targets = Json::object(), held = Json::array();
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    lanes.push_back(lane_json(session.timeline().bench().tracker(i), setup.lanes[i]));
  }
  for (std::size_t i = 0; i < front.targets().size(); ++i) {
    const std::string& name = front.multibody().effector(static_cast<int>(i)).name;
    targets[name] = place_json(front.targets()[i]);
    if (setup.targets[i].held) held.push_back(name);
  }
  return {{"scene", setup.scene->id},
          {"group", setup.group ? Json(setup.scene->groups[*setup.group].name) : Json("off")},
          {"step", session.timeline().now()},
          {"last_step", session.timeline().last()},
          {"time_s", front.time()},
          {"playing", session.playing()},
          {"front", setup.front},
          {"lanes", lanes},
          {"targets", targets},
          {"held", held},
          {"page", panels.arrangement.page.shown() ? ui::side_pages()[panels.page].name : "off"},
          {"crowd", panels.crowd.on ? panels.crowd.wish.count : 0},
          {"side-by-side", panels.lanes.apart},
          {"dark", panels.dark.on()},
          {"camera", camera_text(camera)}};
}

/// Holds a target at a place, or returns it to its curve.
void set_target(const Message& message, Session& session) {
  const std::string& name = part_of(message, "effector");
  const std::string& at = part_of(message, "at");
  lab::Setup next = session.setup();
  const auto effectors = next.scene->multibody.effectors();
  const auto found = std::ranges::find(effectors, name, &ik::Effector::name);
  if (found == effectors.end()) {
    throw io::Error("effector=" + name + ": no such effector; there are " +
                    io::joined(effectors, ", ", &ik::Effector::name));
  }
  auto& held = next.targets[static_cast<std::size_t>(found - effectors.begin())].held;
  held.reset();
  if (at != "off") {
    constexpr double kFarthest = 1e6;  // m
    const std::vector<std::string> texts = io::parts_of(at);
    held.emplace();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto value = texts.size() == 3 ? lab::parse_number(texts[i]) : std::nullopt;
      if (!value || !(std::abs(*value) <= kFarthest)) {
        throw io::Error("at=" + at + ": expected x, y and z in metres, or off");
      }
      (*held)[static_cast<Eigen::Index>(i)] = *value;
    }
  }
  session.change(std::move(next), kByPage, kMessages);
}

/// Takes the parts of an address. \returns the answer
Json set_parts(const Message& message, Session& session, ui::Panels& panels,
               const FigureWindow& window) {
  const Asked asked = options_from_message(message.parts, session.setup());
  const WindowOptions& options = asked.options;
  const auto names = [&message](const char* name) { return find_part(message, name) != nullptr; };
  lab::Setup next = setup_of(options, session.setup());
  const int present_crowd = panels.crowd.on ? panels.crowd.wish.count : 0;
  const bool same = next == session.setup();
  const bool heavier = !same || options.crowd;
  const std::string load =
      heavier ? heavy_load(next, options.crowd.value_or(present_crowd)) : std::string();
  if (names("paused")) session.set_playing(!options.paused);
  if (!load.empty()) session.set_playing(false);

  const bool begins = options.scene || options.setup || options.run;
  if (options.run && load.empty()) {
    session.open_run(*options.run, options.run_name, Session::Before::kKept);
  } else {
    // a change, even an empty one, would make a branch of the later steps
    if (!same) session.change(std::move(next), kByPage, kMessages);
    if (options.step && load.empty()) {
      // with other parts of a run the step counts from its row 0, as in an address
      if (!same && !begins) session.reset();
      session.go_to(*options.step);
    }
  }

  set_view(options, panels);
  if (names("embed") || names("no-panels")) panels.hidden = options.no_panels;
  if (names("embed")) panels.arrangement.kept = options.kept;
  if (names("camera")) window.set_camera(options.camera);
  if (names("scale")) window.set_scale(options.content_scale);
  if (!asked.trouble.empty()) return {{"why", asked.trouble}};
  if (load.empty()) return Json::object();
  const std::string note = "This asks for " + load + ": it is paused. Play starts it";
  session.warn(note);
  return {{"note", note}};
}

Json obeyed(const Message& message, Session& session, ui::Panels& panels,
            const FigureWindow& window) {
  const std::string& verb = message.verb;
  if (verb == "set") return set_parts(message, session, panels, window);
  if (verb == "get") return {{"value", state_of(session, panels, window.camera())}};
  if (verb == "play" || verb == "pause") {
    session.set_playing(verb == "play");
  } else if (verb == "step") {
    session.step(find_part(message, "count") != nullptr ? steps_of(message, "count", 1) : 1);
  } else if (verb == "seek") {
    session.go_to(steps_of(message, "step", 0));
  } else if (verb == "reset") {
    session.reset();
  } else if (verb == "target") {
    set_target(message, session);
  } else {
    throw io::Error(verb + ": no such message");
  }
  return Json::object();
}

std::string answer_text(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Message message_of(std::string_view lines) {
  const std::size_t end = std::min(lines.find('\n'), lines.size());
  Message message{.verb = std::string(lines.substr(0, end)), .parts = {}};
  for (const std::string& line :
       io::parts_of(lines.substr(std::min(end + 1, lines.size())), '\n')) {
    message.parts.push_back(name_and_value(line));
  }
  return message;
}

std::string obey(const Message& message, Session& session, ui::Panels& panels,
                 const FigureWindow& window) {
  try {
    return answer_text(obeyed(message, session, panels, window));
  } catch (const std::exception& problem) {
    return answer_text({{"why", io::reason_of(problem)}});
  }
}

std::string change_text(const std::string& what, const Session& session) {
  return answer_text({{"what", what}, {"set", parts_of_setup(session.setup())}});
}

}  // namespace app
