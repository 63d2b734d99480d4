#include "ui/kit/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>

#include "ui/kit/icons.h"
#include "ui/kit/imgui_versions.h"

namespace ui {

void close_top_popup() {
  ImGui::ClosePopupToLevel(ImGui::GetCurrentContext()->OpenPopupStack.Size - 1, true);
}

bool press_area(const char* id, ImVec2 size) {
  return ImGui::InvisibleButton(id, {std::max(size.x, 1.0F), std::max(size.y, 1.0F)});
}

ItemRect item_rect() { return {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}; }

void fill_rect(ImDrawList& list, const ItemRect& rect, ImVec4 color, float rounding,
               ImDrawFlags corners) {
  list.AddRectFilled(rect.min, rect.max, packed(color), rounding, corners);
}

void mark(std::string_view group, std::string_view name, Access access) {
  Focus* const focus = present_focus();
  if (focus == nullptr) return;
  ItemRect rect = item_rect();
  rect.disabled = (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
  rect.clip_min = ImGui::GetWindowDrawList()->GetClipRectMin();
  rect.clip_max = ImGui::GetWindowDrawList()->GetClipRectMax();
  rect.id = ImGui::GetItemID();
  rect.by_keys = access == Access::kKeyboard && add_stop(*focus, rect);
  if (focus->rects == nullptr) return;
  std::string key(group);
  if (!name.empty()) key.append("/").append(name);
  (*focus->rects)[key] = rect;
}

bool section(const Theme& theme, const char* title, bool open) {
  const Colors& c = theme.color;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(title);
  open = storage.GetBool(id, open);
  const auto font = in_font(theme.font.bold);
  const ImVec2 size{ImGui::GetContentRegionAvail().x,
                    std::max(ImGui::GetFontSize() + theme.px(9), theme.finger(0.0F))};
  if (press_area(title, size)) {
    open = !open;
    storage.SetBool(id, open);
  }
  mark("section", title);
  const ItemRect rect = item_rect();
  const float middle = rect.middle().y + theme.px(2);
  const ImVec4 ink = ImGui::IsItemHovered() ? c.accent : c.text;
  ImGui::GetWindowDrawList()->AddText({rect.min.x, middle - 0.5F * ImGui::GetFontSize()},
                                      packed(ink), title);
  chevron(theme, {rect.max.x - theme.px(8), middle}, open);
  return open;
}

void chevron(const Theme& theme, ImVec2 middle, bool open) {
  const float a = theme.px(3.5F), b = 0.5F * a;
  const auto at = [&](float along, float out) {
    return open ? ImVec2(middle.x + along, middle.y + out)
                : ImVec2(middle.x + out, middle.y + along);
  };
  const ImVec2 points[] = {at(-a, -b), at(0.0F, b), at(a, -b)};
  ImGui::GetWindowDrawList()->AddPolyline(points, 3, packed(theme.color.muted), 0, theme.px(1.5F));
}

void describe(const Theme& theme, std::string_view group, std::string_view name,
              std::string_view help) {
  mark(group, name);
  hint(theme, help);
}

void fade_scrolled_ends(const Theme& theme) {
  const float scroll = ImGui::GetScrollY(), rest = ImGui::GetScrollMaxY() - scroll;
  const ImRect area = ImGui::GetCurrentWindow()->InnerRect;
  const float tall = std::min(theme.px(20), 0.3F * area.GetHeight());
  const ImU32 ground = packed(theme.color.panel), clear = packed(faded(theme.color.panel, 0.0F));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (scroll > 1.0F) {
    list.AddRectFilledMultiColor(area.Min, {area.Max.x, area.Min.y + tall}, ground, ground, clear,
                                 clear);
  }
  if (rest > 1.0F) {
    list.AddRectFilledMultiColor({area.Min.x, area.Max.y - tall}, area.Max, clear, clear, ground,
                                 ground);
  }
}

void reading(const Theme& theme, std::string_view group, std::string_view name,
             std::string_view word, std::string_view number, std::string_view help) {
  ImGui::BeginGroup();
  colored(theme.color.muted, word);
  ImGui::SameLine(0.0F, theme.px(5));
  colored(theme.color.text, number, theme.font.small_numbers);
  ImGui::EndGroup();
  describe(theme, group, name, help);
}

void share_bar(const Theme& theme, const ItemRect& rect, double share) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colors& c = theme.color;
  const float rounding = ImGui::GetStyle().FrameRounding;
  fill_rect(list, rect, c.control, rounding);
  if (share <= 0.0) return;
  const float width = static_cast<float>(std::clamp(share, 0.0, 1.0)) * (rect.max.x - rect.min.x);
  fill_rect(list, {rect.min, {rect.min.x + std::max(width, 2.0F * rounding), rect.max.y}},
            faded(c.accent, c.fill), rounding);
}

void row_ground(const Theme& theme, const ItemRect& rect, RowState state) {
  if (!state.chosen && !state.hovered) return;
  const Colors& c = theme.color;
  const ImVec4 fill = state.chosen ? faded(c.accent, c.chosen) : c.control;
  fill_rect(*ImGui::GetWindowDrawList(), rect, fill, ImGui::GetStyle().FrameRounding);
}

void swatch(const Theme& theme, lab::Color color, ImVec2 left, float half, ImDrawList& list) {
  const float r = theme.px(half);
  fill_rect(list, {{left.x, left.y - r}, {left.x + 2.0F * r, left.y + r}}, ink_of(theme, color),
            theme.px(half - 2.0F));
}

void swatch_before(const Theme& theme, lab::Color color, float half, float gap) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  swatch(theme, color, {at.x, at.y + 0.5F * ImGui::GetFontSize()}, half);
  ImGui::Dummy({2.0F * theme.px(half), ImGui::GetFontSize()});
  ImGui::SameLine(0.0F, gap);
}

