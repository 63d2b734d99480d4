layout(location = 0) in vec4 offset_end;
layout(location = 1) in vec3 unit_normal;
layout(location = 2) in vec4 center_radius;
layout(location = 3) in vec4 axis_half_length;
layout(location = 4) in vec4 side_gloss;
layout(location = 5) in vec4 instance_color;
layout(location = 6) in vec2 metal_bevel;
layout(location = 7) in vec3 inset;

out vec3 world;
out vec3 normal;
flat out vec4 albedo;  // linear, alpha
flat out vec2 finish;  // gloss, metal

void main() {
  vec3 axis = axis_half_length.xyz;
  vec3 side = side_gloss.xyz;
  mat3 basis = mat3(side, cross(axis, side), axis);
  world = center_radius.xyz + axis_half_length.w * offset_end.w * axis +
          basis * (center_radius.w * offset_end.xyz + metal_bevel.y * inset);
  normal = basis * unit_normal;
  albedo = vec4(linear_from_srgb(instance_color.rgb), instance_color.a);
  finish = vec2(side_gloss.w, metal_bevel.x);
  gl_Position = clip_from_world * vec4(world, 1.0);
}
