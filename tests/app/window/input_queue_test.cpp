#include "app/window/input_queue.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using Field = app::InputQueue::TextField;

/// The events of a frame as text: "+K" and "-K" for keys, 'k' for characters, "@3" for the pointer
/// position, "(" and ")" for the left button, "[" and "]" for the right, "w" for the wheel.
std::string frame(app::InputQueue& queue, Field field) {
  std::string text;
  for (const app::InputEvent& event : queue.take(field)) {
    if (const auto* key = std::get_if<app::KeyEvent>(&event)) {
      text += key->action == GLFW_PRESS ? '+' : '-';
      text += key->key == GLFW_KEY_LEFT_CONTROL ? '^'
              : key->key == GLFW_KEY_ENTER      ? '!'
                                                : static_cast<char>(key->key);
    } else if (const auto* character = std::get_if<app::CharacterEvent>(&event)) {
      text += static_cast<char>(character->code);
    } else if (const auto* move = std::get_if<app::MoveEvent>(&event)) {
      text += '@' + std::to_string(static_cast<int>(move->x));
    } else if (const auto* button = std::get_if<app::ButtonEvent>(&event)) {
      text += std::string(button->down ? "([" : ")]")
                  .substr(static_cast<std::size_t>(button->button), 1);
    } else {
      text += 'w';
    }
  }
  return text;
}

void key(app::InputQueue& queue, int number, int action, int mods = 0) {
  queue.push(app::KeyEvent{number, 0, action, mods});
}

void tap(app::InputQueue& queue, int number, int mods = 0) {
  key(queue, number, GLFW_PRESS, mods);
  key(queue, number, GLFW_RELEASE, mods);
}

void type(app::InputQueue& queue, const std::string& text) {
  for (const char c : text) {
    key(queue, std::toupper(c), GLFW_PRESS);
    queue.push(app::CharacterEvent{static_cast<unsigned>(c)});
    key(queue, std::toupper(c), GLFW_RELEASE);
  }
}

void chord(app::InputQueue& queue, int number) {
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  tap(queue, number, GLFW_MOD_CONTROL);
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE);
}

TEST(InputQueue, ShowsAChordShorterThanAFrameAsOne) {
  app::InputQueue queue;
  chord(queue, GLFW_KEY_K);
  EXPECT_EQ(frame(queue, Field::kNone), "+^+K");
  EXPECT_EQ(frame(queue, Field::kNone), "-K-^");
  EXPECT_EQ(frame(queue, Field::kNone), "");
}

TEST(InputQueue, KeepsAChordWhoseModifierGoesUpFirst) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  EXPECT_EQ(frame(queue, Field::kNone), "+^");  // the frame ends before the second key goes down
  key(queue, 'S', GLFW_PRESS, GLFW_MOD_CONTROL);
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE);
  key(queue, 'S', GLFW_RELEASE);
  EXPECT_EQ(frame(queue, Field::kNone), "+S");
  EXPECT_EQ(frame(queue, Field::kNone), "-^-S");
}

TEST(InputQueue, MakesNoChordOfAKeyBeforeAModifier) {
  app::InputQueue queue;
  key(queue, 'S', GLFW_PRESS);
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  EXPECT_EQ(frame(queue, Field::kNone), "+S");
  EXPECT_EQ(frame(queue, Field::kNone), "+^");
}

TEST(InputQueue, TurnsTheWheelUnderTheModifierItHad) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  EXPECT_EQ(frame(queue, Field::kNone), "+^");
  queue.push(app::WheelEvent{0.0, 1.0});
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE);
  EXPECT_EQ(frame(queue, Field::kNone), "w");
  EXPECT_EQ(frame(queue, Field::kNone), "-^");
}

TEST(InputQueue, ShowsEveryTapOfAKey) {
  app::InputQueue queue;
  tap(queue, GLFW_KEY_L);
  tap(queue, GLFW_KEY_L);
  tap(queue, GLFW_KEY_R);
  EXPECT_EQ(frame(queue, Field::kNone), "+L");
  EXPECT_EQ(frame(queue, Field::kNone), "-L");
  EXPECT_EQ(frame(queue, Field::kNone), "+L");
  EXPECT_EQ(frame(queue, Field::kNone), "-L+R");
  EXPECT_EQ(frame(queue, Field::kNone), "-R");
}

TEST(InputQueue, KeepsLettersForTheTextFieldThatIsExpected) {
  app::InputQueue queue;
  chord(queue, GLFW_KEY_K);
  type(queue, "lambda 0.4");
  tap(queue, GLFW_KEY_ENTER);
  EXPECT_EQ(frame(queue, Field::kNone), "+^+K");
  EXPECT_EQ(frame(queue, Field::kExpected), "-K-^") << "no letter acts as a shortcut";
  EXPECT_EQ(frame(queue, Field::kExpected), "");
  EXPECT_EQ(frame(queue, Field::kActive), "lambda 0.4+!") << "letters are characters alone";
  EXPECT_EQ(frame(queue, Field::kActive), "-!");
}

