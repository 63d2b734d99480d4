#include "app/window/link.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/files/text.h"
#include "io/setup/setup_json.h"
#include "lab/scene/number_text.h"
#include "ui/shell/command_palette.h"

#include <nlohmann/json.hpp>

namespace app {
namespace {

constexpr bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-_.~,").find(c) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_plain(c)) {
      result += c;
    } else {
      result += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return result;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// As a form's address writes it: "+" is a blank, "%41" is A.
std::string decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                        hex_digit(text[i + 2]) >= 0;
    if (escape) {
      result += static_cast<char>(16 * hex_digit(text[i + 1]) + hex_digit(text[i + 2]));
      i += 2;
    } else {
      result += text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

void add_parts(std::string_view text, Query& query) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const auto [name, value] = name_and_value(part);
    query.emplace_back(decoded(name), decoded(value));
  }
}

std::string embed_text(const ui::Kept& kept) {
  std::vector<std::string> parts;
  if (kept.controls.method) parts.emplace_back("method");
  for (const lab::Knob* knob : kept.controls.knobs) parts.emplace_back(knob->name);
  if (kept.time) parts.emplace_back("time");
  if (kept.plots) parts.emplace_back("plots");
  return io::joined(parts, ",");
}

std::string camera_text(const CameraView& camera) {
  constexpr int kNumbers = 5;  // digits
  std::vector<std::string> numbers;
  for (const float number :
       {camera.yaw, camera.pitch, camera.zoom, camera.focus[0], camera.focus[1], camera.focus[2]}) {
    numbers.push_back(lab::number_text(static_cast<double>(number), kNumbers));
  }
  return io::joined(numbers, ",");
}

std::string attribute(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '<':
        result += "&lt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace

Query::value_type name_and_value(std::string_view part) {
  const std::size_t equals = std::min(part.find('='), part.size());
  return {std::string(part.substr(0, equals)),
          std::string(part.substr(std::min(equals + 1, part.size())))};
}

bool is_link(std::string_view text) {
  text = io::trimmed(text);
  return ui::is_address(text) && text.find_first_of("?#") != std::string_view::npos;
}

Query parts_of_link(std::string_view link) {
  link = io::trimmed(link);
  Query query;
  const std::size_t hash = std::min(link.find('#'), link.size());
  const std::size_t question = std::min(link.find('?'), hash);
  if (question < hash) add_parts(link.substr(question + 1, hash - question - 1), query);
  if (hash < link.size()) add_parts(link.substr(hash + 1), query);
  return query;
}

std::string packed(std::string_view text) { return io::base64(text, io::kBase64Url); }

std::optional<std::string> unpacked(std::string_view packed) {
  while (packed.ends_with('=')) packed.remove_suffix(1);
  if (packed.size() % 4 == 1) return std::nullopt;
  std::string result;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : packed) {
    const std::size_t digit = io::kBase64Url.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += static_cast<char>((bits >> count) & 255U);
  }
  return result;
}

io::SavedSession run_of_link(const lab::Timeline& timeline) {
  io::SavedSession run = io::session_of(timeline);
  run.steps = timeline.now();
  run.now = timeline.now();
  std::erase_if(run.changes,
                [&](const lab::SetupChange& change) { return change.step > timeline.now(); });
  return run;
}

std::string link_to_setup(const lab::Setup& setup) {
  return "#setup=" + packed(io::setup_text(setup));
}

std::string link_to_view(const LinkedView& view, bool& cut) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& name, const std::string& value) {
    parts.push_back(name + (value.empty() ? "" : "=" + percent_encoded(value)));
  };
  if (view.embedded) add("embed", embed_text(*view.embedded));
  add("page", view.page.empty() ? "off" : view.page);
  if (!view.signals.empty()) {
    add("signals",
        io::joined(view.signals, ",", [](lab::Signal signal) { return lab::info(signal).id; }));
  }
  if (view.run.start.lanes.size() > 1) add("side-by-side", view.apart ? "on" : "off");
  if (view.crowd > 0) add("crowd", std::to_string(view.crowd));
  if (view.paused) add("paused", "");
  if (view.camera) add("camera", camera_text(*view.camera));

  const lab::Setup& present =
      view.run.changes.empty() ? view.run.start : view.run.changes.back().setup;
  std::string run;
  cut = false;
  if (view.run.steps > 0 || !view.run.changes.empty()) {
    // without the file's line breaks
    run = nlohmann::json::parse(io::write_session(view.run)).dump();
    cut = run.size() > kMaxLinkedRun;
  }
  const std::string query = "?" + io::joined(parts, "&");
  return query + (run.empty() || cut ? link_to_setup(present) : "#run=" + packed(run));
}

std::string frame_line(const std::string& link, const std::string& title) {
  return "<iframe src=\"" + attribute(link) + "\" title=\"" + attribute(title) +
         "\" width=\"100%\" height=\"480\" style=\"border: 0\" allow=\"clipboard-write\" "
         "loading=\"lazy\"></iframe>";
}

}  // namespace app
