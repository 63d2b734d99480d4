// A piece of a body of a crowd: it reaches from one of the body's points to another.
layout(location = 0) in vec4 offset_end;     // in radii; z is along the axis. -1: first point, +1
layout(location = 1) in vec4 normal_radius;  // a negative radius lays the piece's shadow on the floor
layout(location = 2) in vec3 ends_toned;     // numbers of points; -1 and -2: foot, low and high
layout(location = 3) in vec4 piece_color;
layout(location = 4) in vec4 foot;           // x, z, low, high
layout(location = 5) in vec4 place_first;    // of the body: where it stands, its first point
layout(location = 6) in vec4 thin_color;     // where it is a pixel wide or two

uniform highp sampler2D points;
uniform vec4 tones[16];     // colours of bodies, sRGB
uniform vec2 tone_places;   // places among them a unit of what is written for a body; the last, 0: none

out vec3 world;
out vec3 normal;
flat out vec3 albedo;    // linear
flat out float share;    // of the width that is drawn

// The body's own colour, from the fourth number of its first point.
vec3 body_tone() {
  int i = int(place_first.w);
  float w = texelFetch(points, ivec2(i & 1023, i >> 10), 0).w;
  float place = clamp(w * tone_places.x, 0.0, tone_places.y);
  int low = min(int(place), int(tone_places.y) - 1);
  return mix(tones[low].rgb, tones[low + 1].rgb, place - float(low));
}

vec3 point_at(float number) {
  if (number < 0.0) return place_first.xyz + vec3(foot.x, number < -1.5 ? foot.w : foot.z, foot.y);
  int i = int(place_first.w + number);
  return place_first.xyz + texelFetch(points, ivec2(i & 1023, i >> 10), 0).xyz;
}

vec3 thrown_on_floor(vec3 p) {
  return p - to_light.xyz * (p.y - floor_place.y) / max(to_light.y, 0.1);
}

void main() {
  vec3 a = point_at(ends_toned.x);
  vec3 b = point_at(ends_toned.y);
  vec3 screen_up = vec3(clip_from_world[0].y, clip_from_world[1].y, clip_from_world[2].y);
  bool shadow_of_it = normal_radius.w < 0.0;
  vec3 toward = eye.xyz - 0.5 * (a + b);
  vec3 some_axis = normalize(screen_up);
  if (shadow_of_it) {
    a = thrown_on_floor(a);
    b = thrown_on_floor(b);
    toward = vec3(0.0, 1.0, 0.0);
    some_axis = vec3(1.0, 0.0, 0.0);
  }

  // the basis turns with the eye: what is not round shows its face, and its back is left out
  float len = length(b - a);
  vec3 axis = len > 1e-5 ? (b - a) / len : some_axis;
  vec3 side = cross(toward, axis);
  float size = length(side);
  side = size > 1e-5 * length(toward) ? side / size : normalize(cross(axis, axis.yzx + vec3(0.1)));
  mat3 basis = mat3(side, cross(axis, side), axis);

  // never thinner than a pixel; the share says how much of that the piece really fills
  vec3 end = offset_end.w < 0.0 ? a : b;
  float depth = (clip_from_world * vec4(end, 1.0)).w;
  float pixel = depth / (0.5 * viewport.y * length(screen_up));
  float own = abs(normal_radius.w);
  vec3 screen_right = vec3(clip_from_world[0].x, clip_from_world[1].x, clip_from_world[2].x);
  // what lies on the floor is seen aslant
  vec2 seen = vec2(dot(side, normalize(screen_right)), dot(side, normalize(screen_up)));
  float radius = max(own, 0.6 * pixel / max(length(seen), 0.05));
  share = own / radius;

  world = end + radius * (basis * offset_end.xyz);
  normal = basis * normal_radius.xyz;
  vec3 tone = mix(thin_color.rgb, piece_color.rgb, smoothstep(0.4, 1.6, own / pixel));
  if (tone_places.y > 0.5 && ends_toned.z > 0.5) tone = body_tone();
  albedo = linear_from_srgb(tone);
  gl_Position = clip_from_world * vec4(world, 1.0);
}
