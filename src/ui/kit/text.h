#pragma once

#include <span>
#include <string>
#include <string_view>

#include <imgui.h>

namespace ui {

/// ASCII letters only
std::string lower(std::string_view text);

/// Whether a text contains every word of a filter. Case is ignored.
bool matches(const std::string& text, const std::string& filter);

/// Words in a sentence: "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> words);

/// std::snprintf into a string.
std::string format(const char* pattern, ...) IM_FMTARGS(1);

void write(ImDrawList& list, const ImFont* font, ImVec2 at, ImVec4 color, std::string_view text);
/// \param end upper right corner of the text
void write_before(ImDrawList& list, const ImFont* font, ImVec2 end, ImVec4 color,
                  const std::string& text);

/// In the current font, shortened().
void text_within(ImDrawList& list, ImVec2 at, float width, std::string_view text, ImVec4 color);

/// A text that is wider than `width` has an ellipsis in its middle: names such as
/// "right_shoulder_x" and "right_shoulder_y" differ at their end. The caller shows the whole text
/// in a hint.
std::string shortened(std::string_view text, float width, const ImFont* font);

/// A text with a path, such as "Saved /home/me/run.csv". If it is wider than `width`, folders in
/// the middle of the path become an ellipsis; the name of the file stays whole. A text without a
/// path, or with too little room for the name, is shortened().
std::string shortened_path(std::string_view text, float width, const ImFont* font);

/// The text in lines of at most `width` in the current font, broken between words. Dear ImGui alone
/// also breaks after the point of a number.
std::string lines_within(std::string_view text, float width);

/// A line of text. \param font null: the current one
void colored(ImVec4 color, std::string_view text, ImFont* font = nullptr);

/// Width of the longest line of text that is easily read, about 75 letters of the current font.
float longest_line();

/// Text that wraps at the window's right end or at longest_line(). \param font null: the current
/// one
void paragraph(ImVec4 color, std::string_view text, ImFont* font = nullptr);

}  // namespace ui
