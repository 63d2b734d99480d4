#include "ui/kit/number_slider.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <imgui_internal.h>

#include "lab/plot/plot.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/track/reach.h"
#include "ui/kit/focus.h"
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

/// How many steps the arrows make: all arrows with the focus, up and down under the pointer.
int steps_by_keys(ImGuiID id, bool hovered) {
  if (has_focus(id)) {
    const Arrows arrows = arrows_for(id);
    return arrows.across + arrows.up;
  }
  if (!hovered) return 0;
  return static_cast<int>(is_pressed(Key::kUp, true)) -
         static_cast<int>(is_pressed(Key::kDown, true));
}

/// The value after some steps: each a hundredth of the slider, with Shift a thousandth.
double stepped(const NumberRow& row, const lab::Axis& axis, double value, int steps) {
  if (steps == 0) return value;
  if (row.whole) return std::clamp(std::round(value) + steps, row.min, row.max);
  const double step = ImGui::GetIO().KeyShift ? 1e-3 : 1e-2;
  return value_at_share(row, axis, lab::place(axis, value) + step * steps);
}

ik::Knob accepted_by(const NumberRow& row) {
  if (row.accepted != nullptr) return *row.accepted;
  return {.name = row.id,
          .label = row.id,
          .kind = row.whole ? ik::KnobKind::kCount : ik::KnobKind::kNumber,
          .least = row.min,
          .most = row.max};
}

/// Says below a field what it expects.
void say_expected(const Theme& theme, const ImRect& field, const ik::Knob& accepted) {
  const std::string words = "Expected " + accepted.expectation();
  const ImVec2 pad{theme.px(8), theme.px(5)};
  const ImVec2 size = ImGui::CalcTextSize(words.c_str());
  const ImVec2 whole{size.x + 2.0F * pad.x, size.y + 2.0F * pad.y};
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 corner{std::max(0.0F, std::min(field.Min.x, display.x - whole.x)),
                      field.Max.y + whole.y < display.y ? field.Max.y + theme.px(3)
                                                        : field.Min.y - theme.px(3) - whole.y};
  const ImVec2 end = corner + whole;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  fill_rect(list, {corner, end}, theme.color.panel, theme.px(6));
  list.AddRect(corner, end, packed(theme.color.alarm), theme.px(6));
  list.AddText(corner + pad, packed(theme.color.alarm), words.c_str());
}

/// A number's text field, from the frame in which it is opened.
/// \param label of the item that it covers
/// \returns the typed number when the field closes, if it is accepted
std::optional<double> typed_number(const Theme& theme, const char* label, const ik::Knob& accepted,
                                   const ImRect& field, double value) {
  const ImGuiID id = ImGui::GetID(label);
  const std::string before = lab::option_text(accepted, value, 4);
  std::array<char, 64> text{};
  before.copy(text.data(), text.size() - 1);
  ImGui::ItemSize(field.GetSize(), ImGui::GetStyle().FramePadding.y);
  ImGui::ItemAdd(field, id);
  ImGui::TempInputText(field, id, label, text.data(), static_cast<int>(text.size()),
                       ImGuiInputTextFlags_AutoSelectAll);
  std::string typed = text.data();
  std::ranges::replace(typed, ',', '.');  // a decimal comma
  std::erase(typed, ' ');
  const std::optional<double> number = lab::parse_value(accepted, typed);
  // the focus leaves it after the controls of this frame
  const bool open = ImGui::TempInputIsActive(id) && !is_pressed(Key::kTab);
  const bool changed = typed != before;
  if (changed && !number) {
    keep_number("refused", ImGui::GetTime());
    if (open) say_expected(theme, field, accepted);
  } else {
    forget_number("refused");
  }
  return changed && !open ? number : std::nullopt;
}

