#include "ui/panels/cells.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/number_text.h"
#include "ui/kit/widgets.h"
#include "ui/overlay/labels.h"
#include "ui/panels/column.h"

namespace ui {
namespace {

void fill_between(const Theme& theme, std::span<const Cell> cells) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 first = cells.front().whole.corner, last = cells.back().whole.end();
  const ImU32 line = packed(theme.color.border);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ImVec2 a = cells[i].whole.corner, b = cells[i].whole.end();
    // the gap to the previous cell in the row, or to the previous row
    if (i > 0 && a.y == cells[i - 1].whole.corner.y) {
      list.AddRectFilled({cells[i - 1].whole.end().x, a.y}, {a.x, b.y}, line);
    } else if (i > 0) {
      list.AddRectFilled({first.x, cells[i - 1].whole.end().y}, {last.x, a.y}, line);
    }
  }
}

/// "1st", "2nd", "3rd", "4th".
std::string ordinal(std::size_t place) {
  const bool teen = place / 10 % 10 == 1;
  const std::size_t last = teen ? 0 : place % 10;
  const char* const suffix = last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return std::to_string(place) + suffix;
}

struct Caption {
  std::string name;
  const ik::MethodInfo& method;
  lab::Standing standing;
  std::string place;  // "1st", or "–" without ranks
  lab::Color color;
  bool front;
};

/// Place and detail of the readings: the same in all cells, so that they can be compared. In this
/// order: with words or without in the line of the name, over the foot of the picture, only the
/// error there, none.
enum class Readings { kSentence, kLine, kAtFoot, kErrorAtFoot, kOmitted };
constexpr const char* kPatterns[] = {"mean error %s m  jitter %.2f°", "%s m  %.2f°", "%s m · %.2f°",
                                     "%s m", ""};

constexpr float kPad = 7.0F, kWordGap = 10.0F;         // design points
constexpr float kShortGap = 5.0F;                      // between a name and its rank
constexpr float kSwatch = 10.0F, kAfterSwatch = 6.0F;  // width of the swatch, gap after it

std::string readings_of(Readings readings, double error, double jitter) {
  return format(kPatterns[static_cast<std::size_t>(readings)],
                lab::reading_number(error, 3).c_str(), jitter);
}

/// Width of the widest readings. The jitter gets at least two digits before its point, so that the
/// kind of readings does not change with every number.
float width_of(const Theme& theme, Readings readings, std::span<const Caption> captions) {
  constexpr double kUsualJitter = 10.0;
  double jitter = kUsualJitter;
  for (const Caption& caption : captions) {
    jitter = std::max(jitter, caption.standing.mean_jitter_deg);
  }
  float width = 0.0F;
  for (const Caption& caption : captions) {
    const std::string text = readings_of(readings, caption.standing.mean_error, jitter);
    width = std::max(width, text_width(theme.font.small_numbers, text.c_str()));
  }
  return width;
}

float caption_room(const Theme& theme, const Cell& cell) {
  return cell.caption.size.x - theme.px(2.0F * kPad + kSwatch + kAfterSwatch);
}

/// The first kind of readings that fits in all captions; the first two need room for whole names.
Readings readings_for(const Theme& theme, std::span<const Caption> captions, const Cell& cell) {
  const ImFont* const font = theme.font.small;
  const float gap = theme.px(kWordGap);
  float name = 0.0F, place = 0.0F;
  for (const Caption& caption : captions) {
    name = std::max(name, text_width(font, caption.name.c_str()));
    const std::string words = std::string(kShakesWord) + " · " + caption.place;
    place = std::max(place, text_width(font, words.c_str()));
  }
  const float room = caption_room(theme, cell);
  for (const Readings readings : {Readings::kSentence, Readings::kLine}) {
    if (name + gap + width_of(theme, readings, captions) + gap + place <= room) return readings;
  }
  // the readings would hide a low picture
  if (cell.picture.size.y < 2.5F * readings_height(theme)) return Readings::kOmitted;
  for (const Readings readings : {Readings::kAtFoot, Readings::kErrorAtFoot}) {
    const float below = cell.picture.size.x - theme.px(2.0F * kPad);
    if (width_of(theme, readings, captions) <= below) return readings;
  }
  return Readings::kOmitted;
}

/// Whether all names, or at least their abbreviations, fit beside their ranks.
bool has_places(const Theme& theme, std::span<const Caption> captions, const Cell& cell) {
  const ImFont* const font = theme.font.small;
  return std::ranges::all_of(captions, [&](const Caption& caption) {
    const std::string name = caption.method.short_name;
    return text_width(font, name.c_str()) + theme.px(kShortGap) +
               text_width(font, caption.place.c_str()) <=
           caption_room(theme, cell);
  });
}

/// \param left middle of the text's left edge
void write_along(const ImFont* font, ImVec2 left, ImVec4 color, std::string_view text) {
  write(*ImGui::GetBackgroundDrawList(), font,
        {left.x, std::floor(left.y - 0.5F * line_height(font))}, color, text);
}

