#include "io/session_file.h"

#include <cmath>

#include <fmt/format.h>

#include "io/file.h"
#include "io/numbered_files.h"
#include "io/provenance.h"
#include "io/setup_json.h"

namespace io {
namespace {

using nlohmann::json;

constexpr double kMostSteps = 1e9;  // a typing error is not to look like a hang

long read_steps(const JsonNode& node) {
  const double steps = node.number();
  if (!(steps >= 0.0 && steps <= kMostSteps && steps == std::floor(steps))) {
    node.fail("expected a whole number of at least 0");
  }
  return static_cast<long>(steps);
}

json patched(const json& before, const JsonNode& patch) {
  try {
    return before.patch(patch.value());
  } catch (const json::exception& error) {
    patch.fail(std::string("not a patch of the setup before it: ") + error.what());
  }
}

}  // namespace

SavedSession session_of(const lab::Timeline& timeline) {
  return {timeline.initial(), timeline.changes(), timeline.last()};
}

std::string write_session(const SavedSession& session) {
  json before = setup_json(session.start);
  const json scene = before["scene"];
  std::string text = fmt::format(
      "{{\n  \"format\": \"iklab-session\", \"version\": 1, \"program\": \"{}\",\n"
      "  \"steps\": {},\n  \"start\": {},\n  \"changes\": [",
      program_name(), session.steps, before.dump());
  const char* comma = "";
  for (const lab::SetupChange& change : session.changes) {
    const json now = setup_json(change.setup, &scene);
    text += fmt::format("{}\n    {{\"step\": {}, \"patch\": {}}}", comma, change.step,
                        json::diff(before, now).dump());
    before = now;
    comma = ",";
  }
  return text + "\n  ]\n}\n";
}

SavedSession parse_session(std::string_view text, const std::string& source) {
  const json document = parse_json(text, source);
  const JsonNode root(document, source);
  root.expect_fields({"format", "version", "program", "steps", "start", "changes"});
  if (root.field("format").text() != "iklab-session") {
    root.field("format").fail("expected \"iklab-session\"");
  }
  if (root.field("version").number() != 1.0) root.field("version").fail("expected 1");
  SavedSession session;
  session.steps = read_steps(root.field("steps"));
  session.start = read_setup(root.field("start"));
  const JsonNode changes = root.field("changes");
  if (!changes.value().is_array()) changes.fail("expected a list");
  if (changes.value().empty()) return session;
  json now = document["start"];
  long step = 0;
  for (const JsonNode& change : changes.items()) {
    change.expect_fields({"step", "patch"});
    const JsonNode when = change.field("step");
    const long next = read_steps(when);
    if (next < step || next > session.steps) {
      when.fail("expected a step between the change before it and the end");
    }
    step = next;
    now = patched(now, change.field("patch"));
    if (now["scene"] != document["start"]["scene"]) change.fail("a session has one scene");
    const std::string place = source + ": the setup of step " + std::to_string(step);
    lab::Setup setup = read_setup(JsonNode(now, place), session.start.scene);
    session.changes.push_back({step, std::move(setup)});
  }
  return session;
}

SavedSession read_session(const std::filesystem::path& path) {
  return parse_session(read_file(path), path.string());
}

bool is_session(const std::filesystem::path& path) {
  try {
    const json document = parse_json(read_file(path), path.string());
    return document.is_object() && document.value("format", "") == "iklab-session";
  } catch (const std::exception&) {
    return false;
  }
}

lab::Timeline replay(const SavedSession& session) {
  lab::Timeline timeline(session.start);
  auto change = session.changes.begin();
  for (long step = 0;; ++step) {
    for (; change != session.changes.end() && change->step == step; ++change) {
      timeline.apply(change->setup);
    }
    if (step == session.steps) return timeline;
    timeline.step();
  }
}

std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline) {
  const std::string text = write_session(session_of(timeline));
  return write_numbered(folder, "session", ".json",
                        [&text](const auto& path) { write_file(path, text); });
}

}  // namespace io
