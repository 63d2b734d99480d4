#include "ui/kit/hints.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <imgui_internal.h>

#include "ui/kit/imgui_versions.h"
#include "ui/kit/text.h"

namespace ui {
namespace {

constexpr float kWrap = 320.0F, kGap = 6.0F;          // design points
constexpr float kHintPadX = 10.0F, kHintPadY = 8.0F;  // design points
constexpr double kDelay = 0.35;                       // s
constexpr float kStill = 1.0F;                        // pixels in a frame: a hand trembles
constexpr const char* kTooltip = "##Tooltip_00";      // Dear ImGui's name for its window

/// Whether the pointer has rested on items with hints in this window. From one item to the next it
/// need not rest again.
bool rested() {
  const ImGuiIO& io = ImGui::GetIO();
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID frame_id = ImHashStr("hint frame"), since_id = ImHashStr("hint since");
  const int frame = ImGui::GetFrameCount();
  const auto now = static_cast<float>(ImGui::GetTime());
  float since = storage.GetFloat(since_id, now);
  const bool gap = frame - storage.GetInt(frame_id, -2) > 1;
  const bool moves = std::abs(io.MouseDelta.x) + std::abs(io.MouseDelta.y) > kStill;
  if (gap || (moves && now - since < kDelay)) since = now;
  storage.SetInt(frame_id, frame);
  storage.SetFloat(since_id, since);
  return now - since >= kDelay;
}

/// Whether the pointer is still in the part of this window that was pressed last: a hint would
/// cover what the press has opened or changed.
bool pressed_here(const ItemRect& item) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID pressed = ImHashStr("hint pressed");
  constexpr const char* kEdges[] = {"left", "top", "right", "bottom"};
  const float edges[] = {item.min.x, item.min.y, item.max.x, item.max.y};
  float kept[4];
  for (int i = 0; i < 4; ++i) kept[i] = storage.GetFloat(ImHashStr(kEdges[i], 0, pressed));
  const ImGuiID frame_id = ImHashStr("frame", 0, pressed);
  const int frame = ImGui::GetFrameCount();
  const bool stayed = frame - storage.GetInt(frame_id, frame) <= 1;
  storage.SetInt(frame_id, frame);
  const bool inside = stayed && storage.GetBool(pressed) &&
                      ImGui::IsMouseHoveringRect({kept[0], kept[1]}, {kept[2], kept[3]}, false);
  const auto area = [](const float* e) { return (e[2] - e[0]) * (e[3] - e[1]); };
  // a press on a control in a row belongs to the control
  if (!ImGui::IsAnyMouseDown() || (inside && area(kept) <= area(edges))) {
    storage.SetBool(pressed, inside);
    return inside;
  }
  storage.SetBool(pressed, true);
  for (int i = 0; i < 4; ++i) storage.SetFloat(ImHashStr(kEdges[i], 0, pressed), edges[i]);
  return true;
}

/// Whether a key was pressed after the pointer last moved in this window: the user looks elsewhere.
bool keyed() {
  const ImGuiIO& io = ImGui::GetIO();
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID keyed_id = ImHashStr("hint keyed");
  if (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F) storage.SetBool(keyed_id, false);
  if (any_key_pressed()) storage.SetBool(keyed_id, true);
  return storage.GetBool(keyed_id);
}

/// Whether the list of commands or of keys lies over this window.
bool is_covered() {
  const ImGuiWindow* own = ImGui::GetCurrentWindowRead()->RootWindow;
  return std::ranges::any_of(std::array{kCommandsOverlay, kKeysOverlay}, [own](const char* name) {
    const ImGuiWindow* overlay = ImGui::FindWindowByName(name);
    return overlay != nullptr && overlay != own && (overlay->Active || overlay->WasActive);
  });
}

/// \param lines in the small font, which is the current one
void place_tooltip(const Theme& theme, const ItemRect& item, const std::string& lines,
                   bool beside) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 padding{theme.px(kHintPadX), theme.px(kHintPadY)};
  ImVec2 size = ImGui::CalcTextSize(lines.c_str());
  const ImGuiID item_id = ImHashStr("hint item");
  const std::array corners{item.min, item.max};
  const auto hash = static_cast<int>(ImHashData(corners.data(), sizeof corners));
  if (ImGuiWindow* shown = ImGui::FindWindowByName(kTooltip)) {
    // including the paragraphs that were added in the last frame
    if (shown->WasActive && shown->StateStorage.GetInt(item_id) == hash) {
      const ImVec2 a = shown->DC.CursorStartPos, b = shown->DC.CursorMaxPos;
      size = {std::max(size.x, b.x - a.x), std::max(size.y, b.y - a.y)};
    }
    shown->StateStorage.SetInt(item_id, hash);
  }
  const ImVec2 panel = ImGui::GetCurrentWindowRead()->RootWindow->Size;
  ImGui::SetNextWindowPos(
      place_hint(item, {std::ceil(size.x + 2.0F * padding.x), std::ceil(size.y + 2.0F * padding.y)},
                 io.DisplaySize, theme.px(kGap), beside || panel.y > panel.x, io.MousePos));
}

