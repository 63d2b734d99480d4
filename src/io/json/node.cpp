#include "io/json/node.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "io/files/text.h"

namespace io {
namespace {

using nlohmann::json;

[[noreturn]] void fail_at(const std::string& source, const std::string& place,
                          const std::string& message) {
  throw Error(printable(source + ": " + (place.empty() ? "" : place + ": ") + message));
}

std::string in_brackets(std::size_t index) { return concat("[", index, "]"); }

/// Follows the parser through the document: the current path, and the names in each object.
class Trail {
 public:
  explicit Trail(const std::string& source) : source_(&source) {}

  bool follow(json::parse_event_t event, const json& parsed) {
    switch (event) {
      case json::parse_event_t::object_start:
        enter({.is_array = false});
        break;
      case json::parse_event_t::array_start:
        enter({.is_array = true});
        break;
      case json::parse_event_t::key:
        levels_.back().key = parsed.get<std::string>();
        if (!levels_.back().seen.insert(levels_.back().key).second) {
          fail_at(*source_, place(), "the field appears twice");
        }
        break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end:
        levels_.pop_back();
        [[fallthrough]];
      case json::parse_event_t::value:
        if (!levels_.empty()) ++levels_.back().index;
        if (++values_ > kMaxJsonValues) {
          fail_at(*source_, "", concat("too large: more than ", kMaxJsonValues, " values"));
        }
        break;
    }
    return true;
  }

  std::string place() const {
    std::string text;
    for (const Level& level : levels_) {
      text += level.is_array ? in_brackets(level.index) : (text.empty() ? "" : ".") + level.key;
    }
    return text;
  }

 private:
  struct Level {
    bool is_array;
    std::size_t index = 0;
    std::string key = {};
    std::set<std::string> seen = {};
  };
  void enter(Level level) {
    if (levels_.size() == kMaxJsonLevels) {
      fail_at(*source_, levels_.front().is_array ? "" : levels_.front().key,
              concat("nested deeper than ", kMaxJsonLevels, " levels"));
    }
    levels_.push_back(std::move(level));
  }

  const std::string* source_;
  std::vector<Level> levels_;
  std::size_t values_ = 0;
};

/// Shortens nlohmann's "[json.exception.parse_error.101] parse error at line 3, column 7: syntax
/// error ..." to "line 3, column 7: syntax error ...".
std::string without_prefix(const std::string& message) {
  constexpr std::string_view kPrefix = "parse error at ";
  const std::size_t at = message.find(kPrefix);
  return at == std::string::npos ? message : message.substr(at + kPrefix.size());
}

void add_size(const json& value, std::size_t level, JsonSize& size) {
  ++size.values;
  if (value.is_string()) size.bytes += value.get_ref<const std::string&>().size();
  if (!value.is_structured()) return;
  size.levels = std::max(size.levels, level);
  if (value.is_array()) {
    for (const json& child : value) add_size(child, level + 1, size);
    return;
  }
  for (const auto& [name, child] : value.get_ref<const json::object_t&>()) {
    size.bytes += name.size();
    add_size(child, level + 1, size);
  }
}

}  // namespace

json parse_json(std::string_view text, const std::string& source) {
  if (text.size() > kMaxJsonBytes) {
    fail_at(source, "", concat("too large: more than ", kMaxJsonBytes >> 20, " MiB"));
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail_at(source, "", "not JSON: there is nothing in it");
  }
  // the parser would treat a NUL as the end of the text
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    fail_at(source, "", concat("not JSON: a NUL as byte ", nul + 1));
  }
  Trail trail(source);
  try {
    return json::parse(text, [&trail](int, json::parse_event_t event, json& parsed) {
      return trail.follow(event, parsed);
    });
  } catch (const json::parse_error& error) {
    fail_at(source, "", "not JSON: " + without_prefix(error.what()));
  } catch (const json::out_of_range&) {
    fail_at(source, trail.place(), "the number is out of range");
  }
}

