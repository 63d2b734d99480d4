in vec3 world;
in vec3 normal;
flat in vec3 albedo;
flat in float share;
out vec4 color;

void main() {
  vec3 face = lit_face(world, normalize(normal), albedo, vec2(0.45, 0.0), 1.0);
  // the far end of the field fades as the floor does, and a thin piece fills a part of its pixels
  float seen = (0.3 + 0.7 * floor_presence(world)) * (0.5 + 0.5 * share);
  color = vec4(mix(plain_floor(world, gl_FragCoord.y), face, seen), 1.0);
}
