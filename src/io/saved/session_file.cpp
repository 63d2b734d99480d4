#include "io/saved/session_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/saved/session_bounds.h"
#include "io/setup/setup_json.h"
#include "lab/run/experiment.h"

namespace io {
namespace {

using nlohmann::json;

/// The gesture of a change, as a number that no gesture in the window has.
long read_gesture(const JsonNode& change) {
  constexpr long kFirst = -2;  // -1 and above are the window's
  const auto gesture = change.find("gesture");
  return gesture ? kFirst - gesture->count(0, lab::kMostRunSteps) : 0;
}

long read_steps(const JsonNode& node) { return node.count(0, lab::kMostRunSteps); }

/// How many numbers a setup holds, in its text or not.
std::size_t numbers_in(const lab::Setup& setup) {
  std::size_t count = setup.goal_weights.size() + setup.joint_weights.size();
  for (const lab::TargetSetup& target : setup.targets) {
    const auto& shape = target.curve.shape();
    const auto* waves = std::get_if<lab::WaveCurve>(&shape);
    const auto* spline = std::get_if<lab::SplineCurve>(&shape);
    const auto* jumps = std::get_if<lab::JumpCurve>(&shape);
    if (waves != nullptr) count += 5 * waves->waves.size();
    if (spline != nullptr) count += 3 * spline->points.size();
    if (jumps != nullptr) count += 3 * jumps->points.size();
  }
  return count;
}

/// Whether an operation's path leads into a number or a text, which the library does not check.
bool leads_into_value(const json& operation, const json& setup) {
  const auto path = operation.find("path");
  if (path == operation.end() || !path->is_string()) return false;  // the library reports it
  const json::json_pointer parent = json::json_pointer(path->get<std::string>()).parent_pointer();
  if (!setup.contains(parent)) return false;  // likewise
  const json& value = setup.at(parent);
  return !value.is_structured() && !value.is_null();
}

/// Limits for a setup after a patch, without its scene; the window's setups have some hundreds.
constexpr std::size_t kMostValues = 500'000;
constexpr std::size_t kMostWords = std::size_t{8} << 20;

/// Whether an operation's path leads into the scene.
bool changes_scene(const json& operation) {
  if (!operation.is_object()) return false;
  const auto path = operation.find("path");
  if (path == operation.end() || !path->is_string()) return false;
  const std::string text = path->get<std::string>();
  return text == "/scene" || text.starts_with("/scene/");
}

/// Applies a patch operation by operation, to check the size after each.
/// \param all_but_scene the setup; its scene is null
/// \param scene an object with the scene alone
/// \returns whether the scene was changed
bool apply_patch(const JsonNode& patch, json& all_but_scene, json& scene, SessionBudget& budget) {
  bool other_body = false;
  for (const JsonNode& operation : patch.list()) {
    const bool of_scene = changes_scene(operation.value());
    other_body |= of_scene;
    json& setup = of_scene ? scene : all_but_scene;
    try {
      if (operation.value().is_object() && leads_into_value(operation.value(), setup)) {
        patch.fail("not a patch of the setup before it: its path leads into a value");
      }
      setup.patch_inplace(json::array({operation.value()}));
    } catch (const json::exception& error) {
      patch.fail(std::string("not a patch of the setup before it: ") + error.what());
    }
    const JsonSize size = size_of(setup);
    if (size.levels > kMostJsonLevels || size.values > kMostValues || size.bytes > kMostWords) {
      patch.fail("makes a setup that is too large");
    }
    budget.spend(weight_of(size));
  }
  return other_body;
}

/// Whether any operation of a change leads into the scene.
bool changes_body(const JsonNode& change) {
  const json& value = change.value();
  if (!value.is_object() || !value.contains("patch")) return false;
  const json& patch = value["patch"];
  return patch.is_array() && std::ranges::any_of(patch, changes_scene);
}

}  // namespace

SavedSession session_of(const lab::Timeline& timeline) {
  return {timeline.initial(), timeline.changes(), timeline.last()};
}

std::string write_session(const SavedSession& session) {
  if (session.steps > lab::kMostRunSteps) {
    throw Error(
        fmt::format("the run is too long for a session: at most {} steps", lab::kMostRunSteps));
  }
  std::size_t bodies = 0;
  for (const lab::Scene* body = session.start.scene.get(); const auto& change : session.changes) {
    bodies += change.setup.scene.get() != body ? 1U : 0U;
    body = change.setup.scene.get();
  }
  BodyBudget budget(bodies);
  json before = setup_json(session.start);
  const lab::Scene* body = session.start.scene.get();
  std::string text = fmt::format(
      "{{\n  \"format\": \"iklab-session\", \"version\": 1, \"program\": \"{}\",\n"
      "  \"steps\": {},\n  \"start\": {},\n  \"changes\": [",
      program_name(), session.steps, before.dump());
  const char* comma = "";
  std::map<long, std::size_t> gestures;  // their numbers in the file
  for (const lab::SetupChange& change : session.changes) {
    // another scene changes the body, even if its text is the same
    const bool other_body = change.setup.scene.get() != body;
    body = change.setup.scene.get();
    const json now =
        other_body ? setup_json(change.setup) : setup_json(change.setup, &before.at("scene"));
    if (other_body && !budget.spend(weight_of_scene(now.at("scene"), body))) {
      throw Error(concat("the session is ", BodyBudget::kExceeded));
    }
    json patch = json::diff(before, now);
    if (other_body && std::ranges::none_of(patch, changes_scene)) {
      patch.push_back({{"op", "replace"}, {"path", "/scene"}, {"value", now.at("scene")}});
    }
    std::string gesture;
    if (change.gesture != 0) {
      const auto number = gestures.try_emplace(change.gesture, gestures.size() + 1).first->second;
      gesture = fmt::format("\"gesture\": {}, ", number);
    }
    text += fmt::format("{}\n    {{\"step\": {}, {}\"patch\": {}}}", comma, change.step, gesture,
                        patch.dump());
    before = now;
    comma = ",";
  }
  return text + "\n  ]\n}\n";
}

struct SessionReader::State {
  State(std::string_view text, std::string name)
      : source(std::move(name)),
        document(parse_json(text, source)),
        root(checked(document, source)),
        session{read_setup(root.field("start")), {}, read_steps(root.field("steps"))},
        changes(root.field("changes").list()),
        now(root.field("start").value()),
        scene({{"scene", std::exchange(now["scene"], nullptr)}}),
        body(session.start.scene),
        budget(root),
        bodies(static_cast<std::size_t>(std::ranges::count_if(changes, changes_body))) {}

