#include <algorithm>
#include <filesystem>

#include "ui/kit/imgui_versions.h"
#include "ui/kit/widgets.h"
#include "ui/panels/column.h"

namespace ui {
namespace {

constexpr std::size_t kTilesInRow = 6;
constexpr float kTileEdge = 4.0F;  ///< design points, between a tile's edge and its picture

ImVec2 tile_size(const Theme& theme) {
  const float edges = 2.0F * theme.px(kTileEdge);
  return {theme.px(kScenePictureWidth) + edges,
          theme.px(kScenePictureHeight) + edges + line_height(theme.font.small)};
}

/// A tile without a picture shows what kind of file it is.
void draw_kind(const Theme& theme, const ItemRect& place, const SceneItem& item) {
  fill_rect(*ImGui::GetWindowDrawList(), place, theme.color.control,
            ImGui::GetStyle().FrameRounding);
  const std::string kind = item.is_file ? std::filesystem::path(item.id).extension().string() : "";
  const ImVec2 size =
      theme.font.title->CalcTextSizeA(line_height(theme.font.title), FLT_MAX, 0.0F, kind.c_str());
  ImGui::GetWindowDrawList()->AddText(
      theme.font.title, line_height(theme.font.title),
      {place.middle().x - 0.5F * size.x, place.middle().y - 0.5F * size.y},
      packed(theme.color.muted), kind.c_str());
}

bool tile(const Theme& theme, const SceneItem& item, ImTextureID picture, bool chosen) {
  const float edge = theme.px(kTileEdge);
  const bool pressed = press_area(item.id.c_str(), tile_size(theme));
  const std::string name = shortened(item.name, tile_size(theme).x, theme.font.small);
  describe(theme, "scene", item.id,
           name == item.name ? item.description : item.name + "\n" + item.description);
  if (chosen) begin_focus_here();
  if (chosen && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  const ItemRect rect = item_rect();
  row_ground(theme, rect, {.chosen = chosen, .hovered = ImGui::IsItemHovered()});
  const ItemRect place{{rect.min.x + edge, rect.min.y + edge},
                       {rect.max.x - edge, rect.min.y + edge + theme.px(kScenePictureHeight)}};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (picture != nullptr) {
    list.AddImageRounded(picture, place.min, place.max, {0, 0}, {1, 1}, IM_COL32_WHITE,
                         ImGui::GetStyle().FrameRounding);
  } else {
    draw_kind(theme, place, item);
  }
  const float left = place.middle().x - 0.5F * text_width(theme.font.small, name.c_str());
  list.AddText(theme.font.small, line_height(theme.font.small), {left, place.max.y + 0.5F * edge},
               packed(theme.color.text), name.c_str());
  return pressed;
}

}  // namespace

std::optional<std::size_t> scene_gallery(const Theme& theme, const SceneMenu& scenes) {
  const ImVec2 size = tile_size(theme);
  const float room = 0.9F * ImGui::GetIO().DisplaySize.x;
  const std::size_t columns = std::clamp(
      static_cast<std::size_t>(room / (size.x + theme.px(kTileEdge))), std::size_t{1}, kTilesInRow);
  std::optional<std::size_t> pressed;
  std::size_t in_row = 0;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(theme.px(kTileEdge), theme.px(2)));
  for (std::size_t i = 0; i < scenes.items.size(); ++i) {
    const SceneItem& item = scenes.items[i];
    const bool first = i == 0 || item.group != scenes.items[i - 1].group;
    if (first && !item.group.empty()) {
      colored(theme.color.muted, item.group, theme.font.small);
    }
    if (first) in_row = 0;
    if (in_row % columns != 0) ImGui::SameLine();
    ++in_row;
    const auto id = in_id(i);
    const ImTextureID picture = i < scenes.pictures.size() ? scenes.pictures[i] : nullptr;
    if (tile(theme, item, picture, i == scenes.chosen)) pressed = i;
  }
  ImGui::PopStyleVar();
  return pressed;
}

}  // namespace ui
