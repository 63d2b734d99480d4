#pragma once

#include "lab/diagnosis.h"

namespace io {

/// A diagnosis and the body that it is of, which has the names.
struct Diagnosed {
  ik::Multibody multibody;
  lab::Diagnosis diagnosis;
};

}  // namespace io
