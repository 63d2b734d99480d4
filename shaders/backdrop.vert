out float height;

void main() {
  vec2 p = corner(gl_VertexID);
  height = 0.5 * p.y + 0.5;
  gl_Position = vec4(p, 0.0, 1.0);
}