/// The readings over the foot of the picture, and "shakes" if it has room. \returns their rectangle
ItemRect draw_at_foot(const Theme& theme, const Area& picture, const Caption& caption,
                      const std::string& readings) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImFont *const font = theme.font.small, *const numbers = theme.font.small_numbers;
  const float pad = theme.px(kPad), gap = theme.px(kWordGap);
  const float width = text_width(numbers, readings.c_str());
  const float flag = text_width(font, kShakesWord);
  const bool flagged =
      shakes(caption.standing) && 2.0F * pad + width + gap + flag <= picture.size.x;
  const ImVec2 corner{picture.corner.x, picture.end().y - readings_height(theme)};
  const ImVec2 end{corner.x + 2.0F * pad + width + (flagged ? gap + flag : 0.0F), picture.end().y};
  fill_rect(list, {corner, end}, faded(theme.color.panel, kLabelGround), theme.px(4),
            ImDrawFlags_RoundCornersTopRight);
  const float middle = 0.5F * (corner.y + end.y);
  write_along(numbers, {corner.x + pad, middle}, theme.color.text, readings);
  if (flagged) {
    write_along(font, {corner.x + pad + width + gap, middle}, theme.color.alarm, kShakesWord);
  }
  return {corner, end};
}

/// \returns the rectangle of the readings over the picture, else of the caption
ItemRect draw_caption(const Theme& theme, const Cell& cell, const Caption& caption, Readings kind,
                      bool places, const Ranking& ranking) {
  const Colors& c = theme.color;
  const Area& area = cell.caption;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 end = area.end();
  fill_rect(list, {area.corner, end}, c.panel);
  if (caption.front) {
    fill_rect(list, {area.corner, end}, faded(c.accent, c.chosen));
  }
  const float side = theme.px(kSwatch), left = area.corner.x + theme.px(kPad);
  const float middle = area.corner.y + 0.5F * area.size.y;
  swatch(theme, caption.color, {left, middle}, 0.5F * kSwatch, list);
  const lab::Standing& s = caption.standing;
  const std::string readings = readings_of(kind, s.mean_error, s.mean_jitter_deg);
  const bool one_line = kind == Readings::kSentence || kind == Readings::kLine;
  const std::string place =
      (one_line && shakes(s) ? std::string(kShakesWord) + " · " : "") + caption.place;
  const ImFont *const font = theme.font.small, *const numbers = theme.font.small_numbers;
  const float text = left + side + theme.px(kAfterSwatch);
  const float right = end.x - theme.px(kPad);
  const float at = places ? right - text_width(font, place.c_str()) : right;
  if (at >= text) {
    float room = at - text - (places ? theme.px(kShortGap) : 0.0F);
    if (one_line) {
      const float width = text_width(numbers, readings.c_str());
      write_along(numbers, {at - theme.px(kWordGap) - width, middle}, c.text, readings);
      room -= width + theme.px(kWordGap);
    }
    write_along(font, {text, middle}, c.text,
                fitting_label(caption.name, caption.method, room, font));
    if (places) write_along(font, {at, middle}, shakes(s) ? c.alarm : c.muted, place);
  }
  const std::string help =
      caption.name +
      format("\nMean error %s m, jitter %.2f° over ", lab::reading_number(s.mean_error, 3).c_str(),
             s.mean_jitter_deg) +
      lab::counted(static_cast<std::size_t>(ranking.steps), "step") + ": " +
      (is_ranked(ranking) ? caption.place + (shakes(s) ? ", and it shakes." : ".")
                          : "not ranked yet, " + measuring_text(ranking) + ".");
  hint_over_picture(theme, area.corner, end, help);
  if (one_line || kind == Readings::kOmitted) return {area.corner, end};
  const ItemRect foot = draw_at_foot(theme, cell.picture, caption, readings);
  hint_over_picture(theme, foot.min, foot.max, help);
  return foot;
}

/// The right end of a part of the picture, or of its rest beside windows such as the axes.
float clear_end(const Theme& theme, const Area& part) {
  const Area inside = clear_of_edges(theme, part);
  float end = part.end().x;
  for (const ItemRect& window : windows_over({inside.corner, inside.end()}, true)) {
    end = std::min(end, window.min.x);
  }
  return end;
}

constexpr auto kOut = lab::EffectorStatus::kOutOfReach;

/// "right is out of reach": the effectors with this status, by name; empty if there are none.
std::string out_of_reach(const ik::Multibody& body,
                         std::span<const std::optional<lab::EffectorStatus>> statuses) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (statuses[i] == kOut) out.push_back(body.effector(static_cast<int>(i)).name);
  }
  return out.empty() ? "" : listed(out) + (out.size() > 1 ? " are " : " is ") + lab::name(kOut);
}

