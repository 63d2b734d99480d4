#include "ui/kit/imgui_versions.h"

#include <algorithm>
#include <cfloat>
#include <iterator>
#include <string_view>
#include <utility>

#include <imgui_internal.h>

namespace ui {

bool is_printable(int number) {
  constexpr std::string_view kSigns = " '-/;=[\\]`,.";
  return (number >= 'A' && number <= 'Z') || (number >= '0' && number <= '9') ||
         (number > 0 && number < 0x80 && kSigns.find(static_cast<char>(number)) != kSigns.npos);
}

#if IMGUI_VERSION_NUM >= 18700

namespace {

struct NamedKey {
  Key key;
  ImGuiKey name;
};
constexpr NamedKey kNamed[] = {
    {Key::kSpace, ImGuiKey_Space},
    {Key::kEscape, ImGuiKey_Escape},
    {Key::kEnter, ImGuiKey_Enter},
    {Key::kTab, ImGuiKey_Tab},
    {Key::kBackspace, ImGuiKey_Backspace},
    {Key::kDelete, ImGuiKey_Delete},
    {Key::kRight, ImGuiKey_RightArrow},
    {Key::kLeft, ImGuiKey_LeftArrow},
    {Key::kDown, ImGuiKey_DownArrow},
    {Key::kUp, ImGuiKey_UpArrow},
    {Key::kF1, ImGuiKey_F1},
    {Key::kF2, ImGuiKey_F2},
    {Key::kF3, ImGuiKey_F3},
    {Key::kKeypad1, ImGuiKey_Keypad1},
    {Key::kKeypad3, ImGuiKey_Keypad3},
    {Key::kKeypad7, ImGuiKey_Keypad7},
    {Key{'.'}, ImGuiKey_Period},
    {Key{','}, ImGuiKey_Comma},
    {Key{'['}, ImGuiKey_LeftBracket},
    {Key{']'}, ImGuiKey_RightBracket},
    {Key{'\''}, ImGuiKey_Apostrophe},
    {Key{'-'}, ImGuiKey_Minus},
    {Key{'/'}, ImGuiKey_Slash},
    {Key{';'}, ImGuiKey_Semicolon},
    {Key{'='}, ImGuiKey_Equal},
    {Key{'\\'}, ImGuiKey_Backslash},
    {Key{'`'}, ImGuiKey_GraveAccent},
};

ImGuiKey name_of(Key key) {
  const int number = static_cast<int>(key);
  if (number >= 'A' && number <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + number - 'A');
  if (number >= '0' && number <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + number - '0');
  const auto found = std::ranges::find(kNamed, key, &NamedKey::key);
  IM_ASSERT(found != std::end(kNamed));
  return found->name;
}

}  // namespace

void take_all_input(bool) { ImGui::GetIO().ConfigInputTrickleEventQueue = false; }

bool is_down(Key key) { return key != Key::kNone && ImGui::IsKeyDown(name_of(key)); }

bool is_pressed(Key key, bool repeats) {
  return key != Key::kNone && ImGui::IsKeyPressed(name_of(key), repeats);
}

bool any_key_pressed() {
  for (int key = ImGuiKey_Tab; key < ImGuiKey_GamepadStart; ++key) {
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
  }
  return false;
}

void set_key(Key key, bool down) { ImGui::GetIO().AddKeyEvent(name_of(key), down); }

void set_modifiers(const Modifiers& held) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, held.control);
  io.AddKeyEvent(ImGuiMod_Shift, held.shift);
  io.AddKeyEvent(ImGuiMod_Alt, held.alt);
  io.AddKeyEvent(ImGuiMod_Super, held.super);
}

void set_pointer(const ImVec2* place, std::span<const bool> buttons) {
  ImGuiIO& io = ImGui::GetIO();
  place != nullptr ? io.AddMousePosEvent(place->x, place->y)
                   : io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  for (int i = 0; const bool down : buttons) io.AddMouseButtonEvent(i++, down);
}

void add_wheel(double x, double y) {
  ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(x), static_cast<float>(y));
}

#else

void take_all_input(bool keys) {
  if (!keys) return;
  constexpr std::pair<ImGuiKey, Key> kKeys[] = {
      {ImGuiKey_Enter, Key::kEnter},
      {ImGuiKey_Backspace, Key::kBackspace},
      {ImGuiKey_A, Key{'A'}},
      {ImGuiKey_UpArrow, Key::kUp},
      {ImGuiKey_DownArrow, Key::kDown},
      {ImGuiKey_LeftArrow, Key::kLeft},
      {ImGuiKey_RightArrow, Key::kRight},
      {ImGuiKey_Tab, Key::kTab},
      {ImGuiKey_Escape, Key::kEscape},
  };
  for (const auto& [name, key] : kKeys) ImGui::GetIO().KeyMap[name] = static_cast<int>(key);
}

bool is_down(Key key) { return key != Key::kNone && ImGui::IsKeyDown(static_cast<int>(key)); }

bool is_pressed(Key key, bool repeats) {
  return key != Key::kNone && ImGui::IsKeyPressed(static_cast<int>(key), repeats);
}

bool any_key_pressed() {
  const auto begins = [](float seconds) { return seconds == 0.0F; };
  return std::ranges::any_of(ImGui::GetIO().KeysDownDuration, begins);
}

void set_key(Key key, bool down) { ImGui::GetIO().KeysDown[static_cast<int>(key)] = down; }

void set_modifiers(const Modifiers& held) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = held.control;
  io.KeyShift = held.shift;
  io.KeyAlt = held.alt;
  io.KeySuper = held.super;
}

void set_pointer(const ImVec2* place, std::span<const bool> buttons) {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = place != nullptr ? *place : ImVec2(-FLT_MAX, -FLT_MAX);
  std::copy(buttons.begin(), buttons.end(), std::begin(io.MouseDown));
}

void add_wheel(double x, double y) {
  ImGui::GetIO().MouseWheelH += static_cast<float>(x);
  ImGui::GetIO().MouseWheel += static_cast<float>(y);
}

#endif

void press_item(ImGuiID id) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavActivateId = context.NavActivateDownId = context.NavActivatePressedId = id;
  context.NavActivateFlags = ImGuiActivateFlags_PreferInput;
  // before the flag, another member asked for typing
  const auto ask_for_typing = [id]<class Held>(Held& held) {
    if constexpr (requires { held.NavActivateInputId; }) held.NavActivateInputId = id;
  };
  ask_for_typing(context);
}

bool is_item_pressed(ImGuiID id) { return ImGui::GetCurrentContext()->NavActivateId == id; }

void set_lists(ImDrawData& data, std::span<ImDrawList*> lists) {
  // an array of pointers, or from 1.89.8 on an ImVector of them
  const auto replace = [&lists]<class Held>(Held& held) {
    if constexpr (requires { held.push_back(lists.front()); }) {
      held.resize(0);
      for (ImDrawList* list : lists) held.push_back(list);
    } else {
      held = lists.data();
    }
  };
  replace(data.CmdLists);
  data.CmdListsCount = static_cast<int>(lists.size());
}

}  // namespace ui
