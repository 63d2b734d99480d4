#include "gfx/context/handles.h"

#include <stdexcept>
#include <string_view>

#include "gfx/drawing.h"

namespace {

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
