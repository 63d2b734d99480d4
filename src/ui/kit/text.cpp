#include "ui/kit/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <sstream>

#include "ui/kit/theme.h"

namespace ui {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool matches(const std::string& text, const std::string& filter) {
  const std::string where = lower(text);
  std::istringstream words(lower(filter));
  for (std::string word; words >> word;) {
    if (where.find(word) == std::string::npos) return false;
  }
  return true;
}

std::string listed(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  }
  return text;
}

std::string format(const char* pattern, ...) {
  std::va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  // most texts are short: only a long one is written twice
  std::array<char, 128> brief;
  const auto size =
      static_cast<std::size_t>(std::vsnprintf(brief.data(), brief.size(), pattern, arguments));
  std::string text(brief.data(), std::min(size, brief.size() - 1));
  if (size >= brief.size()) {
    text.resize(size);
    std::vsnprintf(text.data(), size + 1, pattern, again);
  }
  va_end(again);
  va_end(arguments);
  return text;
}

void write(ImDrawList& list, const ImFont* font, ImVec2 at, ImVec4 color, std::string_view text) {
  list.AddText(font, line_height(font), at, packed(color), text.data(), text.data() + text.size());
}

void write_before(ImDrawList& list, const ImFont* font, ImVec2 end, ImVec4 color,
                  const std::string& text) {
  write(list, font, {end.x - text_width(font, text.c_str()), end.y}, color, text);
}

void text_within(ImDrawList& list, ImVec2 at, float width, std::string_view text, ImVec4 color) {
  if (width <= 0.0F) return;
  list.AddText(at, ImGui::GetColorU32(color), shortened(text, width, ImGui::GetFont()).c_str());
}

std::string shortened(std::string_view text, float width, const ImFont* font) {
  // a character of UTF-8 goes on in bytes 10xxxxxx
  const auto goes_on = [text](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) >> 6) == 2;
  };
  std::string all(text);
  // [0, left) and [right, size) are kept, and one character goes from each in turn
  std::size_t left = text.size() / 2;
  while (goes_on(left)) ++left;
  std::size_t right = left;
  while (text_width(font, all.c_str()) > width && right - left < text.size()) {
    const bool from_left = left > text.size() - right;
    do {
      from_left ? --left : ++right;
    } while (goes_on(from_left ? left : right));
    std::string_view begin = text.substr(0, left), end = text.substr(right);
    while (begin.ends_with(' ')) begin.remove_suffix(1);
    while (end.starts_with(' ')) end.remove_prefix(1);
    all = std::string(begin) + "…" + std::string(end);
  }
  return all;
}

std::string shortened_path(std::string_view text, float width, const ImFont* font) {
  const auto fits = [&](const std::string& words) {
    return text_width(font, words.c_str()) <= width;
  };
  std::string all(text);
  // the path begins with its first slash, or with "~/" or a drive, and ends before the next
  // sentence
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || fits(all)) return shortened(text, width, font);
  const std::size_t space = text.rfind(' ', slash);
  const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
  const std::size_t end = std::min(text.find(". ", slash), text.size());
  const std::string before(text.substr(0, begin)), after(text.substr(end));
  const std::string path(text.substr(begin, end - begin));
  const std::size_t name = path.rfind('/');
  // as many whole folders of the beginning as fit
  for (std::size_t kept = path.rfind('/', name - 1); kept != std::string::npos && name > 0;
       kept = kept > 0 ? path.rfind('/', kept - 1) : std::string::npos) {
    all = before + path.substr(0, kept + 1) + "…" + path.substr(name) + after;
    if (fits(all)) return all;
  }
  all = before + "…" + path.substr(name) + after;
  return fits(all) ? all : shortened(text, width, font);
}

void colored(ImVec4 color, std::string_view text, ImFont* font) {
  const auto scope = in_font(font == nullptr ? ImGui::GetFont() : font);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

std::string lines_within(std::string_view text, float width) {
  const float space = ImGui::CalcTextSize(" ").x;
  std::string lines;
  float used = 0.0F;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    const auto width_of = [](std::string_view part) {
      return ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    };
    if (used > 0.0F) {
      const bool fits = used + space + width_of(word) <= width;
      lines += fits ? ' ' : '\n';
      used = fits ? used + space : 0.0F;
    }
    // a word that is wider than a line breaks, too
    while (used == 0.0F && width_of(word) > width) {
      const char* end = nullptr;
      ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), width, 0.0F, word.data(),
                                      word.data() + word.size(), &end);
      const auto first = static_cast<std::size_t>(end - word.data());
      if (first == 0 || first == word.size()) break;
      lines.append(word.substr(0, first)) += '\n';
      word.remove_prefix(first);
    }
    lines += word;
    used += width_of(word);
    if (text.starts_with('\n')) {
      lines += '\n';
      used = 0.0F;
    }
    text.remove_prefix(std::min<std::size_t>(text.size(), 1));
  }
  return lines;
}

float longest_line() { return 40.0F * ImGui::GetFontSize(); }

void paragraph(ImVec4 color, std::string_view text, ImFont* font) {
  const auto scope = in_font(font == nullptr ? ImGui::GetFont() : font);
  const float width = std::min(ImGui::GetContentRegionAvail().x, longest_line());
  colored(color, lines_within(text, width));
}

}  // namespace ui
