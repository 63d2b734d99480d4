in vec3 world;
in vec3 normal;
flat in vec3 albedo;
flat in float share;
out vec4 color;

void main() {
  // what a shadow leaves of the plain floor: drawn by the lesser of two, so that shadows which
  // cross are no darker than one
  float dark = shadow.z * ground.a * floor_presence(world) * share;
  color = vec4(mix(plain_floor(world, gl_FragCoord.y), background_top.rgb * 0.18, dark), 1.0);
}
