#include "gfx/context/handles.h"

#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "gfx/drawing.h"

namespace {

std::vector<unsigned> deleted;
void note(unsigned id) { deleted.push_back(id); }
using Noted = gfx::Handle<note>;

class Handle : public ::testing::Test {
 protected:
  void SetUp() override { deleted.clear(); }
};

TEST_F(Handle, DeletesItsObjectOnce) {
  { const Noted handle(7); }
  EXPECT_EQ(deleted, std::vector<unsigned>({7}));
}

TEST_F(Handle, MovedFromDeletesNothing) {
  {
    Noted first(7);
    const Noted second(std::move(first));
    EXPECT_EQ(first.id(), 0u);
    EXPECT_EQ(second.id(), 7u);
  }
  EXPECT_EQ(deleted, std::vector<unsigned>({7}));
}

TEST_F(Handle, MovedOntoDeletesTheOldObjectAtOnceAndTheNewOneOnce) {
  {
    Noted first(7);
    first = Noted(8);
    EXPECT_EQ(deleted, std::vector<unsigned>({7}));
    EXPECT_EQ(first.id(), 8u);
  }
  EXPECT_EQ(deleted, std::vector<unsigned>({7, 8}));
}

TEST_F(Handle, MovedOntoItselfKeepsItsObject) {
  {
    Noted handle(7);
    Noted& same = handle;
    handle = std::move(same);
    EXPECT_EQ(handle.id(), 7u);
    EXPECT_TRUE(deleted.empty());
  }
  EXPECT_EQ(deleted, std::vector<unsigned>({7}));
}

TEST_F(Handle, OwningNothingDeletesNothing) {
  { const Noted handle; }
  EXPECT_TRUE(deleted.empty());
}

TEST_F(Handle, CannotBeCopied) {
  static_assert(!std::is_copy_constructible_v<Noted>);
  static_assert(!std::is_copy_assignable_v<Noted>);
}

using HandleOnTheCard = test::Drawing;

TEST_F(HandleOnTheCard, LetsTheObjectGo) {
  unsigned id = 0;
  {
    const gfx::BufferHandle buffer = gfx::make_buffer();
    id = buffer.id();
    glBindBuffer(GL_ARRAY_BUFFER, id);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    EXPECT_EQ(glIsBuffer(id), GL_TRUE);
  }
  EXPECT_EQ(glIsBuffer(id), GL_FALSE);
}

using Program = test::Drawing;

bool understands_web_shaders() {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i) {
    const auto* name =
        reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    if (std::string_view(name) == "GL_ARB_ES3_compatibility") return true;
  }
  return false;
}

TEST_F(Program, CompilesEveryShaderForTheBrowserToo) {
  if (!understands_web_shaders()) GTEST_SKIP() << "this driver compiles desktop shaders only";
  for (const char* name :
       {"backdrop", "copy", "ground", "ground_shadow", "solid", "depth", "line", "crowd"}) {
    EXPECT_NO_THROW(gfx::Program(name, gfx::Dialect::kWeb)) << name;
  }
  EXPECT_NO_THROW(gfx::Program("crowd", "crowd_shadow", gfx::Dialect::kWeb));
  EXPECT_NO_THROW(gfx::Program("skinned", "solid", gfx::Dialect::kWeb));
  EXPECT_NO_THROW(gfx::Program("skinned", "depth", gfx::Dialect::kWeb));
}

TEST_F(Program, NamesTheShaderThatIsMissing) {
  try {
    const gfx::Program program("nowhere", gfx::Dialect::kDesktop);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string_view(error.what()).find("nowhere.vert"), std::string_view::npos);
  }
}

}  // namespace
