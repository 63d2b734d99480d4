// A vertex that up to four joints carry. Three texels of the palette are the rows of what takes a
// vertex into the world with a joint, 256 joints a line.
layout(location = 0) in vec3 point;
layout(location = 1) in vec3 unit_normal;
layout(location = 2) in vec4 joints;
layout(location = 3) in vec4 weights;

uniform highp sampler2D palette;
uniform int first;            // the mesh's first joint in the palette
uniform vec4 surface_color;   // sRGB, alpha
uniform vec2 surface_finish;  // gloss, metal
uniform int into_shadow;      // 1: drawn from the lamp

out vec3 world;
out vec3 normal;
flat out vec4 albedo;  // linear, alpha
flat out vec2 finish;

vec4 palette_row(float joint, int row) {
  int i = 3 * (first + int(joint + 0.5)) + row;
  return texelFetch(palette, ivec2(i % 768, i / 768), 0);
}

vec4 blended_row(int row) {
  return weights.x * palette_row(joints.x, row) + weights.y * palette_row(joints.y, row) +
         weights.z * palette_row(joints.z, row) + weights.w * palette_row(joints.w, row);
}

void main() {
  vec4 x = blended_row(0);
  vec4 y = blended_row(1);
  vec4 z = blended_row(2);
  vec4 p = vec4(point, 1.0);
  world = vec3(dot(x, p), dot(y, p), dot(z, p));
  normal = vec3(dot(x.xyz, unit_normal), dot(y.xyz, unit_normal), dot(z.xyz, unit_normal));
  albedo = vec4(linear_from_srgb(surface_color.rgb), surface_color.a);
  finish = surface_finish;
  gl_Position = (into_shadow == 1 ? shadow_from_world : clip_from_world) * vec4(world, 1.0);
}
