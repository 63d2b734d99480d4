#include "gfx/draw/shadow.h"

#include <glad/gl.h>

#include <glm/common.hpp>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gfx {
namespace {

glm::mat3 light_from_world(const glm::vec3& to_light) {
  const glm::vec3 wish =
      std::abs(to_light.y) < 0.99f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(0.0f, 0.0f, -1.0f);
  const glm::vec3 right = glm::normalize(glm::cross(wish, to_light));
  return glm::transpose(glm::mat3(right, glm::cross(to_light, right), to_light));
}

}  // namespace

ShadowFit fit_shadow(const InstanceLists& lists, const glm::vec3& to_light, float ground_height,
                     float margin) {
  const glm::mat3 rotation = light_from_world(to_light);
  glm::vec3 low(std::numeric_limits<float>::infinity());
  glm::vec3 high(-std::numeric_limits<float>::infinity());
  for (std::size_t shape = 0; shape < lists.count(); ++shape) {
    const float reach = reach_of(shape);
    for (const Instance& i : lists.opaque[shape]) {
      const glm::vec3 center = rotation * i.center;
      const glm::vec3 half = glm::abs(rotation * i.axis) * i.half_length + reach * i.radius;
      low = glm::min(low, center - half);
      high = glm::max(high, center + half);
    }
  }
  for (const glm::vec4& ball : lists.skinned) {
    const glm::vec3 center = rotation * glm::vec3(ball);
    low = glm::min(low, center - ball.w);
    high = glm::max(high, center + ball.w);
  }
  ShadowFit fit;
  if (!(low.x <= high.x)) return fit;
  fit.empty = false;
  low -= margin;
  high += margin;

  // the step is an eighth to a quarter of the larger side
  const float larger = std::max(high.x - low.x, high.y - low.y);
  const float step = std::exp2(std::floor(std::log2(larger)) - 2.0f);
  for (int k = 0; k < 2; ++k) {
    low[k] = std::floor(low[k] / step) * step;
    high[k] = std::ceil(high[k] / step) * step;
  }

  // project the corners along the light onto the floor
  const glm::mat3 world_from_light = glm::transpose(rotation);
  const glm::vec2 corners[] = {{low.x, low.y}, {high.x, low.y}, {low.x, high.y}, {high.x, high.y}};
  for (std::size_t k = 0; k < 4; ++k) {
    const glm::vec3 start = world_from_light * glm::vec3(corners[k], 0.0f);
    const float along = (ground_height - start.y) / to_light.y;
    fit.footprint[k] = start + along * to_light;
    low.z = std::min(low.z, along - margin);
  }
  fit.size = high - low;
  fit.clip_from_world =
      glm::ortho(low.x, high.x, low.y, high.y, -high.z, -low.z) * glm::mat4(rotation);
  return fit;
}

ShadowMap::ShadowMap(int resolution)
    : resolution_(resolution), depth_(make_texture()), framebuffer_(make_framebuffer()) {
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, resolution, resolution, 0,
               GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
  set_filter(Filter::kLinear);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glBindTexture(GL_TEXTURE_2D, 0);

  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
  const GLenum none = GL_NONE;
  glDrawBuffers(1, &none);
  glReadBuffer(GL_NONE);
  const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (!complete) throw std::runtime_error("the graphics driver does not support a shadow map");
}

}  // namespace gfx
