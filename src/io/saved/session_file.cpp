#include "io/saved/session_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/scene/scene_writer.h"
#include "io/setup/setup_json.h"
#include "lab/run/run.h"

namespace io {
namespace {

using nlohmann::json;

/// Cost of a JSON value: its number of values plus a cost for the length of texts.
std::size_t weight_of(const JsonSize& size) {
  constexpr std::size_t kBytes = 16;  // bytes that cost as much as a number
  return size.values + size.bytes / kBytes;
}

/// Cost of a scene's JSON. \param named the scene, if the JSON is only a built-in scene's name
std::size_t weight_of_scene(const json& scene, const lab::Scene* named) {
  const bool by_name = scene.is_string() && named != nullptr;
  return weight_of(size_of(by_name ? json::parse(write_scene(*named)) : scene));
}

}  // namespace

/// Limits the memory for a session: every change makes a whole setup, and a patch operation may
/// copy large values. Dragging a target for an hour uses half of the limit.
class SessionBudget {
 public:
  /// \param root of the file, for messages
  explicit SessionBudget(const JsonNode& root) : root_(&root) {}
  /// \param count number of numbers and texts
  /// \throws Error beyond the limit
  void spend(std::size_t count) {
    constexpr std::size_t kMax = 50'000'000;
    spent_ += count;
    if (spent_ > kMax) root_->fail("too large: too many changes");
  }

 private:
  const JsonNode* root_;
  std::size_t spent_ = 0;
};

/// Limits the total cost of scenes made by body changes. The remaining changes are assumed to cost
/// as much as the current one, so that a file with too many is refused at the first one.
class BodyBudget {
 public:
  static constexpr const char* kExceeded = "too large: the body changes too often for its size";

  /// \param changes number of changes of the body
  explicit BodyBudget(std::size_t changes) : left_(changes) {}
  /// \returns false beyond the limit
  bool spend(std::size_t weight) {
    // allows several hundred changes of a character with 300 hinges, which take seconds to read
    constexpr std::size_t kMax = 4'000'000;
    if (spent_ + weight * left_ > kMax) return false;
    spent_ += weight;
    --left_;
    return true;
  }

 private:
  std::size_t left_, spent_ = 0;
};

/// Memo of a session's scenes by their text: undoing a change leads back to an earlier text.
class SessionBodies {
 public:
  /// \param changes number of changes of the body
  explicit SessionBodies(std::size_t changes) : budget_(changes) {}

  /// The scene after a change of the body.
  /// \param node   the scene: a built-in name or a document
  /// \param change for messages
  /// \param before the scene before the change; the result is another object even for the same text
  /// \throws Error beyond the limit, or as read_setup_scene()
  std::shared_ptr<const lab::Scene> read(const JsonNode& node, const JsonNode& change,
                                         const std::shared_ptr<const lab::Scene>& before) {
    Known& known = known_[node.value().dump()];
    if (!known.scene && node.value().is_string()) known.scene = read_setup_scene(node);
    if (known.weight == 0) known.weight = weight_of_scene(node.value(), known.scene.get());
    if (!budget_.spend(known.weight)) change.fail(BodyBudget::kExceeded);
    if (!known.scene) known.scene = read_setup_scene(node);
    if (known.scene == before) return std::make_shared<const lab::Scene>(*before);
    return known.scene;
  }

