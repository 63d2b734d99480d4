#include "gfx/context/gpu_clock.h"

#include <glad/gl.h>

#include "gfx/context/context.h"

namespace gfx {

GpuClock::GpuClock() : possible_(!context_info().web) {
  if (!possible_) return;
  for (Question& question : questions_) question.query = make_query();
}

void GpuClock::begin() {
  if (!possible_) return;
  Question& question = questions_[next_];
  if (question.open) {
    GLuint answered = 0;
    glGetQueryObjectuiv(question.query.id(), GL_QUERY_RESULT_AVAILABLE, &answered);
    if (answered == 0) return;  // this frame is not timed
    GLuint64 ns = 0;
    glGetQueryObjectui64v(question.query.id(), GL_QUERY_RESULT, &ns);
    seconds_ = 1e-9 * static_cast<double>(ns);
    question.open = false;
  }
  glBeginQuery(GL_TIME_ELAPSED, question.query.id());
  running_ = true;
}

void GpuClock::end() {
  if (!running_) return;
  glEndQuery(GL_TIME_ELAPSED);
  questions_[next_].open = true;
  next_ = (next_ + 1) % questions_.size();
  running_ = false;
}

}  // namespace gfx
