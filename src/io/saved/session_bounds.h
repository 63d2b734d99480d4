#pragma once

#include <map>
#include <memory>
#include <string>

#include "io/json/node.h"
#include "lab/scene/scene.h"

namespace io {

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