 private:
  struct Known {
    std::shared_ptr<const lab::Scene> scene;
    std::size_t weight = 0;
  };
  std::map<std::string, Known> known_;  // by text
  BodyBudget budget_;
};

namespace {

/// Reads the gesture of a change and maps it to a number that no gesture in the window has.
long read_gesture(const JsonNode& change) {
  constexpr long kFirst = -2;  // the window uses -1 and above
  const auto gesture = change.find("gesture");
  return gesture ? kFirst - gesture->count(0, lab::kMaxRunSteps) : 0;
}

long read_steps(const JsonNode& node) { return node.count(0, lab::kMaxRunSteps); }

/// Counts the numbers in a setup; its text leaves some of them out.
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

/// Whether an operation's path leads into a number or a text. The library does not check this.
bool leads_into_value(const json& operation, const json& setup) {
  const auto path = operation.find("path");
  if (path == operation.end() || !path->is_string()) return false;  // the library reports it
  const json::json_pointer parent = json::json_pointer(path->get<std::string>()).parent_pointer();
  if (!setup.contains(parent)) return false;  // the library reports it
  const json& value = setup.at(parent);
  return !value.is_structured() && !value.is_null();
}

/// Limits for a setup after a patch, without its scene. The window makes some hundreds of values.
constexpr std::size_t kMaxValues = 500'000;
constexpr std::size_t kMaxWords = std::size_t{8} << 20;

/// Whether an operation's path leads into the scene.
bool changes_scene(const json& operation) {
  if (!operation.is_object()) return false;
  const auto path = operation.find("path");
  if (path == operation.end() || !path->is_string()) return false;
  const std::string text = path->get<std::string>();
  return text == "/scene" || text.starts_with("/scene/");
}

/// Applies a patch operation by operation, to check the size after each one.
/// \param all_but_scene the setup; its scene is null
/// \param scene an object that holds only the scene
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
    if (size.levels > kMaxJsonLevels || size.values > kMaxValues || size.bytes > kMaxWords) {
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

/// Number of changes of the body in a branch.
std::size_t bodies_in(const lab::Setup& start, const std::vector<lab::SetupChange>& changes) {
  std::size_t bodies = 0;
  const lab::Scene* body = start.scene.get();
  for (const lab::SetupChange& change : changes) {
    bodies += change.setup.scene.get() != body ? 1U : 0U;
    body = change.setup.scene.get();
  }
  return bodies;
}

/// Number of changes of the body in all branches.
std::size_t bodies_in(const SavedSession& session) {
  std::size_t bodies = bodies_in(session.start, session.changes);
  for (const lab::Branch& branch : session.branches) {
    bodies += bodies_in(session.start, branch.changes);
  }
  return bodies;
}

namespace fs = std::filesystem;

constexpr const char* kLockSuffix = ".window";  ///< suffix of the lock file

/// The session file of a lock file.
fs::path file_beside(const fs::path& lock) {
  return fs::path(lock).replace_extension(".kept.json");
}

}  // namespace

SavedSession session_of(const lab::Timeline& timeline) {
  return {timeline.initial(), timeline.changes(), timeline.last()};
}

SavedSession whole_session_of(const lab::Timeline& timeline) {
  SavedSession session = session_of(timeline);
  session.now = timeline.now();
  session.branches = timeline.branches();
  return session;
}

struct SessionWriter::State {
  /// Writes the changes of a branch, one by one.
  class CourseWriter {
   public:
    CourseWriter(json start, const lab::Scene* body) : before_(std::move(start)), body_(body) {}

    /// The line of a change. \throws Error beyond the budget
    std::string line_of(const lab::SetupChange& made, BodyBudget& left) {
      // another scene object is a change of the body, even if its text is the same
      const bool other_body = made.setup.scene.get() != body_;
      body_ = made.setup.scene.get();
      const json now =
          other_body ? setup_json(made.setup) : setup_json(made.setup, &before_.at("scene"));
      if (other_body && !left.spend(weight_of_scene(now.at("scene"), body_))) {
        throw Error(concat("the session is ", BodyBudget::kExceeded));
      }
      json patch = json::diff(before_, now);
      if (other_body && std::ranges::none_of(patch, changes_scene)) {
        patch.push_back({{"op", "replace"}, {"path", "/scene"}, {"value", now.at("scene")}});
      }
      before_ = now;
      std::string gesture;
      if (made.gesture != 0) {
        const auto number = gestures_.try_emplace(made.gesture, gestures_.size() + 1).first;
        gesture = fmt::format("\"gesture\": {}, ", number->second);
      }
      return fmt::format("\n    {{\"step\": {}, {}\"patch\": {}}}", made.step, gesture,
                         patch.dump());
    }

   private:
    json before_;
    const lab::Scene* body_;
    std::map<long, std::size_t> gestures_;  // gesture numbers in the file
  };

  explicit State(SavedSession run) : session(std::move(run)), budget(bodies_in(session)) {
    if (session.steps > lab::kMaxRunSteps) {
      throw Error(
          fmt::format("the run is too long for a session: at most {} steps", lab::kMaxRunSteps));
    }
    start = setup_json(session.start);
    writer.emplace(start, session.start.scene.get());
    text = fmt::format(
        "{{\n  \"format\": \"iklab-session\", \"version\": 1, \"program\": \"{}\",\n"
        "  \"steps\": {},{}\n  \"start\": {},\n  \"changes\": [",
        program_name(), session.steps,
        session.now ? fmt::format(" \"now\": {},", *session.now) : "", start.dump());
  }

