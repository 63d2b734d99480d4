// Shared by every shader: what is the same for a whole frame. Mirrors gfx::Frame.
layout(std140) uniform Frame {
  mat4 clip_from_world;
  mat4 shadow_from_world;
  vec4 eye;
  vec4 to_light;           // unit; w: strength of the rim light
  vec4 key;                // linear
  vec4 sky;                // linear
  vec4 bounce;             // linear
  vec4 background_top;     // sRGB
  vec4 background_bottom;  // sRGB
  vec4 ground;             // sRGB
  vec4 grid;               // sRGB
  vec4 grid_major;         // sRGB
  vec4 axis_x;             // sRGB
  vec4 axis_z;             // sRGB
  vec4 floor_place;        // middle, extent
  vec4 floor_lines;        // spacing, whether lines are shown
  vec4 viewport;           // width, height, x, y in pixels
  vec4 scale;              // pixels a point
  vec4 shadow;             // softness in the map's two directions, darkness, whether there is any
  vec4 footprint[4];       // corners of the shadow map on the floor
};

// The sRGB curve as a power: within 1/255 of the exact one where the eye can tell.
vec3 linear_from_srgb(vec3 c) { return pow(c, vec3(2.2)); }
vec3 srgb_from_linear(vec3 c) { return pow(max(c, vec3(0.0)), vec3(1.0 / 2.2)); }

// Corner 0 to 3 of a strip, each -1 or 1.
vec2 corner(int id) { return vec2((id & 1) * 2 - 1, (id >> 1) * 2 - 1); }

// How far the floor has faded into the background at a distance from its middle.
float floor_presence(vec3 world) {
  float r = length(world.xz - floor_place.xz) / floor_place.w;
  return 1.0 - smoothstep(0.25, 1.0, r);
}

// Sixteen points spread evenly over the unit disc (a sunflower's seeds).
const vec2 kDisc[16] = vec2[16](
  vec2(0.1768, 0.0000), vec2(-0.2258, 0.2068), vec2(0.0346, -0.3937), vec2(0.2846, 0.3711),
  vec2(-0.5223, -0.0925), vec2(0.4948, -0.3147), vec2(-0.1653, 0.6155), vec2(-0.3156, -0.6075),
  vec2(0.6845, 0.2500), vec2(-0.7119, 0.2940), vec2(0.3435, -0.7337), vec2(0.2539, 0.8089),
  vec2(-0.7650, -0.4433), vec2(0.8972, -0.1971), vec2(-0.5471, 0.7786), vec2(-0.1276, -0.9761));

// Share of the key light that reaches a point, 0 to 1, softened over a disc in the shadow map.
float light_reaching(sampler2DShadow map, vec3 world) {
  vec3 p = (shadow_from_world * vec4(world, 1.0)).xyz * 0.5 + 0.5;
  float sum = 0.0;
  for (int i = 0; i < 16; ++i) sum += texture(map, vec3(p.xy + kDisc[i] * shadow.xy, p.z));
  return sum / 16.0;
}
