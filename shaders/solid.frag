uniform sampler2DShadow shadow_map;
in vec3 world;
in vec3 normal;
flat in vec4 albedo;
flat in vec2 finish;
out vec4 color;

void main() {
  vec3 n = normalize(normal);
  // a face that is turned away from the lamp is dark anyway
  float first = dot(n, to_light.xyz) > 0.0 ? scale.y : 0.0;
  float reaching = light_reaching(shadow_map, world, first);
  color = vec4(lit_face(world, n, albedo.rgb, finish, reaching), albedo.a);
}
