// Shared by every shader: what is the same for a whole frame. Mirrors gfx::FrameBlock.
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
  vec4 scale;              // pixels a point, looks into the shadow map: few and all
  vec4 shadow;             // softness in the map's two directions, darkness, whether there is any
  vec4 footprint[4];       // corners of the shadow map on the floor
};

// What differs between the pictures of a frame. Mirrors gfx::CellBlock.
layout(std140) uniform Cell {
  vec4 viewport;  // width, height, x, y in pixels
  vec4 tile;      // its part of the shadow map: corner and size as shares of the map
};

// The sRGB curve as a power: within 1/255 of the exact one where the eye can tell.
vec3 linear_from_srgb(vec3 c) { return pow(c, vec3(2.2)); }

// The inverse, pow(c, 1 / 2.2) within 1/255 up to white, from roots: these are quick on processors.
vec3 srgb_from_linear(vec3 c) {
  c = max(c, vec3(0.0));
  vec3 root = sqrt(c);
  return 0.979 * root + 0.0836 * sqrt(root) - 0.0626 * c;
}

// Corner 0 to 3 of a strip, each -1 or 1.
vec2 corner(int id) { return vec2((id & 1) * 2 - 1, (id >> 1) * 2 - 1); }

// How far the floor has faded into the background at a distance from its middle.
float floor_presence(vec3 world) {
  float r = length(world.xz - floor_place.xz) / floor_place.w;
  return 1.0 - smoothstep(0.25, 1.0, r);
}

// Share of the key light that reaches a point, 0 to 1, softened over a disc in the shadow map.
//
// The looks are spread as the seeds of a sunflower, from the rim inwards, so that the first few
// tell whether anything throws a shadow here; most of a picture needs no more. Their numbers come
// from outside, in scale.y and scale.z: a loop of known length is unrolled by some drivers, which
// then run all of it everywhere.
//
// first: how many looks before more are made, scale.y; 0 where the answer does not count.
float light_reaching(sampler2DShadow map, vec3 world, float first) {
  const mat2 kGoldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);
  vec3 p = (shadow_from_world * vec4(world, 1.0)).xyz * 0.5 + 0.5;
  vec2 middle = tile.xy + tile.zw * p.xy;
  vec2 reach = tile.zw * shadow.xy;
  // half a texel from the edge: no look beyond it, where the next picture's shadows are
  vec2 edge = 0.5 / vec2(textureSize(map, 0));
  vec2 low = tile.xy + edge;
  vec2 high = tile.xy + tile.zw - edge;
  vec2 seed = vec2(1.0, 0.0);
  float sum = 0.0;
  float looks = 0.0;
  float last = first;
  while (looks < last) {
    vec2 q = middle + sqrt(1.0 - (looks + 0.5) / scale.z) * seed * reach;
    sum += textureLod(map, vec3(clamp(q, low, high), p.z), 0.0);
    seed = kGoldenTurn * seed;
    looks += 1.0;
    if (looks == scale.y && sum < looks) last = scale.z;
  }
  return looks > 0.0 ? sum / looks : 1.0;
}

// The floor without its lines, over the backdrop of a pixel (gl_FragCoord.y), sRGB.
vec3 plain_floor(vec3 world, float pixel) {
  float height = (pixel - viewport.w) / viewport.y;
  vec3 backdrop = mix(background_bottom.rgb, background_top.rgb, smoothstep(0.0, 1.0, height));
  return mix(backdrop, ground.rgb, ground.a * floor_presence(world));
}

// What a mirror sees of the studio: a bright ceiling, a darker floor, a soft horizon between.
vec3 studio(vec3 ray, float gloss) {
  float blur = mix(0.9, 0.25, gloss);
  float up = smoothstep(-blur, blur, ray.y);
  float lamp = smoothstep(mix(0.2, 0.72, gloss), 1.0, dot(ray, to_light.xyz));
  return mix(bounce.rgb, 1.35 * sky.rgb, up) + 0.5 * lamp * key.rgb;
}

// A solid's face as the eye sees it, sRGB. albedo is linear; finish is gloss and metal; reaching is
// the share of the key light that gets there.
vec3 lit_face(vec3 world, vec3 n, vec3 albedo, vec2 finish, float reaching) {
  vec3 v = normalize(eye.xyz - world);
  vec3 l = to_light.xyz;
  vec3 h = normalize(l + v);
  float aside = 1.0 - max(dot(n, v), 0.0);
  float aside3 = aside * aside * aside;
  float lit = max(dot(n, l), 0.0) * reaching;

  // diffuse: a light sky above, light thrown back by the floor below, one lamp
  vec3 ambient = mix(bounce.rgb, sky.rgb, 0.5 * n.y + 0.5);
  vec3 diffuse = albedo * (1.0 - finish.y) * (ambient + key.rgb * lit);

  // normalised Blinn-Phong for the lamp, the studio for the rest
  float power = exp2(3.0 + 6.5 * finish.x);
  vec3 straight = mix(vec3(0.04), albedo, finish.y);
  vec3 fresnel = straight + (1.0 - straight) * (0.15 + 0.85 * finish.x) * (aside * aside * aside3);
  float highlight = (power + 8.0) / 25.13 * pow(max(dot(n, h), 0.0), power) * lit;
  vec3 reflected = key.rgb * min(highlight, 6.0) + studio(reflect(-v, n), finish.x);
  vec3 specular = fresnel * reflected;

  float edge = aside3 * (0.35 + 0.65 * max(n.y, 0.0));
  vec3 rim = to_light.w * edge * sky.rgb;
  return srgb_from_linear(diffuse + specular + rim);
}
