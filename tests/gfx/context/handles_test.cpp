#include "gfx/context/handles.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

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

}  // namespace
