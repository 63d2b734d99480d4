#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

namespace io {

/// The JSON value of a text.
/// \param source names the text in messages
/// \throws Error for what is not JSON, a field that stands twice, a number beyond double
nlohmann::json parse_json(std::string_view text, const std::string& source);

/// A value in a JSON document that knows its place, so that whatever is wrong with it can be said
/// as "arm.json: joints[1].axis: expected 3 numbers". Refers to the document and to its name.
/// All of it throws Error.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, const std::string& source)
      : JsonNode(value, source, std::string()) {}

  [[noreturn]] void fail(const std::string& message) const;

  const nlohmann::json& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }

  /// Makes sure that this is an object without other fields than these.
  void expect_fields(const std::vector<std::string_view>& names) const;
  JsonNode field(const char* name) const;
  std::optional<JsonNode> find(const char* name) const;  ///< empty if it is not there
  std::vector<std::pair<std::string, JsonNode>> fields() const;

  /// The elements of an array that has at least one.
  std::vector<JsonNode> items() const;

  double number() const;
  bool boolean() const;
  std::string text() const;
  std::string name() const;  ///< a text that is not empty
  Eigen::Vector3d vector() const;

  double number_or(const char* name, double otherwise) const;
  std::string text_or(const char* name, const std::string& otherwise) const;

 private:
  JsonNode(const nlohmann::json& value, const std::string& source, std::string place)
      : value_(&value), source_(&source), place_(std::move(place)) {}
  JsonNode child(const std::string& name, const nlohmann::json& value) const;

  const nlohmann::json* value_;
  const std::string* source_;
  std::string place_;
};

}  // namespace io
