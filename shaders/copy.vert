out vec2 place;

void main() {
  vec2 p = corner(gl_VertexID);
  place = 0.5 * p + 0.5;
  gl_Position = vec4(p, 0.0, 1.0);
}