/// Whether an item is a text field in this frame.
/// \param asked by the pointer
bool is_typed(ImGuiID id, bool asked) {
  if (ImGui::TempInputIsActive(id)) return true;
  const bool disabled =
      (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
  return !disabled && (asked || is_item_pressed(id));
}

/// Says for some seconds that a typed text was refused.
void remind_of_refusal(const Theme& theme, const ImRect& field, const ik::Knob& accepted) {
  constexpr double kSaid = 4.0;  // s
  const auto refused = kept_number("refused");
  if (!refused) return;
  ImGui::GetTime() - *refused < kSaid ? say_expected(theme, field, accepted)
                                      : forget_number("refused");
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
  fill_rect(list, {corner, frame_end}, faded(hovered ? c.hovered : c.control, alpha), rounding);
  const lab::Axis axis{
      .label = {}, .unit = {}, .logarithmic = row.logarithmic, .min = row.min, .max = row.max};
  const double share = std::clamp(lab::place(axis, std::clamp(value, row.min, row.max)), 0.0, 1.0);
  if (row.word.empty() && share > 0.0) {
    const float to = corner.x + std::max(2.0F * rounding, static_cast<float>(share) * width);
    fill_rect(list, {corner, {to, end.y}}, faded(c.accent, alpha * c.fill), rounding);
    fill_rect(list,
              {{corner.x + rounding, end.y - theme.px(2)},
               {std::max(to - rounding, corner.x + rounding), end.y}},
              faded(c.accent, alpha), theme.px(1));
  }

  std::string shown(row.word.empty() ? row.whole ? "%.0f" : "%.4g" : row.word);
  if (row.word.empty() && *row.unit != '\0') shown.append(" ").append(row.unit);
  for (const ImGuiCol which : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                               ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(which, faded(c.control, 0.0F));
  ImGui::PushID(row.id);
  const ImGuiIO& io = ImGui::GetIO();
  const ImGuiID id = ImGui::GetID("##value");
  const bool usable = (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
  const bool pressed_twice = io.MouseDoubleClicked[0] && kept_number("pressed").has_value();
  const bool asks = hovered && (pressed_twice || (io.MouseClicked[0] && io.KeyCtrl));
  const ImRect field(corner, end);
  const ik::Knob accepted = accepted_by(row);
  double changed = value;
  if (is_typed(id, asks)) {
    changed = typed_number(theme, "##value", accepted, field, value).value_or(value);
    forget_number("pressed");
  } else {
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput;
    if (row.logarithmic) flags |= ImGuiSliderFlags_Logarithmic;
    ImGui::SetNextItemWidth(width);
    ImGui::SliderScalar("##value", ImGuiDataType_Double, &changed, &row.min, &row.max,
                        shown.c_str(), flags);
    const bool fine = ImGui::IsItemActive() && io.KeyShift;
    if (fine) {
      changed = dragged_finely(row, axis, value, width);
    } else {
      forget_number("fine");
    }
    changed = after_press(value, changed);
    if (!fine && usable && !io.WantTextInput) {
      changed = stepped(row, axis, changed, steps_by_keys(id, ImGui::IsItemHovered()));
    }
    remind_of_refusal(theme, field, accepted);
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

std::optional<double> number_field(const Theme& theme, const NumberField& row, double value) {
  constexpr ik::Knob kAny{
      .name = "number", .label = "number", .least = std::numeric_limits<double>::lowest()};
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImRect field(corner,
                     {corner.x + ImGui::CalcItemWidth(), corner.y + ImGui::GetFrameHeight()});
  ImGui::PushID(row.id);
  const ImGuiID id = ImGui::GetID("##value");
  const bool hovered = ImGui::IsMouseHoveringRect(field.Min, field.Max) && ImGui::IsWindowHovered();
  const bool asks = hovered && (io.MouseDoubleClicked[0] || (io.MouseClicked[0] && io.KeyCtrl));
  double changed = value;
  if (is_typed(id, asks)) {
    changed = typed_number(theme, "##value", kAny, field, value).value_or(value);
  } else {
    ImGui::DragScalar("##value", ImGuiDataType_Double, &changed, row.speed, nullptr, nullptr,
                      row.pattern, ImGuiSliderFlags_NoInput);
    const Arrows arrows = arrows_for(id);
    changed += (io.KeyShift ? 0.1 : 1.0) * row.speed * (arrows.across + arrows.up);
    remind_of_refusal(theme, field, kAny);
  }
  ImGui::PopID();
  if (changed == value || !kAny.accepts(changed)) return std::nullopt;
  return changed;
}

std::optional<double> number_row(const Theme& theme, std::string_view label, std::string_view help,
                                 std::string_view group, const NumberRow& row, double value) {
  row_label(theme, label, help);
  const auto moved = number_slider(theme, row, value);
  mark(group, row.id);
  return moved;
}

NumberLook length_look(const ik::Multibody& body) {
  constexpr double kShare = 0.01,
                   kUsualStep = 0.005;  // a share of a link; and for a body without links, m
  const double link = lab::link_length(body);
  const double step = link > 0.0 ? lab::rounded_to_digits(kShare * link, 1) : kUsualStep;
  const char* const pattern = step >= 1.0 ? "%.0f" : step >= 1e-3 ? "%.3f" : "%.3g";
  return {static_cast<float>(step), pattern};
}

bool numbers_row(const Theme& theme, std::string_view group, const std::string& label,
                 std::string_view help, NumberLook look, std::span<double> values) {
  row_label(theme, label, help);
  const auto id = in_id(label.c_str());
  const auto font = in_font(theme.font.small_numbers);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const auto count = static_cast<float>(values.size());
  const float each = std::floor((ImGui::GetContentRegionAvail().x - gap * (count - 1.0F)) / count);
  bool changed = false;
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) ImGui::SameLine(0.0F, gap);
    ImGui::SetNextItemWidth(each);
    const std::string name = std::to_string(i);
    const auto moved = number_field(theme, {name.c_str(), look.speed, look.pattern}, values[i]);
    mark(std::string(group) + "/" + label, name);
    changed |= moved.has_value();
    values[i] = moved.value_or(values[i]);
  }
  ImGui::EndGroup();
  mark(group, label, Access::kPointer);
  return changed;
}

}  // namespace ui
