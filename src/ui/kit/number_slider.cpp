#include "ui/kit/number_slider.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include <imgui_internal.h>

#include "lab/plot/plot.h"
#include "lab/scene/number_text.h"
#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

/// Keeps a number for the present id, exactly, from frame to frame.
void keep_number(const char* name, double value) {
  const auto halves = std::bit_cast<std::array<int, 2>>(value);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(name);
  storage.SetBool(id, true);
  for (unsigned i = 0; i < 2; ++i) storage.SetInt(id + 1 + i, halves[i]);
}
std::optional<double> kept_number(const char* name) {
  const ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(name);
  if (!storage.GetBool(id)) return std::nullopt;
  return std::bit_cast<double>(std::array{storage.GetInt(id + 1), storage.GetInt(id + 2)});
}

void forget_number(const char* name) {
  ImGui::GetStateStorage()->SetBool(ImGui::GetID(name), false);
}

/// The value after this frame, if the slider itself would be at `moved`. A drag applies at once. A
/// press without a drag applies once it can no longer become a double click: a double click opens
/// the text field and leaves the value alone.
double after_press(double value, double moved) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActivated()) keep_number("pressed", ImGui::GetTime());
  const auto pressed = kept_number("pressed");
  if (!pressed) return moved;
  const bool active = ImGui::IsItemActive();
  if (active) keep_number("wanted", moved);
  const bool dragged = active && ImGui::IsMouseDragging(ImGuiMouseButton_Left);
  if (!dragged && ImGui::GetTime() - *pressed < io.MouseDoubleClickTime) return value;
  forget_number("pressed");
  return active ? moved : kept_number("wanted").value_or(value);
}

/// The value at a share of a slider's width, rounded to four digits or to a whole number.
double value_at_share(const NumberRow& row, const lab::Axis& axis, double share) {
  const double value = lab::value_at(axis, std::clamp(share, 0.0, 1.0));
  return row.whole ? std::round(value) : lab::rounded_to_digits(value, 4);
}

/// The value of a slider dragged with Shift: it moves a tenth of the pointer's way.
double dragged_finely(const NumberRow& row, const lab::Axis& axis, double value, float width) {
  constexpr double kFine = 0.1;
  const float pointer = ImGui::GetIO().MousePos.x;
  if (!kept_number("fine")) {
    keep_number("fine", value);
    keep_number("fine from", pointer);
  }
  const double start = kept_number("fine").value_or(value);
  const auto from = static_cast<float>(kept_number("fine from").value_or(pointer));
  const double way = (pointer - from) / std::max(width, 1.0F);
  if (way == 0.0) return start;
  return value_at_share(row, axis, lab::place(axis, start) + kFine * way);
}

/// The value after the keys up and down: a hundredth of the slider, with Shift a thousandth.
double stepped_by_keys(const NumberRow& row, const lab::Axis& axis, double value) {
  const int steps =
      static_cast<int>(is_pressed(Key::kUp, true)) - static_cast<int>(is_pressed(Key::kDown, true));
  if (steps == 0) return value;
  if (row.whole) return std::clamp(std::round(value) + steps, row.min, row.max);
  const double step = ImGui::GetIO().KeyShift ? 1e-3 : 1e-2;
  return value_at_share(row, axis, lab::place(axis, value) + step * steps);
}

}  // namespace

std::optional<double> number_slider(const Theme& theme, const NumberRow& row, double value) {
  const Colors& c = theme.color;
  const float width =
      ImGui::GetContentRegionAvail().x + (row.resets ? to_reset_column(theme) : 0.0F);
  ImGui::PushFont(theme.font.numbers);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end{corner.x + width, corner.y + ImGui::GetFrameHeight()};
  // the reset button is inside the frame, which ends where the frames of other fields end
  const ImVec2 frame_end{corner.x + ImGui::GetContentRegionAvail().x, end.y};
  const float rounding = ImGui::GetStyle().FrameRounding;
  const bool hovered = ImGui::IsMouseHoveringRect(corner, end) && ImGui::IsWindowHovered();

  // Dear ImGui's slider has only a grab: draw a bar up to the value instead
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float alpha = ImGui::GetStyle().Alpha;
  list.AddRectFilled(corner, frame_end, packed(faded(hovered ? c.hovered : c.control, alpha)),
                     rounding);
  const lab::Axis axis{
      .label = {}, .unit = {}, .logarithmic = row.logarithmic, .min = row.min, .max = row.max};
  const double share = std::clamp(lab::place(axis, std::clamp(value, row.min, row.max)), 0.0, 1.0);
  if (row.word.empty() && share > 0.0) {
    const float to = corner.x + std::max(2.0F * rounding, static_cast<float>(share) * width);
    list.AddRectFilled(corner, {to, end.y}, packed(faded(c.accent, alpha * c.fill)), rounding);
    list.AddRectFilled({corner.x + rounding, end.y - theme.px(2)},
                       {std::max(to - rounding, corner.x + rounding), end.y},
                       packed(faded(c.accent, alpha)), theme.px(1));
  }

  std::string shown(row.word.empty() ? row.whole ? "%.0f" : "%.4g" : row.word);
  if (row.word.empty() && *row.unit != '\0') shown.append(" ").append(row.unit);
  for (const ImGuiCol which : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(which, faded(c.control, 0.0F));
  ImGui::SetNextItemWidth(width);
  ImGui::PushID(row.id);
  ImGuiIO& io = ImGui::GetIO();
  const bool usable = (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
  const bool typing =
      usable && hovered && io.MouseDoubleClicked[0] && kept_number("pressed").has_value();
  double changed = value;
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
  if (row.logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
  if (ImGui::TempInputIsActive(ImGui::GetID("##value"))) {
    std::ranges::replace(io.InputQueueCharacters, ImWchar{','}, ImWchar{'.'});  // a decimal comma
  }
  const bool control = std::exchange(io.KeyCtrl, io.KeyCtrl || typing);  // opens the text field
  ImGui::SliderScalar("##value", ImGuiDataType_Double, &changed, &row.min, &row.max, shown.c_str(),
                      flags);
  io.KeyCtrl = control;
  if (typing || ImGui::TempInputIsActive(ImGui::GetID("##value"))) {
    forget_number("pressed");
  } else if (!io.WantTextInput) {
    const bool fine = ImGui::IsItemActive() && io.KeyShift;
    if (fine) {
      changed = dragged_finely(row, axis, value, width);
    } else {
      forget_number("fine");
    }
    changed = after_press(value, changed);
    if (!fine && ImGui::IsItemHovered()) changed = stepped_by_keys(row, axis, changed);
  }
  ImGui::PopID();
  ImGui::PopStyleColor(5);
  ImGui::PopFont();
  if (usable) {
    hint(theme,
         "Double-click, or Ctrl and click, to type a number. Drag with Shift for fine steps; the "
         "keys up and down step while the pointer is here.");
  }
  if (changed == value) return std::nullopt;
  return changed;
}

std::optional<double> number_row(const Theme& theme, std::string_view label, std::string_view help,
                                 std::string_view group, const NumberRow& row, double value) {
  row_label(theme, label, help);
  const auto moved = number_slider(theme, row, value);
  mark(group, row.id);
  return moved;
}

}  // namespace ui
