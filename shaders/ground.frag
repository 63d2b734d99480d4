in vec3 world;
out vec4 color;

// Share of a pixel that lines at whole numbers cover, `width` pixels wide; lines closer together
// than a few pixels melt into their mean and fade.
float lines(vec2 p, vec2 pixel, float width) {
  vec2 away = abs(fract(p - 0.5) - 0.5) / pixel;
  vec2 cover = clamp(0.5 * width + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, pixel));
  return max(cover.x, cover.y);
}

float line_at_zero(float p, float pixel, float width) {
  return clamp(0.5 * width + 0.5 - abs(p) / pixel, 0.0, 1.0);
}

void over(inout vec4 c, vec3 tint, float alpha) {
  c.rgb = mix(c.rgb, tint, alpha);
  c.a = max(c.a, alpha);
}

void main() {
  vec4 c = ground;
  if (floor_lines.y > 0.5) {
    vec2 p = world.xz / floor_lines.x;
    vec2 pixel = fwidth(p);
    float thin = scale.x;
    over(c, grid.rgb, grid.a * lines(p, pixel, thin));
    over(c, grid_major.rgb, grid_major.a * lines(p / 5.0, pixel / 5.0, 1.2 * thin));
    over(c, axis_x.rgb, axis_x.a * line_at_zero(p.y, pixel.y, 1.8 * thin));
    over(c, axis_z.rgb, axis_z.a * line_at_zero(p.x, pixel.x, 1.8 * thin));
  }
  color = vec4(c.rgb, c.a * floor_presence(world));
}
