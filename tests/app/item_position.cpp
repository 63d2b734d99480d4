// Prints "x y" of a control of the window: item_position WIDTH HEIGHT METHOD ITEM. Scripts press
// there.

#include <cstdio>
#include <cstdlib>

#include "ui/desk.h"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const ImVec2 size{std::strtof(argv[1], nullptr), std::strtof(argv[2], nullptr)};
  const Desk desk(scenes::circling(bodies::forked_tree()), argv[3], size);
  const ImVec2 place = desk.item(argv[4]).middle();
  std::printf("%d %d\n", static_cast<int>(place.x), static_cast<int>(place.y));
  return 0;
}
