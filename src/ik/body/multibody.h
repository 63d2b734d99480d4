#pragma once

#include "iklab/body.h"

#include "ik/body/layout.h"
