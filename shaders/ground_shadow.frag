uniform sampler2DShadow shadow_map;
in vec3 world;
out vec4 color;

void main() {
  float dark = 1.0 - light_reaching(shadow_map, world, scale.y);
  // a shadow keeps a breath of the backdrop's colour
  color = vec4(background_top.rgb * 0.18, shadow.z * ground.a * dark * floor_presence(world));
}
