in float height;
out vec4 color;

void main() {
  // half a step of noise: eight bits would show the slow gradient as bands
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  vec3 c = mix(background_bottom.rgb, background_top.rgb, smoothstep(0.0, 1.0, height));
  color = vec4(c + (noise - 0.5) / 255.0, 1.0);
}
