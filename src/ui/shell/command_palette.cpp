#include "ui/shell/command_palette.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <tuple>
#include <utility>

#include <imgui_stdlib.h>

#include "ui/kit/text.h"
#include "ui/shell/shortcuts.h"

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

bool has_all(const Words& words, const Words& typed) {
  const auto begins_one = [&words](const std::string& part) {
    return std::ranges::any_of(words, [&](const auto& word) { return word.starts_with(part); });
  };
  return !typed.empty() && std::ranges::all_of(typed, begins_one);
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

/// "lambda 0,3" as "lambda 0.3": with points instead of commas between two digits.
std::string with_decimal_points(std::string text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) text[i] = '.';
  }
  return text;
}

constexpr int kRows = 12;  ///< rows of the list

struct FoundRow {
  PaletteRow row;
  Found found;
};

/// The rows that fit the typed text, the best first. If the text names a setting exactly, only its
/// rows, and rows that begin with the whole text.
std::vector<FoundRow> found_rows(const LabView& shown, const std::string& typed) {
  const std::string text = is_address(typed) ? typed : with_decimal_points(typed);
  std::vector<FoundRow> result;
  bool named = false, exact = false;
  for (PaletteRow& row : commands(shown, text)) {
    Found found = find(row, text);
    exact |= !row.is_named && found.fit == Fit::kExact;
    if (row.is_named) found = {Fit::kExact, {}};
    if (found.fit == Fit::kNone) continue;
    if (!row.note.empty()) found.by = row.note;
    named |= row.is_named;
    result.push_back({std::move(row), std::move(found)});
  }
  if (exact) {  // "Jacobian transpose" is a method, not a setting with a wrong value
    std::erase_if(result, [](const FoundRow& row) { return row.row.refuses; });
  } else if (named) {
    std::erase_if(result, [](const FoundRow& row) { return row.found.fit > Fit::kPrefix; });
  }
  std::ranges::stable_sort(result, {}, [&typed](const FoundRow& row) {
    return std::tuple(row.row.is_of_another_method && row.row.name != typed, row.found.fit,
                      row.row.keys != typed);
  });
  return result;
}

/// Length of the folders that all paths have in common, with the slash at their end.
std::size_t common_folder(std::span<const std::string> paths) {
  std::string_view common = paths.front();
  for (const std::string& path : paths) {
    const auto end = std::mismatch(common.begin(), common.end(), path.begin(), path.end()).first;
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  return common.rfind('/') + 1;
}

/// The offered files that fit the typed text; else completions of the typed path, or a row that
/// opens the path as typed and reports errors.
std::vector<FoundRow> path_rows(const LabView& shown, const CommandPalette& palette) {
  const std::string& typed = palette.text;
  std::vector<FoundRow> result;
  const auto add = [&result](const std::string& name, std::function<void(const Context&)> act) {
    result.push_back({{.name = name, .act = std::move(act)}, {Fit::kPrefix, {}}});
  };
  if (!palette.offered.empty()) {
    const std::size_t folder = common_folder(palette.offered);
    for (const std::string& path : palette.offered) {
      const std::string name = path.substr(folder);
      if (matches(name, typed))
        add(name, [path](const Context& c) { c.edit.send(OpenFile{path}); });
    }
    return result;
  }
  if (is_address(typed)) {
    add("Open this link", [typed](const Context& c) { c.edit.send(OpenLink{typed}); });
    return result;
  }
  for (const std::string& path : shown.paths) {
    const bool folder = path.ends_with('/');
    const std::size_t above = path.find_last_of('/', path.size() - (folder ? 2 : 1));
    add(path.substr(above == std::string::npos ? 0 : above + 1), [path, folder](const Context& c) {
      if (!folder) return c.edit.send(OpenFile{path});
      c.panels.palette = {.open = true, .path = true, .text = path};
    });
  }
  if (result.empty() && !typed.empty()) {
    add("Open " + typed, [typed](const Context& c) { c.edit.send(OpenFile{typed}); });
  }
  return result;
}

bool row(const Theme& theme, const FoundRow& shown, bool chosen, float width) {
  const PaletteRow& command = shown.row;
  const bool pressed = press_area(command.name.c_str(), {width, theme.finger(24.0F)});
  mark("command", command.name);
  const ItemRect rect = item_rect();
  const Colors& c = theme.color;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  row_ground(theme, rect, {.chosen = chosen, .hovered = ImGui::IsItemHovered()});
  const float y = rect.middle().y - 0.5F * ImGui::GetFontSize();
  const float left = rect.min.x + theme.px(8), gap = theme.px(10);
  const float keys = rect.max.x - ImGui::CalcTextSize(command.keys.c_str()).x - theme.px(8);
  const std::string name = shortened(command.name, keys - gap - left, ImGui::GetFont());
  if (name != command.name) hint(theme, command.name);
  list.AddText({keys, y}, packed(c.muted), command.keys.c_str());
  list.AddText({left, y}, packed(command.refuses ? c.alarm : c.text), name.c_str());
  // the synonym that matches, or why it has no effect
  const float end = left + ImGui::CalcTextSize(name.c_str()).x + gap;
  text_within(list, {end, y}, keys - gap - end, shown.found.by, c.muted);
  return pressed;
}

}  // namespace

