#pragma once

#include "problem.h"

namespace bench {

std::unique_ptr<Updater> make_dart(const Body& body, const Numbers& numbers);

}  // namespace bench
