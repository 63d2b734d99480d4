uniform sampler2DShadow shadow_map;
in vec3 world;
in vec3 normal;
flat in vec4 albedo;
flat in vec2 finish;
out vec4 color;

// What a mirror sees of the studio: a bright ceiling, a darker floor, a soft horizon between.
vec3 studio(vec3 ray, float gloss) {
  float blur = mix(0.9, 0.25, gloss);
  float up = smoothstep(-blur, blur, ray.y);
  float lamp = smoothstep(mix(0.2, 0.72, gloss), 1.0, dot(ray, to_light.xyz));
  return mix(bounce.rgb, 1.35 * sky.rgb, up) + 0.5 * lamp * key.rgb;
}

void main() {
  vec3 n = normalize(normal);
  vec3 v = normalize(eye.xyz - world);
  vec3 l = to_light.xyz;
  vec3 h = normalize(l + v);
  float facing = max(dot(n, v), 0.0);
  float lit = max(dot(n, l), 0.0) * light_reaching(shadow_map, world);

  // diffuse: a light sky above, light thrown back by the floor below, one lamp
  vec3 ambient = mix(bounce.rgb, sky.rgb, 0.5 * n.y + 0.5);
  vec3 diffuse = albedo.rgb * (1.0 - finish.y) * (ambient + key.rgb * lit);

  // normalised Blinn-Phong for the lamp, the studio for the rest
  float power = exp2(3.0 + 6.5 * finish.x);
  vec3 straight = mix(vec3(0.04), albedo.rgb, finish.y);
  vec3 fresnel = straight + (1.0 - straight) * (0.15 + 0.85 * finish.x) * pow(1.0 - facing, 5.0);
  float highlight = (power + 8.0) / 25.13 * pow(max(dot(n, h), 0.0), power) * lit;
  vec3 reflected = key.rgb * min(highlight, 6.0) + studio(reflect(-v, n), finish.x);
  vec3 specular = fresnel * reflected;

  float edge = pow(1.0 - facing, 3.0) * (0.35 + 0.65 * max(n.y, 0.0));
  vec3 rim = to_light.w * edge * sky.rgb;
  color = vec4(srgb_from_linear(diffuse + specular + rim), albedo.a);
}
