// Smooths the stairs at the edges of solids in a finished picture with one sample per pixel: a pixel
// of a solid becomes the mean of a few places along the edge.
uniform sampler2D picture;
out vec4 color;

const float kFlat = 0.05;   // difference of brightness that is no edge
const float kSteep = 0.25;  // share of it between opposite neighbours: less is a thin line
const float kReach = 5.0;   // pixels along an edge

float brightness(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

// Places within the picture.
float at(ivec2 place) {
  ivec2 low = ivec2(viewport.zw);
  return brightness(texelFetch(picture, clamp(place, low, low + ivec2(viewport.xy) - 1), 0).rgb);
}
vec3 between(vec2 place) {
  vec2 inside = clamp(place, viewport.zw + 0.5, viewport.zw + viewport.xy - 0.5);
  return textureLod(picture, inside / vec2(textureSize(picture, 0)), 0.0).rgb;
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  vec3 own = texelFetch(picture, place, 0).rgb;
  float b = brightness(own);
  float left = at(place + ivec2(-1, 0));
  float right = at(place + ivec2(1, 0));
  float below = at(place + ivec2(0, -1));
  float above = at(place + ivec2(0, 1));
  float least = min(b, min(min(left, right), min(below, above)));
  float most = max(b, max(max(left, right), max(below, above)));
  vec2 slope = vec2(right - left, above - below);
  float steepest = max(abs(slope.x), abs(slope.y));
  // a loop, because some drivers run both branches of a condition everywhere
  float edges = step(kFlat, most - least) * step(kSteep * (most - least), steepest);
  while (edges > 0.0) {
    // along the edge: a pixel in its longer direction
    vec2 along = vec2(-slope.y, slope.x) / steepest;
    // a stair is as long as the edge is nearly straight
    float stair = min(kReach, 1.0 / max(min(abs(along.x), abs(along.y)), 1.0 / kReach));
    vec3 near = 0.5 * (between(gl_FragCoord.xy - 0.2 * stair * along) +
                       between(gl_FragCoord.xy + 0.2 * stair * along));
    vec3 far = 0.5 * (between(gl_FragCoord.xy - 0.5 * stair * along) +
                      between(gl_FragCoord.xy + 0.5 * stair * along));
    vec3 mean = 0.5 * (near + far);
    // a mean beyond the neighbours belongs to another edge
    float m = brightness(mean);
    own = m < least || m > most ? near : mean;
    edges = 0.0;
  }
  color = vec4(own, 1.0);
}
