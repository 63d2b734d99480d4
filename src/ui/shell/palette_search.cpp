#include "ui/shell/palette_search.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "ui/kit/text.h"

namespace ui {
namespace {

using Words = std::vector<std::string>;

Words split(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

/// The words of a text in lower case, without signs; points inside numbers stay.
Words words_of(std::string_view text) {
  std::string plain = lower(text);
  for (const std::string_view sign : {"–", "—", "−", "…", "→", "←"}) {
    for (std::size_t at = 0; (at = plain.find(sign, at)) != std::string::npos;) {
      plain.replace(at, sign.size(), 1, ' ');
    }
  }
  std::ranges::replace_if(
      plain, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0 && c != '.'; }, ' ');
  Words words = split(plain);
  for (std::string& word : words) {
    if (word.ends_with('.')) word.pop_back();
  }
  std::erase(words, "");
  return words;
}

bool begins_with(const Words& words, const Words& typed) {
  if (words.size() < typed.size() || typed.empty()) return false;
  const auto last = static_cast<std::ptrdiff_t>(typed.size()) - 1;
  return std::equal(typed.begin(), typed.begin() + last, words.begin()) &&
         words[static_cast<std::size_t>(last)].starts_with(typed.back());
}

bool begins_one(const Words& words, const std::string& typed) {
  return std::ranges::any_of(words,
                             [&typed](const std::string& word) { return word.starts_with(typed); });
}

bool has_all(const Words& words, const Words& typed) {
  return !typed.empty() &&
         std::ranges::all_of(typed, [&words](const auto& word) { return begins_one(words, word); });
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The synonym with the best fit.
Found find_synonym(std::string_view synonyms, const Words& named, const Words& typed) {
  Found found;
  std::istringstream stream{std::string(synonyms)};
  for (std::string synonym; std::getline(stream >> std::ws, synonym, ',');) {
    const Words words = words_of(synonym);
    if (words == typed) return {Fit::kSynonym, synonym};
    if (found.fit == Fit::kNone && has_all(joined(words, named), typed)) {
      found = {Fit::kPartOfSynonym, synonym};
    }
  }
  return found;
}

Found find_in_description(std::string_view description, const Words& named, const Words& typed) {
  const Words words = words_of(description);
  if (!has_all(joined(words, named), typed)) return {};
  const auto meant = std::ranges::find_if(words, [&typed](const std::string& word) {
    return std::ranges::any_of(typed, [&](const auto& part) { return word.starts_with(part); });
  });
  return meant == words.end() ? Found{} : Found{Fit::kDescription, *meant};
}

}  // namespace

bool is_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

std::string with_decimal_points(std::string text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) text[i] = '.';
  }
  return text;
}

bool same_words(std::string_view a, std::string_view b) {
  const Words words = words_of(a);
  return !words.empty() && words == words_of(b);
}

Found find(const Searchable& row, std::string_view text) {
  const Words typed = words_of(text);
  if (split(std::string(text)).empty()) return {Fit::kExact, {}};
  const Words name = words_of(row.name), id = words_of(row.keys);
  const std::size_t colon = row.name.find(": ");
  const Words own = colon == std::string_view::npos ? name : words_of(row.name.substr(colon + 2));
  if (!typed.empty()) {
    if (typed == name || typed == own || typed == id) return {Fit::kExact, {}};
    if (begins_with(name, typed) || begins_with(own, typed) || begins_with(id, typed)) {
      return {Fit::kPrefix, {}};
    }
    const Words named = joined(name, id);
    if (has_all(named, typed)) return {Fit::kWords, {}};
    if (Found found = find_synonym(row.synonyms, named, typed); found.fit != Fit::kNone) {
      return found;
    }
    if (Found found = find_in_description(row.description, named, typed); found.fit != Fit::kNone) {
      return found;
    }
  }
  const bool inside =
      matches(std::string(row.name) + " " + std::string(row.keys), std::string(text));
  return {inside ? Fit::kInside : Fit::kNone, {}};
}

}  // namespace ui
