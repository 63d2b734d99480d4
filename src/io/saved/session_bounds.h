#pragma once

#include <map>
#include <memory>
#include <string>

#include "io/json/node.h"
#include "lab/scene/scene.h"

namespace io {

/// Limits the memory for a session: every change makes a whole setup, and an operation of a patch
/// may copy large values. To drag a target for an hour takes half of it.
class SessionBudget {
 public:
  /// \param root of the file, for messages
  explicit SessionBudget(const JsonNode& root) : root_(&root) {}
  /// \param count of numbers and texts \throws Error beyond the limit
  void spend(std::size_t count);

 private:
  const JsonNode* root_;
  std::size_t spent_ = 0;
};

/// How much a value takes: its values, and its texts by their length.
std::size_t weight_of(const JsonSize& size);
/// The weight of a scene's JSON. \param named the scene, if the JSON is the name of a built-in one
std::size_t weight_of_scene(const nlohmann::json& scene, const lab::Scene* named);

/// Limits the scenes that changes of the body make. The changes that are left count as if they made
/// scenes of the same weight: a file with too many is refused at the first of them.
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

/// The scenes of a session. Changes that are undone lead to texts that were read before.
class SessionBodies {
 public:
  /// \param changes number of changes of the body
  explicit SessionBodies(std::size_t changes) : budget_(changes) {}

  /// The scene of another body.
  /// \param node   of the scene, the name of a built-in one or a document
  /// \param change for messages
  /// \param before the body before it: the other is another object, even if its text is the same
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
