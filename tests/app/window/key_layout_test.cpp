#include "app/window/input_queue.h"

#include <GLFW/glfw3.h>

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace {

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
