#pragma once

#include "sse2_by_simde.h"
