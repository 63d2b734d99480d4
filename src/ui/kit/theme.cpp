#include "ui/kit/theme.h"

namespace ui {

ImVec4 hex(unsigned code) { return to_imgui(lab::hex(code)); }

ImVec4 to_imgui(lab::Color color, float alpha) {
  return {color.r, color.g, color.b, color.a * alpha};
}

lab::Color to_lab(ImVec4 color) { return {color.x, color.y, color.z, color.w}; }

ImVec4 faded(ImVec4 color, float alpha) { return {color.x, color.y, color.z, color.w * alpha}; }

ImU32 packed(ImVec4 color) { return ImGui::ColorConvertFloat4ToU32(color); }

float line_height(const ImFont* font) { return font->FontSize * font->Scale; }

float text_width(const ImFont* font, const char* text) {
  return font->CalcTextSizeA(line_height(font), 1e6F, 0.0F, text).x;
}

Colors make_colors(bool dark) {
  const auto pick = [dark](unsigned in_dark, unsigned in_light) {
    return hex(dark ? in_dark : in_light);
  };
  Colors c;
  c.panel = pick(0x1b1e23, 0xffffff);
  c.canvas = pick(0x15171b, 0xfafbfc);
  c.border = pick(0x30353d, 0xd9dee5);
  c.text = pick(0xe8eaed, 0x1a1e24);
  c.muted = pick(0xa6afbb, 0x57606d);
  c.outline = pick(0x7a8492, 0x818b98);
  c.control = pick(0x282c33, 0xeef1f5);
  c.hovered = pick(0x333942, 0xe2e7ed);
  c.active = pick(0x3d444f, 0xd5dce4);
  c.grid = pick(0x2a2e35, 0xe7ebf0);
  c.record = pick(0xff5c5c, 0xd62f2f);
  c.alarm = pick(0xff9089, 0xb32020);
  c.caution = pick(0xe0b056, 0x7d5200);
  c.accent = pick(0x9fb8d6, 0x3f5b7c);
  c.on_accent = pick(0x14171b, 0xffffff);
  c.chosen = dark ? 0.22F : 0.16F;
  c.fill = dark ? 0.38F : 0.28F;
  return c;
}

void apply(const Theme& theme, ImGuiStyle& style) {
  style = ImGuiStyle();
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 3};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 3};
  style.IndentSpacing = 12;
  style.ScrollbarSize = 10;
  style.GrabMinSize = 10;
  style.WindowRounding = 0;
  style.ChildRounding = 6;
  style.FrameRounding = 5;
  style.PopupRounding = 8;
  style.ScrollbarRounding = 5;
  style.GrabRounding = 4;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 1;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.DisabledAlpha = 0.45F;
  style.ScaleAllSizes(theme.scale);
  style.AntiAliasedLinesUseTex = true;

  const Colors& c = theme.color;
  const auto set = [&style](ImGuiCol which, ImVec4 color) { style.Colors[which] = color; };
  set(ImGuiCol_Text, c.text);
  set(ImGuiCol_TextDisabled, c.muted);
  set(ImGuiCol_WindowBg, c.panel);
  set(ImGuiCol_ChildBg, faded(c.panel, 0.0F));
  set(ImGuiCol_PopupBg, c.panel);
  set(ImGuiCol_Border, c.border);
  set(ImGuiCol_BorderShadow, faded(c.border, 0.0F));
  set(ImGuiCol_FrameBg, c.control);
  set(ImGuiCol_FrameBgHovered, c.hovered);
  set(ImGuiCol_FrameBgActive, c.active);
  set(ImGuiCol_ScrollbarBg, faded(c.panel, 0.0F));
  set(ImGuiCol_ScrollbarGrab, c.border);
  set(ImGuiCol_ScrollbarGrabHovered, c.muted);
  set(ImGuiCol_ScrollbarGrabActive, c.muted);
  set(ImGuiCol_CheckMark, c.accent);
  set(ImGuiCol_SliderGrab, c.accent);
  set(ImGuiCol_SliderGrabActive, c.accent);
  set(ImGuiCol_Button, c.control);
  set(ImGuiCol_ButtonHovered, c.hovered);
  set(ImGuiCol_ButtonActive, c.active);
  set(ImGuiCol_Header, faded(c.accent, c.chosen));
  set(ImGuiCol_HeaderHovered, c.hovered);
  set(ImGuiCol_HeaderActive, c.active);
  set(ImGuiCol_Separator, c.border);
  set(ImGuiCol_TextSelectedBg, faded(c.accent, 0.35F));
  set(ImGuiCol_NavHighlight, c.accent);
  set(ImGuiCol_ModalWindowDimBg, faded(c.canvas, 0.6F));
}

}  // namespace ui
