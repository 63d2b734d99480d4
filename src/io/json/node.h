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

/// Bounds of every JSON that is read, docs/formats.md.
inline constexpr std::size_t kMostJsonBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostJsonLevels = 64;  ///< of lists and objects in each other
inline constexpr std::size_t kMostJsonValues = 4'000'000;

/// The JSON value of a text. Nothing recurses before it is known not to be nested too deeply.
/// \param source names the text in messages
/// \throws Error for what is not JSON, a field that appears twice, a number beyond double, and what
/// is beyond the bounds above
nlohmann::json parse_json(std::string_view text, const std::string& source);

/// How large a value is.
struct JsonSize {
  std::size_t levels = 0;  ///< of lists and objects in each other
  std::size_t values = 0;  ///< all that are in it, and itself
  std::size_t bytes = 0;   ///< of all texts and names
};
JsonSize size_of(const nlohmann::json& value);

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
  long count(long least, long most) const;  ///< a whole number
  bool boolean() const;
  std::string text() const;
  std::string line() const;  ///< a text without control characters
  std::string name() const;  ///< likewise, and not empty
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
