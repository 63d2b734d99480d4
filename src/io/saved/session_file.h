#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "io/json/node.h"
#include "lab/run/timeline.h"
#include "lab/scene/scene.h"

namespace io {

/// A run that can be repeated bit for bit: the initial setup, and every change with its step.
struct SavedSession {
  lab::Setup start;
  std::vector<lab::SetupChange> changes;  ///< in ascending order of steps
  long steps = 0;                         ///< the whole run's
  /// Current step of the run; empty if only the whole run matters.
  std::optional<long> now = {};
  /// Other branches of the run, each with all of its changes from step 0.
  std::vector<lab::Branch> branches = {};
};

/// The current branch of a run.
SavedSession session_of(const lab::Timeline& timeline);
/// The whole run, with its current step and all branches.
SavedSession whole_session_of(const lab::Timeline& timeline);

/// The text of a session file, docs/formats.md.
/// \throws Error if the text is too large to be read again
std::string write_session(const SavedSession& session);

/// Writes a session incrementally: a session with many changes takes seconds.
class SessionWriter {
 public:
  explicit SessionWriter(SavedSession session);
  SessionWriter(SessionWriter&&) noexcept;
  SessionWriter& operator=(SessionWriter&&) noexcept;
  ~SessionWriter();

  /// Writes up to this number of changes.
  /// \returns the finished fraction; 1 at the end
  /// \throws Error as write_session()
  double advance(std::size_t changes);
  /// Returns the text; call it once. \pre advance() has returned 1
  std::string take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads a session incrementally: a session with large setups takes seconds.
class SessionReader {
 public:
  /// Parses the text and reads the initial setup.
  /// \param source name of the text in messages
  /// \throws Error naming the source and the error's place
  SessionReader(std::string_view text, const std::string& source);
  SessionReader(SessionReader&&) noexcept;
  SessionReader& operator=(SessionReader&&) noexcept;
  ~SessionReader();

  /// Reads up to this number of changes.
  /// \returns the finished fraction; 1 at the end
  /// \throws Error as the constructor
  double advance(std::size_t changes);
  /// Returns the session; call it once. \pre advance() has returned 1
  SavedSession take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// \param source name of the text in messages
/// \throws Error naming the source and the error's place
SavedSession parse_session(std::string_view text, const std::string& source);
SavedSession read_session(const std::filesystem::path& path);

/// Whether the text is JSON with a session's "format".
bool is_session(std::string_view text);

/// Saves the timeline's session under the free name session-NUMBER.json, see write_numbered().
/// \returns the path
/// \throws Error, WriteError naming the folder or the file
std::filesystem::path save_session(const std::filesystem::path& folder,
                                   const lab::Timeline& timeline);

/// Limits the memory for a session: every change makes a whole setup, and a patch operation may
/// copy large values. Dragging a target for an hour uses half of the limit.
class SessionBudget {
 public:
  /// \param root of the file, for messages
  explicit SessionBudget(const JsonNode& root) : root_(&root) {}
  /// \param count number of numbers and texts
  /// \throws Error beyond the limit
  void spend(std::size_t count);

 private:
  const JsonNode* root_;
  std::size_t spent_ = 0;
};

/// Cost of a JSON value: its number of values plus a cost for the length of texts.
std::size_t weight_of(const JsonSize& size);
/// Cost of a scene's JSON. \param named the scene, if the JSON is only a built-in scene's name
std::size_t weight_of_scene(const nlohmann::json& scene, const lab::Scene* named);

/// Limits the total cost of scenes made by body changes. The remaining changes are assumed to cost
/// as much as the current one, so that a file with too many is refused at the first one.
class BodyBudget {
 public:
  static constexpr const char* kExceeded = "too large: the body changes too often for its size";

  /// \param changes number of changes of the body
  explicit BodyBudget(std::size_t changes) : left_(changes) {}
  /// \returns false beyond the limit
  bool spend(std::size_t weight);

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
                                         const std::shared_ptr<const lab::Scene>& before);

 private:
  struct Known {
    std::shared_ptr<const lab::Scene> scene;
    std::size_t weight = 0;
  };
  std::map<std::string, Known> known_;  // by text
  BodyBudget budget_;
};

}  // namespace io