TEST(InputQueue, WaitsForNoFieldForEver) {
  app::InputQueue queue;
  tap(queue, GLFW_KEY_ESCAPE);
  for (int i = 0; i < app::InputQueue::kMaxWait; ++i)
    EXPECT_TRUE(queue.take(Field::kExpected).empty());
  EXPECT_EQ(queue.take(Field::kExpected).size(), 1U);
}

TEST(InputQueue, KeepsCharactersBehindTheKeysThatMoveTheCursor) {
  app::InputQueue queue;
  type(queue, "ab");
  tap(queue, GLFW_KEY_BACKSPACE);
  type(queue, "c");
  EXPECT_EQ(queue.take(Field::kActive).size(), 3U);  // a, b, backspace down
  EXPECT_EQ(queue.take(Field::kActive).size(), 2U);  // backspace up, c
}

TEST(InputQueue, KeepsCharactersBehindAKeyThatIsStillDown) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_ENTER, GLFW_PRESS);
  type(queue, "c");
  key(queue, GLFW_KEY_ENTER, GLFW_RELEASE);
  EXPECT_EQ(frame(queue, Field::kActive), "+!");
  for (int i = 0; i < app::InputQueue::kLeaving; ++i) EXPECT_EQ(frame(queue, Field::kActive), "");
  EXPECT_EQ(frame(queue, Field::kActive), "c-!");
}

TEST(InputQueue, KeepsKeysUntilTheTextFieldThatEnterLeavesIsKnownToBeLeft) {
  app::InputQueue queue;
  type(queue, "a");
  tap(queue, GLFW_KEY_ENTER);
  type(queue, "n");
  chord(queue, GLFW_KEY_S);
  EXPECT_EQ(frame(queue, Field::kActive), "a+!");
  // the field has lost the focus; Dear ImGui reports it two frames later
  EXPECT_EQ(frame(queue, Field::kActive), "-!");
  EXPECT_EQ(frame(queue, Field::kActive), "");
  EXPECT_EQ(frame(queue, Field::kNone), "+Nn") << "a shortcut, no text of the field";
  EXPECT_EQ(frame(queue, Field::kNone), "-N+^+S");
  EXPECT_EQ(frame(queue, Field::kNone), "-S-^");
}

TEST(InputQueue, LeavesOutRepeatsAndKeysWithoutANumber) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_L, GLFW_REPEAT);
  tap(queue, GLFW_KEY_UNKNOWN);
  EXPECT_TRUE(queue.take(Field::kNone).empty());
}

void move(app::InputQueue& queue, float x) { queue.push(app::MoveEvent{x, 0.0F}); }

void click(app::InputQueue& queue, int button = GLFW_MOUSE_BUTTON_LEFT) {
  queue.push(app::ButtonEvent{button, true});
  queue.push(app::ButtonEvent{button, false});
}

TEST(InputQueue, ShowsAClickThatIsShorterThanAFrameWhereItWas) {
  app::InputQueue queue;
  move(queue, 3.0F);
  click(queue);
  move(queue, 7.0F);
  EXPECT_EQ(frame(queue, Field::kNone), "@3") << "the frame that finds out what is there";
  EXPECT_EQ(frame(queue, Field::kNone), "(");
  EXPECT_EQ(frame(queue, Field::kNone), ")");
  EXPECT_EQ(frame(queue, Field::kNone), "@7");
  EXPECT_EQ(frame(queue, Field::kNone), "");
}

TEST(InputQueue, EndsADragWhereThePointerWasLetGo) {
  app::InputQueue queue;
  queue.push(app::ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, true});
  EXPECT_EQ(frame(queue, Field::kNone), "(");
  for (const float x : {4.0F, 5.0F, 6.0F}) move(queue, x);
  queue.push(app::ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, false});
  move(queue, 9.0F);
  EXPECT_EQ(frame(queue, Field::kNone), "@6") << "moves between two frames are one";
  EXPECT_EQ(frame(queue, Field::kNone), ")");
  EXPECT_EQ(frame(queue, Field::kNone), "@9");
}

TEST(InputQueue, KeepsKeysAndClicksInTheirOrder) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_PRESS);
  click(queue, GLFW_MOUSE_BUTTON_RIGHT);
  key(queue, GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE);
  queue.push(app::WheelEvent{0.0, 1.0});
  EXPECT_EQ(frame(queue, Field::kNone), "+^[");
  EXPECT_EQ(frame(queue, Field::kNone), "]");
  EXPECT_EQ(frame(queue, Field::kNone), "-^w");
}

TEST(InputQueue, ReleasesAKeyThatATextFieldFoundDown) {
  app::InputQueue queue;
  key(queue, GLFW_KEY_L, GLFW_PRESS);
  EXPECT_EQ(frame(queue, Field::kNone), "+L");
  key(queue, GLFW_KEY_L, GLFW_RELEASE);
  EXPECT_EQ(frame(queue, Field::kActive), "-L");
}

}  // namespace