  const std::vector<lab::SetupChange>& changes() const {
    return course == 0 ? session.changes : session.branches[course - 1].changes;
  }
  std::size_t courses() const { return 1 + session.branches.size(); }

  /// Ends the current branch and begins the next one.
  void next_course() {
    text += "\n  ]";
    if (course > 0) text += "}";
    ++course;
    change = 0;
    if (course == courses()) {
      text += course > 1 ? "\n  ]\n}\n" : "\n}\n";
      return;
    }
    text +=
        fmt::format("{}\n  {{\"steps\": {}, \"changes\": [",
                    course == 1 ? ",\n  \"branches\": [" : ",", session.branches[course - 1].last);
    writer.emplace(start, session.start.scene.get());
  }

  SavedSession session;
  BodyBudget budget;
  json start;
  std::optional<CourseWriter> writer;
  std::string text;
  std::size_t course = 0, change = 0, written = 0;
};

SessionWriter::SessionWriter(SavedSession session)
    : state_(std::make_shared<State>(std::move(session))) {}

double SessionWriter::advance(std::size_t changes) {
  State& state = *state_;
  std::size_t all = state.session.changes.size();
  for (const lab::Branch& branch : state.session.branches) all += branch.changes.size();
  while (state.course < state.courses()) {
    if (state.change == state.changes().size()) {
      state.next_course();
      continue;
    }
    if (changes-- == 0) return static_cast<double>(state.written) / static_cast<double>(all);
    if (state.change > 0) state.text += ',';
    state.text += state.writer->line_of(state.changes()[state.change], state.budget);
    ++state.change;
    ++state.written;
  }
  return 1.0;
}

std::string SessionWriter::take() { return std::move(state_->text); }

std::string write_session(const SavedSession& session) {
  SessionWriter writer(session);
  writer.advance(std::numeric_limits<std::size_t>::max());
  return writer.take();
}

struct SessionReader::State {
  /// Reads the changes of a branch, one by one.
  class CourseReader {
   public:
    /// \param steps of the branch
    CourseReader(const json& start, std::shared_ptr<const lab::Scene> body, long steps)
        : now_(start),
          scene_({{"scene", std::exchange(now_["scene"], nullptr)}}),
          body_(std::move(body)),
          steps_(steps) {}

    lab::SetupChange read(const JsonNode& node, const std::string& file, SessionBudget& left,
                          SessionBodies& known) {
      node.expect_fields({"step", "gesture", "patch"});
      const JsonNode when = node.field("step");
      const long next = read_steps(when);
      if (next < step_ || next > steps_) {
        when.fail("expected a step between the change before it and the end");
      }
      step_ = next;
      const bool other_body = apply_patch(node.field("patch"), now_, scene_, left);
      const std::string place = file + ": the setup of step " + std::to_string(step_);
      if (other_body) body_ = known.read(JsonNode(scene_, place).field("scene"), node, body_);
      const JsonNode setup(now_, place);
      if (!setup.field("scene").is_null()) node.fail("not a patch of the setup before it");
      lab::SetupChange read{step_, read_setup(setup, body_), read_gesture(node)};
      left.spend(numbers_in(read.setup));
      return read;
    }

   private:
    // the current setup, and separately its scene: the scene may be large, and few changes touch it
    json now_, scene_;
    std::shared_ptr<const lab::Scene> body_;
    long steps_, step_ = 0;
  };

  /// A branch in the file.
  struct CourseNodes {
    long steps;
    std::vector<JsonNode> changes;
  };

  static std::vector<CourseNodes> courses_of(const JsonNode& root) {
    std::vector<CourseNodes> courses = {
        {read_steps(root.field("steps")), root.field("changes").list()}};
    const auto branches = root.find("branches");
    if (!branches) return courses;
    const std::vector<JsonNode> nodes = branches->list();
    if (nodes.size() > lab::Timeline::kMaxBranches) branches->fail("too many branches");
    for (const JsonNode& branch : nodes) {
      branch.expect_fields({"steps", "changes"});
      courses.push_back({read_steps(branch.field("steps")), branch.field("changes").list()});
    }
    return courses;
  }

  State(json parsed, std::string name)
      : source(std::move(name)),
        document(std::move(parsed)),
        root(checked(document, source)),
        session{read_setup(root.field("start")), {}, read_steps(root.field("steps"))},
        courses(courses_of(root)),
        budget(root),
        bodies(bodies_in(courses)) {
    if (const auto now = root.find("now")) session.now = now->count(0, session.steps);
    for (const CourseNodes& one : courses) all += one.changes.size();
    begin_course();
  }

