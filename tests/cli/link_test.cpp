#include <gtest/gtest.h>

#include "app/window/address.h"
#include "cli/commands/commands.h"
#include "cli/iklab_process.h"
#include "io/scene/scene_file.h"

namespace {

TEST(Link, KnowsEveryNameOfTheCommandLine) {
  CLI::App program;
  cli::add_view(program);
  const CLI::App* const view = program.get_subcommand("view");
  int names = 0;
  for (const CLI::Option* option : view->get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (name == "help") continue;
      ++names;
      const std::string trouble = app::options_from_address({{name, "1"}}).trouble;
      EXPECT_EQ(trouble.find("no such part"), std::string::npos) << trouble;
    }
  }
  EXPECT_GT(names, 30) << "settings and view options";
  // and refuses none that the command line lacks
  for (const app::RefusedPart& part : app::refused_parts()) {
    EXPECT_NE(view->get_option_no_throw(std::string("--") + part.name), nullptr) << part.name;
  }
}

TEST(Link, ThatIsWrongIsNamedByTheCommandLine) {
  for (const auto& [link, names] :
       {std::pair("https://a.org/?scene=nowhere", "--setup: scene=nowhere: no such scene"),
        {"https://a.org/#setup=Z", "--setup: the link's set-up is cut off or broken"},
        {"https://a.org/?page=nowhere", "--setup: page: no page 'nowhere'"}}) {
    expect_mistake(std::string("view --setup '") + link + "'", names);
  }
}

}  // namespace
