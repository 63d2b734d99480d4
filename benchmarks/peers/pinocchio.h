#pragma once

#include "problem.h"

namespace bench {

std::unique_ptr<Updater> make_pinocchio(const Body& body, const Numbers& numbers);

}  // namespace bench