  static JsonNode checked(const json& document, const std::string& source) {
    JsonNode root(document, source);
    root.expect_format("iklab-session", {"format", "version", "program", "steps", "now", "start",
                                         "changes", "branches"});
    return root;
  }

  static std::size_t bodies_in(const std::vector<CourseNodes>& courses) {
    std::ptrdiff_t bodies = 0;
    for (const CourseNodes& course : courses) {
      bodies += std::ranges::count_if(course.changes, changes_body);
    }
    return static_cast<std::size_t>(bodies);
  }

  void begin_course() {
    const long steps = courses[course].steps;
    reader.emplace(root.field("start").value(), session.start.scene, steps);
    if (course > 0) session.branches.push_back({.id = 0, .fork = 0, .last = steps, .changes = {}});
  }

  std::vector<lab::SetupChange>& changes() {
    return course == 0 ? session.changes : session.branches.back().changes;
  }

  void read(const JsonNode& change) {
    changes().push_back(reader->read(change, source, budget, bodies));
    changes().back().setup.opened = session.start.opened;
  }

  std::string source;
  json document;
  JsonNode root;
  SavedSession session;
  std::vector<CourseNodes> courses;
  SessionBudget budget;
  SessionBodies bodies;
  std::optional<CourseReader> reader;
  std::size_t course = 0, all = 0, done = 0;
};

SessionReader::SessionReader(std::string_view text, const std::string& source)
    : state_(std::make_shared<State>(parse_json(text, source), source)) {}

std::optional<SessionReader> SessionReader::find(std::string_view text, const std::string& source) {
  json document;
  try {
    document = parse_json(text, source);
    if (JsonNode(document, source).field("format").text() != "iklab-session") return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
  return SessionReader(std::make_shared<State>(std::move(document), source));
}

double SessionReader::advance(std::size_t changes) {
  State& state = *state_;
  while (true) {
    const std::vector<JsonNode>& nodes = state.courses[state.course].changes;
    const std::size_t read = state.changes().size();
    if (read < nodes.size()) {
      if (changes-- == 0) return static_cast<double>(state.done) / static_cast<double>(state.all);
      state.read(nodes[read]);
      ++state.done;
    } else if (++state.course == state.courses.size()) {
      --state.course;
      return 1.0;
    } else {
      state.begin_course();
    }
  }
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

std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline) {
  return write_numbered(folder, "session", ".json", write_session(session_of(timeline)));
}

void KeptSession::write(std::string_view text) {
  if (text.size() > kMaxBytes) throw Error("it is too long to be read again");
  const std::lock_guard guard(mutex_);
  if (folder_.empty()) return;
  // without a lock another program would take the session of a running window
  if (!lock_) {
    make_folder(folder_);
    lock_.emplace(folder_, kLockSuffix);
  }
  write_file(file_beside(lock_->path()), text, OutputFile::Devices::kRefused);
}

void KeptSession::discard() {
  const std::lock_guard guard(mutex_);
  folder_.clear();
  if (!lock_) return;
  // the session file first: a lock file alone has no effect
  std::error_code ignored;
  fs::remove(file_beside(lock_->path()), ignored);
  lock_->remove();
  lock_.reset();
}

std::vector<fs::path> take_lost_sessions(const fs::path& folder) {
  std::vector<fs::path> locks, files;
  for (const fs::path& path : entries_of(folder)) {
    if (path.extension() == kLockSuffix) locks.push_back(path);
  }
  // by time of writing, for their numbers
  std::ranges::sort(locks, {}, [](const fs::path& lock) {
    std::error_code ignored;
    return fs::last_write_time(file_beside(lock), ignored);
  });
  for (const fs::path& lock : locks) {
    take_lock(lock, [&] {
      std::error_code ignored;
      const fs::path file = file_beside(lock);
      if (!fs::is_regular_file(fs::symlink_status(file, ignored))) return;
      files.push_back(give_number(file, "session", ".json"));
    });
  }
  const auto is_lost_session = [](const std::string& name) {
    return name.starts_with("session-") && name.ends_with(".json");
  };
  if (!files.empty()) keep_newest(folder, kMaxLostSessions, is_lost_session);
  return files;
}

}  // namespace io
