out vec3 world;

void main() {
  vec2 p = corner(gl_VertexID) * floor_place.w;
  world = floor_place.xyz + vec3(p.x, 0.0, p.y);
  gl_Position = clip_from_world * vec4(world, 1.0);
}
