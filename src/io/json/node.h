#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

namespace io {

/// Limits of all JSON input, docs/formats.md.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxJsonLevels = 64;  ///< values may be nested so deeply
inline constexpr std::size_t kMaxJsonValues = 4'000'000;

/// Parses a JSON text. The nesting is limited, so recursion over the value is safe.
/// \param source name of the text in messages
/// \throws Error if the text is not JSON, a field appears twice, a number is out of double's range,
///   or a limit above is exceeded
nlohmann::json parse_json(std::string_view text, const std::string& source);

/// The size of a value.
struct JsonSize {
  std::size_t levels = 0;  ///< how deeply values are nested
  std::size_t values = 0;  ///< number of values, including this one
  std::size_t bytes = 0;   ///< all texts and names together
};
JsonSize size_of(const nlohmann::json& value);

/// A value in a JSON document, with its path for messages such as
/// "arm.json: joints[1].axis: expected 3 numbers". Keeps references to the document and its name.
/// All functions throw Error.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, const std::string& source)
      : JsonNode(value, source, std::string()) {}

  [[noreturn]] void fail(const std::string& message) const;

  const nlohmann::json& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }

  /// Checks that this is an object with no other fields than these.
  void expect_fields(const std::vector<std::string_view>& names) const;
  /// Checks the field "format", which tells what the file is, then that there are no other fields
  /// than these, and that "version" is 1.
  void expect_format(const std::string& format, const std::vector<std::string_view>& names) const;
  JsonNode field(const char* name) const;
  std::optional<JsonNode> find(const char* name) const;  ///< empty if the field is missing
  std::vector<std::pair<std::string, JsonNode>> fields() const;

  /// The elements of an array.
  std::vector<JsonNode> list() const;
  /// The elements of a non-empty array.
  std::vector<JsonNode> items() const;

  double number() const;
  double positive() const;                  ///< a number above 0
  double non_negative() const;              ///< a number of at least 0
  long count(long least, long most) const;  ///< a whole number
  bool boolean() const;
  std::string text() const;
  std::string line() const;  ///< a text without control characters
  std::string name() const;  ///< a non-empty text without control characters
  /// The index of the text in `names`.
  std::size_t choice(std::span<const char* const> names) const;
  Eigen::Vector3d vector() const;

  double number_or(const char* name, double otherwise) const;
  double non_negative_or(const char* name, double otherwise) const;

 private:
  JsonNode(const nlohmann::json& value, const std::string& source, std::string place)
      : value_(&value), source_(&source), place_(std::move(place)) {}
  JsonNode child(const std::string& name, const nlohmann::json& value) const;

  const nlohmann::json* value_;
  const std::string* source_;
  std::string place_;
};

}  // namespace io