  static JsonNode checked(const json& document, const std::string& source) {
    JsonNode root(document, source);
    root.expect_fields({"format", "version", "program", "steps", "start", "changes"});
    root.expect_format("iklab-session");
    return root;
  }

  void read(const JsonNode& change) {
    change.expect_fields({"step", "gesture", "patch"});
    const JsonNode when = change.field("step");
    const long next = read_steps(when);
    if (next < step || next > session.steps) {
      when.fail("expected a step between the change before it and the end");
    }
    step = next;
    const bool other_body = apply_patch(change.field("patch"), now, scene, budget);
    const std::string place = source + ": the setup of step " + std::to_string(step);
    if (other_body) body = bodies.read(JsonNode(scene, place).field("scene"), change, body);
    const JsonNode setup(now, place);
    if (!setup.field("scene").is_null()) change.fail("not a patch of the setup before it");
    session.changes.push_back({step, read_setup(setup, body), read_gesture(change)});
    session.changes.back().setup.opened = session.start.opened;
    budget.spend(numbers_in(session.changes.back().setup));
  }

  std::string source;
  json document;
  JsonNode root;
  SavedSession session;
  std::vector<JsonNode> changes;
  // the present setup without its scene, which may be large, and which few changes touch
  json now, scene;
  std::shared_ptr<const lab::Scene> body;
  SessionBudget budget;
  SessionBodies bodies;
  long step = 0;
};

SessionReader::SessionReader(std::string_view text, const std::string& source)
    : state_(std::make_unique<State>(text, source)) {}
SessionReader::SessionReader(SessionReader&&) noexcept = default;
SessionReader& SessionReader::operator=(SessionReader&&) noexcept = default;
SessionReader::~SessionReader() = default;

double SessionReader::advance(std::size_t changes) {
  State& state = *state_;
  const std::size_t all = state.changes.size();
  for (; changes > 0 && state.session.changes.size() < all; --changes) {
    state.read(state.changes[state.session.changes.size()]);
  }
  const auto done = static_cast<double>(state.session.changes.size());
  return state.session.changes.size() < all ? done / static_cast<double>(all) : 1.0;
}

SavedSession SessionReader::take() { return std::move(state_->session); }

SavedSession parse_session(std::string_view text, const std::string& source) {
  SessionReader reader(text, source);
  reader.advance(std::numeric_limits<std::size_t>::max());
  return reader.take();
}

SavedSession read_session(const std::filesystem::path& path) {
  return parse_session(read_file(path), path.string());
}

bool is_session(std::string_view text) {
  try {
    const json document = parse_json(text, "");
    const JsonNode root(document, "");
    return root.field("format").text() == "iklab-session";
  } catch (const Error&) {
    return false;
  }
}

std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline) {
  return write_numbered(folder, "session", ".json", write_session(session_of(timeline)));
}

}  // namespace io