void dot(const Theme& theme, ImVec4 color, float radius) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float r = theme.px(radius);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r, at.y + 0.5F * ImGui::GetFontSize()}, r,
                                              packed(color), 20);
  ImGui::Dummy({2.0F * r, ImGui::GetFontSize()});
}

void flow(float gap, float width, float right) {
  if (ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0.0F, gap);
}

bool begin_combo(const char* id, const std::string& shown, float width) {
  ImGui::SetNextItemWidth(width);
  const float room = ImGui::CalcItemWidth() - 2.0F * ImGui::GetStyle().FramePadding.x;
  return ImGui::BeginCombo(id, shortened(shown, room, ImGui::GetFont()).c_str(),
                           ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);
}

bool list_row(const Theme& theme, const char* label, bool chosen, ImGuiSelectableFlags flags) {
  // the row extends into the space between rows
  const float height = theme.finger(0.0F) - ImGui::GetStyle().ItemSpacing.y;
  return ImGui::Selectable(label, chosen, flags, {0.0F, std::max(height, 0.0F)});
}

void row_label(const Theme& theme, std::string_view label, std::string_view help) {
  constexpr float kBeforeControl = 6.0F;  // design points, between the label and its control
  const float start = ImGui::GetCursorPosX();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string shown =
      shortened(label, theme.px(kLabelWidth - kBeforeControl), ImGui::GetFont());
  const std::string all =
      shown == label ? std::string(help)
                     : format("%s\n%s", std::string(label).c_str(), std::string(help).c_str());
  hint_in(theme, corner,
          {corner.x + ImGui::GetContentRegionAvail().x, corner.y + ImGui::GetFrameHeight()}, all);
  ImGui::AlignTextToFramePadding();
  colored(theme.color.muted, shown);
  ImGui::SameLine();
  ImGui::SetCursorPosX(start + theme.px(kLabelWidth));
}

void begin_window(const char* name, const Area& area, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos(area.corner);
  ImGui::SetNextWindowSize(area.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::Begin(name, nullptr, flags);
  ImGui::PopStyleVar();
}

void begin_overlay(const Theme& theme, const char* name, ImVec2 padding, float rounding,
                   ImGuiWindowFlags flags) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(theme.px(padding.x), theme.px(padding.y)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(rounding));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, theme.px(1));
  ImGui::Begin(name, nullptr, kPlainWindow | flags);
  ImGui::PopStyleVar(3);
}

bool reset_button(const Theme& theme, std::string_view group, std::string_view name, bool changed,
                  std::string_view help) {
  const bool right_click = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  ImGui::SameLine(0.0F, ImGui::GetStyle().ItemInnerSpacing.x);
  const ImVec2 size{reset_width(theme), ImGui::GetFrameHeight()};
  if (!changed) {
    ImGui::Dummy(size);
    mark(group, name);
    return false;
  }
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool pressed = press_area("##reset", size);
  ImGui::PopID();
  const ImVec4 color = ImGui::IsItemHovered() ? theme.color.text : theme.color.muted;
  draw_icon({*ImGui::GetWindowDrawList(), item_rect().middle(), theme.px(6),
             packed(faded(color, ImGui::GetStyle().Alpha))},
            Icon::kReset);
  describe(theme, group, name, help);
  return pressed || right_click;
}

void push_button_colors(const Theme& theme, bool main, float hovered, float held) {
  const Colors& c = theme.color;
  ImGui::PushStyleColor(ImGuiCol_Button, main ? c.accent : c.control);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, main ? faded(c.accent, hovered) : c.hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, main ? faded(c.accent, held) : c.active);
  ImGui::PushStyleColor(ImGuiCol_Text, main ? c.on_accent : c.text);
}

