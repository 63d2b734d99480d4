#include "app/window/reader.h"

#include <cstdlib>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "app/window/page.h"

namespace app {
namespace {

nlohmann::json json_of(const std::vector<ui::SpokenChoice>& choices) {
  auto list = nlohmann::json::array();
  for (const ui::SpokenChoice& choice : choices) list.push_back({choice.id, choice.name});
  return list;
}

std::string json_of(const ui::Spoken& words) {
  auto settings = nlohmann::json::array();
  for (const ui::SpokenSetting& setting : words.settings) {
    settings.push_back({{"name", setting.name},
                        {"label", setting.label},
                        {"value", setting.value},
                        {"help", setting.help},
                        {"used", setting.used}});
  }
  const nlohmann::json document = {
      {"title", words.title},        {"scenes", json_of(words.scenes)},
      {"scene", words.scene},        {"methods", json_of(words.methods)},
      {"method", words.method},      {"settings", settings},
      {"playing", words.playing},    {"page", words.page},
      {"page_help", words.page_help}};
  return document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void Reader::exchange(const ui::Context& context, double seconds) {
  while (const auto wish =
             std::unique_ptr<char, decltype(&std::free)>(page_take_wish(), std::free)) {
    const std::string words = wish.get();
    const std::size_t equals = words.find('=');
    ui::fulfil(words.substr(0, equals), words.substr(equals + 1), context);
    told_.reset();  // a refused value does not stay in its field
  }
  ui::Spoken words = ui::spoken(context.shown, context.panels);
  if (told_ != words) {
    page_describe(json_of(words).c_str());
    told_ = std::move(words);
  }
  const std::string sentence = narrator_.say(ui::report(context.shown), seconds);
  if (!sentence.empty()) page_say(sentence.c_str());
}

}  // namespace app
