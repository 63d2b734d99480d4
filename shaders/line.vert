layout(location = 0) in vec3 before;
layout(location = 1) in vec3 a;
layout(location = 2) in vec3 b;
layout(location = 3) in vec3 after;
layout(location = 4) in vec4 color_a;
layout(location = 5) in vec4 color_b;
layout(location = 6) in vec2 width_dash;

out vec2 place;         // pixels: along from a, across from the middle
out vec4 line_color;    // sRGB
flat out vec3 measure;  // pixels: length, half width, dash

vec2 pixels(vec4 clip) { return 0.5 * clip.xy / clip.w * viewport.xy; }
vec2 left_of(vec2 d) { return vec2(-d.y, d.x); }

// From the middle of the line to its edge at a joint, so that both pieces end in the same slant.
vec2 joint(vec2 d, vec2 neighbour) {
  vec2 slant = left_of(d) + left_of(neighbour);
  float size = length(slant);
  if (size < 0.5) return left_of(d);
  slant /= size;
  return slant / max(dot(slant, left_of(d)), 0.4);
}

void main() {
  vec4 clip_a = clip_from_world * vec4(a, 1.0);
  vec4 clip_b = clip_from_world * vec4(b, 1.0);
  // distances from the near plane; the part behind it has no place on the screen
  float near_a = clip_a.z + clip_a.w;
  float near_b = clip_b.z + clip_b.w;
  bool whole_a = near_a > 0.0;
  bool whole_b = near_b > 0.0;
  if (!whole_a && !whole_b) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (!whole_a) clip_a = mix(clip_a, clip_b, (0.001 * clip_b.w - near_a) / (near_b - near_a));
  if (!whole_b) clip_b = mix(clip_b, clip_a, (0.001 * clip_a.w - near_b) / (near_a - near_b));

  vec2 pixel_a = pixels(clip_a);
  vec2 pixel_b = pixels(clip_b);
  float len = length(pixel_b - pixel_a);
  vec2 d = len > 1e-4 ? (pixel_b - pixel_a) / len : vec2(1.0, 0.0);
  bool at_b = (gl_VertexID & 1) == 1;
  float sign_across = (gl_VertexID >> 1) == 1 ? 1.0 : -1.0;

  // one more pixel all around, for the soft edge
  float half_width = 0.5 * width_dash.x * scale.x;
  float reach = half_width + 1.0;
  vec3 neighbour = at_b ? after : before;
  vec4 clip_neighbour = clip_from_world * vec4(neighbour, 1.0);
  bool joined = neighbour != (at_b ? b : a) && clip_neighbour.z + clip_neighbour.w > 0.0;
  vec2 out_across = left_of(d);
  float out_along = at_b ? reach : -reach;
  if (joined) {
    vec2 step_away = pixels(clip_neighbour) - (at_b ? pixel_b : pixel_a);
    float size = length(step_away);
    out_along = 0.0;
    if (size > 1e-4) out_across = joint(d, (at_b ? step_away : -step_away) / size);
  }
  vec2 end = at_b ? pixel_b : pixel_a;
  vec2 p = end + out_along * d + sign_across * reach * out_across;

  place = vec2(joined ? (at_b ? len : 0.0) : out_along + (at_b ? len : 0.0), sign_across * reach);
  line_color = at_b ? color_b : color_a;
  measure = vec3(len, half_width, width_dash.y * scale.x);
  // w is one: the line runs evenly on the screen, and a little nearer than what it lies on
  vec4 clip = at_b ? clip_b : clip_a;
  gl_Position = vec4(2.0 * p / viewport.xy, clip.z / clip.w - 2e-5, 1.0);
}
