layout(location = 0) in vec4 offset_end;
layout(location = 2) in vec4 center_radius;
layout(location = 3) in vec4 axis_half_length;
layout(location = 4) in vec4 side_gloss;
layout(location = 6) in vec2 metal_bevel;
layout(location = 7) in vec3 inset;

void main() {
  vec3 axis = axis_half_length.xyz;
  vec3 side = side_gloss.xyz;
  mat3 basis = mat3(side, cross(axis, side), axis);
  vec3 world = center_radius.xyz + axis_half_length.w * offset_end.w * axis +
               basis * (center_radius.w * offset_end.xyz + metal_bevel.y * inset);
  gl_Position = shadow_from_world * vec4(world, 1.0);
}
