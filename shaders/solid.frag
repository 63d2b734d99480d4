uniform sampler2DShadow shadow_map;
in vec3 world;
in vec3 normal;
flat in vec4 albedo;
flat in vec2 finish;
out vec4 color;

void main() {
  vec3 n = normalize(normal);
  float reaching = light_reaching(shadow_map, world);
  color = vec4(lit_face(world, n, albedo.rgb, finish, reaching), albedo.a);
}