bool is_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

bool same_words(std::string_view a, std::string_view b) {
  const Words words = words_of(a);
  return !words.empty() && words == words_of(b);
}

Found find(const PaletteRow& row, std::string_view text) {
  const Words typed = words_of(text);
  if (split(std::string(text)).empty()) return {Fit::kExact, {}};
  const Words name = words_of(row.name), id = words_of(row.keys);
  const std::size_t colon = row.name.find(": ");
  const Words own =
      colon == std::string::npos ? name : words_of(std::string_view(row.name).substr(colon + 2));
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
  const bool inside = matches(row.name + " " + row.keys, std::string(text));
  return {inside ? Fit::kInside : Fit::kNone, {}};
}

std::vector<PaletteRow> search(const LabView& shown, const std::string& text) {
  std::vector<PaletteRow> rows;
  for (FoundRow& found : found_rows(shown, text)) rows.push_back(std::move(found.row));
  return rows;
}

void command_palette(const Theme& theme, const Context& context) {
  CommandPalette& palette = context.panels.palette;
  if (!palette.open) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(theme.px(520), display.x - theme.px(32));
  ImGui::SetNextWindowPos({0.5F * (display.x - width), theme.px(64)});
  ImGui::SetNextWindowSize({width, 0.0F});
  ImGui::SetNextWindowFocus();
  begin_overlay(theme, kCommandsOverlay, {12, 12}, 10, ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::SetNextItemWidth(-1.0F);
  // Enter leaves the field, also while it is held
  if (!ImGui::IsAnyItemActive()) {
    ImGui::SetKeyboardFocusHere();
    palette.written = true;
  }
  // at focus, the field would select its text
  const auto keep_text = [](ImGuiInputTextCallbackData* data) {
    bool& written = *static_cast<bool*>(data->UserData);
    if (written) data->ClearSelection(), data->CursorPos = data->BufTextLen;
    written = false;
    return 0;
  };
  const char* const help = !palette.offered.empty() ? "Which of these files?"
                           : palette.path ? "The path of a scene, robot, character or session"
                                          : "A command, or a setting and its value: lambda 0.4";
  if (ImGui::InputTextWithHint("##command", help, &palette.text, ImGuiInputTextFlags_CallbackAlways,
                               keep_text, &palette.written)) {
    palette.chosen = 0;
  }
  mark("commands", "text");

  const std::vector<FoundRow> found =
      palette.path ? path_rows(context.shown, palette) : found_rows(context.shown, palette.text);
  const int count = static_cast<int>(found.size());
  if (is_pressed(Key::kDown, true)) ++palette.chosen;
  if (is_pressed(Key::kUp, true)) --palette.chosen;
  palette.chosen = std::clamp(palette.chosen, 0, std::max(0, count - 1));
  const float height = theme.finger(24.0F) + ImGui::GetStyle().ItemSpacing.y;
  const PaletteRow* done = nullptr;
  ImGui::BeginChild("list", {0.0F, height * static_cast<float>(std::clamp(count, 1, kRows))});
  for (int i = 0; i < count; ++i) {
    const bool chosen = i == palette.chosen;
    if (row(theme, found[static_cast<std::size_t>(i)], chosen, ImGui::GetContentRegionAvail().x)) {
      done = &found[static_cast<std::size_t>(i)].row;
    }
    if (chosen && (is_pressed(Key::kDown, true) || is_pressed(Key::kUp, true)))
      ImGui::SetScrollHereY();
  }
  if (count == 0) {
    ImGui::TextDisabled(palette.path ? "Nothing here that can be opened" : "No such command");
  }
  ImGui::EndChild();
  if (is_pressed(Key::kEnter) && count > 0) {
    done = &found[static_cast<std::size_t>(palette.chosen)].row;
  }
  constexpr ImGuiHoveredFlags kAnywhere =
      ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
  // the text stays, to be corrected
  if (done != nullptr && done->refuses) done = nullptr;
  const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(kAnywhere);
  ImGui::End();
  if (is_pressed(Key::kEscape) || elsewhere || done != nullptr) palette = {};
  if (done != nullptr) done->act(context);
}

}  // namespace ui
