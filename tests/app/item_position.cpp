// Prints "x y" of a control of the window, for scripts that press there:
// item_position WIDTH HEIGHT METHOD ITEM [PAGE]. A row of a list, such as method/dls, is located
// with the list open, a control of a page with the page open, a branch control with a branch.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "ui/desk.h"

int main(int argc, char** argv) {
  if (argc != 5 && argc != 6) return 2;
  const ImVec2 size{std::strtof(argv[1], nullptr), std::strtof(argv[2], nullptr)};
  Desk desk(scenes::circling(bodies::forked_tree()), argv[3], size);
  // pressing the open page would close it
  const bool other = argc == 6 && desk.panels.page != ui::page_named(argv[5]);
  if (other) desk.press(std::string("page/") + argv[5]);
  desk.frames(2);
  // a row of a list exists only while the list is open
  const std::string item = argv[4];
  if (item.starts_with("branch-") || item == "timeline/branches") {
    desk.timeline.seek(30);
    lab::Setup setup = desk.timeline.setup();
    setup.front_lane().settings.d_max = 0.3;
    desk.change(setup);
    desk.frames(2);
    if (!desk.has(item)) desk.press("timeline/branches");
  } else if (!desk.has(item)) {
    desk.press(item.substr(0, item.find('/')));
    desk.frames(2);
  }
  const ImVec2 place = desk.item(item).middle();
  std::printf("%d %d\n", static_cast<int>(place.x), static_cast<int>(place.y));
  return 0;
}
