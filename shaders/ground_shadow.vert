out vec3 world;

void main() {
  world = footprint[gl_VertexID].xyz;
  gl_Position = clip_from_world * vec4(world, 1.0);
}
