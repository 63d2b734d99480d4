in vec2 place;
in vec4 line_color;
flat in vec3 measure;
out vec4 color;

void main() {
  float len = measure.x;
  float half_width = measure.y;
  float dash = measure.z;
  float beyond = max(max(-place.x, place.x - len), 0.0);
  if (dash > 0.0) {
    // dashes are short lines with round ends, their middles a dash and a gap apart
    float from_middle = abs(mod(place.x, 2.0 * dash) - 0.5 * dash);
    from_middle = min(from_middle, 2.0 * dash - from_middle);
    beyond = max(beyond, max(from_middle - 0.5 * dash + half_width, 0.0));
  }
  float away = length(vec2(beyond, place.y));
  float alpha = clamp(half_width + 0.5 - away, 0.0, 1.0) * min(2.0 * half_width, 1.0);
  color = vec4(line_color.rgb, line_color.a * alpha);
}