bool wide_button(const Theme& theme, const char* text, float width, bool main) {
  const Colors& c = theme.color;
  const float pad = theme.px(8);
  const float room = std::max(width - 2.0F * pad, theme.px(20));
  const std::string lines = lines_within(text, room);
  const ImVec2 words = ImGui::CalcTextSize(lines.c_str());
  const float pad_above = std::max(theme.px(4), 0.5F * (theme.finger(0.0F) - words.y));
  const bool pressed = press_area(text, {width, words.y + 2.0F * pad_above});
  const ItemRect rect = item_rect();
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 fill = main   ? faded(c.accent, held ? 0.8F : (hovered ? 0.9F : 1.0F))
                      : held ? c.active
                             : (hovered ? c.hovered : c.control);
  fill_rect(list, rect, fill, ImGui::GetStyle().FrameRounding);
  // the text is on the left in a list of answers, and centred on a main button
  const float left = main ? std::max(std::floor(0.5F * (width - words.x)), pad) : pad;
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {rect.min.x + left, rect.min.y + pad_above},
               packed(main ? c.on_accent : c.text), lines.c_str());
  return pressed;
}

bool text_link(const Theme& theme, const char* id, const std::string& text, ImVec4 color) {
  const bool pressed = press_area(id, ImGui::CalcTextSize(text.c_str()));
  const ItemRect rect = item_rect();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(rect.min, packed(color), text.c_str());
  if (ImGui::IsItemHovered()) {
    list.AddLine({rect.min.x, rect.max.y}, rect.max, packed(color), theme.px(1));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  return pressed;
}

bool flowing_button(const Theme& theme, const char* text, bool first) {
  const float width = ImGui::CalcTextSize(text).x + 2.0F * ImGui::GetStyle().FramePadding.x;
  if (!first) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    flow(theme.px(4), width, right);
  }
  return ImGui::Button(text);
}

bool progress_row(const Theme& theme, std::string_view group, const char* doing, double share,
                  std::string_view help_of_stop, const std::string& left) {
  const float wide = ImGui::CalcTextSize("Stop").x + 2.0F * ImGui::GetStyle().FramePadding.x;
  ImGui::Dummy({ImGui::GetContentRegionAvail().x - wide - theme.px(6), ImGui::GetFrameHeight()});
  mark(group, "progress");
  const ItemRect rect = item_rect();
  share_bar(theme, rect, share);
  ImGui::GetWindowDrawList()->AddText(
      {rect.min.x + theme.px(8), rect.middle().y - 0.5F * ImGui::GetFontSize()},
      packed(theme.color.text),
      (format("%s … %.0f %%", doing, 100.0 * share) + (left.empty() ? "" : ", " + left)).c_str());
  ImGui::SameLine(0.0F, theme.px(6));
  const bool stopped = ImGui::Button("Stop");
  describe(theme, group, "stop", help_of_stop);
  return stopped;
}

namespace {

/// The button beside the chosen one if an arrow goes there; it then has the focus.
std::optional<std::size_t> chosen_by_arrows(std::span<const char* const> names,
                                            std::size_t chosen) {
  if (chosen >= names.size()) return std::nullopt;
  const Arrows arrows = arrows_for(ImGui::GetID(names[chosen]));
  const int way = arrows.across - arrows.up;
  const bool outside = way < 0 ? chosen == 0 : chosen + 1 == names.size();
  if (way == 0 || outside) return std::nullopt;
  const std::size_t next = way < 0 ? chosen - 1 : chosen + 1;
  if (Focus* const focus = present_focus()) focus->at.back() = ImGui::GetID(names[next]);
  return next;
}

struct SegmentLine {
  std::span<const char* const> names;
  std::size_t chosen;
  std::size_t stop;  ///< the button that the keyboard reaches; arrows go on from it
};

/// \returns the pressed button
std::optional<std::size_t> segment_line(const Theme& theme, const char* id, const SegmentLine& line,
                                        float width) {
  const auto [names, chosen, stop] = line;
  std::optional<std::size_t> result;
  const float gap = theme.px(2);
  const auto count = static_cast<float>(names.size());
  const float each = std::floor((width - gap * (count - 1.0F)) / count);
  // equal widths, unless a word needs more than its share; a slightly smaller font if all words
  // together need more than `width`
  float words = 0.0F, longest = 0.0F;
  for (const char* name : names) {
    words += ImGui::CalcTextSize(name).x;
    longest = std::max(longest, ImGui::CalcTextSize(name).x);
  }
  const float room = width - gap * (count - 1.0F) - theme.px(7) * count;
  const float scale = std::clamp(room / words, 0.7F, 1.0F);
  const bool equal = longest + theme.px(6) <= each;
  const float spare = each - scale * words / count, height = ImGui::GetFrameHeight();
  ImGui::SetWindowFontScale(scale);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool on = i == chosen;
    const float wide = equal ? each : std::floor(ImGui::CalcTextSize(names[i]).x + spare);
    if (i > 0) ImGui::SameLine(0.0F, gap);
    push_button_colors(theme, on, 1.0F, 1.0F);
    if (ImGui::Button(names[i], {wide, height}) && !on) result = i;
    ImGui::PopStyleColor(4);
    // one stop: arrows go on from the chosen one
    mark(id, names[i], i == stop ? Access::kKeyboard : Access::kPointer);
  }
  ImGui::SetWindowFontScale(1.0F);
  return result;
}

