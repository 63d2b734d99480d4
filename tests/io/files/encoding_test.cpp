#include "io/files/encoding.h"

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "io/files/text.h"

namespace {

/// U+00E4, ä, and U+20AC, €, encoded.
const std::string kUtf8 = "\xc3\xa4\xe2\x82\xac";

std::string read(const std::string& bytes) { return io::as_utf8(bytes, "a.bvh"); }

TEST(Encoding, IsToldByAMark) {
  EXPECT_EQ(read("\xef\xbb\xbf" + kUtf8), kUtf8);
  EXPECT_EQ(read(std::string("\xff\xfe\xe4\x00\xac\x20", 6)), kUtf8);
  EXPECT_EQ(read(std::string("\xfe\xff\x00\xe4\x20\xac", 6)), kUtf8);
  EXPECT_EQ(read("\xef\xbb\xbf"), "");
}

TEST(Encoding, IsToldByTheDeclarationOfXml) {
  EXPECT_EQ(read("<?xml version='1.0' encoding='iso-8859-15'?><a b='\xa4'/>"),
            "<?xml version='1.0' encoding='iso-8859-15'?><a b='\xe2\x82\xac'/>");
}

TEST(Encoding, IsUtf8IfTheBytesAreOtherwiseWindows1252) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("plain"), "plain");
  EXPECT_EQ(read(kUtf8), kUtf8);
  EXPECT_EQ(read("\xe4\x80"), kUtf8);
  EXPECT_EQ(read("\x9c\x01\xff"), "\x9c\x01\xff") << "no text";
  // longer than the converter's buffer
  std::string longer, expected;
  for (int i = 0; i < 5000; ++i) longer += '\xe4', expected += "\xc3\xa4";
  EXPECT_EQ(read(longer), expected);
}

std::string trouble_of(const std::string& bytes) {
  try {
    io::as_utf8(bytes, "a.bvh");
  } catch (const io::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Encoding, ThatIsUnknownOrWrongIsToldWithTheFile) {
  EXPECT_EQ(trouble_of("<?xml encoding='x-none'?>\xe4"),
            "a.bvh: its encoding is not known: x-none: save it as UTF-8");
  EXPECT_EQ(trouble_of(std::string("\xff\xfe\x00\xd8", 4)),
            "a.bvh: is not valid in its encoding UTF-16LE: save it as UTF-8");
}

TEST(Reason, OfNoMemoryIsInWords) {
  EXPECT_EQ(io::reason_of(std::bad_alloc()), "not enough memory");
  EXPECT_EQ(io::reason_of(io::Error("a.json: no such file")), "a.json: no such file");
}

}  // namespace