/// \param walked the keyboard's focus rests on the item: the pointer does not matter
void show_hint(const Theme& theme, const ItemRect& item, std::string_view text, bool beside = false,
               bool walked = false) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  // the reason why an item is disabled appears even after a press
  const bool disabled =
      ((context.CurrentItemFlags | context.LastItemData.InFlags) & ImGuiItemFlags_Disabled) != 0;
  if (text.empty() || is_covered()) return;
  if (!walked) {
    if (pressed_here(item) && !disabled) return;
    const bool typed = keyed();
    if (ImGui::IsAnyMouseDown() || !rested() || typed) return;
  }
  const auto font = in_font(theme.font.small);
  const std::string lines = lines_within(text, theme.px(kWrap - kHintPadX));
  const ImGuiWindow* shown = ImGui::FindWindowByName(kTooltip);
  // the first hint of a frame belongs to the whole row, the second one to a control in it
  if (shown == nullptr || !shown->Active) place_tooltip(theme, item, lines, beside);
  // opaque also for a disabled item
  const float alpha = ImGui::GetStyle().Alpha;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, std::max(alpha, 1.0F));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(theme.px(kHintPadX), theme.px(kHintPadY)));
  ImGui::BeginTooltip();
  colored(theme.color.text, lines);
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

}  // namespace

ImVec2 place_hint(const ItemRect& item, ImVec2 size, ImVec2 display, float gap, bool beside,
                  ImVec2 pointer) {
  // the visible part of the item
  const auto within = [&display](ImVec2 at) {
    return ImVec2(std::clamp(at.x, 0.0F, display.x), std::clamp(at.y, 0.0F, display.y));
  };
  const ImVec2 min = within(item.min), max = within(item.max);
  enum { kRight, kLeft, kBelow, kAbove };
  const std::array room{display.x - max.x - size.x - gap, min.x - size.x - gap,
                        display.y - max.y - size.y - gap, min.y - size.y - gap};
  const std::array order = beside ? std::array{kRight, kLeft, kBelow, kAbove}
                                  : std::array{kAbove, kBelow, kRight, kLeft};
  auto side = order[0];
  for (const auto other : order) {
    if (room[side] >= 0.0F) break;
    if (room[other] > room[side]) side = other;
  }
  const auto along = [](float at, float length, float end) {
    return std::max(0.0F, std::min(at, end - length));
  };
  if (side == kRight || side == kLeft) {
    // in the lower half upwards: over the picture rather than over timeline and plots
    const bool low = min.y + max.y > display.y;
    return {side == kRight ? max.x + gap : min.x - gap - size.x,
            along(low ? max.y - size.y : min.y, size.y, display.y)};
  }
  const bool wide = max.x - min.x > size.x;
  return {along(wide ? pointer.x - 0.5F * size.x : min.x, size.x, display.x),
          side == kBelow ? max.y + gap : min.y - gap - size.y};
}

std::optional<ItemRect> shown_hint() {
  const ImGuiWindow* shown = ImGui::FindWindowByName(kTooltip);
  if (shown == nullptr || !(shown->Active || shown->WasActive)) return std::nullopt;
  return ItemRect{shown->Pos, shown->Pos + shown->Size};
}

void hint(const Theme& theme, std::string_view text, bool beside) {
  const bool walked = last_has_focus(kDelay) && !ImGui::GetIO().WantTextInput;
  if (!walked && !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  show_hint(theme, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, text, beside, walked);
}

void hint_in(const Theme& theme, ImVec2 min, ImVec2 max, std::string_view text) {
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(min, max)) {
    show_hint(theme, {min, max}, text);
  }
}

void hint_over_picture(const Theme& theme, ImVec2 min, ImVec2 max, std::string_view text) {
  if (ImGui::GetCurrentContext()->HoveredWindow != nullptr) return;
  if (ImGui::IsMouseHoveringRect(min, max, false)) show_hint(theme, {min, max}, text);
}

}  // namespace ui
