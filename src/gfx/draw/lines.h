#pragma once

#include <glm/vec3.hpp>

#include <vector>

#include "gfx/context/handles.h"
#include "gfx/draw/picture.h"

namespace gfx {

/// One segment of a polyline, in the shader's layout. `before` and `after` are the neighbouring
/// points, for the joins. Where `before` equals `a`, or `after` equals `b`, the line ends with a
/// round cap.
struct Stroke {
  glm::vec3 before{0.0f};
  glm::vec3 a{0.0f};
  glm::vec3 b{0.0f};
  glm::vec3 after{0.0f};
  Color color_a{0.0f};
  Color color_b{0.0f};
  float width = 1.0f;  ///< points
  float dash = 0.0f;   ///< points
};

/// Adds the segments of a picture's lines and trails. Repeated points of a trail are skipped.
void add_strokes(std::vector<Stroke>& strokes, const Picture& picture);

/// Draws all lines and trails of a picture with one call.
class Lines {
 public:
  Lines();

  /// Starts a frame: add() its pictures, then upload() all of them at once.
  void clear();
  void add(const Picture& picture);
  void upload() const;

  /// Draws a picture's lines with the program in use. \param picture index in the order of add()
  void draw(std::size_t picture) const;

 private:
  VertexArrayHandle vertex_array_;
  BufferHandle buffer_;
  std::vector<Stroke> strokes_;
  std::vector<std::size_t> ends_;  // end index of each picture in strokes_
};

}  // namespace gfx
