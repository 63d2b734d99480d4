#include "ik/methods/dls_error.h"

#include <cmath>

#include "ik/methods/dls.h"

namespace ik {

void DlsError::step(const Problem& problem, Workspace& w) const {
  const double square = 0.5 * weight * w.error(problem).squaredNorm() + bias;
  Dls{std::sqrt(square)}.step(problem, w);
}

}  // namespace ik