JsonSize size_of(const json& value) {
  JsonSize size;
  add_size(value, 1, size);
  return size;
}

void JsonNode::fail(const std::string& message) const { fail_at(*source_, place_, message); }

JsonNode JsonNode::child(const std::string& name, const json& value) const {
  return {value, *source_, place_.empty() ? name : place_ + "." + name};
}

void JsonNode::expect_fields(const std::vector<std::string_view>& names) const {
  for (const auto& [name, node] : fields()) {
    if (std::ranges::find(names, name) == names.end()) node.fail("unknown field");
  }
}

void JsonNode::expect_format(const std::string& format,
                             const std::vector<std::string_view>& names) const {
  const auto given = find("format");
  if (given && given->text() != format) given->fail("expected \"" + format + "\"");
  expect_fields(names);
  field("format");
  if (field("version").number() != 1.0) field("version").fail("expected 1");
}

JsonNode JsonNode::field(const char* name) const {
  if (const auto found = find(name)) return *found;
  child(name, *value_).fail("missing");
}

std::optional<JsonNode> JsonNode::find(const char* name) const {
  if (!value_->is_object()) fail("expected an object");
  const auto found = value_->find(name);
  if (found == value_->end()) return std::nullopt;
  return child(name, *found);
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::fields() const {
  if (!value_->is_object()) fail("expected an object");
  std::vector<std::pair<std::string, JsonNode>> result;
  for (const auto& [name, value] : value_->items()) result.emplace_back(name, child(name, value));
  return result;
}

std::vector<JsonNode> JsonNode::list() const {
  if (!value_->is_array()) fail("expected a list");
  std::vector<JsonNode> result;
  for (const json& value : *value_) {
    result.push_back({value, *source_, place_ + in_brackets(result.size())});
  }
  return result;
}

std::vector<JsonNode> JsonNode::items() const {
  std::vector<JsonNode> result = list();
  if (result.empty()) fail("expected at least one entry");
  return result;
}

double JsonNode::number() const {
  if (!value_->is_number()) fail("expected a number");
  return value_->get<double>();
}

double JsonNode::positive() const {
  if (!(number() > 0.0)) fail("expected a number above 0");
  return number();
}

double JsonNode::non_negative() const {
  if (!(number() >= 0.0)) fail("expected a number of at least 0");
  return number();
}

long JsonNode::count(long least, long most) const {
  const double value = number();
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) ||
      value != std::floor(value)) {
    fail(concat("expected a whole number from ", least, " to ", most));
  }
  return static_cast<long>(value);
}

bool JsonNode::boolean() const {
  if (!value_->is_boolean()) fail("expected true or false");
  return value_->get<bool>();
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail("expected a text");
  return value_->get<std::string>();
}

std::string JsonNode::line() const {
  std::string line = text();
  if (has_control(line)) fail("a name may hold no control character");
  return line;
}

std::string JsonNode::name() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) {
    fail("expected a name");
  }
  return line();
}

std::size_t JsonNode::choice(std::span<const char* const> names) const {
  const std::string word = text();
  std::string expected = "expected ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (word == names[i]) return i;
    expected += concat(i == 0 ? "" : i + 1 < names.size() ? ", " : " or ", names[i]);
  }
  fail(expected);
}

Eigen::Vector3d JsonNode::vector() const {
  const auto is_number = [](const json& entry) { return entry.is_number(); };
  if (!value_->is_array() || value_->size() != 3 ||
      !std::all_of(value_->begin(), value_->end(), is_number)) {
    fail("expected 3 numbers");
  }
  return {(*value_)[0].get<double>(), (*value_)[1].get<double>(), (*value_)[2].get<double>()};
}

double JsonNode::number_or(const char* name, double otherwise) const {
  const auto found = find(name);
  return found ? found->number() : otherwise;
}

double JsonNode::non_negative_or(const char* name, double otherwise) const {
  const auto found = find(name);
  return found ? found->non_negative() : otherwise;
}

}  // namespace io
