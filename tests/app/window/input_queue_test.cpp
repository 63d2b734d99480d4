#include "app/window/input_queue.h"

#include <map>

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "ui/kit/imgui_versions.h"

// the panels' key codes equal GLFW's
static_assert(static_cast<int>(ui::Key::kSpace) == GLFW_KEY_SPACE);
static_assert(static_cast<int>(ui::Key{'.'}) == GLFW_KEY_PERIOD);
static_assert(static_cast<int>(ui::Key{'1'}) == GLFW_KEY_1);
static_assert(static_cast<int>(ui::Key{'9'}) == GLFW_KEY_9);
static_assert(static_cast<int>(ui::Key{'Q'}) == GLFW_KEY_Q);
static_assert(static_cast<int>(ui::Key{'['}) == GLFW_KEY_LEFT_BRACKET);
static_assert(static_cast<int>(ui::Key{']'}) == GLFW_KEY_RIGHT_BRACKET);
static_assert(static_cast<int>(ui::Key::kEscape) == GLFW_KEY_ESCAPE);
static_assert(static_cast<int>(ui::Key::kTab) == GLFW_KEY_TAB);
static_assert(static_cast<int>(ui::Key::kRight) == GLFW_KEY_RIGHT);
static_assert(static_cast<int>(ui::Key::kF1) == GLFW_KEY_F1);
static_assert(static_cast<int>(ui::Key::kKeypad1) == GLFW_KEY_KP_1);
static_assert(static_cast<int>(ui::Key::kKeypad3) == GLFW_KEY_KP_3);
static_assert(static_cast<int>(ui::Key::kKeypad7) == GLFW_KEY_KP_7);

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

/// A layout by its differences from the American one.
app::KeyLabels layout(std::map<int, std::string> others) {
  return [others = std::move(others)](int key) -> std::string {
    if (const auto other = others.find(key); other != others.end()) return other->second;
    if (key >= 'A' && key <= 'Z') return {static_cast<char>(key - 'A' + 'a')};
    constexpr std::string_view kSigns = "0123456789`-=[]\\;',./";
    return kSigns.find(static_cast<char>(key)) != kSigns.npos && key < 0x80
               ? std::string{static_cast<char>(key)}
               : std::string();
  };
}

const app::KeyLabels kGerman = layout({{'Y', "z"},
                                       {'Z', "y"},
                                       {'[', "ü"},
                                       {']', "+"},
                                       {';', "ö"},
                                       {'\'', "ä"},
                                       {'-', "ß"},
                                       {'=', "´"},
                                       {'/', "-"}});
const app::KeyLabels kFrench =
    layout({{'Q', "a"}, {'A', "q"}, {'W', "z"}, {'Z', "w"}, {';', "m"},  {'M', ","}, {',', ";"},
            {'.', ":"}, {'/', "!"}, {'1', "&"}, {'2', "é"}, {'3', "\""}, {'4', "'"}, {'5', "("},
            {'6', "-"}, {'7', "è"}, {'8', "_"}, {'9', "ç"}, {'0', "à"},  {'[', ""},  {']', "$"}});
const app::KeyLabels kTurkish = layout({{'I', "ı"}, {'\'', "i"}, {'[', "ğ"}, {']', "ü"}});

/// A layout without Latin letters; `q` and `w` are signs, as on a Hebrew keyboard.
app::KeyLabels without_latin(std::map<int, std::string> signs) {
  for (int key = 'A'; key <= 'Z'; ++key) signs.emplace(key, "я");
  return layout(std::move(signs));
}

TEST(KeyLayout, HasLettersWhereTheKeyboardHasThem) {
  EXPECT_EQ(app::key_by_layout('Y', kGerman), 'Z');
  EXPECT_EQ(app::key_by_layout('Z', kGerman), 'Y');
  EXPECT_EQ(app::key_by_layout('X', kGerman), 'X');
  EXPECT_EQ(app::key_by_layout('Q', kFrench), 'A') << "Ctrl A must not quit";
  EXPECT_EQ(app::key_by_layout('A', kFrench), 'Q');
  EXPECT_EQ(app::key_by_layout(';', kFrench), 'M');
  EXPECT_EQ(app::key_by_layout('M', kFrench), ',');
}

TEST(KeyLayout, HasDigitsInTheirRowAlsoWhereTheyNeedShift) {
  for (int digit = '0'; digit <= '9'; ++digit) {
    EXPECT_EQ(app::key_by_layout(digit, kFrench), digit) << static_cast<char>(digit);
    EXPECT_EQ(app::key_by_layout(digit, kGerman), digit);
  }
}

TEST(KeyLayout, HasSignsThatALayoutLacksInTheirAmericanPlaces) {
  EXPECT_EQ(app::key_by_layout('[', kGerman), '[');
  EXPECT_EQ(app::key_by_layout(']', kGerman), ']');
  EXPECT_EQ(app::key_by_layout('[', kFrench), '[');
  EXPECT_EQ(app::key_by_layout('/', kGerman), '-');
}

TEST(KeyLayout, HasEachLetterOnce) {
  EXPECT_EQ(app::key_by_layout('\'', kTurkish), 'I');
  EXPECT_EQ(app::key_by_layout('I', kTurkish), GLFW_KEY_UNKNOWN) << "the dotless one";
}

TEST(KeyLayout, HasAmericanLettersWhereALayoutHasNone) {
  const app::KeyLabels russian = without_latin({{'[', "х"}, {'/', "."}});
  const app::KeyLabels hebrew = without_latin({{'Q', "/"}, {'W', "'"}});
  for (int key = 'A'; key <= 'Z'; ++key) {
    EXPECT_EQ(app::key_by_layout(key, russian), key);
    EXPECT_EQ(app::key_by_layout(key, hebrew), key) << static_cast<char>(key);
  }
  EXPECT_EQ(app::key_by_layout('[', russian), '[');
}

TEST(KeyLayout, LeavesKeysThatTypeNothing) {
  const app::KeyLabels silent = [](int) { return std::string(); };
  for (const int key : {GLFW_KEY_TAB, GLFW_KEY_SPACE, GLFW_KEY_F1, GLFW_KEY_KP_1, GLFW_KEY_A}) {
    EXPECT_EQ(app::key_by_layout(key, silent), key);
  }
  EXPECT_EQ(app::key_by_layout(GLFW_KEY_UNKNOWN, silent), GLFW_KEY_UNKNOWN);
}

}  // namespace
