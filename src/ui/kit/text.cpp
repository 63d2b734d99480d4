#include "ui/kit/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <sstream>

#include <imgui_internal.h>

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
  const ImVec2 end{at.x + width, at.y + ImGui::GetFontSize()};
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::RenderTextEllipsis(&list, at, end, end.x, end.x, text.data(), text.data() + text.size(),
                            nullptr);
  ImGui::PopStyleColor();
}

std::string shortened(std::string_view text, float width, const ImFont* font) {
  std::string all(text);
  if (text_width(font, all.c_str()) <= width) return all;
  while (!text.empty()) {
    // remove one character of UTF-8, and spaces before the ellipsis
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) >> 6) == 2) {
      text.remove_suffix(1);
    }
    text.remove_suffix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    all = std::string(text) + "…";
    if (text_width(font, all.c_str()) <= width) break;
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

namespace {

struct BrokenText {
  std::string lines;
  bool fits = true;  // no word is wider than a line
};

/// Lines of at most `width`. Dear ImGui alone also breaks after the point of a number.
BrokenText broken_between_words(std::string_view text, float width) {
  const float space = ImGui::CalcTextSize(" ").x;
  BrokenText result;
  std::string& lines = result.lines;
  float used = 0.0F;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const float word = ImGui::CalcTextSize(text.data(), text.data() + end).x;
    result.fits &= word <= width;
    if (used > 0.0F) {
      const bool fits = used + space + word <= width;
      lines += fits ? ' ' : '\n';
      used = fits ? used + space : 0.0F;
    }
    lines.append(text.substr(0, end));
    used += word;
    if (end < text.size() && text[end] == '\n') {
      lines += '\n';
      used = 0.0F;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

float longest_line() { return 40.0F * ImGui::GetFontSize(); }

void paragraph(ImVec4 color, std::string_view text, ImFont* font) {
  const auto scope = in_font(font == nullptr ? ImGui::GetFont() : font);
  const float width = std::min(ImGui::GetContentRegionAvail().x, longest_line());
  const auto [lines, fits] = broken_between_words(text, width);
  // a word that is wider than the line wraps, too
  ImGui::PushTextWrapPos(fits ? -1.0F : 0.0F);
  colored(color, lines);
  ImGui::PopTextWrapPos();
}

}  // namespace ui