/// ", 1 reached, 2 far behind": the number of effectors with each other status.
std::string count_others(std::span<const std::optional<lab::EffectorStatus>> statuses) {
  std::string text;
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    const auto before = statuses.first(i);
    const bool told = std::ranges::find(before, statuses[i]) != before.end();
    if (!statuses[i] || statuses[i] == kOut || told) continue;
    text += format(", %ld %s", static_cast<long>(std::ranges::count(statuses, statuses[i])),
                   lab::name(*statuses[i]));
  }
  return text;
}

/// Writes into the empty cells what all cells have in common, and how the front lane follows. With
/// little room, only the more important lines.
void draw_common(const Theme& theme, const lab::Timeline& timeline, const std::string& front_name,
                 const Ranking& ranking,
                 std::span<const std::optional<lab::EffectorStatus>> statuses, const Area& area) {
  const lab::Scene& scene = *timeline.setup().scene;
  const lab::Tracker& front = timeline.bench().front();
  const std::string title = scene.name.empty() ? scene.id : scene.name;
  const std::string lanes =
      format("%zu lanes, t = %.2f s", timeline.setup().lanes.size(), front.time());
  const std::string ranked =
      "\n" + (is_ranked(ranking) ? format("Ranked by %s over %ld steps",
                                          ranking_columns()[ranking.sorted_by].what, ranking.steps)
                                 : "No ranks yet, " + measuring_text(ranking));
  const std::string out = out_of_reach(scene.multibody, statuses), others = count_others(statuses);
  const std::string words = out.empty() && !others.empty() ? others.substr(2) : out + others;
  const std::string follows = words.empty() ? "" : "\n" + front_name + ": " + words;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  fill_rect(list, {area.corner, area.end()}, theme.color.canvas);
  const float inset = theme.px(14);
  const ImVec2 at{area.corner.x + inset, area.corner.y + inset};
  const float width = clear_end(theme, area) - inset - at.x;
  if (width < theme.px(80)) return;
  const ImFont* const font = theme.font.small;
  const float below = at.y + line_height(theme.font.bold) + theme.px(6);
  list.PushClipRect(area.corner, area.end(), true);
  for (const std::string& text : {lanes + ranked + follows, lanes + follows,
                                  out.empty() ? lanes + ranked : lanes + "\n" + out}) {
    const ImVec2 size = font->CalcTextSizeA(line_height(font), FLT_MAX, width, text.c_str());
    if (below + size.y > area.end().y - theme.px(4) || size.x > width + 1.0F) continue;
    const std::string shown = shortened(title, width, theme.font.bold);
    write(list, theme.font.bold, at, theme.color.text, shown);
    if (shown != title) hint_over_picture(theme, at, {at.x + width, below}, title);
    list.AddText(font, line_height(font), {at.x, below}, packed(theme.color.muted), text.c_str(),
                 nullptr, width);
    break;
  }
  list.PopClipRect();
}

}  // namespace

float readings_height(const Theme& theme) {
  return line_height(theme.font.small_numbers) + theme.px(4);
}

std::vector<ItemRect> draw_captions(const Theme& theme, const lab::Timeline& timeline,
                                    const Ranking& ranking, std::span<const Cell> cells,
                                    std::span<const std::optional<lab::EffectorStatus>> statuses) {
  const lab::Setup& setup = timeline.setup();
  const std::size_t count = setup.lanes.size();
  if (cells.size() < count || ranking.standings.size() != count) return {};
  fill_between(theme, cells);
  const std::vector<std::string> labels = lab::lane_labels(setup);
  const std::vector<std::size_t> order = ranked_lanes(ranking);
  std::vector<Caption> captions;
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t lane = order[place];
    captions.push_back({labels[lane], *setup.lanes[lane].method, ranking.standings[lane],
                        is_ranked(ranking) ? ordinal(place + 1) : "–", lab::lane_color(setup, lane),
                        lane == setup.front});
  }
  const auto narrowest = std::ranges::min_element(
      cells.first(count), {}, [](const Cell& cell) { return cell.whole.size.x; });
  const Readings readings = readings_for(theme, captions, *narrowest);
  const bool places = has_places(theme, captions, *narrowest);
  std::vector<ItemRect> written(count);
  for (std::size_t place = 0; place < count; ++place) {
    const std::size_t lane = order[place];
    written[lane] = draw_caption(theme, cells[lane], captions[place], readings, places, ranking);
  }
  const Area& front = cells[setup.front].whole;
  const float thick = theme.px(2), half = 0.5F * thick;
  const ImVec2 end = front.end();
  ImGui::GetBackgroundDrawList()->AddRect({front.corner.x + half, front.corner.y + half},
                                          {end.x - half, end.y - half}, packed(theme.color.accent),
                                          0.0F, 0, thick);
  if (const auto area = empty_cells(cells, count)) {
    draw_common(theme, timeline, labels[setup.front], ranking, statuses, *area);
  }
  return written;
}

}  // namespace ui