bool fit_in_line(const Theme& theme, std::span<const char* const> names, float width) {
  constexpr float kMinScale = 0.88F;
  float words = 0.0F;
  for (const char* name : names) words += ImGui::CalcTextSize(name).x + theme.px(9);
  return kMinScale * words <= width;
}

}  // namespace

std::optional<std::size_t> segments(const Theme& theme, const char* id,
                                    std::span<const char* const> names, std::size_t chosen,
                                    float width) {
  // two lines of half of the words each, rather than letters that are much smaller than others
  const bool one = names.size() < 3 || fit_in_line(theme, names, width) ||
                   ImGui::GetWindowHeight() < 3.0F * ImGui::GetFrameHeight();
  const std::size_t half = one ? names.size() : (names.size() + 1) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(theme.px(1), ImGui::GetStyle().FramePadding.y));
  ImGui::PushID(id);
  const ImVec2 corner = ImGui::GetCursorPos();
  const std::size_t stop = chosen < names.size() ? chosen : 0;
  std::optional<std::size_t> result =
      segment_line(theme, id, {names.first(half), chosen, stop}, width);
  if (half < names.size()) {
    ImGui::SetCursorPos({corner.x, corner.y + ImGui::GetFrameHeight() + theme.px(2)});
    // indices below half wrap to numbers that no button has
    const auto pressed =
        segment_line(theme, id, {names.subspan(half), chosen - half, stop - half}, width);
    if (pressed) result = half + *pressed;
  }
  if (const auto next = chosen_by_arrows(names, chosen)) result = next;
  ImGui::PopID();
  ImGui::PopStyleVar();
  return result;
}

bool switch_button(const Theme& theme, const char* id, bool on) {
  const Colors& c = theme.color;
  const float height = ImGui::GetFrameHeight();
  const ImVec2 size{theme.finger(30), theme.px(theme.touch ? 22 : 17)};
  const auto scope = in_id(id);
  const bool pressed = press_area("##switch", {size.x, height});
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 a{corner.x, corner.y + std::floor(0.5F * (height - size.y))};
  const ImVec2 b = a + size;
  const float r = 0.5F * size.y;
  const float alpha = ImGui::GetStyle().Alpha;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 track = on ? c.accent : (ImGui::IsItemHovered() ? c.muted : c.outline);
  fill_rect(list, {a, b}, faded(track, alpha), r);
  const ImVec4 knob = on ? c.on_accent : c.panel;
  list.AddCircleFilled({on ? b.x - r : a.x + r, a.y + r}, r - theme.px(2.5F),
                       packed(faded(knob, alpha)), 24);
  return pressed;
}

bool switch_row(const Theme& theme, const char* label, std::string_view help,
                std::string_view group, std::string_view name, bool& on) {
  row_label(theme, label, help);
  const bool pressed = switch_button(theme, label, on);
  mark(group, name);
  if (pressed) on = !on;
  return pressed;
}

bool empty_state(const Theme& theme, const EmptyState& state, float width) {
  constexpr float kMin = 120.0F, kPadding = 16.0F;  // design points, of the button
  const auto id = in_id(state.name);
  ImGui::Dummy({0.0F, theme.px(6)});
  colored(theme.color.muted, lines_within(state.text, std::min(width, longest_line())));
  ImGui::Dummy({0.0F, theme.px(2)});
  const float words = ImGui::CalcTextSize(state.button.c_str()).x + theme.px(kPadding) + 1.0F;
  const bool pressed = wide_button(theme, state.button.c_str(),
                                   std::min(width, std::max(words, theme.px(kMin))), true);
  describe(theme, "empty", state.name, state.help);
  ImGui::Dummy({0.0F, theme.px(4)});
  return pressed;
}

}  // namespace ui
